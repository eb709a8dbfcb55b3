"""The class `LazyGraph`: a graph, or a board whose graph is built when it is needed. It is the base class of `Problem`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.edge_list import EdgeList
from graphs.errors import BoardError
from graphs.leapers import Leaper, MoveOrder, board_neighbours, fixed_edges, leaper_graph, leaper_moves, ordered_neighbours
from graphs.notation import square_of
from graphs.text import WORDS, Words, subject_of
from graphs.tour import are_plain
from solvers.core.budget import Meter
from solvers.core.errors import ProblemError

if TYPE_CHECKING:
    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, init=False, repr=False, eq=False)
class LazyGraph:
    """A graph, or a board whose graph is built when it is needed.

    Attributes
    ----------
    board : Board or None
        The board if the graph is the move graph of a board. None for any other graph.
    leaper : tuple of int
        The leaper on the board. For any other graph, it is the knight, and has no effect.
    """

    board: Board | None
    leaper: Leaper
    _graphs: list[nx.Graph[Any] | EdgeList]
    """A list of the given graph, if any, and of the graph that was built from the board or the `EdgeList`, if it is built.
    Problems that `with_ends` creates share the list."""

    @property
    def subject(self) -> str:
        """The kind of the graph, a key of `graphs.text.WORDS`.

        It is "board" for the move graph of a board, even if the graph has been edited since then. Otherwise it is "graph" or
        "directed graph".
        """
        if self.board is not None:
            return "board"
        return "graph" if isinstance(self._graphs[0], EdgeList) else subject_of(self._graphs[0])

    @property
    def words(self) -> Words:
        """The nouns for messages: squares and moves for a board, or vertices and edges for any other graph."""
        return WORDS[self.subject]

    @property
    def directed(self) -> bool:
        """Whether the graph is directed."""
        given = self._graphs[0] if self.board is None else None
        return given is not None and not isinstance(given, EdgeList) and given.is_directed()

    @cached_property
    def fixed(self) -> Sequence[tuple[Any, Any]]:
        """The edges that every tour must use, as pairs of vertices: those whose attribute `fixed` is true."""
        if self.board is not None:
            return ()
        given = self._graphs[0]
        return given.fixed_edges if isinstance(given, EdgeList) else fixed_edges(given)

    @property
    def feature(self) -> str:
        """The feature that `solvers.core.forms.orient` removes from the graph, because solvers do not support it.

        It is "directed graphs", "fixed edges", or the empty string if the graph has no such feature.
        """
        return "directed graphs" if self.directed else "fixed edges" if self.fixed else ""

    @property
    def graph(self) -> nx.Graph[Any]:
        """The graph, which cannot be edited. It is built when this property is first read.

        Raises
        ------
        BoardError
            If the board has more than a million squares, which is too large for a networkx graph.
        """
        return self.graph_within(Meter())

    def graph_within(self, meter: Meter) -> nx.Graph[Any]:
        """Return the graph. If it is not built yet, build it within the budget of a run.

        Parameters
        ----------
        meter : Meter
            The meter that checks the time limit while the graph is built.

        Returns
        -------
        networkx.Graph
            The graph, which cannot be edited.

        Raises
        ------
        BudgetSpent
            If the budget is exceeded before the graph is complete. The unfinished graph is discarded.
        BoardError
            If the board is too large for a networkx graph.
        """
        if not self._graphs and self.board is not None:
            self._graphs.append(frozen(leaper_graph(self.board, *self.leaper, watched=meter.watched)))
        graph = self._graphs[-1]
        if isinstance(graph, EdgeList):
            self._graphs.append(graph := frozen(graph.build(meter.watched)))
        return graph

    def rows(self, meter: Meter, order: MoveOrder = "adjacency") -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the neighbours (or successors) of each vertex as arrays, as in `EdgeList.rows`, in a given move order.

        Parameters
        ----------
        meter : Meter
            The meter that checks the time limit.
        order : str or sequence of moves, optional
            The order of each square's neighbours, as in `graphs.leapers.ordered_neighbours`.

        Returns
        -------
        first, heads : numpy.ndarray
            The arrays.
        """
        import numpy as np

        meter.check()
        given = self._graphs[0] if self._graphs else None
        if isinstance(given, EdgeList) and isinstance(order, str) and order == "adjacency":
            return given.rows()
        neighbours = ordered_neighbours(self.graph_within(meter), order, meter.watched)
        number = dict(zip(neighbours, range(self.size), strict=True))
        first = np.zeros(self.size + 1, np.int32)
        np.cumsum(np.fromiter(map(len, neighbours.values()), np.int64, self.size), out=first[1:])
        arcs = chain.from_iterable(meter.watched(neighbours.values()))
        return first, np.fromiter(map(number.__getitem__, arcs), np.int32, first[-1])

    @property
    def nodes(self) -> Collection[Any]:
        """The squares of the board, or the vertices in the order of `graph`, which is not built."""
        if self.board is not None:
            return self.board
        given = self._graphs[0]
        return given.nodes if isinstance(given, EdgeList) else given

    def has_move(self, here: Any, there: Any) -> bool:
        """Return whether a move leads from one square to another, without building the graph.

        Parameters
        ----------
        here, there : square
            The two squares.

        Returns
        -------
        bool
            Whether there is such a move.
        """
        if self.board is None:
            return bool(self._graphs[0].has_edge(here, there))
        return here in (self.board.step(there, move) for move in leaper_moves(self.leaper))

    @property
    def edge_list(self) -> EdgeList:
        """The graph as an `EdgeList`. If the graph was given as an `EdgeList`, it is the same object."""
        given = self._graphs[0] if self._graphs else self.graph
        return given if isinstance(given, EdgeList) else EdgeList.of(given)

    @property
    def size(self) -> int:
        """The number of squares of the board, or of vertices of the graph."""
        return len(self._graphs[0]) if self.board is None else self.board.size

    def neighbours(self, meter: Meter | None = None) -> Mapping[Any, Collection[Any]]:
        """Return the neighbours of each square.

        Parameters
        ----------
        meter : Meter, optional
            The meter that checks the time limit while the graph is built and read. If None, there is no limit.

        Returns
        -------
        mapping of square to collection of squares
            For each square, its neighbours in the order of `graph.adj` (in a directed graph, its successors). This method does
            not build the graph of a board.
        """
        if self._graphs or self.board is None:
            meter = meter or Meter()
            return ordered_neighbours(self.graph_within(meter), watched=meter.watched)
        return board_neighbours(self.board, self.leaper)

    def _square(self, name: str, given: Any) -> Any:
        """Check that a given square is in the graph, and return it. If it is given as text, it is converted first."""
        board, squares = self.board, self._graphs[0] if self.board is None else self.board
        try:
            square = square_of(given, board)
        except BoardError as error:
            raise ProblemError(f"{name} {error}", given) from None
        if square is not None and square not in squares:
            raise ProblemError(f"{name} {square!r} is not {self.words.inside}{_whereabouts(square, board)}", square)
        return square

    def _edges(self) -> tuple[dict[Any, set[Any]], set[frozenset[Any]]]:
        """Return the set of neighbours of each vertex, and the set of fixed edges."""
        neighbours = {node: set(near) for node, near in ordered_neighbours(self.graph).items()}
        return neighbours, set(map(frozenset, self.fixed))

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for copying and pickling. A graph that was built is not part of it, and is built again if needed."""
        return self.__dict__ | {"_graphs": self._graphs[: self.board is None]}


def frozen(graph: nx.Graph[Any]) -> nx.Graph[Any]:
    """Return a view of a graph through which it cannot be edited. It takes no time, even if the graph is large.

    Parameters
    ----------
    graph : networkx.Graph
        Any graph.

    Returns
    -------
    networkx.Graph
        The view, or the graph itself if it is frozen.
    """
    import networkx as nx

    return graph if nx.is_frozen(graph) else graph.copy(as_view=True)


def _whereabouts(square: Any, board: Board | None) -> str:
    if board is None:
        return ""
    if are_plain((square,)) and square in board.holes:
        return ": there is a hole"
    return f": its squares are (0, 0) to ({board.rows - 1}, {board.cols - 1})"
