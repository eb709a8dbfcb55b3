"""SAT with lazy cuts: let a SAT solver choose cycles that visit every square, and forbid those that are no tour.

The clauses (`two_factor`) say that every square has two of the chosen moves. The solver's answer is a set of cycles. First, two
cycles are joined by an exchange of two moves, wherever that can be done; often one cycle is left, which is a tour. If not, every
cycle gets a cut: a clause that says that a move leads out of its squares. The solver goes on with what it has learnt, until there
is one cycle, or the clauses contradict each other: then there is no tour.

Such cuts are those of G. Dantzig, R. Fulkerson and S. Johnson (Solution of a large-scale traveling-salesman problem, 1954); with a SAT
solver: T. Soh, D. Le Berre, S. Roussel, M. Banbara and N. Tamura (Incremental SAT-based method with native Boolean cardinality
handling for the Hamiltonian cycle problem, JELIA 2014). The solver is Glucose 4 (G. Audemard and L. Simon) in PySAT (A. Ignatiev,
A. Morgado and J. Marques-Silva): it stops at limits, writes proofs, and was the fastest there on these clauses.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any

from graphs.leapers import ordered_neighbours
from graphs.obstructions import find_obstruction
from solvers.budget import Meter
from solvers.methods.cycles import cycles_of, join_cycles
from solvers.methods.two_factor import TwoFactor, bipartition
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome

__all__ = ["CycleSearch", "sat", "sat_tours", "two_factor_of"]

CONFLICTS_BETWEEN_LOOKS = 2000
"""Conflicts between two looks at the clock: some tenths of a second at most."""
Cycle = list[int]


def sat_tours(problem: Problem, meter: Meter, *, presolve: bool = True) -> Iterator[list[Hashable]]:
    """Yield every tour, in both directions; a tour that was found is forbidden by a clause."""
    search = CycleSearch(problem, meter)
    while (cycle := search.next_tour(meter, join=False)) is not None:
        yield search.squares(cycle)
        if search.has_two_directions:
            yield search.squares(cycle[::-1])
        search.forbid(cycle)


@solver(
    "sat",
    summary="a SAT solver chooses cycles, and cuts forbid those that are no tour",
    exact=True,
    closed=True,
    fixed_end=True,
    tours=sat_tours,
    loads_from=0,
    packages=("pysat",),
    extra="sat",
    reference="T. Soh et al., Incremental SAT-based method for the Hamiltonian cycle problem, 2014",
)
def sat(problem: Problem, meter: Meter, *, presolve: bool = True) -> Outcome:
    """Return a tour, or IMPOSSIBLE where the clauses and the cuts contradict each other. A node is a conflict.

    Parameters
    ----------
    presolve : look for an obstruction first; the ladder has done so.
    """
    obstruction = find_obstruction(problem.graph_within(meter), problem) if presolve else None
    if obstruction is not None:
        return Outcome.impossible(0, str(obstruction))
    search = CycleSearch(problem, meter)
    cycle = search.next_tour(meter, join=True)
    if cycle is not None:
        return Outcome.found(search.squares(cycle), meter.nodes)
    reason = f"the clauses and {len(search.cuts):,} cuts contradict each other after {meter.nodes:,} conflicts"
    return Outcome.impossible(meter.nodes, reason)


class CycleSearch:
    """The search for the Hamiltonian cycles of one problem, which goes on where it stopped.

    Attributes
    ----------
    two_factor : the graph whose Hamiltonian cycles are the tours; its vertices are the squares by their place in the problem's
        graph, and the apex of an open tour.
    cuts : the sets of vertices that got a cut, in their order.
    has_two_directions : whether a tour and its reverse are both tours of the problem.
    """

    def __init__(self, problem: Problem, meter: Meter, *, with_proof: bool = False) -> None:
        from pysat.solvers import Glucose4

        neighbours = ordered_neighbours(problem.graph_within(meter), watched=meter.watched)
        self._squares = list(neighbours)
        self._start = problem.start
        self.has_two_directions = problem.end is None and (problem.closed or problem.start is None)
        self.two_factor = two_factor_of(problem, neighbours)
        self.cuts: list[list[int]] = []
        self._seen: set[frozenset[int]] = set()
        self._solver = Glucose4(with_proof=with_proof)
        for clause in meter.watched(self.two_factor.clauses()):
            self._solver.add_clause(clause)

    def next_tour(self, meter: Meter, *, join: bool) -> Cycle | None:
        """Return the next Hamiltonian cycle, or None if there is no other; with `join`, cycles are joined by exchanges.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        while self._is_satisfiable(meter):
            pairs = self._pairs()
            cycles = cycles_of(pairs)
            if len(cycles) > 1 and join:
                cycles += cycles_of(join_cycles(pairs, self.two_factor.adjacent))
            if len(cycles[-1]) == self.two_factor.vertices:
                return cycles[-1]
            self._cut(cycles)
        return None

    def _is_satisfiable(self, meter: Meter) -> bool:
        """Return whether the clauses so far can be satisfied."""
        while True:
            left = CONFLICTS_BETWEEN_LOOKS
            if meter.budget.nodes is not None:
                left = min(left, meter.budget.nodes - meter.nodes)
            before = self._conflicts
            self._solver.conf_budget(left)
            answer = self._solver.solve_limited()
            meter.nodes += self._conflicts - before
            if answer is not None:
                return bool(answer)
            meter.check()

    @property
    def _conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])

    def _pairs(self) -> list[list[int]]:
        """Return the two chosen neighbours of each vertex."""
        model = self._solver.get_model()
        pairs: list[list[int]] = [[] for _ in range(self.two_factor.vertices)]
        for (one, other), literal in zip(self.two_factor.edges, model, strict=False):
            if literal > 0:
                pairs[one].append(other)
                pairs[other].append(one)
        return pairs

    def _cut(self, cycles: Iterable[Cycle]) -> None:
        """Add a cut for each cycle that has none yet."""
        for cycle in cycles:
            inside = frozenset(cycle)
            if inside not in self._seen:
                self._seen.add(inside)
                self.cuts.append(cycle)
                self._solver.add_clause(self.two_factor.cut(inside))

    def forbid(self, cycle: Cycle) -> None:
        """Add the clause that not all edges of this cycle are chosen."""
        variable = self.two_factor.variable
        self._solver.add_clause([-variable[one, other] for one, other in zip(cycle, [*cycle[1:], cycle[0]], strict=True)])

    def squares(self, cycle: Cycle) -> list[Hashable]:
        """Return the tour that a cycle makes, in the direction that the problem's ends ask for."""
        apex = self.two_factor.apex
        order = (
            [self._squares[vertex] for vertex in _from(cycle, apex) if vertex != apex]
            if apex is not None
            else ([self._squares[vertex] for vertex in cycle])
        )
        if self._start is None:
            return order
        if apex is not None:
            return order if order[0] == self._start else order[::-1]
        return _from(order, self._start)


