"""Graphs by name, whose answer is known in print: families that are hard for Hamiltonian cycles, and famous single graphs.

All vertices are whole numbers from 0. Cost: linear in the number of edges.

=================  ================================  ============================================================
name               graph                             Hamiltonian cycle
=================  ================================  ============================================================
`GP(n,k)`          generalized Petersen graph        none if k = 2 and n ≡ 5 (mod 6); see `generalized_petersen`
`J(n)`, n odd      flower snark                      none
`Sheehan(n)`       as many edges as one cycle allows exactly one
`Petersen`         GP(5,2), 10 vertices              none
`Coxeter`          28 vertices                       none
`Tutte`            46 vertices                       none
=================  ================================  ============================================================

To add a family, write a function that takes whole numbers and returns a graph, and one row in `FAMILIES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, islice

from graphs.board import shortened
from graphs.errors import FormatError
from graphs.leapers import MAX_GRAPH_SQUARES, Graph

__all__ = ["FAMILIES", "coxeter", "flower_snark", "generalized_petersen", "graph_family", "sheehan", "tutte"]

MOST_EDGES = 4_000_000
"""About as many as the knight's graph of the largest board has."""
_NAME = re.compile(r"\s*([A-Za-z]+)\s*(?:\(\s*([0-9]{1,9}(?:\s*,\s*[0-9]{1,9})*)\s*\)|([0-9]{1,9}))?\s*")


def graph_family(name: str) -> Graph:
    """Return the graph of a name, such as `GP(11,2)`, `J5` or `Petersen`; small and capital letters are alike.

    The attribute `name` of the graph is the name as the table above spells it.

    Raises
    ------
    FormatError : there is no such family, or it has no graph of these numbers.

    Examples
    --------
    >>> graph = graph_family("j5")
    >>> graph.name, len(graph), graph.size()
    ('J(5)', 20, 30)
    """
    found = _NAME.fullmatch(name)
    family = {family.lower(): family for family in FAMILIES}.get(found[1].lower() if found else "")
    if found is None or family is None:
        known = ", ".join(family + signature for family, (signature, _) in FAMILIES.items())
        raise FormatError(f"{shortened(name)} is no graph that we can build: there are {known}", name)
    signature, build = FAMILIES[family]
    numbers = [int(number) for number in (found[2] or found[3] or "").split(",") if number]
    if len(numbers) != len(re.findall(r"\w", signature)):
        raise FormatError(f"{shortened(name)} does not fit the family {family}{signature}: write its numbers so", name)
    graph = build(*numbers)
    graph.name = f"{family}({','.join(map(str, numbers))})" if numbers else family
    return graph


def generalized_petersen(n: int, k: int) -> Graph:
    """Return GP(n, k): an outer n-cycle, and an inner vertex at each of its vertices; inner vertices k apart are joined.

    Vertices 0 … n-1 are the outer ones, n … 2n-1 the inner ones.

    Parameters
    ----------
    n : at least 3.
    k : from 1, less than n / 2.

    Raises
    ------
    FormatError : n or k is out of range.

    Notes
    -----
    It has no Hamiltonian cycle if n ≡ 5 (mod 6) and k is 2 or (n - 1) / 2 (Robertson 1968), and has one in all other cases
    (Alspach 1983). Those without one have a cycle through all vertices but any one of them (Bondy 1972), so they have a
    Hamiltonian path.

    GP(5, 2) is the Petersen graph, the smallest cubic graph without bridges that has no Hamiltonian cycle (Petersen 1898).

    References
    ----------
    J. Petersen, Sur le théorème de Tait, L'Intermédiaire des Mathématiciens 5, 1898. M. E. Watkins, A theorem on Tait
    colorings with an application to the generalized Petersen graphs, Journal of Combinatorial Theory 6, 1969. G. N.
    Robertson, Graphs minimal under girth, valency and connectivity constraints, thesis, University of Waterloo, 1968. J. A.
    Bondy, Variations on the Hamiltonian theme, Canadian Mathematical Bulletin 15, 1972. B. Alspach, The classification of
    Hamiltonian generalized Petersen graphs, Journal of Combinatorial Theory B 34, 1983.

    Examples
    --------
    >>> sorted(generalized_petersen(5, 2).adj[5])
    [0, 7, 8]
    """
    if not (n >= 3 and 1 <= k < n / 2):
        raise FormatError(f"there is no GP({n},{k}): n must be at least 3, and k from 1 to less than n / 2", (n, k))
    return _graph(2 * n, (edge for i in range(n) for edge in ((i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n))))


