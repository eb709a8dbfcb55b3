"""Integer programming: choose two moves per square, and exclude short cycles.

There is a variable per move, which is 1 if the move is chosen and 0 if not. This is how operations research solves the
travelling salesman problem [1]_. HiGHS [2]_ first solves the linear program, in which the variables may be fractions. Then it
branches: it solves the program once with a certain move, and once without it. If a set of squares has too few neighbours for a
tour, the linear program itself has no solution, so no branching is needed. `lazy_cuts` explains how cycles become a tour.

HiGHS cannot continue after cuts are added, so it solves each larger program from scratch. It computes with floating-point
numbers, but all coefficients of the program are small integers: 0, 1, 2 or numbers of edges. A search node is a node of the
branching tree, including its root. The time is exponential at worst. A board of about 100x100 takes a second.

References
----------
.. [1] G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman problem, 1954.
.. [2] Q. Huangfu and J. Hall, Parallelizing the dual revised simplex method, 2018.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from graphs.loading import load
from graphs.text import plural
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome, outcome_of
from solvers.core.problem import Problem
from solvers.core.registry import solver, whole_number
from solvers.methods.models.lazy_cuts import LazySumSearch

if TYPE_CHECKING:
    import numpy as np

READING = 1.5e-5
"""Maximum time of HiGHS to read a program, in seconds per move.

During this time, HiGHS does not check the clock.
"""
SOON = 1.0  # time limit of the first attempt to solve a program, in seconds; doubled for each further attempt
MOST_NODES = 2**31 - 1  # largest node limit that HiGHS accepts


@solver(
    "highs",
    summary="integer programming with HiGHS: two moves at each square, and lazy cuts",
    exact=True,
    closed=True,
    fixed_end=True,
    packages=("ortools",),
    reference="Q. Huangfu and J. Hall, Parallelizing the dual revised simplex method, 2018",
)
def highs(problem: Problem, meter: Meter, *, seed: int = 0) -> Outcome:
    """Search for a tour by integer programming with HiGHS.

    Parameters
    ----------
    seed : int, optional
        Seed of the random choices of HiGHS (default: 0).

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(30, 30), "highs", closed=True).status.value, solve(Board(4, 4), "highs").status.value
    ('found', 'impossible')
    """
    whole_number("seed", seed, least=0)
    if problem.size == 1:
        return Outcome.found(list(problem.nodes), 0)
    search = HighsSearch(problem, meter, seed)
    return outcome_of(search.tour(), meter, f"HiGHS proves the program with {plural(len(search.cuts), 'cut')} infeasible")


class HighsSearch(LazySumSearch):
    """A search by integer programming with HiGHS.

    This is the version in OR-Tools, because the separate package of HiGHS cannot be loaded in the same process as OR-Tools.
    """

    def __init__(self, problem: Problem, meter: Meter, seed: int) -> None:
        load("ortools.math_opt.python.mathopt")
        from ortools.math_opt.python import mathopt

        super().__init__(problem, meter)
        self._mathopt, self._seed, self._program = mathopt, seed, mathopt.Model()
        self._moves = [self._program.add_binary_variable() for _ in meter.watched(self.edges)]
        self.add_sums()

    def choose(self) -> np.ndarray | None:
        """Solve the integer program from scratch, and return the chosen edges.

        HiGHS cannot be stopped from outside. So each call has a short time limit. If HiGHS reaches this limit, it is called
        again with twice the limit. If the budget is exceeded during a call, BudgetSpent is raised, and HiGHS continues in a
        background thread until the time limit of the call.
        """
        import numpy as np

        mathopt = self._mathopt
        seconds, reading, nodes = SOON, len(self.edges) * READING, self.meter.budget.nodes
        while True:
            self.meter.check()
            self.meter.require_seconds(reading, f"reading {len(self.edges):,} {self.problem.words.edges} with HiGHS")
            limits = mathopt.SolveParameters(
                time_limit=timedelta(seconds=min(seconds, max(0, self.meter.seconds_left - reading))),
                node_limit=None if nodes is None else min(nodes - self.meter.nodes, MOST_NODES),
                random_seed=self._seed,
            )
            solve = partial(mathopt.solve, self._program, mathopt.SolverType.HIGHS, params=limits)
            done = self.meter.wait_for(solve)  # without a thread, OR-Tools would swallow Ctrl-C
            if done.termination.limit is not mathopt.Limit.TIME:
                break
            seconds *= 2
        self.meter.reach(self.meter.nodes + max(1, done.solve_stats.node_count))
        if done.has_primal_feasible_solution():
            return np.array(done.variable_values(self._moves)) > 0.5
        if done.termination.reason is mathopt.TerminationReason.INFEASIBLE:
            return None
        raise self.meter.spent("node limit")

    def add_sum(self, variables: Sequence[int], least: int, most: int) -> None:
        row = self._program.add_linear_constraint(lb=least, ub=most)
        for each in variables:
            row.set_coefficient(self._moves[each - 1], 1)
