"""The models of `cp-sat`: one circuit of arcs, a step for each square, or two moves at each square and cuts against cycles.

All are written into CP-SAT's own message, whole lists at a time: one call for each arc takes longer than the search.

Method: L. Perron and F. Didier, CP-SAT, Google OR-Tools. Cost: a microsecond an arc for the circuit, a square of the number of
squares for the steps; the search is exponential at worst, and takes a second at about 64x64 with the circuit, at about 12x12
with steps, at about 150x150 with lazy cuts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from itertools import compress, pairwise

import numpy as np

from graphs.text import plural
from solvers.methods.circuits import Circuit
from solvers.methods.compiled.arrays import Adjacency
from solvers.methods.cp_sat_search import LOADING, CpSat
from solvers.methods.lazy_cuts import SumSearch
from solvers.methods.positions import conditions
from solvers.methods.two_factor import tour_of

__all__ = ["CircuitModel", "LazyCuts", "PositionsModel"]

BUILDING = 1e-6
"""About the seconds that an arc takes while the circuit model is built."""
READING = 1e-5
"""At most the seconds that a Boolean of the positions takes while CP-SAT loads the model."""


class OneSearch(ABC):
    """A model whose every solution is a tour, so that CP-SAT searches once."""

    _cp_sat: CpSat

    def tour(self) -> list[Hashable] | None:
        """Return a tour, or None if there is none.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        values = self._cp_sat.solution()
        return None if values is None else self.read(values)

    def tours(self) -> Iterator[list[Hashable]]:
        """Yield every tour, in one search.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        return map(self.read, self._cp_sat.solutions())

    @abstractmethod
    def read(self, values: Sequence[int]) -> list[Hashable]:
        """Return the tour of a solution: the value of each variable."""


class CircuitModel(Circuit, OneSearch):
    """A Boolean for each arc (`circuits`), and one constraint of CP-SAT that the chosen arcs are one circuit through all nodes.

    Parameters
    ----------
    adjacency : the moves of the problem.
    hinted : the numbers, from 0, of the squares of a tour or of a part of one, in their order; none for no hint.
    cp_sat : CP-SAT, with the budget of the building and of the search.
    """

    def __init__(self, adjacency: Adjacency, hinted: Sequence[int], cp_sat: CpSat) -> None:
        cp_sat.check_time(len(adjacency.heads), BUILDING + LOADING)
        super().__init__(adjacency)
        self._cp_sat, self._closed = cp_sat, adjacency.problem.closed
        cp_sat.meter.check()
        cp_sat.add_booleans(len(self.tails))
        circuit = cp_sat.proto.constraints.add().circuit
        circuit.tails.extend(self.tails.tolist())
        circuit.heads.extend(self.heads.tolist())
        circuit.literals.extend(range(len(self.tails)))
        if hinted:
            self._add_hint(hinted)
        elif self._closed:
            self._fix_direction()

    def __str__(self) -> str:
        return "the circuit model"

    def read(self, values: Sequence[int]) -> list[Hashable]:
        return self.tour_of(compress(self.arcs, values))

    def _fix_direction(self) -> None:
        """Allow one of the two directions of a closed tour: the second square comes before the last one in the graph.

        This halves the proofs that there is none. A hint has its own direction.
        """
        into = np.flatnonzero(self.heads == self.first)
        for out in np.flatnonzero(self.tails == self.first).tolist():
            later = into[self.tails[into] > self.heads[out]].tolist()
            self._cp_sat.proto.constraints.add().bool_or.literals.extend([-out - 1, *later])  # not out, or one of these

    def _add_hint(self, squares: Sequence[int]) -> None:
        """Add a value for each arc out of a square after which the hint has another one.

        The hint of a whole tour has a value for each arc, so that CP-SAT checks it before it searches.
        """
        path = self.nodes[list(squares)].tolist()
        if len(path) == len(self.nodes):
            path = [*path, path[0]] if self._closed else [0, *path, 0]
        after = np.full(self.nodes[-1] + 1, -1)
        after[path[:-1]] = path[1:]
        hinted = after[self.tails]
        arcs = np.flatnonzero(hinted >= 0)
        self._cp_sat.hint(arcs.tolist(), (self.heads == hinted)[arcs].astype(int).tolist())


class PositionsModel(OneSearch):
    """The textbook's model: each square has a step of the tour, all have different ones, and the next step is at a neighbour.

    There is a Boolean for each square and step; `positions` has the conditions.

    Parameters
    ----------
    adjacency, hinted, cp_sat : as for `CircuitModel`. The first hinted square has the first step.

    Raises
    ------
    UnsupportedProblem : there are more than `MOST_SQUARES`.
    """

    def __init__(self, adjacency: Adjacency, hinted: Sequence[int], cp_sat: CpSat) -> None:
        problem, size = adjacency.problem, adjacency.problem.size
        cp_sat.check_time(size**2, READING)
        self._adjacency, self._cp_sat = adjacency, cp_sat
        add = cp_sat.proto.constraints.add
        for kind, literals in conditions(problem, cp_sat.meter, next(iter(hinted), 0)):
            getattr(add(), kind).literals.extend(literals)
        cp_sat.add_booleans(size**2)
        cp_sat.check_time(size**2, READING)
        if hinted:
            cp_sat.hint([square * size + step for step, square in enumerate(hinted)], [1] * len(hinted))

    def __str__(self) -> str:
        return "the model of positions"

    def read(self, values: Sequence[int]) -> list[Hashable]:
        squares, problem = self._adjacency.squares, self._adjacency.problem
        order = np.reshape(values, (len(squares), -1)).argmax(axis=0).tolist()
        return tour_of([*order, len(squares)], squares, problem)


class LazyCuts(SumSearch):
    """A Boolean for each move in both directions, two of them at each square, and cuts against the cycles that are no tour.

    A cut says that at least two of the moves that lead out of the squares of a cycle are chosen. CP-SAT cannot go on with a
    larger model, so it searches again, with the last solution as its hint.

    The linear programs of CP-SAT count, so that most boards without a tour take few cuts. A graph of many parts that are joined
    by few edges takes very many: a flower snark of n stars takes 2 ** n.

    Parameters
    ----------
    adjacency, hinted, cp_sat : as for `CircuitModel`, of two squares or more. The variables of CP-SAT are the edges of the
        two-factor, but counted from 0.
    """

    def __init__(self, adjacency: Adjacency, hinted: Sequence[int], cp_sat: CpSat) -> None:
        super().__init__(adjacency.problem, cp_sat.meter)
        self._cp_sat = cp_sat
        cp_sat.add_booleans(len(self.edges))
        self.add_sums()
        if hinted:
            self._add_hint(hinted)

    def __str__(self) -> str:
        return f"the model of two moves at each square and {plural(len(self.cuts), 'cut')}"

    def choose(self) -> Sequence[int] | None:
        return self._cp_sat.solution()

    def lead_on(self, chosen: Sequence[int], cycles: int) -> None:
        self._cp_sat.hint(range(len(chosen)), chosen)

    def add_sum(self, variables: Sequence[int], least: int, most: int) -> None:
        places = [variable - 1 for variable in variables]
        linear = self._cp_sat.proto.constraints.add().linear
        linear.vars.extend(places)
        linear.coeffs.extend([1] * len(places))
        linear.domain.extend([least, most])

    def _add_hint(self, squares: Sequence[int]) -> None:
        """Add a value for each edge at a square before and after which the hint has other ones."""
        path = list(squares)
        if len(path) == len(self.squares):
            path = [*path, *([] if self.apex is None else [self.apex]), *path[:2]]
        values = {edge: 0 for vertex in path[1:-1] for edge in self.variables_at[vertex]}
        variable = self.variable
        values |= {variable[edge]: 1 for edge in map(frozenset, pairwise(path)) if edge in variable}
        self._cp_sat.hint([edge - 1 for edge in values], list(values.values()))
