"""Tours of any size for any leaper: short tours are stretched, and closed ones are joined to a pile.

A short tour is stretched by repeating a block of its columns (`stretches`). Closed tours of strips of the same length are
joined, one above the other. Let each have the move (0, 0)-(a, b) at its top left and, at its bottom left, this move translated
by (-b, a): (h - b, a)-(h - b + a, a + b), where h is the height of the strip. The latter of the upper strip and the former of
the lower one are then opposite sides of a parallelogram, and its other two sides are moves of the leaper. These in the place of
those make one tour of two. The tour of the upper strip may be open. When a strip is stretched, both moves must stay in place.
So their left squares must not lie right of its block, which is checked.

All this changes and copies bytes (`move_pairs`), and the tour is followed once in the end. Cost: linear, once the short tours
are found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from itertools import groupby
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import Leaper
from graphs.obstructions.row_cuts import find_row_cut
from solvers.budget import Meter
from solvers.errors import BudgetSpent
from solvers.methods.construction.move_pairs import check_memory, follow, pair_lines, replace_move, stretched
from solvers.methods.construction.stretches import BLOCKS, Move, Stretch, find_some_stretch
from solvers.problem import Problem

__all__ = ["MOST_COLS", "MOST_SQUARES", "joints", "pile_tour", "stretched_tour", "sums"]

MOST_COLS, MOST_SQUARES = 80, 2_000
"""The longest strips that are stretched; `decide_height` looks at boards up to these, too."""
NARROW = 16
"""Rows up to which an open tour of a single strip is sought."""
HIGHEST = 4
"""The highest strips that are piled up, in multiples of a + b."""
MOST_CONFLICTS = 50_000
"""Conflicts of the solver for strips of one height: some seconds."""


def joints(rows: int, leaper: Leaper) -> list[tuple[Square, Square]]:
    """Return the two moves that the tour of a strip has where it is joined to another one above it, and to one below it.

    >>> joints(5, (1, 4))
    [((0, 0), (1, 4)), ((1, 1), (2, 5))]
    """
    a, b = sorted(leaper)
    return [((0, 0), (a, b)), ((rows - b, a), (rows - b + a, a + b))]


def sums(strips: Iterable[Stretch], cols: int, most: int) -> dict[int, Stretch]:
    """Return the heights that strips of a length add up to, up to the highest, each with the lowest strip of such a pile."""
    usable = [each for each in strips if each.reaches(cols)]
    last: dict[int, Stretch] = {}
    for rows in range(1, most + 1):
        for each in usable:
            if rows == each.board.rows or rows - each.board.rows in last:
                last[rows] = each
                break
    return last


def stretched_tour(problem: Problem, meter: Meter) -> Any:
    """Return the squares of a tour of a full board, which is stretched and piled up; None where no such tour is found.

    The end of an open tour is free. The rows of the strips are those of the board, or its columns.

    Raises
    ------
    BudgetSpent : the budget ran out.
    UnsupportedProblem : the board is too large for the memory.
    """
    board, leaper = problem.board, problem.leaper
    assert board is not None
    sides = sorted((board.rows, board.cols))
    if find_row_cut(sides[0], leaper, problem.closed, None):
        return None
    if sides[0] > NARROW and sides[1] % 2:
        sides.reverse()  # strips of an even length are found more easily
    for rows, length in (sides, sides[::-1])[: 1 + (sides[0] != sides[1])]:
        way = 1 if rows == board.rows else -1
        start = problem.start and problem.start[::way]
        asked = Problem.on_board(Board(rows, length), leaper, start=start, closed=problem.closed)
        pile = _find_pile(asked, meter)
        if pile:
            squares = pile_tour(asked, pile, meter)
            return [square[::way] for square in squares] if isinstance(squares, list) else squares[:, ::way]
    return None


def pile_tour(problem: Problem, pile: Sequence[Stretch], meter: Meter) -> Any:
    """Return the squares of a tour of a board that is made up of strips, from top to bottom.

    Raises
    ------
    BudgetSpent : the budget ran out.
    UnsupportedProblem : the board is too large for the memory.
    """
    board, top = problem.board, pile[0]
    assert board is not None
    check_memory(board, rotated=False)
    meter.require(problem.size)
    first = (problem.start or (0, 0)) if top.tour.closed else top.begin(top.times_to(board.cols))
    return follow(_pairs(pile, board.cols, problem.leaper), board, first, meter, problem.leaper)


def _find_pile(problem: Problem, meter: Meter) -> list[Stretch]:
    """Return strips that make up a board, from top to bottom; none where they are not found.

    All their tours are closed, or the first one is open. Where the number of squares is odd, every move changing the colour, it
    is open, and its height is odd, and the heights of the others are even.
    """
    board = problem.board
    assert board is not None
    rows, is_odd = board.rows, board.size % 2 == 1
    if rows <= NARROW and not problem.closed and (strip := _find_strip(problem, rows, (), meter)):
        return [strip]
    if is_odd and (problem.closed or problem.start):
        return []
    closed, tops = list[Stretch](), list[Stretch]()
    for height in range(1, min(rows, HIGHEST * sum(problem.leaper)) + 1):
        is_top = is_odd and height % 2 == 1
        asked = Problem.on_board(board, problem.leaper, closed=not is_top)
        strip = _find_strip(asked, height, [] if height == rows else joints(height, problem.leaper)[is_top:], meter)
        if strip is not None:
            (tops if is_top else closed).append(strip)
            last = sums(closed, board.cols, rows)
            for top in [[each] for each in tops] if is_odd else [[]]:
                pile, left = top, rows - sum(each.board.rows for each in top)
                while left in last:
                    pile = [*pile, last[left]]
                    left -= last[left].board.rows
                if left == 0:
                    return pile
    return []


def _find_strip(problem: Problem, rows: int, moves: Sequence[Move], meter: Meter) -> Stretch | None:
    """Return a tour with these moves of so many rows, which can be stretched to the length of a board, if it is found soon."""
    board, start = problem.board, None if problem.closed else problem.start
    assert board is not None
    if find_row_cut(rows, problem.leaper, problem.closed, start):
        return None
    step, stretch = meter.step(MOST_CONFLICTS), None
    with suppress(BudgetSpent):
        for cols in range(start[1] + 1 if start else 1, min(MOST_COLS, MOST_SQUARES // rows, board.cols) + 1):
            blocks = [block for block in BLOCKS if (board.cols - cols) % block == 0]
            short = Problem.on_board(Board(rows, cols), problem.leaper, start=start, closed=problem.closed)
            stretch = stretch or find_some_stretch(short, step, blocks, moves)
    meter.nodes += step.nodes
    meter.check()
    return stretch


def _pairs(pile: Sequence[Stretch], cols: int, leaper: Leaper) -> bytes:
    """Return the pairs of moves of a pile of strips, from the top to the bottom, row by row."""
    a, b = sorted(leaper)

    @cache
    def lines_of(strip: Stretch, above: bool, below: bool) -> bytes:
        """Return a strip, joined to one above it and to one below it."""
        rows, length = strip.board.rows, strip.board.cols
        runs = (strip.cut, 1), (strip.block, 1 + strip.times_to(cols)), (length - strip.cut - strip.block, 1)
        moves = [(one, other) for one, other in strip.moves if other]
        lines = [bytearray(stretched(line, runs)) for line in pair_lines(rows, length, moves, leaper)]
        upper, lower = joints(rows, leaper)
        for (one, other), (down, right) in [(upper, (-b, a))] * above + [(lower, (b, -a))] * below:
            assert one[1] < strip.cut + strip.block  # else stretching shifts the joint
            for square, old in ((one, other), (other, one)):
                replace_move(lines, square, old, (square[0] + down, square[1] + right), leaper)
        return b"".join(lines)

    places = ((strip, place > 0, place < len(pile) - 1) for place, strip in enumerate(pile))
    return b"".join(lines_of(*strip) * len([*same]) for strip, same in groupby(places))
