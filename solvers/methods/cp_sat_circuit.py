"""The circuit model: a Boolean for each move in each direction, and one constraint that the chosen moves are one circuit.

`AddCircuit` requires one circuit through all nodes. A further node, the apex, makes an open tour a circuit: arcs lead from it
to each possible start, and from each possible end back to it.

The model is written into CP-SAT's own message, whole lists at a time: one call for each arc takes longer than the search.
Method: L. Perron and F. Didier, CP-SAT, Google OR-Tools. Cost: a microsecond an arc.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from solvers.budget import Meter
from solvers.methods.compiled.arrays import Adjacency
from solvers.methods.cp_sat_search import LOADING, add_booleans, check_time
from solvers.problem import Problem

__all__ = ["BUILDING", "CircuitModel"]


APEX = 0
BUILDING = 1e-6
"""About the seconds that an arc takes while the model is built."""


class CircuitModel:
    """The circuit model of a problem of two squares or more. Node 0 is the apex; the others are the squares, counted from 1.

    Parameters
    ----------
    problem, adjacency : the problem, and the moves of its graph.
    hinted : the numbers, from 0, of the squares of a tour or of a part of one, in their order; none for no hint.
    meter : the budget of the building.

    Attributes
    ----------
    model : CP-SAT's model. Its variables are the arcs, in the order of `tails` and `heads`.
    tails, heads : the two ends of each arc.
    """

    def __init__(self, problem: Problem, adjacency: Adjacency, hinted: Sequence[int], meter: Meter) -> None:
        from ortools.sat.python import cp_model

        check_time(meter, len(adjacency.heads), BUILDING + LOADING)
        self.closed = problem.closed
        self.squares = adjacency.squares
        nodes = np.arange(1, len(self.squares) + 1)
        start, end = (None if each is None else adjacency.number(each) + 1 for each in (problem.start, problem.end))
        self.first = 1 if start is None else start
        tails, heads = np.repeat(nodes, np.diff(adjacency.first)), adjacency.heads + np.int64(1)
        if not problem.closed:
            starts, ends = (nodes if each is None else np.array([each]) for each in (start, end))
            tails = np.concatenate([tails, np.full_like(starts, APEX), ends])
            heads = np.concatenate([heads, starts, np.full_like(ends, APEX)])
        self.tails, self.heads = tails, heads
        meter.check()
        self.model = cp_model.CpModel()
        self._add_circuit()
        if hinted:
            self._add_hint(hinted)
        elif problem.closed:
            self._fix_direction()

    def _add_circuit(self) -> None:
        """Add the variables of the arcs and the constraint."""
        arcs = len(self.tails)
        add_booleans(self.model, arcs)
        circuit = self.model.proto.constraints.add().circuit
        circuit.tails.extend(self.tails.tolist())
        circuit.heads.extend(self.heads.tolist())
        circuit.literals.extend(range(arcs))

    def _fix_direction(self) -> None:
        """Allow one of the two directions of a closed tour: the second square comes before the last one in the graph.

        This halves the proofs that there is none. A hint has its own direction.
        """
        into = np.flatnonzero(self.heads == self.first)
        for out in np.flatnonzero(self.tails == self.first).tolist():
            later = into[self.tails[into] > self.heads[out]]
            self.model.proto.constraints.add().bool_or.literals.extend([-out - 1, *later.tolist()])  # not out, or one of these

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
        hint = self.model.proto.solution_hint
        hint.vars.extend(arcs.tolist())
        hint.values.extend((self.heads[arcs] == after[self.tails[arcs]]).astype(int).tolist())

    def tour(self, values: Sequence[int]) -> list[Hashable]:
        """Return the tour of a solution, from the start."""
        chosen = np.flatnonzero(values)
        after = dict(zip(self.tails[chosen].tolist(), self.heads[chosen].tolist(), strict=True))
        node = self.first if self.closed else after[APEX]
        tour = []
        for _ in range(len(self.squares)):
            tour.append(self.squares[node - 1])
            node = after[node]
        return tour
