"""Construct knight's tours of boards with fewer than 5 rows, by repeating columns of a shorter tour.

The board is built column by column from left to right. A knight's move leads at most two columns to the right. So moves into
a column come only from the two columns to its left.

*States.* The moves chosen so far form paths. Which further moves make them a tour depends on two things only: which squares of
the last two columns still lack moves, and where the path from each of these squares ends. It ends at another one of these
squares, or at an end of the tour. This information is the *state* after a column. A further column with its moves leads from
one state to another. So each tour of a board is a walk in the graph of states, from the state before the first column to the
state of a complete tour. This is the transfer-matrix method [1]_ with the states of Simpath [2]_.

*Repetition.* If a walk passes the same state twice, the columns in between can be repeated any number of times. (This is the
pumping lemma [3]_.) Here there are always four columns in between. A tour is constructed in three steps:

1. The columns of the given ends divide a long board into sections. Each long section is shortened by a multiple of four
   columns.
2. A search finds a walk for the resulting short board. In the middle of each shortened section, this walk must pass a state
   from which four additional columns lead back to the same state.
3. These four columns are inserted there, as often as the length of the board requires:

        short board, state S in the middle      ---------- S ----------
        long board, four columns repeated       ---------- S ==== S ==== S ==== S ----------

The time of the search does not depend on the length of the board, and the rest takes linear time. There are some 1,600 states
for 3 rows and some 14,000 for 4 rows. For 5 rows there are too many to list.

References
----------
.. [1] R. P. Stanley, Enumerative Combinatorics 1, 1986.
.. [2] D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4, 2011.
.. [3] Y. Bar-Hillel, M. Perles and E. Shamir, On formal properties of simple phrase structure grammars, 1961.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from itertools import combinations
from operator import itemgetter
from typing import Any, TypeAlias

from graphs.board import Square
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.construction.move_pairs import follow_move_pairs, move_pair_lines, repeat_move_pairs

# On boards of 3 or 4 rows, four columns can lead from nearly every state back to the same state (see the module docstring).
# Fewer columns can do so for few states only.
PERIOD = 4
"""Number of columns that are repeated."""

# The shortest board of 3 rows with a closed tour has this number of columns.
KEPT = 10
"""Minimum number of columns to which a section of a long board is shortened."""

FULL, END = -1, -2
"""Entries of a state: FULL for a square that has all its moves, END if the path from a square leads to an end of the tour."""
State: TypeAlias = tuple[int, ...]
"""For each square of two columns, the other end of its path, FULL or END. A square without moves is its own other end."""
Links: TypeAlias = tuple[tuple[int, int], ...]
"""Moves into the third of three columns, each as a pair of squares. The squares are numbered from 0, column by column."""

COMPLETE: State = ()
"""State of a complete tour, to which no column can be added."""


def strip_tour(problem: Problem, meter: Meter) -> Any:
    """Construct a knight's tour of a board with fewer than 5 rows, and at least as many columns.

    The squares are returned as by `move_pairs.follow_move_pairs`, or None if no tour is found. If no start is given, the tour
    begins at the corner (0, 0): a board that has an open tour has one from there.

    >>> from graphs import Board
    >>> len(strip_tour(Problem.on_board(Board(3, 10), closed=True), Meter()))
    30
    >>> strip_tour(Problem.on_board(Board(3, 8), closed=True), Meter()) is None
    True
    """
    board, start = problem.require_board(), problem.start or (0, 0)
    ends = [] if problem.closed else [square for square in (start, problem.end) if square]
    pairs = _pairs(board.rows, board.cols, sorted(ends, key=itemgetter(1)), meter)
    return None if pairs is None else follow_move_pairs(pairs, board, start, meter)


def _pairs(rows: int, cols: int, ends: list[Square], meter: Meter) -> bytes | None:
    """Return a tour as bytes, one per square, row by row, or None.

    `ends` contains the given ends of the tour from left to right. If only one is given, the other end is free. If none is
    given, the tour is closed.

    The bytes of a column contain the moves into the next two columns. So the bytes of four columns (step 3 in the module
    docstring) can be repeated only if a copy of these columns follows. Therefore the four columns are inserted twice into the
    short board, and only the bytes of the first copy are repeated.
    """
    placed: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    cuts = set()
    runs: list[tuple[int, int]] = []
    length = before = 0
    for row, col in [*ends, (0, cols)]:
        times = max(0, (col - before - KEPT) // PERIOD)
        short_length = col - before - times * PERIOD
        if times:
            cuts.add(length + short_length // 2)
            runs += [(short_length // 2, 1), (PERIOD, times - 1), (PERIOD + short_length - short_length // 2, 1)]
        else:
            runs.append((short_length, 1))
        length, before = length + short_length, col
        placed[length] += (row,)
    columns = _columns(rows, length, placed, cuts, len(ends) % 2, meter)
    if columns is None:
        return None
    moves = (
        [(square % rows, column + square // rows - 2) for square in link]
        for column, links in enumerate(columns)
        for link in links
    )
    return repeat_move_pairs(move_pair_lines(rows, len(columns), moves), runs)


def _columns(
    rows: int, length: int, placed: Mapping[int, tuple[int, ...]], cuts: Collection[int], free: int, meter: Meter
) -> list[Links] | None:
    """Search for the moves of a short board, column by column.

    Each column is given by the moves into it. Before each column in `cuts`, eight more columns are inserted: twice the same
    four, which lead from a state back to the same state. `placed` contains the rows of the given ends by column. `free` further
    ends are placed as far to the right as possible.
    """
    steps = cache(_steps)

    @cache
    def period(state: State) -> list[Links] | None:
        """Return moves of four columns that lead from a state back to it, or None."""
        ways: dict[State, list[Links]] = {state: []}
        for _ in range(PERIOD):
            ways = {new: [*way, links] for old, way in ways.items() for new, links in steps(rows, old).items()}
        return ways.get(state)

    @cache
    def columns_from(column: int, state: State, free: int) -> list[Links] | None:
        if column == length:
            return [] if state == COMPLETE else None
        meter.check()
        repeated = period(state) if column in cuts else []
        if repeated is None:
            return None
        for more in range(free + 1):
            for others in combinations([row for row in range(rows) if row not in placed[column]], more):
                for new, links in steps(rows, state, (*placed[column], *others)).items():
                    rest = columns_from(column + 1, new, free - more)
                    if rest is not None:
                        return [*repeated, *repeated, links, *rest]
        return None

    return columns_from(0, (FULL,) * (2 * rows), free)


def _steps(rows: int, state: State, ends: tuple[int, ...] = ()) -> Mapping[State, Links]:
    """Return the states that one more column can lead to, each with the moves of this column.

    `ends` contains the rows of ends of the tour in the new column. A state has one entry for each square of the last two
    columns, column by column: the square at the other end of its path of chosen moves. The entry is FULL if the square has all
    its moves, and END if the path leads to an end of the tour.

    There are no moves into the first column of a board of 3 rows. So each of its squares, numbered 3, 4 and 5, is a path by
    itself. No moves into the second column is one of the possibilities.

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
    for one in range(2 * rows):  # a knight's move over two columns changes the row by 1, over one column by 2
        col, row = divmod(one, rows)
        for other in (2 * rows + reached for reached in (row - 1 - col, row + 1 + col) if 0 <= reached < rows):
            next_ways = []
            for mates, links in ways:
                next_ways.append((mates, links))
                far, farther = mates[one], mates[other]
                if far != FULL != farther:
                    joined = mates | {one: FULL, other: FULL}
                    if far != other and not far == farther == END:  # otherwise, the move completes a cycle or an open tour
                        joined |= {near: end for near, end in ((far, farther), (farther, far)) if near != END}
                    elif {*joined.values()} != {FULL}:
                        continue
                    next_ways.append((joined, (*links, (one, other))))
            ways = next_ways
        if one < rows:  # later columns add no moves to this square
            ways = [way for way in ways if way[0][one] == FULL]
    first: dict[State, Links] = {}
    for mates, links in ways:
        after = tuple(mate if mate < 0 else mate - rows for mate in list(mates.values())[rows:])  # renumber the squares
        first.setdefault(COMPLETE if set(after) == {FULL} else after, links)
    return first
