"""Successors: a variable for each square says which square comes next, and one constraint that they make up one circuit.

Choco searches as constraint solvers have done since the 1990s: it sets one variable, removes from the others each value that
can no longer lead to a circuit, and goes back where a variable has no value left. It learns no clauses. But its circuit
constraint looks far ahead: it matches squares to successors, and compares the parts that a walk can leave but not enter again.
So most boards whose colours allow no tour are refuted at once. `circuits` says what the vertices are.

J.-G. Fages and X. Lorca, Improving the asymmetric TSP by considering graph structure, 2012; C. Prud'homme and J.-G. Fages,
Choco-solver, Journal of Open Source Software, 2022. A node is a leaf of the search: a failure, or a tour. Nothing can stop the
first step, so that a run which is cancelled may end a second late on 100x100. Cost: exponential at worst, and the square of
the number of squares at best; a second at about 30x30.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random

from graphs.loading import load
from solvers.budget import Meter
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver, whole_number

__all__ = ["choco", "choco_tours"]

MOST_SQUARES = 10_000
"""Squares up to which it is tried. A step takes a hundredth of a second with 2,500 squares, and a quarter with 10,000."""
FIRST = "0.001s"
"""The time of the first call of a search."""
STARTING = 2e-5
"""Seconds that Choco takes at most for each arc before its first step. Nobody can stop it meanwhile."""


def choco_tours(problem: Problem, meter: Meter, *, seed: int = 0) -> Iterator[list[Hashable]]:
    """Yield every tour, in the order in which Choco finds them. The seed is that of `choco`.

    Raises
    ------
    BudgetSpent : the budget ran out before Choco had found all.
    """
    whole_number("seed", seed, least=0)
    load("pychoco", "solvers.methods.compiled.arrays")
    from pychoco import Model, backend
    from pychoco.constraints.constraint import Constraint

    from solvers.methods.circuits import Circuit
    from solvers.methods.compiled.arrays import adjacency_of

    adjacency = adjacency_of(problem, meter=meter)
    meter.require_seconds(len(adjacency.heads) * STARTING, f"the start of Choco with {len(adjacency.heads):,} arcs")
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
    array = backend.create_intvar_array(len(number))  # `Model.circuit` keeps its array, and with it the model, for ever
    for place, each in enumerate(following):
        backend.intvar_array_set(array, each._handle, place)
    Constraint(backend.circuit(model._handle, array, 0, "RD"), model).post()
    backend.chocosolver_handles_destroy(array)
    search = model.get_solver()
    search.limit_time(FIRST)  # the limit stays, so that each later call goes on for one step
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
        may_be_over = idle > 1 or fails > backtracks == 0  # the question itself keeps the model for ever, so it is asked late
        if may_be_over and search.get_search_state() != "STOPPED":
            return
        meter.check()


@solver(
    "choco",
    summary="Choco, a constraint solver: a successor for each square, and a circuit constraint",
    exact=True,
    closed=True,
    fixed_end=True,
    tours=choco_tours,
    packages=("pychoco",),
    extra="peers",
    reference="C. Prud'homme and J.-G. Fages, Choco-solver, Journal of Open Source Software, 2022",
)
def choco(problem: Problem, meter: Meter, *, seed: int = 0) -> Outcome:
    """Return a tour, or IMPOSSIBLE where Choco has tried all.

    Parameters
    ----------
    seed : shuffles the order of the squares, which decides where Choco has no better reason; 0 leaves it.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(6, 6), "choco", closed=True).status.value, solve(Board(4, 4), "choco").status.value
    ('found', 'impossible')
    """
    if problem.size > MOST_SQUARES:
        return Outcome.unknown(0, f"{problem.size:,} {problem.words.vertices} are too many for Choco: {MOST_SQUARES:,} at most")
    for tour in choco_tours(problem, meter, seed=seed):
        return Outcome.found(tour, meter.nodes)
    return Outcome.impossible(meter.nodes, f"Choco has tried all successors, with {meter.nodes:,} failures")
