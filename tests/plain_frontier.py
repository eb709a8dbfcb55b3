"""Search and count over a frontier in plain Python: tests compare the compiled versions with it.

A count stores only the number of parts for each state. It skips parts that close a cycle too early or leave a vertex with too
few edges.

The search is depth-first. It continues once from each state: from the newest one first, and from a state with an end of the
tour after those without. For each state it stores the previous state and the edges chosen there, so that the tour is read back
from its last state. It skips two kinds of states:

- A vertex of the frontier has fewer neighbours left than it misses edges.
- On a graph of two colours, one colour misses too many more edges than the other.
"""

from collections import Counter

from tests.plain_tree import FULL, link

NODES_BETWEEN_LOOKS = 256


def treated(plan, step, state):
    """Yield each choice of edges that a vertex can get in a state.

    Yields
    ------
    Choice
        The choice.
    dict of int to int
        For each vertex, the other end of its path afterwards.
    tuple of int
        The state afterwards.
    bool
        Whether a tour is complete.
    """
    before, behind = plan.frontiers[step : step + 2]
    old = {other: other for other in (step, *behind)} | dict(zip(before, state, strict=True))
    for choice in plan.choices(step)[missing_edges(old, step)]:
        mates, is_whole = dict(old), False
        if all(old[other] != FULL for other in choice):
            for other in choice:
                is_whole = link(mates, step, other)
            after = tuple(mates[other] for other in behind)
            if not is_whole or (plan.may_close(step) and set(after) <= {FULL}):
                yield choice, mates, after, is_whole


def missing_edges(mates, vertex):
    """Return how many edges a vertex misses."""
    mate = mates.get(vertex, vertex)
    return 0 if mate == FULL else 2 if mate == vertex else 1


def states_after(plan, steps):
    """Return the states after the first `steps` vertices, with the number of parts that have each, and the number of tours."""
    states, complete = Counter({(): 1}), 0
    for step in range(min(steps, len(plan.vertices))):
        following = Counter()
        for state, number in states.items():
            for choice, _, after, is_whole in treated(plan, step, state):
                worth = number * plan.weight(step, choice)
                if is_whole:
                    complete += worth
                else:
                    following[after] += worth
        states = following
    return states, complete


def edges_of_a_tour(plan, colours, meter):
    """Return the edges of a tour, including those of the apex, or None if there is no tour.

    Afterwards, `meter.nodes` is the number of states. `colours` is the result of
    `solvers.methods.frontier.search.frontier_colours`. BudgetSpent is raised if the budget is exceeded.
    """
    came_from = {}
    waiting = [(0, ())]
    pause = meter.more(0, NODES_BETWEEN_LOOKS)
    while waiting:
        part = waiting.pop()
        for choice, mates, after, is_whole in treated(plan, *part):
            following = part[0] + 1, after
            if is_whole:
                meter.nodes = len(came_from)
                return _read_back(came_from, part, choice)
            if following not in came_from and not _is_hopeless(plan, colours, part[0], mates):
                if len(came_from) == pause:
                    pause = meter.more(pause, NODES_BETWEEN_LOOKS)
                came_from[following] = part, choice
                waiting.append(following)
    meter.nodes = len(came_from)
    return None


def _is_hopeless(plan, colours, step, mates):
    """Return whether a vertex cannot get the edges that it misses, or the two colours miss too different numbers of edges."""
    later_ends = [end for end in plan.given if end > step]
    free_ends = 0 if plan.apex is None else missing_edges(mates, plan.apex) - len(later_ends)
    for vertex in plan.frontiers[step + 1]:
        left = [other for other in plan.near[vertex] if step < other != plan.apex]
        neighbours = sum(missing_edges(mates, other) > 0 for other in left if other != mates[vertex] or plan.may_close(step))
        if vertex != plan.apex and neighbours + (vertex in plan.given) + (free_ends > 0) < missing_edges(mates, vertex):
            return True
    more = -sum(colours[end] for end in later_ends)
    more += sum(colours[vertex] * missing_edges(mates, vertex) for vertex in range(step + 1, len(colours)))
    return abs(more) > free_ends


def _read_back(came_from, part, choice):
    """Return the edges of the choices that lead to a part of a tour, and of the choice there."""
    edges = [(part[0], other) for other in choice]
    while part in came_from:
        part, choice = came_from[part]
        edges += [(part[0], other) for other in choice]
    return edges
