"""Tours of boards with a side below 5, of any length, in linear time: a tour of a short board is stretched.

`transfer_matrix` describes a tour by its states, one at each cut between two columns. Where the state at one cut is the state
four columns further on, these four columns can be repeated as often as one likes (the pumping lemma of Y. Bar-Hillel,
M. Perles and E. Shamir, 1961). The ends of the tour divide a long board into parts. From each part some multiple of four
columns is left out; a search finds a tour of the short board that can be stretched in each of these parts; and the columns
are put back. Cost: the search does not depend on the length, the rest is linear.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations, pairwise
from typing import Any, TypeAlias

from graphs.board import Board, Square
from solvers.budget import Meter
from solvers.methods.construction.move_pairs import EMPTY, add_move, follow, move_number
from solvers.methods.construction.transfer_matrix import COMPLETE, Links, State, first_state, steps
from solvers.problem import Problem
from solvers.result import Outcome

__all__ = ["strip_pairs", "strip_tour"]

PERIOD = 4
"""The number of columns that are repeated: nearly all states of 3 and 4 rows come back after 4 columns, few after fewer."""

KEPT = 10
"""The least number of columns that remain of a part: the length of the smallest closed tour of 3 rows."""

Place: TypeAlias = tuple[State, int]
"""A state, and how many ends of the tour may still be put anywhere."""

Run: TypeAlias = tuple[tuple[Links, ...], int]
"""Columns, each as the moves that end in it, and how often they follow each other."""


def strip_tour(problem: Problem, meter: Meter) -> Outcome:
    """Return the tour of a problem whose board has a side below 5.

    An open tour without a given start begins in a corner, which is one of its starts wherever there are any.
    """
    board = problem.board
    assert board is not None
    start: Any = (0, 0) if problem.start is None else problem.start
    end: Any = problem.end
    if board.size == 1:
        return Outcome.found([start], 1)
    if board.rows > board.cols:
        transposed = Board(board.cols, board.rows)
        last = None if end is None else end[::-1]
        outcome = strip_tour(Problem.on_board(transposed, start=start[::-1], end=last, closed=problem.closed), meter)
        return outcome if outcome.squares is None else Outcome.found(_transposed(outcome.squares), outcome.nodes)
    if end is None:
        ends, free = ([], 0) if problem.closed else ([start], 1)
    else:  # an open tour is closed too where its ends are a move apart
        ends, free = [start, end], 0
    pairs = strip_pairs(board.rows, board.cols, ends, free, meter)
    if pairs is None:
        return Outcome.unknown(0, "no walk through the states of its columns makes a tour")
    return Outcome.found(follow(pairs, board, start), board.size)


def _transposed(squares: Any) -> Any:
    return [(col, row) for row, col in squares] if isinstance(squares, list) else squares[:, ::-1]


def strip_pairs(rows: int, cols: int, ends: Sequence[Square], free: int, meter: Meter) -> bytes | None:
    """Return the pairs of moves of a tour, row by row; None where there is no tour, or none that can be stretched.

    Parameters
    ----------
    rows, cols : the sides of the board; at most 4 rows.
    ends : the given ends of the tour; none for a closed one.
    free : the number of ends that may be anywhere.

    Raises
    ------
    BudgetSpent : the meter's time is over.

    Examples
    --------
    >>> len(strip_pairs(3, 10, [], 0, Meter()))
    30
    >>> strip_pairs(3, 8, [], 0, Meter()) is None
    True
    """
    borders = [0, *sorted(col for _, col in ends), cols]
    lengths = [end - start for start, end in pairwise(borders)]
    search = _Search(rows, lengths, ends, meter)
    runs = search.runs(0, (first_state(rows), free))
    return None if runs is None else _pairs_of(rows, runs)


def _short(length: int) -> int:
    """Return the number of columns that remain, on the short board, of a part of this length."""
    return length if length < KEPT + PERIOD else KEPT + (length - KEPT) % PERIOD


class _Search:
    """The search for a tour of the short board, column by column. It remembers the places from which no tour goes on."""

    def __init__(self, rows: int, lengths: Sequence[int], ends: Sequence[Square], meter: Meter) -> None:
        self.rows = rows
        self.meter = meter
        *starts, self.length = accumulate(map(_short, lengths), initial=0)
        self.ends: dict[int, tuple[int, ...]] = {}
        self.repeats: dict[int, int] = {}
        self.dead: set[tuple[int, Place]] = set()
        for length, column in zip(lengths, starts, strict=True):
            if length > _short(length):
                self.repeats[column + _short(length) // 2] = (length - _short(length)) // PERIOD
        for (row, _), column in zip(sorted(ends, key=lambda square: square[1]), starts[1:], strict=False):
            self.ends[column] = (*self.ends.get(column, ()), row)

    def runs(self, column: int, place: Place) -> list[Run] | None:
        """Return the columns from this one on, with those that are put in; None where no tour goes on from this place."""
        if column == self.length:
            return [] if place == (COMPLETE, 0) else None
        if (column, place) in self.dead:
            return None
        self.meter.check()
        repeats = self.repeats.get(column, 0)
        period = _period(self.rows, place[0]) if repeats else ()
        if period or not repeats:
            for following, links in _next_places(self.rows, place, self.ends.get(column, ())):
                rest = self.runs(column + 1, following)
                if rest is not None:
                    return [(period, repeats), ((links,), 1), *rest]
        self.dead.add((column, place))
        return None


def _next_places(rows: int, place: Place, ends: tuple[int, ...]) -> Iterator[tuple[Place, Links]]:
    """Yield the places after one more column, each with the moves that lead there; free ends are put as late as possible."""
    state, free = place
    for more in range(free + 1):
        for placed in combinations([row for row in range(rows) if row not in ends], more):
            for new, links in steps(rows, state, (*ends, *placed)).items():
                yield (new, free - more), links


@cache
def _period(rows: int, state: State) -> tuple[Links, ...]:
    """Return four columns that lead from a state back to it; nothing where there are none."""
    ways: dict[State, tuple[Links, ...]] = {state: ()}
    for _ in range(PERIOD):
        ways = {new: (*way, links) for old, way in ways.items() for new, links in steps(rows, old).items()}
    return ways.get(state, ())


def _pairs_of(rows: int, runs: list[Run]) -> bytes:
    """Return the pairs of moves of the whole board, row by row.

    A column's pairs depend on the moves of the next two columns too. So a repeated run is written out twice, and it is the
    first copy, which another copy follows, that is repeated.
    """
    columns: list[Links] = []
    repeated: list[tuple[int, int, int]] = []  # where a copy begins and ends, and how often more it is needed
    for run, times in runs:
        if times > 2:
            repeated.append((len(columns), len(columns) + len(run), times - 2))
        columns += run * min(times, 2)
    lines = [bytearray([EMPTY]) * len(columns) for _ in range(rows)]
    for column, links in enumerate(columns):
        for one, other in links:
            here, there = (one % rows, column + one // rows - 2), (other % rows, column + other // rows - 2)
            for (row, col), far in ((here, there), (there, here)):
                lines[row][col] = add_move(lines[row][col], move_number((row, col), far))
    for begin, end, more in reversed(repeated):
        for line in lines:
            line[end:end] = line[begin:end] * more
    return b"".join(lines)
