"""Named graphs for which it is published whether they have a Hamiltonian cycle: hard families and famous single graphs.

All vertices are integers from 0. Building a graph takes time O(|E|), plus the time to sort its edges.

| name | graph | Hamiltonian cycle |
| --- | --- | --- |
| `GP(n,k)` | generalized Petersen graph | none if k = 2 and n ≡ 5 (mod 6); see `generalized_petersen` |
| `J(n)`, n odd | flower snark | none |
| `Sheehan(n)` | n even, n²/4 + 1 edges | exactly one |
| `Petersen` | GP(5,2), 10 vertices | none |
| `Coxeter` | 28 vertices | none |
| `Tutte` | 46 vertices | none |
| `regular(d,n,seed)` | random d-regular graph with n vertices | unknown; almost every one has one |
| `random(n,m,seed)` | random graph with n vertices and m edges | unknown; see `random_graph` |

To add a family, write a function that accepts integers and returns a graph, and add a row to `FAMILIES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, islice

from graphs.board import quote
from graphs.errors import FormatError
from graphs.leapers import MAX_GRAPH_SQUARES, Graph

MOST_EDGES = 4_000_000
"""Maximum number of edges of a graph. The knight's graph of a board with `MAX_GRAPH_SQUARES` squares has about as many."""
_NAME = re.compile(r"\s*([A-Za-z]+)\s*(?:\(\s*([0-9]{1,9}(?:\s*,\s*[0-9]{1,9})*)\s*\)|([0-9]{1,9}))?\s*")


def graph_family(name: str) -> Graph:
    """Return the graph with a given name, such as `GP(11,2)`, `J5` or `Petersen`.

    Parameters
    ----------
    name : str
        A name from the table in the docstring of this module, in upper or lower case.

    Returns
    -------
    networkx.Graph
        The graph. Its attribute `name` is the name, spelled as in the table.

    Raises
    ------
    FormatError
        If the name is unknown, if the family contains no graph with the numbers in the name, or if the graph is too large.

    Examples
    --------
    >>> graph = graph_family("j5")
    >>> graph.name, len(graph), graph.size()
    ('J(5)', 20, 30)
    """
    match = _NAME.fullmatch(name)
    family = {family.lower(): family for family in FAMILIES}.get(match[1].lower() if match else "")
    if match is None or family is None:
        names = ", ".join(family + signature for family, (signature, _) in FAMILIES.items())
        raise FormatError(f"{quote(name)} is not a known graph: the known graphs are {names}", name)
    signature, build = FAMILIES[family]
    numbers = [int(number) for number in (match[2] or match[3] or "").split(",") if number]
    if len(numbers) != len(re.findall(r"\w+", signature)):
        raise FormatError(
            f"{quote(name)} does not fit the family {family}{signature}: write one number for each parameter", name
        )
    graph = build(*numbers)
    graph.name = f"{family}({','.join(map(str, numbers))})" if numbers else family
    return graph


def generalized_petersen(n: int, k: int) -> Graph:
    """Return the generalized Petersen graph GP(n, k).

    The outer vertices 0 … n-1 form a cycle. Each outer vertex i is joined to the inner vertex n + i. Two inner vertices are
    joined if their numbers differ by k modulo n.

    Parameters
    ----------
    n : int
        The number of outer vertices, at least 3.
    k : int
        The step between adjacent inner vertices, at least 1 and less than n / 2.

    Returns
    -------
    networkx.Graph
        The graph, with 2n vertices.

    Raises
    ------
    FormatError
        If n or k is out of range, or if the graph is too large.

    Notes
    -----
    The graph has no Hamiltonian cycle if n ≡ 5 (mod 6) and k is 2 or (n - 1) / 2 [3]_, and has one in all other cases [5]_. If
    it has no Hamiltonian cycle, it still has, for each vertex, a cycle through all other vertices [4]_, and therefore a
    Hamiltonian path.

    GP(5, 2) is the Petersen graph, the smallest cubic graph without bridges that has no Hamiltonian cycle [1]_. The
    generalization is due to Watkins [2]_.

    References
    ----------
    .. [1] J. Petersen, Sur le théorème de Tait, L'Intermédiaire des Mathématiciens 5, 1898.
    .. [2] M. E. Watkins, A theorem on Tait colorings with an application to the generalized Petersen graphs, Journal of
       Combinatorial Theory 6, 1969.
    .. [3] G. N. Robertson, Graphs minimal under girth, valency and connectivity constraints, thesis, University of
       Waterloo, 1968.
    .. [4] J. A. Bondy, Variations on the Hamiltonian theme, Canadian Mathematical Bulletin 15, 1972.
    .. [5] B. Alspach, The classification of Hamiltonian generalized Petersen graphs, Journal of Combinatorial Theory B 34,
       1983.

    Examples
    --------
    >>> sorted(generalized_petersen(5, 2).adj[5])
    [0, 7, 8]
    """
    if not (n >= 3 and 1 <= k < n / 2):
        raise FormatError(f"there is no GP({n},{k}): n must be at least 3, and k from 1 to less than n / 2", (n, k))
    return _graph(2 * n, (edge for i in range(n) for edge in ((i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n))))


