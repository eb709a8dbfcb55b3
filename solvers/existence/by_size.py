"""The common parts of the theorems of `all_ends` and `one_less`, and of the searches for them.

Such a theorem answers a question for all boards at once. The question is about a *case* on a board: a pair of ends, or a square
that is left out. Rules forbid some cases. The others are *allowed*. A board m x n is given with its shorter side m first, which
is its number of rows. There are four kinds of boards:

- m is at least `least`: exactly the allowed cases have a tour.
- m is less, but a theorem about m rows answers all cases, from some length (number of columns) onwards.
- A row cut proves that boards with m rows have no open tour.
- The other boards were examined one by one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import gcd
from textwrap import fill
from typing import Any, ClassVar

from graphs.leapers import Leaper, as_leaper, leaper_noun
from graphs.obstructions.row_cuts import RowCut, find_row_cut
from solvers.existence.base_tours import HIGHEST, Sides
from solvers.existence.board_ends import BoardEnds
from solvers.existence.lengths import HeightVerdict
from solvers.meter import Meter
from solvers.problem import Problem
from solvers.result import NotABool, Result

APART = "the moves do not join the squares of any board: a + b is even, or a and b have a common divisor"
SECONDS = 60
"""Time limit in seconds for the boards with fewer than `least` rows, if the budget has no time limit."""
NODES = 50_000
"""Maximum number of search nodes for the decision of one case on a small board."""


@dataclass(eq=False)
class SizeTheorem(NotABool, ABC):
    """A theorem about the boards of all sizes (see the module docstring).

    Attributes
    ----------
    leaper : tuple of int
        The leaper, its smaller number first.
    rows : int or None
        The number of rows of the boards, or None for all boards.
    least : int or None
        Exactly the allowed cases have a tour if both sides are at least this number. If None, no such number was found.
    none_rows : dict of int to RowCut
        Boards whose shorter side is one of these numbers have no open tour, with the reason. A single square is an exception.
    boards : dict of tuple of int to BoardEnds
        The boards that were examined one by one, each with its shorter side first.
    """

    leaper: Leaper
    rows: int | None = None
    least: int | None = None
    none_rows: dict[int, RowCut] = field(default_factory=dict)
    boards: dict[Sides, BoardEnds] = field(default_factory=dict)

    least_rows: ClassVar[int] = 1
    """The least number of rows of a board with allowed cases."""
    step: ClassVar[int] = 1
    """The difference between consecutive sides of boards with allowed cases."""
    title: ClassVar[str]
    """The first line of the text. It may contain `{leaper}` and `{boards}`."""
    rules: ClassVar[tuple[str, ...]]
    """The rules that forbid cases, as text."""
    allowed: ClassVar[str]
    """The line before the conditions under which all allowed cases have a tour."""
    no_tours: ClassVar[str]
    """The line about a number of `{rows}` without any tour, which may contain the `{reason}`."""
    examined: ClassVar[str]
    """The line before the examined boards with exceptions."""

    @property
    @abstractmethod
    def begins(self) -> dict[int, int]:
        """For some numbers of rows below `least`, the length from which onwards a theorem about these rows holds."""

    def is_decided(self, rows: int) -> bool:
        """Return whether the answers for all boards with a number of rows below `least` are known.

        Parameters
        ----------
        rows : int
            The number of rows.

        Returns
        -------
        bool
            Whether they are known, except single answers on the boards that were examined.
        """
        return rows in self.none_rows or rows in self.begins

    @property
    def exceptions(self) -> dict[Sides, BoardEnds]:
        """The boards not in `begins` on which allowed cases have no tour, or on which some answers are unknown."""
        boards = self.boards.items()
        return {(m, n): found for (m, n), found in boards if not found.is_complete and n < self.begins.get(m, n + 1)}

    @property
    @abstractmethod
    def is_none(self) -> bool:
        """Whether there is no allowed case on any board, except a single square."""

    @property
    def unknown(self) -> dict[int, int]:
        """For each number of rows below `least`, the number of columns from which onwards the answers are unknown, if any."""
        most = self.least or 1 + max((m for m, _ in self.boards), default=0)
        rows = range(self.least_rows, most, self.step) if self.rows is None else [self.rows] * (not self.is_none)
        last = {m: max((n for each, n in self.boards if each == m), default=m - self.step) for m in rows}
        return {m: n + self.step for m, n in last.items() if not self.is_decided(m)}

    @property
    def is_complete(self) -> bool:
        """Whether the answer is known for every case on every board."""
        found = self.least is not None or self.rows is not None
        return found and not self.unknown and not any(board.unknown for board in self.boards.values())

    @property
    def single(self) -> dict[Problem, Result]:
        """The answers for single cases on the boards that were examined one by one, by problem."""
        return {problem: verdict for found in self.boards.values() for problem, verdict in found.single.items()}

    @property
    def heights(self) -> dict[int, HeightVerdict]:
        """The heights without any open tour, each with its proof, by height."""
        return {m: HeightVerdict(m, self.leaper, False, None, barriers=(cut,)) for m, cut in self.none_rows.items()}

    @abstractmethod
    def certificate(self) -> dict[str, Any]:
        """Return the certificate of the answers for large boards and for long ones.

        Returns
        -------
        dict
            A JSON document for `scripts/check_certificate.py`.

        Raises
        ------
        NoCertificate
            If there are no such answers.
        """

    @abstractmethod
    def _conditions(self) -> list[str]:
        """Return the conditions under which all allowed cases have a tour."""

    @abstractmethod
    def _proof(self) -> list[str]:
        """Return lines about the proof."""

    def __str__(self) -> str:
        """Return the theorem as text, in lines of at most 80 characters."""
        conditions = self._conditions()
        none = [f"{m}x{n}" for (m, n), found in self.boards.items() if found.no_tour is not None]
        some = [f"  {m}x{n}: {found}" for (m, n), found in self.exceptions.items() if found.no_tour is None]
        unknown = [f"m = {m}, n >= {n}" for m, n in self.unknown.items()]
        unknown += ["m and n large"] * (self.least is self.rows is None)
        lines = [self.title.format(leaper=leaper_noun(self.leaper), boards=boards_text(self.rows)), *self.rules]
        lines += [self.allowed, *conditions] if conditions else []
        lines += [self.no_tours.format(rows=rows, reason=reason) for rows, reason in self.none_rows.items()]
        lines += [f"No open tour: {', '.join(none)}"] * bool(none)
        lines += [self.examined, *some] if some else []
        return wrapped([*lines, f"Unknown: {'; '.join(unknown) or 'no board'}", *self._proof()])

    def document(self) -> dict[str, Any]:
        """Return the last entries of the theorem as a JSON document.

        Returns
        -------
        dict
            The entries `none_rows`, `boards` (exceptions on the boards that were examined one by one, each with its shorter
            side first) and `unknown`.
        """
        return {
            "none_rows": [{"rows": rows, "reason": str(cut)} for rows, cut in self.none_rows.items()],
            "boards": [{"board": sides} | found.document() for sides, found in self.exceptions.items()],
            "unknown": [{"rows": rows, "from": cols} for rows, cols in self.unknown.items()],
        }


class SizeSearch(ABC):
    """The search for a theorem about one leaper.

    Parameters
    ----------
    found : SizeTheorem
        The theorem, which is updated.
    meter : Meter
        The budget.
    """

    def __init__(self, found: SizeTheorem, meter: Meter) -> None:
        self.found, self.leaper, self.meter = found, found.leaper, meter
        self.most = HIGHEST * sum(found.leaper)

    def examine(self, rows: int, cols: int, effort: int = 0) -> BoardEnds:
        """Return the cases of a board.

        Parameters
        ----------
        rows, cols : int
            The sides of the board, in any order.
        effort : int, optional
            As in `BoardWalks.run`.

        Returns
        -------
        BoardEnds
            The cases. A board that was examined before is examined again only if the search stopped without an effort.
        """
        sides = min(rows, cols), max(rows, cols)
        ends = self.found.boards.get(sides)
        if ends is None or (effort and ends.stopped):
            ends = self.found.boards[sides] = self._examine(*sides, effort)
        return ends

    @abstractmethod
    def _examine(self, rows: int, cols: int, effort: int) -> BoardEnds:
        """Examine the cases of a board, whose shorter side is first."""

    def limit_time(self) -> None:
        """Limit the time of the rest of the search to `SECONDS`, unless the budget has a time limit."""
        if self.meter.budget.seconds is None:
            self.meter = Meter(replace(self.meter.budget, seconds=SECONDS))

    def has_no_tours(self, rows: int) -> bool:
        """Return whether a row cut proves that boards with `rows` rows have no open tour. If so, it is stored.

        Parameters
        ----------
        rows : int
            The number of rows.

        Returns
        -------
        bool
            Whether it does, for all boards with at least as many columns as rows, except a single square.
        """
        cut = find_row_cut(rows, self.leaper, False, None)
        if cut and cut.rules_out(max(2, rows, *self.leaper)):
            self.found.none_rows[rows] = cut
        return rows in self.found.none_rows


def sorted_leaper(leaper: Leaper) -> Leaper:
    """Check a leaper, and return it with its smaller number first.

    Parameters
    ----------
    leaper : tuple of int
        The leaper.

    Returns
    -------
    tuple of int
        The leaper.

    Raises
    ------
    MoveError
        If the leaper is not two whole numbers of 0 or more, or if both are 0.
    """
    a, b = sorted(as_leaper(leaper))
    return a, b


def joins_boards(leaper: Leaper) -> bool:
    """Return whether the moves of a leaper join all squares of large boards.

    Parameters
    ----------
    leaper : tuple of int
        The leaper.

    Returns
    -------
    bool
        Whether a + b is odd, and a and b have no common divisor.
    """
    return sum(leaper) % 2 == 1 and gcd(*leaper) == 1


def boards_text(rows: int | None) -> str:
    """Return the boards of a theorem as text.

    Parameters
    ----------
    rows : int or None
        The number of rows, or None for all boards.

    Returns
    -------
    str
        The text.
    """
    return "all boards m x n" + (", m <= n" if rows is None else f" with m = {rows}")


def wrapped(lines: Iterable[str]) -> str:
    """Return lines as text with at most 80 characters per line. The next lines of a paragraph are indented.

    Parameters
    ----------
    lines : iterable of str
        The paragraphs, each as one line.

    Returns
    -------
    str
        The text.
    """
    return "\n".join(fill(line, 80, subsequent_indent="  " if line[0] != " " else "      ") for line in lines)
