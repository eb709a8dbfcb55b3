"""SAT with lazy cuts: choose one successor per square, and exclude short circuits.

Each move becomes two arcs, one for each direction. Each arc has a Boolean variable, which is true if the tour uses the arc. The
clauses require that exactly one arc leads out of each square, that exactly one leads into it, and that no two squares are each
other's successor. So each answer is a set of circuits that visit every square once. `lazy_cuts` explains how circuits become a
tour. Here, a cut consists of two clauses: at least one chosen arc leads out of the squares of a circuit, and at least one leads
into them [1]_.

The solver `sat` chooses edges instead, two at each square. It needs half as many variables, and solves most graphs sooner. But
on graphs in which most vertices have three neighbours, it often repeats almost the same circuits thousands of times. With arcs,
the next answer differs more from the last one: on cubic graphs of 300 to 5,000 vertices, a few dozen answers usually suffice.

The SAT solver is CaDiCaL [2]_ of PySAT. A search node is a conflict: a point where the solver has to undo decisions. The time
is exponential at worst.

References
----------
.. [1] T. Soh, D. Le Berre, S. Roussel, M. Banbara and N. Tamura, Incremental SAT-based method with native Boolean cardinality
   handling for the Hamiltonian cycle problem, JELIA 2014.
.. [2] A. Biere, K. Fazekas, M. Fleury and M. Heisinger, CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling entering the
   SAT competition 2020.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from graphs.loading import load
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem
from solvers.core.registry import solver
from solvers.methods.models.lazy_cuts import LazyCutSearch
from solvers.methods.models.sat_search import cadical, sat_search_answer
from solvers.methods.models.two_factor import Clause, at_most
from solvers.methods.sat import sat_outcome, sat_outcome_at_sight, sat_tours

if TYPE_CHECKING:
    import numpy as np

MOST_PAIRS = 6  # maximum number of arcs at a vertex for one clause per pair of arcs; more arcs are counted (see `at_most`)


class ArcSearch(LazyCutSearch):
    """A search for a tour by CaDiCaL, with one variable per arc.

    The edge with variable e in `TwoFactor.edges` has two arcs: 2e - 1 is the variable of the arc from its first vertex to its
    second, and 2e is the variable of the arc back.
    """

    def __init__(self, problem: Problem, meter: Meter) -> None:
        load("pysat.solvers")

        super().__init__(problem, meter)
        self._solver = cadical()
        for clause in meter.watched(self.arc_clauses()):
            self._solver.add_clause(clause)

    def arc_clauses(self) -> Iterator[Clause]:
        """Yield clauses that make one arc leave, and one enter, each vertex.

        Some clauses contain additional variables, whose numbers follow those of the arcs.
        """
        first = 2 * len(self.edges) + 1
        for vertex, edges in enumerate(self.variables_at):
            out = [self._arc(edge, vertex) for edge in edges]
            for arcs in (out, [_reverse(arc) for arc in out]):
                yield arcs
                if len(arcs) <= MOST_PAIRS:
                    yield from ([-one, -other] for one, other in combinations(arcs, 2))
                else:
                    yield from at_most(1, arcs, first)
                    first += len(arcs)
        if len(self.variables_at) > 2:
            yield from ([-2 * edge, 1 - 2 * edge] for edge in range(1, len(self.edges) + 1))
        for edges in [*([edge] for edge in self.required), *(group for _, group in self.groups)]:  # the apex has two ends
            yield [arc for edge in edges for arc in (2 * edge - 1, 2 * edge)]

    def _arc(self, edge: int, tail: int) -> int:
        """Return the variable of an edge's arc that begins at `tail`."""
        return 2 * edge - (self.edges[edge - 1][0] == tail)

    def choose(self) -> np.ndarray | None:
        if not sat_search_answer(self._solver, self.meter, 2 * len(self.edges)):
            return None
        import numpy as np

        arcs = np.array(self._solver.get_model()[: 2 * len(self.edges)]) > 0
        return arcs[::2] | arcs[1::2]

    def cut(self, inside: frozenset[int]) -> None:
        edges = ((edge, self.edges[edge - 1]) for edge in self.outward(inside))
        out = [self._arc(edge, one if one in inside else other) for edge, (one, other) in edges]
        self._solver.add_clause(out)
        self._solver.add_clause([_reverse(arc) for arc in out])

    def forbid(self, cycle: Clause) -> None:
        along = []
        for before, edge in zip([cycle[-1], *cycle], cycle, strict=False):
            (tail,) = {*self.edges[before - 1]} & {*self.edges[edge - 1]}
            along.append(self._arc(edge, tail))
        self._solver.add_clause([-arc for arc in along])
        self._solver.add_clause([-_reverse(arc) for arc in along])


@solver(
    "sat-arcs",
    summary="SAT solver with one successor per square, and lazy cuts against short circuits",
    exact=True,
    closed=True,
    fixed_end=True,
    tours=partial(sat_tours, search=ArcSearch),
    packages=("pysat",),
    extra="sat",
    reference="T. Soh et al., Incremental SAT-based method for the Hamiltonian cycle problem, 2014",
)
def sat_arcs(problem: Problem, meter: Meter, *, presolve: bool = True) -> Outcome:
    """Search for a tour with a SAT solver that chooses arcs.

    Parameters
    ----------
    presolve : bool, optional
        Whether to search first for obstructions that need only a few passes over the graph (default: True).

    Examples
    --------
    >>> import networkx as nx
    >>> from solvers import solve
    >>> petersen = nx.petersen_graph()
    >>> solve(petersen, "sat-arcs").status.value, solve(petersen, "sat-arcs", closed=True).status.value
    ('found', 'impossible')
    """
    known = sat_outcome_at_sight(problem, meter, presolve)
    if known is not None:
        return known
    search = ArcSearch(problem, meter)
    return sat_outcome(search.tour(), search, meter)


def _reverse(arc: int) -> int:
    """Return the variable of the opposite arc."""
    return arc - 1 if arc % 2 == 0 else arc + 1
