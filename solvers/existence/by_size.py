"""Base classes of the theorems of `all_ends` and `one_less`, and of the searches for these theorems.

Each theorem answers one question for all boards: does a *case* have a tour? In `all_ends`, a case is a pair of ends of an open
tour. In `one_less`, it is a square that a closed tour leaves out. Rules forbid some cases; all other cases are *allowed*. A
board m x n is given with its shorter side m first, which is its number of rows. There are four kinds of boards:

- If m is at least `least`, exactly the allowed cases have a tour.
- For some smaller m, a theorem about boards with m rows answers all cases, from some number of columns onwards.
- For some smaller m, a row cut proves that boards with m rows have no open tour.
- The other boards were examined one by one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import gcd
from textwrap import fill
from typing import Any, ClassVar

from graphs.leapers import Leaper, as_leaper, leaper_noun
from graphs.obstructions.row_cuts import RowCut, find_row_cut
from solvers.core.budget import Meter
from solvers.core.errors import NoCertificate
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.base_tours import HIGHEST
from solvers.existence.board_ends import BoardEnds
from solvers.existence.theorem_certificates import Claim, ProvenTheorem, Sides, WalkText

APART = "the moves do not join the squares of any board: a + b is even, or a and b have a common divisor"
SECONDS = 60
"""Seconds of processor time for the boards with fewer than `least` rows, if the budget has no time limit."""
NODES = 50_000
"""Maximum number of search nodes for the decision of one case on a small board."""


@dataclass(eq=False)
class SizeTheorem(ProvenTheorem):
    """A theorem on boards of all sizes (see the module docstring).

    `rows` is None for all boards. If both sides of a board are at least `least`, every case has a tour that the rules do not
    forbid; None means that no such number was found. `none_rows` proves for some m that no board with the shorter side m has an
    open tour, except 1x1. `boards` contains the boards that were examined one by one, by their sides, the shorter one first.
    """

    leaper: Leaper
    rows: int | None = None
    least: int | None = None
    none_rows: dict[int, RowCut] = field(default_factory=dict)
    boards: dict[Sides, BoardEnds] = field(default_factory=dict)

    least_rows: ClassVar[int] = 1
    """The least number of rows of a board with an allowed case, that is, a case that no rule forbids."""
    step: ClassVar[int] = 1
    """The sides of boards with a case that no rule forbids are `least_rows`, `least_rows + step`, `least_rows + 2 * step`, …"""
    title: ClassVar[str]
    """First line of the theorem as text, with the placeholders `{leaper}` and `{boards}`."""
    rules: ClassVar[tuple[str, ...]]
    """Lines with the rules that forbid cases."""
    allowed: ClassVar[str]
    """Line before the list of boards on which every case has a tour that no rule forbids."""
    no_tours: ClassVar[str]
    """Line about boards with `{rows}` rows if none of them has a tour, with the optional placeholder `{reason}`."""
    examined: ClassVar[str]
    """Line before the list of examined boards on which a case has no tour although no rule forbids it."""

    @property
    @abstractmethod
    def begins(self) -> dict[int, int]:
        """Number of columns from which all cases are answered, per height."""

    def is_decided(self, rows: int) -> bool:
        """Return whether all cases of long boards are answered.

        Shorter boards were examined one by one.
        """
        return rows in self.none_rows or rows in self.begins

    @property
    def exceptions(self) -> dict[Sides, BoardEnds]:
        """The examined boards with allowed cases that may lack a tour.

        Boards with `begins[m]` or more columns are omitted, if `begins` contains their number m of rows.
        """
        boards = self.boards.items()
        return {(m, n): found for (m, n), found in boards if not found.is_complete and n < self.begins.get(m, n + 1)}

    @property
    @abstractmethod
    def is_none(self) -> bool:
        """Whether no case on two or more squares has a tour."""

    @property
    def unknown(self) -> dict[int, int]:
        """Number of columns from which answers are unknown, per undecided height."""
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
    def decided(self) -> dict[Problem, Result]:
        """The no-tour answers on individually examined boards, by problem."""
        boards = (found for sides, found in self.boards.items() if self.is_claimed(*sides))
        return {problem: verdict for found in boards for problem, verdict in found.single.items()}

    def is_claimed(self, rows: int, cols: int) -> bool:
        """Return whether a certificate has a claim about this board alone."""
        return rows < (self.least or cols + 1) and cols < self.begins.get(rows, cols + 1)

    @property
    def tours(self) -> dict[Sides, list[WalkText]]:
        """The tours of the examined boards."""
        return {sides: found.walks for sides, found in self.boards.items()}

    @property
    def regions(self) -> list[dict[str, Any]]:
        """The proofs about infinitely many boards, as certificates contain them."""
        return [{"kind": "row-cut", "rows": rows, "cut": cut.cut} for rows, cut in self.none_rows.items()]

    def _claims(self, unproven: Collection[Problem] = ()) -> list[Claim]:
        if self.least is None and not self.begins:
            raise NoCertificate("no theorem about all large boards was found, so there is no certificate")
        claims: list[Claim] = [] if self.least is None else [(True, None, self.least, 1)]
        for rows in range(self.least_rows, self.least, self.step) if self.least else self.begins:
            claims += [(True, rows, rows + 1, 2)] * (self.step == 2)  # no square of an even board can be left out
            claims += self._claims_about(rows, unproven)
        return claims

    def _claims_about(self, rows: int, unproven: Collection[Problem]) -> Iterator[Claim]:
        """Yield the claims about boards with a given number of rows."""
        first = max(rows, 2)
        if rows in self.none_rows:
            yield False, rows, first, self.step
            return
        last = max((cols for m, cols in self.boards if m == rows), default=rows - self.step)
        begin = self.begins.get(rows, last + self.step)
        for cols in range(first, begin, self.step):
            found = self.boards.get((rows, cols))
            is_proven = found and not found.unknown and not found.stopped and found.single.keys().isdisjoint(unproven)
            yield found.answer if found and is_proven else None, rows, cols, 0
        yield self.later(rows), rows, begin, self.step

    def later(self, rows: int) -> bool | str | None:
        """Return the claim about long boards with a given number of rows."""
        return True if rows in self.begins else None

    @abstractmethod
    def _conditions(self) -> list[str]:
        """Return text on boards where all allowed cases have tours."""

    @abstractmethod
    def _proof(self) -> list[str]:
        """Return the lines of text about the proof, if any."""

    def __str__(self) -> str:
        """Return the theorem in lines of at most 80 characters."""
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
        """Return the entries that the JSON documents of all theorems share."""
        return {
            "none_rows": [{"rows": rows, "reason": str(cut)} for rows, cut in self.none_rows.items()],
            "boards": [{"board": sides} | found.document() for sides, found in self.exceptions.items()],
            "unknown": [{"rows": rows, "from": cols} for rows, cols in self.unknown.items()],
        }


class SizeSearch(ABC):
    """Base class of searches, whose theorem so far is `found`."""

    def __init__(self, found: SizeTheorem, meter: Meter) -> None:
        self.found, self.leaper, self.meter = found, found.leaper, meter
        self.most = HIGHEST * sum(found.leaper)

    def examine(self, rows: int, cols: int, effort: int = 0) -> BoardEnds:
        """Return a board's answers. With `effort`, repeat unfinished examinations."""
        sides = min(rows, cols), max(rows, cols)
        ends = self.found.boards.get(sides)
        if ends is None or (effort and ends.stopped):
            ends = self.found.boards[sides] = self._examine(*sides, effort)
        return ends

    @abstractmethod
    def _examine(self, rows: int, cols: int, effort: int) -> BoardEnds:
        """Examine a board with at least as many columns as rows."""

    def limit_time(self) -> None:
        """Set the time limit `SECONDS`, unless the budget has one."""
        if self.meter.budget.seconds is None:
            self.meter = Meter(replace(self.meter.budget, seconds=SECONDS, clock="cpu"))

    def has_no_tours(self, rows: int) -> bool:
        """Search for a row cut that rules out all open tours."""
        cut = find_row_cut(rows, self.leaper, False, None)
        if cut and cut.rules_out(max(2, rows, *self.leaper)):
            self.found.none_rows[rows] = cut
        return rows in self.found.none_rows


def sorted_leaper(leaper: Leaper) -> Leaper:
    """Return a valid leaper with its smaller number first."""
    a, b = sorted(as_leaper(leaper))
    return a, b


def joins_boards(leaper: Leaper) -> bool:
    """Return whether a leaper's moves connect all squares of large boards."""
    return sum(leaper) % 2 == 1 and gcd(*leaper) == 1


def boards_text(rows: int | None) -> str:
    """Return a phrase such as "all boards m x n"."""
    return "all boards m x n" + (", m <= n" if rows is None else f" with m = {rows}")


def wrapped(lines: Iterable[str]) -> str:
    """Return paragraphs as indented lines of at most 80 characters."""
    return "\n".join(fill(line, 80, subsequent_indent="  " if line[0] != " " else "      ") for line in lines)
