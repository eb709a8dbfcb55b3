"""Constraint programming: one successor per square, and a circuit constraint.

For an open tour, there is an additional vertex that makes the tour a circuit (see `arrays.Circuit`).

Choco [2]_ uses the classic search of constraint programming. It sets one variable at a time, and then removes from the other
variables each value that can no longer lead to a circuit. If a variable has no value left, Choco backtracks. It learns no
clauses. But its circuit constraint detects many dead ends early [1]_: it computes a matching of squares to successors, and the
strongly connected components of the remaining moves. So if a board has no tour because of its colours, Choco usually proves
this at once.

A search node is a leaf of the search: a failure or a tour. Choco cannot be stopped during the first step of its search, so a
cancelled run on 100x100 may end a second late. The time is quadratic in the number of squares at best, and exponential at
worst. A board of about 30x30 takes a second.

References
----------
.. [1] J.-G. Fages and X. Lorca, Improving the asymmetric TSP by considering graph structure, 2012.
.. [2] C. Prud'homme and J.-G. Fages, Choco-solver, Journal of Open Source Software, 2022.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from random import Random

from graphs.loading import load
from graphs.text import plural
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent
from solvers.core.outcome import Outcome, outcome_of
from solvers.core.problem import Problem
from solvers.core.registry import solver, whole_number

MOST_SQUARES = 10_000  # maximum number of squares; a step of the search then takes 0.25 s (0.01 s with 2,500 squares)
FIRST = "0.001s"
"""Total time limit of Choco.

It is so short that every call except the first makes only one step of the search, so that the clock can be checked after each
step.
"""
STARTING = 2e-5
"""Maximum time before Choco's first step, in seconds per arc.

During this time, Choco cannot be stopped.
"""


def choco_tours(problem: Problem, meter: Meter, *, seed: int = 0) -> Iterator[list[Hashable]]:
    whole_number("seed", seed, least=0)
    load("pychoco", "solvers.methods.arrays")
    from solvers.methods.arrays import Circuit, adjacency_arrays

    adjacency = adjacency_arrays(problem, meter=meter)
    meter.require_seconds(len(adjacency.heads) * STARTING, f"starting Choco with {len(adjacency.heads):,} arcs")
    circuit = Circuit(adjacency)
    number = [*range(circuit.nodes[-1] + 1)]
    if seed:
        Random(seed).shuffle(number)
    after: dict[int, list[int]] = {each: [] for each in number}
    for tail, head in circuit.arcs:
        after[number[tail]].append(number[head])
    if not all(after.values()):
        return
    search = _Choco([after[each] for each in range(len(number))])
    while not search.is_over:
        if search.step(meter):
            yield circuit.tour_of((tail, number.index(search.value(each))) for tail, each in enumerate(number))


class _Choco:
    """A search with Choco, one step at a time.

    Private functions of pychoco are needed because `Model.circuit` never frees its array or the model, and
    `Solver.get_node_count` returns a time.
    """

    def __init__(self, successors: Sequence[Sequence[int]]) -> None:
        from pychoco import Model, backend
        from pychoco.constraints.constraint import Constraint

        model = Model()
        self._variables = [model.intvar(each) for each in successors]
        array = backend.create_intvar_array(len(successors))
        for place, each in enumerate(self._variables):
            backend.intvar_array_set(array, each._handle, place)
        Constraint(backend.circuit(model._handle, array, 0, "RD"), model).post()
        backend.chocosolver_handles_destroy(array)
        self._search = model.get_solver()
        self._search.limit_time(FIRST)  # also limits later calls, so that each makes one step
        self._nodes: Callable[[], int] = partial(backend.get_node_count, self._search._handle)
        self._done = self._idle = 0
        self.is_over = False

    def value(self, place: int) -> int:
        """Return the successor of a vertex in the tour just found."""
        return int(self._variables[place].get_value())

    def step(self, meter: Meter) -> bool:
        """Make one search step, and return whether it found a tour.

        At the end of the search, set `is_over`.
        """
        is_tour = self._search.solve()
        fails, backtracks, before = self._search.get_fail_count(), self._search.get_backtrack_count(), self._done
        meter.reach(fails + self._search.get_solution_count())
        if is_tour:
            return True
        self._done = fails + backtracks + self._nodes()
        self._idle = self._idle + 1 if self._done == before else 0
        if self._idle > 1 or fails > backtracks == 0:  # get_search_state leaks the model, so call it rarely
            state = self._search.get_search_state()
            self.is_over = state == "TERMINATED"
            if state not in ("TERMINATED", "STOPPED"):
                raise BudgetSpent(f"Choco stopped in the state {state}, which proves nothing")
        if not self.is_over:
            meter.check()
        return False


@solver(
    "choco",
    summary="constraint programming with Choco: one successor per square, and a circuit constraint",
    exact=True,
    closed=True,
    fixed_end=True,
    tours=choco_tours,
    packages=("pychoco",),
    extra="peers",
    reference="C. Prud'homme and J.-G. Fages, Choco-solver, Journal of Open Source Software, 2022",
)
def choco(problem: Problem, meter: Meter, *, seed: int = 0) -> Outcome:
    """Search for a tour with Choco.

    Parameters
    ----------
    seed : int, optional
        Seed for shuffling the squares, whose order breaks ties of the search. With 0 (default), they are not shuffled.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(6, 6), "choco", closed=True).status.value, solve(Board(4, 4), "choco").status.value
    ('found', 'impossible')
    """
    if problem.size > MOST_SQUARES:
        reason = f"{problem.size:,} {problem.words.vertices} are too many for Choco: at most {MOST_SQUARES:,} are supported"
        return Outcome.unknown(0, reason)
    tour = next(choco_tours(problem, meter, seed=seed), None)
    return outcome_of(tour, meter, f"Choco has tried all successors, with {plural(meter.nodes, 'failure')}")
