"""Tours that can be stretched: one tour of m x n that gives a tour of m x (n + j*k) for every j.

Take a tour and two lines between columns, the second k columns behind the first, such that the moves over the second are those
over the first, shifted by k columns. Then the block of columns between the lines can be repeated: what lies left of the block
stays, what lies right of it is shifted, and the block and its moves come again in between. Each square keeps its moves. Whether
they make one tour depends only on how the moves over a line are joined by paths on its left, a *pairing*; and a further block
turns each pairing into another one, always in the same way. So the tour is stretched, block by block, until a pairing comes
back: if each tour on the way is one tour, all are.

An open tour is a cycle through the apex, a vertex between its ends, as in `two_factor`. Its ends lie outside the block.

The search is that of `sat`: the moves over both lines are set equal, and where a stretched tour falls into cycles, one of the
moves is demanded whose copies lead out of such a cycle. Cost: a few seconds for boards of some hundred squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from graphs.board import Board, Square
from graphs.theorems import colours_forbid
from graphs.tour import Tour
from solvers.budget import Meter
from solvers.errors import BudgetSpent, ProblemError
from solvers.methods.lazy_cuts import cycles_of
from solvers.methods.sat import MinicardSearch
from solvers.methods.two_factor import tour_of
from solvers.problem import Problem
from solvers.registry import get_solver

__all__ = ["BLOCKS", "Stretch", "find_some_stretch", "find_stretch"]

BLOCKS = (1, 2, 3, 4)
"""The lengths of the blocks that `find_some_stretch` tries."""
MOST_CONFLICTS = 2_000
"""Conflicts of the solver for one block: most are found, or ruled out, within a hundred."""

Vertex: TypeAlias = Square | None
"""A square, or the apex."""
Move: TypeAlias = tuple[Square, Vertex]
"""The two squares of a move, the left one first; or an end of an open tour, and the apex."""
Neighbours: TypeAlias = dict[Vertex, list[Vertex]]
Pairing: TypeAlias = frozenset[frozenset[Move | None]]


def shifted(move: Move, cols: int) -> Move:
    """Return a move that many columns further right."""
    (row, col), other = move
    return (row, col + cols), other and (other[0], other[1] + cols)


def is_over(line: int, move: Move) -> bool:
    """Return whether a move leads over the line at the left of a column."""
    return move[1] is not None and move[0][1] < line <= move[1][1]


@dataclass(frozen=True)
class Stretch:
    """A tour, and the block of its columns that can be repeated.

    Parameters
    ----------
    tour : a tour of a board without holes and joined edges.
    cut : the first column of the block.
    block : the number of its columns.

    Examples
    --------
    >>> stretch = find_stretch(Problem.on_board(Board(5, 8), closed=True), cut=3, block=2)
    >>> stretch.period, [len(stretch.neighbours(times)) for times in (0, 1, 1000)]
    (2, [40, 50, 10040])
    """

    tour: Tour
    cut: int
    block: int

    @property
    def board(self) -> Board:
        """The board of the tour."""
        assert self.tour.board is not None
        return self.tour.board

    def reaches(self, cols: int) -> bool:
        """Return whether the tour, stretched, is one of a board with so many columns."""
        return cols >= self.board.cols and (cols - self.board.cols) % self.block == 0

    def times_to(self, cols: int) -> int:
        """Return how many times more the block comes on a board with so many columns."""
        return (cols - self.board.cols) // self.block

    def begin(self, times: int) -> Square:
        """Return the first square of the tour when the block comes `times` times more."""
        ((first, _),) = self.copies((self.tour[0], None), times)
        return first

    def witness(self) -> dict[str, Any]:
        """Return what a certificate holds beside the question."""
        return {"kind": "stretch", "tour": self.tour.squares, "cut": self.cut, "block": self.block}

    @cached_property
    def moves(self) -> list[Move]:
        """The moves of the tour."""
        squares: tuple[Vertex, ...] = self.tour.squares
        cycle = squares if self.tour.closed else (*squares, None)
        return [moved(one, other) for one, other in zip(cycle, (*cycle[1:], cycle[0]), strict=True)]

    @property
    def fits(self) -> bool:
        """Whether the moves over the line at the end of the block are those over the line before it, and no end is in it."""
        end = self.cut + self.block
        before = {shifted(move, self.block) for move in self.moves if is_over(self.cut, move)}
        outside = all(other or not self.cut <= here[1] < end for here, other in self.moves)
        return outside and before == {move for move in self.moves if is_over(end, move)}

    def copies(self, move: Move, times: int) -> Iterator[Move]:
        """Yield what becomes of a move when the block comes `times` times more."""
        left = move[0][1]
        first = times if left >= self.cut + self.block else 0
        last = 0 if left < self.cut else times
        return (shifted(move, self.block * each) for each in range(first, last + 1))

    def neighbours(self, times: int) -> Neighbours:
        """Return the two neighbours of each square of the stretched board, and of the apex."""
        near: Neighbours = {}
        for one, other in (copy for move in self.moves for copy in self.copies(move, times)):
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
        return near

    @cached_property
    def period(self) -> int | None:
        """After how many blocks more a pairing comes back; None where one of the tours up to there falls into cycles."""
        seen: set[Pairing] = set()
        while self.fits:
            near = self.neighbours(len(seen))
            if len(cycles(near)) > 1:
                return None
            pairing = self._pairing(near, len(seen))
            if pairing in seen:
                return len(seen)
            seen.add(pairing)
        return None

    def _pairing(self, near: Neighbours, times: int) -> Pairing:
        """Return the pairs of moves over the line before the last block that paths on its left join; None is an end."""
        line = self.cut + times * self.block
        pairs = set()
        for move in (copy for each in self.moves for copy in self.copies(each, times) if is_over(line, copy)):
            inside: Vertex = move[0]
            last: Any = move[1]
            while inside and inside[1] < line:
                one, other = near[inside]
                inside, last = (other if one == last else one), inside
            pairs.add(frozenset(each and shifted(each, -times * self.block) for each in (move, inside and (last, inside))))
        return frozenset(pairs)


def moved(one: Vertex, other: Vertex) -> Move:
    """Return the move between two squares, the left one first."""
    if one is None or (other and other[1] < one[1]):
        one, other = other, one
    assert one is not None
    return one, other


def cycles(near: Mapping[Vertex, list[Vertex]]) -> list[list[Vertex]]:
    """Return the cycles that squares make with their two neighbours."""
    squares = list(near)
    number = {square: place for place, square in enumerate(squares)}
    found = cycles_of([[number[other] for other in near[square]] for square in squares])
    return [[squares[place] for place in cycle] for cycle in found]


def find_stretch(
    problem: Problem, cut: int, block: int, meter: Meter | None = None, moves: Iterable[Move] = ()
) -> Stretch | None:
    """Find a tour that can be stretched by this block.

    Parameters
    ----------
    problem : Problem
        A tour of a board without holes and joined edges.
    cut, block : int
        The first column of the block, and the number of its columns.
    meter : Meter, optional
        The budget. If None, there is no limit.
    moves : iterable of Move, optional
        Moves that the tour has and keeps in place when it is stretched: their left squares do not lie right of the block.

    Returns
    -------
    Stretch or None
        The tour, or None if there is none.

    Raises
    ------
    ProblemError
        If the problem is another one, or the board lacks these columns.
    BudgetSpent
        If the budget is exceeded.
    SolverUnavailable
        If python-sat is not installed.

    Examples
    --------
    >>> stretch = find_stretch(Problem.on_board(Board(5, 8), start=(0, 0)), cut=3, block=1)
    >>> stretch.begin(1000), len(stretch.neighbours(1000))  # the squares of 5x1008, and the apex
    ((0, 0), 5041)
    """
    board = problem.board
    if board is None or board.holes or board.wrap:
        raise ProblemError("a tour of a full board is stretched", problem)
    if not (cut > 0 and block > 0 and cut + block < board.cols):
        raise ProblemError(f"a board of {board.cols} columns has no block of {block} columns from column {cut} on", cut)
    get_solver("sat").check_installed()
    search = _Search(problem, meter or Meter(), cut, block)
    for move in moves:
        if move not in search.variables or move[0][1] >= cut + block:  # to the right of the block it is shifted
            return None
        search.cut([search.variables[move]])
    return search.stretch()


def find_some_stretch(
    problem: Problem,
    meter: Meter,
    blocks: Sequence[int] = BLOCKS,
    moves: Sequence[Move] = (),
    most_conflicts: int = MOST_CONFLICTS,
) -> Stretch | None:
    """Return a tour that can be stretched by some block near its middle; None where none is found soon.

    Parameters
    ----------
    problem, meter : as for `find_stretch`. A given start lies left of the block.
    blocks : the lengths of the blocks that are tried.
    moves : moves that the tour has.
    most_conflicts : conflicts of the solver for one block.

    Raises
    ------
    ProblemError, BudgetSpent, SolverUnavailable : as for `find_stretch`.

    Examples
    --------
    >>> find_some_stretch(Problem.on_board(Board(3, 16), closed=True), Meter()).block
    2
    """
    board, start = problem.board, problem.start
    assert board is not None
    changes_colour = sum(problem.leaper) % 2 == 1
    for block in blocks:
        sizes = board.size, board.rows * (board.cols + block)
        if changes_colour and any(colours_forbid(size, closed=problem.closed) for size in sizes):
            continue
        middle = (board.cols - block) // 2
        for cut in dict.fromkeys((middle, (board.cols - block + 1) // 2, middle - 1, middle + 2)):
            if (start[1] if start else 0) < cut < board.cols - block:
                step = meter.step(most_conflicts)
                try:
                    if stretch := find_stretch(problem, cut, block, step, moves):
                        return stretch
                except BudgetSpent:
                    meter.check()
                finally:
                    meter.nodes += step.nodes
    return None


class _Search(MinicardSearch):
    """The search for a tour that can be stretched."""

    def __init__(self, problem: Problem, meter: Meter, cut: int, block: int) -> None:
        super().__init__(problem, meter)
        self.at, self.block = cut, block
        squares: Any = [*self.squares, None]
        self.variables = {moved(squares[one], squares[other]): number for number, (one, other) in enumerate(self.edges, 1)}
        for move, number in self.variables.items():
            if move[1] is None and cut <= move[0][1] < cut + block:
                self.cut([-number])
            for line, cols in ((cut, block), (cut + block, -block)):
                if is_over(line, move):
                    twin = self.variables.get(shifted(move, cols))
                    self.cut([-number] if twin is None else [-number, twin])

    def stretch(self) -> Stretch | None:
        """Return a tour that can be stretched, or None."""
        while (cycle := self._next_cycle(join=False)) is not None:
            tour = Tour(tour_of(cycle, self.squares, self.problem), self.problem.closed, self.problem.board)
            stretch = Stretch(tour, self.at, self.block)
            if stretch.period is not None:
                return stretch
            self.cut(self._way_out(stretch))
        return None

    def _way_out(self, stretch: Stretch) -> list[int]:
        """Return the moves of which one at least leads out of a cycle into which a stretched tour falls."""
        times = 0
        while len(found := cycles(stretch.neighbours(times))) == 1:
            times += 1
        inside = {*min(found, key=lambda cycle: len(cycle))}
        return [
            number
            for move, number in self.variables.items()
            if any((one in inside) != (other in inside) for one, other in stretch.copies(move, times))
        ]
