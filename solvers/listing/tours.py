"""List every tour of a problem, at the speed of the compiled search: `list_tours` one by one, `list_tour_blocks` as arrays.

The tours come from the pruned search (`solvers/methods/pruned.py`). A tour and its reverse are one tour here, unless a start or
an end is given; then the search does half of the work. Each tour that comes out is verified once, and none is kept, so that
millions of tours take no more memory than one. Cost: that of the search, exponential in the number of squares; on 6x6 more than
a million tours a second.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.errors import InvalidTour
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.symmetry import Symmetry
from graphs.tour import Tour
from solvers.budget import Budget, Meter
from solvers.errors import UnsupportedProblem, WrongAnswer
from solvers.problem import Problem
from solvers.registry import get_solver, whole_number
from solvers.result import Status
from solvers.solving import oriented, solve
from solvers.warm_up import warm_up

if TYPE_CHECKING:
    import networkx as nx
    import numpy.typing as npt

__all__ = ["TourBlock", "list_tour_blocks", "list_tours"]

MOST_IN_TABLE = 1024
"""Squares up to which tours are verified many at a time, with a table of all moves; beyond that they are few and long."""


@dataclass(frozen=True, eq=False)
class TourBlock:
    """Some tours of a list, as an array.

    Attributes
    ----------
    rows : integers of shape (tours, squares): the numbers of the squares in the order of the visit, one tour a row.
    squares : the square (or node) with each number.
    maps : the symmetries of the board but the identity; empty where the caller of the list does not need them.
    fixed_by : booleans of shape (tours, maps): whether the map takes the tour onto itself.
    """

    rows: npt.NDArray[Any]
    squares: Sequence[Hashable]
    maps: Sequence[Symmetry]
    fixed_by: npt.NDArray[Any]

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, first: int, behind: int) -> TourBlock:
        """Return the tours from one row up to another, which is left out, without a copy."""
        return TourBlock(self.rows[first:behind], self.squares, self.maps, self.fixed_by[first:behind])

    def symmetry_names(self, row: int) -> tuple[str, ...]:
        """Return what the symmetries of one tour are called, each name once."""
        return tuple(dict.fromkeys(self.maps[index].name for index in self.fixed_by[row].nonzero()[0].tolist()))


def list_tours(
    problem: Problem | Board | nx.Graph[Any],
    *,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    up_to_symmetry: bool = False,
    symmetric: bool = False,
    limit: int | None = None,
    budget: Budget | None = None,
) -> Iterator[Tour]:
    """Yield every tour of a problem once, verified.

    A closed tour is a cycle, whatever its direction and its first square. An open tour and its reverse are one tour, unless a
    start or an end is given. (For `enumerate_tours` an open tour and its reverse are two.)

    Parameters
    ----------
    problem, start, end, closed : as in `solvers.solve`.
    up_to_symmetry : of tours that the symmetries of the board map onto each other, yield one. Where an open tour has a given
        start or end, those symmetries count that leave it in place; where both ends are given, those too that exchange them.
    symmetric : yield only tours that a symmetry of the board, other than the identity, maps onto themselves.
    limit : the most tours; None means no limit.
    budget : limits of time and nodes; None means no limit.

    Raises
    ------
    BudgetSpent : the budget ran out before all were found.
    OptionError : the limit is no whole number of at least 1.
    UnsupportedProblem : there are more than a million squares; or symmetries are needed, and the graph is no board, or the
        board has too many of them.
    WrongAnswer : the search is at fault: it gave a wrong tour.

    Examples
    --------
    >>> sum(1 for tour in list_tours(Board(5, 5)))
    864
    >>> sum(1 for tour in list_tours(Board(5, 5), up_to_symmetry=True))
    112
    >>> next(list_tours(Board(3, 4)))[:3]
    ((0, 0), (1, 2), (2, 0))
    """
    problem = Problem.of(problem, start=start, end=end, closed=closed)
    board = problem.board
    blocks = list_tour_blocks(problem, up_to_symmetry=up_to_symmetry, symmetric=symmetric, limit=limit, budget=budget)
    return (
        Tour([block.squares[number] for number in row], problem.closed, board)
        for block in blocks
        for row in block.rows.tolist()
    )


def list_tour_blocks(
    problem: Problem | Board | nx.Graph[Any],
    *,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    up_to_symmetry: bool = False,
    symmetric: bool = False,
    limit: int | None = None,
    budget: Budget | None = None,
) -> Iterator[TourBlock]:
    """Yield every tour of a problem once, verified, in blocks of at least one tour. The first ones are small and come at once.

    Parameters
    ----------
    problem, start, end, closed, up_to_symmetry, symmetric, limit, budget : as in `list_tours`.

    Raises
    ------
    BudgetSpent, OptionError, UnsupportedProblem, WrongAnswer : as `list_tours`.

    Examples
    --------
    >>> sum(len(block) for block in list_tour_blocks(Board(6, 6), closed=True))
    9862
    >>> block = next(list_tour_blocks(Board(6, 6), closed=True, symmetric=True))
    >>> block.symmetry_names(0)
    ('half turn',)
    """
    problem = Problem.of(problem, start=start, end=end, closed=closed)
    if limit is not None:
        whole_number("limit", limit, least=1, most=2**62)
    if up_to_symmetry or symmetric:
        _check_symmetries(problem)
    if problem.size > MAX_GRAPH_SQUARES:
        raise UnsupportedProblem(f"{problem.size:,} squares are too many for a search: at most {MAX_GRAPH_SQUARES:,}", problem)
    found = _found(problem, up_to_symmetry, symmetric, budget)
    return found if limit is None else _first(limit, found)


def _check_symmetries(problem: Problem) -> None:
    board = problem.board
    if board is None:
        raise UnsupportedProblem("a graph that is no board has no symmetries here: list all of its tours", problem)
    shifts = (board.rows if board.wraps_rows else 1) * (board.cols if board.wraps_cols else 1)
    if 8 * shifts * board.size > 2**27:
        raise UnsupportedProblem(f"the board has too many symmetries, up to {8 * shifts:,}: list all of its tours", problem)


def _found(problem: Problem, up_to_symmetry: bool, symmetric: bool, budget: Budget | None) -> Iterator[TourBlock]:
    from solvers.listing.selection import Selection
    from solvers.methods.compiled.arrays import adjacency_of
    from solvers.methods.compiled.pruned import tour_blocks

    warm_up(get_solver("pruned-compiled"), problem, {})
    meter = Meter(budget)
    if solve(problem, budget=budget).status is Status.IMPOSSIBLE:
        return
    as_seen, backwards = oriented(problem)
    adjacency = adjacency_of(as_seen, meter=meter)
    squares = list(adjacency.squares)
    selection = Selection.of(problem, squares, up_to_symmetry, symmetric)
    verify = _Verification(problem, squares)
    one_direction = as_seen.end is None and (problem.closed or as_seen.start is None)
    for rows, _ in tour_blocks(as_seen, adjacency, meter, one_direction=one_direction):
        block = selection.chosen(rows[:, ::-1] if backwards else rows)
        if len(block):
            verify(block.rows)
            yield block


def _first(limit: int, blocks: Iterator[TourBlock]) -> Iterator[TourBlock]:
    for block in blocks:
        yield block.part(0, limit)
        limit -= len(block)
        if limit <= 0:
            return


class _Verification:
    """The check of every tour by the independent checker: many at a time, or one by one where they are long."""

    def __init__(self, problem: Problem, squares: Sequence[Any]) -> None:
        from graphs.verify_block import table_of_moves

        self.problem, self.squares = problem, squares
        self.ends = {
            name: None if square is None else squares.index(square)
            for name, square in (("start", problem.start), ("end", problem.end))
        }
        self.moves = table_of_moves(problem.graph, squares) if problem.size <= MOST_IN_TABLE else None

    def __call__(self, rows: npt.NDArray[Any]) -> None:
        from graphs.verify_block import first_fault

        if self.moves is None:
            for index in range(len(rows)):
                self._verify(rows[index])
            return
        at_fault = first_fault(self.moves, rows, closed=self.problem.closed, **self.ends)
        if at_fault is not None:
            self._verify(rows[at_fault])
            raise AssertionError("a block of tours is refused, but its tour is not")

    def _verify(self, row: npt.NDArray[Any]) -> None:
        squares = [self.squares[number] for number in row.tolist()]
        try:
            self.problem.verify(squares)
        except InvalidTour as fault:
            raise WrongAnswer(f"the search for all tours gave a wrong one: {fault}", squares) from fault
