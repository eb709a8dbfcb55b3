"""Named graphs that are famous or hard for solvers, e.g. the Petersen graph.

For most of them, it is known whether they have a Hamiltonian cycle:

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

Vertices are integers from 0. To add a family, add a function of integers that returns a graph, and a row to `FAMILIES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from inspect import signature
from itertools import chain, combinations, islice

from graphs.board import quote
from graphs.errors import FormatError
from graphs.leapers import MAX_GRAPH_SQUARES, Graph

MOST_EDGES = 4_000_000
"""Maximum number of edges of a generated graph."""
_NAME = re.compile(r"\s*([A-Za-z]+)\s*(?:\(\s*([0-9]{1,9}(?:\s*,\s*[0-9]{1,9})*)\s*\)|([0-9]{1,9}))?\s*")


def graph_family(name: str) -> Graph:
    """Return a named graph, such as `GP(11,2)`, `j5` or `Petersen`.

    Raise FormatError if the name is unknown, its numbers are invalid, or the graph is too large.
    """
    match = _NAME.fullmatch(name)
    family = {family.lower(): family for family in FAMILIES}.get(match[1].lower() if match else "")
    if match is None or family is None:
        names = ", ".join(map(_written, FAMILIES))
        raise FormatError(f"{quote(name)} is not a known graph: the known graphs are {names}", name)
    numbers = [int(number) for number in (match[2] or match[3] or "").split(",") if number]
    if len(numbers) != len(signature(FAMILIES[family]).parameters):
        raise FormatError(
            f"{quote(name)} does not fit the family {_written(family)}: write one number for each parameter", name
        )
    graph = FAMILIES[family](*numbers)
    graph.name = f"{family}({','.join(map(str, numbers))})" if numbers else family
    return graph


def generalized_petersen(n: int, k: int) -> Graph:
    """Return the generalized Petersen graph GP(n, k), 1 <= k < n/2.

    The outer vertices 0 … n-1 form a cycle. Outer vertex i is adjacent to inner vertex n+i. Two inner vertices are adjacent if
    they differ by k modulo n.

    The graph has no Hamiltonian cycle if n ≡ 5 (mod 6) and k is 2 or (n-1)/2 (G. N. Robertson, thesis, Waterloo, 1968), and has
    one otherwise (B. Alspach, J. Combin. Theory B 34, 1983). It has a Hamiltonian path.
    """
    if not (n >= 3 and 1 <= k < n / 2):
        raise FormatError(f"there is no GP({n},{k}): n must be at least 3, and k from 1 to less than n / 2", (n, k))
    return _graph(2 * n, (edge for i in range(n) for edge in ((i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n))))


def flower_snark(n: int) -> Graph:
    """Return the flower snark J(n) with 4n vertices, n odd.

    Vertices 0 … n-1 are centres of stars with three leaves. One leaf of each star lies on an n-cycle, the others on a 2n-cycle.
    J(3) is Tietze's graph. The graph has no proper edge colouring with three colours, and so no Hamiltonian cycle (R. Isaacs,
    Amer. Math. Monthly 82, 1975). For n >= 5, it has a Hamiltonian path (S. Fiorini, Hypohamiltonian snarks, 1983).
    """
    if n < 3 or n % 2 == 0:
        raise FormatError(f"there is no flower snark J({n}): n must be odd, and at least 3", n)
    stars = ((i, leaf) for i in range(n) for leaf in (n + i, 2 * n + i, 3 * n + i))
    short = ((n + i, n + (i + 1) % n) for i in range(n))
    long = ((2 * n + i, 2 * n + (i + 1) % (2 * n)) for i in range(2 * n))
    return _graph(4 * n, chain(stars, short, long))


def sheehan(n: int) -> Graph:
    """Return Sheehan's graph with n vertices, n even.

    It has exactly one Hamiltonian cycle, and n²/4 + 1 edges. No graph with a unique Hamiltonian cycle has more edges (J.
    Sheehan, Graphs with exactly one Hamiltonian circuit, Journal of Graph Theory 1, 1977).

    Let k = n/2, a(i) = i and b(i) = k+i. The a(i) are independent, the b(i) form a clique. a(0) is adjacent to all b(j), and
    each other a(i) to b(i-1) … b(k-2). a(k-1) is also adjacent to b(k-1).

    The only Hamiltonian cycle is a(0) b(0) a(1) b(1) … a(k-1) b(k-1), because a(k-1) and a(k-2) have degree 2, then a(k-3)
    without b(k-2), and so on.
    """
    if n < 4 or n % 2:
        raise FormatError(f"there is no graph Sheehan({n}): n must be even, and at least 4", n)
    k = n // 2
    others = ((i, k + j) for i in range(1, k) for j in range(i - 1, k - 1))
    return _graph(n, chain(combinations([0, *range(k, n)], 2), others, [(k - 1, n - 1)]))


def coxeter() -> Graph:
    """Return the Coxeter graph, which is cubic with 28 vertices.

    It has a Hamiltonian path but no Hamiltonian cycle (W. T. Tutte, A non-Hamiltonian graph, Canadian Mathematical Bulletin 3,
    1960). Each of the vertices 0 … 6 has a neighbour on each of three 7-cycles. Adjacent vertices of cycle number k (1, 2, 3)
    are neighbours of vertices that differ by k modulo 7.
    """
    rings = [(7 * step + i, i, 7 * step + (i + step) % 7) for step in (1, 2, 3) for i in range(7)]
    return _graph(28, (edge for inner, centre, further in rings for edge in ((centre, inner), (inner, further))))


def tutte() -> Graph:
    """Return the Tutte graph, which has 46 vertices.

    It is planar, cubic and 3-connected, but has no Hamiltonian cycle (W. T. Tutte, On Hamiltonian circuits, Journal of the
    London Mathematical Society 21, 1946).
    """
    import networkx as nx

    return _graph(46, nx.tutte_graph().edges)


def regular(d: int, n: int, seed: int) -> Graph:
    """Return a random d-regular graph with n vertices.

    Almost all are Hamiltonian for d >= 3 (R. W. Robinson and N. C. Wormald, Almost all regular graphs are Hamiltonian, Random
    Structures and Algorithms 5, 1994).
    """
    import networkx as nx

    if d >= n or d * n % 2:
        raise FormatError(f"regular({d},{n},{seed}): no graph with {n} vertices has the degree {d} at each vertex", n)
    return _graph(n, nx.random_regular_graph(d, n, seed).edges)


def random_graph(n: int, m: int, seed: int) -> Graph:
    """Return a random graph with n vertices and m edges.

    Near m = n (ln n + ln ln n) / 2, half of the graphs are Hamiltonian (J. Komlós and E. Szemerédi, Limit distribution for the
    existence of Hamiltonian cycles in a random graph, Discrete Mathematics 43, 1983).
    """
    import networkx as nx

    return _graph(n, nx.gnm_random_graph(n, m, seed).edges)


FAMILIES: dict[str, Callable[..., Graph]] = {
    "GP": generalized_petersen,
    "J": flower_snark,
    "Sheehan": sheehan,
    "Petersen": partial(generalized_petersen, 5, 2),
    "Coxeter": coxeter,
    "Tutte": tutte,
    "regular": regular,
    "random": random_graph,
}
"""Functions that build the graphs of each family."""


def _written(family: str) -> str:
    """Return a family with its parameters, e.g. "GP(n,k)"."""
    parameters = ",".join(signature(FAMILIES[family]).parameters)
    return f"{family}({parameters})" if parameters else family


def _graph(size: int, edges: Iterable[tuple[int, int]]) -> Graph:
    """Build a graph with sorted adjacency lists.

    FormatError is raised if it is too large.
    """
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
