"""SAT with lazy cuts: let a SAT solver choose cycles that visit every square, and forbid those that are no tour.

Every square has two of the chosen moves (`two_factor`). The solver's answer is a set of cycles. First, two cycles are joined by
an exchange of two moves, wherever that can be done; often one cycle is left, which is a tour. If not, every cycle gets a cut: a
clause that says that a move leads out of its squares. The solver goes on with what it has learnt, until there is one cycle, or
the clauses contradict each other: then there is no tour. Resolution cannot count, so that obstructions are looked for: first
those that a few passes over the graph show, and the others where the solver does not end soon; there, what `tight_sets`
knows of every tour is added, too.

Such cuts are those of G. Dantzig, R. Fulkerson and S. Johnson (Solution of a large-scale traveling-salesman problem, 1954);
with a SAT solver: T. Soh, D. Le Berre, S. Roussel, M. Banbara and N. Tamura (Incremental SAT-based method with native Boolean
cardinality handling for the Hamiltonian cycle problem, JELIA 2014). The solvers are those of PySAT (A. Ignatiev, A. Morgado, J.
Marques-Silva). Gluecard 3 is Glucose (G. Audemard and L. Simon) with constraints that count, as in Minicard (M. Liffiton and J.
Maglalang): two of them for a square where Glucose takes 64 clauses. It writes no proofs; for a proof, Glucose 4 gets the
clauses. A node is a conflict. Cost: exponential at worst, a second at about 150x150.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from graphs.leapers import ordered_neighbours
from graphs.obstructions import FINDERS, find_colours, find_disconnected, find_obstruction, find_trivial
from solvers.budget import Meter
from solvers.errors import BudgetSpent
from solvers.methods.cycles import cycles_of, join_cycles
from solvers.methods.tight_sets import tight_groups
from solvers.methods.two_factor import TwoFactor, bipartition
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome

__all__ = ["CycleSearch", "sat", "sat_tours", "two_factor_of"]

QUICK = (find_trivial, find_disconnected, find_colours)
"""The finders that a few passes over the graph are enough for."""
SLOW = tuple(find for find in FINDERS if find not in QUICK)
SOON = 2000
"""Conflicts after which the slow finders are tried: half a second of search at most, on the boards that are small enough."""
MOST_SQUARES = 2500
"""The slow finders take a second or two on a board of so many squares."""
WORK_BETWEEN_LOOKS = 2_000_000
"""Conflicts times vertices between two looks at the clock: some tenths of a second."""
Cycle = list[int]


def sat_tours(problem: Problem, meter: Meter, *, presolve: bool = True) -> Iterator[list[Hashable]]:
    """Yield every tour, in both directions; a tour that was found is forbidden by a clause."""
    graph = problem.graph_within(meter)
    if len(graph) == 1:
        yield list(graph)
        return
    if presolve and find_obstruction(graph, problem, QUICK, meter.watched) is not None:
        return
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
    """Return a tour, or IMPOSSIBLE where the clauses and the cuts contradict each other or an obstruction is found.

    Parameters
    ----------
    presolve : look for obstructions too; the ladder has done so before.
    """
    graph = problem.graph_within(meter)
    if len(graph) == 1:
        return Outcome.found(list(graph), 0)
    obstruction = find_obstruction(graph, problem, QUICK, meter.watched) if presolve else None
    if obstruction is not None:
        return Outcome.impossible(0, str(obstruction))
    search = CycleSearch(problem, meter)
    cycle, is_settled = _try_soon(search, meter)
    if not is_settled:
        if len(graph) <= MOST_SQUARES:
            obstruction = find_obstruction(graph, problem, SLOW, meter.watched) if presolve else None
            if obstruction is not None:
                return Outcome.impossible(meter.nodes, str(obstruction))
            search.require(tight_groups(graph, problem, search.two_factor, meter.watched))
        cycle = search.next_tour(meter, join=True)
    if cycle is not None:
        return Outcome.found(search.squares(cycle), meter.nodes)
    reason = f"the clauses and {len(search.cuts):,} cuts contradict each other after {meter.nodes:,} conflicts"
    return Outcome.impossible(meter.nodes, reason)


def _try_soon(search: CycleSearch, meter: Meter) -> tuple[Cycle | None, bool]:
    """Return what the search finds within `SOON` conflicts, and whether that settles the problem.

    Raises
    ------
    BudgetSpent : the budget of the whole run ran out.
    """
    step = meter.step(SOON)
    try:
        return search.next_tour(step, join=True), True
    except BudgetSpent:
        if step.nodes < SOON or meter.seconds_left == 0:
            raise
        return None, False
    finally:
        meter.nodes += step.nodes


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
        neighbours = ordered_neighbours(problem.graph_within(meter), watched=meter.watched)
        self._squares = list(neighbours)
        self._start, self._end = problem.start, problem.end
        self.has_two_directions = problem.end is None and (problem.closed or problem.start is None)
        self.two_factor = two_factor_of(problem, neighbours)
        self.cuts: list[list[int]] = []
        self._seen: set[frozenset[int]] = set()
        self._counted = 0
        self._chunk = max(50, min(5000, WORK_BETWEEN_LOOKS // self.two_factor.vertices))
        self._solver = _solver_with_proof(self.two_factor, meter) if with_proof else _solver_that_counts(self.two_factor, meter)

    def require(self, groups: Iterable[tuple[int, Sequence[int]]]) -> None:
        """Add what is known of every tour: of each group of variables exactly so many are true. Not for a search with proof."""
        for number, variables in groups:
            _count_exactly(self._solver, number, variables)

    def next_tour(self, meter: Meter, *, join: bool) -> Cycle | None:
        """Return the next Hamiltonian cycle, or None if there is no other; with `join`, cycles are joined by exchanges.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        while self._is_satisfiable(meter):
            pairs = self._pairs()
            cycles = cycles_of(pairs)
            if len(cycles) == 1:
                return cycles[0]
            joined = join_cycles(cycles, pairs, self.two_factor.adjacent, self._kept(pairs)) if join else []
            if len(joined) == 1:
                return joined[0]
            self._cut(cycles)
            self._cut(joined)
        return None

    def _is_satisfiable(self, meter: Meter) -> bool:
        """Return whether the clauses so far can be satisfied."""
        limit = meter.budget.nodes
        while True:
            if meter.seconds_left == 0:
                meter.check()
            left = self._chunk if limit is None else min(self._chunk, limit - meter.nodes + 1)
            self._solver.conf_budget(left)
            answer = self._solver.solve_limited()
            self._count(meter)
            if answer is not None:
                return bool(answer)

    def _count(self, meter: Meter) -> None:
        """Add the conflicts since the last count; the one past the limit shows that the limit is too low, and counts later.

        Raises
        ------
        BudgetSpent : there was one past the limit.
        """
        conflicts = int(self._solver.accum_stats()["conflicts"]) - self._counted
        limit = meter.budget.nodes
        counted = conflicts if limit is None else min(conflicts, limit - meter.nodes)
        self._counted += counted
        meter.nodes += counted
        if counted < conflicts:
            meter.check()

    def _pairs(self) -> list[list[int]]:
        """Return the two chosen neighbours of each vertex."""
        model = self._solver.get_model()
        pairs: list[list[int]] = [[] for _ in range(self.two_factor.vertices)]
        for (one, other), literal in zip(self.two_factor.edges, model, strict=False):
            if literal > 0:
                pairs[one].append(other)
                pairs[other].append(one)
        return pairs

    def _kept(self, pairs: list[list[int]]) -> set[tuple[int, int]]:
        """Return the chosen edges of which the groups need so many, in both directions."""
        edges = [self.two_factor.edges[variable - 1] for _, group in self.two_factor.groups for variable in group]
        return {edge for one, other in edges if other in pairs[one] for edge in ((one, other), (other, one))}

    def _cut(self, cycles: list[Cycle]) -> None:
        """Add a cut for each cycle that has none yet; the cuts of two cycles are the same."""
        for cycle in cycles[:1] if len(cycles) == 2 else cycles:
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
        if apex is not None:
            order = [self._squares[vertex] for vertex in _from(cycle, apex)[1:]]
            return order if self._start in (None, order[0]) else order[::-1]
        order = [self._squares[vertex] for vertex in cycle]
        if self._start is not None:
            order = _from(order, self._start)
        return order if self._end in (None, order[-1]) else [order[0], *order[:0:-1]]


