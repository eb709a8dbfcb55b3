"""Does a tour exist? The verdict with evidence: `decide` climbs the ladder, checks what it finds, and quotes the theorems.

`ladder.py` says what is tried, in which order, and how a no is explained. A tour is verified here, once. Nothing in the text of
a verdict is taken for granted when it is read: each tour is verified and each obstruction is checked from scratch. Only what
rests on an exact solver's search is taken as it is, for to check it would be to repeat the search.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable
from copy import copy
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, ClassVar, TypeAlias

from graphs.board import SHOWN_UP_TO
from graphs.errors import BoardError, FormatError, WrongType, expect
from graphs.formats.shared import reading_json
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.obstructions import Obstruction
from graphs.theorems import Theorem
from graphs.tour import Tour
from graphs.verify import Steps
from solvers.budget import Budget, Meter
from solvers.errors import BudgetSpent, SolverError, UnsupportedProblem
from solvers.existence.ladder import LADDER, Answer, Question, Step, climb
from solvers.problem import Problem, Subject
from solvers.result import Outcome, Status
from solvers.solving import attempt, verified

__all__ = [
    "WORDS",
    "Evidence",
    "RotatedTour",
    "SearchProof",
    "Verdict",
    "decide",
    "document_of",
    "held_against_theorems",
    "verdict_from",
    "verdict_of",
]

WORDS = {True: "yes", False: "no", None: "unknown"}
"""The answers in words."""


@dataclass(frozen=True)
class RotatedTour:
    """An open tour that starts at a square of a closed tour and follows it."""

    closed: Tour
    start: Hashable

    @property
    def tour(self) -> Tour:
        """The open tour."""
        first = self.closed.squares.index(self.start)
        return Tour(self.closed.squares[first:] + self.closed.squares[:first], board=self.closed.board)


@dataclass(frozen=True)
class SearchProof:
    """A no that rests on an exact solver alone: its search came to the end, or its model is infeasible.

    To check it, run another solver, or `certificates.certificate`, which looks for evidence that another program can check.

    Attributes
    ----------
    solver : the name of the solver.
    reason : the solver's reason, one sentence.
    nodes : the nodes that it placed.
    confirmed_by : the name of a second exact solver that works in another way and found no tour either, or None.
    label, meaning : as in `Obstruction`.
    """

    label: ClassVar[str] = "search"
    meaning: ClassVar[str] = "an exact solver found that there is none"
    solver: str
    reason: str
    nodes: int
    confirmed_by: str | None = None

    def __str__(self) -> str:
        return self.reason + (f", confirmed by {self.confirmed_by}" if self.confirmed_by else "")


_OBSTRUCTIONS = (each for kind in Obstruction.__subclasses__() for each in (kind, *kind.classes))
_CLASSES: dict[str, Any] = {kind.__name__: kind for kind in (*_OBSTRUCTIONS, SearchProof, Theorem)}
"""Classes of the values that the document of a verdict may contain, by name."""

Evidence: TypeAlias = Tour | RotatedTour | Obstruction | SearchProof | Theorem


@dataclass(frozen=True, repr=False)
class Verdict:
    """Whether there is a tour. A verdict is no bool, for it may be unknown: ask for its `exists`.

    Attributes
    ----------
    exists : True, False, or None where the budget ran out before an answer.
    evidence : when True, a verified tour, open or followed from a square of a closed one; when False, an obstruction or an
        exact solver's proof; on boards too large to search, a theorem; when unknown, None.
    reason : the evidence in one sentence.
    theorem : a published theorem that gives the same answer, or None.
    problem : the question, if it is about a board, for the picture; verdicts are compared without it.
    """

    exists: bool | None
    evidence: Evidence | None
    reason: str
    theorem: Theorem | None = None
    problem: Problem | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        evidence = "" if self.evidence is None else f", {type(self.evidence).__name__}"
        return f"<Verdict: {WORDS[self.exists]}{evidence}: {self.reason}>"

    def _repr_svg_(self) -> str | None:
        from solvers.existence.pictures import verdict_svg

        return verdict_svg(self) if self.problem is None or self.problem.size <= SHOWN_UP_TO else None

    def __bool__(self) -> bool:
        raise WrongType("a verdict is yes, no or unknown, and no bool: write verdict.exists is True, or False, or None", self)

    @property
    def tour(self) -> Tour | None:
        """The tour, where the evidence is one."""
        if isinstance(self.evidence, RotatedTour):
            return self.evidence.tour
        return self.evidence if isinstance(self.evidence, Tour) else None

    def to_json(self) -> str:
        """Return the verdict as JSON text, which `from_json` reads.

        Raises
        ------
        TypeError : as of `Tour.to_json`.
        """
        return json.dumps(document_of(self))

    @classmethod
    def from_json(cls, text: str, problem: Subject) -> Verdict:
        """Return the verdict on a problem from its text, after a check of its tour, its obstruction or its theorem.

        An exact solver's word that there is no tour is taken, for to check it would be to search again.

        Raises
        ------
        FormatError : the text is no verdict, or one that does not hold for this problem.

        Examples
        --------
        >>> from graphs import Board
        >>> problem = Problem(Board(4, 7), start=(1, 0))
        >>> Verdict.from_json(decide(problem).to_json(), problem) == decide(problem)
        True
        """
        with reading_json(text, "this is no verdict on the problem") as document:
            return verdict_from(Problem.of(problem), document)

    def mapped(self, image: Callable[[Any], Any]) -> Verdict:
        """Return the same verdict under a symmetry of the graph."""
        if isinstance(self.evidence, Obstruction):
            mapped = self.evidence.mapped(image)
            return replace(self, evidence=mapped, reason=str(mapped), problem=None)
        return self._with_tour(lambda tour: Tour(map(image, tour), tour.closed, tour.board))

    def reversed(self) -> Verdict:
        """Return the same verdict for the problem walked backwards, in which start and end have changed places.

        An obstruction, a theorem or a search says the same about both problems.
        """
        return self._with_tour(lambda tour: Tour(tour.squares[::-1], tour.closed, tour.board))

    def _with_tour(self, changed: Callable[[Tour], Tour]) -> Verdict:
        evidence = self.evidence
        if isinstance(evidence, RotatedTour):
            evidence = RotatedTour(changed(evidence.closed), changed(evidence.tour)[0])
        elif isinstance(evidence, Tour):
            evidence = changed(evidence)
        return replace(self, evidence=evidence, problem=None)

    def about(self, problem: Problem) -> Verdict:
        """Return the same verdict as the answer to this problem, which is kept without its graph if it is about a board."""
        return replace(self, problem=None if problem.board is None else copy(problem))


def decide(
    problem: Subject,
    budget: Budget | None = None,
    *,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    confirm: bool = False,
) -> Verdict:
    """Decide whether a problem has a tour.

    Parameters
    ----------
    problem : a problem; or a board (for the knight) or a networkx graph, with `start`, `end` and `closed` beside it. The
        published theorems are held against every answer about a board.
    budget : for the whole decision; None is no limit.
    start, end, closed, steps : as in `Problem`; only where `problem` is a board or a graph.
    confirm : where an exact solver proves that there is no tour, run a second one that works in another way. Where the
        second does not finish within the budget, the answer is unknown.

    Raises
    ------
    SolverError : two exact solvers, or a solver and a theorem, contradict each other; the sentence quotes both.

    Examples
    --------
    >>> from graphs import Board
    >>> verdict = decide(Board(4, 7), start=(1, 0))
    >>> verdict.exists, type(verdict.evidence).__name__, verdict.theorem.name
    (False, 'HalfSet', '4xn boards, inner rows')
    """
    return verdict_of(Question(Problem.of(problem, start, end, closed, steps), Meter(budget)), confirm=confirm)


def verdict_of(question: Question, ladder: Iterable[Step] = LADDER, *, confirm: bool = False) -> Verdict:
    """Return the verdict on a question, as `decide` does, by the steps of a ladder."""
    expect(bool, confirm, "confirm")
    try:
        verdict = _verdict(question, climb(question, ladder), confirm)
    except (BudgetSpent, BoardError, UnsupportedProblem) as stopped:  # spent, or too large for a graph or for the memory
        verdict = Verdict(None, None, str(stopped))
    return _held(question, verdict).about(question.problem)


def held_against_theorems(problem: Problem, verdict: Verdict) -> Verdict:
    """Return the verdict with a theorem that says the same; a theorem answers alone where a board is too large to search.

    Raises
    ------
    SolverError : a theorem says the contrary.
    """
    return _held(Question(problem, Meter()), verdict).about(problem)


def _held(question: Question, verdict: Verdict) -> Verdict:
    theorem, expected = question.quoted
    if theorem is None or (verdict.exists is None and question.size <= MAX_GRAPH_SQUARES):
        return verdict
    if verdict.exists is None:
        return Verdict(expected, theorem, f"by theorem alone, for {verdict.reason}: {theorem.statement}", theorem)
    if verdict.exists != expected:
        raise SolverError(f"{question.problem}: {verdict.reason}; but {theorem}", (question.problem, verdict.evidence, theorem))
    return replace(verdict, theorem=theorem)


def _verdict(question: Question, answer: Answer, confirm: bool) -> Verdict:
    """Return the verdict that an answer gives, after the one check that it needs."""
    if isinstance(answer, Obstruction):
        return Verdict(False, answer, str(answer))
    if isinstance(answer, Theorem):
        reason = f"by theorem alone, for a board of {question.size:,} squares is too large to search: {answer.statement}"
        return Verdict(False, answer, reason)
    if answer.status is Status.IMPOSSIBLE:
        return _proven(question, answer, confirm)
    if answer.status is Status.UNKNOWN:
        return Verdict(None, None, f"no answer: {answer.reason}")
    tour = verified(question.solver, question.problem, answer.squares)
    return Verdict(True, tour, f"a tour was found by {question.solver}")


def _proven(question: Question, answer: Outcome, confirm: bool) -> Verdict:
    problem, first = question.problem, question.solver
    proof = SearchProof(first, f"{first}: {answer.reason}", answer.nodes)
    if confirm:
        second = "warnsdorff-backtracking" if first == "cp-sat" else "cp-sat"
        outcome = attempt(problem, question.meter, second)
        if outcome.status is Status.FOUND:
            told = f"{first} says {answer.reason}, but {second} found the tour {verified(second, problem, outcome.squares)}"
            raise SolverError(f"{problem}: {told}", (problem, answer, outcome))
        if outcome.status is Status.UNKNOWN:
            return Verdict(None, None, f"{proof}; not confirmed, for {second} {outcome.reason}")
        proof = replace(proof, confirmed_by=second)
    return Verdict(False, proof, str(proof))


def document_of(verdict: Verdict) -> dict[str, Any]:
    """Return the verdict with its evidence, a tour or a witness; `closed_from` is the first square of a closed tour."""
    document: dict[str, Any] = {"exists": verdict.exists, "reason": verdict.reason}
    if verdict.tour is None:
        return document | {"witness": _packed(verdict.evidence)}
    rotated = {"closed_from": verdict.evidence.closed[0]} if isinstance(verdict.evidence, RotatedTour) else {}
    return document | {"tour": verdict.tour.squares} | rotated


def verdict_from(problem: Problem, document: dict[str, Any]) -> Verdict:
    """Return the verdict on a problem from its document, after its tour or its witness is checked.

    Raises
    ------
    FormatError, InvalidTour, SolverError : it is wrong. A document of another form may raise any error.
    """
    reason, exists, tour, first = expect(str, document["reason"], "text"), *map(document.get, ("exists", "tour", "closed_from"))
    evidence: Any = _unpacked(document.get("witness")) if tour is None else problem.verify(tour)
    if first is not None:
        closed = RotatedTour(evidence, _unpacked(first)).tour
        evidence = RotatedTour(problem.with_ends(closed=True).verify(closed), evidence[0])
    elif not isinstance(evidence, Tour | SearchProof | Theorem | None):  # an obstruction, or nothing that holds
        evidence = replace(evidence, subject=problem.subject)
        if not evidence.holds(problem.graph, problem):
            raise FormatError(f"the reason does not hold: {reason}", evidence)
    answer = exists if isinstance(evidence, Theorem) else None if evidence is None else tour is not None
    verdict = held_against_theorems(problem, Verdict(answer, evidence, reason))
    if exists not in (None, answer) or (isinstance(evidence, Theorem) and verdict.theorem != evidence):
        raise FormatError(f"the evidence does not fit the answer or the problem: {evidence}", evidence)
    return verdict


def _packed(value: Any) -> Any:
    """Return a witness, or a part of one, as JSON holds it; a set, and a value of one of our classes, has its name."""
    if isinstance(value, frozenset):
        return {"set": sorted(map(_packed, value), key=repr)}
    if is_dataclass(value):
        kept = (field.name for field in fields(value) if field.compare)  # the words of a sentence are those for boards
        return {type(value).__name__: {name: _packed(getattr(value, name)) for name in kept}}
    return list(map(_packed, value)) if isinstance(value, tuple) else value


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_unpacked, value))
    if not isinstance(value, dict):
        return value
    ((kind, parts),) = value.items()
    if kind == "set":
        return frozenset(map(_unpacked, parts))
    return _CLASSES[kind](**{name: _unpacked(part) for name, part in parts.items()})
