"""Search for a tour vertex by vertex, and continue only one of all partial tours with the same state.

The vertices are processed one after the other. To process a vertex is to choose its edges to later vertices. The edges chosen
so far form a set of paths: a partial tour. The frontier consists of the vertices that are not processed yet and have a
processed neighbour. For each of them, the *state* of a partial tour records how many edges it has and where the other end of
its path is (see the module `plan`).

How a partial tour can be completed depends only on its state. So the search continues from each state only once. It is
depth-first: it always continues from the newest state. Of the states found by processing one vertex, those in which this vertex
is an end of the tour, although it is not a given one, are continued last.

For each state, the search stores the previous state and the edges that were chosen between the two states. So the tour can be
read backwards from the last state. If no state is left to continue from, there is no tour.

States are skipped in two cases, because they cannot lead to a tour:

- A vertex of the frontier still needs more edges than it has neighbours left.
- The graph has two colours, and the vertices of one colour still need many more edges than those of the other colour. Each
  later edge joins one vertex of each colour. So these two numbers of edges differ at most by the number of ends of the tour
  that are neither given nor chosen yet.

The time is proportional to the number of states. It is exponential in the size of the frontier but linear in the number of
vertices. Each state takes about 40 bytes. A search node is a state. The search itself is compiled (`search_kernels`). See [1]_
for a similar method, and [2]_ for early dynamic programming.

References
----------
.. [1] D. E. Knuth, Simpath, The Art of Computer Programming 4A, section 7.1.4, exercise 225, 2011.
.. [2] M. Held and R. Karp, A dynamic programming approach to sequencing problems, 1962.
"""

from __future__ import annotations

from graphs.loading import load
from graphs.obstructions import FLOWS, PASSES, SEARCHES, SLOW_PASSES, two_colours
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome, outcome_by
from solvers.core.problem import Problem
from solvers.core.registry import solver, whole_number
from solvers.methods.frontier.order import MOST_WIDTH, best_order
from solvers.methods.frontier.plan import Plan, plan_in, tour_of

FINDERS = PASSES + SLOW_PASSES + FLOWS + SEARCHES
"""Functions that search for an obstruction before the search over the frontier."""
# With this number, those outside `PASSES` take a third of a second. On larger graphs, only the faster functions in `PASSES` are
# tried.
MOST_SQUARES = 5000
"""Maximum number of vertices for which all of `FINDERS` are tried."""


@solver(
    "frontier",
    summary="dynamic programming over a frontier, for long and narrow graphs",
    exact=True,
    closed=True,
    fixed_end=True,
    packages=("numba",),
    reference="D. E. Knuth, Simpath, The Art of Computer Programming 4A, section 7.1.4, 2011",
)
def frontier(problem: Problem, meter: Meter, *, presolve: bool = True, widest: int = MOST_WIDTH) -> Outcome:
    """Search for a tour by dynamic programming over a frontier.

    Parameters
    ----------
    presolve : bool, optional
        Whether to search for obstructions first (default: True).
    widest : int, optional
        Maximum number of vertices in the frontier (default: 60, the largest allowed value).

    Examples
    --------
    >>> from graphs import Board
    >>> from graphs.families import graph_family
    >>> from solvers import solve
    >>> solve(graph_family("J5"), "frontier", closed=True).status.value, solve(Board(3, 10), "frontier").status.value
    ('impossible', 'found')
    """
    whole_number("widest", widest, least=1, most=MOST_WIDTH)
    graph = problem.graph_within(meter)
    if len(graph) == 1:
        meter.check()
        return Outcome.found(list(graph), 1)
    if presolve and (outcome := outcome_by(FINDERS if len(graph) <= MOST_SQUARES else PASSES, problem, meter)):
        return outcome
    order = best_order(problem, meter)
    if order.width > widest:
        reason = f"the frontier would be {order.width:,} {problem.words.vertices} wide, but at most {widest:,} are allowed"
        return Outcome.unknown(0, reason)
    load("solvers.methods.frontier.search_kernels")
    from solvers.methods.frontier.search_kernels import search_tour_edges

    plan = plan_in(order, problem, meter)
    edges = search_tour_edges(plan, frontier_colours(problem, plan, meter), meter)
    if edges is None:
        return Outcome.impossible(meter.nodes, f"none of the {meter.nodes:,} states of partial tours leads to a tour")
    return Outcome.found(tour_of(problem, order.vertices, edges), meter.nodes)


def frontier_colours(problem: Problem, plan: Plan, meter: Meter) -> list[int]:
    """Return the colour of each vertex: 1 or -1, or 0 for none.

    The apex, and all vertices of a graph without a two-colouring, have none.
    """
    colours = two_colours(problem.graph_within(meter), meter.watched)
    own = [0 if colours is None else 2 * colours[vertex] - 1 for vertex in plan.vertices]
    return own + [0] * (not problem.closed)
