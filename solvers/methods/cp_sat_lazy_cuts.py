"""The model with lazy cuts: CP-SAT chooses two moves at each square, and cuts forbid the cycles that are no tour.

A Boolean stands for a move in both directions; `lazy_cuts` says how cycles become a tour. A cut says that at least two of the
moves that lead out of the squares of a cycle are chosen. CP-SAT cannot go on with a larger model, so it searches again, with
the last solution as its hint.

The linear programs of CP-SAT count, so that most boards without a tour take few cuts. A graph of many parts that are joined by
few edges takes very many: a flower snark of n stars takes 2 ** n. Cost: exponential at worst; a second at about 150x150.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from solvers.methods.cp_sat_search import LOADING, Searcher, check_time, clear_hint, new_model
from solvers.methods.lazy_cuts import CutSearch
from solvers.methods.two_factor import Clause
from solvers.problem import Problem

__all__ = ["LazyCuts"]

BUILDING = 5e-6
"""About the seconds that a move takes while the model is built."""


class LazyCuts(CutSearch):
    """The search by CP-SAT.

    Parameters
    ----------
    problem : the problem, of two squares or more.
    hinted : the numbers, from 0, of the squares of a tour or of a part of one, in their order; none for no hint.
    searcher : CP-SAT, with the budget of the building and of the search.

    Attributes
    ----------
    model : CP-SAT's model. Variable i is the edge i of the two-factor's list, whose own numbers count from 1.
    """

    def __init__(self, problem: Problem, hinted: Sequence[int], searcher: Searcher) -> None:
        check_time(searcher.meter, problem.graph_within(searcher.meter).number_of_edges(), BUILDING + LOADING)
        super().__init__(problem, searcher.meter)
        self._searcher = searcher
        self.model = new_model(len(self.two_factor.edges))
        for number, variables in searcher.meter.watched(self.two_factor.exactly()):
            self._add_sum(variables, number, number)
        if hinted:
            self._hint(self._values(hinted))

    def __str__(self) -> str:
        return f"the model of two moves at each square and {len(self.cuts):,} cuts"

    def choose(self) -> Sequence[int] | None:
        return self._searcher.solution(self.model)

    def cut(self, outward: Clause) -> None:
        self._add_sum(outward, 2, max(2, len(outward)))

    def forbid(self, cycle: Clause) -> None:
        self._add_sum(cycle, 0, len(cycle) - 1)

    def lead_on(self, chosen: Sequence[int], cycles: int) -> None:
        self._hint(dict(enumerate(chosen, 1)))

    def _add_sum(self, variables: Iterable[int], least: int, most: int) -> None:
        """Add that from `least` to `most` of the edges are chosen; an edge has its number in the two-factor, from 1."""
        places = [variable - 1 for variable in variables]
        linear = self.model.proto.constraints.add().linear
        linear.vars.extend(places)
        linear.coeffs.extend([1] * len(places))
        linear.domain.extend([least, most])

    def _values(self, squares: Sequence[int]) -> dict[int, int]:
        """Return a value for each edge at a square before and after which the hint has other ones."""
        path = list(squares)
        if len(path) == len(self.two_factor.squares):
            path = [*path, *([] if self.two_factor.apex is None else [self.two_factor.apex]), *path[:2]]
        values = {edge: 0 for vertex in path[1:-1] for edge in self.two_factor.variables_at[vertex]}
        variable = self.two_factor.variable
        return values | {variable[edge]: 1 for edge in map(frozenset, pairwise(path)) if edge in variable}

    def _hint(self, values: Mapping[int, int]) -> None:
        clear_hint(self.model)
        self.model.proto.solution_hint.vars.extend([edge - 1 for edge in values])
        self.model.proto.solution_hint.values.extend(list(values.values()))
