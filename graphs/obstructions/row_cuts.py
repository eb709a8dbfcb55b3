"""Row cuts: rows whose removal splits a board into too many parts for a tour.

They rule out tours of every long enough board.

For example, take the (1, 4)-leaper on a board of 6 rows and 10 columns. Remove the rows 1 and 4, that is, 20 squares. All moves
from row 0 or row 5 lead to a removed row, so each of their 20 squares is a connected part of its own. The rows 2 and 3 fall
into 8 zigzags, such as (2, 0), (3, 4), (2, 8). These 28 parts need 28 pieces of a tour, but an open tour falls into at most 21.

To rule out tours of all longer boards, remove the rows from a board that is endless in both directions. Each connected part of
the rest is finite or endless. Parts that differ by a shift of 2, 4, … columns belong to one *kind*. Cut two boards with n
columns out of the endless board, from column 0 onwards and from column 1 onwards, and count on both together:

- Each removed row contains 2n squares.
- Parts of a finite kind occur at least n + e times, if the last column of a part is e columns to the right of its first column.
- Parts of an endless kind occur at least twice.

These counts hold if no move spans more than n columns. Both boards are isomorphic. So if there are more parts than removed
squares in total, the removed squares are a `CutSet` on each board: there is no closed tour, and no open tour that begins on a
removed square. If there are at least 3 more parts, there is no open tour at all. In the example, rows 0 and 5 have 4 finite
kinds with e = 0, and the zigzags 2 endless kinds: at least 4n + 4 parts, but 4n removed squares.

If there are exactly as many parts as removed squares, and all are single squares, they are a `HalfSet` if each move changes the
colour on a chessboard: by moves to removed squares and back, a black single square reaches only black single squares.

A board of one row needs no cut: its first square has at most one neighbour, so no tour of it is closed. For each set of rows,
the count takes time linear in the height of the board.

All sets of at most half of the rows are tried for up to `MOST_ROWS` rows. For more rows, only the empty set and one other are:
the latter leaves as many rows as possible such that no move joins two of their squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, product
from typing import Any

from graphs.board import Square
from graphs.leapers import KNIGHT, Graph, Leaper, board_of, leaper_moves
from graphs.obstructions.cut_sets import CutSet, HalfSet, cut_set
from graphs.obstructions.obstruction import TourProblem, list_squares
from graphs.text import plural
from graphs.watching import Watch, unwatched

MOST_ROWS = 12
"""Maximum number of rows for which `find_row_cut` tries all sets of rows."""
MOST_WORK = 2**26
"""Limit for boards with more rows: no set is searched for if rows ** 2 * 2 ** b is larger, for the leaper (a, b)."""


@dataclass(frozen=True)
class RowCut:
    """Rows whose removal rules out tours of all long enough boards.

    If `cut` is empty, the board is not connected, or has only one row.
    """

    rows: int
    leaper: Leaper
    closed: bool
    start: Square | None
    cut: tuple[int, ...]

    @cached_property
    def first(self) -> int | None:
        """Smallest number of columns for which there is no tour, or None."""
        parts = list(self._parts())
        finite = [[col for _, col in part] for part, is_endless in parts if not is_endless]
        spare = len(finite) - 2 * len(self.cut)
        ends = sum(max(cols) - min(cols) for cols in finite) + 2 * (len(parts) - len(finite))
        # a tour from a removed square has no more pieces than a closed one; without removed rows, one part is allowed,
        # except on a single row, which has no closed tour
        least = 0 if (self.cut or self.rows == 1) and (self.closed or (self.start and self.start[0] in self.cut)) else 2
        shortest = max(2, *self.leaper)
        if spare > 0:
            return max(shortest, (least - ends) // spare + 1)
        return shortest if spare == 0 and (ends > least or (least == ends == 0 and self.is_half)) else None

    @property
    def region(self) -> dict[str, Any]:
        """The proof in the format of certificates."""
        return {"kind": "row-cut", "rows": self.rows, "cut": self.cut}

    @property
    def is_half(self) -> bool:
        """Whether the remaining squares are independent, and moves alternate colours."""
        return sum(self.leaper) % 2 == 1 and all(len(part) == 1 for part, _ in self._parts())

    def rules_out(self, cols: int) -> bool:
        """Return whether boards with `cols` columns have no tour."""
        return self.first is not None and cols >= self.first

    @property
    def rules_out_all(self) -> bool:
        """Whether no board with cols >= rows, except 1x1, has a tour."""
        return self.rules_out(max(2, self.rows, *self.leaper))  # a smaller board of several squares has no moves

    def __str__(self) -> str:
        if self.closed and self.rows == 1:
            return "on a board of one row, the first square has at most one neighbour, but a closed tour needs two"
        if not self.cut:
            return f"on a board of {plural(self.rows, 'row')}, whatever its length, the moves do not join all squares"
        removing = f"removing the row{'s' * (len(self.cut) > 1)} {list_squares(self.cut)}"
        if 2 * len(self.cut) == self.rows and self.is_half:
            return (
                f"{removing} from a board of {self.rows} rows, whatever its length, leaves half of its squares, and no two of "
                "these are a move apart: a tour would have to alternate between the two halves, but the moves between the "
                "halves do not join all squares"
            )
        return f"{removing} splits every long enough board of {self.rows} rows into too many parts for a tour"

    def _parts(self) -> Iterator[tuple[list[Square], bool]]:
        """Yield the squares of each connected component, and whether it is endless.

        Components that differ by a shift are yielded once. Of an endless one, only one period is yielded.
        """
        steps, cut, col_of = leaper_moves(self.leaper), {*self.cut}, dict[Square, int]()
        for first in product(range(self.rows), range(2)):
            if first[0] in cut or first in col_of:
                continue
            part, is_endless, col_of[first] = [first], False, first[1]
            for row, col in part:
                for there in ((row + down, col + right) for down, right in steps):
                    if 0 <= there[0] < self.rows and there[0] not in cut:
                        copied = there[0], there[1] % 2
                        if copied not in col_of:
                            part.append(there)
                        is_endless |= col_of.setdefault(copied, there[1]) != there[1]  # the part meets a shifted copy
            yield part, is_endless


def find_row_cut(rows: int, leaper: Leaper, closed: bool, start: Square | None) -> RowCut | None:
    """Return rows whose removal rules out tours of long boards: the fewest, if there are at most `MOST_ROWS` rows.

    >>> print(find_row_cut(6, (1, 4), closed=True, start=None))
    removing the rows 1, 4 splits every long enough board of 6 rows into too many parts for a tour
    """
    sizes = range(rows // 2 + 1 if rows <= MOST_ROWS else 1)
    row_sets = chain.from_iterable(combinations(range(rows), size) for size in sizes)
    if rows > MOST_ROWS:
        row_sets = chain(row_sets, [tuple(sorted({*range(rows)}.difference(_independent_rows(rows, leaper))))])
    cuts = (RowCut(rows, leaper, closed, start, cut) for cut in row_sets)
    return next((cut for cut in cuts if cut.first is not None), None)


def _independent_rows(rows: int, leaper: Leaper) -> tuple[int, ...]:
    """Return as many rows as possible such that no move joins two of their squares.

    >>> _independent_rows(16, (2, 5))
    (0, 1, 4, 7, 8, 11, 14, 15)
    """
    longest = max(leaper)
    best = {0: 0}  # the largest sets of the rows so far, as bits, by their last rows
    for row in range(rows if rows**2 << longest <= MOST_WORK else 0):
        bit = 1 << row
        near = bit >> leaper[0] | bit >> leaper[1]
        sets = [*best.values(), *(chosen | bit for chosen in best.values() if not (chosen | bit) & near)]
        best = {chosen >> max(0, row + 1 - longest): chosen for chosen in sorted(sets, key=int.bit_count)}
    largest = max(best.values(), key=int.bit_count)
    return tuple(row for row in range(rows) if largest >> row & 1)


def find_row_cuts(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[CutSet | HalfSet]:
    """Yield sets of whole rows or columns that may rule out a tour.

    Parameters
    ----------
    graph, problem, watched : networkx.Graph, TourProblem, Watch
        A board's move graph (without holes and joined edges), the problem on it, and a function that may stop the finder.

    Yields
    ------
    CutSet or HalfSet
        The obstruction, unchecked.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> [len(candidate.half) for candidate in find_row_cuts(knight_graph(Board(4, 7)), Ends(closed=True))]
    [14]
    """
    board, leaper = board_of(graph) or (None, KNIGHT)
    if board is None or board.holes or board.wrap:
        return
    ends: list[Any] = [end for end in (problem.start, problem.end) if end is not None]  # a tour may be reversed
    for (axis, rows), end in product(enumerate((board.rows, board.cols)), ends or [None]):
        row_cut = find_row_cut(rows, leaper, problem.closed, end and (end[axis], end[1 - axis]))
        if row_cut is not None:
            cut = {*row_cut.cut}
            squares = frozenset(square for square in watched(graph) if square[axis] in cut)
            is_half = 2 * len(row_cut.cut) == rows and row_cut.is_half
            yield HalfSet.on(graph, frozenset(graph) - squares) if is_half else cut_set(graph, squares)
