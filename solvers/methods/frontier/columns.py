"""The transfer matrix of a strip, a board with few rows and any number of columns.

The squares are processed one by one, here column by column: the edges from each square to later squares are chosen, in all
possible ways. The module `plan` defines the frontier and the states. Before each column, the frontier of a knight's board is
the next two columns, so the possible states are always the same.

A tour of a board of n columns corresponds to a walk of n steps from state to state, one step per column. The walk begins in the
state without edges, and returns to it only when the tour is complete. Entry (i, j) of the *transfer matrix* is the number of
ways in which one column leads from state j to state i.

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

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import csr_array

from graphs.board import Board, Wrap
from graphs.leapers import KNIGHT, Leaper
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.frontier.kernels import PlanArrays
from solvers.methods.frontier.order import Order
from solvers.methods.frontier.plan import Plan, plan_in
from solvers.methods.frontier.sweep_kernels import SweepWorker, expand_sweep

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
    first, pairs = column_factors(rows, leaper, Meter(), wrap, closed=ends == 0, mirrored=True)
    factors = [without + with_end for without, with_end in pairs]
    if factors[0].shape[1] <= MOST_STATES_JOINED:
        factors = [reduce(lambda before, after: after @ before, factors)]
    return first, tuple(factors)


def column_factors(
    rows: int, leaper: Leaper, meter: Meter, wrap: Wrap | None = None, *, closed: bool = False, mirrored: bool = False
) -> tuple[int, list[Factors]]:
    """Return the transfer matrix of a strip as a product: two sparse factors per square of a column.

    The first item is the index of the state without edges. The first factor of a square is for the case that it is not an end
    of the tour, and the second for the case that it is. With `mirrored`, a state and its mirror image are merged. States that
    cannot lead to a complete tour are left out. The frontier must fit into a packed state of 64 bits.
    """
    column = _Column(Problem.on_board(Board(rows, 2 * max(leaper) + 1, wrap=wrap), leaper, closed=closed), meter, mirrored)
    states = fresh = np.array([column.first], np.uint64)
    while len(fresh):
        *_, (_, reached) = column.factors(fresh)
        fresh = np.setdiff1d(reached, states)
        states = np.union1d(states, fresh)
    factors = [pair for pair, _ in column.factors(states)]
    useful, grown = states != states, states == column.first
    while (useful != grown).any():
        useful, kept = grown, [grown]
        for without, with_end in reversed(factors):
            kept.append((without.T @ kept[-1] > 0) | (with_end.T @ kept[-1] > 0))
        grown = useful | kept.pop()
    cut = [useful, *reversed(kept)]
    pairs = [tuple(one[cut[row + 1]][:, cut[row]] for one in pair) for row, pair in enumerate(factors)]
    return int(np.searchsorted(states[useful], column.first)), pairs


class _Column:
    """The steps that process the middle column of a short board."""

    def __init__(self, problem: Problem, meter: Meter, mirrored: bool) -> None:
        board = problem.require_board()
        rows, first = board.rows, board.rows * (board.cols // 2)
        squares = sorted(problem.graph, key=lambda square: square[::-1])
        plan = plan_in(Order.of(problem.graph, squares, meter), problem)
        frontier, apex = plan.frontiers[first + rows], plan.apex or 0
        mirrors: list[tuple[int, ...]] = [()] * len(squares)
        if mirrored:
            images = (each if each == plan.apex else each + rows - 1 - 2 * (each % rows) for each in frontier)
            mirrors[first + rows - 1] = tuple(map(frontier.index, images))
        signs = {frozenset((vertex, apex)): -1 for vertex in range(apex)}  # a count changes its sign at an end of the tour
        self.plan = PlanArrays.of(replace(plan, mirrors=tuple(mirrors), weights=signs), meter)
        self.steps, self.meter = range(first, first + rows), meter
        self.closing = [_needs_at_the_end(plan, step, range(first + rows, len(squares) + 1, rows)) for step in self.steps]
        self.first = sum(place << plan.bits * (place - 1) for place in range(1, len(frontier) + 1))
        last = 0 if problem.closed else len(frontier) << plan.bits * (len(frontier) - 1)
        self.complete = self.first - last  # the state in which the apex has both edges, and no other vertex has any

    def factors(self, states: States) -> Iterator[tuple[Factors, States]]:
        """Yield two factors of the transfer matrix per square, and the states after it.

        The states after the last square also contain the state without edges.
        """
        for step, closing in zip(self.steps, self.closing, strict=True):
            self.meter.check()
            rows = np.column_stack([states, np.arange(1, len(states) + 1, dtype=np.uint64)])
            choices = self.plan.first_choice[3 * step + 3] - self.plan.first_choice[3 * step]
            worker = SweepWorker.of(1, len(states) * choices, 1, 2)
            worker.left[1] = len(states)
            expand_sweep(rows, self.plan, step, np.zeros(0, np.uint8), closing, worker)
            after, signed = worker.buffers[0, : worker.filled[0]].T
            origins = signed.view(np.int64)  # the numbers of the old states, negative if the square is an end
            if step == self.steps[-1]:
                after = np.append(after, np.uint64(self.first))
                after[after == self.complete] = self.first  # a walk ends in the state in which it began
            reached, index = np.unique(after, return_inverse=True)
            index, shape = index[: len(origins)], (len(reached), len(states))
            parts = ((index[part], abs(origins[part]) - 1) for part in (origins > 0, origins < 0))
            without, with_end = (csr_array((np.ones(len(to), np.int64), (to, origin)), shape=shape) for to, origin in parts)
            yield (without, with_end), reached
            states = reached


def _needs_at_the_end(plan: Plan, step: int, ends: Iterable[int]) -> Any:
    """Return the needs after a step with which a cycle is a tour (see `expand_sweep`).

    `ends` contains the sizes of the boards that the cycle may fill. The squares beyond the board then have no edges.
    """
    after = plan.frontiers[step + 1]
    needs = (
        sum(2 * 3**place for place, vertex in enumerate(after) if end <= vertex != plan.apex)
        for end in ends
        if {*range(step + 1, end)} <= {*after}
    )
    return np.array([*needs], np.int64)
