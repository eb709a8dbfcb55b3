"""Every tour that a symmetry maps onto itself, lifted from the quotient to the board, to check the counts of `quotients`.

The tours of the quotient are listed by a search (`solvers.listing`), not by the frontier method. Each is walked on the board:
from orbit to orbit there are as many ways as parallel edges. What comes out is verified by the independent checker as a tour
of the board, and by the comparison with its image as one that the symmetry maps onto itself. Cost: a search on a graph of the
size divided by the order of the symmetry; about a million tours of 10x10 take seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, TypeAlias

import networkx as nx
import numpy as np

from graphs.symmetry import Symmetry
from graphs.verify_block import first_fault, table_of_moves
from solvers.budget import Budget
from solvers.counting.counting import MOST_LISTED
from solvers.counting.symmetric.quotient_graph import AXIS, BESIDE_AXIS, Quotient, Weights
from solvers.counting.symmetric.quotients import SymmetricCount, count_symmetric_tours, named_symmetry
from solvers.errors import SolverError, WrongAnswer
from solvers.listing.selection import Selection
from solvers.listing.tours import list_tour_blocks
from solvers.problem import Problem

__all__ = ["check_symmetric_count", "count_lifts"]

Rows: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]


def check_symmetric_count(
    problem: Problem, symmetry: str, count: SymmetricCount, budget: Budget | None = None, memory: float | None = None
) -> str:
    """Count symmetric tours again by another method, and say by which one; both have to find the same number.

    Parameters
    ----------
    problem, symmetry, count : what was counted, and what was found.
    budget, memory : as in `count_symmetric_tours`.

    Returns
    -------
    The other method: every tour was listed and verified, where there are few; else the orbits came in another order.

    Raises
    ------
    SolverError : the numbers differ.
    BudgetSpent : the budget, or the memory, ran out.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import count_symmetric_tours
    >>> problem = Problem.on_board(Board(6, 6), closed=True)
    >>> check_symmetric_count(problem, "half turn", count_symmetric_tours(problem))
    'every tour listed'
    """
    if count.tours <= MOST_LISTED:
        method, again = "every tour listed", count_lifts(problem, named_symmetry(problem, symmetry), budget)
    else:
        method = "another order"
        again = count_symmetric_tours(problem, symmetry, budget, memory=memory, reverse=True).tours
    if again != count.tours:
        raise SolverError(f"{problem}: {count.tours:,} tours, but by {method} there are {again:,}", (problem, count, again))
    return method


def count_lifts(problem: Problem, symmetry: Symmetry, budget: Budget | None = None) -> int:
    """List the tours that a symmetry maps onto themselves, and return how many there are.

    Raises
    ------
    BudgetSpent : the time ran out.
    WrongAnswer : what was lifted is no tour, or the symmetry does not map it onto itself.

    Examples
    --------
    >>> from graphs import Board
    >>> problem = Problem.on_board(Board(6, 7), closed=True)
    >>> count_lifts(problem, Symmetry(6, 7, mirror_rows=True, mirror_cols=True))
    564
    """
    quotient = Quotient.of(problem, symmetry)
    check = _Check(problem, symmetry, quotient)
    if len(quotient.orbits) < 3:  # cycles of one or two edges are none for a search
        squares = np.array([check.squares.index(square) for square in problem.graph])
        return sum(check.fixed(squares[block.rows]) for block in list_tour_blocks(problem, budget=budget))
    lifts = chain(
        _shifted(quotient, budget) if problem.closed and quotient.may_shift else (),
        _reversed(quotient, problem.closed, budget) if quotient.may_reverse(problem.closed) else (),
    )
    return sum(map(check, lifts))


class _Check:
    """The check of lifted tours: arrays of the numbers of squares, a tour a row; the squares are numbered orbit by orbit."""

    def __init__(self, problem: Problem, symmetry: Symmetry, quotient: Quotient) -> None:
        self.squares = [square for orbit in quotient.orbits for square in orbit]
        self.moves = table_of_moves(problem.graph, self.squares)
        self.closed = problem.closed
        self.selection = Selection(problem, self.squares, up_to_symmetry=False, symmetric=True)
        images = [tuple(map(each, self.squares)) for each in self.selection.maps]
        self.map = images.index(tuple(map(symmetry, self.squares)))

    def __call__(self, rows: Rows) -> int:
        """Return the number of tours.

        Raises
        ------
        WrongAnswer : a row is no tour, or not one that the symmetry maps onto itself.
        """
        fault = first_fault(self.moves, rows, closed=self.closed)
        if fault is not None:
            raise WrongAnswer("what was lifted from the quotient is no tour", [self.squares[each] for each in rows[fault]])
        if self.fixed(rows) < len(rows):
            raise WrongAnswer("the symmetry does not map the tours that were lifted onto themselves")
        return len(rows)

    def fixed(self, rows: Rows) -> int:
        """Return how many tours the symmetry maps onto themselves."""
        return int(self.selection.chosen(rows).fixed_by[:, self.map].sum())


def _shifted(quotient: Quotient, budget: Budget | None) -> Iterator[Rows]:
    """Yield the tours that the symmetry shifts along themselves, as arrays."""
    walks = _Walks(quotient)
    turns = np.arange(quotient.order)[:, None]
    for cycles in _listed(quotient, quotient.weights(sign=1), True, budget):
        orbits, powers = walks.along(np.concatenate([cycles, cycles[:, :1]], axis=1))
        is_odd = powers[:, -1] & 1 == 1
        orbits, powers = orbits[is_odd, None, :-1], powers[is_odd, None, :-1] + turns * powers[is_odd, None, -1:]
        yield walks.squares(orbits, powers).reshape(len(orbits), quotient.size)


def _reversed(quotient: Quotient, closed: bool, budget: Budget | None) -> Iterator[Rows]:
    """Yield the tours that the symmetry reverses, as arrays."""
    walks, kept = _Walks(quotient), len(quotient.kept)
    for tours in _listed(quotient, quotient.weights_with_axis(closed), closed, budget):
        rows = np.array([np.roll(row, -int(np.argmax(row == AXIS))) for row in tours])
        turned = rows[:, -1] == BESIDE_AXIS
        rows[turned, 1:] = rows[turned, :0:-1]
        orbits, powers = walks.along(rows[:, 2 if closed and kept == 1 else 1 :])
        half, image = walks.squares(orbits, powers), walks.squares(orbits, powers + 1)
        image = image[:, min(kept, 1) : image.shape[1] - (kept == 2)]
        yield np.concatenate([half, image[:, ::-1]] if closed else [image[:, ::-1], half], axis=1)


def _listed(quotient: Quotient, weights: Weights, closed: bool, budget: Budget | None) -> Iterator[Rows]:
    """Yield the tours of the graph with some weights, parallel edges being one; the open ones begin at the axis."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(quotient.orbits)))
    graph.add_edges_from(weights)
    for block in list_tour_blocks(Problem(graph, start=None if closed else AXIS, closed=closed), budget=budget):
        yield np.array(block.squares)[block.rows]


