"""Dynamic programming over a tree of small separators (a *tree decomposition*).

A set of vertices that separates a graph hides one side from the other: to continue a partial tour on one side, it is enough to
know how it meets the separator. If separators of a few vertices divide the graph again and again, like the joints of a tree,
then tables of such meetings, computed from the leaves to the root, decide whether there is a tour. A linear order of the
vertices, as in `solvers.methods.frontier`, is the special case of a tree without branches.

*Order.* The vertices are eliminated one by one. To eliminate a vertex is to remove it and to join its remaining neighbours to
each other. The next vertex is one with the fewest remaining neighbours: the one whose neighbours changed last, or a random one.
Its remaining neighbours are its *separator*. Only they can be adjacent to what is behind it. The largest number of vertices in
a separator is the *width* of the order. The least width of all orders is the treewidth of the graph, which is hard to compute;
this greedy order often comes close. Vertices with very many neighbours are eliminated last by themselves.

*Tree.* The parent of a vertex is the vertex of its separator that is eliminated first. The *bag* of a vertex is the vertex with
its separator. The bags of its children contain no other vertices of the part of the graph that is not eliminated yet, so the
subtrees of two children have nothing in common but vertices of the bag.

*State.* Consider the edges of a tour that have an end in the subtree of a vertex. They form paths that end in the separator. So
a *state* records for each vertex of the separator whether it has no edge yet, or one edge and where its path ends, or two
edges. How the tour can continue depends only on the state. So a table stores each state once, with the edges that led to it.

A vertex is processed, after its children, in three steps:

1. *Join.* Each state of one child is combined with each state of the next child. They fit if no vertex gets more than two
   edges, and if no two paths form a cycle. The smallest tables are joined first.
2. *Choose.* The vertex gets edges to later neighbours until it has two edges, in all ways.
3. *Forget.* The vertex is removed from the state. A state is dropped if a vertex cannot get enough edges any more.

*Closing.* A cycle is a tour only if it closes when no vertex is left outside: the subtree and the bag are the whole graph, and
each vertex of the bag has two edges. The links between the states then give its edges. An empty table, or no such cycle at the
root, proves that there is no tour.

An open tour is closed by an additional vertex, the *apex*. It is adjacent to all vertices, or to the two given ends. If only
the start is given, a vertex of degree two between the start and the apex forces the tour to end there.

With k vertices in a separator there are 2^O(k log k) states, so the time is 2^O(k log k) n: the width decides, not the size. A
search node is a state that is stored. Bodlaender, Cygan, Kratsch and Nederlof [1]_ describe this program, and reduce it to
2^O(k) n by linear algebra, which does not pay at these widths. Cook and Seymour [2]_ merged tours in this way.

The functions of this module are the reference implementation. The solver runs the compiled version, `tree_program_kernels`,
which stores the same states.

References
----------
.. [1] H. L. Bodlaender, M. Cygan, S. Kratsch and J. Nederlof, Deterministic single exponential time algorithms for connectivity
   problems parameterized by treewidth, Information and Computation 243, 2015.
.. [2] W. Cook and P. Seymour, Tour merging via branch-decomposition, INFORMS Journal on Computing 15, 2003.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.loading import load
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem
from solvers.core.registry import solver, whole_number

if TYPE_CHECKING:
    import numpy.typing as npt

FULL = -1
"""Value in a state of a vertex that has two edges."""

Edge: TypeAlias = tuple[int, int]
Mates: TypeAlias = dict[int, int]
"""The other end of the path of each vertex with one edge, FULL for a vertex with two edges, and nothing for other vertices."""
Links: TypeAlias = tuple[Any, ...]
"""How a state was built: the edges that were chosen, then the links of the states that were combined."""
Table: TypeAlias = dict[frozenset[tuple[int, int]], Links]
"""The states, as items of `Mates`, and their links."""

NOTHING: Table = {frozenset(): ((),)}
"""The table without edges."""


@solver(
    "treewidth",
    summary="dynamic programming over a tree decomposition, for graphs of small treewidth",
    exact=True,
    closed=True,
    fixed_end=True,
    packages=("numba",),
    reference="H. L. Bodlaender, M. Cygan, S. Kratsch and J. Nederlof, Deterministic single exponential time algorithms, 2015",
)
def treewidth(problem: Problem, meter: Meter, *, seed: int = 0, most_cost: int | None = None) -> Outcome:
    """Search for a tour by dynamic programming over a tree decomposition.

    Parameters
    ----------
    seed : int, optional
        The seed of random choices between equally good orders (default: 0).
    most_cost : int, optional
        Maximum estimated number of search nodes (default: no limit).

    Examples
    --------
    >>> from graphs.families import graph_family
    >>> from solvers import solve
    >>> solve(graph_family("J5"), "treewidth", closed=True).status.value, solve(graph_family("J5"), "treewidth").status.value
    ('impossible', 'found')
    """
    whole_number("seed", seed, least=0)
    if most_cost is not None:
        whole_number("most_cost", most_cost, least=1)
    if problem.size == 1:
        meter.check()
        return Outcome.found(list(problem.nodes), 1)
    size, edges = closed_form(problem, meter)
    load("solvers.methods.tree_program_kernels")
    from solvers.methods.tree_order_kernels import MOST_WIDTH, narrow_tree
    from solvers.methods.tree_program_kernels import edges_of_a_cycle

    tree = narrow_tree(size, edges, seed, meter)
    if tree is None:
        return Outcome.unknown(0, f"each order that was tried has a width above {MOST_WIDTH}")
    if most_cost is not None and tree.cost > most_cost:
        return Outcome.unknown(0, f"the estimated cost is {tree.cost:.2g}, but at most {most_cost:,} is allowed")
    cycle = edges_of_a_cycle(tree, meter)
    if cycle is None:
        return Outcome.impossible(meter.nodes, f"none of the {meter.nodes:,} states of partial tours leads to a tour")
    return Outcome.found(tour_of(problem, cycle), meter.nodes)


def closed_form(problem: Problem, meter: Meter) -> tuple[int, npt.NDArray[Any]]:
    """Return the number of vertices and the edges of a graph whose Hamiltonian cycles are the tours of the problem.

    The vertices are numbered as in the graph. Those of an open tour are followed by the apex and, with one given end, by the
    vertex between them.
    """
    import numpy as np

    size = problem.size
    first, heads = problem.rows(meter)
    tails = np.repeat(np.arange(size), np.diff(first))
    meter.check()
    keys = np.sort((tails * size + heads)[tails < heads])
    meter.check()
    edges = np.stack(np.divmod(keys[np.diff(keys, prepend=-1) > 0], size), axis=1)  # parallel edges count once
    if problem.closed:
        return size, edges
    given = [list(problem.nodes).index(end) for end in (problem.start, problem.end) if end is not None]
    ends = given if len(given) == 2 else [vertex for vertex in range(size) if vertex not in given]
    extra = [(vertex, size) for vertex in ends]
    if len(given) == 1:
        extra += [(given[0], size + 1), (size, size + 1)]
    return size + 1 + (len(given) == 1), np.concatenate([edges, extra])


def tour_of(problem: Problem, cycle: Sequence[Edge]) -> list[Any]:
    """Return the tour of a Hamiltonian cycle in the `closed_form` of a problem."""
    vertices, near = list(problem.nodes), {end: set[int]() for edge in cycle for end in edge}
    for one, two in cycle:
        near[one].add(two)
        near[two].add(one)
    start = None if problem.start is None else vertices.index(problem.start)
    walk = [len(vertices) if not problem.closed else start or 0]
    while rest := near[walk[-1]]:
        walk.append(rest.pop())
        near[walk[-1]].remove(walk[-2])
    visited = [vertex for vertex in walk[:-1] if vertex < len(vertices)]
    return [vertices[each] for each in (visited if start in (None, visited[0]) else visited[::-1])]


def separators_of(near: Sequence[Collection[int]], order: Iterable[int] | None = None, seed: int = 0) -> dict[int, list[int]]:
    """Return the separator of each vertex in the order of elimination: the given order, or one of least degree.

    `near` contains the neighbours of each vertex. Each separator is in the order of elimination.
    """
    rest = [set(each) - {vertex} for vertex, each in enumerate(near)]
    separators: dict[int, list[int]] = {}
    for vertex in _least_degree_first(rest, Random(seed)) if order is None else order:
        separators[vertex] = list(rest[vertex])
        for one in rest[vertex]:
            rest[one] |= rest[vertex]
            rest[one] -= {one, vertex}
    place = {vertex: index for index, vertex in enumerate(separators)}
    return {vertex: sorted(each, key=place.__getitem__) for vertex, each in separators.items()}


def _least_degree_first(rest: Sequence[Collection[int]], dice: Random) -> Iterator[int]:
    """Yield the vertices of least degree in a graph from which the caller eliminates each of them."""
    heap = [(len(each), dice.random(), vertex) for vertex, each in enumerate(rest)]
    heapify(heap)
    latest = {vertex: (degree, tie) for degree, tie, vertex in heap}
    for step in range(len(rest)):
        while True:
            degree, tie, vertex = heappop(heap)
            if latest.get(vertex) == (degree, tie):
                break
        del latest[vertex]
        changed = list(rest[vertex])
        yield vertex
        for other in changed:
            latest[other] = len(rest[other]), dice.random() - step - 1
            heappush(heap, (*latest[other], other))


def edges_of_a_cycle(near: Sequence[Collection[int]], separators: dict[int, list[int]], meter: Meter) -> list[Edge] | None:
    """Return the edges of a Hamiltonian cycle, or None if there is none: the reference implementation."""
    parts: dict[int, list[tuple[Table, set[int]]]] = {vertex: [] for vertex in separators}
    for vertex, separator in separators.items():
        table, below = NOTHING, set[int]()
        for other, others in sorted(parts.pop(vertex), key=lambda part: len(part[0])):
            below |= others
            if table is NOTHING:
                table = other
            else:
                table, cycle = Step(near, below, {vertex, *separator}).table_of(_joins(table, other), meter)
                if cycle or not table:
                    return _edges(cycle)
        below.add(vertex)
        later = [other for other in separator if other in near[vertex]]
        table, cycle = Step(near, below, set(separator)).table_of(_choices(table, vertex, later), meter)
        if cycle or not table:
            return _edges(cycle)
        parts[separator[0]].append((table, below))
    return None


@dataclass(frozen=True)
class Step:
    """A join or a choice of edges: the vertices that are forgotten after it (`below`), and those in its states (`bag`)."""

    near: Sequence[Collection[int]]
    below: Collection[int]
    bag: Collection[int]

    def table_of(self, results: Iterable[tuple[Mates, bool, Links]], meter: Meter) -> tuple[Table, Links | None]:
        """Return the table of the given states, and the links of a Hamiltonian cycle or None.

        Each result is a state, whether a cycle was closed, and the links.
        """
        table: Table = {}
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
    def is_whole(self) -> bool:
        """Whether no vertex is outside of the subtree and the bag."""
        return len(self.below) + len(self.bag) == len(self.near)

    def is_hopeless(self, mates: Mates) -> bool:
        """Return whether a vertex needs more edges than it can get. An edge must not close a cycle too early."""
        for vertex in self.bag:
            if mates.get(vertex) != FULL:
                closing = None if self.is_whole else mates.get(vertex)
                others = set(self.near[vertex]) - {vertex, closing}
                available = sum(1 for other in others if other not in self.below and mates.get(other) != FULL)
                if available < 2 - (vertex in mates):
                    return True
        return False


def _joins(left: Table, right: Table) -> Iterator[tuple[Mates, bool, Links]]:
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


def _choices(table: Table, vertex: int, later: Sequence[int]) -> Iterator[tuple[Mates, bool, Links]]:
    """Yield the states in which a vertex has two edges, without this vertex."""
    for state, links in table.items():
        before = dict(state)
        missing = 0 if before.get(vertex) == FULL else 2 - (vertex in before)
        for chosen in combinations([other for other in later if before.get(other) != FULL], missing):
            mates, closed = before.copy(), False
            for other in chosen:
                closed = link(mates, vertex, other)
            del mates[vertex]
            yield mates, closed, (tuple((vertex, other) for other in chosen), links)


def link(mates: Mates, one: int, two: int) -> bool:
    """Join two vertices by an edge or a path, and return whether this closes a cycle.

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


def _edges(links: Links | None) -> list[Edge] | None:
    """Return all edges that were chosen on the way to a state."""
    if links is None:
        return None
    edges, rest = [], [links]
    while rest:
        chosen, *others = rest.pop()
        edges += chosen
        rest += others
    return edges
