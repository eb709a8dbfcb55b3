"""Unverified answers of solvers, and their evidence as JSON.

Evidence is a tour, an obstruction, a completed search or a theorem. This module does not check evidence from JSON;
`solvers.core.result` does. Only a completed search is trusted, because checking it would require repeating the search.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from graphs.obstructions import KINDS, Finder, find_obstruction
from graphs.obstructions.obstruction import Obstruction
from graphs.text import plural
from graphs.theorems import Theorem
from graphs.tour import Tour
from solvers.core.budget import Meter
from solvers.core.problem import Problem

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True)
class RotatedTour:
    """An open tour made from a closed one by choosing another start.

    `closed` is the closed tour, and `start` the first square of the open tour.
    """

    closed: Tour
    start: Hashable

    @property
    def tour(self) -> Tour:
        """The open tour."""
        first = self.closed.squares.index(self.start)
        return Tour(self.closed.squares[first:] + self.closed.squares[:first], board=self.closed.board)


@dataclass(frozen=True)
class SearchProof:
    """Evidence that no tour exists: the completed search of an exact solver.

    To check it, run another exact solver, or use `solvers.existence.certificates.certificate`.

    Attributes
    ----------
    solver, reason : str
        Name of the solver, and a text that contains the name and its reason.
    nodes : int
        Number of search nodes.
    confirmed_by : str or None
        Name of a second exact solver that proved the same.
    """

    label: ClassVar[str] = "search"
    meaning: ClassVar[str] = "an exact solver proved that no tour exists"
    solver: str
    reason: str
    nodes: int
    confirmed_by: str | None = None

    def __str__(self) -> str:
        return self.reason + (f", confirmed by {self.confirmed_by}" if self.confirmed_by else "")


Evidence: TypeAlias = Tour | RotatedTour | Obstruction | SearchProof | Theorem


_OBSTRUCTIONS = (each for kind in KINDS for each in (kind, *kind.classes))


_CLASSES: dict[str, Any] = {kind.__name__: kind for kind in (*_OBSTRUCTIONS, SearchProof, Theorem)}
"""Classes of evidence in JSON, by name."""


def pack(value: Any) -> Any:
    """Convert evidence, except tours, to a JSON value.

    A frozenset becomes `{"set": [...]}`, and a dataclass `{"name of class": {"name of field": ...}}`.
    """
    if isinstance(value, frozenset):
        return {"set": sorted(map(pack, value), key=repr)}
    if is_dataclass(value):
        compared = (field.name for field in fields(value) if field.compare)  # not `subject`, which selects nouns
        return {type(value).__name__: {name: pack(getattr(value, name)) for name in compared}}
    return list(map(pack, value)) if isinstance(value, tuple) else value


def unpack(value: Any) -> Any:
    """Convert a JSON value of `pack` to unchecked evidence."""
    if isinstance(value, list):
        return tuple(map(unpack, value))
    if not isinstance(value, dict):
        return value
    ((kind, parts),) = value.items()
    if kind == "set":
        return frozenset(map(unpack, parts))
    return _CLASSES[kind](**{name: unpack(part) for name, part in parts.items()})


class Status(Enum):
    """The kind of an answer: `FOUND`, `IMPOSSIBLE` or `UNKNOWN`.

    Attributes
    ----------
    FOUND
        A tour was found. In a `Result`, it is verified.
    IMPOSSIBLE
        It is proven that no tour exists.
    UNKNOWN
        The solver stopped at a limit or in a dead end.
    """

    FOUND = "found"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Outcome:
    """The unverified answer of a solver.

    Attributes
    ----------
    status : Status
        The kind of the answer.
    squares : sequence of squares, array or None
        The tour, if one was found.
    nodes : int
        Number of search nodes.
    reason : str
        Why there is no tour, or why the solver stopped. Empty if a tour was found.
    limit : str
        The limit that stopped the solver, as in `BudgetSpent`, or an empty string.
    evidence : Obstruction, Theorem, SearchProof or None
        The evidence that no tour exists, or None if the solver gives only a reason.
    solver : str
        The name of the solver that gave the answer, if the solver called others. Otherwise an empty string.
    """

    status: Status
    squares: Any = None
    nodes: int = 0
    reason: str = ""
    limit: str = ""
    evidence: Obstruction | Theorem | SearchProof | None = None
    solver: str = ""

    @classmethod
    def found(cls, squares: Sequence[Any] | npt.NDArray[Any], nodes: int) -> Outcome:
        """Return the outcome of a solver that found a tour.

        Parameters
        ----------
        squares, nodes : sequence of squares or array, int
            The squares of the tour, as a sequence or an array of shape (squares, 2), and the number of search nodes.

        Returns
        -------
        Outcome
            An outcome with the status FOUND.
        """
        return cls(Status.FOUND, squares, nodes)

    @classmethod
    def impossible(cls, nodes: int, reason: str | Obstruction | Theorem | SearchProof) -> Outcome:
        """Return the outcome of a solver that proved that no tour exists.

        Parameters
        ----------
        nodes : int
            Number of search nodes.
        reason : str, Obstruction, Theorem or SearchProof
            The reason, as a text or as evidence.

        Returns
        -------
        Outcome
            An outcome with the status IMPOSSIBLE.
        """
        evidence = None if isinstance(reason, str) else reason
        return cls(Status.IMPOSSIBLE, None, nodes, str(reason), evidence=evidence)

    @classmethod
    def unknown(cls, nodes: int, reason: str, limit: str = "") -> Outcome:
        """Return the outcome of a solver that stopped without an answer.

        Parameters
        ----------
        nodes, reason, limit : int, str, str
            Number of search nodes, why the solver stopped, and the limit that stopped it, if any.

        Returns
        -------
        Outcome
            An outcome with the status UNKNOWN.
        """
        return cls(Status.UNKNOWN, None, nodes, reason, limit)


def outcome_of(tour: Sequence[Any] | None, meter: Meter, reason: str) -> Outcome:
    """Return FOUND with a tour, or IMPOSSIBLE if it is None."""
    return Outcome.impossible(meter.nodes, reason) if tour is None else Outcome.found(tour, meter.nodes)


def outcome_of_first(tours: Iterable[Sequence[Any]], meter: Meter) -> Outcome:
    """Return FOUND with the first tour, or IMPOSSIBLE without tours."""
    return outcome_of(next(iter(tours), None), meter, f"the search is exhausted after {plural(meter.nodes, 'node')}")


ANSWERS = {True: "yes", False: "no", None: "unknown"}
"""Answers as text, by `Result.exists`."""


def outcome_by(finders: Iterable[Finder], problem: Problem, meter: Meter) -> Outcome | None:
    """Return IMPOSSIBLE if a finder finds an obstruction, else None."""
    obstruction = find_obstruction(problem.graph_within(meter), problem, finders, meter.watched)
    return None if obstruction is None else Outcome.impossible(meter.nodes, obstruction)
