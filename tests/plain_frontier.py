"""Search and count over a frontier, and count by halves, in plain Python: tests compare the compiled versions with them.

A count stores only the number of parts for each state. It skips parts that close a cycle too early or leave a vertex with too
few edges.

The search is depth-first. It continues once from each state: from the newest one first, and from a state with an end of the
tour after those without. For each state it stores the previous state and the edges chosen there, so that the tour is read back
from its last state. It skips two kinds of states:

- A vertex of the frontier has fewer neighbours left than it misses edges.
- On a graph of two colours, one colour misses too many more edges than the other.
"""

from collections import Counter, defaultdict
from itertools import chain, product

import networkx as nx

from solvers.counting.middle import INFINITY, middle_edge_sets
from solvers.methods.frontier.plan import END, FULL, join_planned_paths

NODES_BETWEEN_LOOKS = 256


def treated(plan, treatment, state):
    """Yield each choice of edges that a vertex can get in a state.

    Yields
    ------
    Choice
        The choice.
    dict of int to int
        For each vertex, the other end of its path afterwards.
    State
        The state afterwards.
    bool
        Whether a tour is complete.
    """
    vertex, ends = treatment.vertex, treatment.ends - state.count(END)
    before = {other: other for other in (vertex, *treatment.after)} | dict(zip(treatment.before, state, strict=True))
    for choice in treatment.choices[missing_edges(before, vertex)]:
        mates = dict(before)
        can_be = choice.count(END) <= ends
        is_whole = False
        for other in choice:
            can_be &= other == END or (mates[other] != FULL and (plan.closed or mates[other] != vertex))
            is_whole = can_be and join_planned_paths(mates, vertex, other)
        after = tuple(mates[other] for other in treatment.after)
        if can_be and (not is_whole or (treatment.is_last and set(after) <= {FULL})):
            yield choice, mates, after, is_whole


def missing_edges(mates, vertex):
    """Return how many edges a vertex misses."""
    mate = mates.get(vertex, vertex)
    return 0 if mate == FULL else 2 if mate == vertex else 1


def states_after(plan, steps):
    """Return the states after the first `steps` vertices, with the number of parts that have each, and the number of tours."""
    states = Counter({(): 1})
    complete = 0
    for treatment in plan.treatments[:steps]:
        following = Counter()
        for state, number in states.items():
            for choice, _, after, is_whole in treated(plan, treatment, state):
                worth = number * plan.weight(treatment.vertex, choice)
                if is_whole:
                    complete += worth
                else:
                    following[after] += worth
        states = following
    return states, complete


def edges_of_a_tour(plan, colours, meter):
    """Return the edges of a tour, and (vertex, END) for its ends, or None if there is no tour.

    Afterwards, `meter.nodes` is the number of states.

    Parameters
    ----------
    plan : Plan
        The order of the vertices, at least two.
    colours : sequence of int
        The colours of the vertices, as `solvers.methods.frontier.search.frontier_colours` returns them.
    meter : Meter
        The budget.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded.
    """
    came_from = {}
    waiting = [(0, ())]
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


def _is_hopeless(plan, colours, treatment, mates, after):
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


def _read_back(came_from, part, choice):
    """Return the edges of the choices that lead to a part of a tour, and of the choice there."""
    edges = [(part[0], other) for other in choice]
    while part in came_from:
        part, choice = came_from[part]
        edges += [(part[0], other) for other in choice]
    return edges


def count_by_middle(middle):
    """Return the number of tours, each counted in one direction only."""
    one, other = (_groups(half, middle.vertices) for half in middle.halves)
    total = 0
    for chosen in middle_edge_sets(middle):
        edges = [middle.edges[edge] for edge in chosen]
        for degrees, states in one.items():
            has = Counter(dict(zip(middle.vertices, degrees, strict=True))) + Counter(chain.from_iterable(edges))
            fitting = other.get(tuple(2 - has[vertex] for vertex in middle.vertices), [])
            for (paths, number), (others, times) in product(states, fitting):
                total += number * times * nx.is_connected(nx.Graph([*paths, *edges, *others]))  # then they are one cycle
    return total


def _groups(half, vertices):
    """Return the states of a half by the degrees of the middle: the ends of their paths, and how many parts have them."""
    place = dict(zip(half.after, half.numberings[0], strict=True)) | {END: INFINITY}
    groups = defaultdict(list)
    for state, number in states_after(half.plan, half.steps)[0].items():
        paths = [(place[one], place[far]) for one, far in zip(half.after, state, strict=True) if far == END or one < far]
        degrees = Counter(chain.from_iterable(paths))
        degrees.update({place[one]: 2 for one, far in zip(half.after, state, strict=True) if far == FULL})
        groups[tuple(degrees[vertex] for vertex in vertices)].append((paths, number))
    return groups
