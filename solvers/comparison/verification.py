"""Verify the tours of a store again, with the independent checker, at any later time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solvers.comparison.store import KeptTour, Store

__all__ = ["VerifiedTour", "verify_tours"]


@dataclass(frozen=True)
class VerifiedTour:
    """A kept tour and what is wrong with it; `fault` is empty if it is a tour of its problem."""

    kept: KeptTour
    fault: str


def verify_tours(store: Store) -> Iterator[VerifiedTour]:
    """Yield every run that is said to have found a tour, with what the checker says of it.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Task, run_all
    >>> with Store.temporary(run_all([Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff"))], 1)) as store:
    ...     [(each.kept.name, each.fault) for each in verify_tours(store)]
    [('5x5 open | warnsdorff', '')]
    """
    for kept in store.tours():
        yield VerifiedTour(kept, _fault(kept))


def _fault(kept: KeptTour) -> str:
    if kept.packed is None:
        return "it has no tour"
    try:
        kept.problem.problem.verify(kept.problem.unpack(kept.packed))
    except Exception as error:  # the bytes may be anything
        return str(error) or type(error).__name__
    return ""
