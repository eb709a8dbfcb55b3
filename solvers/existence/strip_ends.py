"""Decide for boards with few rows and any number of columns which squares are the ends of an open tour.

The answers are exact for each number of columns. As in `solvers.methods.frontier.columns`, the squares are processed column by
column, and a partial tour is represented by one of finitely many states. Here only sets of states are computed.

The place of a pair of ends on a board is given by the rows of the two ends and by three numbers:

- `left` is the number of columns to the left of the left end;
- `apart` is the column of the right end minus the column of the left end;
- `right` is the number of columns to the right of the right end.

1. F(left) is the set of states that can be reached if `left` columns without an end are processed. The set F(left + 1) depends
   only on the set F(left), and there are finitely many sets of states. So the sets F(0), F(1), … repeat from some number
   onwards.
2. For each different set F(left) and each row of the left end, the column with this end leads to a set G(1). Columns without an
   end lead from there to sets G(2), G(3), …, which also repeat.
3. B(right) is the set of states from which `right` columns without an end complete a tour. These sets also repeat.
4. The pair has a tour if the column with its right end leads from a state in G(apart) to a state in B(right). If both ends are
   in one column, the pair has a tour if this column leads from a state in F(left) to a state in B(right).

So the answers repeat: from some number `begin` onwards, the answer is the same if `left`, `apart` or `right` is increased by a
number `step`. A table with the answers for all values below `begin` + `step` contains the answer for every pair.

*Exceptions.* Two rules forbid some pairs of ends: the colours and the two-move rule (see `all_ends`). In addition, some rows
may contain no end of any tour. All other pairs without a tour are *exceptions*. The exceptions also repeat if `left`, `apart`
or `right` is increased by `step`. The colours repeat because `step` is even. The two-move rule depends only on squares with a
distance of at most 2b columns from a side, for the leaper (a, b). So it is the same for all numbers from 4b onwards, and
`begin` is at least 4b. This argument assumes that the squares in the middle have more than two moves. If a board has tours,
this is true except for one row and the leaper (0, 1), where the number of exceptions grows.

*From which length onwards do the exceptions repeat?* Consider an exception on a board of at least 3 * `begin` columns. Its
numbers `left`, `apart` and `right` are not all below `begin`. If only one of them is at least `begin`, it can be increased by
`step`. So boards with `step` more columns have one such exception as well. If several are, the longer boards have more
exceptions, because any of them can be increased. They can also be reduced, to fewer than 3 * (`begin` + `step`) columns.
Therefore the lengths below 4 * (`begin` + `step`) are compared one by one. If the exceptions change even at 4 * `begin` columns
or more, their number grows with the length.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from operator import itemgetter
from textwrap import fill
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper, leaper_noun
from solvers.core.budget import Budget, Meter
from solvers.core.errors import NoCertificate, ProblemError
from solvers.core.problem import Problem
from solvers.existence.by_size import boards_text, sorted_leaper, wrapped
from solvers.existence.certificates import Claim, ProvenTheorem
from solvers.methods.construction.dividing import Dividing
from solvers.methods.frontier.strip_states import strip_end_table, strip_state_index

MOST_SQUARES = 10
"""Maximum of `rows` * b, for the leaper (a, b). There are too many states for more."""
ENDS = "Ends of the open tours of the {leaper} on {boards}."
RULES = (
    "Two rules forbid pairs of ends:",
    "  colours: the ends have different colours if mn is even, and the colour of the corners if mn is odd;",
    "  two moves: a square with only two moves uses both, unless it is an end. No end is on two such moves, and no path of "
    "such moves joins the ends before all squares are visited.",
)
Pair = tuple[Square, Square]
_COLUMN_FIRST = itemgetter(1, 0)


@dataclass(frozen=True)
class StripEnds(ProvenTheorem):
    """The pairs of squares that are the ends of an open tour, on all boards with `rows` rows.

    Attributes
    ----------
    rows : int
        The number of rows.
    leaper : tuple of int
        The leaper, its smaller number first.
    begin, step : int
        The answer for a pair does not change if a distance of at least `begin` columns grows by `step`. This is true for the
        distances of the two ends from the left and right sides of the board, and for the distance between the ends.
    joined : frozenset of tuple of int
        The pairs of ends that have a tour. Each is represented by five numbers: the number of columns to the left of the left
        end, the row of this end, the distance in columns between the ends, the row of the right end, and the number of columns
        to the right of the right end. Numbers of columns are reduced to values below `begin` + `step`, as by
        `solvers.methods.frontier.strip_states.strip_state_index`.
    """

    rows: int
    leaper: Leaper
    begin: int
    step: int
    joined: frozenset[tuple[int, ...]] = field(repr=False)

    case = "ends"
    closed = False

    def exists(self, cols: int, start: Any, end: Any) -> bool:
        """Return whether an open tour joins two squares of a board.

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

    def _has_tour(self, cols: int, one: Square, other: Square) -> bool:
        """Return whether a tour joins two different squares.

        `one` must be the left end, and `other` the right end. If both are in the same column, their order does not matter.
        """
        numbers = one[1], other[1] - one[1], cols - 1 - other[1]
        left, apart, right = (strip_state_index(number, self.begin, self.step) for number in numbers)
        return (left, one[0], apart, other[0], right) in self.joined

    @cached_property
    def end_rows(self) -> list[int]:
        """The rows that contain an end of some open tour."""
        return sorted({row for place in self.joined for row in place[1::2]})

    def exceptions(self, cols: int) -> Iterator[Pair]:
        """Yield the pairs of squares without a tour that no simple reason forbids.

        Simple reasons are: the colours or the two-move rule forbid the pair, or a square of the pair is not in `end_rows`.

        Parameters
        ----------
        cols : int
            The number of columns.

        Yields
        ------
        tuple of two squares
            The two squares. The square in the column further left comes first.
        """
        dividing = Dividing(self.leaper)
        for one, other in combinations(self._end_squares(cols), 2):
            if not self._has_tour(cols, one, other) and dividing.is_allowed(self.rows, cols, one, other):
                yield one, other

    def _end_squares(self, cols: int) -> list[Square]:
        return [(row, col) for col in range(cols) for row in self.end_rows]

    @cached_property
    def _from_sides(self) -> list[list[Pair]]:
        """The pairs of `exceptions`, per number of columns, with columns in the right half counted from the right."""
        lengths = range(4 * (self.begin + self.step))
        return [[(_from_side(one, n), _from_side(two, n)) for one, two in self.exceptions(n)] for n in lengths]

    @cached_property
    def first(self) -> int | None:
        """The number of columns from which `exceptions` repeat, or None if they grow.

        They repeat if a board has the same exceptions as the board with `step` more columns, at the same distances from the
        left or right side.
        """
        found, last = self._from_sides, 4 * self.begin
        first = 1 + max((cols for cols in range(last + 3 * self.step) if found[cols] != found[cols + self.step]), default=0)
        return first if first <= last else None

    @cached_property
    def small(self) -> dict[int, tuple[int, int]]:
        """The numbers of allowed pairs and exceptions, per number of columns below `first`.

        A pair is allowed if neither the colours nor the two-move rule forbid it, and if both squares are in `end_rows`. An
        exception is an allowed pair without a tour. If `first` is None, numbers of columns below 4 * `begin` are considered.
        """
        numbers, dividing = {}, Dividing(self.leaper)
        for cols, exceptions in enumerate(self._from_sides[: self.first or 4 * self.begin]):
            if exceptions:
                pairs = combinations(self._end_squares(cols), 2)
                numbers[cols] = sum(dividing.is_allowed(self.rows, cols, *pair) for pair in pairs), len(exceptions)
        return numbers

    @property
    def later(self) -> list[tuple[tuple[str, str], list[int]]]:
        """The exceptions of boards of n >= `first` columns.

        Each entry consists of a pair, as two texts, and the remainders n mod `step` for which the pair has no tour. Columns in
        the right half are written as n-1, n-2, … Each pair represents its mirror images.
        """
        rests: dict[tuple[str, str], list[int]] = {}
        for cols in range(self.first, self.first + self.step) if self.first else ():
            for pair in self.exceptions(cols):
                images = (
                    [(abs(down - row), abs(right - col)) for row, col in pair]
                    for down in (0, self.rows - 1)
                    for right in (0, cols - 1)
                )
                if min(sorted(each, key=_COLUMN_FIRST) for each in images) == [*pair]:
                    one, two = (f"({row},{'n' * (col < 0)}{col})" for row, col in (_from_side(each, cols) for each in pair))
                    rests.setdefault((one, two), []).append(cols % self.step)
        return sorted(rests.items())

    @property
    def is_none(self) -> bool:
        return not self.end_rows

    @property
    def is_complete(self) -> bool:
        """Always True: the answer is known for every pair of squares."""
        return True

    @property
    def sentence(self) -> str:
        """The condition, as text, under which all allowed pairs have tours."""
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
        leaper = leaper_noun(self.leaper)
        if self.is_none:
            single = " and n >= 2" * (self.rows == 1)
            return fill(f"No board m x n with m = {self.rows}{single} has an open tour of the {leaper}.", 80)
        title = ENDS.format(leaper=leaper, boards=boards_text(self.rows))
        lines = [title, *RULES, "All other pairs have a tour if:", f"  {self.sentence}"]
        small = [f"  n = {cols}: {number} of {allowed}" for cols, (allowed, number) in self.small.items()]
        below = "" if self.first else f" (for n < {4 * self.begin})"
        lines += [f"Pairs that have no tour although they fulfil these conditions{below}:", *small] if small else []
        proof = "Proof: the sets of states of partial tours repeat from some number of columns onwards."
        return wrapped([*lines, "Unknown: no board", proof])

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

    @property
    def obstacle(self) -> str:
        """The reason why there is no certificate, or an empty text."""
        if self.first is None:
            return "the number of pairs without a tour that no rule forbids grows with N"
        single = self.rows == 1 and self.end_rows
        return "on boards of one row, squares far from the sides have only two moves" if single else ""

    def _claims(self, unproven: Collection[Problem]) -> list[Claim]:
        if self.obstacle:
            raise NoCertificate(self.obstacle)
        return [(False if self.is_none else "some", self.rows, 1 + (self.rows == 1), 1)]

    @property
    def regions(self) -> list[dict[str, Any]]:
        first = self.first or 1
        proof = {"rows": self.rows, "end_rows": self.end_rows, "first": first, "step": self.step}
        return [{"kind": "partial-tours", **proof, "exceptions": self._from_sides[1 : first + self.step]}]


def _from_side(square: Square, cols: int) -> Square:
    """Count the column of a square from the right, as a negative number, in the right half of a board."""
    return square[0], square[1] if 2 * square[1] < cols else square[1] - cols


def decide_strip_ends(rows: int, leaper: Leaper = KNIGHT, *, budget: Budget | None = None) -> StripEnds:
    """Decide for boards with `rows` rows which squares are ends of open tours.

    In the example, all pairs on 3x100 that neither the colours nor the two-move rule forbid have a tour. On 3x101, four such
    pairs have none. The same is true for all boards 3xn with even or odd n >= 14, respectively.

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
        If `rows` is not in this range.
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
    rows = Board(rows, 1).rows  # as a Python integer
    return StripEnds(rows, leaper, *strip_end_table(rows, leaper, Meter(budget)))
