"""Tours that can be stretched: repeating k columns of a tour of m x n gives tours of m x (n + j*k).

Take two vertical lines between columns of the board, the second k columns to the right of the first. The k columns between the
lines are the *block*. The tour *fits* the block if the moves over the second line are those over the first, shifted by k
columns. Then the block can be repeated:

                cut      cut + k
        left     |  block  |   right                         n columns

        left     |  block  |  block  |   right               n + k columns

        left     |  block  |  block  |  block  |   right     n + 2k columns

The lines divide the board into the left part, the block and the right part. A move belongs to the part that contains the left
square of the move. The moves of the left part stay in place. The moves of the block are repeated with the block. The moves of
the right part are shifted. Each square still has two moves. But these moves may form several cycles instead of one tour.

Consider the line before the last block. The part to the right of this line is always the same. So whether the moves form one
tour depends only on the *pairing* at this line. The pairing states which moves over the line are joined by paths to the left of
the line. In this example, a, b, c, d and e are the moves over the line. Paths to the left of the line join a with b and d with
e, and a path leads from c to an end of the tour:

        +------- a --|--
        |            |
        +------- b --|--
                     |
        end ---- c --|--      pairing {a, b}, {c, end}, {d, e}
                     |
        +------- d --|--
        +------- e --|--

If one more block is added, the new pairing depends only on the old one. So blocks are added one by one, until a pairing occurs
for the second time. From then on, the pairings repeat. If the moves form one tour for each number of blocks up to this point,
they form one tour for every number of blocks.

An open tour becomes a cycle by an additional vertex between its two ends, the *apex*, as in `two_factor`. The ends of the tour
must be outside the block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from graphs.board import Board, Square
from graphs.tour import Tour
from solvers.methods.models.lazy_cuts import lazy_cut_cycles

Vertex: TypeAlias = Square | None
"""A square, or None for the apex."""
Move: TypeAlias = tuple[Square, Vertex]
"""The two squares of a move, the left one first, or an end of an open tour and None, the apex that joins its two ends."""
Neighbours: TypeAlias = dict[Vertex, list[Vertex]]
"""The two neighbours of each vertex on the tour."""
Pairing: TypeAlias = frozenset[frozenset[Move | None]]
"""Pairs of moves over a line that are joined by a path to the left of the line, with None for an end of the tour."""


def shifted(move: Move, cols: int) -> Move:
    """Return a move shifted right by `cols` columns.

    An additional vertex (None) stays.
    """
    (row, col), other = move
    return (row, col + cols), other and (other[0], other[1] + cols)


def is_over(line: int, move: Move) -> bool:
    """Return whether a move crosses the line left of column `line`."""
    return move[1] is not None and move[0][1] < line <= move[1][1]


@dataclass(frozen=True)
class Stretch:
    """A tour in which a block of columns may be repeated, to get tours of longer boards.

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
    >>> from solvers import Problem
    >>> from solvers.methods.construction.stretched_tours import find_stretch
    >>> stretch = find_stretch(Problem.on_board(Board(5, 8), closed=True), cut=3, block=2)
    >>> stretch.period, [len(stretch.neighbours(times)) for times in (0, 1, 1000)]
    (3, [40, 50, 10040])
    """

    tour: Tour
    cut: int
    block: int

    @property
    def board(self) -> Board:
        assert self.tour.board is not None
        return self.tour.board

    def reaches(self, cols: int) -> bool:
        """Return whether repeating the block gives a board of `cols` columns."""
        return cols >= self.board.cols and (cols - self.board.cols) % self.block == 0

    def times_to(self, cols: int) -> int:
        """Return how often to add the block for a board of `cols` columns."""
        return (cols - self.board.cols) // self.block

    def begin(self, times: int) -> Square:
        """Return the first square of the tour after `times` blocks are added."""
        ((first, _),) = self.copies((self.tour[0], None), times)
        return first

    @cached_property
    def moves(self) -> list[Move]:
        """The moves of the tour, each with its left square first.

        If the tour is open, an additional vertex closes it.
        """
        squares: tuple[Vertex, ...] = self.tour.squares
        cycle = squares if self.tour.closed else (*squares, None)
        return [moved(one, other) for one, other in zip(cycle, (*cycle[1:], cycle[0]), strict=True)]

    @property
    def fits(self) -> bool:
        """Whether the same moves, if shifted, cross both borders of the block of columns.

        No end of an open tour may be in the block.
        """
        end = self.cut + self.block
        before = {shifted(move, self.block) for move in self.moves if is_over(self.cut, move)}
        outside = all(other or not self.cut <= here[1] < end for here, other in self.moves)
        return outside and before == {move for move in self.moves if is_over(end, move)}

    def copies(self, move: Move, times: int) -> Iterator[Move]:
        """Return the copies of a move after `times` blocks are added.

        There are `times + 1` copies if its left square is in the block, otherwise one.
        """
        left = move[0][1]
        first = times if left >= self.cut + self.block else 0
        last = 0 if left < self.cut else times
        return (shifted(move, self.block * each) for each in range(first, last + 1))

    def neighbours(self, times: int) -> Neighbours:
        """Return each vertex's two neighbours after `times` blocks are added."""
        near: Neighbours = {}
        for one, other in (copy for move in self.moves for copy in self.copies(move, times)):
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
        return near

    @cached_property
    def period(self) -> int | None:
        """Number of repetitions of the block to check until all are proven, or None.

        If it is a number, the moves form a single tour for every number of blocks. It is None if `fits` is False, or if the
        moves form several cycles for some number of blocks.
        """
        seen: set[Pairing] = set()
        while self.fits:
            near = self.neighbours(len(seen))
            if len(stretch_cycles(near)) > 1:
                return None
            pairing = self._pairing(near, len(seen))
            if pairing in seen:
                return len(seen)
            seen.add(pairing)
        return None

    def _pairing(self, near: Neighbours, times: int) -> Pairing:
        """Return the pairs of moves over a line that are joined by paths to its left.

        Its moves are shifted back to the first block, so that pairings for different numbers of blocks can be compared.
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
    """Return a move as its left square and its right square.

    An additional vertex (None) comes last.
    """
    if one is None or (other and other[1] < one[1]):
        one, other = other, one
    assert one is not None
    return one, other


def stretch_cycles(near: Mapping[Vertex, list[Vertex]]) -> list[list[Vertex]]:
    """Return the cycles of a graph in which each vertex has two neighbours."""
    squares = list(near)
    number = {square: place for place, square in enumerate(squares)}
    numbered_cycles = lazy_cut_cycles([[number[other] for other in near[square]] for square in squares])
    return [[squares[place] for place in cycle] for cycle in numbered_cycles]
