"""The circuit model: a Boolean for each move in each direction, and one constraint that the chosen moves are one circuit.

`AddCircuit` requires one circuit through all nodes. A further node, the apex, makes an open tour a circuit: arcs lead from it
to each possible start, and from each possible end back to it.

The model is written into CP-SAT's own message, whole lists at a time: one call for each arc takes longer than the search.
Method: L. Perron and F. Didier, CP-SAT, Google OR-Tools. Cost: a microsecond an arc.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

import numpy as np

from solvers.methods.compiled.arrays import Adjacency
from solvers.methods.cp_sat_search import LOADING, CpSat
from solvers.methods.cycles import walk
from solvers.problem import Problem

__all__ = ["CircuitModel"]


APEX = 0
BUILDING = 1e-6
"""About the seconds that an arc takes while the model is built."""


class CircuitModel:
    """The circuit model of a problem. Node 0 is the apex; the others are the squares, counted from 1.

    Parameters
    ----------
    problem, adjacency : the problem, and the moves of its graph.
    hinted : the numbers, from 0, of the squares of a tour or of a part of one, in their order; none for no hint.
    cp_sat : CP-SAT, with the budget of the building and of the search. Its variables are the arcs.

    Attributes
    ----------
    tails, heads : the two ends of each arc, in the order of the variables.
    """

    def __init__(self, problem: Problem, adjacency: Adjacency, hinted: Sequence[int], cp_sat: CpSat) -> None:
        cp_sat.check_time(len(adjacency.heads), BUILDING + LOADING)
        self.closed, self.squares, self._cp_sat = problem.closed, adjacency.squares, cp_sat
        nodes = np.arange(1, len(self.squares) + 1)
        starts, ends = (nodes if each is None else nodes[[adjacency.number(each)]] for each in (problem.start, problem.end))
        self.first = 1 if problem.start is None else int(starts[0])
        tails, heads = np.repeat(nodes, np.diff(adjacency.first)), adjacency.heads + np.int64(1)
        if not problem.closed:
            tails = np.concatenate([tails, np.full_like(starts, APEX), ends])
            heads = np.concatenate([heads, starts, np.full_like(ends, APEX)])
        self.tails, self.heads = tails, heads
        cp_sat.meter.check()
        cp_sat.add_booleans(len(tails))
        circuit = cp_sat.proto.constraints.add().circuit
        circuit.tails.extend(tails.tolist())
        circuit.heads.extend(heads.tolist())
        circuit.literals.extend(range(len(tails)))
        if hinted:
            self._add_hint(hinted)
        elif problem.closed:
            self._fix_direction()

    def __str__(self) -> str:
        return "the circuit model"

    def tour(self) -> list[Hashable] | None:
        """Return a tour, or None if there is none.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        values = self._cp_sat.solution()
        return None if values is None else self._read(values)

    def tours(self) -> Iterator[list[Hashable]]:
        """Yield every tour, in one search.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        return map(self._read, self._cp_sat.solutions())

    def _fix_direction(self) -> None:
        """Allow one of the two directions of a closed tour: the second square comes before the last one in the graph.

        This halves the proofs that there is none. A hint has its own direction.
        """
        into = np.flatnonzero(self.heads == self.first)
        for out in np.flatnonzero(self.tails == self.first).tolist():
            later = into[self.tails[into] > self.heads[out]]
            self._cp_sat.proto.constraints.add().bool_or.literals.extend(
                [-out - 1, *later.tolist()]
            )  # not out, or one of these

    def _add_hint(self, squares: Sequence[int]) -> None:
        """Add a value for each arc out of a square after which the hint has another one.

        The hint of a whole tour has a value for each arc, so that CP-SAT checks it before it searches.
        """
        after = np.full(len(self.squares) + 1, -1)
        path = np.asarray(squares, np.int64) + 1
        after[path[:-1]] = path[1:]
        if len(path) == len(self.squares):
            after[path[-1]] = path[0] if self.closed else APEX
            after[APEX] = path[0]
        arcs = np.flatnonzero(after[self.tails] >= 0)
        self._cp_sat.hint(arcs.tolist(), (self.heads[arcs] == after[self.tails[arcs]]).astype(int).tolist())

    def _read(self, values: Sequence[int]) -> list[Hashable]:
        """Return the tour of a solution, from the start."""
        chosen = np.flatnonzero(values)
        after = dict(zip(self.tails[chosen].tolist(), self.heads[chosen].tolist(), strict=True))
        return [self.squares[node - 1] for node in walk(after, self.first if self.closed else APEX) if node != APEX]