def flower_snark(n: int) -> Graph:
    """Return the flower snark J(n), which has 4n vertices.

    The graph contains n stars with three leaves each. One leaf of each star lies on a cycle of length n, and the other two lie
    on a cycle of length 2n. Vertices 0 … n-1 are the centres of the stars, vertices n … 2n-1 lie on the short cycle, and
    vertices 2n … 4n-1 lie on the long cycle.

    Parameters
    ----------
    n : int
        The number of stars, odd and at least 3. For n = 3, the graph is Tietze's graph.

    Returns
    -------
    networkx.Graph
        The graph.

    Raises
    ------
    FormatError
        If n is even or too small, or if the graph is too large.

    Notes
    -----
    The graph has no Hamiltonian cycle. Every cubic graph with a Hamiltonian cycle has a proper edge colouring with three
    colours, but flower snarks have none [1]_. If n is at least 5, the graph has, for each vertex, a cycle through all other
    vertices [2]_, and therefore a Hamiltonian path.

    References
    ----------
    .. [1] R. Isaacs, Infinite families of nontrivial trivalent graphs which are not Tait colorable, American Mathematical
       Monthly 82, 1975.
    .. [2] S. Fiorini, Hypohamiltonian snarks, in: Graphs and Other Combinatorial Topics, 1983.

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
    """Return a graph of n vertices with exactly one Hamiltonian cycle and the maximum number of edges, n²/4 + 1.

    Let k = n / 2. No two of the vertices 0 … k-1 are adjacent, and all pairs of the vertices k … n-1 are adjacent. Let a(i) be
    the vertex i, and b(i) the vertex k + i. Vertex a(0) is joined to each of the vertices b(0) … b(k-1). For i > 0, a(i) is
    joined to b(i-1), b(i), …, b(k-2). Vertex a(k-1) is also joined to b(k-1).

    Parameters
    ----------
    n : int
        The number of vertices, even and at least 4.

    Returns
    -------
    networkx.Graph
        The graph.

    Raises
    ------
    FormatError
        If n is odd or too small, or if the graph is too large.

    Notes
    -----
    The number of edges is the maximum for a graph of n vertices with exactly one Hamiltonian cycle [1]_. All graphs with this
    number of edges and one Hamiltonian cycle are known [2]_.

    The cycle is unique for the following reason. The vertices a(i) are half of all vertices, and no two of them are adjacent.
    So vertices a and b alternate along a Hamiltonian cycle. The vertices a(k-1) and a(k-2) have only two neighbours each, so
    the cycle uses all edges at both of them. Their common neighbour b(k-2) has no other edge in the cycle. Without b(k-2), the
    vertex a(k-3) also has only two neighbours. This argument can be repeated down to a(1). So the only cycle is
    a(0) b(0) a(1) b(1) … a(k-1) b(k-1).

    References
    ----------
    .. [1] J. Sheehan, Graphs with exactly one Hamiltonian circuit, Journal of Graph Theory 1, 1977.
    .. [2] C. A. Barefoot and R. C. Entringer, Extremal maximal uniquely Hamiltonian graphs, Journal of Graph Theory 4, 1980.

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
    """Return the Coxeter graph.

    It has 7 central vertices with 3 neighbours each. These 21 neighbours form three 7-cycles. Each cycle contains one neighbour
    of each central vertex. The central vertices are numbered from 0 to 6. Two adjacent vertices of the first cycle are
    neighbours of central vertices whose numbers differ by 1 modulo 7. On the second cycle, the numbers differ by 2, and on the
    third cycle by 3.

    Returns
    -------
    networkx.Graph
        The graph, with 28 vertices.

    Notes
    -----
    The graph is vertex-transitive. It has a Hamiltonian path but no Hamiltonian cycle [1]_.

    References
    ----------
    .. [1] W. T. Tutte, A non-Hamiltonian graph, Canadian Mathematical Bulletin 3, 1960.

    Examples
    --------
    >>> len(coxeter()), set(dict(coxeter().degree).values())
    (28, {3})
    """
    rings = [(7 * step + i, i, 7 * step + (i + step) % 7) for step in (1, 2, 3) for i in range(7)]
    return _graph(28, (edge for inner, centre, further in rings for edge in ((centre, inner), (inner, further))))


