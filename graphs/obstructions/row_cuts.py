"""Whole rows without which boards of one height fall into too many parts for a tour, whatever their length.

Take the rows out of an endless board. Some of its parts are endless, others finite; a part is even or odd by its first column.
Now cut two boards of n columns out of the endless one, from column 0 on and from column 1 on, and add up for both: each of the
rows taken out has 2n squares; a finite part and all its copies, shifted by 2, 4, … columns, are met n + e times, where its last
column comes e behind its first; and of all copies of an endless part, each board has one at least. (No move may be longer than
n, so that a board does not lie in a gap of a part.) If this is more than there are squares in the rows, each board, for the two
are alike, has more parts than squares were taken out: a `CutSet`, and no closed tour. If it is more by 3, no tour is open.

Where both numbers are equal and all parts are single squares, these are a `HalfSet`: each move to or fro changes the colour and
the half, so these moves do not join all squares. Cost: for each set of rows, linear in their number.

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
"""The greatest height for which all sets of rows are tried; above, it is only seen whether the board is connected."""


@dataclass(frozen=True)
class RowCut:
    """Rows without which boards of one height fall into too many parts for a tour.

    Parameters
    ----------
    rows, leaper, closed, start : the question: the height of the boards, the piece, and as in `Problem`.
    cut : the rows that are taken out.

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
        """The length from which on no board has such a tour; None where the rows show nothing."""
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
        """Whether no two squares of the other rows are a move apart, and every move changes the colour."""
        return sum(self.leaper) % 2 == 1 and all(len(part) == 1 for part, _ in self._parts())

    def rules_out(self, cols: int) -> bool:
        """Return whether there is no such tour on the board with so many columns."""
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
        """Yield a part of each kind: its squares, those of an endless one up to their copies, and whether it is endless."""
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
    """Return the fewest rows that rule out such tours; None where there are none.

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

    No matching is needed, as it is for cut sets in general: the cost is linear. `Finder` says what the parameters are.

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
