"""Search for tours vertex by vertex: the dynamic program over the states of partial tours.

An additional vertex None is adjacent to both ends of an open tour, so that all tours are cycles. Vertices are *processed* in
some order: two edges of a processed vertex are chosen for the tour. The chosen edges form paths, whose ends are not processed,
until they are a tour. Only the *state* of such a partial tour determines how it can be completed: the pairs of ends of its
paths, and which vertices already have two edges although they are not processed.

A state is a set of pairs (vertex, end). Its vertices are not processed, and have an edge: `end` is the other end of their path,
or BOTH if they have two edges. The pair of None is always in the state, (None, None) if None has no edge, until the tour is
complete. So the state of a complete tour, all of whose vertices are processed, is the empty set.
"""

from itertools import combinations

from checker.question import require

MOST_STATES, BOTH, COMPLETE = 10**6, 0, frozenset()  # more states might exceed memory
CLOSED, OPEN = frozenset({(None, BOTH)}), frozenset({(None, None)})  # the states without edges; a closed tour does not use None


def with_edge(state, one, other):
    """Return the state with one more edge, or None if no tour contains all these edges, or if the state is None."""
    ends = dict(state or ())
    far, beyond = ends.get(one, one), ends.get(other, other)
    if None not in ends or BOTH in (far, beyond):
        return None
    ends[one] = ends[other] = BOTH
    if far != other:
        ends[far], ends[beyond] = beyond, far
        return frozenset(ends.items())
    if set(ends.values()) != {BOTH}:  # the edge closes a cycle, but there is another path
        return None
    del ends[None]
    return frozenset(ends.items())


def processed(states, vertex, later):
    """Return the possible states after choosing the edges from a vertex to `later` vertices."""
    results = set()
    for state in states:
        degree = 2 if (vertex, BOTH) in state else vertex in dict(state)
        for chosen in combinations(later, 2 - degree):
            result = state
            for other in chosen:
                result = with_edge(result, vertex, other)
            results.add(result)
            require(len(results) <= MOST_STATES, "the order gives too many partial tours to check")
    return {result - {(vertex, BOTH)} for result in results - {None}}


def shifted(state, columns):
    """Return the state with all squares (row, column) moved to the left by some columns."""
    return frozenset(tuple(at and (at[0], at[1] - columns) for at in pair) for pair in state)
