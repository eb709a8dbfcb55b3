"""The subtour relaxation: tours as the solutions of a linear program, and the weights that show that it has none.

A tour chooses edges. As numbers x(e), 0 for an edge that is left out and 1 for one that is chosen, it satisfies three kinds of
conditions: 0 <= x(e) <= 1; at every vertex the numbers add up to 2; and over the edges that lead out of any set of vertices
they add up to 2 or more. An open tour satisfies them with one more vertex, the apex, which is joined to its ends. The
relaxation drops only that the numbers are whole. If no numbers at all satisfy the conditions, there is no tour.

What is solved is the dual program, which asks for the weights of `weighted_cuts`: y for each vertex, w for each set, with the
least as far above the most as possible. There are too many sets. So it begins without any. Where it finds no weights, the
multipliers of its rows are numbers x(e) that satisfy all conditions but those of the sets left out; the sets that they break
are found as the parts into which the chosen edges fall, or by smallest cuts, and get a weight in the next round.

G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman problem, 1954; the smallest cuts with the
edges of x(e) = 1 contracted: M. Padberg and G. Rinaldi, An efficient algorithm for the minimum capacity cut problem, 1990. The
programs are solved by HiGHS, in scipy. Cost: a few programs with a row for each edge, a second for about 8,000 vertices; up to
`MOST_ROUNDS` of them where there are no such weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_array, csr_array, hstack, identity
from scipy.sparse.csgraph import breadth_first_order, connected_components, maximum_flow

from graphs.watching import Watch, look, unwatched

__all__ = ["Weights", "refuting_weights"]

LEAST_ROUNDS, MOST_ROUNDS, EDGES_IN_ALL = 8, 60, 100_000
"""Rounds in which sets are added, fewer on large graphs. Where there are weights, they are found within 8 on most
boards; 33 are needed for the (1, 8)-leaper on 16x16."""
ITEMS = 15
"""Watched items per iteration of the simplex method, which takes about as long as these."""
SMALL = 1e-6
"""What is nearer to zero than this is zero."""
UNITS = 1_000_000
"""The capacity of an edge with x = 1, in whole numbers."""
DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 2520, 10**6)
"""The weights are rounded to fractions with one of these; the first that refutes all tours is taken."""
Vector: TypeAlias = np.ndarray[Any, np.dtype[Any]]
Weights: TypeAlias = tuple[dict[int, int], list[tuple[list[int], int]]]
"""Whole-number weights of vertices, and of sets of vertices."""


def refuting_weights(
    vertices: int, edges: Sequence[tuple[int, int]], ends: Sequence[int] | None, watched: Watch = unwatched
) -> Iterator[Weights]:
    """Yield weights that may show that a graph has no tour: those that were found, rounded ever more finely.

    Nothing is yielded where none are found.

    Parameters
    ----------
    vertices : their number; they are 0, 1, ….
    edges : pairs of different vertices, each once.
    ends : None for a closed tour; for an open one the given ends, at most two.
    watched : it looks before each linear program, and for each set that is found; it may raise to stop the work.

    Examples
    --------
    >>> next(refuting_weights(4, [(0, 1), (0, 2), (0, 3)], ends=[]))
    ({0: -1, 1: 1, 2: 1, 3: 1}, [])
    >>> list(refuting_weights(3, [(0, 1), (1, 2)], ends=[]))
    []
    """
    given, apex = list(ends or ()), vertices
    free = [] if ends is None or len(given) == 2 else [vertex for vertex in range(vertices) if vertex not in given]
    ways = np.array([*edges, *((vertex, apex) for vertex in free)], dtype=np.int64).reshape(-1, 2)
    need = np.full(vertices + 1, 2.0)
    need[given] = 1
    need[apex] = 2 - len(given) if free else 0
    sets: list[Vector] = []  # each has a truth value for each vertex, and one for the apex
    for _ in range(max(LEAST_ROUNDS, min(MOST_ROUNDS, EDGES_IN_ALL // (1 + len(edges))))):
        look(watched)
        found = _solved(ways, np.append(need, [2 - np.count_nonzero(inside[given]) for inside in sets]), sets)
        for _ in watched(range(ITEMS * found.nit)):
            pass
        if found.x is None:
            return
        if -found.fun > SMALL:
            yield from _in_whole_numbers(found.x, sets, vertices)
            return
        known = len(sets)
        for inside in _broken_sets(ways, np.clip(-found.ineqlin.marginals, 0, 1), given, apex if free or given else 0, apex):
            look(watched)
            sets.append(inside)
        if len(sets) == known:
            return


def _solved(ways: Vector, need: Vector, sets: Sequence[Vector]) -> Any:
    """Solve the dual program: a column for each vertex, the apex, each set and each edge, and a row for each edge."""
    rows, vertices = len(ways), len(need) - len(sets)
    at_ends = csc_array((np.ones(2 * rows), (np.tile(np.arange(rows), 2), ways.T.ravel())), shape=(rows, vertices))
    ends = np.array(sets, dtype=bool).reshape(len(sets), vertices)[:, ways]
    crossing = csc_array((ends[..., 0] != ends[..., 1]).T.astype(float))
    solve: Any = linprog  # its type stubs know no sparse matrices
    return solve(
        np.append(-need, np.ones(rows)),
        A_ub=hstack([at_ends, crossing, -identity(rows, format="csc")], format="csc"),
        b_ub=np.zeros(rows),
        bounds=np.repeat([[-1, 1], [0, 1], [0, np.inf]], [vertices, len(sets), rows], axis=0),
    )


def _in_whole_numbers(found: Vector, sets: Sequence[Vector], vertices: int) -> Iterator[Weights]:
    """Yield the weights, rounded to fractions, times their denominator."""
    for denominator in DENOMINATORS:
        weights = np.rint(found * denominator).astype(np.int64).tolist()
        in_sets = zip(sets, weights[vertices + 1 :], strict=False)
        cuts = [(np.flatnonzero(inside).tolist(), weight) for inside, weight in in_sets if weight]
        yield {vertex: weight for vertex, weight in enumerate(weights[:vertices]) if weight}, cuts


def _broken_sets(ways: Vector, chosen: Vector, given: Sequence[int], root: int, apex: int) -> Iterator[Vector]:
    """Yield sets without the root, the apex or one vertex of a closed tour, that fewer than two chosen edges lead out of."""
    some = chosen > SMALL
    joins = np.array([(vertex, root) for vertex in given], dtype=np.int64).reshape(-1, 2)
    edges, amounts = np.vstack([ways[some], joins]), np.append(chosen[some], np.ones(len(joins)))
    parts, part = connected_components(_matrix(edges, amounts, apex + 1), directed=False)
    apart = [part == each for each in range(parts) if each not in (part[root], part[apex])]  # without ends, the apex is a part
    yield from apart or _small_cuts(edges, amounts, root, apex + 1)


def _small_cuts(edges: Vector, amounts: Vector, root: int, vertices: int) -> Iterator[Vector]:
    """Yield sets without the root whose edges to the other vertices add up to less than two."""
    whole = amounts > 1 - SMALL
    count, part = connected_components(_matrix(edges[whole], amounts[whole], vertices), directed=False)
    ends = part[edges]
    between = ends[:, 0] != ends[:, 1]
    capacity = _matrix(ends[between], np.rint(amounts[between] * UNITS), count).astype(np.int32)
    is_joined = capacity.sum(axis=1) > 0  # the apex of a closed tour is joined to nothing, and is in no set
    covered = ~is_joined
    covered[part[root]] = True
    for vertex in range(count):
        if not covered[vertex]:
            flow = maximum_flow(capacity, int(part[root]), vertex)
            if flow.flow_value < 2 * UNITS * (1 - SMALL) - count:
                inside = is_joined.copy()
                inside[breadth_first_order(capacity - flow.flow > 0, int(part[root]), return_predecessors=False)] = False
                covered |= inside
                yield inside[part]


def _matrix(edges: Vector, amounts: Vector, vertices: int) -> Any:
    """Return the matrix of a graph with an amount on each edge, in both directions."""
    one_way = csr_array((amounts, edges.T), shape=(vertices, vertices))
    return one_way + one_way.T
