"""Make certificates: files with a question, its answer and evidence that another program can check.

The script `scripts/check_certificate.py` checks them independently of this package. The evidence depends on the result:

- For a tour, it is the tour itself.
- For an obstruction, it is the witness: the data that prove the obstruction, such as a set of squares.
- For a search by the solver `frontier`, it is an order of the vertices. This is enough, because the checker repeats the search
  in this order.
- For a search by another solver, there is no evidence, because the checker cannot repeat this search. So `certificate` searches
  for an obstruction and, if it finds none, runs `frontier`.

Without such an additional search, making a certificate takes time linear in the size of the graph.

The certificate of a theorem about many boards contains its claims, and the evidence for all of them. The classes `Theorem` and
`TheoremBoard` in `scripts/checker` explain its format and the proofs.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, ClassVar, TypeAlias

from graphs.board import Board, Square
from graphs.errors import BoardError
from graphs.leapers import Leaper, leaper_moves, ordered_neighbours
from graphs.obstructions import FINDERS, Obstruction, find_obstruction
from graphs.obstructions.obstruction import Witness
from graphs.theorems import Theorem
from graphs.tour import as_square, as_tour_squares
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, NoCertificate, SolverError, UnsupportedProblem
from solvers.core.outcome import SearchProof, Status
from solvers.core.problem import Problem
from solvers.core.progress import begin_step
from solvers.core.result import NotABool, Result
from solvers.methods.frontier.order import best_order
from solvers.pages.explorer import explorer_moves_text
from solvers.solving.solve import attempt, verified

Evidence: TypeAlias = tuple[str, Witness]
Sides: TypeAlias = tuple[int, int]
Case: TypeAlias = tuple[Square, ...]
"""The special squares of a question: none, the two ends of an open tour, or the square that a closed tour leaves out."""
Claim: TypeAlias = tuple[bool | str | None, int | None, int, int]
"""A claim of a certificate: (answer, rows, least number of columns, step between numbers of columns). If `rows` is None, both
sides of the boards are at least the given number."""
WalkText: TypeAlias = tuple[int, str, str]
"""A tour in a certificate: the number of its first square, its moves, and its rotations. A digit is an index in
`leaper_moves(leaper)`."""
CHECKED_STATES = 300_000
"""Maximum number of search nodes that a certificate checker repeats: the work of about ten seconds."""
# With more, it takes too long.
WIDEST = 16
"""Maximum number of vertices in a frontier for which `frontier` searches for evidence."""


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
    """Return the kind and data of evidence that a problem has no tour."""
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
    """Search for checkable evidence that a problem has no tour, or raise `NoCertificate`."""
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


class ProvenTheorem(NotABool):
    """Base class of theorems about many boards that have certificates."""

    case: ClassVar[str] = "tour"
    """What the theorem is about: "tour", "ends" or "hole"."""
    leaper: Leaper
    closed: bool

    @property
    def obstacle(self) -> str:
        """The reason why there is no certificate, or an empty text."""
        return ""

    @property
    def decided(self) -> dict[Problem, Result]:
        """The results for single boards, by problem."""
        return {}

    @property
    def tours(self) -> dict[Sides, list[WalkText]]:
        """Tours of single boards, by rows and columns."""
        return {}

    @property
    @abstractmethod
    def regions(self) -> list[dict[str, Any]]:
        """The proofs about infinitely many boards, in the format of certificates."""

    @abstractmethod
    def _claims(self, unproven: Collection[Problem]) -> list[Claim]:
        """Return the claims that do not need answers to `unproven` problems, or raise `NoCertificate`."""

    def certificate(
        self, budget: Budget | None = None, missing: Callable[[Problem, Exception], None] = lambda *_: None
    ) -> dict[str, Any]:
        """Return the certificate of the theorem as a JSON document, or raise `NoCertificate`.

        The program `scripts/check_certificate.py` checks it. Each search for checkable evidence has the full `budget`.
        `missing` is called with each problem for which none is found, and the error. The certificate then claims less.
        """
        tours, none, unproven = {sides: [*walks] for sides, walks in self.tours.items()}, [], []
        for problem, result in self.decided.items():
            board = problem.require_board()
            sides = board.rows, board.cols
            if result.tour is not None:
                tours.setdefault(sides, []).append(walk_text(result.tour.squares, self.leaper, board.cols))
                continue
            try:
                kind, witness = no_tour_evidence(problem, result, Meter(budget))
                marks = [*board.holes] or [problem.start, problem.end] * (problem.end is not None)
                none.append((*sides, marks, {"kind": kind, **witness}))
            except (NoCertificate, BoardError) as error:
                unproven.append(problem)
                missing(problem, error)
        return {
            "kind": "theorem",
            "case": self.case,
            "leaper": self.leaper,
            "moves": leaper_moves(self.leaper),
            "closed": self.closed,
            "start": getattr(self, "start", None),
            "claims": self._claims(unproven),
            "tours": [(*sides, walks) for sides, walks in tours.items()],
            "none": none,
            "regions": self.regions,
        }


def walk_text(squares: Any, leaper: Leaper, cols: int, turns: Sequence[int] = ()) -> WalkText:
    """Return a tour as text for a certificate, with its rotations.

    >>> from graphs.leapers import leaper_moves
    >>> start, digits, _ = walk_text([(0, 1), (2, 0), (0, -1)], (1, 2), 3)
    >>> start, [leaper_moves((1, 2))[int(digit)] for digit in digits]
    (1, [(2, -1), (-2, -1)])
    """
    number, _, moves = explorer_moves_text(squares, Board(1, cols), leaper).partition(":")
    return int(number), moves, "".join(map(str, turns))
