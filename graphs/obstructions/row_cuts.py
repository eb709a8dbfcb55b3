"""Row cuts: sets of rows whose removal splits every long enough board into too many parts for a tour.

For example, take the (1, 4)-leaper on a board of 6 rows and 10 columns. Remove the rows 1 and 4, that is, 20 squares.

- All moves from row 0 or row 5 lead to a removed row. So each of the 20 squares of these rows is a connected part of its own.
- The rows 2 and 3 fall into 8 zigzags, such as (2, 0), (3, 4), (2, 8).

This makes 28 parts. Each part needs its own piece of a tour. But without these 20 squares, a closed tour falls into at most 20
pieces, and an open tour into at most 21. So there is neither a closed nor an open tour.

The same argument rules out tours of all longer boards of 6 rows. To show this, remove the same rows from a board of 6 rows that
is endless in both directions, and consider the connected parts of the rest. Each part is finite or endless. Parts that differ
by a shift of 2, 4, … columns belong to one *kind*. Now cut two boards with n columns out of the endless board, one from column
0 onwards and one from column 1 onwards. Count the removed squares and the parts of both boards:

- Each removed row contains 2n squares.
- Parts of a finite kind occur at least n + e times, if the last column of a part is e columns to the right of its first column.
- Parts of an endless kind occur at least twice, because each board contains squares of one such part.

These counts hold if no move spans more than n columns. Otherwise a part might have squares to the left and to the right of a
board, but none on the board.

Both boards are isomorphic. So if there are more parts than removed squares in total, the same holds on each board. The removed
squares are then a `CutSet`: there is no closed tour, and no open tour that begins on a removed square. If there are at least 3
more parts than removed squares in total, there are at least 2 more on each board, and there is no open tour at all.

In the example, the rows 0 and 5 have 4 finite kinds with e = 0, so there are 4n parts. The zigzags are of 2 endless kinds, so
there are at least 4 parts. In total, there are at least 4n + 4 parts, but only 4n removed squares. So no board of 6 rows and at
least 4 columns has a tour, open or closed.

If there are exactly as many parts as removed squares, and all parts are single squares, these single squares are a `HalfSet` if
each move changes the colour on a chessboard. The moves between the single squares and the removed squares do not join all
squares: by such moves, a walk from a black single square reaches only black single squares and white removed squares. For
example, remove the rows 1 and 2 of a board of 4 rows and 7 columns. No knight's move joins two of the 14 squares of the rows 0
and 3, and they are half of the board.

A board of one row needs no cut: its first square has at most one neighbour, so no tour of it is closed.

Notes
-----
For each set of rows, the count takes time linear in the height of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, product
from typing import Any

from graphs.board import Square
from graphs.leapers import Graph, Leaper, board_of, leaper_moves
from graphs.obstructions.cut_sets import CutSet, HalfSet, cut_set
from graphs.obstructions.obstruction import TourProblem, list_squares
from graphs.watching import Watch, unwatched

MOST_ROWS = 12
"""Maximum number of rows for which `find_row_cut` tries all sets of at most half of the rows. On boards with more rows, it only
checks whether the board is connected."""


@dataclass(frozen=True)
class RowCut:
    """A set of rows whose removal splits every long enough board with `rows` rows into too many parts for a tour.

    Attributes
    ----------
    rows : int
        Number of rows of the boards.
    leaper : tuple of int
        The leaper.
    closed : bool
        Whether closed tours are ruled out. If False, open tours are ruled out.
    start : tuple of int or None
        The start of the tours that are ruled out. If None, tours from every square are ruled out.
    cut : tuple of int
        The removed rows, numbered from 0. If empty, there is no tour because the board is not connected, or because it has only
        one row.

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
        """Smallest number of columns for which `rules_out` returns True, or None if there is none."""
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
    def is_half(self) -> bool:
        """Whether every move changes the colour on a chessboard, and no move joins two squares outside the removed rows."""
        return sum(self.leaper) % 2 == 1 and all(len(part) == 1 for part, _ in self._parts())

    def rules_out(self, cols: int) -> bool:
        """Return whether this row cut proves that a board with `cols` columns has no tour.

        The tour is closed if the attribute `closed` is True, and begins at `start` if this attribute is not None.

        Parameters
        ----------
        cols : int
            Number of columns.

        Returns
        -------
        bool
            True if the row cut rules out the tour. False does not mean that a tour exists.
        """
        return self.first is not None and cols >= self.first

    def __str__(self) -> str:
        if self.closed and self.rows == 1:
            return "on a board of one row, the first square has at most one neighbour, but a closed tour needs two"
        if not self.cut:
            return f"on a board of {self.rows} rows, whatever its length, the moves do not join all squares"
        removing = f"removing the row{'s' * (len(self.cut) > 1)} {list_squares(self.cut)}"
        if 2 * len(self.cut) == self.rows and self.is_half:
            return (
                f"{removing} from a board of {self.rows} rows, whatever its length, leaves half of its squares, and no two of "
                "these are a move apart: a tour would have to alternate between the two halves, but the moves between the "
                "halves do not join all squares"
            )
        return f"{removing} splits every long enough board of {self.rows} rows into too many parts for a tour"

    def _parts(self) -> Iterator[tuple[list[Square], bool]]:
        """Yield the connected parts of an endless board without the removed rows, each with a bool: whether it is endless.

        For each kind of part (see the module docstring), one part is yielded: all squares of a finite part, or the squares of
        one period of an endless part.
        """
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
                        is_endless |= col_of.setdefault(copied, there[1]) != there[1]  # the part meets a shifted copy
            yield part, is_endless


