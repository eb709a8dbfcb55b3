"""Successors: the variable of each square is the next square of the tour, and one constraint requires a single circuit.

For an open tour, there is an additional vertex that makes the tour a circuit (see `circuits`).

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

from collections.abc import Hashable, Iterator
from random import Random

from graphs.loading import load
from solvers.meter import Meter
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver, whole_number

MOST_SQUARES = 10_000
"""Maximum number of squares. A step of the search takes 0.01 s with 2,500 squares, and 0.25 s with 10,000 squares."""
FIRST = "0.001s"
"""Time limit of Choco, in total for all its calls. It is so short that every call except the first makes only one step of the
search, so the clock can be checked after each step."""
STARTING = 2e-5
"""Maximum time that Choco takes before its first step, in seconds per arc (one direction of a move). During this time, Choco
cannot be stopped."""


def choco_tours(problem: Problem, meter: Meter, *, seed: int = 0) -> Iterator[list[Hashable]]:
    """Yield every tour, in the order in which Choco finds them.

    Parameters
    ----------
    problem : Problem
        The problem to solve.
    meter : Meter
        The budget. Each failure and each tour counts as a search node.
    seed : int, optional
        The seed for shuffling the squares, as in `choco`.

    Yields
    ------
    list of Hashable
        The squares of a tour in visiting order.

    Raises
    ------
    BudgetSpent
        If a limit is reached before Choco has found all tours.
    OptionError
        If the seed is out of range.
    """
    whole_number("seed", seed, least=0)
    load("pychoco", "solvers.methods.compiled.arrays")
    from pychoco import Model, backend
    from pychoco.constraints.constraint import Constraint

    from solvers.methods.circuits import Circuit
    from solvers.methods.compiled.arrays import adjacency_of

    adjacency = adjacency_of(problem, meter=meter)
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
    model = Model()
    following = [model.intvar(after[each]) for each in range(len(number))]
    array = backend.create_intvar_array(len(number))  # `Model.circuit` is not used: it never frees its array or the model
    for place, each in enumerate(following):
        backend.intvar_array_set(array, each._handle, place)
    Constraint(backend.circuit(model._handle, array, 0, "RD"), model).post()
    backend.chocosolver_handles_destroy(array)
    search = model.get_solver()
    search.limit_time(FIRST)  # also limits later calls, so that each makes one step
    done = idle = 0
    while True:
        is_tour = search.solve()
        fails, backtracks, before = search.get_fail_count(), search.get_backtrack_count(), done
        meter.reach(fails + search.get_solution_count())
        if is_tour:
            yield circuit.tour_of((tail, number.index(following[each].get_value())) for tail, each in enumerate(number))
            continue
        done = fails + backtracks + backend.get_node_count(search._handle)
        idle = idle + 1 if done == before else 0
        may_be_over = idle > 1 or fails > backtracks == 0  # get_search_state leaks the model, so call it rarely
        if may_be_over and search.get_search_state() != "STOPPED":
            return
        meter.check()


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
    problem : Problem
        The problem to solve.
    meter : Meter
        The budget. Each failure and each tour counts as a search node.
    seed : int, optional
        Seed for shuffling the squares: Choco breaks ties by their order, so another order gives another search. With 0 (the
        default), the squares are not shuffled.

    Returns
    -------
    Outcome
        FOUND, IMPOSSIBLE if the search is complete without a tour, or UNKNOWN if there are more than `MOST_SQUARES` squares.

    Raises
    ------
    BudgetSpent
        If a limit is reached before the search ends.
    OptionError
        If the seed is out of range.

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
    for tour in choco_tours(problem, meter, seed=seed):
        return Outcome.found(tour, meter.nodes)
    return Outcome.impossible(meter.nodes, f"Choco has tried all successors, with {meter.nodes:,} failures")
