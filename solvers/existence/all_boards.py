"""Decide for all boards at once which of them have a tour of a leaper, with a reason for each board that has none.

A board of any size can be divided into strips, one above the other. A strip is a board with few rows. Its height is its number
of rows, and its length is its number of columns. Two constructions give infinitely many tours:

- Stretching (`solvers.methods.construction.stretches`): a block of columns in a tour of h x n is repeated. This gives tours
  of h x (n + k), h x (n + 2k), …, if the block has k columns.
- Piling (`solvers.methods.construction.piles`): two strips of the same length, one above the other, are a pile. The two tours
  are joined at one move of each tour. A tour *can be piled* if it contains the moves at which strips are joined. If both tours
  are closed, so is the tour of the pile. If the top strip has an open tour, the tour of the pile is open.

Finitely many heights are enough to prove which large boards have tours. The proof is made separately for even lengths and
for odd lengths. Suppose that, from some length onwards, all strips of height h have closed tours that can be piled. Suppose
that the strips of h consecutive heights also have tours that can be piled, closed or open. Then all higher strips have tours
that can be piled, because each is a pile: a strip of one of the h consecutive heights, on strips of height h. A board turned by
90 degrees has the same tours, so the shorter side of a board can be taken as its height. So only finitely many heights are
left. For each of them, the answers for all lengths are found (`heights`), and finitely many boards are decided one by one.

If every move changes the colour, a closed tour has an even number of squares. So strips of odd length have closed tours only if
their height is even. Strips of odd height and odd length have only open tours. For odd lengths, the heights are thus all even
or all odd, and only every second of the h consecutive heights is needed.

For the knight, this proves two published theorems without using them: that of Schwenk, and that of Chia and Ong. The
computation takes a second for the knight, and a minute for the leapers (a, b) with a + b = 5.

References
----------
A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64, 1991.

G. L. Chia and S.-H. Ong, Generalized knight's tours on rectangular chessboards, Discrete Applied Mathematics 150, 2005.

N. Beluhov, Leaper tours, Advances in Combinatorics, 2022: closed tours of all boards with sufficiently large even sides.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from math import gcd, inf
from typing import Any

from graphs.board import Board
from graphs.leapers import KNIGHT, Leaper, leaper_noun
from graphs.theorems import colours_forbid
from solvers.budget import Budget
from solvers.errors import BudgetSpent, NoCertificate
from solvers.existence.decision import decide
from solvers.existence.heights import height_verdict
from solvers.existence.lengths import HeightVerdict
from solvers.existence.no_tours import NoTours
from solvers.existence.piled_strips import Kind, Strips
from solvers.meter import Meter
from solvers.methods.construction.piles import sums
from solvers.methods.construction.stretches import Stretch
from solvers.problem import Problem
from solvers.result import NotABool, Result

ODD = "an odd number of squares: every move changes the colour, and a closed tour has as many squares of each"
APART = "the moves do not join the squares of any board: a + b is even, or a and b have a common divisor"
ALONE = "; but a single square is a tour"
SHARE = 0.7
"""Maximum share of the time limit for finding tours of strips. The rest of the time is for the remaining boards."""
NODES = 1_000_000
"""Maximum number of search nodes for each board that is decided on its own."""


@dataclass(frozen=True)
class AllBoards(NotABool):
    """A theorem that specifies which boards have a tour of a leaper.

    Boards in `none` have no tour, except that a single square has an open tour. The other boards have a tour, except those that
    `unknown_rows`, `unknown_boards` or `unknown_from` excludes: whether these have a tour is unknown.

    Attributes
    ----------
    leaper : tuple of int
        The leaper, its smaller number first.
    closed : bool
        Whether the tours are closed.
    none : tuple of NoTours
        The boards without a tour, with reasons.
    unknown_rows : tuple of int
        Boards whose shorter side is one of these numbers are unknown, unless they are in `none`.
    unknown_boards : tuple of tuple of int
        Single boards for which the answer is unknown, each with its shorter side first.
    unknown_from : int or None
        Boards whose shorter side is at least this number are unknown, unless they are in `none`. If None, no boards are unknown
        for this reason.
    strips : tuple of Stretch
        The tours that prove the theorem by stretching and piling, as the module describes.
    alone : dict of int to HeightVerdict
        By height: the answers for all lengths, if the strips do not decide this height.
    single : dict of Problem to Result
        The results for boards that were decided one by one.
    """

    leaper: Leaper
    closed: bool
    none: tuple[NoTours, ...]
    unknown_rows: tuple[int, ...] = ()
    unknown_boards: tuple[tuple[int, int], ...] = ()
    unknown_from: int | None = None
    strips: tuple[Stretch, ...] = field(default=(), repr=False)
    alone: dict[int, HeightVerdict] = field(default_factory=dict, repr=False, hash=False)
    single: dict[Problem, Result] = field(default_factory=dict, repr=False, hash=False)

    def exists(self, rows: int, cols: int) -> bool | None:
        """Return whether a board has a tour.

        Parameters
        ----------
        rows, cols : int
            The sides of the board, in any order.

        Returns
        -------
        bool or None
            The answer, or None if it is unknown.

        Raises
        ------
        BoardError
            If no board has these sides.

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

    def certificate(self) -> dict[str, Any]:
        """Return the index of the certificates that prove the theorem.

        Returns
        -------
        dict
            A JSON document for `scripts/check_certificate.py`. It contains the strips, and names the certificates for heights
            and for single boards.

        Raises
        ------
        NoCertificate
            If the answer is unknown for some boards, or if no board has a tour.
        """
        if self.is_none or not self.is_complete:
            raise NoCertificate("no certificate: some answers are unknown, or no board has a tour")
        return {
            "kind": "boards",
            "leaper": self.leaper,
            "closed": self.closed,
            "strips": [{"rows": each.board.rows, "closed": each.tour.closed} | each.witness() for each in self.strips],
            "heights": [f"{rows}xN/index.json" for rows in self.alone],
            "boards": [f"{problem.board}.json" for problem in self.single],
            "none": {
                "odd": any(each.squares == "odd" for each in self.none),
                "rows": [rows for each in self.none for rows in each.rows],
                "boards": [sides for each in self.none for sides in each.boards],
            },
        }

    @property
    def is_none(self) -> bool:
        """Whether no board has a tour, except a single square."""
        return any(each.squares == "all" for each in self.none)

    @property
    def is_complete(self) -> bool:
        """Whether the answer is known for every board."""
        return not (self.unknown_rows or self.unknown_boards or self.unknown_from)

    def __str__(self) -> str:
        """Return the theorem as text, with one line per reason."""
        tour = f"{'a closed' if self.closed else 'an open'} tour of the {leaper_noun(self.leaper)}"
        if self.is_none:
            return f"No board has {tour}: {self.none[0].reason}"
        lines = [f"Every board m x n, m <= n, has {tour}, but these:"]
        lines += [f"  {each}: {each.reason}" for each in self.none]
        unknown = [f"m = {', '.join(map(str, self.unknown_rows))}"] if self.unknown_rows else []
        unknown += [f"{m}x{n}" for m, n in self.unknown_boards] + [f"m >= {self.unknown_from}"] * bool(self.unknown_from)
        lines += [f"Unknown{', if m x n is even' * self.closed}: {'; '.join(unknown)}"] if unknown else []
        if self.strips:
            strips = (f"{each.board.rows}x({each.board.cols} + {each.block}k)".replace(" 1k", " k") for each in self.strips)
            lines.append(f"It is proved by strips whose tours are stretched, and joined: {', '.join(strips)}")
        return "\n".join(lines)

    def document(self) -> dict[str, Any]:
        """Return the theorem as a JSON document.

        Returns
        -------
        dict
            The entries `leaper`, `closed`, `none` (the boards without a tour, with reasons) and `unknown` (the boards for
            which the answer is unknown). All other boards have a tour. Each board has its shorter side first.
        """
        unknown: dict[str, Any] = {"rows": self.unknown_rows, "boards": self.unknown_boards}
        unknown |= {"from": self.unknown_from} if self.unknown_from else {}
        none = [each.document() for each in self.none]
        return {"leaper": self.leaper, "closed": self.closed, "none": none, "unknown": unknown}


