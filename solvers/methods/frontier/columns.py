"""The transfer matrix of a strip, a board with few rows and any number of columns.

The squares are processed one by one, here column by column: the edges from each square to later squares are chosen, in all
possible ways. The module `plan` defines the frontier and the states. Before each column, the frontier of a knight's board is
the next two columns, so the possible states are always the same.

A tour of a board of n columns corresponds to a walk of n steps from state to state, one step per column. The walk begins in the
state without edges, and returns to it when the tour is complete. Entry (i, j) of the *transfer matrix* is the number of ways in
which one column leads from state j to state i.

Three ideas make the matrix smaller:

- It is stored as a product of factors, one for each square of a column. A factor is sparse, because processing one square
  leads from a state to few others.
- If the strip is turned upside down, each state becomes its mirror image. A state and its mirror image are reached in the same
  number of ways, and can be completed in the same number of ways. So they are merged into one state. (Kemeny and Snell, section
  6.3, call a matrix with merged states lumped.)
- States that cannot lead to a complete tour are left out. A search backwards from the state without edges finds the states that
  remain.

The table contains the numbers of states that remain before a column, and of non-zero matrix entries. For up to 4 rows, these
are the entries of the product of the factors. For more rows, they are the entries of all factors together. Boards of 4 rows
have no closed tours, so only the state without edges remains. Open tours of 6 rows need too much memory.

| rows | states, closed tours | entries, closed tours | states, open tours | entries, open tours |
| --- | --- | --- | --- | --- |
| 3 | 76 | 193 | 311 | 2,028 |
| 4 | 1 | 0 | 1,118 | 8,244 |
| 5 | 16,833 | 364,214 | 88,473 | 3,007,169 |
| 6 | 250,568 | 7,368,136 | | |

References
----------
J. G. Kemeny and J. L. Snell, Finite Markov Chains, 1960.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import csr_array

from graphs.board import Board, Wrap
from graphs.leapers import KNIGHT, Leaper
from solvers.core.budget import Meter
from solvers.core.compiling import inlined, jit
from solvers.core.problem import Problem
from solvers.methods.frontier.kernels import (
    FULL,
    MATES,
    PlanArrays,
    frontier_choice,
    frontier_missing_edges,
    pack,
    unpack,
)
from solvers.methods.frontier.order import Order
from solvers.methods.frontier.plan import plan_in

MOST_STATES_JOINED = 2_000
"""Maximum number of states for which the transfer matrix is stored as one matrix instead of a product.