class _Walks:
    """The ways on the board that follow ways of the quotient; for a square there is the number of its orbit, and the power."""

    def __init__(self, quotient: Quotient) -> None:
        self.lengths = np.array([len(orbit) for orbit in quotient.orbits])
        self.firsts = np.cumsum(self.lengths) - self.lengths
        number = len(quotient.orbits)
        self.ways = np.zeros((number, number), np.int64)
        self.voltages = np.zeros((number, number, quotient.order), np.int64)
        for (one, two), voltages in quotient.edges.items():
            self.ways[one, two] = self.ways[two, one] = len(voltages)
            self.voltages[one, two, : len(voltages)] = voltages
            self.voltages[two, one, : len(voltages)] = -np.array(voltages)

    def along(self, rows: Rows) -> tuple[Rows, Rows]:
        """Return the orbits and the powers of all ways that follow some rows of orbits, from the first square of the first."""
        powers = np.zeros((len(rows), 1), np.int64)
        for place in range(rows.shape[1] - 1):
            ways = self.ways[rows[:, place], rows[:, place + 1]]
            way = np.arange(ways.sum()) - np.repeat(np.cumsum(ways) - ways, ways)
            rows, powers = np.repeat(rows, ways, axis=0), np.repeat(powers, ways, axis=0)
            power = powers[:, -1] + self.voltages[rows[:, place], rows[:, place + 1], way]
            powers = np.column_stack([powers, power])
        return rows, powers

    def squares(self, orbits: Rows, powers: Rows) -> Rows:
        """Return the numbers of squares."""
        return np.asarray(self.firsts[orbits] + powers % self.lengths[orbits], np.int64)
