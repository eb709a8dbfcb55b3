"""Certificates: a question, its answer and the evidence, in files that `scripts/check_certificate.py` checks by itself.

The evidence is that of the verdict: a tour, or the witness of an obstruction. Where the solver `frontier` has found no tour,
the order of the vertices is enough: the checker goes over them by itself. Where the verdict rests on another solver, an
obstruction is sought for it, and then `frontier` is run. Cost: linear in the size of the graph, but for these searches.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TypeAlias

from graphs.leapers import ordered_neighbours
from graphs.obstructions import FINDERS, Obstruction, find_obstruction
from graphs.obstructions.obstruction import Witness
from graphs.theorems import Theorem
from graphs.tour import as_square, as_squares
from solvers.budget import Meter
from solvers.errors import BudgetSpent, NoCertificate, SolverError, UnsupportedProblem
from solvers.evidence import SearchProof
from solvers.frontier.order import best_order
from solvers.outcome import Status
from solvers.problem import Problem
from solvers.progress import begin_step
from solvers.result import Result
from solvers.solving import attempt, verified

__all__ = ["certificate", "name_of"]

Evidence: TypeAlias = tuple[str, Witness]
CHECKED_STATES = 300_000
"""The most states of the solver `frontier` for which the checker goes over the vertices: that takes it some ten seconds."""
WIDEST = 16
"""Edges across the widest frontier that are tried; beyond, the states are too many."""


def certificate(problem: Problem, verdict: Result, meter: Meter | None = None) -> bytes:
    """Return a certificate, as it stands in its file.

    Parameters
    ----------
    problem : the question.
    verdict : the verdict of `decide` on it.
    meter : the budget for evidence that can be checked, where the verdict rests on a search.

    Raises
    ------
    NoCertificate : the answer is unknown; it rests on a theorem; it rests on a search, and nothing that can be checked is
        found; or a node of the graph cannot be written as JSON.
    SolverError : the verdict rests on a search, and there is a tour.
    BoardError : the board is too large for a graph.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import decide
    >>> problem = Problem.on_board(Board(4, 4))
    >>> json.loads(certificate(problem, decide(problem)))["kind"]
    'cut-set'
    """
    if problem.steps:
        raise NoCertificate("a certificate holds no known steps: leave them out")
    neighbours = ordered_neighbours(problem.graph)
    if verdict.tour is not None:
        kind, witness = "tour", {"tour": verdict.tour.squares}
    else:
        kind, found = _witness(verdict.evidence, problem) or _found_now(problem, verdict, meter or Meter())
        witness = {name: as_square(value) for name, value in found.items()}
    squares, number = as_squares(neighbours), {square: place for place, square in enumerate(neighbours)}
    moves = ((one, number[square]) for one, near in enumerate(neighbours.values()) for square in near)
    document = {
        "kind": kind,
        "answer": verdict.exists,
        "closed": problem.closed,
        "start": as_square(problem.start),
        "end": as_square(problem.end),
        **witness,
        "vertices": squares,
        "edges": [(squares[one], squares[two]) for one, two in moves if one < two],
    }
    try:
        lines = [f"{json.dumps(key)}: {json.dumps(value, allow_nan=False)}" for key, value in document.items()]
    except (TypeError, ValueError) as fault:
        told = f"a node of the graph cannot be written as JSON ({fault}): give it another label, such as a number"
        raise NoCertificate(told) from None
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def name_of(problem: Problem) -> str:
    """Return a name for the files of a question: `closed`, `open`, `start_0_0`, `start_0_0_end_2_1`.

    Examples
    --------
    >>> from graphs import Board
    >>> name_of(Problem.on_board(Board(5, 5), start=(0, 0), end=(2, 1)))
    'start_0_0_end_2_1'
    """
    parts = ["closed"] if problem.closed else []
    for end, square in (("start", problem.start), ("end", problem.end)):
        if square is not None:
            numbers = square if isinstance(square, tuple) else (square,)
            parts += [end, *("".join(filter(str.isalnum, str(number))) for number in numbers)]
    return "_".join(parts) or "open"


def _witness(evidence: object, problem: Problem) -> Evidence | None:
    """Return the kind of the evidence for a no, and its witness; None where the checker does not know the kind."""
    match evidence:
        case Obstruction(certificate=kind) if kind:
            witness = evidence.witness(problem.graph, evidence.reading(problem.graph, problem) or problem)
            return None if witness is None else (kind, witness)
        case SearchProof(solver="frontier", nodes=states) if 0 < states <= CHECKED_STATES:  # without states it has not searched
            return "frontier", {"order": list(best_order(problem, Meter()).vertices)}
        case _:
            return None


def _found_now(problem: Problem, verdict: Result, meter: Meter) -> Evidence:
    """Return evidence that the checker can check, for a no that rests on a search: an obstruction, or an order of the vertices.

    Raises
    ------
    NoCertificate : there is none.
    SolverError : there is a tour.
    """
    if verdict.exists is not False:
        raise NoCertificate("an answer that is unknown has no certificate")
    if isinstance(verdict.evidence, Theorem):
        raise NoCertificate(f"an answer by theorem alone has no certificate: {verdict.evidence}")
    begin_step("looking for a proof that others can check")
    with suppress(BudgetSpent, UnsupportedProblem):
        evidence = _witness(find_obstruction(problem.graph_within(meter), problem, FINDERS, meter.watched), problem)
        if evidence is not None:
            return evidence
        outcome = attempt(problem, meter, "frontier", CHECKED_STATES, presolve=False, widest=WIDEST)
        if outcome.status is Status.FOUND:
            tour = verified("frontier", problem, outcome.squares)
            raise SolverError(f"{problem}: a solver says that there is no tour, but frontier found {tour}", (problem, tour))
        evidence = _witness(SearchProof("frontier", "", outcome.nodes), problem)
        if outcome.status is Status.IMPOSSIBLE and evidence is not None:
            return evidence
    raise NoCertificate(
        "this no rests on a search, and no reason that can be checked was found: with the clauses of `solve.py … --cnf FILE`, "
        "a SAT solver writes a proof"
    )
