"""The class `Ground`: a board or a graph without the ends of a tour. Problems that differ only in their ends share it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.edge_list import EdgeList
from graphs.errors import BoardError
from graphs.leapers import (
    KNIGHT,
    Leaper,
    MoveOrder,
    as_leaper,
    board_neighbours,
    board_of,
    fixed_edges,
    leaper_graph,
    leaper_moves,
    ordered_neighbours,
)
from graphs.notation import square_of
from graphs.text import WORDS
from graphs.tour import are_plain
from solvers.core.budget import Meter
from solvers.core.errors import ProblemError

if TYPE_CHECKING:
    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray


class Ground:
    """A board, which may be given as text, with a leaper; or a graph. Its networkx graph is built when it is needed.

    The attribute `given` is the graph or `EdgeList`, or None for a board, and `built` is the networkx graph if it exists.
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

    @property
    def nodes(self) -> Collection[Any]:
        """The squares of the board, or the vertices of the graph."""
        if self.board is not None:
            return self.board
        nodes: Collection[Any] = self.given.nodes if isinstance(self.given, EdgeList) else self.given
        return nodes

    @property
    def size(self) -> int:
        """The number of squares or vertices."""
        return len(self.given) if self.board is None else self.board.size

    def graph(self, meter: Meter) -> nx.Graph[Any]:
        """Return the networkx graph, which is built within the budget if it does not exist yet."""
        if self.built is None:
            board, watched = self.board, meter.watched
            graph = self.given.build(watched) if board is None else leaper_graph(board, *self.leaper, watched=watched)
            self.built = frozen(graph)
        return self.built

    def rows(self, meter: Meter, order: MoveOrder) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the neighbours of each vertex as arrays, as in `EdgeList.rows`, in a given move order."""
        import numpy as np

        meter.check()
        if isinstance(self.given, EdgeList) and isinstance(order, str) and order == "adjacency":
            return self.given.rows()
        neighbours = ordered_neighbours(self.graph(meter), order, meter.watched)
        number = dict(zip(neighbours, range(self.size), strict=True))
        first = np.zeros(self.size + 1, np.int32)
        np.cumsum(np.fromiter(map(len, neighbours.values()), np.int64, self.size), out=first[1:])
        arcs = chain.from_iterable(meter.watched(neighbours.values()))
        return first, np.fromiter(map(number.__getitem__, arcs), np.int32, first[-1])

    def neighbours(self, meter: Meter) -> Mapping[Any, Collection[Any]]:
        """Return the neighbours of each square, without building the graph of a board."""
        if self.built is None and self.board is not None:
            return board_neighbours(self.board, self.leaper)
        return ordered_neighbours(self.graph(meter), watched=meter.watched)

    def has_move(self, here: Any, there: Any) -> bool:
        """Return whether a move leads from one square to another, without building the graph."""
        if self.board is None:
            return bool(self.given.has_edge(here, there))
        return here in (self.board.step(there, move) for move in leaper_moves(self.leaper))

    def square(self, name: str, given: Any) -> Any:
        """Check that a given square is in the graph, and return it. If it is given as text, it is converted first."""
        try:
            square = square_of(given, self.board)
        except BoardError as error:
            raise ProblemError(f"{name} {error}", given) from None
        if square is not None and square not in (self.given if self.board is None else self.board):
            inside = f"is not {WORDS[self.subject].inside}{_whereabouts(square, self.board)}"
            raise ProblemError(f"{name} {square!r} {inside}", square)
        return square

    def edges(self) -> tuple[dict[Any, set[Any]], set[frozenset[Any]]]:
        """Return the set of neighbours of each vertex, and the set of fixed edges."""
        neighbours = {node: set(near) for node, near in ordered_neighbours(self.graph(Meter())).items()}
        return neighbours, set(map(frozenset, self.fixed))

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for copying and pickling, without a graph that can be built again."""
        return self.__dict__ | {"built": None if isinstance(self.given, EdgeList) else self.given}


def frozen(graph: nx.Graph[Any]) -> nx.Graph[Any]:
    """Return a view of a graph through which it cannot be edited, or the graph itself if it is frozen, in constant time."""
    import networkx as nx

    return graph if nx.is_frozen(graph) else graph.copy(as_view=True)


def _whereabouts(square: Any, board: Board | None) -> str:
    if board is None:
        return ""
    if are_plain((square,)) and square in board.holes:
        return ": there is a hole"
    return f": its squares are (0, 0) to ({board.rows - 1}, {board.cols - 1})"
