"""The frontier method on arrays, in as many threads as there are cores.

The states are shared out by their hash over shards, each with a hash table of its own. The threads do two things by turns. Each
gives the next vertex its edges in some of the states, and puts what comes out into a buffer for each shard. Then each adds the
buffers of its own shards to their tables. So no two threads ever write to the same table. `treating` does it for one vertex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any

import numpy as np

from solvers.budget import Meter
from solvers.counting.compiled.frontier_kernels import Step
from solvers.counting.compiled.possible_needs import possible_needs
from solvers.counting.compiled.treating import treat
from solvers.counting.running.memory import Room
from solvers.counting.running.rows import Level, Rows, RowsInMemory, Words
from solvers.frontier.kernels import END, FULL, bits_of, numbered, words_of
from solvers.frontier.plan import Plan
from solvers.parallel import available_cores

__all__ = ["count_levels"]

NEEDS_BYTES = 256 * 2**20
"""Memory for the bits of possible needs."""


def count_levels(
    plan: Plan,
    limbs: int,
    meter: Meter | None = None,
    memory: float | Room | None = None,
    threads: int | None = None,
    steps: int | None = None,
    first: Level | None = None,
    watcher: Callable[[int, int], None] = lambda *_: None,
) -> Iterator[Level]:
    """Yield the states after each treatment; the last one of all has none, and `complete` is the number of tours.

    Parameters
    ----------
    plan : the order of the vertices.
    limbs : numbers of 64 bits in a count; overflow is discarded.
    meter, memory : the budget, in which a node is a state, and the gigabytes for the process, or the room that is left.
    threads, steps : how many threads (None is one a core), and how many treatments (None is all).
    first : a level of an earlier count with the same plan and limbs, after which this one goes on.
    watcher : gets the number of treated vertices, and of new states so far, again and again.

    Raises
    ------
    BudgetSpent, FormatError : the budget or the memory ran out; blocks of states cannot be written to disk, or read.
    """
    steps = len(plan.order) if steps is None else steps
    meter, room = meter or Meter(), memory if isinstance(memory, Room) else Room(memory)
    bits, number = bits_of(plan), threads or available_cores()
    possible = possible_needs(plan, max(0, min(NEEDS_BYTES, room.bytes // 3)), meter, steps)

    def treated(vertex: int, rows: Rows) -> tuple[Rows, int]:
        def watch(states: int) -> None:
            meter.check()
            watcher(vertex, states)

        return treat(_step(plan, vertex, bits, possible[vertex]), bits, rows, pool, number, room, watch)

    with ThreadPoolExecutor(number) as pool:
        rows, complete = treated(0, _no_edges(plan, limbs))
        room.settle(0 if first is None else first.rows.bytes_in_memory)  # the compiled code is in memory now
        begin, peak = 0, 0
        if first is not None:
            begin, rows, complete, peak = first.treated, first.rows, first.complete, first.peak
            first = None  # so that its states can go when they are treated
        for vertex in range(begin, steps):
            if vertex > 0:
                rows, tours = treated(vertex, rows)
                complete = (complete + tours) % (1 << 64 * limbs)
            meter.more(meter.nodes + len(rows))
            peak = max(peak, len(rows))
            yield Level(vertex + 1, rows, complete, peak)


def _no_edges(plan: Plan, limbs: int) -> Rows:
    """Return the one state before the first treatment, whose count is 1."""
    counts: Words = np.eye(1, limbs, dtype=np.uint64)
    return RowsInMemory(np.zeros((1, words_of(plan)), np.uint64), counts)


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
