"""Divide a board by a line, and join open tours of its two parts into a tour of the whole board between given ends.

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
from functools import cache, partial
from itertools import product
from typing import Any

from graphs.board import Square
from graphs.leapers import Leaper, leaper_moves
from graphs.theorems import colours_forbid
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.warnsdorff_repair import warnsdorff_repair

WALKS = 50
"""Maximum number of walks of `warnsdorff-repair` in one search, from the start or from the end of the tour."""


Joint = tuple[Square, Square, Square, Square]
"""The squares of a corner joint: the corner c, its neighbour d in the same part, a neighbour of c in the other part, and a
neighbour of d in the other part (see the module docstring)."""

MOVES = cache(leaper_moves)
"""The moves of each leaper."""


def two_move_neighbours(rows: int, cols: int, leaper: Leaper, square: Square) -> list[Square]:
    """Return the neighbours of a square that have exactly two moves."""
    near = _neighbours(rows, cols, leaper, square)
    if min(rows, cols) >= 2 * sum(leaper):  # then only squares near a corner have two moves
        reach = max(leaper)
        near = [(row, col) for row, col in near if not (reach <= row < rows - reach or reach <= col < cols - reach)]
    return [each for each in near if len(_neighbours(rows, cols, leaper, each)) == 2]


def is_blocked(rows: int, cols: int, leaper: Leaper, start: Square, end: Square) -> bool:
    """Return whether the two-move rule forbids a pair of ends.

    >>> is_blocked(15, 16, (2, 3), (3, 3), (8, 8)), is_blocked(15, 16, (2, 3), (3, 3), (0, 1))
    (True, False)
    """
    beside = partial(two_move_neighbours, rows, cols, leaper)
    near_ends = beside(start), beside(end)
    if any(len([square for square in near if square not in (start, end)]) > 1 for near in near_ends):
        return True
    if not all(near_ends):
        return False
    length, before, here = 1, start, start
    while True:  # follow forced moves from the start; True if they end at `end` before all squares are visited
        near = _neighbours(rows, cols, leaper, here)
        if len(near) != 2 or here == start:
            near = [each for each in beside(here) if each != end]
        onward = [square for square in near if square != before]
        if len(onward) != 1:
            return False
        before, here, length = here, onward[0], length + 1
        if here == end or length > rows * cols:
            return length < rows * cols


def is_allowed(rows: int, cols: int, leaper: Leaper, start: Square, end: Square) -> bool:
    """Return whether the colours and the two-move rule allow two ends.

    True does not prove that a tour exists. Each move of the leaper must change the colour.
    """
    if start == end or colours_forbid(rows * cols, (start, end), closed=False):
        return False
    return not is_blocked(rows, cols, leaper, start, end)


def dividing_moves(rows: int, width: int, leaper: Leaper) -> Iterator[tuple[Square, Square]]:
    """Yield moves from the left part's last column across the line.

    Moves in the middle rows come first. `width` is the width of the left part. In each part, columns are numbered from 0.
    """
    for row in sorted(range(rows), key=lambda each: abs(2 * each - rows)):
        for down, right in leaper_moves(leaper):
            if right > 0 and 0 <= row + down < rows:
                yield (row, width - 1), (row + down, right - 1)


def dividing_corner_joints(rows: int, width: int, other_width: int, leaper: Leaper) -> Iterator[Joint]:
    """Yield possible corner joints at the left part's top right corner.

    The left part is `width` columns wide. In each part, columns are numbered from 0. Neither the colours nor the two-move rule
    forbid the two squares of the right part as ends of a tour of that part.

    >>> next(dividing_corner_joints(6, 6, 6, (1, 2)))
    ((0, 5), (2, 4), (1, 1), (1, 0))
    """
    a, b = sorted(leaper)
    corner, beside = (0, width - 1), (b, width - 1 - a)
    if b < rows and a < width:
        for one, other in product(((a, b - 1), (b, a - 1)), ((b - a, b - a - 1), (b + a, b - a - 1))):
            is_inside = all(row < rows and 0 <= col < other_width for row, col in (one, other))
            if is_inside and is_allowed(rows, other_width, leaper, one, other):
                yield corner, beside, one, other


def find_dividing_line(rows: int, cols: int, leaper: Leaper, ends: tuple[Square, Square], least: int) -> int | None:
    """Return a line that divides a board, or None.

    The result is the number of columns left of the line. Each part has at least `least` columns. Each part must have ends for
    which `is_allowed` is True. It is assumed that a tour between these ends exists. `is_allowed` must be True for `ends`.

    >>> find_dividing_line(6, 14, (1, 2), ((0, 6), (5, 6)), 6), find_dividing_line(6, 13, (1, 2), ((0, 6), (5, 6)), 6)
    (8, None)
    """
    for line in range(least, cols - least + 1):
        is_right = [square[1] >= line for square in ends]
        if rows % 2 and (not any(line % 2 != right for right in is_right) if cols % 2 else line % 2):
            continue  # both parts must have an even number of squares, or the odd part must contain an end
        if is_right[0] != is_right[1]:
            one, other = sorted(ends, key=lambda square: square[1])
            far = other[0], other[1] - line
            if any(
                is_allowed(rows, line, leaper, one, left) and is_allowed(rows, cols - line, leaper, right, far)
                for left, right in dividing_moves(rows, line, leaper)
            ):
                return line
            continue
        width = cols - line if is_right[0] else line
        one, other = ((row, cols - 1 - col) for row, col in ends) if is_right[0] else ends
        is_free = not {(0, width - 1), (rows - 1, width - 1)} <= {one, other}
        if (
            is_free
            and is_allowed(rows, width, leaper, one, other)
            and any(dividing_corner_joints(rows, width, cols - width, leaper))
        ):
            return line
    return None


def find_dividing_tour(problem: Problem, meter: Meter) -> Any:
    """Return a tour that `warnsdorff-repair` finds, or None.

    If both ends are given, the second search starts from the end. So the squares may be in reverse order.
    """
    ways = [problem] if problem.end is None else [problem, problem.with_ends(start=problem.end, end=problem.start)]
    for way in ways:
        step = meter.step()
        try:
            squares = warnsdorff_repair(way, step, walks=WALKS).squares
        finally:
            meter.nodes += step.nodes
        if squares is not None:
            return squares
    return None


def _neighbours(rows: int, cols: int, leaper: Leaper, square: Square) -> list[Square]:
    there = ((square[0] + down, square[1] + right) for down, right in MOVES(leaper))
    return [(row, col) for row, col in there if 0 <= row < rows and 0 <= col < cols]