For more states, this one matrix has more non-zero entries than all its factors together.
"""
States: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]
"""Packed states (see `solvers.methods.frontier.kernels`), in ascending order."""
Matrix: TypeAlias = "csr_array[Any, Any]"
Factors: TypeAlias = "tuple[Matrix, Matrix]"
"""The factors of the transfer matrix for one square: if it is not an end of the tour, and if it is."""


def strip_column_factors(
    rows: int, ends: int, leaper: Leaper = KNIGHT, wrap: Wrap | None = None
) -> tuple[int, tuple[Matrix, ...]]:
    """Return factors of the transfer matrix of a strip, a board with few rows.

    The first item is the index of the state without edges. `ends` is the number of ends of a tour: 0 for closed tours, 2 for
    open ones. Entry (i, j) of a factor is the number of ways to get from state j, before a square is processed, to state i
    after it. If there are few states, the only factor is the transfer matrix itself.

    >>> [factor.shape for factor in strip_column_factors(3, 0)[1]]
    [(76, 76)]
    """
    board = Board(rows, 2 * max(leaper) + 1, wrap=wrap)
    first, pairs = _Column(Problem.on_board(board, leaper, closed=ends == 0), Meter(), mirrored=True).useful_factors()
    factors = [without + with_end for without, with_end in pairs]
    if factors[0].shape[1] <= MOST_STATES_JOINED:
        factors = [reduce(lambda before, after: after @ before, factors)]
    return first, tuple(factors)


def end_column_factors(rows: int, leaper: Leaper, meter: Meter) -> tuple[int, list[Factors]]:
    """Return factors of the transfer matrix of a strip whose tours may end at any square.

    The first item is the index of the state without edges. There are two factors per square: one for the case that the square
    is not an end of the tour, and one for the case that it is. In contrast to `strip_column_factors`, a state and its mirror
    image are different states, and the factors are never multiplied. The frontier of `rows` times max(leaper) squares must fit
    into a packed state of 64 bits.
    """
    return _Column(Problem.on_board(Board(rows, 2 * max(leaper) + 1), leaper), meter, mirrored=False).useful_factors()


class _Column:
    """The steps that process the middle column of a short board.

    With `mirrored`, a state and its mirror image are merged.
    """

    def __init__(self, problem: Problem, meter: Meter, *, mirrored: bool) -> None:
        assert problem.board is not None
        rows, first = problem.board.rows, problem.board.rows * (problem.board.cols // 2)
        squares = sorted(problem.graph, key=lambda square: square[::-1])
        plan = plan_in(Order.of(problem.graph, squares, meter), problem)
        self.rows, self.first_step, self.meter, self.mirrored = rows, first, meter, mirrored
        self.plan = PlanArrays.of(plan, meter)
        self.places = np.arange(len(plan.frontiers[first]))
        number = {squares[vertex]: place for place, vertex in enumerate(plan.frontiers[first]) if vertex != plan.apex}
        images = [number[rows - 1 - row, col] for row, col in number]
        self.mirror_places = np.array([*images, *self.places[len(images) :]], np.int64)  # the apex may be the last
        self.shifts = (self.plan.bits * self.places).astype(np.uint64)
        self.first = int((self.places + 1 << self.plan.bits * self.places).sum())
        apex = 0 if problem.closed else len(self.places) << int(self.shifts[-1])
        self.complete = self.first - apex  # the state in which the apex has both edges, and no other vertex has any

    def useful_factors(self) -> tuple[int, list[Factors]]:
        """Return the transfer matrix of a column as a product: two sparse factors per square.

        The first item is the index of the state without edges. States that cannot lead to a complete tour are left out.
        """
        states = fresh = np.array([self.first], np.uint64)
        while len(fresh):
            *_, (_, reached) = self.factors(fresh)
            fresh = np.setdiff1d(reached, states)
            states = np.union1d(states, fresh)
        factors = [pair for pair, _ in self.factors(states)]
        useful, grown = states != states, states == self.first
        while (useful != grown).any():
            useful, kept = grown, [grown]
            for without, with_end in reversed(factors):
                kept.append((without.T @ kept[-1] > 0) | (with_end.T @ kept[-1] > 0))
            grown = useful | kept.pop()
        cut = [useful, *reversed(kept)]
        pairs = [tuple(one[cut[row + 1]][:, cut[row]] for one in pair) for row, pair in enumerate(factors)]
        return int(np.searchsorted(states[useful], self.first)), pairs

    def factors(self, states: States) -> Iterator[tuple[Factors, States]]:
        """Yield two factors of the transfer matrix per square, and the states after the square.

        The first factor is for the case that the square is not an end of the tour, and the second for the case that it is. The
        states after the last square also contain the state without edges.
        """
        for row in range(self.rows):
            self.meter.check()
            origins, after, is_end = _process(states[:, None], row == 0, self.plan, self.first_step + row)
            if row == self.rows - 1:
                after = np.append(self._lesser(after) if self.mirrored else after, np.uint64(self.first))
                after[after == self.complete] = self.first  # a walk ends in the state in which it began
            reached, index = np.unique(after, return_inverse=True)
            index, shape = index[: len(origins)], (len(reached), len(states))
            parts = ((index[part], origins[part]) for part in (~is_end, is_end))
            without, with_end = (csr_array((np.ones(len(to), np.int64), (to, origin)), shape=shape) for to, origin in parts)
            yield (without, with_end), reached
            states = reached

    def _lesser(self, states: States) -> States:
        """Return the smaller of each packed state and its mirror image."""
        image = np.arange(2**self.plan.bits, dtype=np.uint64)
        image[self.places + 1] = self.mirror_places + 1
        digits = states[:, None] >> self.shifts & np.uint64(len(image) - 1)
        images: States = (image[digits[:, self.mirror_places]] << self.shifts).sum(axis=1, dtype=np.uint64)
        return np.minimum(states, images)


@jit
def _process(states: Any, begins: int, plan: PlanArrays, step: int) -> Any:
    """Add edges at one square to all states, in every possible way.

    Return three arrays with one entry per choice: the row of the state before it, the packed state after it, and whether the
    square is an end of the tour. Unless the square begins its column, the state without edges is skipped, because tours begin
    at row 0.
    """
    slots, apex = plan.steps[step].slots, plan.steps[step].apex
    mate = np.full(MATES, MATES - 1, np.uint8)
    after = mate.copy()
    packed = np.zeros(1, np.uint64)
    most, size = len(states) * (plan.first_choice[3 * step + 3] - plan.first_choice[3 * step]), 0
    origins, reached, is_end = np.empty(most, np.int64), np.empty(most, np.uint64), np.empty(most, np.bool_)
    for row in range(len(states)):
        unpack(states, row, plan, step, mate)
        missing = frontier_missing_edges(mate, slots + 1)
        if missing == 2 and _has_no_path(mate, slots, not begins):
            continue  # the tour is complete without this square, or has not begun before this row
        for choice in range(plan.first_choice[3 * step + missing], plan.first_choice[3 * step + missing + 1]):
            one, two = plan.choices[choice, 0], plan.choices[choice, 1]
            if mate[one] == FULL or mate[two] == FULL:
                continue
            closes_cycle = frontier_choice(mate, after, slots + 1, one, two)
            if not closes_cycle or (_has_no_path(after, slots, True) and (apex == 0 or after[apex] == FULL)):
                pack(after, slots, plan.bits, packed)
                origins[size], reached[size], is_end[size] = row, packed[0], apex > 0 and one == apex
                size += 1
    return origins[:size], reached[:size], is_end[:size]


@inlined
def _has_no_path(mate: Any, slots: int, without_edges: bool) -> bool:
    """Return whether every frontier vertex has either no edge or two edges.

    If `without_edges` is false, the result is False for the state in which no vertex has an edge.
    """
    has_no_path, some_full = True, without_edges
    for vertex in range(1, slots + 1):
        has_no_path &= mate[vertex] == FULL or mate[vertex] == vertex
        some_full |= mate[vertex] == FULL
    return has_no_path and some_full
