"""Counting by a frontier, on arrays, in as many threads as there are cores.

Parts of tours are built up vertex by vertex (`solvers/frontier` says how). How a part can be completed depends only on its
state, so the sweep stores the number of parts for each state. Parts that close a cycle too early, or leave a vertex with too
few edges, are left out (D. E. Knuth, Simpath, The Art of Computer Programming 4A, section 7.1.4, exercise 225, 2011; and
Prefascicle 8A, 2025). The number of states grows by a factor of 4 to 5 with each column of a knight's board of n rows.

The states are shared out by their hash over shards, each with a hash table of its own. The threads do two things by turns. Each
gives the next vertex its edges in some of the states, and puts what comes out into a buffer for each shard. Then each adds the
buffers of its own shards to their tables. So no two threads ever write to the same table. `treating` does it for one vertex.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any

import numpy as np

from graphs.text import plural
from solvers.budget import Meter
from solvers.counting.checkpoints import Checkpoints, fingerprint
from solvers.counting.compiled.frontier_kernels import Step
from solvers.counting.compiled.possible_needs import possible_needs
from solvers.counting.compiled.treating import treat
from solvers.counting.plan import limbs_of
from solvers.counting.rows import Level, Room, RowsInMemory
from solvers.frontier.kernels import END, FULL, bits_of, numbered, words_of
from solvers.frontier.plan import Plan
from solvers.parallel import available_cores
from solvers.progress import begin_step, remark

__all__ = ["sweep"]

NEEDS_BYTES = 256 * 2**20
"""Memory for the bits of possible needs."""


def sweep(
    plan: Plan, meter: Meter, room: Room, what: str, kept: Checkpoints, part: str = "count", steps: int | None = None
) -> Level:
    """Return the states after the last treatment; after all of them there are none, and `complete` is the number of tours.

    Parameters
    ----------
    plan : the order of the vertices.
    meter, room : the budget, in which a node is a state, and the memory.
    what : what the vertices are called, to show how far the count is.
    kept, part : where levels are kept, and under which name; the count goes on from the one that is there.
    steps : how many treatments; None is all.

    Raises
    ------
    BudgetSpent, FormatError : the budget or the memory ran out; states cannot be written to disk, or read.
    """
    total, form = steps or len(plan.order), fingerprint(plan, steps)
    level = kept.read(part, form, room)
    if level is not None:
        remark(f"going on from the checkpoint: {level.treated} of {total} {what}, {plural(len(level.rows), 'state')}")
        if level.treated == total:
            return level
    begin_step("counting: finding the needs that can be met")
    threads, limbs = available_cores(), limbs_of(plan, steps)
    possible = possible_needs(plan, max(0, min(NEEDS_BYTES, room.bytes // 3)), meter, total)

    def treated(level: Level) -> Level:
        def watch(states: int) -> None:
            meter.check()
            begin_step(f"counting: {level.treated} of {total} {what}, {plural(states, 'state')}")

        step = _step(plan, level.treated, possible[level.treated])
        rows, tours = treat(step, level.rows, pool, threads, room, watch)
        complete = (level.complete + tours) % (1 << 64 * limbs)
        return Level(level.treated + 1, complete, max(level.peak, len(rows)), rows)

    with ThreadPoolExecutor(threads) as pool:
        no_edges = RowsInMemory(np.zeros((1, words_of(plan)), np.uint64), np.eye(1, limbs, dtype=np.uint64))
        first = Level(0, 0, rows=no_edges)
        treated(first)  # so that the compiled code is in memory when the rest of it is measured
        level = level or first
        room.settle(level.rows.bytes_in_memory)
        while level.treated < total:
            level = treated(level)
            meter.more(meter.nodes + len(level.rows))
            kept.keep(part, form, level, now=level.treated == total)
    return level


def _step(plan: Plan, vertex: int, possible: Any) -> Step:
    each, bits = plan.treatments[vertex], bits_of(plan)
    numbers, slots = numbered(each, bits), len(each.after)
    weights = np.zeros(END + 1, np.int64)
    weights[1 : slots + 1] = 3 ** np.arange(slots)
    mirror = np.array([FULL, *(slot + 1 for slot in each.mirror), *[END] * (END - slots)] if each.mirror else [], np.uint8)
    return Step(
        bits=bits,
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
        mirror=mirror,
        possible=possible,
    )
