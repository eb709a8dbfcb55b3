"""The data of a problem that obstructions use: its ends, its known steps, and whether the tour is closed."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

Node: TypeAlias = Hashable
Squares: TypeAlias = frozenset[Node]


class TourProblem(Protocol):
    """The problem of finding a tour in a graph.

    Every object with these attributes is a `TourProblem`, for example a `solvers.Problem`.

    Attributes
    ----------
    start : Hashable or None
        The first square of the tour. If None, the tour may start on any square.
    end : Hashable or None
        The last square of the tour. If None, the tour may end on any square.
    closed : bool
        Whether the tour is closed.
    steps : mapping from int to Hashable
        The square that the tour must visit at each known step. Steps are counted from 1.
    """

    @property
    def start(self) -> Node | None: ...
    @property
    def end(self) -> Node | None: ...
    @property
    def closed(self) -> bool: ...
    @property
    def steps(self) -> Mapping[int, Node]: ...


@dataclass(frozen=True)
class Ends:
    """A minimal `TourProblem`, without a graph.

    Attributes
    ----------
    start : Hashable, optional
        The first square. If None, the tour may start on any square.
    end : Hashable, optional
        The last square. If None, the tour may end on any square.
    closed : bool, optional
        Whether the tour is closed.
    steps : mapping from int to Hashable, optional
        The square that the tour must visit at each known step. Steps are counted from 1.
    """

    start: Node | None = None
    end: Node | None = None
    closed: bool = False
    steps: Mapping[int, Node] = field(default_factory=dict, hash=False)


def given_ends(problem: TourProblem) -> list[Node]:
    """Return the given ends of an open tour.

    Parameters
    ----------
    problem : TourProblem
        Any problem.

    Returns
    -------
    list of Hashable
        The start and the end, if they are given, without repetition. The list is empty if the tour is closed.
    """
    return [] if problem.closed else [end for end in dict.fromkeys((problem.start, problem.end)) if end is not None]


def known_steps(problem: TourProblem, size: int) -> dict[int, Any]:
    """Return the squares of all known steps, including the start and the end if they are given.

    Parameters
    ----------
    problem : TourProblem
        Any problem.
    size : int
        Number of squares of the graph.

    Returns
    -------
    dict from int to Hashable
        The square of each known step, in ascending order of the steps. The start is step 1, and the end is step `size`.
    """
    square_at = {size: problem.end, 1: problem.start, **problem.steps}
    return {step: square_at[step] for step in sorted(square_at) if square_at[step] is not None}