def _from(cycle: list[Any], first: Any) -> list[Any]:
    """Return a cycle begun at another of its vertices."""
    place = cycle.index(first)
    return cycle[place:] + cycle[:place]


def _solver_that_counts(two_factor: TwoFactor, meter: Meter) -> Any:
    """Return Gluecard with two constraints for each number: at most so many are true, and at most the rest are false."""
    from pysat.solvers import Gluecard3

    gluecard = Gluecard3()
    for number, variables in meter.watched(two_factor.exactly()):
        _count_exactly(gluecard, number, variables)
    return gluecard


def _count_exactly(gluecard: Any, number: int, variables: Sequence[int]) -> None:
    if not 0 <= number <= len(variables):
        gluecard.add_clause([])
    elif variables:
        gluecard.add_atmost(list(variables), number)
        gluecard.add_atmost([-each for each in variables], len(variables) - number)


def _solver_with_proof(two_factor: TwoFactor, meter: Meter) -> Any:
    """Return Glucose with the clauses; it notes the proof."""
    from pysat.solvers import Glucose4

    glucose = Glucose4(with_proof=True)
    for clause in meter.watched(two_factor.clauses()):
        glucose.add_clause(clause)
    return glucose


def two_factor_of(problem: Problem, neighbours: Mapping[Hashable, Collection[Hashable]]) -> TwoFactor:
    """Return the graph whose Hamiltonian cycles are the tours of a problem."""
    number = {square: vertex for vertex, square in enumerate(neighbours)}
    adjacent = [[number[other] for other in near] for near in neighbours.values()]
    edges = [(one, other) for one, near in enumerate(adjacent) for other in near if one < other]
    if problem.closed:
        if problem.end is None:
            return TwoFactor(len(adjacent), tuple(edges))
        return TwoFactor(len(adjacent), tuple(edges), groups=(_closing(number[problem.start], number[problem.end], edges),))
    apex = len(adjacent)
    groups = []
    for count, ends in _ends(problem, number, adjacent):
        groups.append((count, tuple(range(len(edges) + 1, len(edges) + 1 + len(ends)))))
        edges += [(end, apex) for end in ends]
    return TwoFactor(apex + 1, tuple(edges), apex, tuple(groups))


def _closing(start: int, end: int, edges: list[tuple[int, int]]) -> tuple[int, tuple[int, ...]]:
    """Return the group of the edge between the given ends of a closed tour."""
    return 1, tuple(variable for variable, edge in enumerate(edges, 1) if edge in ((start, end), (end, start)))


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
