"""Make certificates: files with a question, its answer and evidence, which `scripts/check_certificate.py` checks independently.

The evidence depends on the result:

- For a tour, it is the tour itself.
- For an obstruction, it is the witness: the data that prove the obstruction, such as a set of squares.
- For a search by the solver `frontier`, it is an order of the vertices. This is enough, because the checker repeats the search
  in this order.
- For a search by another solver, there is no evidence, because the checker cannot repeat this search. So `certificate` searches
  for an obstruction and, if it finds none, runs `frontier`.

Without such an additional search, making a certificate takes time linear in the size of the graph.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TypeAlias

from graphs.leapers import ordered_neighbours
from graphs.obstructions import FINDERS, Obstruction, find_obstruction
from graphs.obstructions.obstruction import Witness
from graphs.theorems import Theorem
from graphs.tour import as_square, as_tour_squares
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent, NoCertificate, SolverError, UnsupportedProblem
from solvers.core.outcome import SearchProof, Status
from solvers.core.problem import Problem
from solvers.core.progress import begin_step
from solvers.core.result import Result
from solvers.methods.frontier.order import best_order
from solvers.solving.solve import attempt, verified

Evidence: TypeAlias = tuple[str, Witness]
CHECKED_STATES = 300_000
"""Maximum number of search nodes of a search by `frontier` in a certificate, which the checker repeats in about ten seconds."""
WIDEST = 16
"""Maximum number of vertices in a frontier for which `frontier` is run to find evidence. With more, it takes too long."""


def certificate(problem: Problem, verdict: Result, meter: Meter | None = None) -> bytes:
    """Return the certificate of an answer, as JSON in UTF-8.

    `meter` limits a search for checkable evidence. Raise `NoCertificate` if the problem is not supported, if a vertex cannot be
    written as JSON, or if the answer is unknown, rests on a theorem alone, or has no evidence that the checker can check. Raise
    `SolverError` if `frontier` finds a tour although a search reported that there is none.

    >>> from graphs import Board
    >>> from solvers import decide
    >>> problem = Problem.on_board(Board(4, 4))
    >>> json.loads(certificate(problem, decide(problem)))["kind"]
    'cut-set'
    """
    check_certificate_support(problem)
    neighbours = ordered_neighbours(problem.graph)
    if verdict.tour is not None:
        kind, witness = "tour", {"tour": verdict.tour.squares}
    else:
        kind, witness = no_tour_evidence(problem, verdict, meter or Meter())
    squares, number = as_tour_squares(neighbours), {square: place for place, square in enumerate(neighbours)}
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
        message = f"a vertex of the graph cannot be written as JSON ({fault}): give it another label, such as a number"
        raise NoCertificate(message) from None
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def check_certificate_support(problem: Problem) -> None:
    """Raise `NoCertificate` if certificates do not support the problem."""
    if problem.steps:
        raise NoCertificate("certificates do not support known steps: leave out the certificate or the steps")
    if problem.feature:
        remedy = "make a certificate for the equivalent problem solvers.core.forms.orient(problem)[0]"
        raise NoCertificate(f"certificates do not support {problem.feature}: {remedy}")


def certificate_name(problem: Problem) -> str:
    """Return a file name without extension, such as `start_0_0_end_2_1`."""
    parts = ["closed"] if problem.closed else []
    for end, square in (("start", problem.start), ("end", problem.end)):
        if square is not None:
            numbers = square if isinstance(square, tuple) else (square,)
            parts += [end, *("".join(filter(str.isalnum, str(number))) for number in numbers)]
    return "_".join(parts) or "open"


def no_tour_evidence(problem: Problem, verdict: Result, meter: Meter) -> Evidence:
    """Return the kind and data of evidence for a no-tour answer, as for `certificate`."""
    kind, fields = _witness(verdict.evidence, problem) or _found_now(problem, verdict, meter)
    return kind, {name: as_square(value) for name, value in fields.items()}


def _witness(evidence: object, problem: Problem) -> Evidence | None:
    """Return the kind and data of checkable evidence, or None."""
    match evidence:
        case Obstruction(certificate=kind) if kind:
            witness = evidence.witness(problem.graph, evidence.reading(problem.graph, problem) or problem)
            return None if witness is None else (kind, witness)
        case SearchProof(solver="frontier", nodes=states) if 0 < states <= CHECKED_STATES:  # with 0 states, no search was run
            return "frontier", {"order": list(best_order(problem, Meter()).vertices)}
        case _:
            return None


def _found_now(problem: Problem, verdict: Result, meter: Meter) -> Evidence:
    """Return new checkable evidence for a no-tour answer, or raise `NoCertificate`."""
    if verdict.exists is not False:
        raise NoCertificate("the answer is unknown: only known answers have certificates")
    if isinstance(verdict.evidence, Theorem):
        raise NoCertificate(f"the answer rests on a theorem alone, which the checker cannot check: {verdict.evidence}")
    begin_step("searching for evidence that the checker can check")
    with suppress(BudgetSpent, UnsupportedProblem):
        evidence = _witness(find_obstruction(problem.graph_within(meter), problem, FINDERS, meter.watched), problem)
        if evidence is not None:
            return evidence
        outcome = attempt(problem, meter, "frontier", CHECKED_STATES, presolve=False, widest=WIDEST)
        if outcome.status is Status.FOUND:
            tour = verified("frontier", problem, outcome.squares)
            raise SolverError(f"{problem}: a solver reported that there is no tour, but frontier found {tour}", (problem, tour))
        evidence = _witness(SearchProof("frontier", "", outcome.nodes), problem)
        if outcome.status is Status.IMPOSSIBLE and evidence is not None:
            return evidence
    raise NoCertificate(
        "this no-tour answer rests on a search, and no checkable evidence was found: "
        "write the clauses with `knights-tour solve … --export FILE.cnf`, and let a SAT solver write a proof"
    )
