"""Decide for all boards at once which square can be left out such that the other squares have a closed tour.

Two rules forbid squares:

- Colours. A closed tour visits as many squares of one colour as of the other. So the board has an odd number of squares, and
  the square that is left out has the more frequent colour, that of the corners.
- Two moves. A square with only two moves needs both. So none of its neighbours can be left out.

The other squares are *allowed*. Let w be an even number such that the board of m rows and w columns has a *loop*, an open tour
between two given squares near a corner (see `base_tours`). A line divides a board of m rows and n columns, both odd, into a
left part of n - w columns and a right part. Suppose that the left part has a closed tour without one of its squares. Then this
tour contains both moves of the top right corner of this part, or of its bottom right corner. One of these moves is replaced by
the loop. So the whole board has a closed tour without the same square.

Suppose that n >= 2w + 4b + 1 for the leaper (a, b). By symmetry, the square that is left out can be assumed to be in the left
half. Then at least 2b columns are between this square and the line. The second rule only depends on squares at most 2b columns
away. So a square that is allowed on the whole board is also allowed in the left part. Let L be the larger of the numbers
2w + 4b + 1 and first + w. Suppose that each allowed square can be left out if the number of columns is one of first, first + 2,
first + 4, … below L. By induction, the same is true of all longer boards with m rows.

A board that has a closed tour without a square also has an open tour, which starts at this square, unless the square has no
moves. So if a row cut proves that a board has no open tour, none of its squares with a move can be left out.

*Exceptions.* On boards with few rows, some allowed squares near a side cannot be left out, whatever the length. A cut set of
one board proves this, if the cut set and enough of the parts into which it divides the board are far from the opposite side.
Then they are also parts of all longer boards.

References
----------
A. Miller and D. Farnsworth, Knight's tours on 3 x n chessboards with a single square removed, 2013.

B. Bi, S. Butler, S. DeGraaf and E. Doebel, Knight's tours on boards with odd dimensions, 2015.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import gcd
from textwrap import fill
from typing import Any

import networkx as nx
import numpy as np

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper, leaper_moves, leaper_noun
from graphs.obstructions.cut_sets import CutSet
from graphs.obstructions.row_cuts import RowCut, find_row_cut
from graphs.symmetry import orbits, symmetries
from solvers.budget import Budget
from solvers.errors import BudgetSpent, ProblemError
from solvers.existence.base_tours import HIGHEST, BaseTours, find_base_tours, find_loop
from solvers.existence.board_ends import BoardEnds, BoardWalks
from solvers.existence.decision import decide_question
from solvers.meter import Meter
from solvers.methods.construction.dividing import two_move_squares
from solvers.problem import Problem
from solvers.question import Question
from solvers.result import Result

NODES = 50_000
"""Maximum number of search nodes for the decision of one square of a small board."""
SECONDS = 60
"""Time limit in seconds for the boards with fewer than `least` rows, if the budget has no time limit."""
STARTS = 4
"""Number of squares near the middle of a board that are tried as starts of open tours (see `HoleWalks`)."""
RULES = (
    "m and n are odd, and the square has the colour of the corners.",
    "No neighbour of a square with only two moves can be left out.",
)


@dataclass(frozen=True)
class LongBoards:
    """The answers for all boards of a given number of rows, from some length onwards.

    Attributes
    ----------
    first : int
        The least number of columns.
    loop : int
        The number of columns of the loop that proves the answers.
    exceptions : dict of tuple of int to CutSet
        Allowed squares that cannot be left out, with the proof. Each square represents its images under symmetry.
    """

    first: int
    loop: int
    exceptions: dict[Square, CutSet] = field(default_factory=dict, hash=False)


@dataclass(eq=False)
class OneLess:
    """A theorem that specifies which squares can be left out such that the other squares have a closed tour.

    Attributes
    ----------
    leaper : tuple of int
        The leaper, its smaller number first.
    rows : int or None
        The number of rows of the boards, or None for all boards.
    least : int or None
        Exactly the allowed squares can be left out if both sides are at least this number. If None, no such number was found.
    lengths : dict of int to LongBoards
        The answers for long boards, by number of rows.
    none_rows : dict of int to RowCut
        Boards whose shorter side is one of these numbers have no open tour, so no square can be left out.
    boards : dict of tuple of int to BoardEnds
        The boards that were examined one by one, each with its shorter side first.
    base : BaseTours or None
        The loops from which the answer for large boards follows.
    """

    leaper: Leaper
    rows: int | None = None
    least: int | None = None
    lengths: dict[int, LongBoards] = field(default_factory=dict)
    none_rows: dict[int, RowCut] = field(default_factory=dict)
    boards: dict[tuple[int, int], BoardEnds] = field(default_factory=dict)
    base: BaseTours | None = None

    def exists(self, rows: int, cols: int, square: Any) -> bool | None:
        """Return whether a board has a closed tour of all squares except a given one.

        Parameters
        ----------
        rows, cols : int
            The sides of the board, in any order.
        square : square
            The square that is left out.

        Returns
        -------
        bool or None
            The answer, or None if it is unknown.

        Raises
        ------
        BoardError
            If no board has these sides.
        ProblemError
            If the square is not on the board.

        Examples
        --------
        >>> theorem = decide_one_less()
        >>> theorem.exists(7, 10**9 + 1, (0, 10**8)), theorem.exists(3, 10**9 + 1, (1, 3))
        (True, False)
        """
        left_out: Any = Problem.on_board(Board(rows, cols), self.leaper, start=square).start
        (m, n), left_out = ((rows, cols), left_out) if rows <= cols else ((cols, rows), left_out[::-1])
        if m == 1 or m * n % 2 == 0 or sum(left_out) % 2 or left_out in two_move_squares(m, n, self.leaper)[1]:
            return False
        if self.least is not None and m >= self.least:
            return True
        if m in self.none_rows and any(Board(m, n).step(left_out, move) for move in leaper_moves(self.leaper)):
            return False
        strip = self.lengths.get(m)
        if strip is not None and n >= strip.first:
            images = {each(left_out) for each in symmetries(Board(m, n))}
            return images.isdisjoint(strip.exceptions)
        return self.boards[m, n].exists(left_out) if (m, n) in self.boards else None

    @property
    def unknown(self) -> dict[int, int]:
        """For odd numbers of rows below `least`, the length from which onwards the answers are unknown, if any."""
        most = self.least or 1 + max((m for m, _ in self.boards), default=0)
        heights = (
            range(3, most, 2) if self.rows is None else [self.rows] if self.least is None or self.rows < self.least else []
        )
        known = {m: max((n for each, n in self.boards if each == m), default=m - 2) + 2 for m in heights}
        return {m: n for m, n in known.items() if m % 2 and m > 1 and m not in self.none_rows and m not in self.lengths}

    @property
    def is_complete(self) -> bool:
        """Whether the answer is known for every board, and for every square."""
        found = self.least is not None or self.rows is not None
        return found and not self.unknown and not any(board.unknown for board in self.boards.values())

    @property
    def is_none(self) -> bool:
        """Whether no square of any board can be left out."""
        return self.rows is not None and (self.rows % 2 == 0 or self.rows == 1 or self.rows in self.none_rows)

    @property
    def exceptions(self) -> dict[tuple[int, int], BoardEnds]:
        """The boards not in `lengths` on which allowed squares cannot be left out, or on which some answers are unknown."""
        long = {sides for sides in self.boards if sides[0] in self.lengths and sides[1] >= self.lengths[sides[0]].first}
        return {sides: found for sides, found in self.boards.items() if not found.is_complete and sides not in long}

    def __str__(self) -> str:
        """Return the theorem as text, in lines of at most 80 characters."""
        boards = "all boards m x n, m <= n" if self.rows is None else f"all boards m x n with m = {self.rows}"
        lines = [f"Closed tours of the {leaper_noun(self.leaper)} of all squares except one, on {boards}.", *RULES]
        least = [f"  m >= {self.least}"] if self.least is not None and self.rows is None else []
        least += [f"  n >= {self.least}"] if self.least is not None and self.rows and self.rows >= self.least else []
        for rows, strip in sorted(self.lengths.items(), reverse=True):
            except_ = f", except {', '.join(map(str, strip.exceptions))} (and mirror images)" if strip.exceptions else ""
            least.append(f"  m = {rows}, n >= {strip.first}{except_}")
        lines += ["Each other square can be left out if:", *least] if least else []
        lines += [f"None for m = {rows}: no board m x n has an open tour" for rows in self.none_rows]
        some = [f"  {m}x{n}: {found}" for (m, n), found in self.exceptions.items()]
        lines += ["Examined squares that cannot be left out although the two rules allow them:", *some] if some else []
        unknown = [f"m = {m}, n >= {n}" for m, n in self.unknown.items()]
        unknown += ["m and n large"] * (self.least is self.rows is None)
        lines.append(f"Unknown: {'; '.join(unknown) or 'no board'}")
        if least:
            lines.append("Proof: a board is divided by a line, and tours of its two parts are joined.")
        return "\n".join(fill(line, 80, subsequent_indent="  " if line[0] != " " else "      ") for line in lines)

    def document(self) -> dict[str, Any]:
        """Return the theorem as a JSON document.

        Returns
        -------
        dict
            The entries `leaper`, `closed`, `rows`, `least`, `lengths`, `none_rows`, `boards` (exceptions on the boards that
            were examined one by one, each with its shorter side first) and `unknown`.
        """
        return {
            "leaper": self.leaper,
            "closed": True,
            "rows": self.rows,
            "least": self.least,
            "lengths": [
                {"rows": rows, "from": strip.first, "except": [*strip.exceptions]} for rows, strip in self.lengths.items()
            ],
            "none_rows": [{"rows": rows, "reason": str(cut)} for rows, cut in self.none_rows.items()],
            "boards": [{"board": sides} | found.document() for sides, found in self.exceptions.items()],
            "unknown": [{"rows": rows, "from": cols} for rows, cols in self.unknown.items()],
        }


def decide_one_less(leaper: Leaper = KNIGHT, *, rows: int | None = None, budget: Budget | None = None) -> OneLess:
    """Decide for all boards at once which square can be left out such that the other squares have a closed tour.

    Parameters
    ----------
    leaper : tuple of int, optional
        The leaper (default: the knight). The sum of its two numbers is odd, and they have no common divisor.
    rows : int, optional
        The number of rows of the boards. If None, all boards are decided.
    budget : Budget, optional
        Limits of the whole computation. If it has no time limit, boards with fewer than `least` rows are examined for at most
        `SECONDS` seconds.

    Returns
    -------
    OneLess
        The theorem, as far as it was found within the budget.

    Raises
    ------
    ProblemError
        If the moves of the leaper do not join all squares of any board.
    BoardError
        If no board has `rows` rows.
    MoveError
        If the leaper is not two whole numbers of 0 or more, or if both are 0.

    Examples
    --------
    >>> theorem = decide_one_less()
    >>> theorem.least, {rows: strip.first for rows, strip in theorem.lengths.items()}, theorem.is_complete
    (7, {3: 11, 5: 7}, True)
    """
    a, b = sorted(Problem.on_board(Board(1, 1), leaper).leaper)
    if (a + b) % 2 == 0 or gcd(a, b) > 1:
        raise ProblemError(
            f"the moves of the {leaper_noun((a, b))} do not join the squares of any board: try one with odd a + b"
        )
    found = OneLess((a, b), None if rows is None else Board(rows, 1).rows)
    with suppress(BudgetSpent):
        _Search(found, Meter(budget)).run()
    found.lengths, found.none_rows = dict(sorted(found.lengths.items())), dict(sorted(found.none_rows.items()))
    found.boards = dict(sorted(found.boards.items()))
    return found


class _Search:
    """The search for the theorem about one leaper. `found` is updated."""

    def __init__(self, found: OneLess, meter: Meter) -> None:
        self.found, self.leaper, self.meter = found, found.leaper, meter

    def run(self) -> None:
        """Find the number `least`, and then examine the boards with fewer rows."""
        found, most = self.found, HIGHEST * sum(self.leaper)
        if found.rows is None:
            found.base = find_base_tours(self.leaper, self.meter, closed=True)
            if found.base is not None:
                self._find_least(found.base.least, most)
        if self.meter.budget.seconds is None:
            self.meter = Meter(replace(self.meter.budget, seconds=SECONDS))
        heights = range(3, found.least or most, 2) if found.rows is None else range(3, found.rows + 1, 2)
        for rows in reversed(heights) if found.rows is None or found.rows % 2 else ():  # few rows take longest
            cut = find_row_cut(rows, self.leaper, False, None)
            if cut and cut.rules_out(max(2, rows, *self.leaper)):
                found.none_rows[rows] = cut
            elif found.rows in (None, rows):
                self._find_length(rows)
            else:
                self._ends(rows, found.rows)

    def _find_least(self, least: int, most: int) -> None:
        """Find the number `least`, if it is at most `most`."""
        loop = least + least % 2
        least += 1 - least % 2
        while least <= most:
            sides = range(least, self._end(least, loop), 2)
            incomplete = (m for m in sides for n in range(m, sides.stop, 2) if not self._ends(m, n).is_complete)
            first = next(incomplete, None)
            if first is None:
                self.found.least = least
                return
            least = first + 2

    def _end(self, first: int, loop: int) -> int:
        """Return the length from which onwards the answers follow from shorter boards of at least `first` columns."""
        return max(2 * loop + 4 * max(self.leaper) + 1, first + loop)

    def _ends(self, rows: int, cols: int) -> BoardEnds:
        sides = min(rows, cols), max(rows, cols)
        if sides not in self.found.boards:
            self.found.boards[sides] = HoleWalks(*sides, self.leaper, self.meter).run(NODES)
        return self.found.boards[sides]

    def _find_length(self, rows: int) -> None:
        """Find the length from which onwards the answers for a number of rows are alike."""
        widths = range(2, HIGHEST * sum(self.leaper), 2)
        loop = next((cols for cols in widths if find_loop(rows, cols, self.leaper, self.meter) is not None), None)
        if loop is None:
            return
        first = rows
        while first < rows + 2 * HIGHEST * sum(self.leaper):
            exceptions = {hole for (hole,) in self._ends(rows, first).none}
            proofs = dict(self._lasting(rows, first))
            lengths = range(first, self._end(first, loop), 2)
            if exceptions == proofs.keys() and all(self._is_alike(rows, cols, proofs) for cols in lengths):
                self.found.lengths[rows] = LongBoards(first, loop, proofs)
                return
            first += 2

    def _is_alike(self, rows: int, cols: int, exceptions: dict[Square, CutSet]) -> bool:
        """Return whether exactly the images of given squares, among the allowed ones, cannot be left out of a board."""
        board, found = Board(rows, cols), self._ends(rows, cols)
        images = [{each(hole) for each in symmetries(board)} for hole in exceptions]
        return (
            not found.unknown
            and len(found.none) == len(images)
            and all(any(hole in some for some in images) for (hole,) in found.none)
        )

    def _lasting(self, rows: int, cols: int) -> Iterator[tuple[Square, CutSet]]:
        """Yield the exceptions of a board in its left half, if a cut set proves them for all longer boards."""
        for (hole,), verdict in self._ends(rows, cols).none.items():
            evidence, reach = verdict.evidence, cols - max(self.leaper)
            if isinstance(evidence, CutSet) and 2 * hole[1] < cols:
                graph = Problem.on_board(Board(rows, cols, {hole}), self.leaper).graph
                parts: list[Any] = [evidence.cut, *nx.connected_components(graph.subgraph(graph.nodes - evidence.cut))]
                is_cut_near, *lasting = (all(col < reach for _, col in part) for part in parts)
                if is_cut_near and sum(lasting) + 1 > len(evidence.cut):
                    yield hole, evidence


class HoleWalks(BoardWalks):
    """The search for the squares of one board that can be left out.

    A rotation of an open tour (see `board_ends`) changes its end. If the last square but one is a neighbour of the start, the
    tour without its last square is closed. So the last square can be left out.
    """

    def run(self, effort: int) -> BoardEnds:
        """Examine all squares that the colours allow.

        Parameters
        ----------
        effort : int
            Maximum number of search nodes for the decision of each square that the rotations do not reach.

        Returns
        -------
        BoardEnds
            The squares that cannot be left out, and the squares for which this is unknown, each as a tuple of one square.
        """
        found, board = self.found, self.board
        found.names = ("without",)
        beside = two_move_squares(board.rows, board.cols, self.leaper)[1]
        wanted = np.zeros(board.size, bool)
        for square in (orbit[0] for orbit in orbits(board) if sum(orbit[0]) % 2 == 0):
            wanted[self._number(square)] = square not in beside
            found.pairs += 1
        found.blocked = found.pairs - int(wanted.sum())
        middle = sorted((square for square in board if sum(square) % 2 == 0), key=self._distance)
        for start in middle[:STARTS] if wanted.any() else ():
            self._walk(start, wanted, self._neighbours(start))
        for hole in map(self._square, np.flatnonzero(wanted)):
            self.meter.check()
            self._decide_hole(hole, effort)
        return found

    def _distance(self, square: Square) -> int:
        return abs(2 * square[0] + 1 - self.board.rows) + abs(2 * square[1] + 1 - self.board.cols)

    def _neighbours(self, square: Square) -> Any:
        """Return for each square whether it is a neighbour of a given square."""
        near = np.zeros(self.board.size, bool)
        steps = (self.board.step(square, move) for move in leaper_moves(self.leaper))
        near[[self._number(other) for other in steps if other is not None]] = True
        return near

    def _decide_hole(self, hole: Square, effort: int) -> None:
        problem = Problem.on_board(Board(self.board.rows, self.board.cols, {hole}), self.leaper, closed=True)
        step = self.meter.step(effort)
        verdict: Result = decide_question(Question(problem, step))
        self.meter.nodes += step.nodes
        if verdict.exists is False:
            self.found.none[(hole,)] = verdict
        elif verdict.exists is None:
            self.found.unknown.append((hole,))
