"""Decide for boards of all sizes which single square a closed tour can leave out.

Two rules forbid squares:

- Colours. A closed tour visits as many squares of one colour as of the other. So the board has an odd number of squares, and
  the square that is left out has the more frequent colour, that of the corners.
- Two moves. A square with only two moves needs both. So none of its neighbours can be left out.

A square that neither rule forbids is *allowed*.

*Longer boards.* Let w be an even number such that the board of m rows and w columns has a *loop*, an open tour between two
squares near a corner (see `base_tours`). Let m and n be odd. A line divides the board of m rows and n columns into a left part
of n - w columns and a right part of w columns. Suppose that the left part has a closed tour of all its squares except one. This
tour contains both moves of the top right corner of the left part, or of its bottom right corner. One of these moves is replaced
by the loop. The result is a closed tour of all squares of the whole board except the same one.

Suppose that n >= 2w + 4b + 1 for the leaper (a, b). By symmetry, it is enough to consider squares in the left half of the
board. There are at least 2b columns between such a square and the line. The second rule depends only on squares that are at
most 2b columns away. So a square that is allowed on the whole board is also allowed in the left part. Let `first` be odd, and
let L be the larger of the numbers 2w + 4b + 1 and first + w. Suppose that each allowed square can be left out of all boards
with m rows and an odd number of columns from `first` to L - 1. By induction, the same is true for all longer boards.

*Boards without an open tour.* A row cut that proves this removes k squares and leaves at least k + 2 parts. Without one further
square, at least k + 1 of these parts remain, and a closed tour has at most k. So no square can be left out.

*Exceptions.* On boards with few rows, some allowed squares near a side cannot be left out, however long the board is. The
reason for one board proves it for all longer boards (see `lasting`).

References
----------
A. Miller and D. Farnsworth, Knight's tours on 3 x n chessboards with a single square removed, 2013.

B. Bi, S. Butler, S. DeGraaf and E. Doebel, Knight's tours on boards with odd dimensions, 2015.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper, leaper_noun
from solvers.core.budget import Budget, Meter
from solvers.core.errors import ProblemError
from solvers.existence.base_tours import NODES, find_base_tours, find_bound, find_narrow_loop
from solvers.existence.board_ends import examine_holes
from solvers.existence.by_size import DividedBoards, SizeSearch, SizeTheorem, joins_boards, sorted_leaper
from solvers.existence.certificates import walk_text
from solvers.existence.lasting import LastingProof, lasting_proof

RULES = (
    "m and n are odd, and the square has the colour of the corners.",
    "No neighbour of a square with only two moves can be left out.",
)


@dataclass(frozen=True)
class OneLess(SizeTheorem):
    """A theorem that states, for every board size, which square a closed tour can leave out.

    Attributes
    ----------
    leaper : tuple of int
        The leaper, its smaller number first.
    rows : int or None
        The number of rows of the boards, or None for all boards.
    least : int or None
        If both sides of a board are at least this number, every square can be left out that neither the colours nor the rule of
        two moves forbid (see the module docstring). If None, no such number was found. It is only searched for if `rows` is
        None.
    lengths : dict of int to DividedBoards
        For some numbers of rows, the answers for all boards from some number of columns onwards.
    none_rows : dict of int to RowCut
        For some numbers m, the proof that boards with the shorter side m have no open tour, so that no square can be left out:
        the rows split the rest of the board into too many parts even without this square.
    boards : dict of tuple of int to BoardEnds
        The answers for the boards that were examined one by one. The keys are the two sides, the shorter one first.
    loops : dict of tuple of int to list
        The base tours that prove the answers for infinitely many boards, by the sides of their boards.
    """

    case = "hole"
    closed = True
    least_rows = 3
    step = 2
    title = "Closed tours of the {leaper} of all squares except one, on {boards}."
    rules = RULES
    allowed = "Each other square can be left out if:"
    no_tours = "None for m = {rows}: no board m x n has an open tour"
    examined = "Examined squares that cannot be left out although the two rules allow them:"

    def exists(self, rows: int, cols: int, square: Any) -> bool | None:
        """Return whether a square can be left out, or None if unknown.

        Parameters
        ----------
        rows, cols : int
            The sides of the board, in any order.
        square : square
            The square that is left out.

        Returns
        -------
        bool or None
            The answer.

        Examples
        --------
        >>> theorem = decide_one_less()
        >>> theorem.exists(7, 10**9 + 1, (0, 10**8)), theorem.exists(3, 10**9 + 1, (1, 3))
        (True, False)
        """
        return self._exists(rows, cols, square)

    @property
    def lengths(self) -> dict[int, DividedBoards]:
        return {rows: each for rows, each in self.divided.items() if rows is not None}

    @property
    def is_none(self) -> bool:
        """Whether no square of any board can be left out."""
        return self.rows is not None and (self.rows % 2 == 0 or self.rows == 1 or self.rows in self.none_rows)

    def _proof(self) -> list[str]:
        return ["Proof: a board is divided by a line, and tours of its two parts are joined."] * bool(self.divided)

    def document(self) -> dict[str, Any]:
        """Return the theorem as a JSON document.

        Returns
        -------
        dict
            The entries `leaper`, `closed`, `rows`, `least`, `lengths`, `none_rows`, `boards` and `unknown`.
        """
        return {"leaper": self.leaper, "closed": True, "rows": self.rows} | super().document()


def decide_one_less(leaper: Leaper = KNIGHT, *, rows: int | None = None, budget: Budget | None = None) -> OneLess:
    """Decide for boards of all sizes which single square a closed tour can leave out.

    Parameters
    ----------
    leaper : tuple of int, optional
        The leaper (default: the knight). The sum of its two numbers is odd, and they have no common divisor.
    rows : int, optional
        The number of rows of the boards. If None, all boards are decided.
    budget : Budget, optional
        Limits of the whole computation. If it has no time limit, boards with fewer than `least` rows are examined for at most
        `SECONDS` of processor time.

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
    leaper = sorted_leaper(leaper)
    if not joins_boards(leaper):
        name = leaper_noun(leaper)
        raise ProblemError(f"the moves of the {name} do not join the squares of any board: try one with odd a + b")
    found = OneLess(leaper, None if rows is None else Board(rows, 1).rows)
    return _Search(found, Meter(budget)).finish()


