"""The model with lazy cuts: CP-SAT chooses two moves at each square, and cuts forbid the cycles that are no tour.

A Boolean stands for a move in both directions, and every square has exactly two of the chosen moves (`two_factor`); a further
vertex, the apex, joins the ends of an open tour. A solution is a set of cycles. First, two cycles are joined by an exchange of
two moves wherever that can be done (`cycles`); often one cycle is left, which is a tour. If not, every cycle gets a cut: at
least two of the moves that lead out of its squares are chosen. CP-SAT cannot go on with a larger model, so it searches again,
with the last solution as its hint. In the end there is one cycle, or there is no solution, and then no tour.

The linear programs of CP-SAT count, so that most boards without a tour take few cuts. A graph of many parts that are joined by
few edges takes very many: a flower snark of n stars takes 2 ** n.

G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman problem, 1954. Cost: exponential at worst;
a second at about 150x150.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from graphs.leapers import ordered_neighbours
from solvers.budget import Meter
from solvers.methods.cp_sat_search import LOADING, Searcher, add_booleans, check_time, clear_hint
from solvers.methods.two_factor import Cycle, TwoFactor, without_twin
from solvers.problem import Problem

__all__ = ["LazyCuts"]

BUILDING = 5e-6
"""About the seconds that a move takes while the model is built."""


class LazyCuts:
    """The search for the Hamiltonian cycles of one problem of two squares or more.

    Parameters
    ----------
    problem : the problem.
    hinted : the numbers, from 0, of the squares of a tour or of a part of one, in their order; none for no hint.
    meter : the budget of the building.

    Attributes
    ----------
    model : CP-SAT's model. Variable i is the edge i of the two-factor's list, whose own numbers count from 1.
    sets : the sets of vertices that got a cut, in the order in which they got it.
    """

    def __init__(self, problem: Problem, hinted: Sequence[int], meter: Meter) -> None:
        from ortools.sat.python import cp_model

        neighbours = ordered_neighbours(problem.graph_within(meter), watched=meter.watched)
        check_time(meter, sum(map(len, neighbours.values())) // 2, BUILDING + LOADING)
        self._size = len(neighbours)
        self.two_factor = TwoFactor(problem, neighbours)
        self.sets: list[frozenset[int]] = []
        self.model = cp_model.CpModel()
        add_booleans(self.model, len(self.two_factor.edges))
        for number, variables in meter.watched(self.two_factor.exactly()):
            self._add_sum(variables, number, number)
        if hinted:
            self._add_hint(hinted)

    def _add_sum(self, variables: Iterable[int], least: int, most: int) -> None:
        """Add that from `least` to `most` of the edges are chosen; an edge has its number in the two-factor, from 1."""
        places = [variable - 1 for variable in variables]
        linear = self.model.proto.constraints.add().linear
        linear.vars.extend(places)
        linear.coeffs.extend([1] * len(places))
        linear.domain.extend([least, most])

    def _add_hint(self, squares: Sequence[int]) -> None:
        """Add a value for each edge at a square before and after which the hint has other ones."""
        path = list(squares)
        if len(path) == self._size:
            path = [*path, *([] if self.two_factor.apex is None else [self.two_factor.apex]), *path[:2]]
        values: dict[int, int] = {}
        for vertex in path[1:-1]:
            values |= dict.fromkeys(self.two_factor.variables_at[vertex], 0)
        variable = self.two_factor.variable
        values |= {variable[edge]: 1 for edge in pairwise(path) if edge in variable}
        self._hint({each - 1: value for each, value in values.items()})

    def _hint(self, values: dict[int, int]) -> None:
        clear_hint(self.model)
        self.model.proto.solution_hint.vars.extend(list(values))
        self.model.proto.solution_hint.values.extend(list(values.values()))

    def next_tour(self, searcher: Searcher, *, join: bool) -> Cycle | None:
        """Return a Hamiltonian cycle that is not forbidden, or None if there is none.

        Parameters
        ----------
        join : whether cycles are joined by exchanges. Without it every cycle comes from CP-SAT, so that no tour is found twice.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        while (values := searcher.solution(self.model)) is not None:
            found = self.two_factor.read(values, join=join)
            if len(found[-1]) == 1:
                return found[-1][0]
            for inside in dict.fromkeys(frozenset(cycle) for cycles in found for cycle in without_twin(cycles)):
                self._cut(inside)
            self._hint(dict(enumerate(values)))
        return None

    def _cut(self, inside: frozenset[int]) -> None:
        """Add that at least two of the chosen edges lead out of a set of vertices."""
        outward = self.two_factor.cut(inside)
        self.sets.append(inside)
        self._add_sum(outward, 2, max(2, len(outward)))

    def forbid(self, cycle: Cycle) -> None:
        """Add that one edge of a cycle is not chosen."""
        edges = pairwise([*cycle, cycle[0]])
        self._add_sum([self.two_factor.variable[edge] for edge in edges], 0, len(cycle) - 1)
