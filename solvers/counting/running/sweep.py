"""A sweep of the frontier over the vertices, with its progress shown and its states kept now and then."""

from __future__ import annotations

from solvers.budget import Meter
from solvers.counting.compiled.frontier import Level, count_levels
from solvers.counting.running.checkpoints import Checkpoint
from solvers.counting.running.memory import Room
from solvers.counting.running.progress import CountProgress
from solvers.frontier.plan import Plan
from solvers.progress import begin_step, remark

__all__ = ["sweep"]


def sweep(
    plan: Plan,
    limbs: int,
    meter: Meter,
    room: Room,
    what: str,
    steps: int | None = None,
    checkpoint: Checkpoint | None = None,
) -> tuple[Level, int]:
    """Return the last level of a count, and the largest number of states.

    Parameters
    ----------
    plan, limbs, meter, room, steps : as in `count_levels`.
    what : what the vertices are called.
    checkpoint : where the levels are kept; the count goes on from the one that is there.

    Raises
    ------
    BudgetSpent, FormatError : as `count_levels` and `Checkpoint`.
    """
    steps = len(plan.order) if steps is None else steps
    progress = CountProgress(plan, steps, what, room)
    last, peak = (None, 0) if checkpoint is None else checkpoint.read(room)
    if last is not None:
        remark(f"going on from the checkpoint: {last.treated} of {steps} {what}, {len(last.rows):,} states")
        if last.treated == steps:
            return last, peak
    begin_step("counting: finding the needs that can be met")
    levels = count_levels(plan, limbs, meter, room, steps=steps, first=last, watcher=progress.show)
    last = None  # so that its states can go when they are treated
    for level in levels:
        progress.note(level.treated, len(level.rows))
        peak, last = max(peak, len(level.rows)), level
        if checkpoint is not None and (level.treated == steps or checkpoint.is_due()):
            checkpoint.keep(level, peak)
    assert last is not None
    return last, peak
