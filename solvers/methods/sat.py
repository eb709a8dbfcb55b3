"""SAT with lazy cuts: a SAT solver chooses cycles that visit every square, and cuts forbid those that are no tour.

The clauses say that every square has two of the chosen moves (`two_factor`). So each answer of the solver is a set of cycles
that visit every square once. If it is one cycle, that is a tour. If there are several:

1. Two cycles are joined wherever an exchange of two moves makes one of them (`cycles`). Often one cycle is left: a tour.
2. Otherwise each cycle gets a cut, a clause which says that a chosen move leads out of its squares. The solver goes on with
   these clauses, and with all that it has learnt before.

In the end there is one cycle, or the clauses contradict each other: then there is no tour.

The solver tries for each move what it chose last. So its answers are alike, and where no tour is like them it finds none: a
flower snark with one more edge has tours, but only through that edge. So where `ANSWERS_ALIKE` answers bring no fewer cycles,
the solver is led elsewhere: it tries other moves first, those that it chose least often.

A SAT solver reasons by resolution, which takes exponentially many steps where counting takes one (A. Haken, The intractability
of resolution, 1985). So what counting shows is looked for apart. Obstructions that a few passes over the graph show come first.
If the solver does not end soon, the other obstructions follow.

The cuts are those of G. Dantzig, R. Fulkerson and S. Johnson (Solution of a large-scale traveling-salesman problem, 1954), here
with a SAT solver (T. Soh, D. Le Berre, S. Roussel, M. Banbara and N. Tamura, Incremental SAT-based method with native Boolean
cardinality handling for the Hamiltonian cycle problem, JELIA 2014). The solver is Minicard (M. Liffiton and J. Maglalang, A
cardinality solver, SAT 2012) of PySAT (A. Ignatiev, A. Morgado and J. Marques-Silva): MiniSat with constraints that count. A
square of eight moves takes two such constraints, and would take 64 clauses.

A node is a conflict of the solver. Cost: exponential at worst; a second for a board of about 150x150.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from math import comb
from typing import Any

from graphs.leapers import ordered_neighbours
from graphs.obstructions import FINDERS, find_colours, find_degree_sets, find_disconnected, find_obstruction, find_trivial
from solvers.budget import Meter
from solvers.errors import BudgetSpent
from solvers.methods.two_factor import Cycle, TwoFactor, without_twin
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome
from solvers.splitmix import SplitMix64

__all__ = ["CycleSearch", "sat", "sat_tours"]

QUICK = (find_trivial, find_disconnected, find_colours)
"""The finders that need a few passes over the graph only."""
SLOW = tuple(find for find in FINDERS if find not in QUICK)
SOON = 20_000
"""Conflicts after which the slow finders are tried: half a second at most on boards of up to `MOST_SQUARES`."""
MOST_SQUARES = 2500
"""The largest board on which the slow finders are tried: they take a second or two there."""
WORK_BETWEEN_LOOKS = 8_000_000
"""Conflicts, times the number of edges, between two looks at the clock: some tenths of a second at most."""
ANSWERS_ALIKE = 6
"""Answers of the solver after which it is led elsewhere."""
MOST_CLAUSES = 50_000
"""The most clauses in place of constraints that count: a board of 28x28 has as many."""


def sat_tours(problem: Problem, meter: Meter, *, presolve: bool = True) -> Iterator[list[Hashable]]:
    """Yield every tour. Each tour that was found is forbidden by a clause, and the solver goes on.

    The parameters are those of `sat`.

    Raises
    ------
    BudgetSpent : the budget ran out before the solver had found all.
    """
    graph = problem.graph_within(meter)
    if len(graph) == 1:
        yield list(graph)
        return
    if presolve and find_obstruction(graph, problem, QUICK, meter.watched) is not None:
        return
    search = CycleSearch(problem, meter)
    while (cycle := search.next_tour(meter, join=False)) is not None:
        yield from search.two_factor.tours(cycle)
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
    presolve : look for obstructions, too. The ladder of `decide` has looked for them before, and turns this off. Degree sets
        are sought in any case if the solver does not end soon: they are what its clauses, without cuts, cannot show.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(30, 30), "sat", closed=True).status.value, solve(Board(5, 5), "sat", closed=True).reason[:41]
    ('found', 'there are 13 squares of one colour and 12')
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
        finders = () if len(graph) > MOST_SQUARES else SLOW if presolve else (find_degree_sets,)
        obstruction = find_obstruction(graph, problem, finders, meter.watched)
        if obstruction is not None:
            return Outcome.impossible(meter.nodes, str(obstruction))
        cycle = search.next_tour(meter, join=True)
    if cycle is not None:
        return Outcome.found(search.two_factor.squares(cycle), meter.nodes)
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
        if step.nodes < SOON:
            raise
        return None, False
    finally:
        meter.nodes += step.nodes


class CycleSearch:
    """The search for the Hamiltonian cycles of one problem. Each call of `next_tour` goes on where the last one stopped.

    Parameters
    ----------
    problem : the problem, of two squares or more.
    meter : the budget of the preparation.

    Attributes
    ----------
    two_factor : the graph whose Hamiltonian cycles are the tours.
    cuts : the sets of vertices that got a cut, in the order in which they got it.
    """

    def __init__(self, problem: Problem, meter: Meter) -> None:
        neighbours = ordered_neighbours(problem.graph_within(meter), watched=meter.watched)
        self.two_factor = TwoFactor(problem, neighbours)
        self.cuts: list[list[int]] = []
        self._seen: set[frozenset[int]] = set()
        self._counted = 0
        self._chunk = max(50, min(5000, WORK_BETWEEN_LOOKS // max(len(self.two_factor.edges), 1)))
        self._fewest, self._alike, self._is_led = 0, 0, False
        self._times_chosen = [0] * len(self.two_factor.edges)
        self._dice = SplitMix64(0)
        self._solver = _solver(self.two_factor, meter)

    def next_tour(self, meter: Meter, *, join: bool) -> Cycle | None:
        """Return the next Hamiltonian cycle, or None if there is no other.

        Parameters
        ----------
        meter : the budget of this call; a node is a conflict.
        join : whether cycles are joined by exchanges. Without it, every cycle comes from the solver itself, so that no tour is
            left out or found twice.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        self._begin_anew()
        while self._is_satisfiable(meter):
            answer = self._solver.get_model()[: len(self.two_factor.edges)]
            found = self.two_factor.read((literal > 0 for literal in answer), join=join)
            if len(found[-1]) == 1:
                return found[-1][0]
            for cycles in found:
                self._cut(cycles)
            self._lead_on(answer, len(found[0]))
        return None

    def _is_satisfiable(self, meter: Meter) -> bool:
        """Return whether the clauses so far can be satisfied."""
        limit = meter.budget.nodes
        while True:
            if meter.seconds_left == 0:
                meter.check()
            left = self._chunk if limit is None else min(self._chunk, limit - meter.nodes + 1)
            self._solver.conf_budget(left)
            answer = self._solver.solve_limited(expect_interrupt=True)
            self._count(meter)
            if answer is not None:
                return bool(answer)

    def _count(self, meter: Meter) -> None:
        """Add the conflicts since the last count to the nodes of the meter.

        The solver may make a few conflicts more than the limit, which show that the limit is too low. The next call counts
        them.

        Raises
        ------
        BudgetSpent : there were such conflicts.
        """
        conflicts = int(self._solver.accum_stats()["conflicts"]) - self._counted
        limit = meter.budget.nodes
        counted = conflicts if limit is None else min(conflicts, limit - meter.nodes)
        self._counted += counted
        meter.nodes += counted
        if counted < conflicts:
            meter.check()

    def _lead_on(self, answer: list[int], cycles: int) -> None:
        """Lead the solver elsewhere if its answers no longer come down to fewer cycles."""
        self._alike = 0 if cycles < self._fewest else self._alike + 1
        self._fewest = min(self._fewest, cycles)
        self._times_chosen = [times + (literal > 0) for times, literal in zip(self._times_chosen, answer, strict=True)]
        if self._alike == ANSWERS_ALIKE:
            tried = set(self._other_edges())
            self._solver.set_phases([abs(literal) if abs(literal) in tried else -abs(literal) for literal in answer])
            self._begin_anew()
            self._is_led = True
        elif self._is_led:  # what it is led to goes before what it chose last
            self._solver.set_phases(answer)

    def _begin_anew(self) -> None:
        """Compare the next answers with each other only."""
        self._fewest, self._alike = len(self.two_factor.edges), 0

    def _other_edges(self) -> Iterator[int]:
        """Yield variables of edges, those chosen least often first, at most two at each vertex, until no other edge fits."""
        met = [0] * self.two_factor.vertices
        order = [(times // ANSWERS_ALIKE, self._dice.below(2**32), edge) for edge, times in enumerate(self._times_chosen)]
        for _, _, edge in sorted(order):
            one, other = self.two_factor.edges[edge]
            if met[one] < 2 and met[other] < 2:
                met[one] += 1
                met[other] += 1
                yield edge + 1

    def _cut(self, cycles: list[Cycle]) -> None:
        """Add a cut for each cycle that has none yet. Where there are two cycles, one cut is the cut of both."""
        for cycle in without_twin(cycles):
            inside = frozenset(cycle)
            if inside not in self._seen:
                self._seen.add(inside)
                self.cuts.append(cycle)
                self._solver.add_clause(self.two_factor.cut(inside))

    def forbid(self, cycle: Cycle) -> None:
        """Add the clause that not all edges of this cycle are chosen."""
        variable = self.two_factor.variable
        self._solver.add_clause([-variable[one, other] for one, other in zip(cycle, [*cycle[1:], cycle[0]], strict=True)])


def _solver(two_factor: TwoFactor, meter: Meter) -> Any:
    """Return Minicard with the conditions of a two-factor.

    Clauses are better for proofs: for open tours of the antelope (3, 4) on 24x24 they take a second, and constraints that count
    more than 20 s. Where the clauses would be many, to write them takes longer than to find a tour; there the solver first
    tries to choose each edge, which leads it to a tour of 192x192 without a conflict.
    """
    from pysat.solvers import Minicard

    minicard = Minicard()
    degrees = [len(variables) for variables in two_factor.variables_at]
    if sum(comb(degree, 3) + degree for degree in degrees if degree != two_factor.apex) <= MOST_CLAUSES:
        for clause in meter.watched(two_factor.clauses()):
            minicard.add_clause(clause)
    else:
        for number, variables in meter.watched(two_factor.exactly()):
            _count_exactly(minicard, number, variables)
        minicard.set_phases(range(1, len(two_factor.edges) + 1))
    return minicard


def _count_exactly(minicard: Any, number: int, variables: Sequence[int]) -> None:
    """Add that exactly `number` of the variables, 1 or 2, are true."""
    minicard.add_atmost(list(variables), number)
    if number == 1:
        minicard.add_clause(list(variables))
    else:
        minicard.add_atmost([-each for each in variables], len(variables) - number)
