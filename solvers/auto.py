"""The solver that chooses: what is at hand for the size and kind of the problem, and exact in the end.

It goes the way of `solvers.existence.decision`: what a theorem promises is made at once, by construction on large boards,
else by Warnsdorff's rule with repair; then come obstructions, repair, search and CP-SAT.
"""

from __future__ import annotations

from solvers.budget import Meter
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome

__all__ = ["auto"]


@solver(
    "auto",
    summary="the means that fit the problem: construction, repair, obstructions, exact search, CP-SAT",
    exact=True,
    closed=True,
    fixed_end=True,
    reference="see the solvers that it chooses from",
)
def auto(problem: Problem, meter: Meter, *, seed: int = 0) -> Outcome:
    """A tour, or the reason why there is none.

    Parameters
    ----------
    seed : for the choices of the repaired walk.
    """
    from solvers.existence.decision import computed
    from solvers.existence.promised import CONSTRUCTED_FROM

    verdict = computed(problem, meter, explained=False, seed=seed)
    if verdict.exists is None:
        return Outcome.unknown(meter.nodes, verdict.reason)
    if not verdict.exists:
        return Outcome.impossible(meter.nodes, verdict.reason)
    tour = verdict.tour
    assert tour is not None
    large = problem.board is not None and problem.size >= CONSTRUCTED_FROM
    return Outcome.found(tour.array() if large else tour.squares, meter.nodes)
