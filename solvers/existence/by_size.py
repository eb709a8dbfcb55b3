"""Base classes of theorems about boards of all sizes, and of the searches for them.

Each theorem answers one question for all boards: does a *case* have a tour? In `all_ends`, a case is a pair of ends of an open
tour. In `one_less`, it is a square that a closed tour leaves out. In `all_boards`, a board has only one case, without such
squares. Rules forbid some cases; all other cases are *allowed*. A board m x n is given with its shorter side m first, which is
its number of rows. There are five kinds of boards:

- If m is at least `least`, exactly the allowed cases have a tour.
- For some smaller m, boards with m rows are divided, so that all cases are answered from some number of columns onwards.
- For some smaller m, all cases are answered for all numbers of columns (see `strip_ends` and `heights`).
- For some smaller m, a row cut proves that boards with m rows have no open tour.
- The other boards were examined one by one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from math import gcd
from textwrap import fill
from typing import Any, ClassVar, Generic, TypeVar

from immutabledict import immutabledict

from graphs.board import Board, Square
from graphs.leapers import Leaper, as_leaper, leaper_noun
from graphs.obstructions.row_cuts import RowCut, find_row_cut
from graphs.theorems import colours_forbid
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent, NoCertificate
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.base_tours import HIGHEST
from solvers.existence.board_ends import BoardEnds, case_images
from solvers.existence.certificates import Claim, ProvenTheorem, Sides, WalkText
from solvers.existence.lasting import LastingProof
from solvers.methods.construction.dividing import Dividing

APART = "the moves do not join the squares of any board: a + b is even, or a and b have a common divisor"
SECONDS = 60
"""Seconds of processor time for boards with few rows, if the budget has no time limit."""


@dataclass(frozen=True)
class DividedBoards:
    """Infinitely many boards whose tours are joined from tours of smaller boards.

    They have a given number of rows and at least `first` columns, or both sides are at least `first`. `base` contains the sides
    of the examined boards that prove it, and `loops` the loops and other tours (see `base_tours`), by the rows and columns of
    their boards. If there are no loops, tours of all allowed cases prove it. `exceptions` are squares that cannot be left out
    although no rule forbids them, each with its proof, one per symmetry class.
    """

    first: int
    base: tuple[Sides, ...] = ()
    loops: Mapping[Sides, list[WalkText]] = field(default_factory=dict, hash=False)
    exceptions: Mapping[Square, LastingProof] = field(default_factory=dict, hash=False)

    def conditions(self, rows: int | None) -> str:
        """Return the condition on rows and columns as text, such as "m = 3, n >= 11"."""
        except_ = f", except {', '.join(map(str, self.exceptions))} (and mirror images)" if self.exceptions else ""
        return (f"  m >= {self.first}" if rows is None else f"  m = {rows}, n >= {self.first}") + except_

    def document(self) -> dict[str, Any]:
        """Return the least number of columns and the exceptions, if any, as JSON."""
        return {"from": self.first} | ({"except": [*self.exceptions]} if self.loops else {})

    def region(self, rows: int | None) -> dict[str, Any]:
        """Return the proof in the format of certificates."""
        exceptions = [(square, proof.evidence) for square, proof in self.exceptions.items()]
        loops = {"base": min(cols for _, cols in self.loops), "exceptions": exceptions} if self.loops else {}
        return {"kind": "joined", "rows": rows, "first": self.first} | loops


@dataclass(frozen=True)
class SizeTheorem(ProvenTheorem):
    """A theorem about boards of all sizes.

    The module docstring defines a *case*. `rows` is None for all boards. `divided` contains the boards that are divided, by
    their number of rows, or by None for all boards with long sides. `none_rows` proves for some m that no board with the
    shorter side m has an open tour, except 1x1. `boards` contains the boards that were examined one by one, by their sides, the
    shorter one first.
    """

    leaper: Leaper
    rows: int | None = None
    divided: Mapping[int | None, DividedBoards] = field(default_factory=dict, hash=False, repr=False)
    none_rows: Mapping[int, RowCut] = field(default_factory=dict, hash=False, repr=False)
    boards: Mapping[Sides, BoardEnds] = field(default_factory=dict, hash=False, repr=False)
    # of `StripEnds`, which imports this module, or `HeightVerdict`
    strips: Mapping[int, Any] = field(default_factory=dict, hash=False, repr=False)

    least_rows: ClassVar[int] = 1  # the least number of rows of a board on which the rules allow a tour
    # Difference between consecutive numbers, from `least_rows`, that are sides of boards on which the rules allow a tour.
    step: ClassVar[int] = 1
    title: ClassVar[str]  # first line of the theorem as text
    rules: ClassVar[tuple[str, ...]]  # lines of text with the rules that forbid some tours
    allowed: ClassVar[str]  # line of text before the list of boards without exceptions
    # Line of text about boards with `{rows}` rows if none of them has a tour, with the optional placeholder `{reason}`.
    no_tours: ClassVar[str]
    examined: ClassVar[str]  # line of text before the list of boards with exceptions

    @property
    def least(self) -> int | None:
        """If both sides of a board are at least this number, only the general rules forbid tours. None if unknown."""
        return self.divided[None].first if None in self.divided else None

    @property
    def base(self) -> tuple[Sides, ...]:
        """The sides of the examined boards from which the theorem follows by induction."""
        return tuple(chain.from_iterable(each.base for each in self.divided.values()))

    @property
    def loops(self) -> dict[Sides, list[WalkText]]:
        """The base tours that prove the answers for infinitely many boards, by the sides of their boards."""
        return dict(chain.from_iterable(each.loops.items() for each in self.divided.values()))

    @cached_property
    def dividing(self) -> Dividing:
        """The rules that forbid tours."""
        return Dividing(self.leaper)

    def _exists(self, rows: int, cols: int, *squares: Any) -> bool | None:
        """Return whether there is a tour, or None if unknown. One square is left out; two are the ends."""
        problem = Problem.on_board(Board(rows, cols), self.leaper, **dict(zip(("start", "end"), squares, strict=False)))
        if problem.size == 1 and not self.closed:
            return True
        case = (problem.start, problem.end)[: len(squares)]
        m, n = sorted((rows, cols))
        case = case if rows <= cols else tuple(square[::-1] for square in case)
        if self.is_none or m < self.least_rows or m in self.none_rows:
            return False
        if not self.dividing.is_allowed(m, n, *case) if case else colours_forbid(m * n, closed=self.closed):
            return False
        if divided := self._divided(m, n):
            return not any((square,) in case_images(m, n, *case) for square in divided.exceptions)
        if m in self.strips:
            found: bool | None = self.strips[m].exists(n, *case)
            return found
        return self.boards[m, n].exists(*case) if (m, n) in self.boards else None

    def _divided(self, m: int, n: int) -> DividedBoards | None:
        """Return the entry of `divided` that contains the board m x n, or None."""
        infinite = (self.divided.get(None), m), (self.divided.get(m), n)
        return next((boards for boards, side in infinite if boards and side >= boards.first), None)

    @property
    def exceptions(self) -> dict[Sides, BoardEnds]:
        """The examined boards on which a tour may be missing although no rule forbids it, without divided boards."""
        return {sides: found for sides, found in self.boards.items() if not (found.is_complete or self._divided(*sides))}

    @property
    def is_none(self) -> bool:
        """Whether no board of at least two squares has a tour."""
        return not joins_boards(self.leaper)

    @property
    def unknown(self) -> dict[int, int]:
        """For each undecided number of rows, the number of columns from which answers are unknown."""
        most = self.least or 1 + max((m for m, _ in self.boards), default=0)
        rows = range(self.least_rows, most, self.step) if self.rows is None else [self.rows] * (not self.is_none)
        decided = {*self.none_rows, *self.divided, *self.strips}
        return {m: self._unexamined(m) for m in rows if m not in decided}

    def _unexamined(self, rows: int) -> int:
        """Return the next number of columns after all examined boards with `rows` rows."""
        return max((n for m, n in self.boards if m == rows), default=rows - self.step) + self.step

    @property
    def is_complete(self) -> bool:
        """Whether the theorem answers the question for every board."""
        return bool(self.least or self.rows) and not (self.unknown or any(board.unknown for board in self.boards.values()))

    @property
    def parts(self) -> dict[int, Any]:
        """The theorems about one number of rows that have certificates."""
        return {rows: strip for rows, strip in self.strips.items() if not strip.obstacle}

    @property
    def _claimed(self) -> dict[Sides, BoardEnds]:
        """The boards for which a certificate states the answer explicitly."""
        parts = self.parts
        return {
            sides: found
            for sides, found in self.boards.items()
            if not (found.answer is None or sides[0] in parts or self._divided(*sides))
        }

    @property
    def decided(self) -> dict[Problem, Result]:
        """The no-tour answers for single boards, by problem."""
        single = [*(part.decided for part in self.parts.values()), *(found.single for found in self._claimed.values())]
        return dict(chain.from_iterable(each.items() for each in single))

    @property
    def tours(self) -> dict[Sides, list[WalkText]]:
        """The tours that a certificate needs, by rows and columns of their boards."""
        tours = {sides: self.boards[sides].walks for sides in dict.fromkeys([*self.base, *self._claimed])}
        return tours | {sides: tours.get(sides, []) + walks for sides, walks in self.loops.items()}

    @property
    def regions(self) -> list[dict[str, Any]]:
        divided = [each.region(rows) for rows, each in self.divided.items()]
        cuts = [cut.region for cut in self.none_rows.values()]
        return [*divided, *cuts, *chain.from_iterable(part.regions for part in self.parts.values())]

    def _claims(self, unproven: Collection[Problem]) -> list[Claim]:
        if not self.divided:
            raise NoCertificate("no theorem about all large boards was found, so there is no certificate")
        claims: list[Claim] = [] if self.least is None else [(True, None, self.least, 1)]
        parts = self.parts
        for rows in range(self.least_rows, self.least, self.step) if self.least else filter(None, self.divided):
            claims += [(True, rows, rows + 1, 2)] * (self.step == 2)  # no square of an even board can be left out
            claims += parts[rows]._claims(unproven) if rows in parts else self._claims_about(rows, unproven)
        return claims

    def _claims_about(self, rows: int, unproven: Collection[Problem]) -> Iterator[Claim]:
        """Yield the claims about boards with a given number of rows."""
        first, divided = max(rows, 2), self.divided.get(rows)
        if rows in self.none_rows:
            yield False, rows, first, self.step
            return
        begin, boards = self._unexamined(rows) if divided is None else divided.first, self._claimed
        for cols in range(first, begin, self.step):
            found = boards.get((rows, cols))
            yield found.answer if found and found.single.keys().isdisjoint(unproven) else None, rows, cols, 0
        yield None if divided is None else "some" if divided.exceptions else True, rows, begin, self.step

    @abstractmethod
    def _proof(self) -> list[str]:
        """Return the lines of text about the proof, if any."""

    def __str__(self) -> str:
        """Return the theorem in lines of at most 80 characters."""
        heights = sorted(self.divided, key=lambda rows: -(rows or self.least or 0))
        conditions = [self.divided[rows].conditions(rows) for rows in heights]
        conditions += [f"  {strip.sentence}" for strip in reversed([*self.strips.values()])]
        none = [f"{m}x{n}" for (m, n), found in self.boards.items() if found.answer is False]
        some = [f"  {m}x{n}: {found}" for (m, n), found in self.exceptions.items() if found.answer is not False]
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
        lengths = ({"rows": rows} | each.document() for rows, each in self.divided.items() if rows is not None)
        return {
            "least": self.least,
            "lengths": [*lengths],
            "none_rows": [{"rows": rows, "reason": str(cut)} for rows, cut in self.none_rows.items()],
            "boards": [{"board": sides} | found.document() for sides, found in self.exceptions.items()],
            "unknown": [{"rows": rows, "from": cols} for rows, cols in self.unknown.items()],
        }


Found = TypeVar("Found", bound=SizeTheorem)


class SizeSearch(ABC, Generic[Found]):
    """Base class of searches for a theorem about boards of all sizes.

    The attribute `found` is the theorem so far. `examine_board` decides the cases of one board, each within some search nodes.
    """

    examine_board: Callable[[int, int, Leaper, Meter, int], BoardEnds]

    def __init__(self, found: Found, meter: Meter) -> None:
        self.leaper, self.meter = found.leaper, meter
        self.divided: dict[int | None, DividedBoards] = {}
        self.none_rows: dict[int, RowCut] = {}
        self.boards: dict[Sides, BoardEnds] = {}
        self.strips: dict[int, Any] = {}
        self.found = replace(found, divided=self.divided, none_rows=self.none_rows, boards=self.boards, strips=self.strips)
        self.most = HIGHEST * sum(found.leaper)

    @abstractmethod
    def run(self) -> None:
        """Search until everything is found, or raise `BudgetSpent`."""

    def finish(self) -> Found:
        """Search within the budget, and return the theorem with its answers sorted by the sizes of the boards."""
        found = self.found
        with suppress(BudgetSpent):
            if not found.is_none:
                self.run()
        divided = sorted(self.divided.items(), key=lambda item: item[0] or 0)
        kept = [
            (sides, ends)
            for sides, ends in sorted(self.boards.items())
            if not (ends.stopped or (ends.unknown and sides[0] in self.strips))
        ]
        return replace(
            found,
            divided=immutabledict(divided),
            none_rows=immutabledict(sorted(self.none_rows.items())),
            boards=immutabledict(kept),
            strips=immutabledict(self.strips),
        )

    def examine(self, rows: int, cols: int, effort: int = 0) -> BoardEnds:
        """Return the answers for one board, examining it if necessary. With `effort`, repeat unfinished examinations."""
        sides = min(rows, cols), max(rows, cols)
        ends = self.boards.get(sides)
        if ends is None or (effort and ends.stopped):
            ends = self.boards[sides] = self.examine_board(*sides, self.leaper, self.meter, effort)
        return ends

    def divide(self, rows: int | None, first: int, base: Iterable[Sides] | None, **proof: Any) -> None:
        """Add divided boards to the theorem, with their proof, unless `base` is None."""
        if base is not None:
            self.divided[rows] = DividedBoards(first, tuple(dict.fromkeys(base)), **proof)

    def limit_time(self) -> None:
        """Set the time limit `SECONDS`, unless the budget has one."""
        if self.meter.budget.seconds is None:
            self.meter = Meter(replace(self.meter.budget, seconds=SECONDS, clock="cpu"))

    def has_no_tours(self, rows: int) -> bool:
        """Return whether a row cut proves that boards with `rows` rows have no open tour."""
        cut = find_row_cut(rows, self.leaper, False, None)
        if cut and cut.rules_out_all:
            self.none_rows[rows] = cut
        return rows in self.none_rows


def sorted_leaper(leaper: Leaper) -> Leaper:
    """Return a valid leaper with its smaller number first."""
    a, b = sorted(as_leaper(leaper))
    return a, b


def joins_boards(leaper: Leaper) -> bool:
    """Return whether the moves of a leaper connect all squares of large boards."""
    return sum(leaper) % 2 == 1 and gcd(*leaper) == 1


def boards_text(rows: int | None) -> str:
    """Return a phrase such as "all boards m x n, m <= n"."""
    return "all boards m x n" + (", m <= n" if rows is None else f" with m = {rows}")


def wrapped(lines: Iterable[str]) -> str:
    """Return paragraphs as indented lines of at most 80 characters."""
    return "\n".join(fill(line, 80, subsequent_indent="  " if line[0] != " " else "      ") for line in lines)
