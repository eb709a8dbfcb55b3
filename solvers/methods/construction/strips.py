"""Tours of boards with a side below 5, of any length, in linear time: where a tour looks alike at two cuts, it is stretched.

Where the part of a tour at the left of a cut is in the same state as four columns further on, these four columns can be
repeated as often as one likes (the pumping lemma of Y. Bar-Hillel, M. Perles and E. Shamir, 1961, for the walks of
`transfer_matrix`). So a long board is shortened, by a multiple of four columns, at the left of the tour's ends,
between them and at their right; a tour of the short board with such a place in each of these parts is looked for among all
its tours, and stretched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
"""Columns that are repeated: nearly all states of 3 and of 4 rows come back after 4 columns, and few after fewer."""

KEPT = 10
"""Columns that remain of a part, at least: as many as the smallest closed tour of 3 rows has."""

Place: TypeAlias = tuple[State, int]
"""A state, and how many ends are still to be placed where the tour likes."""


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
        lying = Problem.on_board(
            Board(board.cols, board.rows), start=start[::-1], end=None if end is None else end[::-1], closed=problem.closed
        )
        outcome = strip_tour(lying, meter)
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
    rows, cols : of the board, with at most 4 rows.
    ends : the given ends of an open tour, none for a closed one.
    free : how many ends it has besides.

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
    parts = [_Part(end - start) for start, end in pairwise(borders)]
    search = _Search(rows, parts, ends, meter)
    runs = search.runs(0, (first_state(rows), free))
    return None if runs is None else _pairs_of(rows, runs)


@dataclass(frozen=True)
class _Part:
    """The columns between two ends of the tour, or an end and the border, and how many of them the short board has."""

    length: int

    @property
    def short(self) -> int:
        """The number of columns that remain."""
        return self.length if self.length < KEPT + PERIOD else KEPT + (self.length - KEPT) % PERIOD

    @property
    def repeats(self) -> int:
        """How often the period is put in, at the part's middle."""
        return (self.length - self.short) // PERIOD


@dataclass(frozen=True)
class _Run:
    """Columns that follow each other, by the moves of each from the left, and how often they are repeated."""

    columns: tuple[Links, ...]
    times: int = 1


class _Search:
    """The search for a tour of the short board, column by column; a place that leads nowhere is not tried twice."""

    def __init__(self, rows: int, parts: Sequence[_Part], ends: Sequence[Square], meter: Meter) -> None:
        self.rows = rows
        self.meter = meter
        self.length = sum(part.short for part in parts)
        self.ends: dict[int, tuple[int, ...]] = {}
        self.repeats: dict[int, int] = {}
        self.dead: set[tuple[int, Place]] = set()
        starts = [0, *accumulate(part.short for part in parts)]
        for part, column in zip(parts, starts, strict=False):
            if part.repeats:
                self.repeats[column + part.short // 2] = part.repeats
        for (row, _), column in zip(sorted(ends, key=lambda square: square[1]), starts[1:], strict=False):
            self.ends[column] = (*self.ends.get(column, ()), row)

    def runs(self, column: int, place: Place) -> list[_Run] | None:
        """The columns from this one on, the repeated ones put in; None where no tour goes on from this place."""
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
                    return [_Run(period, repeats), _Run((links,)), *rest]
        self.dead.add((column, place))
        return None


def _next_places(rows: int, place: Place, ends: tuple[int, ...]) -> Iterator[tuple[Place, Links]]:
    """The places after one more column, with the moves that lead there; ends that are free are placed late."""
    state, free = place
    for more in range(free + 1):
        for placed in combinations([row for row in range(rows) if row not in ends], more):
            for new, links in steps(rows, state, (*ends, *placed)).items():
                yield (new, free - more), links


@cache
def _period(rows: int, state: State) -> tuple[Links, ...]:
    """The moves of as many columns as a period has that lead from a state back to it; none where there are none."""
    ways: dict[State, tuple[Links, ...]] = {state: ()}
    for _ in range(PERIOD):
        ways = {new: (*way, links) for old, way in ways.items() for new, links in steps(rows, old).items()}
    return ways.get(state, ())


def _pairs_of(rows: int, runs: list[_Run]) -> bytes:
    """Return the pairs of moves of the whole board, row by row.

    A column's pairs depend on the moves of the next two columns too. So a repeated run is written out twice, and it is the
    first copy, which another copy follows, that is repeated.
    """
    columns: list[Links] = []
    repeated: list[tuple[int, int, int]] = []  # where a copy begins and ends, and how often more it is needed
    for run in runs:
        if run.times > 2:
            repeated.append((len(columns), len(columns) + len(run.columns), run.times - 2))
        columns += run.columns * min(run.times, 2)
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
