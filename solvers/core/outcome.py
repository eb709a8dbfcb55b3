"""Answers of solvers before they are verified (`Outcome`), and the evidence for answers with its conversion to and from JSON.

Evidence is a tour, an obstruction, a completed search or a theorem. The functions of this module do not check evidence that
they convert from JSON. The module `solvers.core.result` checks it: it verifies each tour, and checks each obstruction and
theorem from scratch. Only the statement that a search was completed is trusted, because checking it would require repeating the
search.
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
    """An open tour that begins at a square of a closed tour and visits all squares in the order of the closed tour.

    Attributes
    ----------
    closed : Tour
        The closed tour.
    start : square
        The first square of the open tour.
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
    """The statement of an exact solver that no tour exists, because the search is complete or the model is infeasible.

    To check the statement, run another exact solver. You can also call `solvers.existence.certificates.certificate`, which
    searches for evidence that an independent program can check.

    Attributes
    ----------
    solver : str
        The name of the solver.
    reason : str
        The name of the solver and the reason that it gave, as one text.
    nodes : int
        The number of search nodes.
    confirmed_by : str or None
        The name of a second exact solver that proved the same by a different method, or None if there is none.
    label : str
        One word for this kind of evidence, as in `Obstruction`.
    meaning : str
        The explanation of the label in a legend, as in `Obstruction`.
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
"""For each class of evidence that the JSON text of a result may contain: its name and the class."""


def pack(value: Any) -> Any:
    """Convert evidence other than a tour, or a part of this evidence, to a value for a JSON document.

    A tuple becomes a list, a frozenset becomes `{"set": [...]}`, and an instance of a dataclass becomes
    `{"name of class": {"name of field": ...}}`. Any other object is unchanged.
    """
    if isinstance(value, frozenset):
        return {"set": sorted(map(pack, value), key=repr)}
    if is_dataclass(value):
        compared = (field.name for field in fields(value) if field.compare)  # not `subject`, which selects nouns
        return {type(value).__name__: {name: pack(getattr(value, name)) for name in compared}}
    return list(map(pack, value)) if isinstance(value, tuple) else value


def unpack(value: Any) -> Any:
    """Convert a value that `pack` returned back to evidence or a part of it, unchecked.

    For any other value, any exception may be raised.
    """
    if isinstance(value, list):
        return tuple(map(unpack, value))
    if not isinstance(value, dict):
        return value
    ((kind, parts),) = value.items()
    if kind == "set":
        return frozenset(map(unpack, parts))
    return _CLASSES[kind](**{name: unpack(part) for name, part in parts.items()})


class Status(Enum):
    """The kind of an answer.

    Attributes
    ----------
    FOUND
        A tour was found. In a `Result`, this tour is verified.
    IMPOSSIBLE
        It is proven that no tour exists.
    UNKNOWN
        The solver stopped without an answer, at a limit or in a dead end.
    """

    FOUND = "found"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Outcome:
    """The unverified answer of a solver, created by `found`, `impossible` or `unknown`.

    Attributes
    ----------
    status : Status
        The kind of the answer.
    squares : sequence of squares, array or None
        The squares of the tour in visiting order, or None if no tour was found.
    nodes : int
        The number of search nodes.
    reason : str
        The reason why there is no tour, or why the solver stopped. It is empty if a tour was found.
    limit : str
        The limit that stopped the solver: `"time limit"`, `"node limit"`, `"memory limit"`, `"cancelled"`, or an empty string
        if no limit stopped it.
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
        squares : sequence of squares, or array of shape (squares, 2)
            The squares of the tour in visiting order.
        nodes : int
            The number of search nodes.

        Returns
        -------
        Outcome
            An outcome with the status FOUND.
        """
        return cls(Status.FOUND, squares, nodes)

    @classmethod
    def impossible(cls, nodes: int, reason: str | Obstruction | Theorem | SearchProof) -> Outcome:
        """Return the outcome of an exact solver that proved that there is no tour.

        Parameters
        ----------
        nodes : int
            The number of search nodes.
        reason : str, Obstruction, Theorem or SearchProof
            The reason why there is no tour: a text, or evidence. For evidence, the attribute `reason` of the outcome is the
            text `str(reason)`.

        Returns
        -------
        Outcome
            An outcome with the status IMPOSSIBLE.
        """
        evidence = None if isinstance(reason, str) else reason
        return cls(Status.IMPOSSIBLE, None, nodes, str(reason), evidence=evidence)

    @classmethod
    def unknown(cls, nodes: int, reason: str, limit: str = "") -> Outcome:
        """Return the outcome of a solver that stopped without a tour and without a proof.

        Parameters
        ----------
        nodes : int
            The number of search nodes.
        reason : str
            The reason why the solver stopped.
        limit : str, optional
            The limit that stopped the solver, as in the attribute `limit`.

        Returns
        -------
        Outcome
            An outcome with the status UNKNOWN.
        """
        return cls(Status.UNKNOWN, None, nodes, reason, limit)


def first_found(tours: Iterable[Sequence[Any]], meter: Meter) -> Outcome:
    """Return the outcome of an exhaustive search for one tour: FOUND, or IMPOSSIBLE if the search yields no tour.

    Only the first tour is read. The meter is that of the search.
    """
    for squares in tours:
        return Outcome.found(squares, meter.nodes)
    return Outcome.impossible(meter.nodes, f"the search is exhausted after {plural(meter.nodes, 'node')}")


ANSWERS = {True: "yes", False: "no", None: "unknown"}
"""Answers as text, by the values of `Result.exists`."""


def outcome_by(finders: Iterable[Finder], problem: Problem, meter: Meter) -> Outcome | None:
    """Return IMPOSSIBLE with an obstruction, or None if no finder finds one, which does not prove that a tour exists.

    The finders are tried in order. If the time limit is exceeded, `BudgetSpent` is raised.
    """
    obstruction = find_obstruction(problem.graph_within(meter), problem, finders, meter.watched)
    return None if obstruction is None else Outcome.impossible(meter.nodes, obstruction)
