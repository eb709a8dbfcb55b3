"""Dynamic programming over a tree of small separators (a *tree decomposition*).

A *separator* is a set of vertices whose removal disconnects the graph. To continue a partial tour on one side of a separator,
it is enough to know its state at the separator: which paths of the other side end there. If separators of a few vertices divide
the graph again and again, they form a tree. Tables of such states, computed from the leaves to the root, decide whether there
is a tour. A linear order of the vertices, as in `solvers.methods.frontier`, is the special case of a tree without branches.

*Order.* The vertices are eliminated one by one. To eliminate a vertex is to remove it and to join its remaining neighbours to
each other. The next vertex is one with the fewest remaining neighbours: the one whose neighbours changed last, or a random one.
Its remaining neighbours are its separator: each path from it to another remaining vertex leads through them. The largest number
of vertices in a separator is the *width* of the order. The least width of all orders is the treewidth of the graph, which is
hard to compute; this greedy order often comes close.

*Tree.* The parent of a vertex is the vertex of its separator that is eliminated first. The *bag* of a vertex is the vertex with
its separator. When a child is eliminated, the rest of its separator becomes adjacent to its parent. So its separator lies in
the bag of the parent. The *subtree* of a vertex consists of the vertex, its children, their children and so on. No edge joins
the subtrees of two children.

*State.* Consider the edges of a tour that have an end in the subtree of a vertex. They form paths that end in the separator. So
a *state* records for each vertex of the separator whether it has no edge yet, or one edge and where its path ends, or two
edges. How the tour can continue depends only on the state. So a table stores each state once, with *links*: the edges chosen
last, and the states that it was built from.

A vertex is processed, after its children, in three steps:

1. *Join.* Each state of one child is combined with each state of the next child. They fit if no vertex gets more than two
   edges. If their paths form a cycle, it is a tour (see below), or the pair is dropped. The smallest tables are joined first.
2. *Choose.* The vertex gets edges to later neighbours until it has two edges, in all ways.
3. *Forget.* The vertex is removed from the state.

After a join, and after a vertex is forgotten, a state is dropped if a vertex cannot get enough edges any more.

*Closing.* A cycle is a tour only if it closes when no vertex is left outside: the subtree and the bag are the whole graph, and
each vertex of the bag has two edges. The links between the states then give its edges. An empty table, or no such cycle at the
root, proves that there is no tour.

An open tour is closed by an additional vertex, the *apex*. It is adjacent to all vertices, or to the two given ends. If only
one end is given, another vertex subdivides its edge to the apex. So every Hamiltonian cycle contains this edge.

With k vertices in a separator there are 2^O(k log k) states, so the time is 2^O(k log k) n: exponential in the width, linear in
the size. A search node is a stored state. Bodlaender, Cygan, Kratsch and Nederlof [1]_ describe this program, and reduce the
time to 2^O(k) n by linear algebra, which does not help at small widths. Cook and Seymour [2]_ merged tours in this way.

The compiled program is `tree_program_kernels`. A test compares it with `tests/plain_tree.py`, which stores the same states.

References
----------
.. [1] H. L. Bodlaender, M. Cygan, S. Kratsch and J. Nederlof, Deterministic single exponential time algorithms for connectivity
   problems parameterized by treewidth, Information and Computation 243, 2015.
.. [2] W. Cook and P. Seymour, Tour merging via branch-decomposition, INFORMS Journal on Computing 15, 2003.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphs.loading import load
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem
from solvers.core.registry import solver, whole_number
from solvers.methods.frontier.plan import tour_of

if TYPE_CHECKING:
    import numpy.typing as npt


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
    return Outcome.found(tour_of(problem, list(problem.nodes), cycle), meter.nodes)


def closed_form(problem: Problem, meter: Meter) -> tuple[int, npt.NDArray[Any]]:
    """Return a graph whose Hamiltonian cycles are the tours of a problem.

    It is given as its number of vertices and its edges.

    The vertices are numbered as in the graph. Those of an open tour are followed by the apex and, with one given end, by the
    vertex between them.
    """
    import numpy as np

    size = problem.size
    first, heads = problem.rows(meter)
    tails = np.repeat(np.arange(size), np.diff(first))
    meter.check()
    keys = np.unique((tails * size + heads)[tails < heads])  # parallel edges count once
    meter.check()
    edges = np.stack(np.divmod(keys, size), axis=1)
    if problem.closed:
        return size, edges
    given = [list(problem.nodes).index(end) for end in (problem.start, problem.end) if end is not None]
    ends = given if len(given) == 2 else [vertex for vertex in range(size) if vertex not in given]
    extra = [(vertex, size) for vertex in ends]
    if len(given) == 1:
        extra += [(given[0], size + 1), (size, size + 1)]
    return size + 1 + (len(given) == 1), np.concatenate([edges, extra])
