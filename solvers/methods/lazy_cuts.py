"""Lazy cuts: a solver chooses cycles that visit every square, and gets cuts against those that are no tour.

Every square has two of the chosen moves (`two_factor`). So each answer of the solver is a set of cycles that visit every square
once. If it is one cycle, that is a tour. If there are several:

1. Two cycles are joined wherever an exchange of two moves makes one of them (`cycles`). Often one cycle is left: a tour.
2. Otherwise each cycle gets a cut: chosen moves lead out of its squares. The solver searches again.

In the end there is one cycle, or the solver proves that nothing satisfies all conditions: then there is no tour. `sat` and the
model `lazy-cuts` of `cp-sat` are such solvers.

G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman problem, 1954.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

from solvers.budget import Meter
from solvers.methods.two_factor import Clause, TwoFactor
from solvers.problem import Problem

__all__ = ["CutSearch"]


class CutSearch(ABC):
    """The search for the tours of a problem of two squares or more. Each call goes on where the last one stopped.

    Parameters
    ----------
    problem : the problem.
    meter : the budget; a node is a conflict of the solver.

    Attributes
    ----------
    two_factor : the graph whose Hamiltonian cycles are the tours.
    cuts : the sets of vertices that got a cut, in the order in which they got it.
    """

    def __init__(self, problem: Problem, meter: Meter) -> None:
        self.meter = meter
        self.two_factor = TwoFactor(problem, meter)
        self.cuts: list[frozenset[int]] = []

    def tour(self) -> list[Hashable] | None:
        """Return a tour, or None if there is none.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        cycle = self._next_cycle(join=True)
        return None if cycle is None else self.two_factor.tour(cycle)

    def tours(self) -> Iterator[list[Hashable]]:
        """Yield every tour. Each one that was found is forbidden, and the solver goes on.

        Raises
        ------
        BudgetSpent : the budget ran out before the solver had found all.
        """
        while (cycle := self._next_cycle(join=False)) is not None:  # a joined cycle could come twice
            yield from self.two_factor.tours(cycle)
            self.forbid([self.two_factor.variable[frozenset(edge)] for edge in pairwise([*cycle, cycle[0]])])

    def _next_cycle(self, *, join: bool) -> list[int] | None:
        while (chosen := self.choose()) is not None:
            found = self.two_factor.read(chosen, join=join)
            if len(found[-1]) == 1:
                return found[-1][0]
            without_twins = (cycles[: len(cycles) if len(cycles) > 2 else 1] for cycles in found)  # two cycles have one cut
            for inside in dict.fromkeys(map(frozenset, chain.from_iterable(without_twins))):
                self.cuts.append(inside)
                self.cut(self.two_factor.cut(inside))
            self.lead_on(chosen, len(found[0]))
        return None

    @abstractmethod
    def choose(self) -> Sequence[Any] | None:
        """Return for each edge whether the solver chooses it; None where it proves that the conditions contradict each other.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """

    @abstractmethod
    def cut(self, outward: Clause) -> None:
        """Add the condition that edges are chosen which lead out of a set of vertices."""

    @abstractmethod
    def forbid(self, cycle: Clause) -> None:
        """Add the condition that not all of these edges are chosen."""

    @abstractmethod
    def lead_on(self, chosen: Sequence[Any], cycles: int) -> None:
        """Prepare the next choice after one that makes several cycles."""
