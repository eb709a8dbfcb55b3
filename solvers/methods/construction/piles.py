"""Construct tours of boards of any size for any leaper, from short tours that are stretched and joined.

A *strip* is a short board with a tour that can be stretched to the length of the whole board: a block of its columns is
repeated (see `stretches`). Stretched strips are put one above the other to form a *pile*, which fills the whole board. The
tours of neighbouring strips are joined into one.

To join the tours of two strips, each of the tours must contain a certain move of the leaper (a, b). Let h be the height of the
upper strip, and let rows and columns be counted within each strip:

- The upper tour contains the move (h - b, a)-(h - b + a, a + b), at its bottom left.
- The lower tour contains the move (0, 0)-(a, b), at its top left.

The two moves are opposite sides of a parallelogram, because they differ by the translation (b, -a). This translation is also a
move of the leaper. So the other two sides of the parallelogram are moves. They replace the first two moves, and the two tours
become one. At least one of the two tours must be closed. So all tours of a pile are closed, except that the tour of the top
strip may be open.

These two moves must stay in place when the strips are stretched. So the left square of each move must not be to the right of
the repeated block of its strip; this is checked.

A tour is represented by one byte per square (see `move_pairs`). It is stretched by copying bytes, and joined to another tour by
changing bytes. Only the final tour is converted to a list of squares.

Notes
-----
Once the short tours are found, the construction takes linear time.
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
from solvers.errors import BudgetSpent
from solvers.meter import Meter
from solvers.methods.construction.move_pairs import check_memory, follow, pair_lines, repeat_runs, replace_move
from solvers.methods.construction.stretch_search import BLOCKS, find_some_stretch
from solvers.methods.construction.stretches import Move, Stretch
from solvers.problem import Problem

MOST_COLS, MOST_SQUARES = 80, 2_000
"""Maximum number of columns, and maximum number of squares, of a strip before it is stretched. They also limit the boards that
`solvers.existence.heights.decide_height` searches."""
NARROW = 16
"""Maximum number of rows of a board for which a single strip with an open tour is tried."""
HIGHEST = 4
"""A strip of a pile has at most `HIGHEST * (a + b)` rows for the leaper (a, b)."""
MOST_CONFLICTS = 50_000
"""Maximum number of conflicts of the SAT solver in the search for a strip of a given height: the work of some seconds."""


def joints(rows: int, leaper: Leaper) -> list[tuple[Square, Square]]:
    """Return the two moves at which a strip is joined to the strip above it and to the strip below it.

    Parameters
    ----------
    rows : int
        The height of the strip.
    leaper : tuple of int
        The leaper.

    Returns
    -------
    list of tuple
        The move for the strip above, then the move for the strip below, each as two squares. The tour of the strip must contain
        these moves.

    Examples
    --------
    >>> joints(5, (1, 4))
    [((0, 0), (1, 4)), ((1, 1), (2, 5))]
    """
    a, b = sorted(leaper)
    return [((0, 0), (a, b)), ((rows - b, a), (rows - b + a, a + b))]


def sums(strips: Iterable[Stretch], cols: int, most: int) -> dict[int, Stretch]:
    """Return the heights of all boards that can be filled with strips, one above the other, and a bottom strip for each height.

    Parameters
    ----------
    strips : iterable of Stretch
        The strips. Each may be used several times.
    cols : int
        The number of columns of the board. Only strips that can be stretched to this number are used.
    most : int
        The maximum height of the board.

    Returns
    -------
    dict
        For each possible height, in ascending order, a strip that can be the bottom strip. The height of the remaining board is
        also a key, unless it is 0. So the strips can be looked up one after the other, from bottom to top.
    """
    usable = [each for each in strips if each.reaches(cols)]
    last: dict[int, Stretch] = {}
    for rows in range(1, most + 1):
        for each in usable:
            if rows == each.board.rows or rows - each.board.rows in last:
                last[rows] = each
                break
    return last


def stretch_tour(problem: Problem, meter: Meter) -> Any:
    """Construct a tour of a full board from tours of strips that are stretched and put one above the other.

    Parameters
    ----------
    problem : Problem
        A problem on a board without holes and joined edges. No end may be given.
    meter : Meter
        The budget.

    Returns
    -------
    list of tuple of int or numpy.ndarray or None
        The squares in visiting order, as `move_pairs.follow` returns them, or None if no such tour is found.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded.
    UnsupportedProblem
        If the board is too large for the available memory.

    Notes
    -----
    Both directions of the strips are tried: along the rows of the board, and along its columns.
    """
    board, leaper = problem.board, problem.leaper
    assert board is not None
    sides = sorted((board.rows, board.cols))
    if find_row_cut(sides[0], leaper, problem.closed, None):
        return None
    if sides[0] > NARROW and sides[1] % 2:
        sides.reverse()  # strips of even length are easier to find
    for rows, length in (sides, sides[::-1])[: 1 + (sides[0] != sides[1])]:
        way = 1 if rows == board.rows else -1
        start = problem.start and problem.start[::way]
        turned_problem = Problem.on_board(Board(rows, length), leaper, start=start, closed=problem.closed)
        pile = _find_pile(turned_problem, meter)
        if pile:
            squares = pile_tour(turned_problem, pile, meter)
            return [square[::way] for square in squares] if isinstance(squares, list) else squares[:, ::way]
    return None


def pile_tour(problem: Problem, pile: Sequence[Stretch], meter: Meter) -> Any:
    """Stretch the tours of given strips, join them into a tour of a board, and return the squares of this tour.

    Parameters
    ----------
    problem : Problem
        A problem on the board. Its start is used only if the tours of all strips are closed.
    pile : sequence of Stretch
        The strips from top to bottom.
    meter : Meter
        The budget.

    Returns
    -------
    list of tuple of int or numpy.ndarray
        The squares in visiting order, as `move_pairs.follow` returns them.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded.
    UnsupportedProblem
        If the board is too large for the available memory.
    """
    board, top = problem.board, pile[0]
    assert board is not None
    check_memory(board)
    meter.require(problem.size)
    first = (problem.start or (0, 0)) if top.tour.closed else top.begin(top.times_to(board.cols))
    return follow(_pairs(pile, board.cols, problem.leaper), board, first, meter, problem.leaper)


def _find_pile(problem: Problem, meter: Meter) -> list[Stretch]:
    """Return the strips that fill a board, from top to bottom, or an empty list if no such strips are found.

    A board of at most `NARROW` rows may be a single strip with an open tour. Otherwise all strips have closed tours, with one
    exception: if the number of squares of the board is odd, the top strip has an open tour. In this case, the height of the top
    strip is odd, and the heights of the other strips are even.
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
        strip_problem = Problem.on_board(board, problem.leaper, closed=not is_top)
        strip = _find_strip(strip_problem, height, [] if height == rows else joints(height, problem.leaper)[is_top:], meter)
        if strip is not None:
            (tops if is_top else closed).append(strip)
            last = sums(closed, board.cols, rows)
            for top in [[each] for each in tops] if is_odd else [[]]:
                pile, rows_left = top, rows - sum(each.board.rows for each in top)
                while rows_left in last:
                    pile = [*pile, last[rows_left]]
                    rows_left -= last[rows_left].board.rows
                if rows_left == 0:
                    return pile
    return []


