"""Graphs as arrays of edges.

An edge takes 8 bytes, compared with about 500 in networkx.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from graphs.errors import expect
from graphs.leapers import Graph, fixed_edges
from graphs.watching import Watch, unwatched

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, init=False, eq=False)
class EdgeList:
    """An immutable undirected graph as a list of edges.

    `edges` and `fixed` are pairs of indices in `nodes`; every tour must use the edges in `fixed`. Raise ValueError if a vertex
    is listed twice, or if a pair is invalid, and WrongType if `nodes` is not a collection, e.g. if it is a number.

    >>> triangle = EdgeList("abc", [(2, 0), (0, 1), (1, 2), (0, 2)])
    >>> triangle.build().edges
    EdgeView([('a', 'c'), ('a', 'b'), ('b', 'c')])
    >>> triangle.sorted().edges.tolist()
    [[0, 1], [0, 2], [1, 2]]
    """

    nodes: Sequence[Any]
    edges: NDArray[np.int32]
    fixed: NDArray[np.int32]
    _set: Collection[Any]

    def __init__(self, nodes: Sequence[Any] | dict[Any, Any], edges: ArrayLike, fixed: ArrayLike = ()) -> None:
        import numpy as np

        expect(Collection, nodes, "nodes")
        unique = nodes if isinstance(nodes, range | dict) else frozenset(nodes)
        vars(self).update(nodes=nodes if isinstance(nodes, range) else tuple(nodes), _set=unique)
        if len(unique) < len(nodes) or None in unique:
            raise ValueError("a vertex is None or is listed twice: list each vertex once")
        size = len(self.nodes)
        vars(self).update(edges=_pairs("edges", edges, size), fixed=_pairs("fixed", fixed, size))
        known = np.isin(_keys(self.fixed, size), _keys(self.edges, size))
        if not known.all():
            one, other = self.fixed[np.argmin(known)].tolist()
            raise ValueError(f"the fixed edge ({one}, {other}) is not one of the edges: remove it, or add it to `edges`")
        if (loops := self.fixed[:, 0] == self.fixed[:, 1]).any():
            at = int(self.fixed[np.argmax(loops), 0])
            raise ValueError(f"the fixed edge ({at}, {at}) is a loop, which no tour can use: remove it")

    @classmethod
    def of(cls, graph: Graph) -> EdgeList:
        """Convert an undirected networkx graph, with vertices and edges in its order."""
        place = {node: number for number, node in enumerate(graph)}
        edges, fixed = ([(place[tail], place[head]) for tail, head in pairs] for pairs in (graph.edges(), fixed_edges(graph)))
        return cls(list(graph), edges, fixed)

    def sorted(self) -> EdgeList:
        """Return a copy whose edges are sorted, without duplicates."""
        import numpy as np

        keys, size = np.unique(_keys(self.edges, len(self.nodes))), max(1, len(self.nodes))
        return EdgeList(self.nodes, np.stack(np.divmod(keys, size), axis=1), self.fixed)

    def rows(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the adjacency lists in compressed sparse row format (CSR).

        The neighbours of vertex i, without loops and repetitions, are `heads[first[i]:first[i + 1]]`, ordered as by `build`.

        >>> EdgeList("abc", [(2, 0), (0, 1), (2, 0)]).rows()
        (array([0, 2, 3, 4], dtype=int32), array([2, 1, 0, 0], dtype=int32))
        """
        import numpy as np

        pairs = self.edges[self.edges[:, 0] != self.edges[:, 1]]
        keys = _keys(pairs, len(self.nodes))
        ordered = np.sort(keys)
        if (ordered[1:] == ordered[:-1]).any():
            pairs = pairs[np.sort(np.unique(keys, return_index=True)[1])]
        tails, heads = pairs.ravel(), pairs[:, ::-1].ravel()  # u-v gives u->v and v->u, one after the other
        first = np.zeros(len(self.nodes) + 1, np.int32)
        np.cumsum(np.bincount(tails, minlength=len(self.nodes)), out=first[1:])
        size = max(1, len(tails))
        return first, heads[np.sort(tails.astype(np.int64) * size + np.arange(len(tails))) % size]  # a fast stable sort

    @cached_property
    def fixed_edges(self) -> list[tuple[Any, Any]]:
        """Edges that every tour must use, as pairs of vertices."""
        import numpy as np

        if not self.fixed.size:
            return []
        first, heads = self.rows()
        tails, fixed = np.repeat(np.arange(len(self.nodes)), np.diff(first)), set(map(frozenset, self.fixed.tolist()))
        arcs = zip(tails.tolist(), heads.tolist(), strict=True)
        return [(self.nodes[one], self.nodes[other]) for one, other in arcs if one < other and {one, other} in fixed]

    def has_edge(self, one: Any, other: Any) -> bool:
        ends = sorted(map(self.nodes.index, (one, other)))
        return bool((_keys(self.edges, len(self.nodes)) == ends[0] * len(self.nodes) + ends[1]).any())

    def build(self, watched: Watch = unwatched) -> Graph:
        """Convert to a networkx graph. Fixed edges get the attribute `fixed=True`."""
        import networkx as nx

        graph: Graph = nx.Graph()
        graph.add_nodes_from(watched(self.nodes))
        for pairs, attributes in ((self.edges, {}), (self.fixed, {"fixed": True})):
            tails, heads = (map(self.nodes.__getitem__, places) for places in pairs.T.tolist())
            graph.add_edges_from(watched(zip(tails, heads, strict=True)), **attributes)
        return graph

    def __len__(self) -> int:
        return len(self.nodes)

    def __contains__(self, node: object) -> bool:
        try:
            return node in self._set
        except TypeError:  # unhashable, such as a list
            return False

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the vertices and edges only, not the cached arrays."""
        return EdgeList, (self.nodes, self.edges, self.fixed)


def _pairs(name: str, given: ArrayLike, size: int) -> NDArray[np.int32]:
    """Check pairs of vertex indices, and return them as a read-only array."""
    import numpy as np

    pairs = np.array(given)
    if not pairs.size:
        pairs = np.empty((0, 2), np.int32)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(f"{name}={given!r:.40} is not an array of pairs of whole numbers: write [(0, 1), (1, 2)]")
    outside = ((pairs < 0) | (pairs >= size)).any(axis=1)
    if outside.any():
        raise ValueError(
            f"{name} contains {pairs[np.argmax(outside)].tolist()}: the indices of vertices must be from 0 to {size - 1}"
        )
    pairs = pairs.astype(np.int32)
    pairs.flags.writeable = False
    return pairs


def _keys(pairs: NDArray[np.int32], size: int) -> NDArray[np.int64]:
    """Encode each edge (u, v), u <= v, as u * size + v."""
    import numpy as np

    return np.minimum(pairs[:, 0], pairs[:, 1]).astype(np.int64) * size + np.maximum(pairs[:, 0], pairs[:, 1])