def tutte() -> Graph:
    """Return the Tutte graph.

    Returns
    -------
    networkx.Graph
        The graph, with 46 vertices.

    Notes
    -----
    The graph is planar, cubic and 3-connected, but has no Hamiltonian cycle. It disproves a conjecture of Tait [1]_.

    References
    ----------
    .. [1] W. T. Tutte, On Hamiltonian circuits, Journal of the London Mathematical Society 21, 1946.

    Examples
    --------
    >>> len(tutte()), set(dict(tutte().degree).values())
    (46, {3})
    """
    import networkx as nx

    return _graph(46, nx.tutte_graph().edges)


def regular(d: int, n: int, seed: int) -> Graph:
    """Return a random d-regular graph, drawn almost uniformly.

    Parameters
    ----------
    d : int
        The degree of each vertex.
    n : int
        The number of vertices. The product of `d` and `n` must be even, and `d` less than `n`.
    seed : int
        The seed.

    Returns
    -------
    networkx.Graph
        The graph.

    Raises
    ------
    FormatError
        If no such graph exists.

    References
    ----------
    .. [1] R. W. Robinson, N. C. Wormald, Almost all regular graphs are Hamiltonian, Random Structures and Algorithms 5, 1994.

    Examples
    --------
    >>> set(dict(regular(3, 50, 0).degree).values())
    {3}
    """
    import networkx as nx

    if d >= n or d * n % 2:
        raise FormatError(f"regular({d},{n},{seed}): no graph with {n} vertices has the degree {d} at each vertex", n)
    return _graph(n, nx.random_regular_graph(d, n, seed).edges)


def random_graph(n: int, m: int, seed: int) -> Graph:
    """Return a random graph with a given number of edges.

    Parameters
    ----------
    n : int
        The number of vertices.
    m : int
        The number of edges. Near n (ln n + ln ln n) / 2, half of the graphs have a Hamiltonian cycle [1]_.
    seed : int
        The seed.

    Returns
    -------
    networkx.Graph
        The graph.

    References
    ----------
    .. [1] J. Komlós, E. Szemerédi, Limit distribution for the existence of Hamiltonian cycles in a random graph, Discrete
       Mathematics 43, 1983.

    Examples
    --------
    >>> random_graph(50, 130, 0).size()
    130
    """
    import networkx as nx

    return _graph(n, nx.gnm_random_graph(n, m, seed).edges)


FAMILIES: dict[str, tuple[str, Callable[..., Graph]]] = {
    "GP": ("(n,k)", generalized_petersen),
    "J": ("(n)", flower_snark),
    "Sheehan": ("(n)", sheehan),
    "Petersen": ("", partial(generalized_petersen, 5, 2)),
    "Coxeter": ("", coxeter),
    "Tutte": ("", tutte),
    "regular": ("(d,n,seed)", regular),
    "random": ("(n,m,seed)", random_graph),
}
"""For each family, the parameters that follow its name, such as `(n,k)`, and the function that builds the graph for them."""


def _graph(size: int, edges: Iterable[tuple[int, int]]) -> Graph:
    """Return the graph with `size` vertices and the given edges. The vertices and their neighbours are in ascending order."""
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
