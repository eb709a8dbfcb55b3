"""The solver that chooses: it climbs the ladder of `solvers.existence.ladder` to a tour, or to a proof that there is none."""

from __future__ import annotations

from dataclasses import replace

from graphs.errors import BoardError
from solvers.budget import Meter
from solvers.existence.ladder import climb
from solvers.existence.steps import Question
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome

__all__ = ["auto"]


@solver(
    "auto",
    summary="chooses: construction, repaired walk, obstructions, exact search, CP-SAT",
    exact=True,
    closed=True,
    fixed_end=True,
    reference="the references of the solvers that it chooses from",
    reads_graph=False,
)
def auto(problem: Problem, meter: Meter, *, seed: int = 0) -> Outcome:
    """Return a tour, or the reason why there is none.

    Parameters
    ----------
    seed : for the random choices of the walks.

    Notes
    -----
    A board of more than a million squares has no graph here. Where `construct` does not take it, the answer is UNKNOWN, or a
    theorem.
    """
    question = Question(problem, meter, seed)
    try:
        answer = climb(question)
    except BoardError as error:  # too large for a graph
        return Outcome.unknown(meter.nodes, str(error))
    if not isinstance(answer, Outcome):
        return Outcome.impossible(meter.nodes, str(answer))
    return replace(answer, nodes=meter.nodes, reason=f"{question.solver}: {answer.reason}" if answer.reason else "")
