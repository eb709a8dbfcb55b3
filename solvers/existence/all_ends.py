"""Decide for boards of all sizes which pairs of squares are the ends of an open tour.

Two rules forbid pairs of ends:

- Colours. Each move changes the colour. So the ends have different colours if the number of squares is even. If it is odd, both
  have the colour of the corners.
- The two-move rule of `solvers.methods.construction.dividing`.

A pair that neither rule forbids is *allowed*. On small boards, all allowed pairs are examined one by one (`board_ends`). Larger
boards are divided by a line into two parts, and tours of the parts are joined, as `dividing` describes. A board is *divisible*
if, for each allowed pair, there is a line between two columns such that both parts have at least `least` columns, and such that
the tours of the parts that are joined have allowed ends. Suppose that all allowed pairs have tours on each board with sides of
at least `least` that is divisible neither as it is nor with rows and columns exchanged. By induction, all allowed pairs then
have tours on all boards with sides of at least `least`.

A search lists the boards that are not divisible. It examines only finitely many boards, because the two rules depend only on
squares near corners. Let z = max(a, 1) + b for the leaper (a, b).

- Rows with a distance of at least z from the top and the bottom edge are alike, except for their colours. Boards with more
  than 2z + 3 rows are represented by those with 2z + 2 or 2z + 3 rows.
- Boards of 6z + 8 or more columns are represented by shorter ones, if the longest boards that are examined are divisible.

The docstring of `check_divided` in `scripts/checker/joined_boards.py` proves these statements, for boards and parts with at
least 2z columns and 2b rows.

For a fixed number of rows from 2b to `least` - 1, the same induction is used with lines between columns only. For boards with
very few rows, `strip_ends` decides all numbers of columns.

References
----------
M. Dupuis and S. Wagon, Laceable knights, Ars Mathematica Contemporanea 9, 2015: boards of the knight with an even number of
squares.

A. Itai, C. H. Papadimitriou and J. L. Szwarcfiter, Hamilton paths in grid graphs, SIAM Journal on Computing 11, 1982: boards of
the wazir (0, 1).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations_with_replacement, product
from textwrap import fill
from typing import Any

from graphs.board import Board
from graphs.leapers import KNIGHT, Leaper, leaper_noun
from solvers.core.budget import Budget, Meter
from solvers.existence.base_tours import NODES, find_bound
from solvers.existence.board_ends import examine_ends
from solvers.existence.by_size import APART, SizeSearch, SizeTheorem, sorted_leaper
from solvers.existence.certificates import Sides
from solvers.existence.strip_ends import ENDS, RULES, decide_strip_ends

ENDLESS = sys.maxsize
"""Number of columns that stands for infinity."""
STRIP_SQUARES = 8
"""Maximum of rows * b, for the leaper (a, b), for which `decide_strip_ends` takes less than a second."""


@dataclass(frozen=True)
class AllEnds(SizeTheorem):
    """A theorem that states, for every board size, which squares can be the ends of an open tour.

    A pair is *allowed* if neither the colours nor the two-move rule forbid it (see the module docstring).

    Attributes
    ----------
    leaper : tuple of int
        The leaper, its smaller number first.
    least : int or None
        Exactly the allowed pairs have a tour if both sides are at least this number. If None, no such number was found.
    lengths : dict of int to int
        For some numbers of rows below `least`, the number of columns from which onwards exactly the allowed pairs have a tour.
    strips : dict of int to StripEnds
        For some numbers of rows below `least`, the answers for all numbers of columns.
    none_rows : dict of int to RowCut
        For some numbers m, the proof that no board with the shorter side m has an open tour, except the board 1x1.
    boards : dict of tuple of int to BoardEnds
        The answers for the boards that were examined one by one. The keys are the two sides, the shorter one first.
    base : tuple of tuple of int
        The sides of the boards from which the theorem follows by induction.
    """

    case = "ends"
    closed = False
    title = ENDS
    rules = RULES
    allowed = "All other pairs have a tour if:"
    no_tours = "No open tour for m = {rows} (n >= 2): {reason}"
    examined = "Examined pairs that have no tour although the two rules allow them:"

    def exists(self, rows: int, cols: int, start: Any, end: Any) -> bool | None:
        """Return whether a tour joins two squares, or None if unknown.

        Parameters
        ----------
        rows, cols : int
            The sides of the board, in any order.
        start, end : square
            The ends.

        Returns
        -------
        bool or None
            The answer.

        Examples
        --------
        >>> theorem = decide_all_ends()
        >>> theorem.exists(6, 10**9, (0, 0), (5, 10**8)), theorem.exists(5, 8, (2, 1), (4, 7))
        (True, False)
        """
        return self._exists(rows, cols, start, end)

    @property
    def lengths(self) -> dict[int, int]:
        return {rows: each.first for rows, each in self.divided.items() if rows is not None}

    def __str__(self) -> str:
        if self.is_none:
            return fill(f"No board of at least two squares has an open tour of the {leaper_noun(self.leaper)}: {APART}", 80)
        return super().__str__()

    def _proof(self) -> list[str]:
        if self.least is None:
            return []
        number = sum(self.boards[each].pairs for each in self.base)
        sides = f"{min(map(min, self.base))} to {max(map(max, self.base))}"
        return [
            f"Proof: tours for {number:,} pairs on {len(self.base)} boards with sides from {sides}",
            "Each other allowed pair on these boards is symmetric to one of these pairs.",
            "Larger boards are divided into two parts, and tours of the parts are joined.",
        ]

    def document(self) -> dict[str, Any]:
        """Return the theorem as a JSON document.

        Returns
        -------
        dict
            The entries `leaper`, `none` (the reason why no board has a tour, or None), `least`, `lengths`, `strips`,
            `none_rows`, `boards` and `unknown`.
        """
        none = APART if self.is_none else None
        strips = [strip.document() for strip in self.strips.values()]
        return {"leaper": self.leaper, "none": none} | super().document() | {"strips": strips}


def decide_all_ends(leaper: Leaper = KNIGHT, *, budget: Budget | None = None) -> AllEnds:
    """Decide for boards of all sizes which pairs of squares are ends of open tours.

    Parameters
    ----------
    leaper : tuple of int, optional
        The leaper (default: the knight).
    budget : Budget, optional
        Limits of the whole computation. If it has no time limit, boards with fewer than `least` rows are examined for at most
        `SECONDS` of processor time.

    Returns
    -------
    AllEnds
        The theorem, as far as it was found within the budget.

    Raises
    ------
    MoveError
        If the leaper is not two whole numbers of 0 or more, or if both are 0.

    Examples
    --------
    >>> theorem = decide_all_ends()
    >>> theorem.least, theorem.lengths, len(theorem.base)
    (6, {5: 7}, 44)
    """
    return _Search(AllEnds(sorted_leaper(leaper)), Meter(budget)).finish()


class _Search(SizeSearch[AllEnds]):
    """Search for a theorem on the ends of open tours."""

    examine_board = staticmethod(examine_ends)

    def __init__(self, found: AllEnds, meter: Meter) -> None:
        super().__init__(found, meter)
        self.reach = max(found.leaper[0], 1) + found.leaper[1]
        self.divides = cache(self._divides)

    def run(self) -> None:
        found = self.found
        least, base = find_bound(range(2 * self.reach, self.most + 1), self._base, self._has_pairs)
        self.divide(None, least, base)
        self.limit_time()
        heights, most = [rows for rows in range(1, least) if not self.has_no_tours(rows)], 2 * least + 1
        for rows in heights:
            if rows * self.leaper[1] <= STRIP_SQUARES:
                self.strips[rows] = decide_strip_ends(rows, self.leaper, budget=self.meter.rest())
        for cols, rows in product(range(1, most + 1), heights):
            if rows <= cols:
                self.examine(rows, cols, NODES)
        for rows in heights:
            if rows >= 2 * self.leaper[1]:
                incomplete = (cols for cols in range(rows, most + 1) if not found.boards[rows, cols].is_complete)
                first = max(2 * self.reach, rows, *(cols + 1 for cols in incomplete))
                _, base = find_bound(range(first, min(first, most) + 1), partial(self._base, rows=rows), self._has_pairs)
                self.divide(rows, first, base)

    def _has_pairs(self, rows: int, cols: int) -> bool:
        return cols < ENDLESS and self.examine(rows, cols).is_complete

    def _base(self, first: int, rows: int | None = None) -> Iterator[Sides]:
        """Yield the boards that no line divides into smaller boards, those with small sides first.

        Both sides are at least `first`. If `rows` is given, yield boards with `rows` rows and at least `first` columns instead.
        If there may be infinitely many boards, yield a side `ENDLESS`.
        """
        end = max(2 * first + 4, 6 * self.reach + 8)
        if rows is None:
            yield from combinations_with_replacement(range(first, 2 * first), 2)
        heights = range(first, end) if rows is None else [rows]
        if not all(self._is_divided(m, n, first) for m, n in product(heights, (end - 2, end - 1))):
            yield first, ENDLESS
        for n in range(first, end):
            for m in range(first, n + 1) if rows is None else heights:
                if not self._is_divided(m, n, first) and (rows or not self._is_divided(n, m, first)):
                    yield m, n

    def _is_divided(self, rows: int, cols: int, least: int) -> bool:
        """Return whether a line between columns divides a board for each allowed pair."""
        return self.divides(min(rows, 2 * self.reach + 2 + rows % 2), cols, least)

    def _divides(self, rows: int, cols: int, least: int) -> bool:
        self.meter.check()
        squares, dividing = list(Board(rows, cols)), self.found.dividing
        quarter = [(row, col) for row, col in squares if 2 * row <= rows and 2 * col <= cols]
        return all(
            dividing.has_line(rows, cols, (one, other), least)
            for one, other in product(quarter, squares)
            if dividing.is_allowed(rows, cols, one, other)
        )
