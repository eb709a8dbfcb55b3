"""The classes `Status`, the kind of an answer, and `Outcome`, the unverified answer of a solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from graphs.obstructions.obstruction import Obstruction
from graphs.text import plural
from graphs.theorems import Theorem
from solvers.core.evidence import SearchProof
from solvers.core.meter import Meter

if TYPE_CHECKING:
    import numpy.typing as npt


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
    """

    status: Status
    squares: Any = None
    nodes: int = 0
    reason: str = ""
    limit: str = ""
    evidence: Obstruction | Theorem | SearchProof | None = None

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
    """Return the outcome of an exhaustive search for one tour.

    Parameters
    ----------
    tours : iterable of sequences of squares
        The search: an iterable that yields each tour when it is found. Only the first tour is read.
    meter : Meter
        The meter of the search.

    Returns
    -------
    Outcome
        FOUND with the first tour, or IMPOSSIBLE if the search is completed and has found no tour.
    """
    for squares in tours:
        return Outcome.found(squares, meter.nodes)
    return Outcome.impossible(meter.nodes, f"the search is exhausted after {plural(meter.nodes, 'node')}")


ANSWERS = {True: "yes", False: "no", None: "unknown"}
"""Answers as text, by the values of `Result.exists`."""
