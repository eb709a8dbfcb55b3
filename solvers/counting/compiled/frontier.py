"""Counting by the frontier method on arrays, in one thread per core.

Vertices are processed one by one: each gets all its edges to later vertices. The edges chosen so far form paths, a *partial
tour*. The *frontier* consists of the vertices that are not processed yet and have a processed neighbour. A *state* records, for
each vertex of the frontier, whether it has both its edges and where the path from it ends (see
`solvers.methods.frontier.plan`). The
ways to complete a partial tour depend only on its state. So this method, a *sweep*, stores for each state its *count*, the
number of partial tours with this state.

The sweep leaves out partial tours that close a cycle too early, and those in which too few edges are left for a vertex of the
frontier. The number of states grows quickly with the board: for closed tours, there are at most 87 states after any step on
5x6, 4,423 on 6x6 and 52,732 on 6x7.

The states are distributed by their hash over *shards*, each with its own hash table. Two phases alternate:

1. Each thread processes the next vertex in some of the states, and writes the new states to buffers, one for each shard.
2. Each thread adds the contents of all buffers for some of the shards to the tables of these shards.

So no two threads ever write to the same table. The module `treating` executes these phases for one vertex.

References
----------
D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4, exercise 225 (Simpath), 2011; and Prefascicle 8A, 2025.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from graphs.text import plural
from solvers.core.budget import Meter
from solvers.core.progress import begin_step, remark
from solvers.counting.checkpoints import Checkpoints, fingerprint
from solvers.counting.compiled.possible_needs import possible_needs
from solvers.counting.compiled.treating import treat
from solvers.counting.plan import limbs_of
from solvers.counting.rows import Level, Room
from solvers.methods.frontier.kernels import PlanArrays
from solvers.methods.frontier.plan import Plan
from solvers.workers.slots import available_cores

NEEDS_BYTES = 256 * 2**20
"""Maximum memory for the result of `possible_needs`, in bytes."""


def sweep(
    plan: Plan, meter: Meter, room: Room, what: str, kept: Checkpoints, part: str = "count", steps: int | None = None
) -> Level:
    """Process the vertices of a plan, and return the states after the last one.

    Parameters
    ----------
    plan : Plan
        The order of the vertices.
    meter : Meter
        Meter that checks the budget. Each state after each step is one search node.
    room : Room
        Memory that the states may fill.
    what : str
        Name of the vertices in progress messages, such as "squares".
    kept : Checkpoints
        Checkpoints from which the sweep resumes, and to which it saves states.
    part : str, optional
        Name of the checkpoint of this sweep (default: "count").
    steps : int, optional
        Number of vertices to process. If None, all vertices are processed.

    Returns
    -------
    Level
        The states after the last step. After all vertices are processed, no states are left, and `complete` is the number of
        tours.

    Raises
    ------
    BudgetSpent
        If the budget is exhausted, or the memory is too small.
    FormatError
        If states cannot be written to disk or read from disk, or if a checkpoint is invalid.
    """
    total, form = steps or len(plan.order), fingerprint(plan, steps)
    level = kept.read(part, form, room)
    if level is not None:
        remark(f"resuming from the checkpoint: {level.treated} of {total} {what}, {plural(len(level.rows), 'state')}")
        if level.treated == total:
            return level
    begin_step("counting: computing which missing edges can be added")
    threads, limbs, arrays = available_cores(), limbs_of(plan, steps), PlanArrays.of(plan, meter)
    possible = possible_needs(plan, max(0, min(NEEDS_BYTES, room.bytes // 3)), meter, total)

    def treated(level: Level) -> Level:
        def watch(states: int) -> None:
            meter.check()
            begin_step(f"counting: {level.treated} of {total} {what}, {plural(states, 'state')}")

        rows, tours = treat(arrays, level.treated, possible[level.treated], level.rows, pool, threads, room, watch)
        complete = (level.complete + tours) % (1 << 64 * limbs)
        return Level(level.treated + 1, complete, max(level.peak, len(rows)), rows, arrays.words)

    with ThreadPoolExecutor(threads) as pool:
        no_edges = np.eye(1, arrays.words + limbs, arrays.words, np.uint64)  # with the count 1
        first = Level(0, 0, rows=no_edges, words=arrays.words)
        treated(first)  # loads the compiled code before the free memory is measured
        level = level or first
        room.settle(level.rows.nbytes)
        while level.treated < total:
            level = treated(level)
            meter.more(meter.nodes + len(level.rows))
            kept.keep(part, form, level, now=level.treated == total)
    return level
