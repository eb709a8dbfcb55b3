"""The class `Result`: the answer to one problem, with its evidence.

The *figures* of a run are its number of search nodes, its time, and the limit that stopped it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from immutabledict import immutabledict

from graphs.board import SHOWN_UP_TO
from graphs.errors import FormatError, WrongType, expect
from graphs.formats.reading_texts import reading_json
from graphs.leapers import KNIGHT, MAX_GRAPH_SQUARES, leaper_noun
from graphs.obstructions import Obstruction
from graphs.text import WORDS, plural
from graphs.theorems import Theorem
from graphs.tour import Tour
from solvers.core.errors import NoTour, SolverError
from solvers.core.outcome import ANSWERS, Evidence, RotatedTour, SearchProof, Status, pack, unpack
from solvers.core.problem import Problem, Subject

LIMITS = ("time limit", "node limit", "memory limit", "cancelled")
"""Limits that can stop a solver, as in `Result.limit`."""


class NotABool:
    """Base class of answers that may be unknown, so not bools."""

    def __bool__(self) -> bool:
        name = type(self).__name__
        raise WrongType(f"a {name} is not a bool, because it may be unknown: compare `exists` with True, False or None", self)


@dataclass(frozen=True, repr=False)
class Result(NotABool):
    """The answer to one problem, with evidence.

    A result cannot be used as a bool, because the answer may be unknown. Use the property `exists`.

    Attributes
    ----------
    status : Status
        FOUND, IMPOSSIBLE or UNKNOWN.
    evidence : Tour, RotatedTour, Obstruction, SearchProof, Theorem or None
        A verified tour, or a reason why none exists. On boards too large to search, also a theorem that one exists.
    reason : str
        Why there is no tour, or why the solver stopped.
    theorem : Theorem or None
        A published theorem with the same answer, if any.
    nodes : int
        Number of search nodes, or of other units of work, such as conflicts of CP-SAT.
    seconds : float
        Time of the solver by the clock of the budget, ignored by `==`.
    solver : str
        Name of the solver.
    options : mapping of str to object
        Options of the solver.
    limit : str
        The limit that stopped the solver, as in `BudgetSpent`, or an empty string.
    problem : Problem or None
        The problem, for pictures, if it is on a board. Ignored by `==`.
    """

    status: Status
    evidence: Evidence | None = None
    reason: str = ""
    theorem: Theorem | None = None
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)
    solver: str = ""
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    limit: str = ""
    problem: Problem | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", freeze_result_options(self.options))

    @property
    def exists(self) -> bool | None:
        """Whether a tour exists: True, False, or None if unknown."""
        by_theorem = True if isinstance(self.evidence, Theorem) else None
        return {Status.FOUND: True, Status.IMPOSSIBLE: False}.get(self.status, by_theorem)

    @property
    def tour(self) -> Tour | None:
        """The verified tour, or None if the result has no tour."""
        if isinstance(self.evidence, RotatedTour):
            return self.evidence.tour
        return self.evidence if isinstance(self.evidence, Tour) else None

    def require_tour(self) -> Tour:
        """Return the tour, or raise NoTour if the result has none.

        Returns
        -------
        Tour
            The verified tour.

        Raises
        ------
        NoTour
            If the result has no tour.
        """
        if self.tour is None:
            raise NoTour(f"the result has no tour: {self!r}", self)
        return self.tour

    def document(self) -> dict[str, Any]:
        """Return the answer and its evidence as a dictionary.

        Returns
        -------
        dict
            Keys `exists`, `reason`, `solver`, `nodes`, and `tour` (for a rotated tour, also `closed_from`) or `witness`.
        """
        document: dict[str, Any] = {name: getattr(self, name) for name in ("exists", "reason", "solver", "nodes")}
        if self.tour is None:
            return document | {"witness": pack(self.evidence)}
        rotated = {"closed_from": self.evidence.closed[0]} if isinstance(self.evidence, RotatedTour) else {}
        return document | {"tour": self.tour.squares} | rotated

    def to_json(self) -> str:
        """Return the result as JSON text, which `from_json` reads.

        Returns
        -------
        str
            An object with the keys of `document`, and `status`, `options`, `seconds` and `limit`.

        Raises
        ------
        TypeError
            If JSON does not support the type of an option or of a vertex.
        """
        run = {"status": self.status.value, "options": dict(self.options), "seconds": self.seconds, "limit": self.limit}
        return json.dumps(run | {"tour": None} | self.document())

    @classmethod
    def from_json(cls, text: str, problem: Subject) -> Result:
        """Read a result from JSON text, and check its evidence.

        A completed search that the text names as evidence is trusted, because checking it would require repeating it.

        Parameters
        ----------
        text : str
            The JSON text from `to_json`. That of `solve.py --json` is also read, unless it reports that there is no tour,
            because it contains no evidence for this answer.
        problem : Problem, Board, str or networkx.Graph
            The problem that the result answers.

        Returns
        -------
        Result
            The checked result.

        Raises
        ------
        FormatError
            If the text is not a result, or if its evidence does not hold for this problem.

        Examples
        --------
        >>> from graphs import Board
        >>> from solvers import solve
        >>> problem = Problem(Board(4, 7), start=(1, 0))
        >>> result = solve(problem)
        >>> Result.from_json(result.to_json(), problem) == result
        True
        """
        with reading_json(text, "the text is not a valid result of the problem") as document:
            return cls.from_document(document, Problem.of(problem))

    @classmethod
    def from_document(cls, document: Mapping[str, Any], problem: Problem) -> Result:
        """Read a result from parsed JSON, and check its evidence.

        Parameters
        ----------
        document : mapping
            The value of `document`, or of parsed JSON text. Any other value may raise any exception.
        problem : Problem
            The problem that the result answers.

        Returns
        -------
        Result
            The checked result.

        Raises
        ------
        FormatError, InvalidTour, SolverError
            If the evidence does not hold for this problem.
        """
        evidence, exists, stated = _checked_evidence(document, problem), document.get("exists"), document.get("status")
        run = {name: document[name] for name in ("nodes", "seconds", "solver", "options", "limit") if name in document}
        _check_run(evidence, exists, **run)
        status = Status.UNKNOWN if evidence is None else Status.IMPOSSIBLE
        if isinstance(evidence, Tour | RotatedTour):
            status = Status.FOUND
        elif isinstance(evidence, Theorem) and exists:
            status = Status.UNKNOWN
        result = cls(status, evidence, expect(str, document["reason"], "text"), **run)
        result = result if result.exists is None else result.with_theorem(problem)
        is_quoted = not isinstance(evidence, Theorem) or result.theorem == evidence
        is_stated = stated in (None, status.value) and exists in (None, result.exists)
        if not (is_quoted and is_stated):
            raise FormatError(f"the evidence does not fit the answer or the problem: {evidence or 'none'}", evidence)
        return result.about(problem)

    def with_theorem(self, problem: Problem) -> Result:
        """Return a copy with the published theorem that covers the problem.

        Parameters
        ----------
        problem : Problem
            The problem that the result answers.

        Returns
        -------
        Result
            A copy with `theorem`. An unknown answer for more than a million squares becomes the theorem's answer.

        Raises
        ------
        SolverError
            If the theorem gives the opposite answer.
        """
        theorem, expected = problem.theorem or (None, None)
        if theorem is None or (self.exists is None and problem.size <= MAX_GRAPH_SQUARES):
            return self
        if self.exists is None:
            status = Status.UNKNOWN if expected else Status.IMPOSSIBLE
            reason = f"by theorem alone, because {self.reason}: {theorem.statement}"
            return replace(self, status=status, evidence=theorem, reason=reason, theorem=theorem)
        if self.exists != expected:
            raise SolverError(f"{problem}: {self.reason}; but {theorem}", (problem, self.evidence, theorem))
        return replace(self, theorem=theorem)

    def mapped(self, image: Callable[[Any], Any]) -> Result:
        """Return a copy with all squares mapped by a symmetry of the board.

        Parameters
        ----------
        image : callable
            Function that maps each square to its image.

        Returns
        -------
        Result
            The result, without `problem`.
        """
        if isinstance(self.evidence, Obstruction):
            mapped = self.evidence.mapped(image)
            return replace(self, evidence=mapped, reason=str(mapped), problem=None)
        return self._with_tour(lambda tour: Tour(map(image, tour), tour.closed, tour.board))

    def reversed(self) -> Result:
        """Return the result for the problem with start and end exchanged.

        Returns
        -------
        Result
            The result with the tour reversed, without `problem`.
        """
        return self._with_tour(lambda tour: Tour(tour.squares[::-1], tour.closed, tour.board))

    def _with_tour(self, changed: Callable[[Tour], Tour]) -> Result:
        evidence = self.evidence
        if isinstance(evidence, RotatedTour):
            evidence = RotatedTour(changed(evidence.closed), changed(evidence.tour)[0])
        elif isinstance(evidence, Tour):
            evidence = changed(evidence)
        return replace(self, evidence=evidence, problem=None)

    def about(self, problem: Problem) -> Result:
        """Return a copy that stores the problem.

        Parameters
        ----------
        problem : Problem
            The problem that the result answers.

        Returns
        -------
        Result
            The copy. Its `problem` is None unless the problem is on a board.
        """
        return replace(self, problem=None if problem.board is None else copy(problem))

    def __repr__(self) -> str:
        parts = [self.status.value + f" ({self.reason})" * bool(self.reason) + f" by {self.solver}" * bool(self.solver)]
        if self.tour is not None:
            parts.append(WORDS["graph" if self.tour.board is None else "board"].some(len(self.tour)))
        elif self.evidence is not None:
            parts.append(type(self.evidence).__name__)
        return f"<Result: {', '.join([*parts, plural(self.nodes, 'node')])}, {self.seconds:.3g} s>"

    @property
    def title(self) -> str:
        """Question and answer, e.g. "Is there an open tour of 3x3? No."."""
        leaper = KNIGHT if self.problem is None else self.problem.leaper
        by = f" for the {leaper_noun(leaper)}" * (leaper != KNIGHT)
        return f"Is there {self.problem}{by}? {ANSWERS[self.exists].capitalize()}."

    @property
    def sentences(self) -> list[str]:
        """The reason for the answer, and a published theorem if one applies."""
        return [self.reason] + [f"published: {self.theorem}"] * (self.theorem is not None)

    def svg(self, *, chess: bool = False) -> str | None:
        """Return a picture of the tour, or of the board with the reason.

        Parameters
        ----------
        chess : bool, optional
            Whether squares are named as in chess. If False, they are counted from 0 at the top left.

        Returns
        -------
        str or None
            An SVG document, or None if there is nothing to draw.
        """
        from solvers.core.pictures import answer_picture

        if self.problem is None or self.problem.board is None:
            return None if self.tour is None else self.tour._repr_svg_()
        return answer_picture(self.problem, self.tour, self.evidence, self.title, self.sentences, chess=chess)

    def _repr_svg_(self) -> str | None:
        return self.svg() if self.problem is None or self.problem.size <= SHOWN_UP_TO else None


def _check_run(
    evidence: Evidence | None, exists: object, nodes: Any = 0, seconds: Any = 0, solver: Any = "", limit: Any = "", **_: object
) -> None:
    """Raise FormatError if a field of a result's JSON document is invalid."""
    from solvers.core.registry import get_solver

    is_number = type(seconds) in (int, float) and 0 <= seconds < inf
    is_limit = limit in ("", *LIMITS)
    if type(nodes) is not int or nodes < 0 or not is_number or type(solver) is not str or not is_limit:
        raise FormatError(
            f"invalid nodes={nodes!r:.40}, seconds={seconds!r:.40}, solver={solver!r:.40} or limit={limit!r:.40}",
            limit,
        )
    if type(exists) not in (bool, type(None)):
        raise FormatError(f"exists={exists!r:.40} must be true, false or null", exists)
    for name in (evidence.solver, evidence.confirmed_by) if isinstance(evidence, SearchProof) else ():
        if name is not None and not get_solver(name).exact:
            raise FormatError(f"solver {name!r} is not exact: it cannot prove that there is no tour", evidence)


def _checked_evidence(document: Mapping[str, Any], problem: Problem) -> Evidence | None:
    """Check and return the evidence in a result's JSON document."""
    tour, first = document.get("tour"), document.get("closed_from")
    evidence: Any = unpack(document.get("witness")) if tour is None else problem.verify(tour)
    if first is not None:
        closed = RotatedTour(evidence, unpack(first)).tour
        return RotatedTour(problem.with_ends(closed=True).verify(closed), evidence[0])
    if isinstance(evidence, Tour | SearchProof | Theorem | None):
        return evidence
    evidence = replace(evidence, subject=problem.subject)
    if not evidence.holds(problem.graph, problem):
        raise FormatError(f"the obstruction does not hold for this problem: {evidence}", evidence)
    obstruction: Obstruction = evidence
    return obstruction


def freeze_result_options(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return solver options as an immutable mapping of immutable values."""
    return immutabledict({name: _freeze(value) for name, value in options.items()})


def _freeze(value: Any) -> Any:
    return tuple(map(_freeze, value)) if isinstance(value, list | tuple) else value
