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

from collections.abc import Collection, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, csc_array, csr_array, hstack
from scipy.sparse.csgraph import breadth_first_order, connected_components, maximum_flow

from graphs.watching import Watch, look, unwatched

__all__ = ["Weights", "refuting_weights"]

LEAST_ROUNDS, MOST_ROUNDS, EDGES_IN_ALL = 8, 60, 100_000
"""Rounds in which sets are added, fewer on large graphs. Where there are weights, they are found within 8 on most
boards; 33 are needed for the (1, 8)-leaper on 16x16."""
SMALL = 1e-6
"""What is nearer to zero than this is zero."""
UNITS = 1_000_000
"""The capacity of an edge with x = 1, in whole numbers."""
DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 2520, 10**6)
"""The weights are rounded to fractions with one of these; the first that refutes all tours is taken."""
Vector: TypeAlias = np.ndarray[Any, np.dtype[Any]]


Weights: TypeAlias = tuple[dict[int, int], dict[frozenset[int], int]]
"""Whole-number weights of vertices and of sets of vertices."""


def refuting_weights(
    vertices: int, edges: Sequence[tuple[int, int]], ends: Collection[int] | None, watched: Watch = unwatched
) -> Weights | None:
    """Return weights that show that a graph has no tour; None where none are found.

    Parameters
    ----------
    vertices : their number; they are 0, 1, ….
    edges : pairs of different vertices, each once.
    ends : None for a closed tour; for an open one the given ends, at most two.
    watched : it looks before each linear program, and for each set that is found; it may raise to stop the work.

    Examples
    --------
    >>> refuting_weights(4, [(0, 1), (0, 2), (0, 3)], ends=()) is None, refuting_weights(3, [(0, 1), (1, 2)], ends=()) is None
    (False, True)
    """
    relaxation = _Relaxation(vertices, np.array(edges, dtype=np.int64).reshape(-1, 2), ends)
    for _ in range(max(LEAST_ROUNDS, min(MOST_ROUNDS, EDGES_IN_ALL // (1 + len(edges))))):
        look(watched)
        value, weights, chosen = relaxation.solved()
        if value > SMALL:
            return relaxation.in_whole_numbers(weights)
        broken = []
        for inside in relaxation.broken_sets(chosen):
            look(watched)
            broken.append(inside)
        if not broken:
            return None
        for inside in broken:
            relaxation.add(inside)
    return None


class _Relaxation:
    """The dual program: a column for each vertex, set and edge, and a row for each edge, that of a free end included."""

    def __init__(self, vertices: int, edges: Vector, ends: Collection[int] | None) -> None:
        self.vertices, self.real_edges, self.ends = vertices, edges, ends
        self.given = list(ends or ())
        free = [] if ends is None or len(ends) == 2 else [vertex for vertex in range(vertices) if vertex not in ends]
        self.edges = np.vstack([edges, np.array([(vertex, vertices) for vertex in free], dtype=np.int64).reshape(-1, 2)])
        self.need = np.full(vertices + 1, 2.0)
        self.need[self.given] = 1
        self.need[vertices] = 2 - len(self.given) if free else 0  # the apex
        self.sets: list[Vector] = []

    def add(self, inside: Vector) -> None:
        """Add a set, given as a truth value for each vertex and the apex."""
        self.sets.append(inside)

    def solved(self) -> tuple[float, Vector, Vector]:
        """Return by how much the least exceeds the most, the weights, and the number x(e) of each edge."""
        rows, vertices, sets = len(self.edges), len(self.need), len(self.sets)
        at_ends = csc_array((np.ones(2 * rows), (np.tile(np.arange(rows), 2), self.edges.T.ravel())), shape=(rows, vertices))
        crossing = [_crossing(inside, self.edges) for inside in self.sets]
        columns = csc_array(np.array(crossing, dtype=float).T.reshape(rows, sets))
        over = csc_array((-np.ones(rows), (np.arange(rows), np.arange(rows))), shape=(rows, rows))
        demand = [2.0 - np.count_nonzero(inside[self.given]) for inside in self.sets]
        lowest = np.concatenate([np.full(vertices, -1.0), np.zeros(sets + rows)])
        highest = np.concatenate([np.ones(vertices + sets), np.full(rows, np.inf)])
        solve: Any = linprog  # its type stubs know no sparse matrices
        result = solve(
            np.concatenate([-self.need, -np.array(demand), np.ones(rows)]),
            A_ub=hstack([at_ends, columns, over], format="csc"),
            b_ub=np.zeros(rows),
            bounds=np.column_stack([lowest, highest]),
            method="highs",
        )
        if result.x is None:
            return 0.0, np.zeros(vertices + sets), np.zeros(rows)
        return -result.fun, result.x[: vertices + sets], np.clip(-result.ineqlin.marginals, 0, 1)

    def broken_sets(self, chosen: Vector) -> Iterator[Vector]:
        """Yield sets without the apex, or without one vertex of a closed tour, that fewer than two chosen edges lead out of."""
        root = self.vertices if self.ends is not None else 0
        some = chosen > SMALL
        joins = np.array([(vertex, root) for vertex in self.given], dtype=np.int64).reshape(-1, 2)
        edges = np.vstack([self.edges[some], joins])
        amounts = np.concatenate([chosen[some], np.ones(len(joins))])
        parts, part = connected_components(_matrix(edges, amounts, len(self.need)), directed=False)
        apart = [part == each for each in range(parts) if each != part[root]]
        apart = [inside for inside in apart if not inside[self.vertices]]  # without ends, the apex is a part
        yield from apart or _small_cuts(edges, amounts, len(self.need), root)

    def in_whole_numbers(self, found: Vector) -> Weights | None:
        """Return the weights as whole numbers of the largest fraction for which they still refute every tour."""
        for denominator in DENOMINATORS:
            weights = np.rint(found * denominator).astype(np.int64)
            of_vertices, of_sets = weights[: self.vertices], weights[len(self.need) :]
            one, two = self.real_edges.T
            crossed = sum(
                (weight * _crossing(inside, self.real_edges) for inside, weight in zip(self.sets, of_sets, strict=True)), 0
            )
            most = int(np.maximum(of_vertices[one] + of_vertices[two] + crossed, 0).sum())
            least = int(2 * of_vertices.sum() + 2 * of_sets.sum()) - self._at_ends(of_vertices, of_sets)
            if least > most:
                sets = zip(self.sets, of_sets.tolist(), strict=True)
                cuts = {frozenset(np.flatnonzero(inside).tolist()): weight for inside, weight in sets if weight}
                return {vertex: weight for vertex, weight in enumerate(of_vertices.tolist()) if weight}, cuts
        return None

    def _at_ends(self, of_vertices: Vector, of_sets: Vector) -> int:
        """Return by how much the ends of an open tour lower the least."""
        if self.ends is None:
            return 0
        inside = np.array(self.sets).reshape(len(self.sets), len(self.need))[:, : self.vertices]
        at_end = of_vertices + of_sets @ inside
        free = np.sort(np.delete(at_end, self.given))[::-1]
        return int(at_end[self.given].sum() + free[: 2 - len(self.given)].sum())


def _crossing(inside: Vector, edges: Vector) -> Vector:
    """Return for each edge whether it leads out of a set."""
    crossing: Vector = inside[edges[:, 0]] != inside[edges[:, 1]]
    return crossing


def _matrix(edges: Vector, amounts: Vector, vertices: int) -> Any:
    """Return the matrix of a graph with an amount on each edge, in both directions."""
    both = np.vstack([edges, edges[:, ::-1]])
    return csr_array(coo_array((np.tile(amounts, 2), (both[:, 0], both[:, 1])), shape=(vertices, vertices)))


def _small_cuts(edges: Vector, amounts: Vector, vertices: int, root: int) -> Iterator[Vector]:
    """Yield sets without the root whose edges to the other vertices add up to less than two."""
    whole = amounts > 1 - SMALL
    count, part = connected_components(_matrix(edges[whole], amounts[whole], vertices), directed=False)
    ends = part[edges]
    between = ends[:, 0] != ends[:, 1]
    capacity = csr_array(_matrix(ends[between], np.rint(amounts[between] * UNITS), count), dtype=np.int32)
    covered = np.zeros(count, dtype=bool)
    covered[part[root]] = True
    connected = capacity.sum(axis=1) > 0  # the apex of a problem without free ends is joined to nothing
    for vertex in np.flatnonzero(connected):
        if covered[vertex]:
            continue
        flow = maximum_flow(capacity, int(part[root]), int(vertex))
        if flow.flow_value < 2 * UNITS * (1 - SMALL) - count:
            left = csr_array(capacity - flow.flow)
            left.data = (left.data > 0).astype(np.int32)
            left.eliminate_zeros()
            outside = breadth_first_order(left, int(part[root]), return_predecessors=False)
            inside = np.ones(count, dtype=bool)
            inside[outside] = False
            covered |= inside
            yield inside[part]
