"""Certificates: a question, its answer and the evidence, in files that `scripts/check_certificate.py` checks by itself.

The evidence is that of the verdict: a tour, or the witness of an obstruction. Where the solver `frontier` has found no tour,
the order of the vertices is enough: the checker goes over them by itself. A verdict that rests on another solver cannot be
checked, so a refutation is sought for it. Cost: linear in the size of the graph, but for a refutation.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.leapers import ordered_neighbours
from graphs.obstructions import (
    FINDERS,
    Colours,
    CutSet,
    DeadEnds,
    DegreeSet,
    Disconnected,
    EndNotAMove,
    HalfSet,
    NoSquares,
    Obstruction,
    TooFewSquares,
    WeightedCuts,
    as_weighted_cuts,
    find_obstruction,
)
from graphs.theorems import Theorem
from graphs.tour import Tour, as_square
from solvers.budget import Meter
from solvers.errors import BudgetSpent, NoCertificate, SolverUnavailable, UnsupportedProblem
from solvers.existence.refutations import refute
from solvers.existence.verdict import RotatedTour, SearchProof, Verdict
from solvers.frontier.order import best_order
from solvers.problem import Problem
from solvers.progress import begin_step
from solvers.registry import get_solver

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["certificate", "name_of"]

Files: TypeAlias = dict[str, bytes]
Witness: TypeAlias = dict[str, Any]
Evidence: TypeAlias = tuple[str, Witness]
KINDS: dict[type[Obstruction], str] = {
    Disconnected: "disconnected",
    Colours: "colours",
    CutSet: "cut-set",
    HalfSet: "half-set",
    DegreeSet: "degree-set",
    DeadEnds: "dead-ends",
    WeightedCuts: "weighted-cuts",
}
"""The kinds whose witness is weights: one argument shows of all of them that there is no tour."""
CHECKED_STATES = 300_000
"""The most states of the solver `frontier` for which the checker goes over the vertices: that takes it some ten seconds."""


def certificate(problem: Problem, verdict: Verdict, name: str = "certificate", meter: Meter | None = None) -> Files:
    """Return the files of a certificate, each under its name; the last one is the certificate itself.

    Parameters
    ----------
    problem : the question.
    verdict : the verdict of `decide` on it.
    name : the name of the files, without an ending.
    meter : the budget for a refutation, where one is needed.

    Returns
    -------
    `NAME.json`; for a refutation also `NAME.cnf` and `NAME.lrat.gz`.

    Raises
    ------
    NoCertificate : the answer is unknown; it rests on a theorem; a refutation is needed and none is found; or a node of the
        graph cannot be written as JSON.
    BoardError : the board is too large for a graph.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import decide
    >>> problem = Problem.on_board(Board(4, 4))
    >>> files = certificate(problem, decide(problem), "open")
    >>> list(files), json.loads(files["open.json"])["kind"]
    (['open.json'], 'cut-set')
    """
    graph = problem.graph
    files: Files = {}
    evidence = _witness(verdict.evidence, problem)
    if evidence is None:
        evidence, files = _found_now(problem, verdict, name, meter or Meter())
    kind, witness = evidence
    document = _question(kind, problem, verdict) | witness | _document(graph)
    lines = (f"{_json(key)}: {_json(value)}" for key, value in document.items())
    return files | {f"{name}.json": ("{\n" + ",\n".join(lines) + "\n}\n").encode()}


def _question(kind: str, problem: Problem, verdict: Verdict) -> Witness:
    ends = {"start": as_square(problem.start), "end": as_square(problem.end)}
    return {"kind": kind, "answer": verdict.exists, "closed": problem.closed, **ends}


def name_of(problem: Problem) -> str:
    """Return a name for the files of a question: `closed`, `open`, `start_0_0`, `start_0_0_end_2_1`.

    Examples
    --------
    >>> from graphs import Board
    >>> name_of(Problem.on_board(Board(5, 5), start=(0, 0), end=(2, 1)))
    'start_0_0_end_2_1'
    """
    parts = ["closed"] if problem.closed else []
    for end in ("start", "end"):
        square = getattr(problem, end)
        if square is not None:
            numbers = square if isinstance(square, tuple) else (square,)
            parts += [end, *("".join(filter(str.isalnum, str(number))) for number in numbers)]
    return "_".join(parts) or "open"


def _witness(evidence: object, problem: Problem) -> Evidence | None:
    """Return the kind of the evidence, and the witness that the checker needs to see; None where it does not know the kind."""
    match evidence:
        case Tour():
            return "tour", {"tour": list(evidence.squares)}
        case RotatedTour():
            return "tour", {"tour": list(evidence.tour.squares)}
        case NoSquares() | TooFewSquares() | EndNotAMove():
            return "trivial", {}
        case Obstruction():
            weighed = as_weighted_cuts(evidence, problem.graph, problem)
            return None if weighed is None else (KINDS[type(evidence)], _weights(weighed, problem))
        case SearchProof(solver="frontier", nodes=states) if 0 < states <= CHECKED_STATES:  # without states it has not searched
            return "frontier", {"order": list(map(as_square, best_order(problem, Meter()).vertices))}
        case _:
            return None


def _weights(weighed: WeightedCuts, problem: Problem) -> Witness:
    """Return the weights in the order of the squares, for that of a set may vary from run to run."""
    number = {square: place for place, square in enumerate(problem.graph)}
    weights = sorted(((square, weight) for square, weight in weighed.weights), key=lambda pair: number[pair[0]])
    cuts = sorted((sorted(map(number.__getitem__, cut)), weight) for cut, weight in weighed.cuts)
    squares = list(map(as_square, number))
    return {
        "weights": [[as_square(square), weight] for square, weight in weights],
        "cuts": [[[squares[place] for place in cut], weight] for cut, weight in cuts],
    }


def _document(graph: nx.Graph[Any]) -> dict[str, Any]:
    """Return the vertices and the edges, in the order in which a refutation numbers them."""
    neighbours = ordered_neighbours(graph)
    number = {square: place for place, square in enumerate(neighbours)}
    moves = ((one, other) for one, near in neighbours.items() for other in near if number[one] < number[other])
    edges = [(as_square(one), as_square(other)) for one, other in moves]
    return {"vertices": list(map(as_square, neighbours)), "edges": edges}


def _json(value: Any) -> str:
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as fault:
        raise NoCertificate(
            f"a node of the graph cannot be written as JSON ({fault}): give it another label, such as a number"
        ) from None


def _found_now(problem: Problem, verdict: Verdict, name: str, meter: Meter) -> tuple[Evidence, Files]:
    """Return evidence that the checker can check, for a no without any: an obstruction, or a refutation and its files."""
    if verdict.exists is not False:
        raise NoCertificate("an answer that is unknown has no certificate")
    if isinstance(verdict.evidence, Theorem):
        raise NoCertificate(f"an answer by theorem alone has no certificate: {verdict.evidence}")
    begin_step("looking for a proof that others can check")
    try:
        evidence = _obstruction(problem, meter)
        if evidence is not None:
            return evidence, {}
        get_solver("sat").check_installed()
        refutation = refute(problem, meter)
    except (BudgetSpent, SolverUnavailable, UnsupportedProblem) as obstacle:
        raise NoCertificate(f"no refutation was found: {obstacle}") from obstacle
    witness = {"cuts": [[as_square(square) for square in cut] for cut in refutation.cuts], "proof": f"{name}.lrat.gz"}
    return ("refutation", witness), {f"{name}.cnf": refutation.cnf, f"{name}.lrat.gz": refutation.lrat}


def _obstruction(problem: Problem, meter: Meter) -> Evidence | None:
    """Return the first obstruction of a kind that the checker can check; None where none is found."""
    graph = problem.graph_within(meter)
    for finder in FINDERS:
        evidence = _witness(find_obstruction(graph, problem, [finder], meter.watched), problem)
        if evidence is not None:
            return evidence
    return None
