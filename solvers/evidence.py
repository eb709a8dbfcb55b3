"""Evidence: the tour, the obstruction, the completed search or the theorem on which an answer rests, and its form in JSON.

Nothing in a text is taken for granted when it is read. `solvers.result` verifies each tour and checks each obstruction from
scratch. Only a completed search is believed, because checking it would mean repeating it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, TypeAlias

from graphs.obstructions import Obstruction
from graphs.theorems import Theorem
from graphs.tour import Tour

__all__ = ["Evidence", "RotatedTour", "SearchProof", "packed", "unpacked"]


@dataclass(frozen=True)
class RotatedTour:
    """An open tour that starts at a square of a closed tour and follows it.

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
    """The proof that no tour exists by an exact solver alone: its search is complete, or its model is infeasible.

    To check it, run another solver, or call `certificates.certificate`, which searches for evidence that another program can
    check.

    Attributes
    ----------
    solver : str
        The name of the solver.
    reason : str
        The solver's reason, one sentence.
    nodes : int
        The number of search nodes.
    confirmed_by : str or None
        The name of a second exact solver with a different method that found no tour either.
    label, meaning : str
        As in `Obstruction`.
    """

    label: ClassVar[str] = "search"
    meaning: ClassVar[str] = "an exact solver found that there is none"
    solver: str
    reason: str
    nodes: int
    confirmed_by: str | None = None

    def __str__(self) -> str:
        return self.reason + (f", confirmed by {self.confirmed_by}" if self.confirmed_by else "")


Evidence: TypeAlias = Tour | RotatedTour | Obstruction | SearchProof | Theorem

_OBSTRUCTIONS = (each for kind in Obstruction.__subclasses__() for each in (kind, *kind.classes))
_CLASSES: dict[str, Any] = {kind.__name__: kind for kind in (*_OBSTRUCTIONS, SearchProof, Theorem)}
"""Classes that the JSON text of a result may contain, by name."""


def packed(value: Any) -> Any:
    """Return a witness, or a part of one, in the form that JSON supports.

    Parameters
    ----------
    value : object
        Evidence without a tour, or a part of it. A set and an instance of a named class become an object with its name.

    Returns
    -------
    object
        Lists, dictionaries, numbers and texts.
    """
    if isinstance(value, frozenset):
        return {"set": sorted(map(packed, value), key=repr)}
    if is_dataclass(value):
        compared = (field.name for field in fields(value) if field.compare)  # the words of a sentence are those for boards
        return {type(value).__name__: {name: packed(getattr(value, name)) for name in compared}}
    return list(map(packed, value)) if isinstance(value, tuple) else value


def unpacked(value: Any) -> Any:
    """Return the witness from its JSON form; the inverse of `packed`.

    Parameters
    ----------
    value : object
        A value that `packed` returned. Any other value may raise any exception.

    Returns
    -------
    object
        The evidence, unchecked.
    """
    if isinstance(value, list):
        return tuple(map(unpacked, value))
    if not isinstance(value, dict):
        return value
    ((kind, parts),) = value.items()
    if kind == "set":
        return frozenset(map(unpacked, parts))
    return _CLASSES[kind](**{name: unpacked(part) for name, part in parts.items()})
