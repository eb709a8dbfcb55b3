"""The subtour relaxation: a linear program that can rule out tours.

Let x(e) be 1 if a closed tour uses the edge e, and 0 otherwise. Then:

- 0 <= x(e) <= 1 for each edge;
- at every vertex, the numbers x(e) of its edges add up to 2;
- for every nonempty proper subset of the vertices, the numbers x(e) of the edges that lead out of it add up to at least 2.

For an open tour, the sum is 1 at each given end, and for a set it is at least 2 minus the number of given ends in it. If an end
is not given, an additional vertex, the *apex*, is joined to the vertices that may be ends. The relaxation allows fractions. If
even fractions cannot satisfy these conditions, there is no tour.

`subtour_relaxation_weights` solves the dual program, whose variables are the weights of `weighted_cuts`. It maximizes the lower
bound minus the upper bound (see `obstruction.bounds`). There are too many sets for one program, so the first program includes
none. If its solution gives no weights, the dual values of its constraints are numbers x(e) that satisfy all conditions except
those of some sets: connected components of the edges with x(e) > 0, or minimum cuts. The next program includes these sets.

HiGHS, in scipy, solves the programs. If there are weights, a few programs are usually enough. Otherwise, up to `MOST_PROGRAMS`
are solved.

References
----------
G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman problem, 1954.
M. Padberg and G. Rinaldi, An efficient algorithm for the minimum capacity cut problem, 1990.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_array, csr_array, hstack, identity
from scipy.sparse.csgraph import breadth_first_order, connected_components, maximum_flow

from graphs.watching import Watch, look, unwatched

LEAST_PROGRAMS, MOST_PROGRAMS, EDGES_IN_TOTAL = 8, 60, 100_000
"""Limits on the number of linear programs, and on all their edges."""
ITEMS = 15  # work of one simplex iteration, in items of a watch
SMALL = 1e-6  # smaller absolute values count as zero
UNITS = 1_000_000  # capacity of an edge e with x(e) = 1, because `maximum_flow` needs integers
DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 2520, 10**6)
"""Denominators to which weights are rounded, in this order."""
Vector: TypeAlias = np.ndarray[Any, np.dtype[Any]]
Weights: TypeAlias = tuple[dict[int, int], list[tuple[list[int], int]]]
"""Integer weights of vertices, and of sets of vertices."""


def subtour_relaxation_weights(
    vertices: int, edges: Sequence[tuple[int, int]], ends: Sequence[int] | None, watched: Watch = unwatched
) -> Iterator[Weights]:
    """Yield weights that may rule out a tour, with increasing precision.

    `ends` are the given ends of an open tour, or None for a closed tour.

    >>> next(subtour_relaxation_weights(4, [(0, 1), (0, 2), (0, 3)], ends=[]))
    ({0: -1, 1: 1, 2: 1, 3: 1}, [])
    """
    fixed_ends, apex = list(ends or ()), vertices
    free = [] if ends is None or len(fixed_ends) == 2 else [vertex for vertex in range(vertices) if vertex not in fixed_ends]
    ways = np.array([*edges, *((vertex, apex) for vertex in free)], dtype=np.int64).reshape(-1, 2)
    need = np.full(vertices + 1, 2.0)
    need[fixed_ends] = 1
    need[apex] = 2 - len(fixed_ends) if free else 0
    sets: list[Vector] = []  # a bool for each vertex and for the apex: whether it is in the set
    for _ in range(max(LEAST_PROGRAMS, min(MOST_PROGRAMS, EDGES_IN_TOTAL // (1 + len(edges))))):
        look(watched)
        solution = _solved(ways, np.append(need, [2 - np.count_nonzero(inside[fixed_ends]) for inside in sets]), sets)
        look(watched, ITEMS * solution.nit)
        if solution.x is None:
            return
        if -solution.fun > SMALL:
            yield from _in_whole_numbers(solution.x, sets, vertices)
            return
        number_of_sets = len(sets)
        for inside in _broken_sets(
            ways, np.clip(-solution.ineqlin.marginals, 0, 1), fixed_ends, apex if free or fixed_ends else 0, apex
        ):
            look(watched)
            sets.append(inside)
        if len(sets) == number_of_sets:
            return


def _solved(ways: Vector, need: Vector, sets: Sequence[Vector]) -> Any:
    """Solve the dual linear program of the subtour relaxation."""
    rows, vertices = len(ways), len(need) - len(sets)
    at_ends = csc_array((np.ones(2 * rows), (np.tile(np.arange(rows), 2), ways.T.ravel())), shape=(rows, vertices))
    ends = np.array(sets, dtype=bool).reshape(len(sets), vertices)[:, ways]
    crossing = csc_array((ends[..., 0] != ends[..., 1]).T.astype(float))
    solve: Any = linprog  # its type stubs do not support sparse matrices
    return solve(
        np.append(-need, np.ones(rows)),
        A_ub=hstack([at_ends, crossing, -identity(rows, format="csc")], format="csc"),
        b_ub=np.zeros(rows),
        bounds=np.repeat([[-1, 1], [0, 1], [0, np.inf]], [vertices, len(sets), rows], axis=0),
    )


def _in_whole_numbers(found: Vector, sets: Sequence[Vector], vertices: int) -> Iterator[Weights]:
    """Multiply weights by each of `DENOMINATORS`, and round them."""
    for denominator in DENOMINATORS:
        weights = np.rint(found * denominator).astype(np.int64).tolist()
        in_sets = zip(sets, weights[vertices + 1 :], strict=False)
        cuts = [(np.flatnonzero(inside).tolist(), weight) for inside, weight in in_sets if weight]
        yield {vertex: weight for vertex, weight in enumerate(weights[:vertices]) if weight}, cuts


def _broken_sets(ways: Vector, chosen: Vector, given: Sequence[int], root: int, apex: int) -> Iterator[Vector]:
    """Yield vertex sets that violate the subtour constraints.

    `chosen` contains the value x(e) of each edge.

    Each given end is joined to the root, which is the apex or, for a closed tour, vertex 0, by an additional edge of value 1.
    """
    some = chosen > SMALL
    joins = np.array([(vertex, root) for vertex in given], dtype=np.int64).reshape(-1, 2)
    edges, amounts = np.vstack([ways[some], joins]), np.append(chosen[some], np.ones(len(joins)))
    parts, part = connected_components(_matrix(edges, amounts, apex + 1), directed=False)
    apart = [part == each for each in range(parts) if each not in (part[root], part[apex])]  # skip an apex without edges
    yield from apart or _small_cuts(edges, amounts, root, apex + 1)


def _small_cuts(edges: Vector, amounts: Vector, root: int, vertices: int) -> Iterator[Vector]:
    """Yield vertex sets, without `root`, whose cut weighs less than 2."""
    whole = amounts > 1 - SMALL
    count, part = connected_components(_matrix(edges[whole], amounts[whole], vertices), directed=False)
    ends = part[edges]
    between = ends[:, 0] != ends[:, 1]
    capacity = _matrix(ends[between], np.rint(amounts[between] * UNITS), count).astype(np.int32)
    is_joined = capacity.sum(axis=1) > 0  # the apex of a closed tour has no edges, and is in no set
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
    """Return a symmetric sparse matrix of weighted edges."""
    one_way = csr_array((amounts, edges.T), shape=(vertices, vertices))
    return one_way + one_way.T
