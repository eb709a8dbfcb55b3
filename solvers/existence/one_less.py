"""Decide for all boards at once which square can be left out such that the other squares have a closed tour.

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

*Boards without an open tour.* Suppose that a board has a closed tour of all squares except one, and that this square has a
move. Then the board has an open tour that starts at this square. So if a row cut proves that a board has no open tour, no
square with a move can be left out.

*Exceptions.* On boards with few rows, some allowed squares near a side cannot be left out, however long the board is. A cut set
of one board proves this: its removal leaves too many components for a tour. Suppose that the cut set, and enough of these
components, are far from the opposite side of the board. Then the same cut set leaves too many components of all longer boards.

References
----------
A. Miller and D. Farnsworth, Knight's tours on 3 x n chessboards with a single square removed, 2013.

B. Bi, S. Butler, S. DeGraaf and E. Doebel, Knight's tours on boards with odd dimensions, 2015.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import networkx as nx

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper, leaper_moves, leaper_noun
from graphs.obstructions.cut_sets import CutSet
from graphs.symmetry import orbits, symmetries
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, ProblemError
from solvers.core.problem import Problem
from solvers.existence.base_tours import BaseTours, find_base_bound, find_base_loop, find_base_tours
from solvers.existence.board_ends import BoardEnds
from solvers.existence.by_size import NODES, SizeSearch, SizeTheorem, joins_boards, sorted_leaper
from solvers.existence.theorem_certificates import Sides, WalkText, walk_text
from solvers.methods.construction.dividing import Dividing
from solvers.solving.decide import decide_within

RULES = (
    "m and n are odd, and the square has the colour of the corners.",
    "No neighbour of a square with only two moves can be left out.",
)


@dataclass(frozen=True)
class LongBoards:
    """The squares that can be left out of long boards.

    `loop` is the number of columns of the board with the loop that proves the answers (see the module docstring). `exceptions`
    are squares that cannot be left out although no rule forbids them, each with the cut set that proves it, one per symmetry
    class.
    """

    first: int
    loop: int
    exceptions: dict[Square, CutSet] = field(default_factory=dict, hash=False)


@dataclass(eq=False)
class OneLess(SizeTheorem):
    """A theorem that states which square a closed tour can leave out.

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
    lengths : dict of int to LongBoards
        For some numbers of rows, the answers for all boards from some number of columns onwards.
    none_rows : dict of int to RowCut
        For some numbers m, the proof that boards with the shorter side m have no open tour, so that no square with a move can
        be left out.
    boards : dict of tuple of int to BoardEnds
        The answers for the boards that were examined one by one. The keys are the two sides, the shorter one first.
    base : BaseTours or None
        The loops that prove the answers for boards with both sides of at least `least`. None if `rows` is given, or if no loops
        were found.
    """

    lengths: dict[int, LongBoards] = field(default_factory=dict)
    base: BaseTours | None = None

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
        left_out: Any = Problem.on_board(Board(rows, cols), self.leaper, start=square).start
        (m, n), left_out = ((rows, cols), left_out) if rows <= cols else ((cols, rows), left_out[::-1])
        if m == 1 or m * n % 2 == 0 or sum(left_out) % 2 or Dividing(self.leaper).two_move_neighbours(m, n, left_out):
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
    def begins(self) -> dict[int, int]:
        return {rows: strip.first for rows, strip in self.lengths.items()}

    @property
    def is_none(self) -> bool:
        """Whether no square of any board can be left out."""
        return self.rows is not None and (self.rows % 2 == 0 or self.rows == 1 or self.rows in self.none_rows)

    def _conditions(self) -> list[str]:
        conditions = [] if self.least is None else [f"  m >= {self.least}"]
        for rows, strip in sorted(self.lengths.items(), reverse=True):
            except_ = f", except {', '.join(map(str, strip.exceptions))} (and mirror images)" if strip.exceptions else ""
            conditions.append(f"  m = {rows}, n >= {strip.first}{except_}")
        return conditions

    def _proof(self) -> list[str]:
        return ["Proof: a board is divided by a line, and tours of its two parts are joined."] * bool(self._conditions())

    def document(self) -> dict[str, Any]:
        """Return the theorem as a JSON document.

        Returns
        -------
        dict
            The entries `leaper`, `closed`, `rows`, `least`, `lengths`, `none_rows`, `boards` and `unknown`.
        """
        lengths = [{"rows": rows, "from": strip.first, "except": [*strip.exceptions]} for rows, strip in self.lengths.items()]
        question = {"leaper": self.leaper, "closed": True, "rows": self.rows}
        return question | {"least": self.least, "lengths": lengths} | super().document()

    @property
    def tours(self) -> dict[Sides, list[WalkText]]:
        found, base = super().tours, self.base if self.least and self.base else BaseTours(self.leaper, 0)
        boards = ((rows, strip.loop) for rows, strip in self.lengths.items())
        loops = {sides: find_base_loop(*sides, self.leaper, Meter()) for sides in boards}
        for sides, walks in replace(base, loops=base.loops | loops).walks.items():
            found[sides] = found.get(sides, []) + walks
        return found

    @property
    def regions(self) -> list[dict[str, Any]]:
        joined: list[dict[str, Any]] = []
        if self.least and self.base:
            joined.append({"rows": None, "first": self.least, "base": self.base.least, "cuts": []})
        for rows, strip in self.lengths.items():
            cuts = [(square, [*proof.cut]) for square, proof in strip.exceptions.items()]
            joined.append({"rows": rows, "first": strip.first, "base": strip.loop, "cuts": cuts})
        return [*({"kind": "joined"} | each for each in joined), *super().regions]

    def later(self, rows: int) -> bool | str | None:
        return "some" if rows in self.lengths and self.lengths[rows].exceptions else super().later(rows)


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
    with suppress(BudgetSpent):
        _Search(found, Meter(budget)).run()
    found.lengths, found.none_rows = dict(sorted(found.lengths.items())), dict(sorted(found.none_rows.items()))
    found.boards = dict(sorted(found.boards.items()))
    return found


class _Search(SizeSearch):
    """Search for squares to leave out. `found` is the theorem."""

    found: OneLess

    def _examine(self, rows: int, cols: int, effort: int) -> BoardEnds:
        return examine_holes(rows, cols, self.leaper, self.meter, effort)

    def run(self) -> None:
        """Find `found.least`, and then decide boards with fewer rows."""
        found = self.found
        if found.rows is None:
            found.base = find_base_tours(self.leaper, self.meter, closed=True)
            if found.base is not None:
                self._find_least(found.base.least)
        self.limit_time()
        heights = range(3, found.least or self.most, 2) if found.rows is None else range(3, found.rows + 1, 2)
        for rows in reversed(heights) if found.rows is None or found.rows % 2 else ():  # few rows take longest
            if self.has_no_tours(rows):
                continue
            if found.rows in (None, rows):
                self._find_length(rows)
            else:
                self.examine(rows, found.rows, NODES)

    def _find_least(self, least: int) -> None:
        """Find the number `found.least`, which is not below the given number."""
        loop = least + least % 2

        def boards(bound: int) -> Iterator[Sides]:
            sides = range(bound, self._end(bound, loop), 2)
            return ((m, n) for m in sides for n in range(m, sides.stop, 2))

        def holds(rows: int, cols: int) -> bool:
            return self.examine(rows, cols, NODES).is_complete

        bound, base = find_base_bound(range(least + 1 - least % 2, self.most + 1, 2), boards, holds)
        self.found.least = None if base is None else bound

    def _end(self, first: int, loop: int) -> int:
        """Return the number L of the module docstring.

        The shorter boards have at least `first` columns, and the board with the loop has `loop` columns.
        """
        return max(2 * loop + 4 * max(self.leaper) + 1, first + loop)

    def _find_length(self, rows: int) -> None:
        """Store the length from which the same squares cannot be omitted.

        Only allowed squares are considered: those that neither rule of the module docstring forbids.
        """
        loop = next((cols for cols in range(2, self.most, 2) if find_base_loop(rows, cols, self.leaper, self.meter)), None)
        if loop is None:
            return
        for first in range(rows, rows + 2 * self.most, 2):
            exceptions = {hole for (hole,) in self.examine(rows, first, NODES).none}
            proofs = dict(self._lasting(rows, first))
            lengths = range(first, self._end(first, loop), 2)
            if exceptions == proofs.keys() and all(self._is_alike(rows, cols, proofs) for cols in lengths):
                self.found.lengths[rows] = LongBoards(first, loop, proofs)
                return

    def _is_alike(self, rows: int, cols: int, exceptions: dict[Square, CutSet]) -> bool:
        """Return whether only `exceptions` cannot be left out, up to symmetry.

        Squares that the rules of the module docstring forbid are not considered.
        """
        board, found = Board(rows, cols), self.examine(rows, cols, NODES)
        images = [{each(hole) for each in symmetries(board)} for hole in exceptions]
        return (
            not found.unknown
            and len(found.none) == len(images)
            and all(any(hole in some for some in images) for (hole,) in found.none)
        )

    def _lasting(self, rows: int, cols: int) -> Iterator[tuple[Square, CutSet]]:
        """Yield squares that cannot be left out of any longer board.

        Longer boards have `rows` rows and at least `cols` columns. Only allowed squares are considered, that is, those that
        neither rule of the module docstring forbids. They must be in the left half of the board and, for the leaper (a, b), in
        its first 2b columns. The cut set that proves the answer is yielded together with each square. If `rows` and `cols` are
        equal, nothing is yielded: a symmetry that exchanges rows and columns has no counterpart on longer boards.
        """
        for (hole,), verdict in self.examine(rows, cols, NODES).none.items():
            evidence, reach = verdict.evidence, cols - max(self.leaper)
            if isinstance(evidence, CutSet) and hole[1] < min(2 * max(self.leaper), cols / 2) and rows < cols:
                graph = Problem.on_board(Board(rows, cols, {hole}), self.leaper).graph
                parts: list[Any] = [evidence.cut, *nx.connected_components(graph.subgraph(graph.nodes - evidence.cut))]
                is_cut_near, *lasting = (all(col < reach for _, col in part) for part in parts)
                if is_cut_near and sum(lasting) + 1 > len(evidence.cut):
                    yield hole, evidence


@dataclass(eq=False)
class BoardHoles(BoardEnds):
    """The squares of one board examined for being left out.

    In the attributes of `BoardEnds`, tuples of one square replace pairs of squares.
    """

    names = ("without",)

    def problem(self, *squares: Square) -> Problem:
        """Return the problem of a closed tour of all other squares."""
        return Problem.on_board(Board(self.rows, self.cols, squares), self.leaper, closed=True)


def examine_holes(rows: int, cols: int, leaper: Leaper, meter: Meter, effort: int) -> BoardHoles:
    """Decide which squares can be left out, one per orbit.

    Only squares of the colour of the corners are considered. A square is left undecided if it has a neighbour with only two
    moves, because such a neighbour needs both moves. Both sides must be odd, and each move must change the colour.
    """
    found = BoardHoles(rows, cols, leaper)
    for hole in (orbit[0] for orbit in orbits(Board(rows, cols)) if sum(orbit[0]) % 2 == 0):
        found.pairs += 1
        if Dividing(leaper).two_move_neighbours(rows, cols, hole):
            found.blocked += 1
            continue
        verdict = decide_within(found.problem(hole), meter, effort)
        found.store(verdict, hole)
        if verdict.tour is not None:
            found.walks.append(walk_text(verdict.tour.squares, leaper, cols))
    return found