def flower_snark(n: int) -> Graph:
    """Return the flower snark J(n), of 4n vertices: n stars of three leaves; the leaves form a cycle of n and one of 2n.

    Vertices 0 … n-1 are the centres of the stars, n … 2n-1 the leaves on the short cycle, 2n … 4n-1 those on the long one.

    Parameters
    ----------
    n : odd, at least 3. J(3) is Tietze's graph.

    Raises
    ------
    FormatError : n is even or too small.

    Notes
    -----
    It has no Hamiltonian cycle: the edges of a cubic graph that has one can be coloured with three colours, and those of a
    snark cannot. From n = 5 on it has a cycle through all vertices but any one of them, so it has a Hamiltonian path.

    References
    ----------
    R. Isaacs, Infinite families of nontrivial trivalent graphs which are not Tait colorable, American Mathematical Monthly
    82, 1975. S. Fiorini, Hypohamiltonian snarks, in: Graphs and Other Combinatorial Topics, 1983.

    Examples
    --------
    >>> sorted(flower_snark(5).adj[0])
    [5, 10, 15]
    """
    if n < 3 or n % 2 == 0:
        raise FormatError(f"there is no flower snark J({n}): n must be odd, and at least 3", n)
    stars = ((i, leaf) for i in range(n) for leaf in (n + i, 2 * n + i, 3 * n + i))
    short = ((n + i, n + (i + 1) % n) for i in range(n))
    long = ((2 * n + i, 2 * n + (i + 1) % (2 * n)) for i in range(2 * n))
    return _graph(4 * n, chain(stars, short, long))


def sheehan(n: int) -> Graph:
    """Return a graph of n vertices with exactly one Hamiltonian cycle and n²/4 + 1 edges, the most that such a graph can have.

    With k = n / 2, the vertices 0 … k-1 are not joined to each other, and the vertices k … n-1 all are. Write a(i) for the
    vertex i, and b(i) for the vertex k + i. Vertex a(0) is joined to each b; for i > 0, a(i) is joined to b(i-1), b(i), …,
    b(k-2); and a(k-1) is also joined to b(k-1).

    Parameters
    ----------
    n : even, at least 4.

    Raises
    ------
    FormatError : n is odd or too small.

    Notes
    -----
    Half of the vertices are not joined to each other, so a cycle through all vertices takes an a and a b in turn. Each of
    a(k-1) and a(k-2) has only two neighbours b, so the cycle takes both edges of each, and b(k-2) is used up. Then a(k-3) has
    only two neighbours b left, and so on down to a(1). So the only cycle is a(0) b(0) a(1) b(1) … a(k-1) b(k-1).

    References
    ----------
    J. Sheehan, Graphs with exactly one Hamiltonian circuit, Journal of Graph Theory 1, 1977 (the bound n²/4 + 1, and graphs
    that reach it). C. A. Barefoot and R. C. Entringer, Extremal maximal uniquely Hamiltonian graphs, Journal of Graph Theory
    4, 1980 (all such graphs).

    Examples
    --------
    >>> graph = sheehan(10)
    >>> len(graph), graph.size()
    (10, 26)
    """
    if n < 4 or n % 2:
        raise FormatError(f"there is no graph Sheehan({n}): n must be even, and at least 4", n)
    k = n // 2
    joined = ((k + i, k + j) for i in range(k) for j in range(i))
    first = ((0, k + j) for j in range(k))
    others = ((i, k + j) for i in range(1, k) for j in range(i - 1, k - 1))
    return _graph(n, chain(joined, first, others, [(k - 1, n - 1)]))


def coxeter() -> Graph:
    """Return the Coxeter graph: 7 vertices with 3 neighbours each, and these form 7-cycles in steps of 1, 2 and 3.

    It looks the same from each vertex, and has no Hamiltonian cycle (Tutte 1960); it has a Hamiltonian path.

    References: W. T. Tutte, A non-Hamiltonian graph, Canadian Mathematical Bulletin 3, 1960.

    Examples
    --------
    >>> len(coxeter()), set(dict(coxeter().degree).values())
    (28, {3})
    """
    rings = [(7 * step + i, i, 7 * step + (i + step) % 7) for step in (1, 2, 3) for i in range(7)]
    return _graph(28, (edge for inner, centre, further in rings for edge in ((centre, inner), (inner, further))))


def tutte() -> Graph:
    """Return the Tutte graph: planar, cubic, 3-connected, and without a Hamiltonian cycle, against a conjecture of Tait.

    References: W. T. Tutte, On Hamiltonian circuits, Journal of the London Mathematical Society 21, 1946.

    Examples
    --------
    >>> len(tutte()), set(dict(tutte().degree).values())
    (46, {3})
    """
    import networkx as nx

    return _graph(46, nx.tutte_graph().edges)


FAMILIES: dict[str, tuple[str, Callable[..., Graph]]] = {
    "GP": ("(n,k)", generalized_petersen),
    "J": ("(n)", flower_snark),
    "Sheehan": ("(n)", sheehan),
    "Petersen": ("", partial(generalized_petersen, 5, 2)),
    "Coxeter": ("", coxeter),
    "Tutte": ("", tutte),
}
"""The name of a family, its numbers, and the function that builds its graphs."""


def _graph(size: int, edges: Iterable[tuple[int, int]]) -> Graph:
    """Return the graph of these edges, its vertices and the neighbours of each in the order of their numbers."""
    import networkx as nx

    if size > MAX_GRAPH_SQUARES:
        raise FormatError(f"a graph of {size:,} vertices is too large: the limit is {MAX_GRAPH_SQUARES:,}", size)
    pairs = sorted((min(edge), max(edge)) for edge in islice(edges, MOST_EDGES + 1))
    if len(pairs) > MOST_EDGES:
        raise FormatError(f"a graph of {size:,} vertices with more than {MOST_EDGES:,} edges is too large", size)
    graph: Graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(pairs)
    return graph
