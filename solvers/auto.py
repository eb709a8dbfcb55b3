"""The solver that chooses: what is at hand for the size and kind of the problem, and exact in the end.

Where a theorem promises a tour, it is made at once, by construction on large boards, else by Warnsdorff's rule with repair.
All other problems take the way of `solvers.existence`: obstructions, repair, search, CP-SAT.
"""

from __future__ import annotations

from typing import Any

from graphs.theorems import theorem_for
from solvers.budget import Meter
from solvers.problem import Problem
from solvers.registry import get_solver, solver
from solvers.result import Outcome

__all__ = ["auto"]

CONSTRUCTED_FROM = 100_000
"""Squares from which a construction pays for the loading of the compiled code."""


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
    from solvers.existence import computed

    at_once = _promised(problem, meter, seed)
    if at_once is not None:
        return at_once
    verdict = computed(problem, meter, explained=False, seed=seed)
    if verdict.exists is None:
        return Outcome.unknown(meter.nodes, verdict.reason)
    if not verdict.exists:
        return Outcome.impossible(meter.nodes, verdict.reason)
    assert verdict.tour is not None
    return Outcome.found(verdict.tour.squares, meter.nodes)


def _promised(problem: Problem, meter: Meter, seed: int) -> Outcome | None:
    """A tour that a theorem promises; None where none does, or where it is not found in a few walks."""
    board = problem.board
    if board is None:
        return None
    ends: dict[str, Any] = {"start": problem.start, "end": problem.end}
    known = theorem_for(board, leaper=problem.leaper, closed=problem.closed, **ends)
    large = problem.size >= CONSTRUCTED_FROM
    if not large and (known is None or not known[1]):
        return None
    from solvers.solving import attempt

    if large and not get_solver("construct").refusal(problem):
        result = attempt(problem, meter, "construct")
        if result.tour is not None:
            return Outcome.found(result.tour.array(), meter.nodes)
    result = attempt(problem, meter, "warnsdorff-repair", seed=seed, walks=6)
    return None if result.tour is None else Outcome.found(result.tour.squares, meter.nodes)
