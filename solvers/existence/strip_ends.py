"""Decide for boards with few rows, and for all numbers of columns at once, which pairs of squares are the ends of an open tour.

The answers are exact for each number of columns. As in `solvers.counting.transfer_matrix`, the squares are processed column by
column, and a partial tour is represented by one of finitely many states. Here only sets of states are computed. Let a pair of
ends have `left` columns on its left, `right` columns on its right, and let its squares be `apart` columns apart.

1. F(left) is the set of states that can be reached if `left` columns without an end are processed. The set F(left + 1) depends
   only on the set F(left), and there are finitely many sets of states. So the sets F(0), F(1), … repeat from some number
   onwards.
2. For each different set F(left) and each row of the left end, the column with this end leads to a set G(1). Columns without an
   end lead from there to sets G(2), G(3), …, which also repeat.
3. B(right) is the set of states from which `right` columns without an end complete a tour. These sets also repeat.
4. The pair has a tour if the column with its right end leads from a state in G(apart) to a state in B(right). If both ends are
   in one column, this column leads from F(left) to B(right).

So a finite table contains all answers: numbers `left`, `apart` and `right` from `begin` onwards can be replaced by numbers that
are smaller by a multiple of `step`.

*Exceptions.* An exception is a pair without a tour, although neither the two rules of `all_ends` forbid it nor a row that
contains no end. The same table contains all exceptions. This is clear for the colours, because `step` is even. The two-move
rule only depends on squares with a distance of at most 2b columns from a side, for the leaper (a, b). So it is the same for all
numbers from 4b onwards, and `begin` is at least 4b. This argument assumes that the squares in the middle have more than two
moves. If a board has tours, this is true except for one row and the leaper (0, 1), where the number of exceptions grows.

*From which length onwards do the exceptions repeat?* On a board of 3 * `begin` or more columns, each exception has at least one
number of `begin` or more. If it has only one, then there is the same exception on boards with `step` more columns, with this
number increased by `step`. If it has two, there are more exceptions on these boards, because either number can be increased. So
the lengths below 4 * (`begin` + `step`) are compared one by one. If the exceptions change even at 4 * `begin` columns or more,
their number grows with the length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import lcm
from operator import itemgetter
from textwrap import fill
from typing import Any, NamedTuple

import numpy as np

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper, leaper_noun
from solvers.budget import Budget
from solvers.counting.transfer_matrix import end_factors
from solvers.errors import NoCertificate, ProblemError
from solvers.existence.by_size import boards_text, sorted_leaper, wrapped
from solvers.meter import Meter
from solvers.methods.construction.dividing import is_allowed
from solvers.problem import Problem
from solvers.result import NotABool

MOST_SQUARES = 10
"""Maximum of `rows` times b for the leaper (a, b). There are too many states for more."""
ENDS = "Ends of the open tours of the {leaper} on {boards}."
RULES = (
    "Two rules forbid pairs of ends:",
    "  colours: the ends have different colours if mn is even, and the colour of the corners if mn is odd;",
    "  two moves: a square with only two moves uses both, unless it is an end. No end is on two such moves, and no path of "
    "such moves joins the ends before all squares are visited.",
)
Pair = tuple[Square, Square]
_COLUMN_FIRST = itemgetter(1, 0)


@dataclass(eq=False)
class StripEnds(NotABool):
    """The pairs of ends that have open tours, on all boards with a given number of rows.

    Attributes
    ----------
    rows : int
        The number of rows.
    leaper : tuple of int
        The leaper, its smaller number first.
    begin, step : int
        Numbers of columns from `begin` onwards can be replaced by numbers that are smaller by a multiple of `step`.
    joined : numpy.ndarray
        Whether a pair has a tour. The indices are `left`, the row of the left end, `apart`, the row of the right end, and
        `right` (see the module docstring).
    """

    rows: int
    leaper: Leaper
    begin: int
    step: int
    joined: Any

    def exists(self, cols: int, start: Any, end: Any) -> bool:
        """Return whether the board of one length has an open tour between two given squares.

        Parameters
        ----------
        cols : int
            The number of columns.
        start, end : square
            The ends.

        Returns
        -------
        bool
            The answer.

        Raises
        ------
        BoardError
            If no board has this length.
        ProblemError
            If one of the squares is not on the board, or if both are the same square of a larger board.

        Examples
        --------
        >>> strip = decide_strip_ends(4)
        >>> strip.exists(10**9, (0, 0), (3, 10**6)), strip.exists(10**9, (0, 0), (2, 1))
        (True, False)
        """
        problem = Problem.on_board(Board(self.rows, cols), self.leaper, start=start, end=end)
        if problem.size == 1:
            return True
        return self._has_tour(cols, *sorted((problem.start, problem.end), key=_COLUMN_FIRST))

    def _numbers(self, cols: int, one: Square, other: Square) -> list[int]:
        """Return the indices that represent the numbers `left`, `apart` and `right` of a pair, whose left end is first."""
        numbers = one[1], other[1] - one[1], cols - 1 - other[1]
        return [_index(number, self.begin, self.step) for number in numbers]

    def _has_tour(self, cols: int, one: Square, other: Square) -> bool:
        left, apart, right = self._numbers(cols, one, other)
        return bool(self.joined[left, one[0], apart, other[0], right])

    @cached_property
    def end_rows(self) -> list[int]:
        """The rows in which a tour of at least one of the boards ends."""
        return [row for row in range(self.rows) if self.joined[:, row].any() or self.joined[:, :, :, row].any()]

    def exceptions(self, cols: int) -> Iterator[Pair]:
        """Yield the exceptions on the board of one length (see the module docstring).

        Parameters
        ----------
        cols : int
            The number of columns.

        Yields
        ------
        tuple of two squares
            A pair of ends without a tour, the left one first.
        """
        squares = [(row, col) for col in range(cols) for row in self.end_rows]
        for one, other in combinations(squares, 2):
            if not self._has_tour(cols, one, other) and is_allowed(self.rows, cols, self.leaper, one, other):
                yield one, other

    @cached_property
    def _by_length(self) -> list[list[Pair]]:
        """The exceptions on short boards, by length. All others repeat them."""
        return [list(self.exceptions(cols)) for cols in range(4 * (self.begin + self.step))]

    @cached_property
    def _from_sides(self) -> list[list[Pair]]:
        """The exceptions on short boards, by length. A column in the right half is counted from the right: the last is -1."""

        def moved(square: Square, cols: int) -> Square:
            return square[0], square[1] if 2 * square[1] < cols else square[1] - cols

        return [[(moved(one, n), moved(two, n)) for one, two in pairs] for n, pairs in enumerate(self._by_length)]

    @cached_property
    def first(self) -> int | None:
        """The length from which onwards the exceptions repeat after `step` columns, or None if their number grows."""
        found, last = self._from_sides, 4 * self.begin
        first = 1 + max((cols for cols in range(last + self.step) if found[cols] != found[cols + self.step]), default=0)
        return first if first <= last else None

    @cached_property
    def small(self) -> dict[int, tuple[int, int]]:
        """For lengths below `first`, the number of pairs that the rules allow, and of the exceptions among them, if any.

        If `first` is None, the lengths below 4 * `begin` are contained.
        """
        numbers = {}
        for cols in range(1, self.first or 4 * self.begin):
            squares = [square for square in Board(self.rows, cols) if square[0] in self.end_rows]
            pairs = combinations(squares, 2)
            allowed = sum(is_allowed(self.rows, cols, self.leaper, *pair) for pair in pairs)
            if self._by_length[cols]:
                numbers[cols] = allowed, len(self._by_length[cols])
        return numbers

    @property
    def later(self) -> list[tuple[tuple[str, str], list[int]]]:
        """The allowed pairs of ends that have no tour on boards of at least `first` columns.

        With each pair are the remainders of the lengths, divided by `step`, for which it has no tour.

        Columns near the right side are written as n-1, n-2, … Each exception represents its mirror images.
        """
        rests: dict[tuple[str, str], list[int]] = {}
        for cols in range(self.first, self.first + self.step) if self.first else ():
            for pair in self._by_length[cols]:
                images = (
                    [(abs(down - row), abs(right - col)) for row, col in pair]
                    for down in (0, self.rows - 1)
                    for right in (0, cols - 1)
                )
                if min(sorted(each, key=_COLUMN_FIRST) for each in images) == [*pair]:
                    one, two = (f"({row},{col})" if 2 * col < cols else f"({row},n-{cols - col})" for row, col in pair)
                    rests.setdefault((one, two), []).append(cols % self.step)
        return sorted(rests.items())

    @property
    def is_none(self) -> bool:
        """Whether none of the boards has a tour. A board of one square is not considered."""
        return not self.end_rows

    @property
    def is_complete(self) -> bool:
        """Whether the answer is known for every pair on every board, which is always true."""
        return True

    @property
    def sentence(self) -> str:
        """The condition under which all pairs that the two rules allow have a tour, as text."""
        rows = " and ".join(map(str, self.end_rows))
        condition = f", if both ends are in the rows {rows}" * (len(self.end_rows) < self.rows)
        if self.first is None:
            return f"m = {self.rows}{condition}, with exceptions whose number grows with n"
        later = [
            " and ".join(pair) + f" if n mod {self.step} = {', '.join(map(str, rests))}" * (len(rests) < self.step)
            for pair, rests in self.later
        ]
        return f"m = {self.rows}, n >= {self.first}{condition}" + f", except {'; '.join(later)} (and mirror images)" * bool(
            later
        )

    def __str__(self) -> str:
        """Return the answers as text, in lines of at most 80 characters."""
        leaper, boards = leaper_noun(self.leaper), boards_text(self.rows)
        if self.is_none:
            return fill(f"There are no open tours of the {leaper} on {boards}, except on a single square.", 80)
        title = ENDS.format(leaper=leaper, boards=boards)
        lines = [title, *RULES, "All other pairs have a tour if:", f"  {self.sentence}"]
        small = [f"  n = {cols}: {number} of {allowed}" for cols, (allowed, number) in self.small.items()]
        below = "" if self.first else f" (for n < {4 * self.begin})"
        lines += [f"Pairs that have no tour although they fulfil these conditions{below}:", *small] if small else []
        lines.append("Unknown: no board")
        lines.append("Proof: the sets of states of partial tours repeat from some number of columns onwards.")
        return wrapped(lines)

    def document(self) -> dict[str, Any]:
        """Return the answers as a JSON document.

        Returns
        -------
        dict
            The entries `rows`, `leaper`, `end_rows`, `from` (as `first`), `exceptions` (as `later`) and `lengths` (as `small`).
        """
        return {
            "rows": self.rows,
            "leaper": self.leaper,
            "end_rows": self.end_rows,
            "from": self.first,
            "exceptions": [{"ends": pair, "step": self.step, "rests": rests} for pair, rests in self.later],
            "lengths": [{"cols": n, "pairs": allowed, "none": number} for n, (allowed, number) in self.small.items()],
        }

    def certificate(self) -> dict[str, Any]:
        """Return the certificate of the answers for all numbers of columns.

        Returns
        -------
        dict
            A JSON document for `scripts/check_certificate.py`. It contains the exceptions, but no evidence: the checker
            computes the sets of states again.

        Raises
        ------
        NoCertificate
            If the number of exceptions grows with the number of columns. Also if tours visit a single row, because the two-move
            rule then depends on all squares.
        """
        first = self.first
        if first is None or (self.rows == 1 and self.end_rows):
            raise NoCertificate("the number of exceptions grows with N, or squares far from the sides have only two moves")
        return {
            "kind": "strip-ends",
            "rows": self.rows,
            "leaper": self.leaper,
            "end_rows": self.end_rows,
            "first": first,
            "step": self.step,
            "exceptions": self._from_sides[1 : first + self.step],
        }


def decide_strip_ends(rows: int, leaper: Leaper = KNIGHT, *, budget: Budget | None = None) -> StripEnds:
    """Decide for all boards with a given number of rows which pairs of squares are the ends of an open tour.

    Parameters
    ----------
    rows : int
        The number of rows, from 1 to `MOST_SQUARES` divided by the larger number of the leaper.
    leaper : tuple of int, optional
        The leaper (default: the knight).
    budget : Budget, optional
        Limits; only the time limit is used. If None, there is no limit.

    Returns
    -------
    StripEnds
        The answers for all numbers of columns.

    Raises
    ------
    ProblemError
        If the number of rows is not in this range.
    MoveError
        If the leaper is not two whole numbers of 0 or more, or if both are 0.
    BudgetSpent
        If the time limit is exceeded.

    Examples
    --------
    >>> strip = decide_strip_ends(3)
    >>> strip.first, sorted(strip.exceptions(100)), len(list(strip.exceptions(101)))
    (14, [], 4)
    """
    leaper = sorted_leaper(leaper)
    most = MOST_SQUARES // leaper[1]
    if rows not in range(1, most + 1):
        name = leaper_noun(leaper)
        raise ProblemError(f"invalid height {rows!r}: for the ends of the {name}, it must be from 1 to {most}", rows)
    return _Sets(Board(rows, 1).rows, leaper, Meter(budget)).strip()


class _Cycle(NamedTuple):
    """An endless sequence: its items before they repeat, and the index of the item from which onwards they repeat."""

    items: list[Any]
    begin: int

    def place(self, number: int) -> int:
        """Return the index in `items` that represents a number."""
        return _index(number, self.begin, len(self.items) - self.begin)


def _index(number: int, begin: int, step: int) -> int:
    """Return the least number that represents a number, if numbers from `begin` onwards repeat after `step`."""
    return number if number < begin else begin + (number - begin) % step


class _Sets:
    """The sets of states of the module docstring, as arrays of truth values."""

    def __init__(self, rows: int, leaper: Leaper, meter: Meter) -> None:
        self.rows, self.leaper, self.meter = rows, leaper, meter
        first, self.factors = end_factors(rows, leaper, meter)
        self.without_edges = np.arange(self.factors[0][0].shape[1]) == first

    def after(self, states: Any, *ends: int) -> Any:
        """Return the states to which a column with ends in the given rows leads."""
        for row, factors in enumerate(self.factors):
            states = factors[row in ends] @ states > 0
        return states

    def before(self, states: Any, *ends: int) -> Any:
        """Return the states from which a column with ends in the given rows leads to one of the given states."""
        for row, factors in reversed([*enumerate(self.factors)]):
            states = factors[row in ends].T @ states > 0
        return states

    def cycle(self, states: Any, following: Callable[[Any], Any]) -> _Cycle:
        """Return the sequence of sets in which `following` leads from each set to the next one."""
        numbers: dict[bytes, int] = {}
        items: list[Any] = []
        while (key := np.packbits(states).tobytes()) not in numbers:
            self.meter.check()
            numbers[key] = len(items)
            items.append(states)
            states = following(states)
        return _Cycle(items, numbers[key])

    def strip(self) -> StripEnds:
        """Return the answers for all numbers of columns."""
        rows = range(self.rows)
        lefts, rights = (self.cycle(self.without_edges, way) for way in (self.after, self.before))
        complete = np.array(rights.items, np.float32)
        last = np.array([[self.before(states, row) for states in rights.items] for row in rows], np.float32)
        cycles: dict[tuple[int, int], _Cycle] = {}
        together: dict[tuple[int, int, int], Any] = {}
        for left, row in product(range(len(lefts.items)), rows):
            states = lefts.items[left]
            apart = self.cycle(self.after(states, row), self.after)
            cycles[left, row] = apart._replace(items=[last @ each > 0 for each in apart.items])
            together |= {(left, row, other): complete @ self.after(states, row, other) > 0 for other in range(row)}
        every = [lefts, rights, *(_Cycle([None, *each.items], each.begin + 1) for each in cycles.values())]
        begin = max(4 * self.leaper[1], *(each.begin for each in every))
        step = lcm(2, *(len(each.items) - each.begin for each in every))
        right = [rights.place(number) for number in range(begin + step)]
        joined = np.zeros((begin + step, self.rows, begin + step, self.rows, begin + step), bool)
        for number, row in product(range(begin + step), rows):
            left = lefts.place(number)
            for apart_by in range(1, begin + step):
                cycle = cycles[left, row]
                joined[number, row, apart_by] = cycle.items[cycle.place(apart_by - 1)][:, right]
            for other in range(row):
                joined[number, row, 0, other] = joined[number, other, 0, row] = together[left, row, other][right]
        return StripEnds(self.rows, self.leaper, begin, step, joined)
