"""The class `Result`: the answer to one problem, with evidence for the answer and with figures of the run.

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
from graphs.formats.texts import reading_json
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.obstructions import Obstruction
from graphs.text import WORDS, plural
from graphs.theorems import Theorem
from graphs.tour import Tour
from solvers.core.errors import NoTour, SolverError
from solvers.core.outcome import ANSWERS, Evidence, RotatedTour, SearchProof, Status, pack, unpack
from solvers.core.problem import Problem, Subject

LIMITS = ("time limit", "node limit", "memory limit", "cancelled")
"""The possible values of `Result.limit` if a limit stopped the solver. If none did, `Result.limit` is an empty string."""


class NotABool:
    """Base class of answers. Using an answer as a bool raises `WrongType`, because the answer may be unknown."""

    def __bool__(self) -> bool:
        name = type(self).__name__
        raise WrongType(f"a {name} is not a bool, because it may be unknown: compare `exists` with True, False or None", self)


@dataclass(frozen=True, repr=False)
class Result(NotABool):
    """The answer to one problem, with evidence for the answer.

    A result cannot be used as a bool, because the answer may be unknown. Use the property `exists`.

    Attributes
    ----------
    status : Status
        FOUND, IMPOSSIBLE or UNKNOWN.
    evidence : Tour, RotatedTour, Obstruction, SearchProof, Theorem or None
        If FOUND, a verified tour. If IMPOSSIBLE, an obstruction, a theorem, or the completed search of an exact solver. If
        UNKNOWN, the evidence is None. But if the board is too large to search, it can be a theorem that states that a tour
        exists.
    reason : str
        The reason why there is no tour, or why the solver stopped. If a tour was found, `solve` leaves the reason empty, and
        `decide` names the solver in it.
    theorem : Theorem or None
        A published theorem that gives the same answer, or None if no theorem is known.
    nodes : int
        The number of search nodes. Some solvers report another measure of work. For example, CP-SAT reports its conflicts.
    seconds : float
        The time that the solver took, in seconds, by the clock of the budget. It includes the building of graphs and models,
        but neither the loading of code nor the verification. It is ignored by `==`.
    solver : str
        The name of the solver.
    options : mapping of str to object
        The options with which the solver was called.
    limit : str
        The limit that stopped the solver: `"time limit"`, `"node limit"`, `"memory limit"`, `"cancelled"`, or an empty string
        if no limit stopped it.
    problem : Problem or None
        The problem that the result answers, used to draw the result. None if the problem is not about a board, or if `mapped`
        or `reversed` returned the result. It is ignored by `==`.
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
        object.__setattr__(self, "options", freeze(self.options))

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
        """Return the tour. Unlike the property `tour`, this method never returns None.

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
        """Return the answer and its evidence as a dictionary for a JSON document.

        Returns
        -------
        dict
            The keys are `exists`, `reason`, `solver` and `nodes`. With a tour, the key `tour` gives its squares. Otherwise, the
            key `witness` gives the evidence, as `solvers.core.outcome.pack` returns it. If the evidence is a `RotatedTour`,
            the key `closed_from` gives the first square of its closed tour. If the problem is not on a board, its
            vertices are stored unchanged, whether or not JSON supports them.
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
            A JSON object. It has the keys that `document` describes, and also `status`, `options`, `seconds` and `limit`. The
            key `tour` is null if there is no tour.

        Raises
        ------
        TypeError
            If JSON does not support the type of an option or of a vertex.
        """
        run = {"status": self.status.value, "options": dict(self.options), "seconds": self.seconds, "limit": self.limit}
        return json.dumps(run | {"tour": None} | self.document())

    @classmethod
    def from_json(cls, text: str, problem: Subject) -> Result:
        """Return a result from its JSON text, and check its tour, obstruction or theorem.

        The statement that an exact solver completed its search is trusted, because checking it would require repeating
        the search.

        Parameters
        ----------
        text : str
            The JSON text from `to_json` or `solve.py --json`.
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
        >>> from solvers import decide, solve
        >>> problem = Problem(Board(4, 7), start=(1, 0))
        >>> [Result.from_json(result.to_json(), problem) == result for result in (decide(problem), solve(problem))]
        [True, True]
        """
        with reading_json(text, "the text is not a valid result of the problem") as document:
            return cls.from_document(document, Problem.of(problem))

    @classmethod
    def from_document(cls, document: Mapping[str, Any], problem: Problem) -> Result:
        """Return a result from its parsed JSON text, and check it as `from_json` does.

        Parameters
        ----------
        document : mapping
            The dictionary that `document` returns, or the parsed text of `to_json`. Any other value may raise any exception.
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
        if evidence is None and stated == Status.IMPOSSIBLE.value:
            evidence = SearchProof(document["solver"], f"{document['solver']}: {document['reason']}", document["nodes"])
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
            raise FormatError(f"the evidence does not fit the answer or the problem: {evidence}", evidence)
        return result.about(problem)

    def with_theorem(self, problem: Problem) -> Result:
        """Return this result with the attribute `theorem` set to the published theorem that covers the problem.

        Parameters
        ----------
        problem : Problem
            The problem that the result answers.

        Returns
        -------
        Result
            A copy with the attribute `theorem` set. If the answer of this result is unknown and there are more than a million
            squares, the copy has the answer of the theorem, and the theorem as evidence. If the answer is unknown and there are
            fewer squares, or if no theorem covers the problem, this result itself is returned.

        Raises
        ------
        SolverError
            If the answer of this result is known and the theorem gives the opposite answer.
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
        """Return the result for the image of the problem under a symmetry of the graph.

        Parameters
        ----------
        image : callable
            The function that maps each square to its image.

        Returns
        -------
        Result
            The result for the image of the problem. Its attribute `problem` is None.
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
            The result with the tour reversed. Evidence other than a tour is unchanged, because it holds for both problems. The
            attribute `problem` of the result is None.
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
        """Return a copy of the result with the attribute `problem` set.

        Parameters
        ----------
        problem : Problem
            The problem that the result answers.

        Returns
        -------
        Result
            The copy. Its attribute `problem` is a copy of `problem` without the graph, or None if the problem is not about a
            board.
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
        """The question and a one-word answer, such as "Is there an open tour of 3x3? No.", as one line."""
        return f"Is there {self.problem}? {ANSWERS[self.exists].capitalize()}."

    @property
    def sentences(self) -> list[str]:
        """The reason, and a sentence about the published theorem that gives the same answer, if there is one."""
        return [self.reason] + [f"published: {self.theorem}"] * (self.theorem is not None)

    def svg(self, *, chess: bool = False) -> str | None:
        """Return a picture: the tour, or the board with the reason why there is none or why the answer is unknown.

        Parameters
        ----------
        chess : bool, optional
            Whether squares, rows and columns are named as in chess. If False, they are counted from 0 at the top left.

        Returns
        -------
        str or None
            An SVG document. None if the problem is not on a board, and the tour, if any, cannot be drawn.
        """
        from solvers.core.pictures import answer_svg

        if self.problem is None or self.problem.board is None:
            return None if self.tour is None else self.tour._repr_svg_()
        return answer_svg(self.problem, self.tour, self.evidence, self.title, self.sentences, chess=chess)

    def _repr_svg_(self) -> str | None:
        return self.svg() if self.problem is None or self.problem.size <= SHOWN_UP_TO else None


def _check_run(
    evidence: Evidence | None, exists: object, nodes: Any = 0, seconds: Any = 0, solver: Any = "", limit: Any = "", **_: object
) -> None:
    """Check the search nodes, time, solver and limit in a document.

    If one is invalid, or if the evidence is the completed search of a solver that is not exact, this raises `FormatError`.
    """
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
    """Return the evidence in a document, after checking it if it is a tour or an obstruction."""
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


def freeze(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an immutable copy of options in which lists are replaced by tuples."""
    return immutabledict({name: _freeze(value) for name, value in options.items()})


def _freeze(value: Any) -> Any:
    return tuple(map(_freeze, value)) if isinstance(value, list | tuple) else value
