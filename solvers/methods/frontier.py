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
but linear in the number of vertices; each state is kept, in some 40 bytes. A node is a state. `edges_of_a_tour` is the search
as it is read best; the solver runs its twin in `compiled.frontier`, which goes on from the same states.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from graphs.loading import load
from graphs.obstructions import FINDERS, find_obstruction, find_weighted_cuts, two_colours
from solvers.budget import Meter
from solvers.frontier.order import MOST_WIDTH, best_order
from solvers.frontier.plan import END, Choice, Plan, State, Treatment, missing_edges, plan_in, treated
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver, whole_number

__all__ = ["colours_of", "edges_of_a_tour", "frontier"]

QUICK = FINDERS[:4]
"""The finders that take a few microseconds a square: `FINDERS` begins with the cheapest."""
SLOW = tuple(find for find in FINDERS[4:] if find is not find_weighted_cuts)
MOST_SQUARES = 5000
"""The largest graph on which the slow finders are tried: they take a third of a second there."""
NODES_BETWEEN_LOOKS = 256

Edge: TypeAlias = tuple[int, int]
Part: TypeAlias = tuple[int, State]
"""A part of a tour: how many vertices are treated, and the state."""


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
    finders = QUICK + SLOW if len(graph) <= MOST_SQUARES else QUICK
    obstruction = find_obstruction(graph, problem, finders, meter.watched) if presolve else None
    if obstruction is not None:
        return Outcome.impossible(0, str(obstruction))
    order = best_order(problem, meter)
    if order.width > widest:
        reason = f"the frontier would be {order.width:,} {problem.words.vertices} wide, and it may be {widest:,}"
        return Outcome.unknown(0, reason)
    load("solvers.methods.compiled.frontier")
    from solvers.methods.compiled.frontier import edges_of_a_tour as compiled

    plan = plan_in(order, problem, meter)
    edges = compiled(plan, colours_of(problem, plan, meter), meter)
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


def edges_of_a_tour(plan: Plan, colours: Sequence[int], meter: Meter) -> list[Edge] | None:
    """Return the edges of a tour, and (vertex, END) for its ends; None where there is no tour.

    Afterwards, `meter.nodes` is the number of states.

    Parameters
    ----------
    plan : the order of the vertices, of which there are at least two.
    colours : those of the vertices, as from `colours_of`.

    Raises
    ------
    BudgetSpent : the budget ran out.
    """
    came_from: dict[Part, tuple[Part, Choice]] = {}
    waiting: list[Part] = [(0, ())]
    pause = meter.more(0, NODES_BETWEEN_LOOKS)
    while waiting:
        part = waiting.pop()
        treatment = plan.treatments[part[0]]
        for choice, mates, after, is_whole in treated(plan, treatment, part[1]):
            following = part[0] + 1, after
            if is_whole:
                meter.nodes = len(came_from)
                return _read_back(came_from, part, choice)
            if following not in came_from and not _is_hopeless(plan, colours, treatment, mates, after):
                if len(came_from) == pause:
                    pause = meter.more(pause, NODES_BETWEEN_LOOKS)
                came_from[following] = part, choice
                waiting.append(following)
    meter.nodes = len(came_from)
    return None


def _is_hopeless(plan: Plan, colours: Sequence[int], treatment: Treatment, mates: Mapping[int, int], after: State) -> bool:
    """Return whether a vertex cannot get the edges that it misses, or the two colours miss too different numbers of edges."""
    free_ends = treatment.ends - after.count(END)
    may_close = plan.closed and treatment.is_last
    for vertex, mate in zip(treatment.after, after, strict=True):
        left = (other for other in plan.near[vertex] if other > treatment.vertex and (other != mate or may_close))
        neighbours = sum(missing_edges(mates, other) > 0 for other in left)
        if neighbours + (vertex in plan.given) + (free_ends > 0) < missing_edges(mates, vertex):
            return True
    more = -sum(colours[end] for end in plan.given if end > treatment.vertex)
    more += sum(colours[vertex] * missing_edges(mates, vertex) for vertex in range(treatment.vertex + 1, len(colours)))
    return abs(more) > free_ends


def _read_back(came_from: Mapping[Part, tuple[Part, Choice]], part: Part, choice: Choice) -> list[Edge]:
    """Return the edges of the choices that lead to a part of a tour, and of the choice there."""
    edges = [(part[0], other) for other in choice]
    while part in came_from:
        part, choice = came_from[part]
        edges += [(part[0], other) for other in choice]
    return edges


def _walk(edges: Sequence[Edge], first: int | None) -> list[int]:
    """Return the vertices in the order of the tour."""
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph(edges)
    root = first if first is not None else min(graph) if END not in graph else next(iter(graph.adj[END]))
    graph.remove_nodes_from([END])
    return list(nx.dfs_preorder_nodes(graph, root))
