"""Tours of boards with a side below 5, of any length, in linear time: a tour of a short board is stretched.

A knight moves two columns at most. Cut a tour between two columns. The part at the left of the cut consists of paths, here
called strands. Only two things decide how it can go on: which squares of the last two columns still lack moves, and which of
them are the two ends of one strand. Together they are the state at the cut. Adding a column changes the state, and each tour
of a board is a walk from the empty state to the complete one (the transfer-matrix method: R. P. Stanley, Enumerative
Combinatorics 1, 1986; the states are those of D. E. Knuth's Simpath, The Art of Computer Programming 4A, 7.1.4, 2011).

Where the state at one cut is the state four columns further on, these four columns can be repeated as often as one likes (the
pumping lemma of Y. Bar-Hillel, M. Perles and E. Shamir, 1961). The ends of the tour divide a long board into parts. From each
part some multiple of four columns is left out; a search finds a tour of the short board that can be stretched in each of these
parts; and the columns are put back.

Cost: the search does not depend on the length, the rest is linear. There are some 1,600 states for 3 rows and some 14,000 for 4
rows; from 5 rows on there are too many to list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from itertools import combinations
from operator import itemgetter
from typing import Any, TypeAlias

from graphs.board import Board, Square
from solvers.budget import Meter
from solvers.frontier.plan import END, FULL, State, join
from solvers.methods.construction.move_pairs import follow, pair_lines, stretched
from solvers.problem import Problem

__all__ = ["strip_tour"]

PERIOD = 4
"""The number of columns that are repeated: nearly all states of 3 and 4 rows come back after 4 columns, few after fewer."""

KEPT = 10
"""The least number of columns that remain of a part: the length of the smallest closed tour of 3 rows."""

Links: TypeAlias = tuple[tuple[int, int], ...]
"""Moves that end in the last of three columns, as pairs of squares, which are numbered column by column."""

COMPLETE: State = ()
"""The state of a complete tour, to which no column can be added."""


def strip_tour(problem: Problem, meter: Meter) -> Any:
    """Return the squares of a tour of a board with a side below 5; None where no tour is found.

    An open tour without a given start begins in a corner, which is one of its starts wherever there are any.

    Raises
    ------
    BudgetSpent : the meter's time is over.

    Examples
    --------
    >>> len(strip_tour(Problem.on_board(Board(3, 10), closed=True), Meter()))
    30
    >>> strip_tour(Problem.on_board(Board(3, 8), closed=True), Meter()) is None
    True
    """
    board = problem.board
    assert board is not None
    start: Any = problem.start or (0, 0)
    if board.size == 1:
        return [start]
    way = 1 if board.rows <= board.cols else -1  # a board that is higher than wide is turned
    rows, cols = (board.rows, board.cols)[::way]
    ends = [] if problem.closed else [square[::way] for square in (start, problem.end) if square]
    pairs = _pairs(rows, cols, sorted(ends, key=itemgetter(1)), meter)
    if pairs is None:
        return None
    squares = follow(pairs, Board(rows, cols), start[::way], meter)
    return [square[::way] for square in squares] if isinstance(squares, list) else squares[:, ::way]


def _pairs(rows: int, cols: int, ends: list[Square], meter: Meter) -> bytes | None:
    """Return the pairs of moves of a tour, row by row; None where no tour of the short board can be stretched.

    A column's pairs depend on the moves of the next two columns too. So the columns to repeat are written out twice, and it is
    the first copy, which another copy follows, that is repeated.

    Parameters
    ----------
    rows, cols : the sides of the board; at most 4 rows.
    ends : the given ends of the tour from left to right, none for a closed one. Where one is given, the other may be anywhere.
    """
    placed: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    cuts = set()
    runs: list[tuple[int, int]] = []
    length = before = 0
    for row, col in [*ends, (0, cols)]:
        times = max(0, (col - before - KEPT) // PERIOD)
        kept = col - before - times * PERIOD
        if times:
            cuts.add(length + kept // 2)
            runs += [(kept // 2, 1), (PERIOD, times - 1), (PERIOD, 1), (kept - kept // 2, 1)]
        else:
            runs.append((kept, 1))
        length, before = length + kept, col
        placed[length] += (row,)
    columns = _columns(rows, length, placed, cuts, len(ends) % 2, meter)
    if columns is None:
        return None
    moves = (
        [(square % rows, column + square // rows - 2) for square in link]
        for column, links in enumerate(columns)
        for link in links
    )
    return b"".join(stretched(line, runs) for line in pair_lines(rows, len(columns), moves))


def _columns(
    rows: int, length: int, placed: Mapping[int, tuple[int, ...]], cuts: Collection[int], free: int, meter: Meter
) -> list[Links] | None:
    """Return the columns of a tour of the short board, each as the moves that end in it; None where there is no such tour.

    Parameters
    ----------
    rows, length : the sides of the short board.
    placed : the rows of the given ends in each column.
    cuts : before these columns come four columns twice that lead back to the same state.
    free : how many ends may be anywhere. They are put as late as possible.
    """

    @cache
    def columns_from(column: int, state: State, free: int) -> list[Links] | None:
        if column == length:
            return [] if state == COMPLETE else None
        meter.check()
        period = _period(rows, state) if column in cuts else []
        if period is None:
            return None
        for more in range(free + 1):
            for others in combinations([row for row in range(rows) if row not in placed[column]], more):
                for new, links in _steps(rows, state, (*placed[column], *others)).items():
                    rest = columns_from(column + 1, new, free - more)
                    if rest is not None:
                        return [*period, *period, links, *rest]
        return None

    return columns_from(0, (FULL,) * (2 * rows), free)


@cache
def _period(rows: int, state: State) -> list[Links] | None:
    """Return four columns that lead from a state back to it; None where there are none."""
    ways: dict[State, list[Links]] = {state: []}
    for _ in range(PERIOD):
        ways = {new: [*way, links] for old, way in ways.items() for new, links in _steps(rows, old).items()}
    return ways.get(state)


@cache
def _steps(rows: int, state: State, ends: tuple[int, ...] = ()) -> Mapping[State, Links]:
    """Return the states to which another column leads, each with the first set of moves that leads there.

    Each move that may end in the column is left or taken, one after the other. Once all moves from a square of the oldest
    column are through, the ways in which it still lacks one are given up.

    Parameters
    ----------
    rows : the number of rows.
    state : the state before the column: for each square of the last two columns, column by column, the square at the other end
        of its strand, or FULL or END.
    ends : the rows in which the new column has ends of the tour.

    Examples
    --------
    The first column of 3 rows adds three squares, each a strand by itself. Moves can end in the second column only.

    >>> [one] = _steps(3, (FULL,) * 6)
    >>> one
    (-1, -1, -1, 3, 4, 5)
    >>> sorted(_steps(3, one).items())[0]
    ((0, 1, 2, 3, 4, 5), ())
    """
    if state == COMPLETE:
        return {}
    column = [END if row in ends else 2 * rows + row for row in range(rows)]
    ways: list[tuple[dict[int, int], Links]] = [(dict(enumerate((*state, *column))), ())]
    for one in range(2 * rows):
        col, row = divmod(one, rows)
        for other in (2 * rows + reached for reached in (row - 1 - col, row + 1 + col) if 0 <= reached < rows):
            taken = []
            for mates, links in ways:
                taken.append((mates, links))
                if mates[one] != FULL != mates[other]:
                    joined = dict(mates)
                    if not join(joined, one, other) or set(joined.values()) == {FULL}:
                        taken.append((joined, (*links, (one, other))))
            ways = taken
        if one < rows:
            ways = [way for way in ways if way[0][one] == FULL]
    first: dict[State, Links] = {}
    for mates, links in ways:
        after = tuple(mate if mate < 0 else mate - rows for mate in list(mates.values())[rows:])  # the squares numbered anew
        first.setdefault(COMPLETE if set(after) == {FULL} else after, links)
    return first