def find_row_cut(rows: int, leaper: Leaper, closed: bool, start: Square | None) -> RowCut | None:
    """Return a smallest set of rows whose removal proves that every long enough board with `rows` rows has no tour.

    Parameters
    ----------
    rows : int
        Number of rows of the boards.
    leaper : tuple of int
        The leaper.
    closed : bool
        Whether to rule out closed tours. If False, open tours are to be ruled out.
    start : tuple of int or None
        The start of the tours to rule out. If None, tours from every square are to be ruled out.

    Returns
    -------
    RowCut or None
        The row cut, or None if no row cut is found (see `MOST_ROWS`). No board with at least `first` columns has such a tour,
        where `first` is an attribute of the row cut.

    Examples
    --------
    >>> print(find_row_cut(6, (1, 4), closed=True, start=None))
    removing the rows 1, 4 splits every long enough board of 6 rows into too many parts for a tour
    """
    sizes = range(rows // 2 + 1 if rows <= MOST_ROWS else 1)
    row_sets = chain.from_iterable(combinations(range(rows), size) for size in sizes)
    cuts = (RowCut(rows, leaper, closed, start, cut) for cut in row_sets)
    return next((cut for cut in cuts if cut.first is not None), None)


def find_row_cuts(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[CutSet | HalfSet]:
    """Yield cut sets and half sets of a board that consist of whole rows or of whole columns.

    Parameters
    ----------
    graph : networkx.Graph
        The move graph of a board without holes and without wrapping. Nothing is yielded for other graphs.
    problem : TourProblem
        The problem on this graph.
    watched : Watch, optional
        Function that may raise an exception to stop the finder; see `graphs.watching`.

    Yields
    ------
    CutSet or HalfSet
        The obstruction, unchecked.

    Notes
    -----
    Unlike `find_cut_sets`, this finder computes no matching. So it runs in linear time.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> [len(candidate.half) for candidate in find_row_cuts(knight_graph(Board(4, 7)), Ends(closed=True))]
    [14]
    """
    of_graph = board_of(graph)
    if of_graph is None or of_graph[0].holes or of_graph[0].wrap:
        return
    board, leaper = of_graph
    ends: list[Any] = [end for end in (problem.start, problem.end) if end is not None]  # a tour may be reversed
    for (axis, rows), end in product(enumerate((board.rows, board.cols)), ends or [None]):
        row_cut = find_row_cut(rows, leaper, problem.closed, end and (end[axis], end[1 - axis]))
        if row_cut is not None:
            squares = frozenset(square for square in watched(graph) if square[axis] in row_cut.cut)
            is_half = 2 * len(row_cut.cut) == rows and row_cut.is_half
            yield HalfSet.on(graph, frozenset(graph) - squares) if is_half else cut_set(graph, squares)