class _Search(SizeSearch[OneLess]):
    """Search for a theorem on the squares that a closed tour can leave out."""

    examine_board = staticmethod(examine_holes)

    def run(self) -> None:
        found = self.found
        if found.rows is None:
            self._find_least()
        self.limit_time()
        most = (found.least or self.most) if found.rows is None else found.rows + 1
        for rows in reversed(range(3, most, 2)):  # few rows take longest
            if self.has_no_tours(rows):
                continue
            if found.rows in (None, rows):
                self._find_length(rows)
            else:
                self.examine(rows, found.rows, NODES)

    def _lengths(self, first: int, loop: int) -> range:
        """Return the numbers of columns of the boards to examine, beginning with `first`.

        The last one is L - 1, as defined in the module docstring. The board with the loop has `loop` columns.
        """
        return range(first, max(2 * loop + 4 * max(self.leaper) + 1, first + loop), 2)

    def _find_least(self) -> None:
        """Find a number such that all boards with longer sides can be divided."""
        loops = find_base_tours(self.leaper, self.meter, closed=True)
        if not loops:
            return
        least = min(map(min, loops))
        loop, bounds = least + least % 2, range(least + 1 - least % 2, self.most + 1, 2)
        first, proof = find_bound(
            bounds,
            lambda first: combinations_with_replacement(self._lengths(first, loop), 2),
            lambda m, n: self.examine(m, n, NODES).is_complete,
        )
        self.divide(None, first, proof, loops=loops)

    def _find_length(self, rows: int) -> None:
        """Find the number of columns from which boards with `rows` rows can be divided."""
        loop = find_narrow_loop(rows, self.leaper, self.meter)
        if loop is None:
            return
        loops = {loop.shape: [walk_text(loop.squares, self.leaper, loop.shape[1])]}
        for first in range(rows, rows + 2 * self.most, 2):
            sides = [(rows, length) for length in self._lengths(first, loop.shape[1])]
            cuts, boards = dict(self._lasting(rows, first)), (self.examine(*each, NODES) for each in sides)
            if all(not board.unknown and board.none.keys() == {(square,) for square in cuts} for board in boards):
                self.divide(rows, first, sides, loops=loops, exceptions=cuts)
                break

    def _lasting(self, rows: int, cols: int) -> Iterator[tuple[Square, LastingProof]]:
        """Yield squares that cannot be left out on any longer board, with proofs.

        Longer boards have `rows` rows and at least `cols` columns. The squares must be in the left half of the board and, for
        the leaper (a, b), in its first 2b columns. If `rows` and `cols` are equal, nothing is yielded: a symmetry that
        exchanges rows and columns has no counterpart on longer boards.
        """
        board = self.examine(rows, cols, NODES)
        for (hole,), verdict in board.none.items():
            is_near = hole[1] < min(2 * max(self.leaper), cols / 2) and rows < cols
            if is_near and (proof := lasting_proof(board.problem(hole), verdict)):
                yield hole, proof
