"""Search over a frontier: parts of a tour grow vertex by vertex, and of all that can go on in the same way one is kept.

The vertices are treated one after the other (`solvers/frontier` says in which order, and how). How a part of a tour can be
completed depends only on its state. So one part is kept for each state, and for it the state that it came from with the edges
chosen. From the last state, the tour is read back.

Some states hold no tour, and are left out:

- A vertex has fewer neighbours left than it misses edges.
- On a graph of two colours, each edge that is still to come takes an edge from a vertex of each colour. So all vertices of one
  colour together miss as many edges as those of the other, or more by the free ends of the tour at most.

Where there is a tour, most states can be completed, so a few of them are enough. The search goes over all treatments in
rounds. In the first one it goes on from 64 states before each treatment, or as many for each number of ends that the tour has
so far, and the others wait. In each further round it goes on from four times as many of those that wait. It ends with a tour,
or when no state is left: then there is no tour.

D. E. Knuth, Simpath, The Art of Computer Programming 4A, section 7.1.4, exercise 225, 2011; M. Held and R. Karp, A dynamic
programming approach to sequencing problems, 1962. Cost: the number of states, which is exponential in the size of the frontier
but linear in the number of vertices; each state is kept. A node is a state. `compiled.frontier` is the twin.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from graphs.obstructions import FINDERS, find_obstruction, find_weighted_cuts
from solvers.budget import Meter
from solvers.errors import BudgetSpent, OptionError
from solvers.frontier.order import MOST_WIDTH, best_order
from solvers.frontier.plan import END, Choice, Plan, plan_in
from solvers.frontier.state import State, missing_edges, treated
from solvers.methods.frontier_outlooks import Outlook, outlooks_of
from solvers.problem import Problem
from solvers.registry import solver, whole_number
from solvers.result import Outcome

__all__ = ["FACTOR", "FIRST_STATES", "edges_of_a_tour", "frontier"]

QUICK = FINDERS[:4]
"""The finders that take a few microseconds a square: `FINDERS` begins with the cheapest."""
SLOW = tuple(find for find in FINDERS[4:] if find is not find_weighted_cuts)
MOST_SQUARES = 5000
"""The largest graph on which the slow finders are tried: they take a third of a second there."""
FIRST_STATES, FACTOR = 64, 4
"""The states from which the search goes on before each treatment the first time, and how many times as many each next time."""
TEXTBOOK_SQUARES, TEXTBOOK_NODES = 250, 10_000
"""Up to so many squares, the search below tries so many nodes before the twin is loaded: both take half a second."""
NODES_BETWEEN_LOOKS = 256
TWIN = "solvers.methods.compiled.frontier"

Edge = tuple[int, int]


@solver(
    "frontier",
    summary="dynamic programming over a frontier, for long and narrow graphs",
    exact=True,
    closed=True,
    fixed_end=True,
    loads_from=TEXTBOOK_SQUARES + 1,
    packages=("numba",),
    reference="D. E. Knuth, Simpath, The Art of Computer Programming 4A, section 7.1.4, 2011",
)
def frontier(
    problem: Problem, meter: Meter, *, presolve: bool = True, widest: int = MOST_WIDTH, memory: float | None = None
) -> Outcome:
    """Return a tour, or IMPOSSIBLE when no state is left or an obstruction is found.

    Parameters
    ----------
    presolve : look for obstructions first. The ladder of `decide` has looked for them before, and turns this off.
    widest : the most vertices in the frontier; where no order of the vertices is found that has so few, the answer is UNKNOWN.
    memory : gigabytes that the states may fill, some 40 bytes each; None is four fifths of what is free.

    Examples
    --------
    >>> from graphs import Board
    >>> from graphs.families import graph_family
    >>> from solvers import solve
    >>> solve(graph_family("J5"), "frontier", closed=True).status.value, solve(Board(3, 10), "frontier").status.value
    ('impossible', 'found')
    """
    whole_number("widest", widest, least=1, most=MOST_WIDTH)
    if memory is not None and not (isinstance(memory, int | float) and memory > 0):
        raise OptionError(f"memory={memory!r} is no limit: it must be a number of gigabytes above 0", memory)
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
    plan = plan_in(order, problem, meter)
    edges = _edges(plan, tuple(outlooks_of(problem, plan, meter)), meter, memory)
    if edges is None:
        return Outcome.impossible(meter.nodes, f"no part of a tour can go on, of all {meter.nodes:,} that differ")
    first = None if problem.start is None else order.vertices.index(problem.start)
    return Outcome.found([order.vertices[vertex] for vertex in _walk(edges, first)], meter.nodes)


def _edges(plan: Plan, outlooks: Sequence[Outlook], meter: Meter, memory: float | None) -> list[Edge] | None:
    """Return the edges of a tour, by the search below where that ends soon, else by its compiled twin."""
    if TWIN not in sys.modules and len(plan.order) <= TEXTBOOK_SQUARES:
        step = meter.step(TEXTBOOK_NODES)
        try:
            return edges_of_a_tour(plan, outlooks, step)
        except BudgetSpent:
            if step.nodes < TEXTBOOK_NODES or meter.seconds_left == 0:
                raise
        finally:
            meter.nodes = step.nodes
    from solvers.methods.compiled.frontier import edges_of_a_tour as compiled

    meter.nodes = 0
    return compiled(plan, outlooks, meter, memory)


def edges_of_a_tour(plan: Plan, outlooks: Sequence[Outlook], meter: Meter) -> list[Edge] | None:
    """Return the edges of a tour, and (vertex, END) for its ends; None where there is no tour.

    Afterwards, `meter.nodes` is the number of states.

    Raises
    ------
    BudgetSpent : the budget ran out.
    """
    came_from: list[dict[State, tuple[State, Choice]]] = [{} for _ in range(len(outlooks) + 1)]
    waiting: list[list[deque[State]]] = [[deque() for _ in range(3)] for _ in came_from]
    waiting[0][0].append(())
    states, nodes, pause = FIRST_STATES, 0, meter.more(0, NODES_BETWEEN_LOOKS)
    while any(map(any, waiting)):
        for step, state in _round(waiting, states):
            for choice, mates, after, is_whole in treated(plan, outlooks[step].treatment, state):
                if is_whole:
                    meter.nodes = nodes
                    return _read_back(came_from, state, step, choice)
                if after not in came_from[step + 1] and not _is_hopeless(plan, outlooks[step], mates, after):
                    if nodes == pause:
                        pause = meter.more(nodes, NODES_BETWEEN_LOOKS)
                    nodes += 1
                    came_from[step + 1][after] = state, choice
                    waiting[step + 1][after.count(END)].append(after)
        states *= FACTOR
    meter.nodes = nodes
    return None


def _round(waiting: Sequence[Sequence[deque[State]]], states: int) -> Iterator[tuple[int, State]]:
    """Yield so many states of each queue, with the step that they wait for; more may join the next queues meanwhile."""
    for step, queues in enumerate(waiting):
        for queue in queues:
            for _ in range(min(states, len(queue))):
                yield step, queue.popleft()


def _is_hopeless(plan: Plan, outlook: Outlook, mates: Mapping[int, int], state: State) -> bool:
    """Return whether a vertex cannot get the edges that it misses, or the two colours miss too different numbers of edges."""
    treatment = outlook.treatment
    free_ends = treatment.ends - state.count(END)
    may_close = plan.closed and treatment.is_last
    for vertex, near, is_given in outlook.in_danger:
        mate, missing = mates.get(vertex), missing_edges(mates, vertex)
        neighbours = sum(missing_edges(mates, other) > 0 and (other != mate or may_close) for other in near)
        if neighbours + (is_given or free_ends > 0) < missing:
            return True
    missing_of = zip(outlook.colours, treatment.after, strict=True)
    more = outlook.balance + sum(colour * missing_edges(mates, vertex) for colour, vertex in missing_of)
    return abs(more) > free_ends


def _read_back(
    came_from: Sequence[Mapping[State, tuple[State, Choice]]], state: State, step: int, choice: Choice
) -> list[Edge]:
    """Return the edges of the choices that lead to a state before a step, and of the choice there."""
    edges = []
    while True:
        edges += [(step, other) for other in choice]
        if step == 0:
            return edges
        state, choice = came_from[step][state]
        step -= 1


def _walk(edges: Sequence[Edge], first: int | None) -> list[int]:
    """Return the vertices in the order of the tour."""
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph(edges)
    root = first if first is not None else min(graph) if END not in graph else next(iter(graph.adj[END]))
    graph.remove_nodes_from([END])
    return list(nx.dfs_preorder_nodes(graph, root))
