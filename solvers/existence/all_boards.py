"""All boards at once: which boards have a tour of a leaper, with a reason for each board that has none.

Strips are stretched (`stretches`): one tour of h x n gives tours of h x (n + k), h x (n + 2k), … Strips are joined, too, one
above the other (`piles`): where strips of some length have closed tours with the two moves at which they are joined, the sums
of their heights have such tours of this length. A strip with an open tour can be at the top of such a pile.

Let h be the least height whose strips have such closed tours of all lengths of a parity, from some length on. If h heights in a
row have such tours, all higher strips do: add h. A board turned by a quarter has the same tours. What is left are the lower
heights, each of them with the answer for all its lengths (`heights`), and finitely many boards, decided one by one.

A closed tour has an even number of squares where every move changes the colour. So odd lengths need even heights, and odd
heights of odd lengths have open tours at most.

For the knight this gives, without using them, the theorems of A. J. Schwenk (Which rectangular chessboards have a knight's
tour?, 1991) and of G. L. Chia and S.-H. Ong (Generalized knight's tours on rectangular chessboards, 2005). Cost: a second for
the knight, a minute for leapers with a + b = 5.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from math import gcd, inf, lcm
from typing import Any, NamedTuple

from graphs.board import Board
from graphs.leapers import KNIGHT, Leaper, leaper_name
from graphs.theorems import colours_forbid
from solvers.budget import Budget, Meter
from solvers.errors import BudgetSpent
from solvers.existence.decision import decide
from solvers.existence.heights import HeightVerdict, height_verdict
from solvers.methods.construction.piles import joints, sums
from solvers.methods.construction.stretches import Stretch
from solvers.problem import Problem
from solvers.result import Result

__all__ = ["AllBoards", "NoTours", "decide_all_boards"]

ODD = "an odd number of squares: every move changes the colour, and a closed tour has as many squares of each"
APART = "the moves do not join the squares of any board: a + b is even, or a and b have a common divisor"
ALONE = "; but a single square is a tour"
HIGHEST = 8
"""The highest strips that are looked at, in multiples of a + b."""
SHARE = 0.7
"""The part of the seconds that is spent on heights; the rest is for single boards."""
NODES = 1_000_000
"""Nodes that each decision may take."""


@dataclass(frozen=True)
class NoTours:
    """Boards without a tour, and why.

    Attributes
    ----------
    reason : one sentence.
    squares : `"odd"` for all boards with an odd number of squares, `"all"` for all boards.
    rows : the boards whose shorter side is one of these.
    boards : these boards, the shorter side first.
    """

    reason: str
    squares: str = ""
    rows: tuple[int, ...] = ()
    boards: tuple[tuple[int, int], ...] = ()

    def __contains__(self, sides: tuple[int, int]) -> bool:
        m, n = sides
        if self.squares:
            return self.squares == "all" or colours_forbid(m * n, closed=True)
        return m in self.rows or sides in self.boards

    def __str__(self) -> str:
        """The boards, in words."""
        if self.squares:
            return "m and n odd" if self.squares == "odd" else "all"
        if self.boards:
            return ", ".join(f"{m}x{n}" for m, n in self.boards)
        return f"m = {', '.join(map(str, self.rows))}"

    def document(self) -> dict[str, Any]:
        """Return the boards and the reason as JSON holds them."""
        boards = {"squares": self.squares, "rows": self.rows, "boards": self.boards}
        return {name: value for name, value in boards.items() if value} | {"reason": self.reason}


@dataclass(frozen=True)
class AllBoards:
    """A theorem: which boards have a tour of a leaper.

    Attributes
    ----------
    leaper, closed : the piece, and whether the tours are closed.
    none : the boards that have none, with reasons.
    unknown_rows, unknown_boards : the boards that are left open, by the shorter side, or as pairs with this side first. All
        others have a tour.
    unknown_from : all boards whose shorter side is at least this are left open, too, unless `none` has them; or None.
    strips : the tours that are stretched and joined.
    """

    leaper: Leaper
    closed: bool
    none: tuple[NoTours, ...]
    unknown_rows: tuple[int, ...] = ()
    unknown_boards: tuple[tuple[int, int], ...] = ()
    unknown_from: int | None = None
    strips: tuple[Stretch, ...] = field(default=(), repr=False)

    def exists(self, rows: int, cols: int) -> bool | None:
        """Return whether a board has a tour; None where it is unknown.

        Raises
        ------
        BoardError : there is no such board.

        Examples
        --------
        >>> theorem = decide_all_boards(closed=True)
        >>> theorem.exists(8, 8), theorem.exists(3, 10), theorem.exists(10**9, 4), theorem.exists(7, 10**9 + 1)
        (True, True, False, False)
        """
        board = Board(rows, cols)
        m, n = sorted((board.rows, board.cols))
        if any((m, n) in each for each in self.none):
            return n == 1 and not self.closed
        is_open = m in self.unknown_rows or (m, n) in self.unknown_boards or (self.unknown_from and m >= self.unknown_from)
        return None if is_open else True

    @property
    def is_complete(self) -> bool:
        """Whether no board is left open."""
        return not (self.unknown_rows or self.unknown_boards or self.unknown_from)

    def __str__(self) -> str:
        """The theorem, one line for each reason."""
        tour = f"{'a closed' if self.closed else 'an open'} tour of the {leaper_name(self.leaper)}"
        if any(each.squares == "all" for each in self.none):
            return f"No board has {tour}: {self.none[0].reason}"
        lines = [f"Every board m x n, m <= n, has {tour}, but these:"]
        lines += [f"  {each}: {each.reason}" for each in self.none]
        left = [f"m = {', '.join(map(str, self.unknown_rows))}"] if self.unknown_rows else []
        left += [f"{m}x{n}" for m, n in self.unknown_boards] + [f"m >= {self.unknown_from}"] * bool(self.unknown_from)
        lines += [f"Unknown{', if m x n is even' * self.closed}: {'; '.join(left)}"] if left else []
        if self.strips:
            strips = (f"{each.board.rows}x({each.board.cols} + {each.block}k)".replace(" 1k", " k") for each in self.strips)
            lines.append(f"It is proved by strips whose tours are stretched, and joined: {', '.join(strips)}")
        return "\n".join(lines)

    def document(self) -> dict[str, Any]:
        """Return the theorem as JSON holds it: m <= n in all boards, and every board that is not named has a tour."""
        unknown: dict[str, Any] = {"rows": self.unknown_rows, "boards": self.unknown_boards}
        unknown |= {"from": self.unknown_from} if self.unknown_from else {}
        none = [each.document() for each in self.none]
        return {"leaper": self.leaper, "closed": self.closed, "none": none, "unknown": unknown}


def decide_all_boards(leaper: Leaper = KNIGHT, *, closed: bool = False, budget: Budget | None = None) -> AllBoards:
    """Decide which boards have a tour of a leaper, for all boards at once.

    Parameters
    ----------
    leaper : the piece.
    closed : whether the tours are closed.
    budget : its seconds are for all; what is not settled then is unknown. None is no limit.

    Raises
    ------
    MoveError : the leaper is not two whole numbers of 0 or more, or both are 0.
    SolverUnavailable : python-sat is not installed.

    Examples
    --------
    >>> [each.rows or each.boards or each.squares for each in decide_all_boards((1, 2), closed=True).none]
    ['odd', (1,), (2,), (4,), ((3, 4),), ((3, 6),), ((3, 8),)]
    """
    a, b = sorted(Problem.on_board(Board(1, 1), leaper, closed=closed).leaper)
    if (a + b) % 2 == 0 or gcd(a, b) > 1:
        return AllBoards((a, b), closed, (NoTours(APART + ALONE * (not closed), squares="all"),))
    meter = Meter(budget)
    share = meter.budget.seconds and meter.budget.seconds * SHARE
    strips = _Strips((a, b), Meter(replace(meter.budget, seconds=share)))
    strips.run_strategy([Kind(True, 0), Kind(True, 1)] + [Kind(False, 1)] * (not closed))
    strips.meter = meter
    return _Conclusion(strips, closed).theorem()


class Kind(NamedTuple):
    """Strips whose tours are closed or open, and whose lengths have a parity.

    Where the lengths are odd, the heights are even if the tours are closed; else they are odd.
    """

    closed: bool
    parity: int

    def has(self, rows: int) -> bool:
        """Return whether strips of this kind have this height."""
        return self.parity == 0 or (rows % 2 == 0) == self.closed


class _Strips:
    """Tours of strips that can be stretched and joined, and what is known of heights besides.

    Attributes
    ----------
    leaper, meter : the piece, and the budget.
    answers : the answers for all lengths of a height, by the height and whether the tours are closed.
    least : for a height and a kind, the length from which on strips that are joined have tours of all lengths of its parity.
    ends : for a kind, the last height that was looked at, and the length from which on all higher strips have tours; it is
        infinite where they do not follow.
    """

    def __init__(self, leaper: Leaper, meter: Meter) -> None:
        self.leaper, self.meter = leaper, meter
        self.answers: dict[tuple[int, bool], HeightVerdict] = {}
        self.least: dict[tuple[int, Kind], int] = {}
        self.ends: dict[Kind, tuple[int, float]] = {}

    def run_strategy(self, kinds: Iterable[Kind]) -> None:
        """Look at one height after the other until all higher strips are sums, or the budget is spent."""
        self.ends = dict.fromkeys(kinds, (0, inf))
        with suppress(BudgetSpent):
            for rows in range(1, HIGHEST * sum(self.leaper)):
                left = [kind for kind, (_, least) in self.ends.items() if least == inf and kind.has(rows)]
                for closed in {kind.closed: None for kind in left}:
                    self._look_at(rows, [kind for kind in left if kind.closed == closed])
                self.ends |= {kind: (rows, self._sums_from(rows, kind)) for kind in left}

    def _look_at(self, rows: int, kinds: Sequence[Kind]) -> None:
        """Find out from which length on strips of a height have such tours."""
        own: tuple[Stretch, ...] = ()
        closed = kinds[0].closed
        sums = {kind: self._sums(rows, kind) for kind in kinds}
        if not all(sums.values()):
            self.meter.check()
            moves = joints(rows, self.leaper)[not closed :]  # an open tour is joined to a strip below it
            parities = [kind.parity for kind in kinds]
            answer = height_verdict(rows, self.leaper, self.meter, closed=closed, moves=moves, parities=parities)
            self.answers[rows, closed], own = answer, answer.stretches
        for kind in kinds:
            if firsts := sums[kind] + first_of(own, kind.parity):
                self.least[rows, kind] = min(firsts)

    def _sums(self, rows: int, kind: Kind) -> list[int]:
        """Return the length from which on two strips have such tours when they are joined, for each choice of their heights."""
        pairs = (((one, kind), (rows - one, Kind(True, kind.parity))) for one in range(1, rows))
        return [max(map(self.least.__getitem__, pair)) for pair in pairs if self.least.keys() >= {*pair}]

    def _sums_from(self, rows: int, kind: Kind) -> float:
        """Return the length from which on all strips higher than this are sums of strips; infinite where they are not."""
        added = Kind(True, kind.parity)
        height = next((each for each in range(1, rows + 1) if (each, added) in self.least), None)
        if height is None:
            return inf
        last = (self.least.get((each, kind), inf) for each in range(rows, rows - height, -1 - kind.parity))
        return max(self.least[height, added], *last)

    def stretches(self, closed: bool) -> list[Stretch]:
        """Return all tours that can be stretched and joined."""
        return [each for (_, kind), answer in self.answers.items() if kind == closed for each in answer.stretches]


def first_of(strips: Sequence[Stretch], parity: int) -> list[int]:
    """Return, in a list, the length from which on one of the strips reaches each length of a parity; or an empty list."""
    step = lcm(2, *(each.block for each in strips))
    cols = max((each.board.cols for each in strips), default=0) // 2 * 2 + 2 + parity
    if not all(any(strip.reaches(each) for strip in strips) for each in range(cols, cols + step, 2)):
        return []
    while any(strip.reaches(cols - 2) for strip in strips):
        cols -= 2
    return [cols]


class _Conclusion:
    """What follows from the tours of strips; the boards that are left are decided.

    Attributes
    ----------
    strips, closed : the tours of strips, and whether the tours of the theorem are closed.
    alone : the answers for heights of which no strips are joined.
    most : the last height that is no sum of strips, or for which the boards are too short.
    """

    def __init__(self, strips: _Strips, closed: bool) -> None:
        self.strips, self.closed = strips, closed
        left = [last for last, least in strips.ends.values() if least == inf]
        self.most = min(left) if left else int(max(map(max, strips.ends.values())))
        self.unknown_from = self.most + 1 if left else None
        self.reached = cache(self._reached)
        self.alone: dict[int, HeightVerdict] = {}

    def theorem(self) -> AllBoards:
        """Return the theorem."""
        none = [NoTours(ODD, squares="odd")] * self.closed
        boards: dict[str, list[tuple[int, int]]] = defaultdict(list)
        open_rows: list[int] = []
        for m in range(1, self.most + 1):
            last = max(self._first(m, parity) for parity in (0, 1) if not colours_forbid(m * parity, closed=self.closed))
            answer = self._answer(m) if last == inf else None
            if answer is None:
                lengths = list(range(m, int(last)))
            elif answer.row_cut and answer.row_cut.rules_out(max(2, m, *self.strips.leaper)):  # shorter ones have no moves
                none.append(NoTours(str(answer.row_cut) + ALONE * (m == 1 and not self.closed), rows=(m,)))
                continue
            elif answer.row_cut or None in answer.answers.values():
                open_rows.append(m)
                continue
            else:
                lengths = [n for n in answer.lengths(False)[0] if n >= m]
            for n in lengths:
                reason = None if colours_forbid(m * n, closed=self.closed) else self._reason(m, n)
                if reason is not None:
                    boards[reason].append((m, n))
        unknown = tuple(boards.pop("", ()))
        none += [NoTours(reason, boards=tuple(which)) for reason, which in boards.items()]
        strips = (*self.strips.stretches(closed=True), *self.strips.stretches(closed=False))
        return AllBoards(self.strips.leaper, self.closed, tuple(none), tuple(open_rows), unknown, self.unknown_from, strips)

    def _first(self, m: int, parity: int) -> float:
        """Return the length from which on boards of m rows have tours; it is infinite where no strips show it."""
        kind = Kind(m * parity % 2 == 0, parity)
        last, least = self.strips.ends[kind]
        return least if m > last else self.strips.least.get((m, kind), inf)

    def _answer(self, m: int) -> HeightVerdict:
        """Return the answer for all lengths of a height of which no strips are joined."""
        known = self.strips.answers.get((m, self.closed))
        if known is None or known.row_cut is None:
            known = height_verdict(m, self.strips.leaper, self.strips.meter, closed=self.closed)
        self.alone[m] = known
        return known

    def _reason(self, m: int, n: int) -> str | None:
        """Return why a board has no tour; None where it has one, and nothing to say where it is unknown."""
        if m in self.reached(n) or n in self.reached(m):
            return None
        with suppress(BudgetSpent):
            verdict = self._decided(m, n)
            return {True: None, False: verdict.reason, None: ""}[verdict.exists]
        return ""

    def _decided(self, m: int, n: int) -> Result:
        for one, other in ((m, n), (n, m)):
            for answer in (self.alone.get(one), self.strips.answers.get((one, self.closed))):
                if answer is not None and answer.exists(other) is not None:
                    return answer.verdict(other)
        self.strips.meter.check()
        problem = Problem.on_board(Board(m, n), self.strips.leaper, closed=self.closed)
        return decide(problem, replace(self.strips.meter.rest(), nodes=NODES))

    def _reached(self, cols: int) -> set[int]:
        """Return the heights of the boards of a length on which strips make up a tour."""
        closed = sums(self.strips.stretches(closed=True), cols, self.most).keys()
        tops = [each.board.rows for each in self.strips.stretches(closed=False) if each.reaches(cols)]
        return {*closed, *tops, *(one + other for one in tops for other in closed)}
