"""The class `LazyGraph`: a graph, or a board whose graph is built when it is needed. It is the base class of `Problem`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.edge_list import EdgeList
from graphs.errors import BoardError
from graphs.leapers import Leaper, board_neighbours, fixed_edges, leaper_graph
from graphs.move_orders import ordered_neighbours
from graphs.notation import square_of
from graphs.text import WORDS, Words, subject_of
from graphs.tour import are_plain
from solvers.errors import ProblemError
from solvers.meter import Meter

if TYPE_CHECKING:
    import networkx as nx


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
        return subject_of(self.graph) if self.board is None else "board"

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
        given = None if self.board is not None else self._graphs[0]
        return () if given is None or (isinstance(given, EdgeList) and not given.fixed.size) else fixed_edges(self.graph)

    @property
    def feature(self) -> str:
        """The feature that `solvers.preparation.orient` removes from the graph, because solvers do not support it.

        It is "directed graphs", "fixed edges", or the empty string if the graph has no such feature.
        """
        return "directed graphs" if self.directed else "fixed edges" if self.fixed else ""

    @property
    def graph(self) -> nx.Graph[Any]:
        """The graph. It is built when this property is first read.

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
            The graph.

        Raises
        ------
        BudgetSpent
            If the budget is exceeded before the graph is complete. The unfinished graph is discarded.
        BoardError
            If the board is too large for a networkx graph.
        """
        if not self._graphs and self.board is not None:
            self._graphs.append(leaper_graph(self.board, *self.leaper, watched=meter.watched))
        graph = self._graphs[-1]
        if isinstance(graph, EdgeList):
            self._graphs.append(graph := graph.build())
        return graph

    @property
    def edge_list(self) -> EdgeList:
        """The graph as an `EdgeList`. If the graph was given as an `EdgeList`, it is the same object."""
        given = self._graphs[0] if self._graphs else self.graph
        return given if isinstance(given, EdgeList) else EdgeList.of(given)

    @property
    def size(self) -> int:
        """The number of squares of the board, or of vertices of the graph."""
        return len(self._graphs[0]) if self.board is None else self.board.size

    def neighbours(self) -> Mapping[Any, Collection[Any]]:
        """Return the neighbours of each square.

        Returns
        -------
        mapping of square to collection of squares
            For each square, its neighbours in the order of `graph.adj` (in a directed graph, its successors). This method does
            not build the graph of a board.
        """
        if self._graphs or self.board is None:
            return ordered_neighbours(self.graph)
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


def _whereabouts(square: Any, board: Board | None) -> str:
    if board is None:
        return ""
    if are_plain((square,)) and square in board.holes:
        return ": there is a hole"
    return f": its squares are (0, 0) to ({board.rows - 1}, {board.cols - 1})"