def decide_all_boards(leaper: Leaper = KNIGHT, *, closed: bool = False, budget: Budget | None = None) -> AllBoards:
    """Decide for all boards at once which of them have a tour of a leaper.

    Parameters
    ----------
    leaper : tuple of int, optional
        The leaper (default: the knight).
    closed : bool, optional
        Whether the tours are closed.
    budget : Budget, optional
        Limits. The time limit is for the whole computation; the answer is unknown for boards that are not decided within it. If
        None, there is no time limit.

    Returns
    -------
    AllBoards
        The theorem.

    Raises
    ------
    MoveError
        If the leaper is not two whole numbers of 0 or more, or if both are 0.
    SolverUnavailable
        If python-sat is not installed.

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
    strips = Strips((a, b), Meter(replace(meter.budget, seconds=share)))
    strips.run_strategy([Kind(True, 0), Kind(True, 1)] + [Kind(False, 1)] * (not closed))
    strips.meter = meter
    return _Conclusion(strips, closed).theorem()


class _Conclusion:
    """The theorem that follows from the tours of strips and from decisions of the remaining boards.

    Attributes
    ----------
    strips : Strips
        The tours of strips.
    closed : bool
        Whether the theorem is about closed tours.
    alone : dict of int to HeightVerdict
        The answers for all lengths, by height. It contains only heights for which the tours of strips do not prove that all
        large lengths have tours.
    most : int
        Boards whose shorter side is at most this number are examined. All other boards are piles with tours, or unknown
        (`unknown_from`), or have no closed tour because of their odd number of squares.
    unknown_from : int or None
        As in `AllBoards`.
    """

    def __init__(self, strips: Strips, closed: bool) -> None:
        self.strips, self.closed = strips, closed
        unbounded = [last for last, least in strips.ends.values() if least == inf]
        self.most = min(unbounded) if unbounded else int(max(map(max, strips.ends.values())))
        self.unknown_from = self.most + 1 if unbounded else None
        self.reached = cache(self._reachable_heights)
        self.alone: dict[int, HeightVerdict] = {}
        self.single: dict[Problem, Result] = {}

    def theorem(self) -> AllBoards:
        """Decide the boards that are left, and return the theorem.

        Returns
        -------
        AllBoards
            The theorem.
        """
        none = [NoTours(ODD, squares="odd")] * self.closed
        boards: dict[str, list[tuple[int, int]]] = defaultdict(list)
        open_rows: list[int] = []
        for m in range(1, self.most + 1):
            last = max(self._first(m, parity) for parity in (0, 1) if not colours_forbid(m * parity, closed=self.closed))
            answer = self._answer(m) if last == inf else None
            if answer is None:
                lengths = list(range(m, int(last)))
            elif answer.row_cut and answer.row_cut.rules_out(max(2, m, *self.strips.leaper)):  # shorter boards have no moves
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
        found = AllBoards(self.strips.leaper, self.closed, tuple(none), tuple(open_rows), unknown, self.unknown_from, strips)
        return replace(found, alone=self.alone, single=self.single)

    def _first(self, m: int, parity: int) -> float:
        """Return the length from which onwards boards with `m` rows are known to have tours, or infinity if there is none.

        Only even lengths count if `parity` is 0, and only odd ones if it is 1.
        """
        kind = Kind(m * parity % 2 == 0, parity)
        last, least = self.strips.ends[kind]
        return least if m > last else self.strips.least.get((m, kind), inf)

    def _answer(self, m: int) -> HeightVerdict:
        """Return the answers for all lengths of height `m`, and store them in `alone`."""
        verdict = self.strips.answers.get((m, self.closed))
        if verdict is None or verdict.row_cut is None:
            verdict = height_verdict(m, self.strips.leaper, self.strips.meter, closed=self.closed)
        self.alone[m] = verdict
        return verdict

    def _reason(self, m: int, n: int) -> str | None:
        """Return the reason why a board has no tour, or None if it has a tour, or an empty string if this is unknown."""
        if m in self.reached(n) or n in self.reached(m):
            return None
        with suppress(BudgetSpent):
            verdict = self._decide(m, n)
            return {True: None, False: verdict.reason, None: ""}[verdict.exists]
        return ""

    def _decide(self, m: int, n: int) -> Result:
        for one, other in ((m, n), (n, m)):
            for answer in (self.alone.get(one), self.strips.answers.get((one, self.closed))):
                if answer is not None and answer.exists(other) is not None:
                    return self.single.setdefault(answer.problem(other), answer.verdict(other))
        meter = self.strips.meter
        problem = Problem.on_board(Board(m, n), self.strips.leaper, closed=self.closed)
        self.single[problem] = result = decide(problem, budget=meter.rest(NODES))
        meter.nodes += result.nodes
        return result

    def _reachable_heights(self, cols: int) -> set[int]:
        """Return the heights of all strips of length `cols` with a known tour, and of the piles of such strips."""
        closed = sums(self.strips.stretches(closed=True), cols, self.most).keys()
        tops = [each.board.rows for each in self.strips.stretches(closed=False) if each.reaches(cols)]
        return {*closed, *tops, *(one + other for one in tops for other in closed)}
