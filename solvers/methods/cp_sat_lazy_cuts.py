"""The model with lazy cuts: CP-SAT chooses two moves at each square, and cuts forbid the cycles that are no tour.

A Boolean stands for a move in both directions; `lazy_cuts` says how cycles become a tour. A cut says that at least two of the
moves that lead out of the squares of a cycle are chosen. CP-SAT cannot go on with a larger model, so it searches again, with
the last solution as its hint.

The linear programs of CP-SAT count, so that most boards without a tour take few cuts. A graph of many parts that are joined by
few edges takes very many: a flower snark of n stars takes 2 ** n. Cost: exponential at worst; a second at about 150x150.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from solvers.methods.cp_sat_search import CpSat
from solvers.methods.lazy_cuts import CutSearch
from solvers.methods.two_factor import Clause
from solvers.problem import Problem

__all__ = ["LazyCuts"]


class LazyCuts(CutSearch):
    """The search by CP-SAT.

    Parameters
    ----------
    problem : the problem, of two squares or more.
    hinted : the numbers, from 0, of the squares of a tour or of a part of one, in their order; none for no hint.
    cp_sat : CP-SAT, with the budget of the building and of the search. Its variables are the edges of the two-factor, but
        counted from 0.
    """

    def __init__(self, problem: Problem, hinted: Sequence[int], cp_sat: CpSat) -> None:
        super().__init__(problem, cp_sat.meter)
        self._cp_sat = cp_sat
        cp_sat.add_booleans(len(self.two_factor.edges))
        for number, variables in self.meter.watched(self.two_factor.exactly()):
            self._add_sum(variables, number, number)
        if hinted:
            self._add_hint(hinted)

    def __str__(self) -> str:
        return f"the model of two moves at each square and {len(self.cuts):,} cuts"

    def choose(self) -> Sequence[int] | None:
        return self._cp_sat.solution()

    def cut(self, outward: Clause) -> None:
        self._add_sum(outward, 2, max(2, len(outward)))

    def forbid(self, cycle: Clause) -> None:
        self._add_sum(cycle, 0, len(cycle) - 1)

    def lead_on(self, chosen: Sequence[int], cycles: int) -> None:
        self._cp_sat.hint(range(len(chosen)), chosen)

    def _add_sum(self, variables: Iterable[int], least: int, most: int) -> None:
        """Add that from `least` to `most` of the edges are chosen; an edge has its number in the two-factor, from 1."""
        places = [variable - 1 for variable in variables]
        linear = self._cp_sat.proto.constraints.add().linear
        linear.vars.extend(places)
        linear.coeffs.extend([1] * len(places))
        linear.domain.extend([least, most])

    def _add_hint(self, squares: Sequence[int]) -> None:
        """Add a value for each edge at a square before and after which the hint has other ones."""
        path = list(squares)
        if len(path) == len(self.two_factor.squares):
            path = [*path, *([] if self.two_factor.apex is None else [self.two_factor.apex]), *path[:2]]
        values = {edge: 0 for vertex in path[1:-1] for edge in self.two_factor.variables_at[vertex]}
        variable = self.two_factor.variable
        values |= {variable[edge]: 1 for edge in map(frozenset, pairwise(path)) if edge in variable}
        self._cp_sat.hint([edge - 1 for edge in values], list(values.values()))
