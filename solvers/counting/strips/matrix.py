"""The transfer matrix of a strip: in how many ways one more column leads from each state to each other.

A strip is a board with few rows and any number of columns. `solvers.frontier` treats its squares column by column. Before each
column the frontier is the next two columns, so the states there are always the same. A tour of n columns is a walk of n steps
from the state in which nothing has an edge back to that state, where the tour is complete. So the number of tours is an entry
of the n-th power of the matrix of one step (R. P. Stanley, Enumerative Combinatorics 1, 1986, section 4.7).

Three things make the matrix smaller:

- It is kept as a product of factors, one for each square of a column: few treatments lead on from a state.
- Turn the strip upside down. A state and its mirror image are reached in equally many ways, and lead on in equally many. So
  one number stands for both: the number of ways to reach either. (J. G. Kemeny and J. L. Snell, Finite Markov Chains, 1960,
  section 6.3, call such a matrix lumped.)
- A state from which no complete tour can be reached adds nothing. A search backwards from the complete state finds the others.

Cost: a step for each way to treat a square of each state. Below are the states before a column up to reflection that lead to a
complete tour, and the non-zero entries of all factors; up to 4 rows, of their product.

| rows | closed: states | entries | open: states | entries |
| --- | --- | --- | --- | --- |
| 3 | 76 | 193 | 339 | 2,138 |
| 4 | none | | 1,299 | 8,994 |
| 5 | 16,833 | 364,214 | 117,406 | 3,470,219 |
| 6 | 250,568 | 7,368,136 | | |

The largest takes some seconds of one core, and 0.8 GB.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from graphs.board import Board
from solvers.budget import Meter
from solvers.counting.strips.kernels import treat
from solvers.frontier.kernels import bits_of, numbered
from solvers.frontier.order import Order
from solvers.frontier.plan import plan_in
from solvers.problem import Problem

__all__ = ["strip_factors"]

States: TypeAlias = NDArray[np.uint64]
"""Packed states, in ascending order."""
MOST_ROWS_JOINED = 4
"""From 5 rows on, the product of the factors has more entries than they have together."""
Matrix: TypeAlias = csr_array[Any, Any]


@cache
def strip_factors(rows: int, ends: int) -> tuple[int, tuple[Matrix, ...]]:
    """Return the index of the state without edges, and the factors of the transfer matrix, that of the first square first.

    Entry (i, j) of a factor is the number of ways from state j before the treatment of a square to state i after it. Up to 4
    rows there is one factor, the matrix itself.

    Parameters
    ----------
    rows : the number of rows.
    ends : how many ends a tour has: 0 for closed tours, 2 for open ones.

    Examples
    --------
    >>> [factor.shape for factor in strip_factors(3, 0)[1]]
    [(76, 76)]
    """
    column = _Column(rows, ends)
    known = fresh = np.array([column.first], np.uint64)
    while len(fresh):
        *_, (_, reached) = column.factors(fresh)
        fresh = np.setdiff1d(reached, known)
        known = np.union1d(known, fresh)
    factors = [factor for factor, _ in column.factors(known)]
    useful, grown = known != known, known == column.first
    while (useful != grown).any():
        useful, kept = grown, [grown]
        for factor in reversed(factors):
            kept.append(factor.T @ kept[-1] > 0)
        grown = useful | kept.pop()
    cut = pairwise([useful, *reversed(kept)])
    factors = [factor[after][:, before] for factor, (before, after) in zip(factors, cut, strict=True)]
    if rows <= MOST_ROWS_JOINED:
        factors = [reduce(lambda before, after: after @ before, factors)]
    return int(np.searchsorted(known[useful], column.first)), tuple(factors)


class _Column:
    """The treatments of the squares of a column that is far from both sides."""

    def __init__(self, rows: int, ends: int) -> None:
        problem = Problem.on_board(Board(rows, 5), closed=ends == 0)
        squares = sorted(problem.graph, key=lambda square: square[::-1])
        plan = plan_in(Order.of(problem.graph, squares, Meter()), problem)
        self.rows, self.ends, self.bits = rows, ends, bits_of(plan)
        self.steps = []
        for each in plan.treatments[2 * rows : 3 * rows]:
            _, renumber, choices, first_choice = numbered(each, self.bits)
            arrays = np.array(renumber, np.uint8), np.array(first_choice), np.array(choices, np.int64).reshape(-1, 2)
            self.steps.append((len(each.before), len(each.after), *arrays))
        self.places = np.arange(self.steps[0][0])
        self.shifts = (self.bits * self.places).astype(np.uint64)
        self.first = int((self.places + 1 << self.bits * self.places).sum())

    def factors(self, states: States) -> Iterator[tuple[Matrix, States]]:
        """Yield for each square the factor, and the states that are reached, among which the first of all is at the end."""
        for row, step in enumerate(self.steps):
            origins, after = treat(states[:, None], row == 0, step, self.bits, self.ends)
            if row == self.rows - 1:
                after = np.append(self._lesser(after), np.uint64(self.first))
            reached, index = np.unique(after, return_inverse=True)
            ones = np.ones(len(origins), np.int64)
            yield csr_array((ones, (index[: len(origins)], origins)), shape=(len(reached), len(states))), reached
            states = reached

    def _lesser(self, states: States) -> States:
        """Return each state or its mirror image, whichever is less."""
        image = np.arange(2**self.bits, dtype=np.uint64)
        mirrored = self.places + self.rows - 1 - 2 * (self.places % self.rows)
        image[self.places + 1] = mirrored + 1
        digits = states[:, None] >> self.shifts & np.uint64(len(image) - 1)
        images: States = (image[digits[:, mirrored]] << self.shifts).sum(axis=1, dtype=np.uint64)
        return np.minimum(states, images)
