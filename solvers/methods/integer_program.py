"""Integer programming: 0 or 1 for each move, two moves at each square, and cuts against the cycles that are no tour.

This is how operations research solves the travelling salesman problem. HiGHS first solves the program with fractions, as a
linear one; then it branches: a move is chosen, or it is not. Linear programs count, so that boards where a part of the squares
has too few neighbours are refuted without branching. `lazy_cuts` says how cycles become a tour. HiGHS cannot go on with a
larger program, so it solves each one anew. It reckons with floating-point numbers, but all that it is given are 0, 1 and 2.

G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman problem, 1954; Q. Huangfu and J. Hall,
Parallelizing the dual revised simplex method, 2018. A node is a program that branching makes, the first one included. Cost:
exponential at worst; a second at about 100x100.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import timedelta

from graphs.loading import load
from solvers.budget import Meter
from solvers.methods.lazy_cuts import SumSearch
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver, whole_number

__all__ = ["highs"]

READING = 1.5e-5
"""Seconds that the reading of the program takes at most for each move. HiGHS does not look at the clock meanwhile."""
SOON = 1.0
"""Seconds of the first try at a program."""
WAIT = 0.02
"""Seconds between two looks at the clock."""


@solver(
    "highs",
    summary="HiGHS, integer programming: two moves at each square, and lazy cuts",
    exact=True,
    closed=True,
    fixed_end=True,
    packages=("ortools",),
    reference="Q. Huangfu and J. Hall, Parallelizing the dual revised simplex method, 2018",
)
def highs(problem: Problem, meter: Meter, *, seed: int = 0) -> Outcome:
    """Return a tour, or IMPOSSIBLE where HiGHS proves a program infeasible.

    Parameters
    ----------
    seed : for the random choices of HiGHS.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(30, 30), "highs", closed=True).status.value, solve(Board(4, 4), "highs").status.value
    ('found', 'impossible')
    """
    whole_number("seed", seed, least=0)
    if problem.size == 1:
        return Outcome.found(list(problem.graph), 0)
    search = HighsSearch(problem, meter, seed)
    tour = search.tour()
    if tour is not None:
        return Outcome.found(tour, meter.nodes)
    return Outcome.impossible(meter.nodes, f"HiGHS proves the program with {len(search.cuts):,} cuts infeasible")


class HighsSearch(SumSearch):
    """The search by HiGHS, which is part of OR-Tools. The wheel of HiGHS alone cannot be loaded beside OR-Tools."""

    def __init__(self, problem: Problem, meter: Meter, seed: int) -> None:
        load("ortools.math_opt.python.mathopt")
        from ortools.math_opt.python import mathopt

        super().__init__(problem, meter)
        self._mathopt, self._seed, self._program = mathopt, seed, mathopt.Model()
        self._moves = [self._program.add_binary_variable() for _ in meter.watched(self.edges)]
        self.add_sums()

    def choose(self) -> Sequence[int] | None:
        """Return for each edge whether it is chosen.

        Nobody can stop HiGHS. So it gets little time, and then begins anew with twice as much, in which it does the same again.
        Where the run ends before that time, a thread that nobody waits for goes on until it is over.
        """
        mathopt = self._mathopt
        seconds, reading, nodes = SOON, len(self.edges) * READING, self.meter.budget.nodes
        while True:
            self.meter.check()
            self.meter.require_seconds(reading, f"the reading by HiGHS of {len(self.edges):,} {self.problem.words.edges}")
            limits = mathopt.SolveParameters(
                time_limit=timedelta(seconds=min(seconds, max(0, self.meter.seconds_left - reading))),
                node_limit=None if nodes is None else nodes - self.meter.nodes,
                random_seed=self._seed,
            )
            pool = ThreadPoolExecutor(1)  # OR-Tools would swallow Ctrl-C
            run = pool.submit(mathopt.solve, self._program, mathopt.SolverType.HIGHS, params=limits)
            pool.shutdown(wait=False)
            while wait([run], WAIT).not_done:
                self.meter.check()
            done = run.result()
            pool.shutdown()  # a thread that still ends would have the worker process of a comparison replaced
            if done.termination.limit is not mathopt.Limit.TIME:
                break
            seconds *= 2
        self.meter.reach(self.meter.nodes + max(1, done.solve_stats.node_count))
        if done.has_primal_feasible_solution():
            return [round(value) for value in done.variable_values(self._moves)]
        if done.termination.reason is mathopt.TerminationReason.INFEASIBLE:
            return None
        raise self.meter.spent("node limit")

    def lead_on(self, chosen: Sequence[int], cycles: int) -> None:
        """HiGHS begins anew."""

    def add_sum(self, variables: Sequence[int], least: int, most: int) -> None:
        row = self._program.add_linear_constraint(lb=least, ub=most)
        for each in variables:
            row.set_coefficient(self._moves[each - 1], 1)
