"""A graph as a list of its edges, which needs 8 bytes per edge. A networkx graph needs about 500."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from graphs.leapers import Graph, fixed_edges

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class EdgeList:
    """The vertices and the edges of an undirected graph.

    Parameters
    ----------
    nodes : sequence of Hashable
        The vertices.
    edges : array of shape (edges, 2)
        The edges as pairs of 0-based indices in `nodes`.
    fixed : array of shape (fixed edges, 2), optional
        The edges that every tour must use. Each of them must also be in `edges`.

    Raises
    ------
    ValueError
        If `edges` does not have this shape, or if a number in it is not an index in `nodes`.

    Examples
    --------
    >>> triangle = EdgeList("abc", [(2, 0), (0, 1), (1, 2), (0, 2)])
    >>> triangle.build().edges
    EdgeView([('a', 'c'), ('a', 'b'), ('b', 'c')])
    >>> triangle.sorted().edges.tolist()
    [[0, 1], [0, 2], [1, 2]]
    """

    nodes: Sequence[Any]
    edges: NDArray[np.int32]
    fixed: NDArray[np.int32]

    def __init__(self, nodes: Sequence[Any], edges: ArrayLike, fixed: ArrayLike = ()) -> None:
        import numpy as np

        self.nodes = nodes
        self.edges, self.fixed = (np.asarray(pairs, np.int32).reshape(-1, 2) for pairs in (edges, fixed))
        if self.edges.min(initial=0) < 0 or self.edges.max(initial=-1) >= len(nodes):
            raise ValueError(f"an edge is not a pair of indices from 0 to {len(nodes) - 1}")

    @classmethod
    def of(cls, graph: Graph) -> EdgeList:
        """Return the list of the edges of a networkx graph.

        Parameters
        ----------
        graph : networkx.Graph
            Any undirected graph.

        Returns
        -------
        EdgeList
            The vertices and edges, in the order in which the graph lists them.
        """
        place = {node: number for number, node in enumerate(graph)}
        edges, fixed = ([(place[tail], place[head]) for tail, head in pairs] for pairs in (graph.edges(), fixed_edges(graph)))
        return cls(list(graph), edges, fixed)

    def sorted(self) -> EdgeList:
        """Return the same graph with its edges in ascending order, each listed once.

        Returns
        -------
        EdgeList
            The same vertices in the same order. The smaller index of each edge comes first. In the graph that `build` returns,
            the neighbours of each vertex are then in the same order as the vertices.
        """
        import numpy as np

        size = max(1, len(self.nodes))
        keys = np.unique(self.edges.min(axis=1, initial=size).astype(np.int64) * size + self.edges.max(axis=1, initial=0))
        return EdgeList(self.nodes, np.stack(np.divmod(keys, size), axis=1), self.fixed)

    def build(self) -> Graph:
        """Build the networkx graph with these vertices and edges.

        Returns
        -------
        networkx.Graph
            A new graph. Its vertices are added in the order of `nodes`, and its edges in the order of `edges`. The edges in
            `fixed` have the attribute `fixed`, whose value is True.
        """
        import networkx as nx

        graph: Graph = nx.Graph()
        graph.add_nodes_from(self.nodes)
        for pairs, attributes in ((self.edges, {}), (self.fixed, {"fixed": True})):
            tails, heads = (map(self.nodes.__getitem__, places) for places in pairs.T.tolist())
            graph.add_edges_from(zip(tails, heads, strict=True), **attributes)
        return graph

    def __len__(self) -> int:
        """Return the number of vertices."""
        return len(self.nodes)

    def __contains__(self, node: object) -> bool:
        """Return whether `node` is a vertex."""
        try:
            return node in self._set
        except TypeError:  # unhashable, such as a list
            return False

    @cached_property
    def _set(self) -> Collection[Any]:
        return self.nodes if isinstance(self.nodes, range) else frozenset(self.nodes)
