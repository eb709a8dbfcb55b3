"""Result: the answer to one problem, with its evidence and the figures of the run."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from immutabledict import immutabledict

from graphs.board import SHOWN_UP_TO
from graphs.errors import FormatError, WrongType, expect
from graphs.formats.shared import reading_json
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.obstructions import Obstruction
from graphs.text import WORDS, plural
from graphs.theorems import Theorem
from graphs.tour import Tour
from solvers.errors import NoTour, SolverError
from solvers.evidence import Evidence, RotatedTour, SearchProof, packed, unpacked
from solvers.outcome import Outcome, Status
from solvers.problem import Problem, Subject

__all__ = ["Result", "frozen"]


@dataclass(frozen=True, repr=False)
class Result:
    """The answer to one problem, with its evidence. A result is not a bool, because it may be unknown: see `exists`.

    Attributes
    ----------
    status : Status
        FOUND, IMPOSSIBLE or UNKNOWN.
    evidence : Tour, RotatedTour, Obstruction, SearchProof, Theorem or None
        If FOUND, a verified tour, open or followed from a square of a closed one. If IMPOSSIBLE, an obstruction, an exact
        solver's proof, or a theorem. If UNKNOWN, None, or a theorem by which a tour exists on a board too large to search.
    reason : str
        Why there is no tour, or why the solver stopped. Empty if `solve` found a tour; `decide` names the solver that found it.
    theorem : Theorem or None
        A published theorem that gives the same answer.
    nodes : int
        The number of search nodes (for CP-SAT, conflicts).
    seconds : float
        Wall time of the solver in seconds, including graph and model building, without verification. Ignored by `==`.
    solver : str
        The name of the solver.
    options : mapping of str to object
        The options of the call.
    limit : str
        The limit that stopped the solver: `"time limit"`, `"node limit"`, `"cancelled"` or empty.
    problem : Problem or None
        The question, if it is about a board, for the picture. Ignored by `==`.
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
        object.__setattr__(self, "options", frozen(self.options))

    @classmethod
    def of(cls, problem: Problem, outcome: Outcome, tour: Tour | None, solver: str, **more: Any) -> Result:
        """Return the result of an outcome whose tour has been verified.

        Parameters
        ----------
        problem : Problem
            The question.
        outcome : Outcome
            The answer of the solver.
        tour : Tour or None
            The verified tour.
        solver : str
            The name of the solver.
        **more : object
            The fields `seconds` and `options` of the result.

        Returns
        -------
        Result
            If the solver gave no evidence for IMPOSSIBLE, the evidence is a `SearchProof`.
        """
        evidence: Evidence | None = tour if tour is not None else outcome.evidence
        if outcome.status is Status.IMPOSSIBLE and evidence is None:
            evidence = SearchProof(solver, f"{solver}: {outcome.reason}", outcome.nodes)
        result = cls(outcome.status, evidence, outcome.reason, None, outcome.nodes, solver=solver, limit=outcome.limit, **more)
        return result.about(problem)

    @property
    def exists(self) -> bool | None:
        """Whether a tour exists: True, False, or None if unknown."""
        by_theorem = True if isinstance(self.evidence, Theorem) else None
        return {Status.FOUND: True, Status.IMPOSSIBLE: False}.get(self.status, by_theorem)

    @property
    def tour(self) -> Tour | None:
        """The verified tour, or None."""
        if isinstance(self.evidence, RotatedTour):
            return self.evidence.tour
        return self.evidence if isinstance(self.evidence, Tour) else None

    def require_tour(self) -> Tour:
        """Return the tour, for code that needs one: unlike `tour`, its type is never None.

        Returns
        -------
        Tour
            The verified tour.

        Raises
        ------
        NoTour
            If there is none.
        """
        if self.tour is None:
            raise NoTour(f"there is no tour: {self!r}", self)
        return self.tour

    def __bool__(self) -> bool:
        raise WrongType("a result is yes, no or unknown, and not a bool: write result.exists is True, or False, or None", self)

    def document(self) -> dict[str, Any]:
        """Return the answer and its evidence as JSON supports them.

        Returns
        -------
        dict
            `exists`, `reason`, `solver`, `nodes`, and either `tour` or `witness`. `closed_from` is the first square of a
            closed tour.

        Raises
        ------
        TypeError
            If JSON does not support a vertex.
        """
        document: dict[str, Any] = {name: getattr(self, name) for name in ("exists", "reason", "solver", "nodes")}
        if self.tour is None:
            return document | {"witness": packed(self.evidence)}
        rotated = {"closed_from": self.evidence.closed[0]} if isinstance(self.evidence, RotatedTour) else {}
        return document | {"tour": self.tour.squares} | rotated

    def to_json(self) -> str:
        """Return the result as JSON text, which `from_json` reads.

        Returns
        -------
        str
            JSON object with the keys of `solve.py --json`, `limit` and `exists`. `witness` is added if there is no tour to
            store, and `closed_from` if the evidence is a `RotatedTour`.

        Raises
        ------
        TypeError
            If JSON does not support an option or a vertex.
        """
        run = {"status": self.status.value, "options": dict(self.options), "seconds": self.seconds, "limit": self.limit}
        return json.dumps(run | {"tour": None} | self.document())

    @classmethod
    def from_json(cls, text: str, problem: Subject) -> Result:
        """Return the result of a problem from its text, after a check of its tour, its obstruction or its theorem.

        An exact solver's statement that there is no tour is believed, because checking it would mean repeating the search.

        Parameters
        ----------
        text : str
            JSON text from `to_json` or `solve.py --json`.
        problem : Problem, Board or networkx.Graph
            The question.

        Returns
        -------
        Result
            The checked result.

        Raises
        ------
        FormatError
            If the text is not a result, or does not hold for this problem.

        Examples
        --------
        >>> from graphs import Board
        >>> from solvers import decide, solve
        >>> problem = Problem(Board(4, 7), start=(1, 0))
        >>> [Result.from_json(result.to_json(), problem) == result for result in (decide(problem), solve(problem))]
        [True, True]
        """
        with reading_json(text, "this is not a result of the problem") as document:
            return cls.from_document(document, Problem.of(problem))

    @classmethod
    def from_document(cls, document: Mapping[str, Any], problem: Problem) -> Result:
        """Return the result of a problem from its document, as `from_json` does.

        Parameters
        ----------
        document : mapping
            From `document` or `to_json`. Any other form may raise any exception.
        problem : Problem
            The question.

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
        if evidence is None and stated == Status.IMPOSSIBLE.value:
            evidence = SearchProof(document["solver"], f"{document['solver']}: {document['reason']}", document["nodes"])
        status = Status.UNKNOWN if evidence is None else Status.IMPOSSIBLE
        if isinstance(evidence, Tour | RotatedTour):
            status = Status.FOUND
        elif isinstance(evidence, Theorem) and exists:
            status = Status.UNKNOWN
        result = cls(status, evidence, expect(str, document["reason"], "text"), **run).with_theorem(problem)
        is_quoted = not isinstance(evidence, Theorem) or result.theorem == evidence
        is_stated = stated in (None, status.value) and exists in (None, result.exists)
        if not (is_quoted and is_stated and repr(result)):  # only numbers can be shown
            raise FormatError(f"the evidence does not fit the answer or the problem: {evidence}", evidence)
        return result.about(problem)

    def with_theorem(self, problem: Problem) -> Result:
        """Return the result with a published theorem that gives the same answer.

        Parameters
        ----------
        problem : Problem
            The question.

        Returns
        -------
        Result
            If a board is too large to search and nothing was found, the theorem alone is the evidence.

        Raises
        ------
        SolverError
            If a theorem gives the opposite answer.
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
        """Map the result by a symmetry of the graph.

        Parameters
        ----------
        image : callable
            Function that maps each square to its image.

        Returns
        -------
        Result
            Result for the mapped problem; its `problem` is None.
        """
        if isinstance(self.evidence, Obstruction):
            mapped = self.evidence.mapped(image)
            return replace(self, evidence=mapped, reason=str(mapped), problem=None)
        return self._with_tour(lambda tour: Tour(map(image, tour), tour.closed, tour.board))

    def reversed(self) -> Result:
        """Return the same result for the reversed problem, with start and end exchanged.

        Returns
        -------
        Result
            An obstruction, a theorem or a search proof is the same for both problems.
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
        """Return a copy of the result with `problem` set.

        Parameters
        ----------
        problem : Problem
            The problem that the result answers.

        Returns
        -------
        Result
            Its `problem` is a copy of `problem` without the graph, or None if the problem is not about a board.
        """
        return replace(self, problem=None if problem.board is None else copy(problem))

    def __repr__(self) -> str:
        shown = [self.status.value + f" ({self.reason})" * bool(self.reason) + f" by {self.solver}" * bool(self.solver)]
        if self.tour is not None:
            shown.append(WORDS["graph" if self.tour.board is None else "board"].some(len(self.tour)))
        elif self.evidence is not None:
            shown.append(type(self.evidence).__name__)
        return f"<Result: {', '.join([*shown, plural(self.nodes, 'node')])}, {self.seconds:.3g} s>"

    def _repr_svg_(self) -> str | None:
        from solvers.existence.pictures import result_svg

        return result_svg(self) if self.problem is None or self.problem.size <= SHOWN_UP_TO else None


def _checked_evidence(document: Mapping[str, Any], problem: Problem) -> Evidence | None:
    """Return the evidence of a document after its tour or its obstruction has been checked."""
    tour, first = document.get("tour"), document.get("closed_from")
    evidence: Any = unpacked(document.get("witness")) if tour is None else problem.verify(tour)
    if first is not None:
        closed = RotatedTour(evidence, unpacked(first)).tour
        return RotatedTour(problem.with_ends(closed=True).verify(closed), evidence[0])
    if isinstance(evidence, Tour | SearchProof | Theorem | None):
        return evidence
    evidence = replace(evidence, subject=problem.subject)
    if not evidence.holds(problem.graph, problem):
        raise FormatError(f"the reason does not hold: {evidence}", evidence)
    obstruction: Obstruction = evidence
    return obstruction


def frozen(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return immutable options, with tuples in place of lists.

    Parameters
    ----------
    options : mapping
        The options of a call.

    Returns
    -------
    mapping
        An immutable copy.
    """
    return immutabledict({name: _frozen(value) for name, value in options.items()})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
