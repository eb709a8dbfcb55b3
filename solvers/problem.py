"""Problem: a graph, where the tour starts and ends, and whether it is closed."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.leapers import (
    KNIGHT,
    Leaper,
    MoveOrder,
    as_leaper,
    board_neighbours,
    board_of,
    build_graph,
    ordered_neighbours,
)
from graphs.tour import Tour, as_square
from graphs.verify import verify_array, verify_on_board, verify_tour
from graphs.words import WORDS, Words, subject_of
from solvers.budget import Meter
from solvers.errors import ProblemError

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Problem"]


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Problem:
    """Find a tour of a graph: a Hamiltonian path, or a cycle when closed.

    Parameters
    ----------
    graph : any undirected networkx graph. Loops do not matter, and parallel edges count as one.
    start, end : the first and the last square, or None for any.
    closed : whether the last square must be a move away from the first.

    Raises
    ------
    ProblemError : the graph is directed or no graph; the start or the end is not in it, or is not equal to itself, as a NaN;
        the end is equal to the start.

    Notes
    -----
    A problem is a value: problems of equal graphs or boards with the same start, end and `closed` are equal. It keeps the
    graph and does not copy it: where the owner edits the graph, the problem changes with it.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> problem = Problem(knight_graph(Board(8, 8)), start=(0, 0))
    >>> problem, problem.board
    (Problem(8x8, start=(0, 0)), Board(8, 8))
    >>> Problem.on_board(Board(8, 8), start=(0, 0)) == problem
    True
    """

    start: Any
    end: Any
    closed: bool
    _source: _GivenGraph | _BoardGraph

    def __init__(
        self, graph: nx.Graph[Any], start: Hashable | None = None, end: Hashable | None = None, closed: bool = False
    ) -> None:
        if isinstance(graph, type) or not hasattr(graph, "adj"):
            raise ProblemError(f"a problem needs an undirected networkx graph or a board, not {type(graph).__name__}", graph)
        if graph.is_directed():
            raise ProblemError("a problem needs an undirected graph, not a directed one: graph.to_undirected() gives it", graph)
        self._set(_GivenGraph(graph), start, end, closed)

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
        """Return the problem of a leaper's tour of a board. It builds its graph only when someone reads `graph`.

        Raises
        ------
        ProblemError : there is no board; the start or the end is not on it; the end is equal to the start.
        MoveError : the leaper is not two whole numbers of 0 or more, or both are 0.

        Examples
        --------
        >>> Problem.on_board(Board(10_000, 10_000), closed=True)
        Problem(10000x10000, closed=True)
        """
        if not isinstance(board, Board):
            raise ProblemError(f"a board is needed, such as Board(8, 8), not {type(board).__name__}", board)
        return cls._of(_BoardGraph(board, as_leaper(leaper)), start, end, closed)

    @classmethod
    def of(
        cls,
        subject: Problem | Board | nx.Graph[Any],
        *,
        start: Hashable | None = None,
        end: Hashable | None = None,
        closed: bool = False,
    ) -> Problem:
        """Return the problem itself, or the problem of a knight's tour of a board, or of a tour of a graph.

        Raises
        ------
        ProblemError : a problem is given together with a start, an end or `closed`; or as for a new problem.

        Examples
        --------
        >>> Problem.of(Board(5, 5), start=(0, 0))
        Problem(5x5, start=(0, 0))
        """
        if not isinstance(subject, Problem):
            ends: dict[str, Any] = {"start": start, "end": end, "closed": closed}
            return cls.on_board(subject, **ends) if isinstance(subject, Board) else cls(subject, **ends)
        if start is not None or end is not None or closed:
            raise ProblemError(
                "a Problem has its start, its end and closed already: give them to the Problem, or give a board or a graph",
                subject,
            )
        return subject

    @classmethod
    def _of(cls, source: _GivenGraph | _BoardGraph, start: Any, end: Any, closed: bool) -> Problem:
        problem = cls.__new__(cls)
        problem._set(source, start, end, closed)
        return problem

    def _set(self, source: _GivenGraph | _BoardGraph, start: Any, end: Any, closed: bool) -> None:
        for given in (start, end):
            if given is not None and given in source.squares and _is_unequal(given, source):
                raise unequal_label(given)
        start, end = as_square(start), as_square(end)
        for name, square in (("start", start), ("end", end)):
            if square is not None and square not in source.squares:
                raise ProblemError(f"the {name} {square} is not {source.words.inside}{source.whereabouts(square)}", square)
        if start is not None and start == end and source.size > 1:
            one = f"a tour of one {source.words.vertex}"
            raise ProblemError(f"the end is equal to the start {start}: only {one} ends where it starts", end)
        for field, value in (("_source", source), ("start", start), ("end", end), ("closed", bool(closed))):
            object.__setattr__(self, field, value)

    @property
    def board(self) -> Board | None:
        """The board whose move graph this is, or None; see `graphs.board_of`."""
        return self._source.board

    @property
    def leaper(self) -> Leaper:
        """The leaper; the knight where there is no board."""
        return self._source.leaper

    @property
    def words(self) -> Words:
        """What sentences call the vertices and the edges: squares and moves of a board, else vertices and edges."""
        return self._source.words

    @property
    def graph(self) -> nx.Graph[Any]:
        """The move graph.

        Raises
        ------
        BoardError : the board is too large for a networkx graph.
        """
        return self._source.graph

    def graph_within(self, meter: Meter) -> nx.Graph[Any]:
        """Return the move graph, as `graph`. If it must be built first, the time limit of the meter holds for that too.

        Raises
        ------
        BudgetSpent : the time is over; what was built so far is lost.
        BoardError : the board is too large for a networkx graph.
        """
        return self._source.graph_within(meter)

    @property
    def size(self) -> int:
        """The number of squares."""
        return self._source.size

    def neighbours(self, order: MoveOrder = "adjacency") -> Mapping[Any, Collection[Any]]:
        """Return the neighbours of each square in a move order. In the order of `graph.adj`, a board builds no graph for it.

        Raises
        ------
        MoveError : as `graphs.leapers.ordered_neighbours`.
        """
        return self._source.neighbours(order)

    def verify(self, squares: Any) -> Tour:
        """Check that a list or an array of squares is a tour of this problem, and return it as a `Tour`.

        Raises
        ------
        InvalidTour : it is not.

        Examples
        --------
        >>> problem = Problem.on_board(Board(3, 3, holes=[(1, 1)]), start=(0, 0), closed=True)
        >>> len(problem.verify([(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]))
        8
        """
        return self._source.verify(squares, start=self.start, end=self.end, closed=self.closed)

    def with_ends(self, *, start: Hashable | None = None, end: Hashable | None = None, closed: bool = False) -> Problem:
        """Return another problem of the same graph, which is built once for both.

        Raises
        ------
        ProblemError : as for a new problem.

        Examples
        --------
        >>> Problem.on_board(Board(8, 8), start=(0, 0)).with_ends(closed=True)
        Problem(8x8, closed=True)
        """
        return self._of(self._source, start, end, closed)

    def reversed(self) -> Problem:
        """Return the same problem walked in the other direction: start and end change places."""
        return self.with_ends(start=self.end, end=self.start, closed=self.closed)

    def refreshed(self) -> Problem:
        """Return the same problem for one run: it looks for the board of its graph once. Nobody may edit the graph meanwhile.

        Raises
        ------
        ProblemError : the start or the end was removed from the graph since the problem was made.
        """
        return self._of(self._source.for_one_run(), self.start, self.end, self.closed)

    def unequal_node(self) -> Any:
        """Return a node of the graph that is not equal to itself, so that no tour of it can be checked; None if all are."""
        return self._source.unequal_node()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        ends = (self.start, self.end, self.closed) == (other.start, other.end, other.closed)
        return ends and self.size == other.size and _same_graph(self, other)

    def __hash__(self) -> int:
        return hash((self.size, self.start, self.end, self.closed))

    def __repr__(self) -> str:
        board = self.board
        name = f"{self.size} {self.words.vertices}" if board is None or board.holes else str(board)
        ends = [f"{name}={square!r}" for name, square in (("start", self.start), ("end", self.end)) if square is not None]
        return f"Problem({', '.join([name, *ends, *(['closed=True'] if self.closed else [])])})"


def _same_graph(one: Problem, other: Problem) -> bool:
    one, other = one.refreshed(), other.refreshed()
    if one.board is not None or other.board is not None:
        return (one.board, sorted(one.leaper)) == (other.board, sorted(other.leaper))
    return one.graph is other.graph or {a: set(near) for a, near in one.neighbours().items()} == {
        a: set(near) for a, near in other.neighbours().items()
    }


def _is_unequal(node: Any, source: _GivenGraph | _BoardGraph) -> bool:
    square = as_square(node)
    return not (square == square and square in source.squares)


def unequal_label(node: Any) -> ProblemError:
    """Return the error for a node that is not equal to itself."""
    read = as_square(node)
    as_read = "" if repr(read) == repr(node) else f", for it is read as {read!r}"
    return ProblemError(
        f"the node {node!r} is not equal to itself{as_read}: give the nodes other labels, for instance by "
        "networkx.convert_node_labels_to_integers",
        node,
    )


class _GivenGraph:
    """A graph that was given. Its board, if it is a board's move graph, is looked for whenever someone needs it."""

    def __init__(self, graph: nx.Graph[Any]) -> None:
        self.graph = graph

    def graph_within(self, meter: Meter) -> nx.Graph[Any]:
        return self.graph

    @property
    def squares(self) -> Collection[Any]:
        return self.graph

    @property
    def words(self) -> Words:
        return WORDS[subject_of(self.graph)]

    @property
    def size(self) -> int:
        return len(self.graph)

    @property
    def _known(self) -> tuple[Board, Leaper] | None:
        return board_of(self.graph)

    @property
    def board(self) -> Board | None:
        known = self._known
        return None if known is None else known[0]

    @property
    def leaper(self) -> Leaper:
        known = self._known
        return KNIGHT if known is None else known[1]

    def neighbours(self, order: MoveOrder) -> Mapping[Any, Collection[Any]]:
        return ordered_neighbours(self.graph, order)

    def verify(self, squares: Any, **ends: Any) -> Tour:
        known = self._known if hasattr(squares, "dtype") else None
        if known is not None:
            return verify_array(known[0], squares, leaper=known[1], **ends)
        return verify_tour(self.graph, squares, **ends)

    def for_one_run(self) -> _GivenGraph:
        return _GraphInRun(self.graph)

    def unequal_node(self) -> Any:
        return next((node for node in self.graph if _is_unequal(node, self)), None)

    def whereabouts(self, square: object) -> str:
        return ""


class _GraphInRun(_GivenGraph):
    """A graph that nobody edits while a solver runs, so that its board is looked for once."""

    @cached_property
    def _known(self) -> tuple[Board, Leaper] | None:
        return board_of(self.graph)


@dataclass
class _BoardGraph:
    """The move graph of a board, built when someone needs it. Problems about one board share it; processes do not."""

    board: Board
    leaper: Leaper

    @property
    def squares(self) -> Collection[Any]:
        return self.board

    @property
    def words(self) -> Words:
        return WORDS["board"]

    @property
    def size(self) -> int:
        return self.board.size

    @cached_property
    def graph(self) -> nx.Graph[Any]:
        return build_graph(self.board, self.leaper)

    def graph_within(self, meter: Meter) -> nx.Graph[Any]:
        if "graph" not in self.__dict__:
            self.graph = build_graph(self.board, self.leaper, meter.watched)
        return self.graph

    def neighbours(self, order: MoveOrder) -> Mapping[Any, Collection[Any]]:
        if isinstance(order, str) and order == "adjacency" and "graph" not in self.__dict__:
            return board_neighbours(self.board, self.leaper)
        return ordered_neighbours(self.graph, order)

    def verify(self, squares: Any, **ends: Any) -> Tour:
        verify = verify_array if hasattr(squares, "dtype") else verify_on_board
        return verify(self.board, squares, leaper=self.leaper, **ends)

    def for_one_run(self) -> _BoardGraph:
        return self

    def unequal_node(self) -> None:
        return None

    def whereabouts(self, square: object) -> str:
        if isinstance(square, tuple) and square in self.board.holes:
            return ": there is a hole"
        return f": its squares are (0, 0) to ({self.board.rows - 1}, {self.board.cols - 1})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _BoardGraph, (self.board, self.leaper)
