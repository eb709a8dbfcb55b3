"""Theorems about the squares of all boards: the parts that `all_ends` and `one_less` have in common.

A rule *allows* some pairs of squares, or single squares, on each board. Small boards are examined one by one (`board_ends`).
For large boards, an induction shows that exactly the allowed pairs or squares have a tour: `ExaminedBoards` stores from which
sides onwards, and `Examination` is the base class of the search for these sides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import gcd
from textwrap import fill
from typing import Any, ClassVar, Generic, TypeVar

from graphs.leapers import Leaper
from graphs.obstructions.row_cuts import RowCut, find_row_cut
from solvers.errors import BudgetSpent
from solvers.existence.base_tours import Sides
from solvers.existence.board_ends import BoardEnds, BoardWalks
from solvers.meter import Meter
from solvers.result import NotABool

SECONDS = 60
"""Time limit in seconds for the boards with fewer than `least` rows, if the budget has no time limit."""
NODES = 50_000
"""Maximum number of search nodes for the decision of a pair of ends, or of a square, on a small board."""


def joins_boards(leaper: Leaper) -> bool:
    """Return whether the moves of a leaper join all squares of large boards, and each of them changes the colour.

    Parameters
    ----------
    leaper : tuple of int
        The leaper.

    Returns
    -------
    bool
        If False, no board of at least two squares has a tour.
    """
    return sum(leaper) % 2 == 1 and gcd(*leaper) == 1


def has_no_tours(cut: RowCut | None) -> bool:
    """Return whether a row cut proves that no board whose shorter side is its number of rows has a tour.

    Parameters
    ----------
    cut : RowCut or None
        The row cut, if there is one.

    Returns
    -------
    bool
        Whether this is proved. Boards so small that they have no moves are not considered.
    """
    return cut is not None and cut.rules_out(max(2, cut.rows, *cut.leaper))


def wrapped(lines: Iterable[str]) -> str:
    """Return the lines of a text, with lines of more than 80 characters wrapped.

    Parameters
    ----------
    lines : iterable of str
        The lines. The first character of each is a space if the line is indented.

    Returns
    -------
    str
        The text.
    """
    return "\n".join(fill(line, 80, subsequent_indent="  " if line[0] != " " else "      ") for line in lines)


def titled(title: str, lines: Sequence[str]) -> list[str]:
    """Return lines below their title, or nothing if there are no lines.

    Parameters
    ----------
    title : str
        The title.
    lines : sequence of str
        The lines.

    Returns
    -------
    list of str
        The title and the lines, or an empty list.
    """
    return [title, *lines] if lines else []


@dataclass(eq=False)
class ExaminedBoards(NotABool):
    """A theorem about the squares of all boards. Exactly the allowed pairs or squares have a tour on large boards.

    Attributes
    ----------
    leaper : tuple of int
        The leaper, its smaller number first.
    least : int or None
        The theorem holds without exceptions if both sides are at least this number. If None, no such number was found.
    lengths : dict of int to int
        For some numbers of rows below `least`, the number of columns from which onwards the answers are known.
    none_rows : dict of int to RowCut
        Boards whose shorter side is one of these numbers have no open tour, with the reason. A single square is an exception.
    boards : dict of tuple of int to BoardEnds
        The boards that were examined one by one, each with its shorter side first.
    """

    leaper: Leaper
    least: int | None = None
    lengths: dict[int, int] = field(default_factory=dict)
    none_rows: dict[int, RowCut] = field(default_factory=dict)
    boards: dict[Sides, BoardEnds] = field(default_factory=dict)

    FIRST_ROWS: ClassVar[int] = 1
    STEP: ClassVar[int] = 1
    """The boards have `FIRST_ROWS`, `FIRST_ROWS` + `STEP`, … rows, and numbers of columns of the same kind."""

    def is_long(self, rows: int, cols: int) -> bool:
        """Return whether the answers for a board follow by induction.

        Parameters
        ----------
        rows, cols : int
            The sides of the board, the shorter side first.

        Returns
        -------
        bool
            Whether `least` or `lengths` applies to the board.
        """
        return (self.least is not None and rows >= self.least) or cols >= self.lengths.get(rows, cols + 1)

    @property
    def exceptions(self) -> dict[Sides, BoardEnds]:
        """The other examined boards on which allowed pairs or squares have no tour, or on which some answers are unknown."""
        return {sides: found for sides, found in self.boards.items() if not (found.is_complete or self.is_long(*sides))}

    @property
    def unknown(self) -> dict[int, int]:
        """For each number of rows below `least`, the number of columns from which onwards the answers are unknown, if any."""
        last = dict(sorted(self.boards))
        begins = {rows: last.get(rows, rows - self.STEP) + self.STEP for rows in self._heights() if rows not in self.none_rows}
        return {rows: cols for rows, cols in begins.items() if not self.is_long(rows, cols)}

    def _heights(self) -> Collection[int]:
        """Return the numbers of rows below `least`."""
        return range(self.FIRST_ROWS, self.least or 1 + max((rows for rows, _ in self.boards), default=0), self.STEP)

    @property
    def is_large_unknown(self) -> bool:
        """Whether the answers for boards with two long sides are unknown."""
        return self.least is None

    @property
    def is_complete(self) -> bool:
        """Whether the answer is known for every board, and for all its pairs or squares."""
        return not (self.is_large_unknown or self.unknown or any(found.unknown for found in self.boards.values()))

    def _conditions(self, endings: Mapping[int, str]) -> list[str]:
        """Return the lines that specify for which sides the theorem holds. Each number of rows may have an ending."""
        lines = [f"  m >= {self.least}"] * (self.least is not None)
        lengths = sorted(self.lengths.items(), reverse=True)
        return lines + [f"  m = {rows}, n >= {first}{endings.get(rows, '')}" for rows, first in lengths]

    def _end_of_text(self, exceptions: str) -> list[str]:
        """Return the lines about examined boards with exceptions, and about unknown answers."""
        some = [f"  {m}x{n}: {found}" for (m, n), found in self.exceptions.items() if found.no_tour is None]
        unknown = [f"m = {m}, n >= {n}" for m, n in self.unknown.items()] + ["m and n large"] * self.is_large_unknown
        return [
            *titled(f"Examined {exceptions} although the two rules allow them:", some),
            f"Unknown: {'; '.join(unknown) or 'no board'}",
        ]

    def _document(self, about: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Return the theorem as a JSON document. Entries `more` come after `lengths`, or replace it."""
        bounds = {"least": self.least, "lengths": [{"rows": rows, "from": cols} for rows, cols in self.lengths.items()]}
        return {"leaper": self.leaper, **about, **bounds, **more} | {
            "none_rows": [{"rows": rows, "reason": str(cut)} for rows, cut in self.none_rows.items()],
            "boards": [{"board": sides} | found.document() for sides, found in self.exceptions.items()],
            "unknown": [{"rows": rows, "from": cols} for rows, cols in self.unknown.items()],
        }


