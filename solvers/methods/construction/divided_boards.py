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

from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import groupby, pairwise, product
from operator import itemgetter
from typing import Any, NamedTuple

from graphs.board import Board
from graphs.leapers import Leaper
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.construction.dividing import Dividing, Ends, find_dividing_tour
from solvers.methods.construction.move_pairs import (
    check_move_pair_memory,
    follow_move_pairs,
    move_pair_lines,
    toggle_moves,
)


class DividedPart(NamedTuple):
    """A rectangular part of a board, with the ends of its tour, relative to its top left square (0, 0)."""

    rows: int
    cols: int
    ends: Ends


def _turned(part: DividedPart) -> DividedPart:
    """Return a part of a divided board with rows and columns swapped."""
    one, other = part.ends
    return DividedPart(part.cols, part.rows, (one[::-1], other[::-1]))


def _shifted(pair: Ends, cols: int) -> Ends:
    """Return two squares shifted right by `cols` columns."""
    (row, col), (other_row, other_col) = pair
    return (row, col + cols), (other_row, other_col + cols)


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
    board, leaper = problem.require_board(), problem.leaper
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
                    toggle_moves(lines, [(one, other)], leaper)
                return follow_move_pairs(b"".join(lines), board, problem.start or one, meter, leaper)
    return None


def _possible_ends(problem: Problem, board: Board) -> list[Ends]:
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
        1. If it is 2, the part is a piece. A sequence of equal parts is constructed once. The tours of the parts are joined by
        toggling moves.
        """
        if axis == 2:
            return [line.copy() for line in self.piece(*part)]
        parts, moves = self._divided(part if axis else _turned(part))
        if not axis:
            parts, moves = list(map(_turned, parts)), [(one[::-1], other[::-1]) for one, other in moves]
        runs = [(self.lines(each, axis + 1), len([*same])) for each, same in groupby(parts)]
        if axis:
            lines = [bytearray().join(once[row] * times for once, times in runs) for row in range(part.rows)]
        else:
            lines = [line.copy() for once, times in runs for line in once * times]
        toggle_moves(lines, moves, self.leaper)
        return lines

    def _piece(self, rows: int, cols: int, ends: Ends) -> list[bytearray]:
        """Return the tour of one piece, one byte per square."""
        problem = Problem.on_board(Board(rows, cols), self.leaper, start=ends[0], end=ends[1])
        squares = find_dividing_tour(problem, self.meter)
        if squares is None:
            raise _Impossible
        return move_pair_lines(rows, cols, pairwise(squares), self.leaper)

    def _divided(self, board: DividedPart) -> tuple[list[DividedPart], list[Ends]]:
        """Divide a board by vertical lines.

        Return the parts from left to right, and the moves of the board to toggle, which join their tours.
        """
        one, other = sorted(board.ends, key=itemgetter(1))
        width, margin, cols = self.width, self.margin, board.cols
        loops = [max(0, (room - margin) // width) for room in (one[1], cols - 1 - other[1])]
        while cols - sum(loops) * width < width and any(loops):
            loops[loops[1] > loops[0]] -= 1
        begin, end = loops[0] * width, cols - loops[1] * width
        first = begin + -(-max(width, one[1] - begin + 1 + margin) // 2) * 2
        between = range(first, min(other[1] - margin, end - width) + 1, width)
        parts, joints, ends, at = list[DividedPart](), list[Ends](), (one, other), 0
        for line in (*range(width, begin + 1, width), *between, *range(end, cols, width)):
            joint = next(self.dividing.joints(board.rows, cols - at, ends, line - at), None)
            if joint is None:
                raise _Impossible
            left, right, moves = joint
            parts.append(DividedPart(board.rows, line - at, left))
            joints += (_shifted(move, at) for move in moves)
            ends, at = _shifted(right, at - line), line
        return [*parts, DividedPart(board.rows, cols - at, ends)], joints