def _from(cycle: list[Any], first: Any) -> list[Any]:
    """Return a cycle begun at another of its vertices."""
    place = cycle.index(first)
    return cycle[place:] + cycle[:place]


def two_factor_of(problem: Problem, neighbours: Mapping[Hashable, Collection[Hashable]]) -> TwoFactor:
    """Return the graph whose Hamiltonian cycles are the tours of a problem."""
    number = {square: vertex for vertex, square in enumerate(neighbours)}
    adjacent = [[number[other] for other in near] for near in neighbours.values()]
    edges = [(one, other) for one, near in enumerate(adjacent) for other in near if one < other]
    if problem.closed:
        return TwoFactor(len(adjacent), tuple(edges))
    apex = len(adjacent)
    groups = []
    for count, ends in _ends(problem, number, adjacent):
        groups.append((count, tuple(range(len(edges) + 1, len(edges) + 1 + len(ends)))))
        edges += [(end, apex) for end in ends]
    return TwoFactor(apex + 1, tuple(edges), apex, tuple(groups))


def _ends(problem: Problem, number: Mapping[Hashable, int], adjacent: list[list[int]]) -> list[tuple[int, list[int]]]:
    """Return groups of squares that may be ends of an open tour, and how many of each group are."""
    given = [number[square] for square in (problem.start, problem.end) if square is not None]
    if len(given) == 2:
        return [(1, [end]) for end in given]
    side = bipartition(adjacent)
    squares = range(len(adjacent))
    if side is None:
        groups = [(2, list(squares))]
    else:
        sides = [[square for square in squares if side[square] == each] for each in (0, 1)]
        more = len(sides[0]) - len(sides[1])
        groups = [(1, sides[0]), (1, sides[1])] if more == 0 else [(2, sides[0] if more > 0 else sides[1])]
    for end in given:
        groups = [(1, [end]), *_without(end, groups)]
    return groups


def _without(end: int, groups: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """Return the groups for the other end: one of the squares is taken."""
    rest = [(count - (end in squares), [square for square in squares if square != end]) for count, squares in groups]
    return [(count, squares) for count, squares in rest if count]
