"""The numbers of tours of all boards with a given number of rows, one after the other.

A strip is a board with few rows and any number of columns. `solvers.frontier` treats its squares column by column. Before each
column the frontier is the next two columns, so the states there are always the same. A tour of n columns is a walk of n steps
from the state in which nothing has an edge back to that state, where the tour is complete. So the number of tours is an entry
of the n-th power of the matrix of one step (R. P. Stanley, Enumerative Combinatorics 1, 1986, section 4.7). Nobody forms that
power. A vector holds, for each state, the number of ways to reach it. Multiplied by the matrix it holds the same for one column
more, so that all boards up to n columns cost n products of a sparse matrix and a vector. D. E. Knuth and N. D. Elkies counted
the closed tours of 3 x n so in 1994, independently (N. D. Elkies and R. P. Stanley, The mathematical knight, Mathematical
Intelligencer 25, 2003).

Three things make the matrix smaller:

- It is kept as a product of factors, one for each square of a column: few treatments lead on from a state.
- Turn the strip upside down. A state and its mirror image are reached in equally many ways, and lead on in equally many. So
  one number represents both: the number of ways to reach either. (J. G. Kemeny and J. L. Snell, Finite Markov Chains, 1960,
  section 6.3, call such a matrix lumped.)
- A state from which no complete tour can be reached adds nothing. A search backwards from the complete state finds the others.

Below are the states before a column up to reflection that lead to a complete tour, and the non-zero entries of all factors; up
to 4 rows, of their product.

| rows | closed: states | entries | open: states | entries |
| --- | --- | --- | --- | --- |
| 3 | 76 | 193 | 339 | 2,138 |
| 4 | none | | 1,299 | 8,994 |
| 5 | 16,833 | 364,214 | 117,406 | 3,470,219 |
| 6 | 250,568 | 7,368,136 | | |

The largest takes some seconds of one core, and 0.8 GB.

The numbers outgrow a machine word after some 20 columns. So each is kept as limbs: the digits in a large base, which is chosen
so small that a product of the matrix and a vector of digits still fits into 63 bits.

The sequence of the numbers satisfies a linear recurrence, because the powers of a matrix do (A. Cayley, W. R. Hamilton).
`strip_recurrence` finds the shortest one and proves it.

Cost: entries of the matrix x limbs for each column, once the matrix is there. All digits of 3 x 1000 and of 4 x 1000 take less
than a second each, those of 6 x 40 (closed) eight. More rows have too many states; the frontier method counts on such boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from itertools import count, islice, pairwise
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import csr_array

from graphs.board import Board
from graphs.errors import expect
from solvers.budget import Meter
from solvers.counting.recurrences import Recurrence, find_recurrence
from solvers.errors import ProblemError
from solvers.frontier.kernels import END, FULL, OPEN, WHOLE, bits_of, choose, missing_edges, numbered, pack, unpack
from solvers.frontier.order import Order
from solvers.frontier.plan import plan_in
from solvers.jit import inlined, jit
from solvers.problem import Problem

__all__ = ["count_strips", "strip_factors", "strip_recurrence"]

MOST_ROWS_CLOSED, MOST_ROWS_OPEN = 6, 5
"""One row more would take tens of gigabytes."""
MOST_ROWS_RECURRENCE = 4
MOST_ROWS_JOINED = 4
"""From 5 rows on, the product of the factors has more entries than they have together."""
States: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]
"""Packed states, in ascending order."""
Matrix: TypeAlias = csr_array[Any, Any]


def count_strips(rows: int, *, closed: bool = False) -> Iterator[int]:
    """Yield the number of knight's tours of the boards rows x 1, rows x 2, rows x 3 and so on, without end.

    A tour and its reverse count as one. (Tours with a direction are twice as many, except on 1 x 1.)

    Parameters
    ----------
    rows : the number of rows: from 1 to 5 for open tours, to 6 for closed ones.
    closed : whether to count closed tours.

    Raises
    ------
    ProblemError : the number of rows is no whole number, or is not in this range.

    References
    ----------
    OEIS A070030 (closed tours of 3 x 2n), A175881 (closed, 6 x n), A169696 (open, 3 x n), A079137 (open, 4 x n), A083386 (open,
    5 x n).

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(count_strips(3), 10))
    [0, 0, 0, 8, 0, 0, 52, 396, 560, 3048]
    >>> list(islice(count_strips(3, closed=True), 9, 14))
    [16, 0, 176, 0, 1536]
    """
    _check_rows(rows, MOST_ROWS_CLOSED if expect(bool, closed, "closed") else MOST_ROWS_OPEN)
    return _counts(rows, 0 if closed else 2)


def _check_rows(rows: Any, most: int) -> None:
    if not isinstance(rows, int) or not 1 <= rows <= most:
        raise ProblemError(f"the number of rows is a whole number from 1 to {most} here, not {rows!r}", rows)


def _counts(rows: int, ends: int) -> Iterator[int]:
    first, factors = strip_factors(rows, ends)
    bits = 62 - max(int(factor.sum(axis=1).max(initial=1)) for factor in factors).bit_length()
    limbs = [np.zeros(factors[0].shape[1], np.int64)]
    limbs[0][first] = 1
    for cols in count(1):
        for factor in factors:
            carry = np.zeros(1, np.int64)
            for index, limb in enumerate(limbs):
                total = factor @ limb + carry
                limbs[index], carry = total & ((1 << bits) - 1), total >> bits
            if carry.any():
                limbs.append(carry)
        is_square = rows == cols == 1 and ends  # the states have no tour of one square without a move
        yield 1 if is_square else sum(int(limb[first]) << index * bits for index, limb in enumerate(limbs))
        for limb in limbs:
            limb[first] = 0  # a complete tour does not go on


def strip_recurrence(rows: int, *, closed: bool = False) -> Recurrence:
    """Return the shortest linear recurrence of the numbers that `count_strips` yields.

    Parameters
    ----------
    rows : the number of rows, from 1 to 4.
    closed : whether to count closed tours.

    Raises
    ------
    ProblemError : the number of rows is not a whole number from 1 to 4. The recurrence of 5 rows has an order of 1,500 or more.

    Notes
    -----
    The recurrence is proven. The vectors of a matrix of s states satisfy a recurrence of order s at most. So does the
    difference between the two sides of any other recurrence for one of their entries. A sequence that satisfies a recurrence
    of order s and begins with s zeros is zero. So a recurrence that holds for s consecutive numbers holds for all later ones.

    Examples
    --------
    >>> recurrence = strip_recurrence(3, closed=True)
    >>> recurrence.order, recurrence.coefficients[:8], recurrence.term(20)
    (42, (0, 6, 0, 64, 0, -200, 0, -1000), 1448416)
    """
    _check_rows(rows, MOST_ROWS_RECURRENCE)
    states = strip_factors(rows, 0 if closed else 2)[1][0].shape[1] + 1  # one more: 1 x 1 is counted apart
    terms = list(islice(count_strips(rows, closed=closed), 2 * states))
    recurrence = find_recurrence(terms)
    assert recurrence is not None  # the order is at most the number of states
    return recurrence


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
        problem = Problem(Board(rows, 5), closed=ends == 0)
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
            origins, after = _treat(states[:, None], row == 0, step, self.bits, self.ends)
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


@jit
def _treat(states: Any, begins: int, step: Any, bits: int, ends: int) -> Any:
    """Return for each way the row of the state before, and the state after the treatment.

    Parameters
    ----------
    states : the packed states, one a row.
    begins : whether the vertex may be the first of all, in row 0 of a column.
    step : the sizes of the frontier before and after; `renumber`, `first_choice`, `choices` of `solvers.frontier.kernels`.
    bits : how many bits a vertex has in a packed state.
    ends : how many ends a tour has: 0 for closed tours, 2 for open ones.
    """
    before, slots, renumber, first_choice, choices = step
    mate = np.full(END + 1, END, np.uint8)
    after = mate.copy()
    packed = np.zeros(1, np.uint64)
    origins, reached, size = np.empty(1024, np.int64), np.empty(1024, np.uint64), 0
    for row in range(len(states)):
        used = unpack(states, row, before, renumber, slots + 1, bits, mate)
        missing = missing_edges(mate, slots + 1)
        if missing == 2 and _lone(mate, slots, not begins):
            continue  # the tour is complete without this vertex
        for choice in range(first_choice[missing], first_choice[missing + 1]):
            one, two = choices[choice]
            if mate[one] == FULL or mate[two] == FULL or used + (one == END) + (two == END) > ends:
                continue
            outcome = choose(mate, after, slots + 1, missing, one, two, ends == 0)
            if outcome == OPEN or (outcome == WHOLE and _lone(after, slots, True)):
                pack(after, slots, bits, packed)
                if size == len(origins):
                    origins, reached = np.append(origins, origins), np.append(reached, reached)
                origins[size], reached[size] = row, packed[0]
                size += 1
    return origins[:size], reached[:size]


@inlined
def _lone(mate: Any, slots: int, without_edges: bool) -> bool:
    """Return whether no path is open, and some vertex is full unless vertices without edges are enough."""
    is_lone, some_full = True, without_edges
    for vertex in range(1, slots + 1):
        is_lone &= mate[vertex] == FULL or mate[vertex] == vertex
        some_full |= mate[vertex] == FULL
    return is_lone and some_full
