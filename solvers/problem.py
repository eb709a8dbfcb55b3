"""Problem: a graph, where the tour starts and ends, and whether it is closed."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.leapers import KNIGHT, Leaper, MoveOrder, board_neighbours, leaper_graph, ordered_neighbours
from solvers.errors import ProblemError

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Problem"]


class Problem:
    """Find a tour of a graph: a Hamiltonian path, or a cycle when closed.

    Parameters
    ----------
    graph : any undirected networkx graph. Loops do not matter, and parallel edges are one.
    start, end : the first and the last square, or None for any.
    closed : whether the last square must be a move away from the first.

    Raises
    ------
    ProblemError : a directed graph; a start or an end that is not in it; an end equal to the start.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> Problem(knight_graph(Board(8, 8)), start=(0, 0))
    Problem(8x8, start=(0, 0))
    >>> Problem.on_board(Board(8, 8), closed=True)  # builds its graph only when a solver asks for it
    Problem(8x8, closed=True)
    """

    def __init__(
        self, graph: nx.Graph[Any], start: Hashable | None = None, end: Hashable | None = None, closed: bool = False
    ) -> None:
        if not hasattr(graph, "adj") or graph.is_directed():
            raise ProblemError(
                f"a problem needs an undirected networkx graph, not {_told(graph)}; for a board there is Problem.on_board",
                graph,
            )
        self._source = _Source(None, KNIGHT, graph)
        self._set_ends(start, end, closed)

    @classmethod
    def on_board(
        cls,
        board: Board,
        leaper: Leaper = KNIGHT,
        *,
        start: Hashable | None = None,
        end: Hashable | None = None,
        closed: bool = False,
    ) -> Problem:
        """The problem of a leaper's tour of a board; it knows its `board` and `leaper`, and builds the graph late.

        Raises
        ------
        ProblemError : a start or an end that is not on the board; an end equal to the start.
        """
        problem = cls.__new__(cls)
        problem._source = _Source(board, leaper, None)
        problem._set_ends(start, end, closed)
        return problem

    def _set_ends(self, start: Hashable | None, end: Hashable | None, closed: bool) -> None:
        squares: Any = self.board if self.board is not None else self.graph
        for name, square in (("start", start), ("end", end)):
            if square is not None and square not in squares:
                raise ProblemError(f"the {name} {square} is not on the board: {_whereabouts(self.board, square)}", square)
        if start is not None and start == end and self.size > 1:
            raise ProblemError(f"the end is equal to the start {start}: only a tour of one square ends where it starts", end)
        self.start = start
        self.end = end
        self.closed = bool(closed)

    @property
    def board(self) -> Board | None:
        """The board, for a problem made by `on_board`."""
        return self._source.board

    @property
    def leaper(self) -> Leaper:
        """The leaper; the knight where there is no board."""
        return self._source.leaper

    @property
    def graph(self) -> nx.Graph[Any]:
        """The move graph.

        Raises
        ------
        BoardError : the board is too large for a networkx graph.
        """
        return self._source.built()

    def neighbours(self, order: MoveOrder = "adjacency") -> Mapping[Any, Collection[Any]]:
        """Return the neighbours of each square in a move order; for a board in the order of `graph.adj` no graph is built.

        Raises
        ------
        MoveError : as `graphs.leapers.ordered_neighbours`.
        """
        if order == "adjacency" and self.board is not None and self._source.graph is None:
            return board_neighbours(self.board, self.leaper)
        return ordered_neighbours(self.graph, order)

    @property
    def size(self) -> int:
        """The number of squares."""
        return len(self.graph) if self.board is None else self.board.size

    def asking(self, *, start: Hashable | None = None, end: Hashable | None = None, closed: bool = False) -> Problem:
        """Another question about the same graph, which is built once for both.

        Raises
        ------
        ProblemError : as for a new problem.
        """
        other = type(self).__new__(type(self))
        other._source = self._source
        other._set_ends(start, end, closed)
        return other

    def reversed(self) -> Problem:
        """The same problem walked the other way: start and end exchanged."""
        return self.asking(start=self.end, end=self.start, closed=self.closed)

    def __repr__(self) -> str:
        ends = [f"{name}={square!r}" for name, square in (("start", self.start), ("end", self.end)) if square is not None]
        return f"Problem({', '.join([self._name(), *ends, *(['closed=True'] if self.closed else [])])})"

    def _name(self) -> str:
        board = self.board if self.board is not None else self.graph.graph.get("board")
        return f"{self.size} squares" if board is None or board.holes else str(board)


@dataclass
class _Source:
    """Where the graph is from; problems about one graph share it. A graph built from a board is not sent to other processes."""

    board: Board | None
    leaper: Leaper
    graph: nx.Graph[Any] | None

    def built(self) -> nx.Graph[Any]:
        if self.graph is None:
            assert self.board is not None
            self.graph = leaper_graph(self.board, *self.leaper)
        return self.graph

    def __reduce__(self) -> tuple[Any, ...]:
        return _Source, (self.board, self.leaper, None if self.board is not None else self.graph)


def _told(graph: object) -> str:
    return "a directed one" if hasattr(graph, "adj") else f"{type(graph).__name__}"


def _whereabouts(board: Board | None, square: object) -> str:
    if board is None:
        return "it is no node of the graph"
    if isinstance(square, tuple) and square in board.holes:
        return "there is a hole"
    return f"its squares are (0, 0) to ({board.rows - 1}, {board.cols - 1})"
