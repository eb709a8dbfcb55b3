"""Tours that can be stretched: one tour of m x n yields a tour of m x (n + j*k) for every j, by repeating k columns.

Take two vertical lines between columns of the board, the second k columns to the right of the first. The k columns between the
lines are the *block*. The tour *fits* the block if the moves over the second line are those over the first, shifted by k
columns. Then the block can be repeated:

                cut      cut + k
        left     |  block  |   right                         n columns

        left     |  block  |  block  |   right               n + k columns

        left     |  block  |  block  |  block  |   right     n + 2k columns

The lines divide the board into the left part, the block and the right part. A move belongs to the part that contains its left
square. The moves of the left part stay in place. The moves of the block are repeated with it. The moves of the right part are
shifted. Each square still has two moves. But these moves may form several cycles instead of one tour.

Consider the line before the last block. The part to the right of this line is always the same. So whether the moves form one
tour depends only on the *pairing* at this line. The pairing states which moves over the line are joined by paths to the left of
the line. In this example, paths join a with b and d with e, and a path leads from c to an end of the tour:

        +------- a --|--
        |            |
        +------- b --|--
                     |
        end ---- c --|--      pairing {a, b}, {c, end}, {d, e}
                     |
        +------- d --|--
        +------- e --|--

If one more block is added, the new pairing depends only on the old one. So the tour is stretched block by block until a pairing
occurs for the second time. From then on, the pairings repeat. If all stretched tours up to this point are single tours, all
others are also single tours.

An open tour becomes a cycle by an additional vertex between its two ends, the *apex*, as in `two_factor`. The ends of the tour
must be outside the block.

The search is that of the solver `sat`, with further conditions: a move over the first line is chosen if and only if its shifted
copy over the second line is chosen. If a tour that is found falls into several cycles when it is stretched, a clause excludes
this tour. It requires that at least one move with a copy that leads out of one of these cycles is chosen.

Notes
-----
A search takes a few seconds for boards of a few hundred squares.
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

BLOCKS = (1, 2, 3, 4)
"""Lengths of the blocks that `find_some_stretch` tries."""
MOST_CONFLICTS = 2_000
"""Maximum number of conflicts of the SAT solver for one position of a block. Most searches need less than a hundred."""

Vertex: TypeAlias = Square | None
"""A square, or None for the apex."""
Move: TypeAlias = tuple[Square, Vertex]
"""The two squares of a move, the left one first; or an end of an open tour, followed by None for the apex."""
Neighbours: TypeAlias = dict[Vertex, list[Vertex]]
"""The two neighbours of each vertex on the tour."""
Pairing: TypeAlias = frozenset[frozenset[Move | None]]
"""Pairs of moves over a line that are joined by a path to the left of the line; None in a pair denotes an end of the tour."""


def shifted(move: Move, cols: int) -> Move:
    """Return a move shifted to the right.

    Parameters
    ----------
    move : Move
        The move.
    cols : int
        The number of columns by which the move is shifted to the right. If negative, the move is shifted to the left.

    Returns
    -------
    Move
        The shifted move. The apex is not shifted.
    """
    (row, col), other = move
    return (row, col + cols), other and (other[0], other[1] + cols)


def is_over(line: int, move: Move) -> bool:
    """Return whether a move crosses a line between columns.

    Parameters
    ----------
    line : int
        The index of the column to the right of the line.
    move : Move
        The move.

    Returns
    -------
    bool
        True if the move crosses the line. False for a move to the apex.
    """
    return move[1] is not None and move[0][1] < line <= move[1][1]


@dataclass(frozen=True)
class Stretch:
    """A tour, and a block of columns that is to be repeated. The block can be repeated if `period` is not None.

    Attributes
    ----------
    tour : Tour
        A tour of a board without holes or joined edges.
    cut : int
        The index of the first column of the block.
    block : int
        The number of columns of the block.

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
        """Return whether the tour can be stretched to a number of columns.

        Parameters
        ----------
        cols : int
            The number of columns.

        Returns
        -------
        bool
            Whether `cols` is the number of columns of the board, plus zero or more times the length of the block.
        """
        return cols >= self.board.cols and (cols - self.board.cols) % self.block == 0

    def times_to(self, cols: int) -> int:
        """Return how many copies of the block are inserted to stretch the tour to `cols` columns.

        Parameters
        ----------
        cols : int
            The number of columns, for which `reaches` returns True.

        Returns
        -------
        int
            The number of additional copies. The block of the original tour is not counted.
        """
        return (cols - self.board.cols) // self.block

    def begin(self, times: int) -> Square:
        """Return the first square of the stretched tour.

        Parameters
        ----------
        times : int
            The number of additional copies of the block.

        Returns
        -------
        tuple of int
            The first square of the tour, shifted if it is to the right of the block.
        """
        ((first, _),) = self.copies((self.tour[0], None), times)
        return first

    def witness(self) -> dict[str, Any]:
        """Return the evidence for a certificate that the tour can be stretched.

        Returns
        -------
        dict
            The kind of evidence, the tour, and the block. A certificate contains these data and the question that it answers.
        """
        return {"kind": "stretch", "tour": self.tour.squares, "cut": self.cut, "block": self.block}

    @cached_property
    def moves(self) -> list[Move]:
        """The moves of the tour; for an open tour, also those between its ends and the apex."""
        squares: tuple[Vertex, ...] = self.tour.squares
        cycle = squares if self.tour.closed else (*squares, None)
        return [moved(one, other) for one, other in zip(cycle, (*cycle[1:], cycle[0]), strict=True)]

    @property
    def fits(self) -> bool:
        """Whether the tour fits the block, and no end of the tour is in the block (see the module docstring)."""
        end = self.cut + self.block
        before = {shifted(move, self.block) for move in self.moves if is_over(self.cut, move)}
        outside = all(other or not self.cut <= here[1] < end for here, other in self.moves)
        return outside and before == {move for move in self.moves if is_over(end, move)}

    def copies(self, move: Move, times: int) -> Iterator[Move]:
        """Return the copies of a move in the stretched tour.

        Parameters
        ----------
        move : Move
            A move of the tour.
        times : int
            The number of additional copies of the block.

        Returns
        -------
        iterator of Move
            The copies from left to right: `times + 1` copies if the left square of the move is in the block, otherwise one.
        """
        left = move[0][1]
        first = times if left >= self.cut + self.block else 0
        last = 0 if left < self.cut else times
        return (shifted(move, self.block * each) for each in range(first, last + 1))

    def neighbours(self, times: int) -> Neighbours:
        """Return the two neighbours of each vertex in the stretched tour.

        Parameters
        ----------
        times : int
            The number of additional copies of the block.

        Returns
        -------
        dict
            The neighbours of each square. If the tour is open, the key None stands for the apex, whose neighbours are the two
            ends of the tour.
        """
        near: Neighbours = {}
        for one, other in (copy for move in self.moves for copy in self.copies(move, times)):
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
        return near

    @cached_property
    def period(self) -> int | None:
        """The number of additional blocks with which a pairing occurs for the second time (see the module docstring).

        It is None if `fits` is False, or if the moves of a stretched tour form several cycles before a pairing occurs for the
        second time. If it is not None, the moves of every stretched tour form a single tour.
        """
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
        """Return the pairing at the line before the last block (see the module docstring).

        The moves in the pairing are shifted to the left, back to the first line, so that pairings at different lines can be
        compared.
        """
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
    """Return the move between two vertices.

    Parameters
    ----------
    one, other : tuple of int or None
        Two squares, or a square and None for the apex.

    Returns
    -------
    Move
        The two vertices. Of two squares, the left one comes first. The apex comes last.
    """
    if one is None or (other and other[1] < one[1]):
        one, other = other, one
    assert one is not None
    return one, other


