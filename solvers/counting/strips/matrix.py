"""The transfer matrix of a strip: in how many ways one more column leads from each state to each other.

A strip is a board with few rows and any number of columns. `transfer_matrix` describes the part of a tour at the left of a cut
between two columns by a state, of which there are finitely many. Number the states. Entry (i, j) of the transfer matrix is
the number of sets of moves with which another column leads from state j to state i. A tour of n columns is a walk of n steps
from the state before the first column to the state of a complete tour, so the number of tours is one entry of the n-th power
of the matrix (R. P. Stanley, Enumerative Combinatorics 1, 1986, section 4.7).

Two things make the matrix smaller:

- Turn the strip upside down. A state and its mirror image are reached in equally many ways, and lead on in equally many. So
  one number stands for both: the number of ways to reach either. (J. G. Kemeny and J. L. Snell, Finite Markov Chains, 1960,
  section 6.3, call such a matrix lumped.)
- A state from which no complete tour can be reached adds nothing. A search backwards from the complete state finds the others.

Cost: a step for each set of moves of each state. Below are the states up to reflection, those that lead to a complete tour, and
the non-zero entries between these.

| rows | closed: states | useful | entries | open: states | useful | entries |
| --- | --- | --- | --- | --- | --- | --- |
| 3 | 146 | 86 | 218 | 847 | 425 | 2,631 |
| 4 | 496 | none | | 7,056 | 1,271 | 8,812 |
| 5 | 33,670 | 21,070 | 709,257 | 297,238 | 162,258 | 14,678,573 |
| 6 | 396,381 | 253,760 | 32,931,438 | | | |

The two largest matrices take some 7 and 14 seconds of one core, and 1.5 and 2.6 GB.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import breadth_first_order

from solvers.counting.strips.columns import add_column, complete_place, first_place

__all__ = ["StripMatrix", "strip_matrix", "ways_with_end_in"]

Places: TypeAlias = NDArray[np.int64]
"""Packed places, as in `columns`, in ascending order."""

TEXTBOOK_ROWS = 4
"""Up to so many rows the textbook is done before the compiled twin would be loaded."""

BLOCK = 1024
"""The number of places to which a column is added at once: their ways fit into a processor's cache."""


@dataclass(frozen=True, eq=False)
class StripMatrix:
    """The transfer matrix of a strip.

    Attributes
    ----------
    rows : the number of rows of the strip.
    ends : how many ends a tour has: 0 for closed tours, 2 for open ones.
    places : the states up to reflection, each with the number of ends so far. Their order is that of the rows and columns.
    ways : a sparse matrix of whole numbers; entry (i, j) is the number of ways from place j to place i.
    """

    rows: int
    ends: int
    places: Places
    ways: csr_array[Any, Any]

    @property
    def first(self) -> int:
        """The index of the place before the first column."""
        return int(np.searchsorted(self.places, first_place(self.rows)))

    @property
    def last(self) -> int | None:
        """The index of the place of a complete tour; None where no board with so many rows has a tour."""
        found = np.flatnonzero(self.places == complete_place(self.ends))
        return int(found[0]) if len(found) else None


@cache
def strip_matrix(rows: int, ends: int) -> StripMatrix:
    """Return the transfer matrix of the strips with this number of rows.

    Parameters
    ----------
    rows : the number of rows.
    ends : how many ends a tour has: 0 for closed tours, 2 for open ones.

    Examples
    --------
    >>> strip_matrix(3, 0).ways.shape
    (86, 86)
    >>> strip_matrix(4, 0).last is None      # no board of 4 rows has a closed tour
    True
    """
    add = _column_adder(rows)
    known = fresh = np.array([first_place(rows)], dtype=np.int64)
    steps: list[_Steps] = []
    while len(fresh):
        blocks = np.array_split(fresh, -(-len(fresh) // BLOCK))
        new = [_Steps.of(block, *add(rows, ends, block, -1)) for block in blocks]
        steps += new
        fresh = np.setdiff1d(np.concatenate([block.reached for block in new]), known)
        known = np.union1d(known, fresh)
    return _useful(StripMatrix(rows, ends, known, _ways(known, steps)))


def _column_adder(rows: int) -> Callable[[int, int, Places, int], tuple[Places, Places]]:
    """Return the function that adds columns: the textbook, or its compiled twin."""
    if rows <= TEXTBOOK_ROWS:
        return add_column
    from solvers.counting.strips.kernels import add_column_compiled

    return add_column_compiled


@dataclass(frozen=True, eq=False)
class _Steps:
    """All ways to add a column to some places: a sparse matrix, with the places that its columns and its rows stand for."""

    places: Places
    reached: Places
    ways: coo_array[Any, Any]

    @classmethod
    def of(cls, places: Places, origins: NDArray[np.int64], after: Places) -> _Steps:
        reached, rows = np.unique(after, return_inverse=True)
        ways = coo_array((np.ones(len(rows), dtype=np.int64), (rows, origins)), shape=(len(reached), len(places)))
        return cls(places, reached, ways.tocsr().tocoo())  # this way equal entries are added up in linear time


def _ways(places: Places, steps: list[_Steps]) -> csr_array[Any, Any]:
    """Return the matrix of the number of steps from each of the places to each other."""
    origins = np.concatenate([np.searchsorted(places, part.places).astype(np.int32)[part.ways.col] for part in steps])
    after = np.concatenate([np.searchsorted(places, part.reached).astype(np.int32)[part.ways.row] for part in steps])
    numbers = np.concatenate([part.ways.data for part in steps])
    return coo_array((numbers, (after, origins)), shape=(len(places), len(places))).tocsr()


def _useful(matrix: StripMatrix) -> StripMatrix:
    """Return the part of the matrix that leads to a complete tour, and the first place."""
    useful = np.array([matrix.first])
    if matrix.last is not None:  # entry (i, j) is a step from j to i: along the entries the search goes backwards
        useful = np.union1d(useful, breadth_first_order(matrix.ways, matrix.last, return_predecessors=False))
    return StripMatrix(matrix.rows, matrix.ends, matrix.places[useful], matrix.ways[useful][:, useful])


@cache
def ways_with_end_in(rows: int, row: int) -> csr_array[Any, Any]:
    """Return the matrix of a column that has an end of an open tour in this row, plus that for the row of its mirror image."""
    places = strip_matrix(rows, 2).places
    steps = []
    for end in {row, rows - 1 - row}:
        origins, after = _column_adder(rows)(rows, 2, places, end)
        kept = np.isin(after, places)
        steps.append(_Steps.of(places, origins[kept], after[kept]))
    return _ways(places, steps)
