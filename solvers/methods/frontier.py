"""Search over a frontier: parts of a tour grow vertex by vertex, and of all that can go on in the same way one is kept.

The vertices are treated one after the other (`solvers/frontier` says in which order, and how). How a part of a tour can be
completed depends only on its state. So the search is depth-first, and goes on from each state once: from the newest one first,
and from one with an end of the tour after those without. For each state it keeps the state before and the edges chosen there.
So the tour is read back from its last state. When no state is left, there is no tour.

Some states hold no tour, and are left out:

- A vertex of the frontier has fewer neighbours left than it misses edges.
- On a graph of two colours, each edge that is still to come takes an edge from a vertex of each colour. So all vertices of one
  colour together miss as many edges as those of the other, or more by the free ends of the tour at most.

D. E. Knuth, Simpath, The Art of Computer Programming 4A, section 7.1.4, exercise 225, 2011; M. Held and R. Karp, A dynamic
programming approach to sequencing problems, 1962. Cost: the number of states, which is exponential in the size of the frontier
but linear in the number of vertices; each state is stored in about 40 bytes. A node is a state. The search itself is compiled
(`compiled.frontier`).
"""

from __future__ import annotations

from collections.abc import Sequence

from graphs.loading import load
from graphs.obstructions import FLOWS, PASSES, SEARCHES, SLOW_PASSES, two_colours
from solvers.budget import Meter
from solvers.frontier.order import MOST_WIDTH, best_order
from solvers.frontier.plan import END, Plan, plan_in
from solvers.methods.presolve import outcome_by
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver, whole_number

__all__ = ["colours_of", "frontier"]

FINDERS = PASSES + SLOW_PASSES + FLOWS + SEARCHES
MOST_SQUARES = 5000
"""Maximum number of vertices for the slow finders, which take a third of a second there."""


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
    """Return a tour, or IMPOSSIBLE when no state is left or an obstruction is found.

    Parameters
    ----------
    presolve : look for obstructions first. The ladder of `decide` has looked for them before, and turns this off.
    widest : the most vertices in the frontier; where no order of the vertices is found that has so few, the answer is UNKNOWN.

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
        reason = f"the frontier would be {order.width:,} {problem.words.vertices} wide, and it may be {widest:,}"
        return Outcome.unknown(0, reason)
    load("solvers.methods.compiled.frontier")
    from solvers.methods.compiled.frontier import edges_of_a_tour

    plan = plan_in(order, problem, meter)
    edges = edges_of_a_tour(plan, colours_of(problem, plan, meter), meter)
    if edges is None:
        return Outcome.impossible(meter.nodes, f"no part of a tour can go on, of all {meter.nodes:,} that differ")
    first = None if problem.start is None else order.vertices.index(problem.start)
    return Outcome.found([order.vertices[vertex] for vertex in _walk(edges, first)], meter.nodes)


def colours_of(problem: Problem, plan: Plan, meter: Meter) -> list[int]:
    """Return 1 or -1 for each vertex, so that neighbours differ; only 0 where the graph has no two colours.

    Raises
    ------
    BudgetSpent : the time is over.
    """
    colours = two_colours(problem.graph_within(meter), meter.watched)
    return [0 if colours is None else 2 * colours[vertex] - 1 for vertex in plan.order]


def _walk(edges: Sequence[tuple[int, int]], first: int | None) -> list[int]:
    """Return the vertices in the order of the tour."""
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph(edges)
    root = first if first is not None else min(graph) if END not in graph else next(iter(graph.adj[END]))
    graph.remove_nodes_from([END])
    return list(nx.dfs_preorder_nodes(graph, root))