def _find_strip(problem: Problem, rows: int, moves: Sequence[Move], meter: Meter) -> Stretch | None:
    """Return a strip of `rows` rows whose tour contains `moves` and can be stretched to the length of the board.

    Return None if no such strip is found.
    """
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
    """Return the two moves of each square of a pile, one byte per square (see `move_pairs`), row by row from top to bottom."""
    a, b = sorted(leaper)

    @cache
    def lines_of(strip: Stretch, above: bool, below: bool) -> bytes:
        """Return the bytes of a stretched strip, joined to the strip above (if `above`) and to that below (if `below`)."""
        rows, length = strip.board.rows, strip.board.cols
        runs = (strip.cut, 1), (strip.block, 1 + strip.times_to(cols)), (length - strip.cut - strip.block, 1)
        moves = [(one, other) for one, other in strip.moves if other]
        lines = [bytearray(repeat_runs(line, runs)) for line in pair_lines(rows, length, moves, leaper)]
        upper, lower = joints(rows, leaper)
        for (one, other), (down, right) in [(upper, (-b, a))] * above + [(lower, (b, -a))] * below:
            assert one[1] < strip.cut + strip.block  # otherwise, stretching would shift this move
            for square, old in ((one, other), (other, one)):
                replace_move(lines, square, old, (square[0] + down, square[1] + right), leaper)
        return b"".join(lines)

    places = ((strip, place > 0, place < len(pile) - 1) for place, strip in enumerate(pile))
    return b"".join(lines_of(*strip) * len([*same]) for strip, same in groupby(places))
