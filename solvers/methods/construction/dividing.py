"""Divide a board by a line, and join tours of its two parts into a tour of the whole board.

Let (a, b) be the leaper, with 0 <= a < b, and let a line between two columns divide a board into a left and a right part. The
ends of the tour are given.

- If the ends are in different parts, the tours of the parts are joined by a *crossing*: a move over the line. The tour of the
  left part leads from one end to this move, and the tour of the right part leads from this move to the other end.
- If both ends are in the left part, a *corner joint* is used. The top right corner c of the left part has only two moves inside
  this part. So every tour of this part contains both moves, unless it starts or ends at c. If w is the width of the part, one
  of the moves leads to the square d = (b, w - 1 - a). The move c-d is replaced by a tour of the right part. This tour leads
  from a neighbour of c to a neighbour of d. The other cases (another corner at the line, or ends in the right part) are mirror
  images.

*Two-move rule.* If a square with only two moves is not an end of the tour, the tour contains both moves: they are forced. So
two squares cannot be the ends of a tour if one of them has two forced moves. Nor can they be the ends if forced moves form a
path between them that does not visit all squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from operator import itemgetter
from typing import Any

from graphs.board import Square
from graphs.leapers import Leaper, leaper_moves
from graphs.theorems import colours_forbid
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.warnsdorff_repair import warnsdorff_repair

WALKS = 50
"""Maximum number of walks of `warnsdorff-repair` from either end of the tour."""


Joint = tuple[Square, Square, Square, Square]
"""Squares (c, d, neighbour of c, neighbour of d) that join two tours: the corner c and d are adjacent squares of one part of a
board, and the neighbours are squares of the other part."""


class Dividing:
    """Rules for dividing a board, for a leaper whose moves change the colour.

    A board is given by its rows and columns.
    """

    def __init__(self, leaper: Leaper) -> None:
        self.leaper = leaper
        self.a, self.b = sorted(leaper)
        self.moves = leaper_moves(leaper)
        self.two_move_neighbours = cache(self._two_move_neighbours)

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
        ends = start, end
        if not any(self.two_move_neighbours(rows, cols, each) for each in ends):
            return False

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

    def is_allowed(self, rows: int, cols: int, start: Square, end: Square) -> bool:
        """Return whether colours and squares with two moves allow a tour between two squares.

        True does not prove that a tour exists.
        """
        if start == end or colours_forbid(rows * cols, (start, end), closed=False):
            return False
        return not self.is_blocked(rows, cols, start, end)

    def may_leave_out(self, rows: int, cols: int, square: Square) -> bool:
        """Return whether simple rules allow a closed tour of all squares except one.

        The number of squares must be odd, and the square must have the colour of the corners. No square with only two moves may
        be its neighbour, because such a square needs both moves.
        """
        return rows * cols % 2 == 1 and sum(square) % 2 == 0 and not self.two_move_neighbours(rows, cols, square)

    def crossings(self, rows: int, line: int, cols: int, ends: tuple[Square, Square]) -> Iterator[tuple[Square, Square]]:
        """Yield moves over a line at which a tour between two given ends may be divided.

        Simple rules allow tours of both parts that begin or end with this move. Moves in the middle rows come first. A move is
        given by its squares in the last column of the left part, which is `line` columns wide, and in the right part. In the
        right part, columns are numbered from 0. The left end comes first.
        """
        (near, far), allowed = ends, self.is_allowed
        far = far[0], far[1] - line
        for row in sorted(range(rows), key=lambda each: abs(2 * each - rows)):
            for down, right in self.moves:
                left, beyond = (row, line - 1), (row + down, right - 1)
                is_inside = right > 0 and 0 <= row + down < rows
                if is_inside and allowed(rows, line, near, left) and allowed(rows, cols - line, beyond, far):
                    yield left, beyond

    def corner_joints(self, rows: int, width: int, other_width: int) -> Iterator[Joint]:
        """Yield ways to join a tour of the right part at a corner of the left part.

        The left part is `width` columns wide. In each part, columns are numbered from 0. Neither the colours nor the two-move
        rule forbid the two squares of the right part as ends of a tour of that part.

        >>> next(Dividing((1, 2)).corner_joints(6, 6, 6))
        ((0, 5), (2, 4), (1, 1), (1, 0))
        """
        a, b = self.a, self.b
        if b < rows and a < width:
            for one, other in product(((a, b - 1), (b, a - 1)), ((b - a, b - a - 1), (b + a, b - a - 1))):
                is_inside = all(row < rows and 0 <= col < other_width for row, col in (one, other))
                if is_inside and self.is_allowed(rows, other_width, one, other):
                    yield (0, width - 1), (b, width - 1 - a), one, other

    def has_line(self, rows: int, cols: int, ends: tuple[Square, Square], least: int) -> bool:
        """Return whether a line divides the board such that tours of both parts can be joined.

        Each part has at least `least` columns. Each part must have ends for which `is_allowed` is True. It is assumed that a
        tour between these ends exists. `is_allowed` must be True for `ends`.

        >>> knight = Dividing((1, 2))
        >>> knight.has_line(6, 14, ((0, 6), (5, 6)), 6), knight.has_line(6, 13, ((0, 6), (5, 6)), 6)
        (True, False)
        """
        return any(self._divides(rows, cols, ends, line) for line in range(least, cols - least + 1))

    def _divides(self, rows: int, cols: int, ends: tuple[Square, Square], line: int) -> bool:
        """Return whether tours of the parts on both sides of a line can be joined."""
        if rows % 2 and cols % 2 == 0 and line % 2:
            return False  # two parts with an odd number of squares are not used
        (one, other), allowed = sorted(ends, key=itemgetter(1)), self.is_allowed
        if one[1] < line <= other[1]:
            return any(self.crossings(rows, line, cols, (one, other)))
        if other[1] >= line:  # both ends are on the right: take the mirror image
            line, one, other = cols - line, (one[0], cols - 1 - one[1]), (other[0], cols - 1 - other[1])
        is_free = not {(0, line - 1), (rows - 1, line - 1)} <= {one, other}
        return is_free and allowed(rows, line, one, other) and any(self.corner_joints(rows, line, cols - line))


def find_dividing_tour(problem: Problem, meter: Meter) -> Any:
    """Search for a tour with `warnsdorff-repair`, and return its squares, or None.

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
