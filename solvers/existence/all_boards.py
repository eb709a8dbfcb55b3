"""Decide for boards of all sizes which have a tour of a leaper.

A board turned by 90 degrees has the same tours. So the shorter side m of a board m x n can be taken as its number of rows.

- Large boards: `base_tours` finds a number `least` such that all boards with both sides of at least `least` have tours. Closed
  tours require an even number of squares, if every move changes the colour.
- Fewer rows: for each number of rows below `least`, `heights` decides all numbers of columns at once.

For the knight, this proves two published theorems without using them: that of Schwenk, and that of Chia and Ong. The
computation takes a second for the knight, and less than a minute for the leapers (a, b) with a + b = 5.

References
----------
A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64, 1991.

G. L. Chia and S.-H. Ong, Generalized knight's tours on rectangular chessboards, Discrete Applied Mathematics 150, 2005.

N. Beluhov, Leaper tours, Advances in Combinatorics, 2022: closed tours of all boards with sufficiently large even sides.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from graphs.errors import expect
from graphs.leapers import KNIGHT, Leaper, leaper_noun
from solvers.core.budget import Budget, Meter
from solvers.existence.base_tours import find_base_tours
from solvers.existence.by_size import APART, SizeSearch, SizeTheorem, sorted_leaper
from solvers.existence.certificates import Sides
from solvers.existence.heights import OddLengths, height_verdict

ODD = "an odd number of squares: every move changes the colour, and a closed tour has as many squares of each"
ALONE = "; but a single square is a tour"
# The rest of the time is for boards that this proof does not cover.
SHARE = 0.3
"""Maximum share of the time limit for proving that all large boards have tours."""


@dataclass(frozen=True)
class NoTours:
    """A set of boards without a tour, and the reason.

    One attribute specifies the boards. `squares` is "odd" for all boards with an odd number of squares, or "all" for all
    boards. `rows` contains the shorter side of boards, whose longer sides are at least `first`, if given. `boards` are single
    boards, each with its shorter side first.
    """

    reason: str
    squares: str = ""
    rows: tuple[int, ...] = ()
    first: int | None = None
    boards: tuple[Sides, ...] = ()

    def __str__(self) -> str:
        rows = f"m = {self.rows[0]}" + f", n >= {self.first}" * bool(self.first) if self.rows else ""
        return {"odd": "m and n odd"}.get(self.squares, self.squares) or rows or ", ".join(f"{m}x{n}" for m, n in self.boards)

    def document(self) -> dict[str, Any]:
        boards = {"squares": self.squares, "rows": self.rows, "from": self.first, "boards": self.boards}
        return {name: value for name, value in boards.items() if value} | {"reason": self.reason}


@dataclass(frozen=True)
class AllBoards(SizeTheorem):
    """A theorem that states, for every board size, whether the board has a tour.

    For each board, the first of these rules that applies gives the answer:

    1. A board in `none` has no tour, except that the board 1x1 has an open tour.
    2. The answer may be unknown for a board that belongs to `unknown_rows`, `unknown_boards` or `unknown_from`.
    3. All other boards have a tour.

    Attributes
    ----------
    leaper : tuple of int
        The leaper, its smaller number first.
    closed : bool
        Whether the tours are closed.
    least : int or None
        All boards with both sides of at least this number have tours, unless colours rule out closed tours. If None, no such
        number was found.
    strips : dict of int to HeightVerdict
        For each number of rows that was decided on its own, the answers for all numbers of columns.
    loops : dict of tuple of int to list
        The base tours that prove the answers for all boards with long sides, by the sides of their boards.
    """

    closed: bool = False

    @cached_property
    def none(self) -> tuple[NoTours, ...]:
        """The boards without a tour, with reasons."""
        if self.is_none:
            return (NoTours(APART + ALONE * (not self.closed), squares="all"),)
        none, boards = [NoTours(ODD, squares="odd")] * self.closed, defaultdict[str, list[Sides]](list)
        for m, height in self.strips.items():
            if height.row_cut and height.row_cut.rules_out_all:
                none.append(NoTours(f"{height.row_cut}{ALONE * (m == 1 and not self.closed)}", rows=(m,)))
            elif m not in self.unknown_rows:
                for n, result in sorted(height.single.items()):
                    if result.exists is False and n >= m:
                        boards[result.reason].append((m, n))
                lasting = (each for each in height.barriers if not isinstance(each, OddLengths))
                none += [NoTours(str(each), rows=(m,), first=each.first) for each in lasting]
        return (*none, *(NoTours(reason, boards=tuple(which)) for reason, which in boards.items()))

    @cached_property
    def unknown_rows(self) -> tuple[int, ...]:
        """Numbers of rows, as the shorter side, for which the answers are unknown."""
        decided = {m for m, height in self.strips.items() if not height.lengths(None)[1]}
        return tuple(m for m in range(1, self.least or self.unknown_from or 1) if m not in decided)

    @property
    def unknown_from(self) -> int | None:
        """The least shorter side of the boards of which all answers are unknown, or None if there are none."""
        return None if self.least or self.is_none else len(self.strips) + 1

    @property
    def unknown_boards(self) -> tuple[Sides, ...]:
        """Further boards for which the answer is unknown, each with its shorter side first."""
        cuts = {m for m, height in self.strips.items() if height.row_cut and height.row_cut.rules_out_all}
        rows = self.strips.keys() - self.unknown_rows - cuts
        return tuple((m, n) for m in sorted(rows) for n in self.strips[m].lengths(None)[0] if n >= m)

    def exists(self, rows: int, cols: int) -> bool | None:
        """Return whether a board has a tour, or None if unknown.

        Parameters
        ----------
        rows, cols : int
            The sides of the board, in any order.

        Returns
        -------
        bool or None
            The answer.

        Examples
        --------
        >>> theorem = decide_all_boards(closed=True)
        >>> theorem.exists(8, 8), theorem.exists(3, 10), theorem.exists(10**9, 4), theorem.exists(7, 10**9 + 1)
        (True, True, False, False)
        """
        return self._exists(rows, cols)

    @property
    def is_complete(self) -> bool:
        return not (self.unknown_rows or self.unknown_boards or self.unknown_from)

    def __str__(self) -> str:
        """Return the theorem as text, with one line per reason."""
        tour = f"{'a closed' if self.closed else 'an open'} tour of the {leaper_noun(self.leaper)}"
        if self.is_none:
            return f"No board has {tour}: {self.none[0].reason}"
        others = ", except these:" if self.none else ", unless it is listed as unknown" * (not self.is_complete)
        lines = [f"Every board m x n, m <= n, has {tour}{others}", *(f"  {each}: {each.reason}" for each in self.none)]
        unknown = [f"m = {', '.join(map(str, self.unknown_rows))}"] if self.unknown_rows else []
        unknown += [f"{m}x{n}" for m, n in self.unknown_boards] + [f"m >= {self.unknown_from}"] * bool(self.unknown_from)
        lines += [f"Unknown{', if m x n is even' * self.closed}: {'; '.join(unknown)}"] if unknown else []
        return "\n".join(lines + self._proof())

    def _proof(self) -> list[str]:
        if self.least is None:
            return []
        number, sides = sum(map(len, self.loops.values())), f"from {self.least} to {2 * self.least + 1}"
        return [f"Proof for m >= {self.least}: {number} tours of boards with sides {sides}, which are joined"]

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
    """Decide for boards of all sizes which have a tour.

    Parameters
    ----------
    leaper : tuple of int, optional
        The leaper (default: the knight).
    closed : bool, optional
        Whether the tours must be closed (default: False).
    budget : Budget, optional
        Limits. The time limit is for the whole computation. For boards that are not decided within it, the answer is unknown.
        If None, there is no time limit.

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
    found = AllBoards(sorted_leaper(leaper), closed=expect(bool, closed, "closed"))
    return _Search(found, Meter(budget)).finish()


class _Search(SizeSearch[AllBoards]):
    """Search for a theorem on tours of boards of all sizes."""

    def run(self) -> None:
        found, meter, seconds = self.found, self.meter, self.meter.budget.seconds
        first = Meter(replace(meter.budget, seconds=seconds and seconds * SHARE), meter.started)
        loops = find_base_tours(self.leaper, first, closed=found.closed)
        meter.nodes = first.nodes
        if loops:
            self.divide(None, min(map(min, loops)), (), loops=loops)
        for m in range(1, found.least or self.most):
            meter.check()
            self.strips[m] = height_verdict(m, self.leaper, meter, closed=found.closed)
