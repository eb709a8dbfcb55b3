"""Evidence for an answer: a tour, an obstruction, a completed search or a theorem. Conversion of evidence to and from JSON.

The functions of this module do not check evidence that they convert from JSON. The module `solvers.core.result` checks it: it
verifies each tour, and checks each obstruction and theorem from scratch. Only the statement that a search was completed is
trusted, because checking it would require repeating the search.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, TypeAlias

from graphs.obstructions import KINDS, Obstruction
from graphs.theorems import Theorem
from graphs.tour import Tour


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

    Parameters
    ----------
    value : object
        The evidence or the part of it.

    Returns
    -------
    object
        The value. A tuple becomes a list, a frozenset becomes `{"set": [...]}`, and an instance of a dataclass becomes
        `{"name of class": {"name of field": ...}}`. Any other object is unchanged.

    See Also
    --------
    unpack : The inverse.
    """
    if isinstance(value, frozenset):
        return {"set": sorted(map(pack, value), key=repr)}
    if is_dataclass(value):
        compared = (field.name for field in fields(value) if field.compare)  # not `subject`, which selects nouns
        return {type(value).__name__: {name: pack(getattr(value, name)) for name in compared}}
    return list(map(pack, value)) if isinstance(value, tuple) else value


def unpack(value: Any) -> Any:
    """Convert a value from a JSON document, made by `pack`, back to evidence or a part of it.

    Parameters
    ----------
    value : object
        A value that `pack` returned. For any other value, any exception may be raised.

    Returns
    -------
    object
        The evidence or the part of it, unchecked.

    See Also
    --------
    pack : The inverse.
    """
    if isinstance(value, list):
        return tuple(map(unpack, value))
    if not isinstance(value, dict):
        return value
    ((kind, parts),) = value.items()
    if kind == "set":
        return frozenset(map(unpack, parts))
    return _CLASSES[kind](**{name: unpack(part) for name, part in parts.items()})