def cycles(near: Mapping[Vertex, list[Vertex]]) -> list[list[Vertex]]:
    """Return the cycles of a graph in which each vertex has exactly two neighbours.

    Parameters
    ----------
    near : mapping
        The two neighbours of each vertex.

    Returns
    -------
    list of list
        The vertices of each cycle, in the order of the cycle.
    """
    squares = list(near)
    number = {square: place for place, square in enumerate(squares)}
    numbered_cycles = cycles_of([[number[other] for other in near[square]] for square in squares])
    return [[squares[place] for place in cycle] for cycle in numbered_cycles]


def find_stretch(
    problem: Problem, cut: int, block: int, meter: Meter | None = None, moves: Iterable[Move] = ()
) -> Stretch | None:
    """Find a tour that can be stretched by repeating a given block of columns.

    Parameters
    ----------
    problem : Problem
        A problem on a board without holes or joined edges.
    cut : int
        The index of the first column of the block, at least 1.
    block : int
        The number of columns of the block, at least 1. At least one column must follow the block.
    meter : Meter, optional
        The budget. If None, there is no limit.
    moves : iterable of Move, optional
        Moves that the tour must contain, and that must stay in place when it is stretched. For a move whose left square is to
        the right of the block, the result is None.

    Returns
    -------
    Stretch or None
        The tour and the block, or None if no such tour exists.

    Raises
    ------
    ProblemError
        If the problem has no board, if the board has holes or joined edges, or if the block with a column before it and a
        column after it does not fit on the board.
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
        raise ProblemError("the problem must have a board without holes or joined edges", problem)
    if not (cut > 0 and block > 0 and cut + block < board.cols):
        raise ProblemError(
            f"a board of {board.cols} columns has no block of {block} columns from column {cut} onwards inside it", cut
        )
    get_solver("sat").check_installed()
    search = _Search(problem, meter or Meter(), cut, block)
    for move in moves:
        if move not in search.variables or move[0][1] >= cut + block:  # a move to the right of the block would be shifted
            return None
        search.add_clause([search.variables[move]])
    return search.stretch()


def find_some_stretch(
    problem: Problem,
    meter: Meter,
    blocks: Sequence[int] = BLOCKS,
    moves: Sequence[Move] = (),
    most_conflicts: int = MOST_CONFLICTS,
) -> Stretch | None:
    """Find a tour that can be stretched by repeating a block of columns near the middle of the board.

    Parameters
    ----------
    problem : Problem
        A problem on a board without holes or joined edges. If a start is given, only blocks to its right are tried.
    meter : Meter
        The budget.
    blocks : sequence of int, optional
        The lengths of the blocks to try, in columns. For each length, a few positions are tried.
    moves : sequence of Move, optional
        Moves that the tour must contain, as in `find_stretch`.
    most_conflicts : int, optional
        Maximum number of conflicts of the SAT solver for each position of a block.

    Returns
    -------
    Stretch or None
        The first tour that is found, with its block, or None if no tour is found with at most `most_conflicts` conflicts for
        each position.

    Raises
    ------
    ProblemError
        If the board has holes or joined edges.
    BudgetSpent
        If the budget is exceeded.
    SolverUnavailable
        If python-sat is not installed.

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
    """A search by a SAT solver for a tour that can be stretched by repeating a given block; see the module docstring."""

    def __init__(self, problem: Problem, meter: Meter, cut: int, block: int) -> None:
        super().__init__(problem, meter)
        self.at, self.block = cut, block
        squares: Any = [*self.squares, None]
        self.variables = {moved(squares[one], squares[other]): number for number, (one, other) in enumerate(self.edges, 1)}
        for move, number in self.variables.items():
            if move[1] is None and cut <= move[0][1] < cut + block:
                self.add_clause([-number])
            for line, cols in ((cut, block), (cut + block, -block)):
                if is_over(line, move):
                    twin = self.variables.get(shifted(move, cols))
                    self.add_clause([-number] if twin is None else [-number, twin])

    def stretch(self) -> Stretch | None:
        """Return a tour that can be stretched, or None if there is none."""
        while (cycle := self._next_cycle(join=False)) is not None:
            tour = Tour(tour_of(cycle, self.squares, self.problem), self.problem.closed, self.problem.board)
            stretch = Stretch(tour, self.at, self.block)
            if stretch.period is not None:
                return stretch
            self.add_clause(self._way_out(stretch))
        return None

    def _way_out(self, stretch: Stretch) -> list[int]:
        """Return a clause that excludes a tour that falls into several cycles when it is stretched.

        The clause requires that at least one of certain moves is chosen: the moves with a copy that leads out of the shortest
        of these cycles.
        """
        times = 0
        while len(parts := cycles(stretch.neighbours(times))) == 1:
            times += 1
        inside = {*min(parts, key=lambda cycle: len(cycle))}
        return [
            number
            for move, number in self.variables.items()
            if any((one in inside) != (other in inside) for one, other in stretch.copies(move, times))
        ]
