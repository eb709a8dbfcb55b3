"""Three models of tours for the constraint solver CP-SAT.

- `cp_sat_circuit_model`: each move becomes two arcs, one per direction, and the chosen arcs form a circuit through all nodes.
- `cp_sat_positions_model`: each square gets the number of the step at which the tour visits it.
- `LazyCuts`: two moves are chosen at each square, and cuts exclude shorter cycles.

The models are written into CP-SAT's protocol buffer. Each call writes a whole list of arcs or variables, because one call per
arc would take longer than the search. A hint consists of the numbers of consecutive squares of a tour; it is empty if there is
none. BudgetSpent is raised if too little time is left to build and load a model.

Building the circuit model takes a microsecond per arc. The size of the positions model is quadratic in the number of squares.
The search takes exponential time at worst. It takes about a second for 64x64 with the circuit model, for 12x12 with the
positions model, and for 150x150 with lazy cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np

from graphs.text import plural
from solvers.methods.arrays import AdjacencyArrays, Circuit
from solvers.methods.models.cp_sat_search import LOADING, CpSatSearch
from solvers.methods.models.lazy_cuts import LazySumSearch
from solvers.methods.models.positions import position_conditions
from solvers.methods.models.two_factor import two_factor_tour

BUILDING = 1e-6  # approximate time to build the circuit model, in seconds per arc
READING = 1e-5  # maximum time that CP-SAT takes to load the positions model, in seconds per variable


@dataclass(frozen=True)
class CpSatModelOfTours:
    """A CP-SAT model whose solutions are tours.

    `read` converts a solution to squares.
    """

    name: str
    cp_sat: CpSatSearch
    read: Callable[[Sequence[int]], list[Hashable]]

    def __str__(self) -> str:
        return self.name

    def tour(self) -> list[Hashable] | None:
        """Return a tour, or None if none exists."""
        values = self.cp_sat.solution()
        return None if values is None else self.read(values)

    def tours(self) -> Iterator[list[Hashable]]:
        return map(self.read, self.cp_sat.solutions())


def cp_sat_circuit_model(adjacency: AdjacencyArrays, cp_sat: CpSatSearch) -> CpSatModelOfTours:
    """Build a model with a Boolean per arc, and a circuit constraint.

    The constraint of CP-SAT is that the chosen arcs form a circuit through all nodes of `Circuit`.
    """
    cp_sat.check_time(len(adjacency.heads), BUILDING + LOADING)
    circuit = Circuit(adjacency)
    cp_sat.meter.check()
    cp_sat.add_booleans(len(circuit.tails))
    constraint = cp_sat.proto.constraints.add().circuit
    constraint.tails.extend(circuit.tails.tolist())
    constraint.heads.extend(circuit.heads.tolist())
    constraint.literals.extend(range(len(circuit.tails)))
    if adjacency.problem.closed:
        _fix_direction(circuit, cp_sat)
    return CpSatModelOfTours("the circuit model", cp_sat, lambda values: circuit.tour_of(compress(circuit.arcs, values)))


def _fix_direction(circuit: Circuit, cp_sat: CpSatSearch) -> None:
    """Exclude one of the two directions of each closed tour.

    Its second square must have a lower number than its last square. This halves the time to prove that there is no tour.
    """
    into = np.flatnonzero(circuit.heads == circuit.first)
    for out in np.flatnonzero(circuit.tails == circuit.first).tolist():
        later = into[circuit.tails[into] > circuit.heads[out]].tolist()
        # Either `out` is not chosen, or one of the arcs in `later` is.
        cp_sat.proto.constraints.add().bool_or.literals.extend([-out - 1, *later])


def cp_sat_positions_model(adjacency: AdjacencyArrays, cp_sat: CpSatSearch) -> CpSatModelOfTours:
    """Build a model with a Boolean per square and step."""
    squares, problem, size = adjacency.squares, adjacency.problem, adjacency.problem.size
    cp_sat.check_time(size**2, READING)
    for kind, literals in position_conditions(problem, cp_sat.meter):
        getattr(cp_sat.proto.constraints.add(), kind).literals.extend(literals)
    cp_sat.add_booleans(size**2)
    cp_sat.check_time(size**2, READING)

    def read(values: Sequence[int]) -> list[Hashable]:
        order = np.reshape(values, (size, size)).argmax(axis=0).tolist()
        return two_factor_tour([*order, size], squares, problem)

    return CpSatModelOfTours("the model of positions", cp_sat, read)


class LazyCuts(LazySumSearch):
    """A model with a Boolean per edge, to which cuts are added.

    Variable i of CP-SAT, counted from 0, belongs to `edges[i]`. A cut requires at least two chosen edges from the vertices of a
    cycle to other vertices. CP-SAT cannot continue a search after constraints are added. So it searches again from scratch,
    with the previous solution as a hint.

    The linear programs of CP-SAT can express numbers, such as the number of squares of each colour. So most boards without a
    tour need few cuts. But a graph of many parts with few edges between them needs very many cuts. An example is the flower
    snark of n stars, which needs 2 ** n cuts.
    """

    def __init__(self, adjacency: AdjacencyArrays, cp_sat: CpSatSearch) -> None:
        super().__init__(adjacency.problem, cp_sat.meter)
        self._cp_sat = cp_sat
        cp_sat.add_booleans(len(self.edges))
        self.add_sums()

    def __str__(self) -> str:
        return f"the model of two moves at each square and {plural(len(self.cuts), 'cut')}"

    def choose(self) -> np.ndarray | None:
        values = self._cp_sat.solution()
        return None if values is None else np.array(values[: len(self.edges)], dtype=bool)

    def lead_on(self, chosen: np.ndarray, cycles: int) -> None:
        self._cp_sat.hint(range(len(chosen)), chosen.tolist())

    def add_sum(self, variables: Sequence[int], least: int, most: int) -> None:
        places = [variable - 1 for variable in variables]
        linear = self._cp_sat.proto.constraints.add().linear
        linear.vars.extend(places)
        linear.coeffs.extend([1] * len(places))
        linear.domain.extend([least, most])
