"""A sweep of the frontier over the vertices, with its progress shown and its states kept now and then."""

from __future__ import annotations

from solvers.budget import Meter
from solvers.counting.compiled.frontier import count_levels
from solvers.counting.running.checkpoints import Checkpoint
from solvers.counting.running.memory import Room
from solvers.counting.running.rows import Level
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
) -> Level:
    """Return the last level of a count.

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

    def show(treated: int, states: int) -> None:
        begin_step(f"counting: {treated} of {steps} {what}, {states:,} states")

    last = None if checkpoint is None else checkpoint.read(room)
    if last is not None:
        remark(f"going on from the checkpoint: {last.treated} of {steps} {what}, {len(last.rows):,} states")
        if last.treated == steps:
            return last
    begin_step("counting: finding the needs that can be met")
    levels = count_levels(plan, limbs, meter, room, steps=steps, first=last, watcher=show)
    last = None  # so that its states can go when they are treated
    for last in levels:
        if checkpoint is not None and (last.treated == steps or checkpoint.is_due()):
            checkpoint.keep(last)
    assert last is not None
    return last
