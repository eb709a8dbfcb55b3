"""Construct a tour of a large board by joining tours of small pieces.

The ends of the tour may be given. Lines between columns divide a strip of the board into pieces of up to five kinds, from left
to right:

1. *Loops*: pieces of equal width without an end of the tour. A corner joint joins each loop to the piece on its right.
2. A piece with one end of the tour.
3. *Through* pieces of equal width, also without an end of the tour. A crossing joins each of them to the pieces on both sides.
4. A piece with the other end of the tour. If the two ends are close to each other, one piece contains both, and there are no
   through pieces.
5. Loops, each of which a corner joint joins to the piece on its left.

The board itself is divided into strips in the same way, by lines between rows. Loops and through pieces have an even width. So
at most one piece has an odd number of squares. If there is one, it contains an end of the tour. All lines are far from the ends
of the tour. So no end is one of the squares near a new corner that the two-move rule concerns (see `dividing`).

A tour is represented by one byte per square (see `move_pairs`). Equal pieces and equal strips are constructed once, and their
bytes are copied. The solver `warnsdorff-repair` finds the tour of a piece. The time is linear in the number of squares.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import groupby, pairwise, product
from typing import Any, NamedTuple, TypeAlias

from graphs.board import Board, Square
from graphs.leapers import Leaper
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.construction.dividing import Dividing, find_dividing_tour
from solvers.methods.construction.move_pairs import (
    check_move_pair_memory,
    follow_move_pairs,
    move_pair_lines,
    replace_move_pair,
)

Change: TypeAlias = tuple[Square, Square, Square]
"""A change of a tour as (square, old neighbour, new neighbour). If the first two squares are equal, the square is an end of the
tour, and gets the new neighbour as its second one."""


class DividedPart(NamedTuple):
    """A rectangular part of a divided board, with the ends of the tour of this part.

    All squares are relative to the top left square (0, 0) of the part. So a square of a neighbouring part has a negative
    coordinate, or one that is too large for this part.

    The tour of a part is first constructed for the part alone, from `ends[0]` to `ends[1]`. Each change then redirects one of
    its moves into a neighbouring part. For example, a part of 6 columns may have the change ((0, 5), (2, 4), (1, 7)). Its
    corner (0, 5) gives up the move to (2, 4) for a move to (1, 7), which is the square (1, 1) of the part on the right. The
    part on the right has the change ((1, 1), (1, 1), (0, -1)) for the same new move, because each part lists only the changes
    of its own squares.
    """

    rows: int
    cols: int
    ends: tuple[Square, Square]
    changes: tuple[Change, ...] = ()


def _mapped(part: DividedPart, rows: int, cols: int, image: Callable[[Square], Square]) -> DividedPart:
    """Return a part of a divided board with all its squares mapped by `image`."""
    start, end = part.ends
    changes = ((image(square), image(neighbour), image(other)) for square, neighbour, other in part.changes)
    return DividedPart(rows, cols, (image(start), image(end)), tuple(changes))


def _turned(part: DividedPart) -> DividedPart:
    """Return a part of a divided board with rows and columns swapped."""
    return _mapped(part, part.cols, part.rows, lambda square: square[::-1])


def _mirrored(part: DividedPart) -> DividedPart:
    """Return a part of a divided board with its columns in reverse order."""
    return _mapped(part, part.rows, part.cols, lambda square: (square[0], part.cols - 1 - square[1]))


def _shifted(square: Square, cols: int) -> Square:
    return square[0], square[1] + cols


class _Impossible(Exception):
    """Raised if a piece of a board has no tour or cannot be joined to others."""


def divided_tour(problem: Problem, meter: Meter) -> Any:
    """Construct a tour of a board without holes from small pieces, or return None.

    The squares are returned as by `move_pairs.follow_move_pairs`. Each move of the leaper must change the colour. If no end is
    given, the tour ends at a corner if the number of squares is odd. If it is even, the tour is constructed between two
    neighbouring squares and then closed. In both cases, the limit on search nodes is ignored, because a few short walks are
    enough.

    >>> tour = divided_tour(Problem.on_board(Board(60, 70), start=(3, 3), end=(50, 21)), Meter())
    >>> len(tour), tour[0], tour[-1]
    (4200, (3, 3), (50, 21))
    """
    board, leaper = problem.board, problem.leaper
    assert board is not None
    check_move_pair_memory(board)
    meter.require(problem.size)
    if problem.end is None:
        meter = Meter(replace(meter.budget, nodes=None), meter.started)
    pieces = _Pieces(leaper, meter)
    for one, other in _possible_ends(problem, board):
        if pieces.dividing.is_allowed(board.rows, board.cols, one, other):
            with suppress(_Impossible):
                lines = pieces.lines(DividedPart(board.rows, board.cols, (one, other)))
                if problem.end is None and board.size % 2 == 0:
                    replace_move_pair(lines, one, one, other, leaper)
                    replace_move_pair(lines, other, other, one, leaper)
                return follow_move_pairs(b"".join(lines), board, problem.start or one, meter, leaper)
    return None


def _possible_ends(problem: Problem, board: Board) -> list[tuple[Square, Square]]:
    """Return the pairs of tour ends to try, in order."""
    if problem.end is not None:
        return [(problem.start, problem.end)]
    if board.size % 2 == 0:
        a, b = sorted(problem.leaper)
        return [((0, 0), (a, b))]
    start = problem.start or (0, 0)
    return [(start, corner) for corner in product((0, board.rows - 1), (0, board.cols - 1))]


class _Pieces:
    """Tours of small boards, computed once for equal boards."""

    def __init__(self, leaper: Leaper, meter: Meter) -> None:
        self.leaper, self.meter, self.dividing = leaper, meter, Dividing(leaper)
        self.margin = sum(leaper)
        self.width = -(-3 * self.margin // 2) * 2  # even; such pieces usually have tours between all ends that no rule forbids
        self.piece = cache(self._piece)

    def lines(self, part: DividedPart, axis: int = 0) -> list[bytearray]:
        """Return the tour of a part of the board, one byte per square and one bytearray per row.

        The part is divided into strips by lines between rows if `axis` is 0, and into pieces by lines between columns if it is
        1. If it is 2, the part is a piece. A sequence of equal parts is constructed once.
        """
        if axis == 2:
            lines = [line.copy() for line in self.piece(part.rows, part.cols, part.ends)]
        else:
            parts = self._parts(part) if axis else map(_turned, self._parts(_turned(part)))
            runs = [(self.lines(each, axis + 1), len([*same])) for each, same in groupby(parts)]
            if axis:
                lines = [bytearray().join(once[row] * times for once, times in runs) for row in range(part.rows)]
            else:
                lines = [line.copy() for once, times in runs for line in once * times]
        for change in part.changes:
            replace_move_pair(lines, *change, self.leaper)
        return lines

    def _piece(self, rows: int, cols: int, ends: tuple[Square, Square]) -> list[bytearray]:
        """Return the tour of one piece, one byte per square."""
        problem = Problem.on_board(Board(rows, cols), self.leaper, start=ends[0], end=ends[1])
        squares = find_dividing_tour(problem, self.meter)
        if squares is None:
            raise _Impossible
        return move_pair_lines(rows, cols, pairwise(squares), self.leaper)

    def _parts(self, board: DividedPart) -> list[DividedPart]:
        """Divide a board by vertical lines into parts, from left to right."""
        one, other = sorted(board.ends, key=lambda square: square[1])
        loops = [max(0, (room - self.margin) // self.width) for room in (one[1], board.cols - 1 - other[1])]
        while board.cols - sum(loops) * self.width < self.width and any(loops):
            loops[loops[1] > loops[0]] -= 1
        left, right = loops
        first = left * self.width
        cols = board.cols - first - right * self.width
        ends = _shifted(one, -first), _shifted(other, -first)
        parts = self._divide_between_ends(DividedPart(board.rows, cols, ends))
        for number in (left, right):
            parts = self._with_loops([*map(_mirrored, parts[::-1])], number)
        return parts

    def _with_loops(self, parts: list[DividedPart], number: int) -> list[DividedPart]:
        """Append `number` parts that contain no end of the tour, each joined to the part before."""
        for _ in range(number):
            last = parts.pop()
            joint = next(self.dividing.corner_joints(last.rows, last.cols, self.width), None)
            if joint is None:
                raise _Impossible
            corner, beside, one, other = joint
            # The part on the left gives up the move from `corner` to `beside`: both squares get a move into the loop.
            onward = (corner, beside, _shifted(one, last.cols)), (beside, corner, _shifted(other, last.cols))
            parts.append(last._replace(changes=(*last.changes, *onward)))
            # Both ends of the loop's tour lack a move: it leads back to `corner` or `beside`.
            back = (one, one, _shifted(corner, -last.cols)), (other, other, _shifted(beside, -last.cols))
            parts.append(DividedPart(last.rows, self.width, (one, other), back))
        return parts

    def _divide_between_ends(self, part: DividedPart) -> list[DividedPart]:
        """Divide a part by lines between the two ends of its tour, if possible."""
        rows, (one, other) = part.rows, part.ends
        first = -(-max(self.width, one[1] + 1 + self.margin) // 2) * 2
        times = (min(other[1] - self.margin, part.cols - self.width) - first) // self.width
        if times < 0:
            return [part]
        last, far = part.cols - first - times * self.width, _shifted(other, -times * self.width)  # without the through pieces
        for exit_, entry in self.dividing.crossings(rows, first, first + last, (one, far)):
            out = exit_[0], self.width - 1
            if not times or self.dividing.is_allowed(rows, self.width, entry, out):
                onward = [(end, end, _shifted(entry, cols)) for end, cols in ((exit_, first), (out, self.width))]
                back = entry, entry, (exit_[0], -1)
                return [
                    DividedPart(rows, first, (one, exit_), (onward[0],)),
                    *[DividedPart(rows, self.width, (entry, out), (back, onward[1]))] * times,
                    DividedPart(rows, last, (entry, _shifted(far, -first)), (back,)),
                ]
        raise _Impossible
