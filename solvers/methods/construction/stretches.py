"""Tours that can be stretched: repeating k columns of a tour of m x n gives tours of m x (n + j*k).

Take two vertical lines between columns of the board, the second k columns to the right of the first. The k columns between the
lines are the *block*. The tour *fits* the block if the moves over the second line are those over the first, shifted by k
columns. Then the block can be repeated:

                cut      cut + k
        left     |  block  |   right                         n columns

        left     |  block  |  block  |   right               n + k columns

        left     |  block  |  block  |  block  |   right     n + 2k columns

A move belongs to the part (left, block or right) that contains its left square. The moves of the left part stay in place. The
moves of the block are repeated with the block. The moves of the right part are shifted. Each square still has two moves. But
these moves may form several cycles instead of one tour.

Consider the line before the last block. The part to the right of this line is always the same. Without the squares to the left
of the line, the tour is a cyclic *order* of the squares to the right. In this example, the squares a, b, c and d follow each
other, although moves join only b with c:

        +--------- | ---- a
        |          |
        +--------- | ---- b
                   |      |
        +--------- | ---- c
        |          |
        +--------- | ---- d       order a, b, c, d, ...

If one more block is added, the squares to the left of this line and their moves stay the same. They join the same squares to
the right of the line as before, so the new order depends only on the old one. Blocks are added one by one, until an order
occurs for the second time. From then on, the orders repeat. If the moves form one tour for each number of blocks up to this
point, they form one tour for every number of blocks.

An open tour becomes a cycle by an additional vertex between its two ends, the *apex*, as in `two_factor`. The apex counts as a
vertex to the right of each line, so each order contains it. Without the apex, the order would not show through which of its
two neighbours an end to the right of the line reaches the other end. The ends of the tour must be outside the block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from graphs.board import Board, Square
from graphs.tour import Tour
from solvers.methods.models.lazy_cuts import lazy_cut_cycles

Vertex: TypeAlias = Square | None
"""A square, or None for the apex."""
Move: TypeAlias = tuple[Square, Vertex]
"""The two squares of a move, the left one first, or an end of an open tour and None, the apex that joins its two ends."""


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
    >>> stretch.period, [len(*stretch.cycles(times)) for times in (0, 1, 1000)]
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

    def cycles(self, times: int) -> list[list[Vertex]]:
        """Return the cycles that the moves form after `times` blocks are added."""
        near: dict[Vertex, list[Vertex]] = {}
        for one, other in (copy for move in self.moves for copy in self.copies(move, times)):
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
        vertices = list(near)
        number = {vertex: place for place, vertex in enumerate(vertices)}
        numbered = lazy_cut_cycles([[number[other] for other in others] for others in near.values()])
        return [[vertices[place] for place in cycle] for cycle in numbered]

    @cached_property
    def outcome(self) -> tuple[int, list[list[Vertex]]]:
        """The number of blocks after which the order repeats or the tour falls apart, and the cycles of this board.

        If there is one cycle, the moves form a single tour for every number of blocks. It is assumed that the tour `fits`.
        """
        orders = set[frozenset[frozenset[Vertex]]]()
        while len(cycles := self.cycles(len(orders))) == 1:
            line = self.cut + len(orders) * self.block
            right = [each and (each[0], each[1] - line) for each in cycles[0] if each is None or each[1] >= line]
            order = frozenset(map(frozenset, pairwise([*right, right[0]])))
            if order in orders:
                break
            orders.add(order)
        return len(orders), cycles

    @property
    def period(self) -> int | None:
        """Number of repetitions of the block to check until all are proven, or None.

        It is None if `fits` is False, or if the moves form several cycles for some number of blocks.
        """
        return self.outcome[0] if self.fits and len(self.outcome[1]) == 1 else None


def moved(one: Vertex, other: Vertex) -> Move:
    """Return a move as its left square and its right square.

    An additional vertex (None) comes last.
    """
    if one is None or (other and other[1] < one[1]):
        one, other = other, one
    assert one is not None
    return one, other
