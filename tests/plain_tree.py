"""The dynamic program of `solvers.methods.tree_program` in plain Python: tests compare the compiled version with it."""

from dataclasses import dataclass
from itertools import combinations

FULL = -1
"""Value in a state of a vertex that has two edges.

A state contains the other end of the path of each vertex with one edge, FULL for each vertex with two edges, and nothing for
other vertices. A table maps each state, as a set of items, to its links: the edges that were chosen, then the links of the
states that were combined.
"""


def separators_of(near, order=None):
    """Return the separator of each vertex in the order of elimination: the given order, or one of least degree.

    `near` contains the neighbours of each vertex. Each separator is in the order of elimination.
    """
    rest = {vertex: set(each) - {vertex} for vertex, each in enumerate(near)}
    separators = {}
    while rest:
        vertex = order[len(separators)] if order is not None else min(rest, key=lambda each: len(rest[each]))
        separators[vertex] = rest.pop(vertex)
        for one in separators[vertex]:
            rest[one] |= separators[vertex]
            rest[one] -= {one, vertex}
    place = {vertex: index for index, vertex in enumerate(separators)}
    return {vertex: sorted(each, key=place.__getitem__) for vertex, each in separators.items()}


def edges_of_a_cycle(near, separators, meter):
    """Return the edges of a Hamiltonian cycle, or None if there is none: the reference implementation."""
    parts = {vertex: [] for vertex in separators}  # the tables of the children, and the vertices of their subtrees
    for vertex, separator in separators.items():
        table, below = None, set()
        for other, others in sorted(parts.pop(vertex), key=lambda part: len(part[0])):
            below |= others
            if table is None:
                table = other
            else:
                table, cycle = Step(near, below, {vertex, *separator}).table_of(_joins(table, other), meter)
                if cycle or not table:
                    return _edges(cycle)
        below.add(vertex)
        later = [other for other in separator if other in near[vertex]]
        choices = _choices({frozenset(): ((),)} if table is None else table, vertex, later)
        table, cycle = Step(near, below, set(separator)).table_of(choices, meter)
        if cycle or not table:
            return _edges(cycle)
        parts[separator[0]].append((table, below))  # with an empty separator, no path is left: the search has ended before
    return None


@dataclass(frozen=True)
class Step:
    """A join or a choice of edges: the vertices that are not in its states any more (`below`), and those that are (`bag`)."""

    near: list
    below: set
    bag: set

    def table_of(self, results, meter):
        """Return the table of the given states, and the links of a Hamiltonian cycle or None.

        Each result is a state, whether a cycle was closed, and the links.
        """
        table = {}
        for mates, closed, links in results:
            if closed:
                if self.is_whole and all(mates.get(vertex) == FULL for vertex in self.bag):
                    return table, links
            elif not self.is_hopeless(mates) and (state := frozenset(mates.items())) not in table:
                meter.more(meter.nodes)
                meter.nodes += 1
                table[state] = links
        return table, None

    @property
    def is_whole(self):
        """Whether no vertex is outside of the subtree and the bag."""
        return len(self.below) + len(self.bag) == len(self.near)

    def is_hopeless(self, mates):
        """Return whether a vertex needs more edges than it can get.

        No edge between two vertices of the bag is chosen yet, and none to a vertex outside. So all of these can still be
        chosen, except one that closes a cycle too early.
        """
        for vertex in self.bag:
            if mates.get(vertex) != FULL:
                closing = None if self.is_whole else mates.get(vertex)
                others = set(self.near[vertex]) - {vertex, closing}
                available = sum(1 for other in others if other not in self.below and mates.get(other) != FULL)
                if available < 2 - (vertex in mates):
                    return True
        return False


def _joins(left, right):
    """Yield the joined states of all pairs that fit."""
    for one, one_links in left.items():
        for two, two_links in right.items():
            mates, closed = dict(one), False
            if any((end == FULL and vertex in mates) or mates.get(vertex) == FULL for vertex, end in two):
                continue
            mates |= {vertex: FULL for vertex, end in two if end == FULL}
            paths = [(vertex, end) for vertex, end in two if vertex < end]
            for place, (vertex, end) in enumerate(paths, 1):
                closed = link(mates, vertex, end)
                if closed and place < len(paths):
                    break  # another path is left: the cycle is too short
            else:
                yield mates, closed, ((), one_links, two_links)


def _choices(table, vertex, later):
    """Yield the states in which a vertex has two edges, without this vertex."""
    for state, links in table.items():
        before = dict(state)
        missing = 0 if before.get(vertex) == FULL else 2 - (vertex in before)
        for chosen in combinations([other for other in later if before.get(other) != FULL], missing):
            mates, closed = before.copy(), False
            for other in chosen:  # only the last edge can close a cycle
                closed = link(mates, vertex, other)
            del mates[vertex]
            yield mates, closed, (tuple((vertex, other) for other in chosen), links)


def link(mates, one, two):
    """Join two vertices by an edge or a path, and return whether this closes a cycle.

    A vertex without edges is both ends of an empty path, so the last assignment replaces its FULL.

    >>> mates = {1: 2, 2: 1}  # a path from 1 to 2
    >>> link(mates, 2, 3), mates
    (False, {1: 3, 2: -1, 3: 1})
    >>> link(mates, 3, 1), mates
    (True, {1: -1, 2: -1, 3: -1})
    """
    end, other = mates.get(one, one), mates.get(two, two)
    mates[one] = mates[two] = FULL
    if end == two:
        return True
    mates[end], mates[other] = other, end
    return False


def _edges(links):
    """Return all edges that were chosen on the way to a state."""
    if links is None:
        return None
    edges, rest = [], [links]
    while rest:
        chosen, *others = rest.pop()
        edges += chosen
        rest += others
    return edges
