"""SAT with lazy cuts: a SAT solver chooses cycles that visit every square, and cuts forbid those that are no tour.

`lazy_cuts` says how cycles become a tour. Here a cut is a clause which says that a chosen move leads out of the squares of a
cycle, and the solver goes on with all that it has learnt before.

The solver tries for each move what it chose last. So its answers are alike, and where no tour is like them it finds none: a
flower snark with one more edge has tours, but only through that edge. So where `ANSWERS_ALIKE` answers bring no fewer cycles,
the solver is led elsewhere: it tries other moves first, those that it chose least often.

A SAT solver reasons by resolution, which takes exponentially many steps where counting takes one (A. Haken, The intractability
of resolution, 1985). So what counting shows is looked for apart. Obstructions that a few passes over the graph show come first.
If the solver does not end soon, the other obstructions follow.

Where steps are known, the clauses are those of `positions`, and need no cuts.

The method: T. Soh, D. Le Berre, S. Roussel, M. Banbara and N. Tamura, Incremental SAT-based method with native Boolean
cardinality handling for the Hamiltonian cycle problem, JELIA 2014. The solver is Minicard (M. Liffiton and J. Maglalang, A
cardinality solver, SAT 2012) of PySAT (A. Ignatiev, A. Morgado and J. Marques-Silva): MiniSat with constraints that count. A
square of eight moves takes two such constraints, and would take 64 clauses.

A node is a conflict of the solver. Cost: exponential at worst; a second for a board of about 150x150.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from math import comb
from typing import Any

from graphs.loading import load
from graphs.obstructions import FINDERS, PASSES, find_degree_sets
from graphs.text import plural
from solvers.budget import Meter
from solvers.errors import BudgetSpent
from solvers.methods.lazy_cuts import CutSearch
from solvers.methods.positions import conditions, too_large
from solvers.methods.presolve import outcome_by
from solvers.methods.two_factor import Clause
from solvers.outcome import Outcome, first_found
from solvers.problem import Problem
from solvers.registry import solver
from solvers.splitmix import SplitMix64

__all__ = ["MinicardSearch", "sat", "sat_tours"]

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
    """Yield every tour. The parameters are those of `sat`.

    Raises
    ------
    BudgetSpent : the budget ran out before the solver had found all.
    """
    known = _at_first_sight(problem, meter, presolve)
    if problem.steps and known is None:
        yield from _tours_by_positions(problem, meter)
        return
    yield from MinicardSearch(problem, meter).tours() if known is None else filter(None, [known.squares])


@solver(
    "sat",
    summary="a SAT solver chooses cycles, and cuts forbid those that are no tour",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    refuses=too_large,
    tours=sat_tours,
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
    known = _at_first_sight(problem, meter, presolve)
    if known is not None:
        return known
    if problem.steps:
        return first_found(_tours_by_positions(problem, meter), meter)
    search = MinicardSearch(problem, meter)
    try:
        search.meter = meter.step(SOON)
        tour = search.tour()
    except BudgetSpent:
        if search.meter.nodes < SOON:
            raise
        meter.nodes = search.meter.nodes
        slow = [find for find in FINDERS if find not in PASSES] if presolve else [find_degree_sets]
        if outcome := outcome_by(slow if problem.size <= MOST_SQUARES else (), problem, meter):
            return outcome
        search.go_on(meter)
        tour = search.tour()
    finally:
        meter.nodes = search.meter.nodes
    if tour is not None:
        return Outcome.found(tour, meter.nodes)
    reason = f"the clauses and {plural(len(search.cuts), 'cut')} contradict each other after {plural(meter.nodes, 'conflict')}"
    return Outcome.impossible(meter.nodes, reason)


def _tours_by_positions(problem: Problem, meter: Meter) -> Iterator[list[Hashable]]:
    """Yield every tour of a problem with known steps. Each one that was found is forbidden, and the solver goes on."""
    load("pysat.solvers")
    from pysat.solvers import Minicard

    solver, squares, size = Minicard(), list(problem.graph_within(meter)), problem.size
    for kind, variables in conditions(problem, meter):
        literals = [each + (each >= 0) for each in variables]
        for clause in [[each] for each in literals] if kind == "bool_and" else [literals]:
            solver.add_clause(clause)
        if kind == "exactly_one":
            solver.add_atmost(literals, 1)
    while _answer(solver, meter, size**2):
        chosen = sorted((each for each in solver.get_model() if each > 0), key=lambda each: (each - 1) % size)
        yield [squares[(each - 1) // size] for each in chosen]
        solver.add_clause([-each for each in chosen])


def _answer(solver: Any, meter: Meter, variables: int) -> bool:
    """Return whether the solver finds a model. Its conflicts are the nodes; it looks at the clock between some of them.

    Raises
    ------
    BudgetSpent : the budget ran out.
    """
    chunk, limit, answer = max(50, min(5000, WORK_BETWEEN_LOOKS // max(variables, 1))), meter.budget.nodes, None
    while answer is None:
        if meter.seconds_left == 0:
            meter.check()
        solver.conf_budget(chunk if limit is None else min(chunk, limit - meter.nodes + 1))
        answer = solver.solve_limited(expect_interrupt=True)
        meter.reach(int(solver.accum_stats()["conflicts"]))
    return bool(answer)


def _at_first_sight(problem: Problem, meter: Meter, presolve: bool) -> Outcome | None:
    """Return the outcome of a single square, or where a quick finder sees an obstruction."""
    graph = problem.graph_within(meter)
    if len(graph) == 1:
        return Outcome.found(list(graph), 0)
    return outcome_by(PASSES, problem, meter) if presolve else None


class MinicardSearch(CutSearch):
    """The search by Minicard, with the conditions of the two-factor as clauses, or as constraints that count.

    Clauses are better for proofs: for open tours of the antelope (3, 4) on 24x24 they take a second, and constraints that count
    more than 20 s. Where the clauses would be many, to write them takes longer than to find a tour; there the solver first
    tries to choose each edge, which leads it to a tour of 192x192 without a conflict.
    """

    def __init__(self, problem: Problem, meter: Meter) -> None:
        load("pysat.solvers")
        from pysat.solvers import Minicard

        super().__init__(problem, meter)
        self._times_chosen: Counter[int] = Counter()
        self._dice, self._is_led = SplitMix64(0), False
        self._solver = Minicard()
        self.go_on(meter)
        # An apex that is joined to all squares is left out: its clauses are few.
        degrees = [len(variables) for variables in self.variables_at if len(variables) < problem.size]
        if sum(comb(degree, 3) + degree for degree in degrees) <= MOST_CLAUSES:
            for clause in meter.watched(self.clauses()):
                self._solver.add_clause(clause)
            return
        for number, variables in meter.watched(self.exactly()):
            self._solver.add_atmost(list(variables), number)
            if number == 1:
                self._solver.add_clause(list(variables))
            else:
                self._solver.add_atmost([-each for each in variables], len(variables) - number)
        self._solver.set_phases(range(1, len(self.edges) + 1))

    def go_on(self, meter: Meter) -> None:
        """Go on with another budget, and compare the answers from now on with each other only.

        The nodes of the budget are the conflicts from the first one on.
        """
        self.meter = meter
        self._fewest, self._alike = len(self.edges), 0

    def choose(self) -> Sequence[bool] | None:
        found = _answer(self._solver, self.meter, edges := len(self.edges))
        return [literal > 0 for literal in self._solver.get_model()[:edges]] if found else None

    def cut(self, outward: Clause) -> None:
        self._solver.add_clause(outward)

    def forbid(self, cycle: Clause) -> None:
        self._solver.add_clause([-edge for edge in cycle])
        self.go_on(self.meter)

    def lead_on(self, chosen: Sequence[bool], cycles: int) -> None:
        """Lead the solver elsewhere if its answers no longer come down to fewer cycles."""
        self._alike = 0 if cycles < self._fewest else self._alike + 1
        self._fewest = min(self._fewest, cycles)
        edges = {edge for edge, is_chosen in enumerate(chosen) if is_chosen}
        self._times_chosen.update(edges)
        if self._alike == ANSWERS_ALIKE:
            self._try_first(self._other_edges())
            self.go_on(self.meter)
            self._is_led = True
        elif self._is_led:  # what it is led to goes before what it chose last
            self._try_first(edges)

    def _try_first(self, edges: set[int]) -> None:
        self._solver.set_phases([edge + 1 if edge in edges else -edge - 1 for edge in range(len(self.edges))])

    def _other_edges(self) -> set[int]:
        """Return edges, those chosen least often first, at most two at each vertex, until no other edge fits."""
        met: Counter[int] = Counter()
        others = set()
        rank = [(self._times_chosen[edge] // ANSWERS_ALIKE, self._dice.below(2**32)) for edge in range(len(self.edges))]
        for edge in sorted(range(len(rank)), key=rank.__getitem__):
            if all(met[vertex] < 2 for vertex in self.edges[edge]):
                met.update(self.edges[edge])
                others.add(edge)
        return others
