"""The frontier method on arrays, in as many threads as there are cores.

The states are shared out by their hash over shards, each with a hash table of its own. The threads do two things by turns. Each
gives the next vertex its edges in some of the states, and puts what comes out into a buffer for each shard. Then each adds the
buffers of its own shards to their tables. So no two threads ever write to the same table. `treating` does it for one vertex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from solvers.budget import Meter
from solvers.counting.compiled.frontier_kernels import Step
from solvers.counting.compiled.possible_needs import possible_needs
from solvers.counting.compiled.treating import Treating
from solvers.counting.running.memory import Room
from solvers.counting.running.rows import Rows, RowsInMemory, Words
from solvers.frontier.kernels import END, FULL
from solvers.frontier.packing import bits_of, numbered, words_of
from solvers.frontier.plan import Plan
from solvers.parallel import available_cores

__all__ = ["Level", "count_levels"]

NEEDS_BYTES = 256 * 2**20
"""Memory for the bits of possible needs."""


@dataclass(frozen=True)
class Level:
    """The states after a treatment.

    Attributes
    ----------
    treated : how many vertices have been treated.
    rows : the states and their counts, in memory or on disk.
    complete : how many complete tours have been found so far.
    """

    treated: int
    rows: Rows
    complete: int

    @property
    def states(self) -> Words:
        """The states, a row for each; a memory map if they are on disk."""
        return self.rows.states

    @property
    def counts(self) -> Words:
        """The count of each state, a row for each; a memory map if they are on disk."""
        return self.rows.counts


def count_levels(
    plan: Plan,
    limbs: int,
    meter: Meter | None = None,
    memory: float | Room | None = None,
    threads: int | None = None,
    steps: int | None = None,
    first: Level | None = None,
    watcher: Callable[[int, float, int], None] | None = None,
) -> Iterator[Level]:
    """Yield the states after each treatment; the last one of all has none, and `complete` is the number of tours.

    Parameters
    ----------
    plan : the order of the vertices.
    limbs : numbers of 64 bits in a count; what is over them is lost.
    meter : the budget; a node is a state.
    memory : gigabytes for the whole process, or what is left of them; None is four fifths of what is free.
    threads : None for one on each core.
    steps : so many treatments; None for all.
    first : a level of an earlier count with the same plan and limbs, after which this one goes on.
    watcher : gets the number of treated vertices, the part of the next treatment that is done, and the number of its new states
        so far, again and again.

    Raises
    ------
    BudgetSpent : the budget ran out, or the memory is too small even with blocks on disk.
    FormatError : blocks of states cannot be written to disk, or read.
    """
    steps = len(plan.order) if steps is None else steps
    room = memory if isinstance(memory, Room) else Room(memory)
    sweep = _Sweep(plan, limbs, steps, meter or Meter(), room, watcher, threads or available_cores())
    with ThreadPoolExecutor(sweep.threads) as pool:
        rows = sweep.treated(0, sweep.no_edges(), pool)
        room.settle(0 if first is None else first.rows.bytes_in_memory)  # the compiled code is in memory now
        begin = 0
        if first is not None:
            begin, rows, sweep.complete = first.treated, first.rows, first.complete
            first = None  # so that its states can go when they are treated
        for vertex in range(begin, steps):
            if vertex > 0:
                rows = sweep.treated(vertex, rows, pool)
            sweep.meter.more(sweep.meter.nodes + len(rows))
            yield Level(vertex + 1, rows, sweep.complete)


@dataclass
class _Sweep:
    """The treatments of a plan, with what all of them share."""

    plan: Plan
    limbs: int
    steps: int
    meter: Meter
    room: Room
    watcher: Callable[[int, float, int], None] | None
    threads: int
    complete: int = 0

    def __post_init__(self) -> None:
        self.bits = bits_of(self.plan)
        self.possible = possible_needs(self.plan, max(0, min(NEEDS_BYTES, self.room.bytes // 3)), self.meter, self.steps)

    def no_edges(self) -> Rows:
        """Return the state before the first treatment, with the count 1."""
        counts: Words = np.eye(1, self.limbs, dtype=np.uint64)
        return RowsInMemory(np.zeros((1, words_of(self.plan)), np.uint64), counts)

    def treated(self, vertex: int, rows: Rows, pool: ThreadPoolExecutor) -> Rows:
        """Return the states after a treatment, and add the tours that it completes."""

        def watch(part: float, states: int) -> None:
            self.meter.check()
            if self.watcher is not None:
                self.watcher(vertex, part, states)

        step = _step(self.plan, vertex, self.bits, self.possible[vertex])
        treating = Treating(step, self.bits, rows, pool, self.threads, self.room, watch)
        after = treating.done()
        self.complete = (self.complete + treating.tours) % (1 << 64 * self.limbs)
        return after


def _step(plan: Plan, vertex: int, bits: int, possible: Any) -> Step:
    each = plan.treatments[vertex]
    numbers, slots = numbered(each, bits), len(each.after)
    weights = np.zeros(END + 1, np.int64)
    weights[1 : slots + 1] = [3**slot for slot in range(slots)]
    mirror = [FULL, *(slot + 1 for slot in each.mirror)] if each.mirror else []
    return Step(
        before=len(each.before),
        renumber=np.array(numbers.renumber, np.uint8),
        choices=np.array(numbers.choices, np.int64).reshape(-1, 2),
        first_choice=np.array(numbers.first_choice, np.int64),
        most_choices=max(map(len, each.choices)),
        slots=slots,
        weights=weights,
        factors=np.array([plan.weight(vertex, choice) for choice in chain(*each.choices)] if plan.weights else [], np.int64),
        closed=plan.closed,
        ends=each.ends,
        is_last=each.is_last,
        mirror=np.array(mirror and mirror + [END] * (END + 1 - len(mirror)), np.uint8),
        possible=possible,
    )
