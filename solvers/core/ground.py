"""The board or graph of a problem."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.edge_list import EdgeList
from graphs.errors import BoardError
from graphs.leapers import (
    KNIGHT,
    Leaper,
    MoveOrder,
    as_leaper,
    board_of,
    fixed_edges,
    leaper_graph,
    ordered_neighbours,
)
from graphs.notation import square_of
from graphs.text import WORDS
from graphs.tour import are_plain
from solvers.core.budget import Meter
from solvers.core.errors import ProblemError

if TYPE_CHECKING:
    import networkx as nx


class Ground:
    """The graph of a problem, or its board and leaper.

    `given` is the graph or `EdgeList`, or None for a board. `built` is the networkx graph once it exists.
    """

    def __init__(self, given: nx.Graph[Any] | EdgeList | Board | str, leaper: Leaper = KNIGHT) -> None:
        if isinstance(given, str):
            given = Board.parse(given)
        elif isinstance(given, type) or not (isinstance(given, Board | EdgeList) or hasattr(given, "adj")):
            raise ProblemError(f"a problem needs a networkx graph or a board, not {type(given).__name__}", given)
        self.board: Board | None = given if isinstance(given, Board) else None
        self.leaper, self.directed = as_leaper(leaper), False
        self.given: Any = None
        self.built: nx.Graph[Any] | None = None
        self.fixed: Sequence[tuple[Any, Any]] = ()
        if isinstance(given, EdgeList):
            self.given, self.fixed = given, given.fixed_edges
        elif not isinstance(given, Board):
            self.built = frozen(given)
            self.board, self.leaper = board_of(given) or (None, KNIGHT)
            if self.board is None:
                self.given, self.directed, self.fixed = self.built, given.is_directed(), fixed_edges(given)
        self.subject = "board" if self.board is not None else "directed graph" if self.directed else "graph"
        self.feature = "directed graphs" if self.directed else "fixed edges" if self.fixed else ""

    def graph(self, meter: Meter) -> nx.Graph[Any]:
        """Return the networkx graph, which is built at the first call."""
        if self.built is None:
            board, watched = self.board, meter.watched
            graph = self.given.build(watched) if board is None else leaper_graph(board, *self.leaper, watched=watched)
            self.built = frozen(graph)
        return self.built

    def neighbours(self, meter: Meter, order: MoveOrder = "adjacency") -> dict[Any, Collection[Any]]:
        """Return the neighbours of each vertex in a given order."""
        return ordered_neighbours(self.graph(meter), order, meter.watched)

    def square(self, name: str, given: Any) -> Any:
        """Convert a text such as "a1" to a square, or raise ProblemError.

        `name` names the argument in the error message.
        """
        try:
            square = square_of(given, self.board)
        except BoardError as error:
            raise ProblemError(f"{name} {error}", given) from None
        if square is not None and square not in (self.given if self.board is None else self.board):
            inside = f"is not {WORDS[self.subject].inside}: {self._whereabouts(square)}"
            raise ProblemError(f"{name} {square!r} {inside}", square)
        return square

    def _whereabouts(self, square: Any) -> str:
        board = self.board
        if board is None:
            return f"its first vertices are {', '.join(map(repr, islice(self.given.nodes, 4)))}"
        if are_plain((square,)) and square in board.holes:
            return "there is a hole"
        return f"its squares are (0, 0) to ({board.rows - 1}, {board.cols - 1})"

    def edges(self) -> tuple[dict[Any, set[Any]], set[frozenset[Any]]]:
        """Return the neighbours of each vertex, and the fixed edges."""
        neighbours = {node: set(near) for node, near in self.neighbours(Meter()).items()}
        return neighbours, set(map(frozenset, self.fixed))

    def __getstate__(self) -> dict[str, Any]:
        """Omit a networkx graph that can be built again."""
        return self.__dict__ | {"built": None if isinstance(self.given, EdgeList) else self.given}


def frozen(graph: nx.Graph[Any]) -> nx.Graph[Any]:
    """Return a read-only view of a graph, in constant time."""
    import networkx as nx

    return graph if nx.is_frozen(graph) else graph.copy(as_view=True)
