"""Status, and the Outcome that a solver returns before anyone has verified it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from graphs.obstructions.obstruction import Obstruction
from graphs.text import plural
from graphs.theorems import Theorem
from solvers.budget import Meter
from solvers.evidence import SearchProof

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Outcome", "Status", "first_found"]


class Status(Enum):
    """Answer of a solver.

    Attributes
    ----------
    FOUND
        A tour was found. That of a `Result` is verified.
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
    """Unverified answer of a solver, created by `found`, `impossible` or `unknown`.

    Attributes
    ----------
    status : Status
        The answer.
    squares : sequence of squares, array or None
        Squares of the tour in visiting order, or None if no tour was found.
    nodes : int
        The number of search nodes.
    reason : str
        Why there is no tour, or why the solver stopped.
    limit : str
        The limit that stopped the solver: `"time limit"`, `"node limit"`, `"cancelled"` or empty.
    evidence : Obstruction, Theorem, SearchProof or None
        Object that proves that no tour exists, or None if the solver gives only a reason.
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
            The tour.
        nodes : int
            The number of search nodes.

        Returns
        -------
        Outcome
            The status is FOUND.
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
            Why there is no tour: a sentence, or evidence whose text is the sentence.

        Returns
        -------
        Outcome
            The status is IMPOSSIBLE.
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
            Why the solver stopped.
        limit : str, optional
            The limit that stopped it.

        Returns
        -------
        Outcome
            The status is UNKNOWN.
        """
        return cls(Status.UNKNOWN, None, nodes, reason, limit)


def first_found(tours: Iterable[Sequence[Any]], meter: Meter) -> Outcome:
    """Return the first tour of an exhaustive search as an outcome.

    Parameters
    ----------
    tours : iterable of sequences of squares
        The search.
    meter : Meter
        The search nodes of the search.

    Returns
    -------
    Outcome
        FOUND, or IMPOSSIBLE if the search is complete and yields no tour.
    """
    for squares in tours:
        return Outcome.found(squares, meter.nodes)
    return Outcome.impossible(meter.nodes, f"the search is exhausted after {plural(meter.nodes, 'node')}")
