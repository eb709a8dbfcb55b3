"""Divide a board by a line, and join tours of its two parts into a tour of the whole board.

Let (a, b) be the leaper, with 0 <= a < b, and let a line between two columns divide a board into a left and a right part. The
ends of the tour are given.

- If the ends are in different parts, the tours of the parts are joined by a *crossing*: a move over the line. The tour of the
  left part leads from one end to this move, and the tour of the right part leads from this move to the other end.
- If both ends are in the left part, a *corner joint* is used. If this part has more than b rows and w > b columns, its top
  right corner c has only two moves inside it. So every tour of this part contains both moves, unless it starts or ends at c.
  One of them leads to the square d = (b, w - 1 - a). The move c-d is replaced by a tour of the right part from a neighbour of c
  to a neighbour of d. The other cases (another corner at the line, or ends in the right part) are mirror images.

*Two-move rule.* If a square with only two moves is not an end of the tour, the tour contains both moves: they are forced. So
two squares cannot be the ends of a tour if one of them has two forced moves. Nor can they be the ends if forced moves form a
path between them that does not visit all squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from operator import itemgetter
from typing import Any, TypeAlias

from graphs.board import Square
from graphs.leapers import Leaper, leaper_moves
from graphs.theorems import colours_forbid
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.warnsdorff_repair import warnsdorff_repair

WALKS = 50
"""Maximum number of walks of `warnsdorff-repair` from either end of the tour."""


Ends: TypeAlias = tuple[Square, Square]
Joint: TypeAlias = tuple[Ends, Ends, tuple[Ends, ...]]
"""The ends of the tours of the left and the right part of a board, and the moves to toggle: the first tour gives up those that
it contains, and the others join the two tours."""


class Dividing:
    """Rules for dividing a board into two parts whose tours can be joined.

    A board is given by its rows and columns.
    """

    def __init__(self, leaper: Leaper) -> None:
        self.leaper = leaper
        self.a, self.b = sorted(leaper)
        self.moves = leaper_moves(leaper)
        self.two_move_neighbours = cache(self._two_move_neighbours)
        self.middle_first = cache(lambda rows: sorted(range(rows), key=lambda row: abs(2 * row - rows)))

    def neighbours(self, rows: int, cols: int, square: Square) -> list[Square]:
        """Return the squares that one move reaches."""
        there = ((square[0] + down, square[1] + right) for down, right in self.moves)
        return [(row, col) for row, col in there if 0 <= row < rows and 0 <= col < cols]

    def _two_move_neighbours(self, rows: int, cols: int, square: Square) -> list[Square]:
        """Return the neighbours of a square from which exactly two moves lead."""
        near = self.neighbours(rows, cols, square)
        return [each for each in near if len(self.neighbours(rows, cols, each)) == 2]

    def is_blocked(self, rows: int, cols: int, start: Square, end: Square) -> bool:
        """Return whether squares with only two moves rule out a tour between two squares.

        >>> zebra = Dividing((2, 3))
        >>> zebra.is_blocked(15, 16, (3, 3), (8, 8)), zebra.is_blocked(15, 16, (3, 3), (0, 1))
        (True, False)
        """
        beside, far = self.two_move_neighbours, 2 * self.b + 1  # columns that are farther to the right do not matter
        if not (beside(rows, min(cols, start[1] + far), start) or beside(rows, min(cols, end[1] + far), end)):
            return False
        ends = start, end

        def forced(square: Square) -> set[Square]:
            """Return the squares that forced moves join to `square`."""
            if square not in ends and len(near := self.neighbours(rows, cols, square)) == 2:
                return {*near}
            return {each for each in self.two_move_neighbours(rows, cols, square) if each not in ends}

        if max(len(forced(start)), len(forced(end))) > 1:
            return True
        before, here, length = start, start, 1
        while len(onward := forced(here) - {before}) == 1 and length <= rows * cols:
            before, here, length = here, onward.pop(), length + 1
            if here == end:
                return length < rows * cols
        return False

    def is_allowed(self, rows: int, cols: int, *squares: Square) -> bool:
        """Return whether colours and squares with two moves allow a tour, which is not proven to exist.

        Two squares are the ends of an open tour. A single square is left out by a closed tour: the board has an odd number of
        squares, and the square has the colour of the corners. It is not next to a square with only two moves, which needs both.
        """
        if len(squares) == 1:
            (square,) = squares
            return rows * cols % 2 == 1 and sum(square) % 2 == 0 and not self.two_move_neighbours(rows, cols, square)
        start, end = squares
        if start == end or colours_forbid(rows * cols, squares, closed=False):
            return False
        return not self.is_blocked(rows, cols, start, end)

    def loop_ends(self, rows: int, cols: int) -> Iterator[Ends]:
        """Yield ends of tours that a corner joint can insert into a tour of the part on the left.

        They are a neighbour of the corner at the top of the line, and a neighbour of the square d (see the module docstring).

        >>> next(Dividing((1, 2)).loop_ends(6, 6))
        ((1, 1), (1, 0))
        """
        a, b = self.a, self.b
        for one, other in product(((a, b - 1), (b, a - 1)), ((b - a, b - a - 1), (b + a, b - a - 1))):
            is_inside = b < rows and all(row < rows and 0 <= col < cols for row, col in (one, other))
            if is_inside and self.is_allowed(rows, cols, one, other):
                yield one, other

    def joints(self, rows: int, cols: int, ends: Ends, line: int) -> Iterator[Joint]:
        """Yield ways to divide a tour by a line with `line` columns on its left.

        Simple rules allow the tours of both parts. Crossings in the middle rows come first, and the left end comes first. The
        squares are those of the whole board.
        """

        def mirrored(pair: Ends) -> Ends:
            one, other = pair
            return (one[0], cols - 1 - one[1]), (other[0], cols - 1 - other[1])

        (one, other), allowed = sorted(ends, key=itemgetter(1)), self.is_allowed
        if one[1] >= line:
            for rights, lefts, moves in self.joints(rows, cols, mirrored(ends), cols - line):
                yield mirrored(lefts), mirrored(rights), tuple(map(mirrored, moves))
        elif other[1] >= line:
            far = other[0], other[1] - line
            for row, (down, right) in product(self.middle_first(rows), self.moves):
                exit_, beyond = (row, line - 1), (row + down, right - 1)
                is_inside = right > 0 and 0 <= row + down < rows
                if is_inside and allowed(rows, line, one, exit_) and allowed(rows, cols - line, beyond, far):
                    entry = row + down, line + right - 1
                    yield (one, exit_), (entry, other), ((exit_, entry),)
        elif not {(0, line - 1), (rows - 1, line - 1)} <= {*ends} and allowed(rows, line, *ends):
            last = (rows - 1) * ((0, line - 1) in ends)  # then the joint is at the bottom
            for near, far in self.loop_ends(rows, cols - line):
                squares = (0, -1), (self.b, -1 - self.a), near, far
                corner, beside, start, end = ((abs(last - row), line + col) for row, col in squares)
                yield ends, (start, end), ((corner, beside), (corner, start), (beside, end))

    def has_line(self, rows: int, cols: int, ends: Ends, least: int) -> bool:
        """Return whether a line divides the board such that tours of both parts can be joined.

        Each part has at least `least` columns. Each part must have ends for which `is_allowed` is True. It is assumed that a
        tour between these ends exists. `is_allowed` must be True for `ends`.

        >>> knight = Dividing((1, 2))
        >>> knight.has_line(6, 14, ((0, 6), (5, 6)), 6), knight.has_line(6, 13, ((0, 6), (5, 6)), 6)
        (True, False)
        """
        step = 1 + (rows % 2 > cols % 2)  # two parts with an odd number of squares are not used
        return any(any(self.joints(rows, cols, ends, line)) for line in range(least + least % step, cols - least + 1, step))


def find_dividing_tour(problem: Problem, meter: Meter) -> Any:
    """Search for a tour of a small board, and return its squares, or None.

    If both ends are given, the second search starts from the end.
    """
    ways = [problem] if problem.end is None else [problem, problem.with_ends(start=problem.end, end=problem.start)]
    for way in ways:
        step = meter.step()
        try:
            squares = warnsdorff_repair(way, step, walks=WALKS).squares
        finally:
            meter.nodes += step.nodes
        if squares is not None:
            return squares if way is problem else squares[::-1]
    return None
