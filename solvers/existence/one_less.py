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
Then they are also parts of all longer boards. Only exceptions with fewer than 2b columns on their left are considered. Their
mirror images in a left part are in the right half of the whole board, so the induction also holds for the other squares.

References
----------
A. Miller and D. Farnsworth, Knight's tours on 3 x n chessboards with a single square removed, 2013.

B. Bi, S. Butler, S. DeGraaf and E. Doebel, Knight's tours on boards with odd dimensions, 2015.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import networkx as nx

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper, as_leaper, leaper_moves, leaper_noun
from graphs.obstructions.cut_sets import CutSet
from graphs.symmetry import symmetries
from solvers.budget import Budget
from solvers.errors import ProblemError
from solvers.existence.base_tours import HIGHEST, BaseTours, find_base_tours, find_loop
from solvers.existence.examined import Examination, ExaminedBoards, joins_boards, titled, wrapped
from solvers.existence.hole_walks import HoleWalks
from solvers.meter import Meter
from solvers.methods.construction.dividing import two_move_squares
from solvers.problem import Problem

RULES = (
    "m and n are odd, and the square has the colour of the corners.",
    "No neighbour of a square with only two moves can be left out.",
)


@dataclass(eq=False)
class OneLess(ExaminedBoards):
    """A theorem that specifies which squares can be left out such that the other squares have a closed tour.

    It also has the attributes of `ExaminedBoards`.

    Attributes
    ----------
    rows : int or None
        The number of rows of the boards, or None for all boards.
    lasting : dict of int to dict
        For each number of rows in `lengths`, the allowed squares that cannot be left out of any of these long boards, each with
        a cut set that proves it. Each square represents its images under symmetry.
    base : BaseTours or None
        The loops from which the answer for large boards follows.
    """

    rows: int | None = None
    lasting: dict[int, dict[Square, CutSet]] = field(default_factory=dict)
    base: BaseTours | None = None

    FIRST_ROWS: ClassVar[int] = 3
    STEP: ClassVar[int] = 2

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
        board = Board(m, n)
        if m == 1 or m * n % 2 == 0 or sum(left_out) % 2 or left_out in two_move_squares(m, n, self.leaper)[1]:
            return False
        if m in self.none_rows and any(board.step(left_out, move) for move in leaper_moves(self.leaper)):
            return False
        if self.is_long(m, n):
            return _orbits(board, [left_out]).isdisjoint(_orbits(board, self.lasting.get(m, ())))
        return self.boards[m, n].exists(left_out) if (m, n) in self.boards else None

    def _heights(self) -> Collection[int]:
        if self.rows is None:
            return super()._heights()
        return [self.rows] if self.rows % 2 and self.rows > 1 else []

    @property
    def is_large_unknown(self) -> bool:
        """Whether the answers for boards with two long sides are asked for, but unknown."""
        return self.rows is None and self.least is None

    @property
    def is_none(self) -> bool:
        """Whether no square of any board can be left out."""
        return self.rows is not None and (self.rows % 2 == 0 or self.rows == 1 or self.rows in self.none_rows)

    def __str__(self) -> str:
        """Return the theorem as text, in lines of at most 80 characters."""
        boards = "all boards m x n, m <= n" if self.rows is None else f"all boards m x n with m = {self.rows}"
        lasting = {rows: ", ".join(map(str, squares)) for rows, squares in self.lasting.items() if squares}
        conditions = self._conditions({rows: f", except {squares} (and mirror images)" for rows, squares in lasting.items()})
        lines = [f"Closed tours of the {leaper_noun(self.leaper)} of all squares except one, on {boards}.", *RULES]
        lines += titled("Each other square can be left out if:", conditions)
        lines += [f"None for m = {rows}: no board m x n has an open tour" for rows in self.none_rows]
        lines += self._end_of_text("squares that cannot be left out")
        lines += ["Proof: a board is divided by a line, and tours of its two parts are joined."] * bool(conditions)
        return wrapped(lines)

    def document(self) -> dict[str, Any]:
        """Return the theorem as a JSON document.

        Returns
        -------
        dict
            The entries `leaper`, `closed`, `rows`, `least`, `lengths`, `none_rows`, `boards` (exceptions on the boards that
            were examined one by one, each with its shorter side first) and `unknown`.
        """
        lengths = [{"rows": rows, "from": first, "except": [*self.lasting[rows]]} for rows, first in self.lengths.items()]
        return self._document({"closed": True, "rows": self.rows}, lengths=lengths)


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
    >>> theorem.least, theorem.lengths, theorem.is_complete
    (7, {3: 11, 5: 7}, True)
    """
    a, b = sorted(as_leaper(leaper))
    if not joins_boards((a, b)):
        raise ProblemError(
            f"the moves of the {leaper_noun((a, b))} do not join the squares of any board: try one with odd a + b"
        )
    found = OneLess((a, b), rows=None if rows is None else Board(rows, 1).rows)
    if not found.is_none:
        _Search(found, Meter(budget)).run()
    return found


def _orbits(board: Board, squares: Iterable[Square]) -> set[Square]:
    """Return for each given square the first of its images under the symmetries of a board."""
    return {min(image(square) for image in symmetries(board)) for square in squares}


class _Search(Examination[OneLess]):
    """The search for the theorem about one leaper."""

    walks = HoleWalks

    def _large(self) -> None:
        if self.found.rows is None:
            self.found.base = find_base_tours(self.leaper, self.meter, closed=True)
            if self.found.base is not None:
                self._find_least(self.found.base.least)

    def _small(self) -> None:
        rows, end = self.found.rows, self.found.least or HIGHEST * sum(self.leaper)
        for height in reversed(self._with_tours(range(3, end if rows is None else rows + 1, 2))):  # few rows take longest
            if rows is None or height == rows:
                self._find_length(height)
            else:
                self._ends(height, rows)

    def _find_least(self, least: int) -> None:
        """Find the number `least`, given that of the loops."""
        loop = least + least % 2
        least += 1 - least % 2
        while least <= HIGHEST * sum(self.leaper):
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

    def _find_length(self, rows: int) -> None:
        """Find the length from which onwards the answers for a number of rows are alike."""
        widths = range(2, HIGHEST * sum(self.leaper), 2)
        loop = next((cols for cols in widths if find_loop(rows, cols, self.leaper, self.meter) is not None), None)
        if loop is None:
            return
        for first in range(rows, rows + 2 * HIGHEST * sum(self.leaper), 2):
            lasting = dict(self._lasting(rows, first))
            if all(self._is_alike(rows, cols, lasting) for cols in range(first, self._end(first, loop), 2)):
                self.found.lengths[rows], self.found.lasting[rows] = first, lasting
                return

    def _is_alike(self, rows: int, cols: int, lasting: Iterable[Square]) -> bool:
        """Return whether exactly the images of given squares, among the allowed ones, cannot be left out of a board."""
        board, found = Board(rows, cols), self._ends(rows, cols)
        return not found.unknown and _orbits(board, lasting) == _orbits(board, (hole for (hole,) in found.none))

    def _lasting(self, rows: int, cols: int) -> Iterator[tuple[Square, CutSet]]:
        """Yield the exceptions of a board in its left half, if a cut set proves them for all longer boards."""
        for (hole,), verdict in self._ends(rows, cols).none.items():
            evidence, reach = verdict.evidence, cols - max(self.leaper)
            if isinstance(evidence, CutSet) and rows < cols and hole[1] < min(2 * max(self.leaper), cols / 2):
                graph = Problem.on_board(Board(rows, cols, {hole}), self.leaper).graph
                parts: list[Any] = [evidence.cut, *nx.connected_components(graph.subgraph(graph.nodes - evidence.cut))]
                is_cut_near, *lasting = (all(col < reach for _, col in part) for part in parts)
                if is_cut_near and sum(lasting) + 1 > len(evidence.cut):
                    yield hole, evidence