Theorem = TypeVar("Theorem", bound=ExaminedBoards)


class Examination(Generic[Theorem]):
    """The search for a theorem.

    Parameters
    ----------
    found : ExaminedBoards
        The theorem, which is updated.
    meter : Meter
        The budget.
    """

    walks: type[BoardWalks] = BoardWalks

    def __init__(self, found: Theorem, meter: Meter) -> None:
        self.found, self.leaper, self.meter = found, found.leaper, meter

    def run(self) -> None:
        """Find as much of the theorem as the budget allows."""
        found = self.found
        with suppress(BudgetSpent):
            self._large()
            if self.meter.budget.seconds is None:
                self.meter = Meter(replace(self.meter.budget, seconds=SECONDS))
            self._small()
        found.lengths, found.none_rows = dict(sorted(found.lengths.items())), dict(sorted(found.none_rows.items()))
        found.boards = {sides: ends for sides, ends in sorted(found.boards.items()) if not ends.stopped}

    def _large(self) -> None:
        """Find the number `least`."""
        raise NotImplementedError

    def _small(self) -> None:
        """Examine the boards with fewer than `least` rows."""
        raise NotImplementedError

    def _with_tours(self, heights: Iterable[int]) -> list[int]:
        """Find the numbers of rows without any open tour, and return the others."""
        cuts = ((rows, find_row_cut(rows, self.leaper, False, None)) for rows in heights)
        self.found.none_rows |= {rows: cut for rows, cut in cuts if cut is not None and has_no_tours(cut)}
        return [rows for rows in heights if rows not in self.found.none_rows]

    def _ends(self, rows: int, cols: int, effort: int = NODES) -> BoardEnds:
        """Return what is known of a board, after examining it. If `effort` is 0, the examination may stop early."""
        sides = min(rows, cols), max(rows, cols)
        ends = self.found.boards.get(sides)
        if ends is None or (effort and ends.stopped):
            ends = self.found.boards[sides] = self.walks(*sides, self.leaper, self.meter).run(effort)
        return ends
