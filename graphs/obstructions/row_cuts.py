"""Row cuts: rows without which all boards of one height fall into too many parts for a tour.

Remove some rows from an endless board. Each connected part of the rest is finite or endless. Parts that differ by a shift of
2, 4, … columns belong to one kind. Now take two boards with n columns, one from column 0 onwards and one from column 1 onwards.
Count in both together:

- Each removed row contains 2n squares.
- Parts of a finite kind occur n + e times, if the last column of a part is e columns to the right of its first column.
- Parts of an endless kind occur at least twice, because each board contains one of them. Here no move may be longer than n.
  Otherwise a board might lie in a gap of a part.

Both boards are isomorphic. So if there are more parts than removed squares, the same holds on each board. The removed squares
are a `CutSet`, and there is no closed tour. If there are at least 3 more, each board has at least 2 more, and there is no open
tour either.

Example: the (1, 4)-leaper on 6 rows, without the rows 1 and 4. Each square of the rows 0 and 5 is a part of its own, because
all its moves lead to a removed row. These are 4 finite kinds with e = 0, so 4n parts. The rows 2 and 3 fall into endless
zigzags (2, 0), (3, 4), (2, 8), … of 2 kinds, so at least 4 parts. Together there are at least 4n + 4 parts, but only 4n removed
squares. On 6x10, for instance, 20 squares are removed and 28 parts are left. So no board of 6 rows and at least 4 columns has a
tour, open or closed.

If both numbers are equal and all parts are single squares, these are a `HalfSet`. Each move between the parts and the removed
rows changes both the colour and the half, so these moves do not join all squares. For each set of rows, the cost is linear in
their number.

A board of one row needs no cut: its first square has at most one neighbour, so no tour of it is closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, product
from typing import Any

from graphs.board import Square
from graphs.leapers import Leaper, board_of, leaper_moves
from graphs.obstructions.cut_sets import CutSet, HalfSet, cut_set
from graphs.obstructions.obstruction import Graph, TourProblem, listed
from graphs.watching import Watch, unwatched

__all__ = ["RowCut", "find_row_cut", "find_row_cuts"]

MOST_ROWS = 12
"""Largest height for which all sets of rows are tried. For larger heights, only connectedness is checked."""


@dataclass(frozen=True)
class RowCut:
    """Rows without which boards of one height fall into too many parts for a tour.

    Parameters
    ----------
    rows : int
        Height of the boards.
    leaper : tuple of int
        The leaper.
    closed, start
        As in `Problem`.
    cut : tuple of int
        The removed rows.

    Examples
    --------
    >>> cut = RowCut(4, (1, 2), True, None, (1, 2))
    >>> cut.first, cut.rules_out(1000)
    (2, True)
    """

    rows: int
    leaper: Leaper
    closed: bool
    start: Square | None
    cut: tuple[int, ...]

    @cached_property
    def first(self) -> int | None:
        """Length from which onwards no board has such a tour, or None if the rows prove nothing."""
        parts = list(self._parts())
        finite = [[col for _, col in part] for part, is_endless in parts if not is_endless]
        spare = len(finite) - 2 * len(self.cut)
        ends = sum(max(cols) - min(cols) for cols in finite) + 2 * (len(parts) - len(finite))
        # a tour from a square of the cut has no more pieces than a closed one; without a cut, there may be one part,
        # but a single row is a path then, which has no closed tour
        least = 0 if (self.cut or self.rows == 1) and (self.closed or (self.start and self.start[0] in self.cut)) else 2
        shortest = max(2, *self.leaper)
        if spare > 0:
            return max(shortest, (least - ends) // spare + 1)
        return shortest if spare == 0 and (ends > least or (least == ends == 0 and self.is_half)) else None

    @property
    def is_half(self) -> bool:
        """Whether no move joins two squares of the other rows, and every move changes the colour."""
        return sum(self.leaper) % 2 == 1 and all(len(part) == 1 for part, _ in self._parts())

    def rules_out(self, cols: int) -> bool:
        """Return whether this row cut proves that the board with `cols` columns has no tour.

        Parameters
        ----------
        cols : int
            Number of columns.

        Returns
        -------
        bool
            If False, a tour may or may not exist.
        """
        return self.first is not None and cols >= self.first

    def __str__(self) -> str:
        if self.closed and self.rows == 1:
            return "on a board of one row, the first square has at most one neighbour, and a closed tour needs two"
        if not self.cut:
            return f"whatever the length, the moves do not join all squares of a board of height {self.rows}"
        told = f"without the row{'s' * (len(self.cut) > 1)} {listed(self.cut)}"
        if 2 * len(self.cut) == self.rows and self.is_half:
            return (
                f"{told}, half of the board is left, whatever its length, and no two squares of it are a move apart: "
                "a tour would go to and fro between the halves; but those moves do not join all squares"
            )
        return f"{told} the board falls into more parts than a tour cut at them can have, whatever its length"

    def _parts(self) -> Iterator[tuple[list[Square], bool]]:
        """Yield one part of each kind: its squares, and whether it is endless; of an endless part, squares of one period."""
        steps, col_of = leaper_moves(self.leaper), dict[Square, int]()
        for first in product(range(self.rows), range(2)):
            if first[0] in self.cut or first in col_of:
                continue
            part, is_endless, col_of[first] = [first], False, first[1]
            for row, col in part:
                for there in ((row + down, col + right) for down, right in steps):
                    if 0 <= there[0] < self.rows and there[0] not in self.cut:
                        copied = there[0], there[1] % 2
                        if copied not in col_of:
                            part.append(there)
                        is_endless |= col_of.setdefault(copied, there[1]) != there[1]  # it meets a copy of itself
            yield part, is_endless


def find_row_cut(rows: int, leaper: Leaper, closed: bool, start: Square | None) -> RowCut | None:
    """Return the fewest rows that rule out such tours.

    Parameters
    ----------
    rows, leaper, closed, start
        As in `RowCut`.

    Returns
    -------
    RowCut or None
        The rows, or None if no rows rule out such tours.

    Examples
    --------
    >>> print(find_row_cut(6, (1, 4), closed=True, start=None))
    without the rows 1, 4 the board falls into more parts than a tour cut at them can have, whatever its length
    """
    sizes = range(rows // 2 + 1 if rows <= MOST_ROWS else 1)
    chosen = chain.from_iterable(combinations(range(rows), size) for size in sizes)
    cuts = (RowCut(rows, leaper, closed, start, cut) for cut in chosen)
    return next((cut for cut in cuts if cut.first is not None), None)


def find_row_cuts(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[CutSet | HalfSet]:
    """Yield the rows, or columns, that rule out a tour of a full board, as a cut set or a half set of its squares.

    The parameters are those of a `Finder`. Unlike other cut sets, these need no matching, so the cost is linear.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> [len(claim.half) for claim in find_row_cuts(knight_graph(Board(4, 7)), Ends(closed=True))]
    [14]
    """
    of_graph = board_of(graph)
    if of_graph is None or of_graph[0].holes or of_graph[0].wrap:
        return
    board, leaper = of_graph
    ends: list[Any] = [end for end in (problem.start, problem.end) if end is not None]  # a tour may be turned round
    for (axis, rows), end in product(enumerate((board.rows, board.cols)), ends or [None]):
        found = find_row_cut(rows, leaper, problem.closed, end and (end[axis], end[1 - axis]))
        if found is not None:
            taken = frozenset(square for square in watched(graph) if square[axis] in found.cut)
            is_half = 2 * len(found.cut) == rows and found.is_half
            yield HalfSet.on(graph, frozenset(graph) - taken) if is_half else cut_set(graph, taken)
