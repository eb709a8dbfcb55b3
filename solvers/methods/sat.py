"""SAT with lazy cuts: choose two moves per square, and exclude short cycles.

`lazy_cuts` explains how cycles become a tour. Here, a cut is a clause: at least one chosen move leads out of the squares of a
cycle. If few moves lead out, further clauses state that each of them, if chosen, requires a second one: a tour that leaves the
squares must come back. The solver then continues with everything it has learnt [1]_.

A SAT solver reasons by resolution. It can take exponentially many steps to prove a fact that counting proves in one step [2]_.
Most obstructions, such as cut sets, are proved by counting. So they are searched for without the SAT solver. Those that need
only a few passes over the graph are searched for before the solver starts. If the solver does not end within `SOON` conflicts,
the other obstructions are searched for, and then the solver continues.

If steps are known, the clauses are those of `positions` and need no cuts.

The solver is Minicard or CaDiCaL (see `sat_search`). A search node is a conflict: a point where the solver has to undo
decisions. The time is exponential at worst; a board of about 150x150 takes a second.

References
----------
.. [1] T. Soh, D. Le Berre, S. Roussel, M. Banbara and N. Tamura, Incremental SAT-based method with native Boolean cardinality
   handling for the Hamiltonian cycle problem, JELIA 2014.
.. [2] A. Haken, The intractability of resolution, 1985.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from graphs.loading import load
from graphs.obstructions import FINDERS, PASSES, find_degree_sets
from graphs.text import plural
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent
from solvers.core.outcome import Outcome, outcome_by, outcome_of, outcome_of_first
from solvers.core.problem import Problem
from solvers.core.registry import solver
from solvers.methods.models.lazy_cuts import LazyCutSearch
from solvers.methods.models.positions import position_conditions, too_large_for_positions
from solvers.methods.models.sat_search import EdgeSearch, sat_search_answer

SOON = 20_000  # number of conflicts after which slow searches for obstructions are made (at most half a second)
MOST_SQUARES = 2500  # maximum number of squares for slow searches for obstructions (a second or two)


def sat_tours(
    problem: Problem, meter: Meter, *, presolve: bool = True, search: Callable[[Problem, Meter], LazyCutSearch] = EdgeSearch
) -> Iterator[list[Hashable]]:
    known = sat_outcome_at_sight(problem, meter, presolve)
    if problem.steps and known is None:
        yield from _tours_by_positions(problem, meter)
        return
    yield from search(problem, meter).tours() if known is None else filter(None, [known.squares])


@solver(
    "sat",
    summary="SAT solver with two moves per square, and lazy cuts against short cycles",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    refuses=too_large_for_positions,
    tours=sat_tours,
    packages=("pysat",),
    extra="sat",
    reference="T. Soh et al., Incremental SAT-based method for the Hamiltonian cycle problem, 2014",
)
def sat(problem: Problem, meter: Meter, *, presolve: bool = True, cadical: bool = False) -> Outcome:
    """Search for a tour with a SAT solver that chooses edges.

    Parameters
    ----------
    presolve : bool, optional
        Whether to search for obstructions (default: True). If False, only degree sets are searched for, after `SOON` conflicts.
    cadical : bool, optional
        Whether to use CaDiCaL instead of Minicard (default: False).

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(30, 30), "sat", closed=True).status.value, solve(Board(5, 5), "sat", closed=True).reason[:41]
    ('found', 'there are 13 squares of one colour and 12')
    """
    known = sat_outcome_at_sight(problem, meter, presolve)
    if known is not None:
        return known
    if problem.steps:
        return outcome_of_first(_tours_by_positions(problem, meter), meter)
    search = EdgeSearch(problem, meter, cadical)
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
    return sat_outcome(tour, search, meter)


def sat_outcome(tour: list[Hashable] | None, search: LazyCutSearch, meter: Meter) -> Outcome:
    """Convert the result of a SAT search to an `Outcome`."""
    reason = f"the clauses and {plural(len(search.cuts), 'cut')} contradict each other after {plural(meter.nodes, 'conflict')}"
    return outcome_of(tour, meter, reason)


def _tours_by_positions(problem: Problem, meter: Meter) -> Iterator[list[Hashable]]:
    """Yield all tours of a problem with known steps, by SAT.

    Each tour found is excluded before the solver continues.
    """
    load("pysat.solvers")
    from pysat.solvers import Minicard

    solver, squares, size = Minicard(), list(problem.graph_within(meter)), problem.size
    for kind, variables in position_conditions(problem, meter):
        literals = [each + (each >= 0) for each in variables]
        for clause in [[each] for each in literals] if kind == "bool_and" else [literals]:
            solver.add_clause(clause)
        if kind == "exactly_one":
            solver.add_atmost(literals, 1)
    while sat_search_answer(solver, meter, size**2):
        chosen = sorted((each for each in solver.get_model() if each > 0), key=lambda each: (each - 1) % size)
        yield [squares[(each - 1) // size] for each in chosen]
        solver.add_clause([-each for each in chosen])


def sat_outcome_at_sight(problem: Problem, meter: Meter, presolve: bool) -> Outcome | None:
    """Return the outcome of an easy problem, else None."""
    graph = problem.graph_within(meter)
    if len(graph) == 1:
        return Outcome.found(list(graph), 0)
    return outcome_by(PASSES, problem, meter) if presolve else None
