"""Problem: a graph, where the tour starts and ends, and whether it is closed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from immutabledict import immutabledict

from graphs.board import Board
from graphs.errors import BoardError, expect
from graphs.leapers import KNIGHT, Leaper, as_leaper, board_neighbours, board_of, leaper_graph, ordered_neighbours
from graphs.notation import square_of
from graphs.text import WORDS, Words, subject_of
from graphs.theorems import Theorem, theorem_for
from graphs.tour import Tour, are_plain
from graphs.verify import Steps, verify_on_board, verify_tour
from solvers.budget import Meter
from solvers.errors import ProblemError

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Problem", "Subject"]

Subject: TypeAlias = "Problem | Board | nx.Graph[Any]"
"""What `solve` and `decide` take: a problem; or a board (for the knight) or a graph, with its ends and `closed` beside it."""


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Problem:
    """Find a tour of a graph: a Hamiltonian path, or a cycle when closed.

    Parameters
    ----------
    graph : any undirected networkx graph, or a board for the knight. Loops do not matter, and parallel edges count as one.
    start, end : the first and the last square, or None for any. A square of a board may also be text, `"a1"` or `"7,0"`.
    closed : whether the last square must be a move away from the first.
    steps : squares that the tour must visit at given steps, by the number of the step, from 1: `{17: "c3"}`. Step 1 is the
        start, the last step is the end, and `steps` keeps the others, in their order. A closed tour counts its steps, too.

    Attributes
    ----------
    board, leaper : the board and the leaper whose move graph this is; None and the knight for any other graph.

    Raises
    ------
    ProblemError : the graph is directed or no graph; the start, the end or a known step is not in it; the end is equal to the
        start; there is no step of that number, or it has two squares.

    Notes
    -----
    A problem of a board is a value. A problem of a graph keeps the graph and does not copy it, so it is a value only as long as
    nobody edits the graph: make a new problem of an edited graph. Problems of equal graphs or boards with the same start, end,
    steps and `closed` are equal.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> problem = Problem(knight_graph(Board(8, 8)), start=(0, 0))
    >>> problem, problem.board
    (<Problem: an open tour of 8x8 from (0, 0)>, Board(8, 8))
    >>> Problem(Board(8, 8), start="a8") == problem == Problem(Board(8, 8), steps={1: "a8"})
    True
    >>> Problem(Board(8, 8), start="a8", steps={17: "c3"})
    <Problem: an open tour of 8x8 from (0, 0), step 17 at (5, 2)>
    """

    start: Any
    end: Any
    closed: bool
    steps: Mapping[int, Any]
    board: Board | None
    leaper: Leaper
    _graphs: list[nx.Graph[Any]]
    """The graph once it is there. All problems about one board share this list."""

    def __init__(
        self, graph: nx.Graph[Any] | Board, start: Any = None, end: Any = None, closed: bool = False, steps: Steps = ()
    ) -> None:
        if isinstance(graph, Board):
            self._set(graph, KNIGHT, [], start, end, closed, steps)
            return
        if isinstance(graph, type) or not hasattr(graph, "adj"):
            raise ProblemError(f"a problem needs an undirected networkx graph or a board, not {type(graph).__name__}", graph)
        if graph.is_directed():
            raise ProblemError("a problem needs an undirected graph, not a directed one: graph.to_undirected() gives it", graph)
        board, leaper = board_of(graph) or (None, KNIGHT)
        self._set(board, leaper, [graph], start, end, closed, steps)

    @classmethod
    def on_board(
        cls,
        board: Board,
        leaper: Leaper = KNIGHT,
        *,
        start: Any = None,
        end: Any = None,
        closed: bool = False,
        steps: Steps = (),
    ) -> Problem:
        """Return the problem of a leaper's tour of a board. It builds its graph only when someone reads `graph`.

        Raises
        ------
        WrongType : there is no board.
        ProblemError : as for a new problem.
        MoveError : the leaper is not two whole numbers of 0 or more, or both are 0.

        Examples
        --------
        >>> Problem.on_board(Board(10_000, 10_000), closed=True)
        <Problem: a closed tour of 10000x10000>
        """
        return cls.__new__(cls)._set(expect(Board, board, "board"), as_leaper(leaper), [], start, end, closed, steps)

    @classmethod
    def of(
        cls,
        subject: Subject,
        leaper: Leaper = KNIGHT,
        start: Any = None,
        end: Any = None,
        closed: bool = False,
        steps: Steps = (),
    ) -> Problem:
        """Return a problem itself, or the problem of a board or a graph.

        Parameters
        ----------
        subject : Problem, Board or networkx.Graph
            What the question is about.
        leaper : tuple of int, optional
            The leaper on a board (default: the knight).
        start, end : square, optional
            As in `Problem`, for a board or a graph.
        closed : bool, optional
            As in `Problem`, for a board or a graph.
        steps : mapping of int to square, optional
            As in `Problem`, for a board or a graph.

        Returns
        -------
        Problem
            The problem.

        Raises
        ------
        ProblemError
            If a problem is given together with other arguments, or a graph with a leaper; or as in `Problem`.

        Examples
        --------
        >>> Problem.of(Board(5, 5), start=(0, 0))
        <Problem: an open tour of 5x5 from (0, 0)>
        """
        if isinstance(subject, Board):
            return cls.on_board(subject, leaper, start=start, end=end, closed=closed, steps=steps)
        if as_leaper(leaper) != KNIGHT:
            raise ProblemError(f"leaper={leaper}: give a leaper only with a board, not with a problem or a graph", leaper)
        if not isinstance(subject, Problem):
            return cls(subject, start, end, closed, steps)
        if start is not None or end is not None or closed or steps:
            raise ProblemError(
                "a Problem already has its start, end, closed and steps: pass them to Problem, or pass a board or a graph",
                subject,
            )
        return subject

    def _set(
        self,
        board: Board | None,
        leaper: Leaper,
        graphs: list[nx.Graph[Any]],
        start: Any = None,
        end: Any = None,
        closed: bool = False,
        steps: Steps = (),
    ) -> Problem:
        vars(self).update(board=board, leaper=leaper, _graphs=graphs, closed=expect(bool, closed, "closed"))
        known: dict[Any, Any] = {"start": self._square("the start", start), "end": self._square("the end", end)}
        for number, square in self._numbered(steps) if steps else ():
            name = {self.size: "end", 1: "start"}.get(number, number)
            if known.get(name) not in (None, square):
                raise ProblemError(f"step {number} is {known[name]} and {square}: a step has one {self.words.vertex}", square)
            known[name] = square
        start, end = known.pop("start"), known.pop("end")
        vars(self).update(start=start, end=end, steps=immutabledict(sorted(known.items())))
        if start is not None and start == end and self.size > 1:
            told = f"the end is equal to the start {start}: only a tour of one {self.words.vertex} ends where it starts"
            raise ProblemError(told, end)
        return self

    def _square(self, name: str, given: Any) -> Any:
        """Return a square that was given, which must be on the board."""
        board, squares = self.board, self._graphs[0] if self.board is None else self.board
        try:
            square = square_of(given, board)
        except BoardError as error:
            raise ProblemError(f"{name} {error}", given) from None
        if square is not None and square not in squares:
            raise ProblemError(f"{name} {square!r} is not {self.words.inside}{_whereabouts(square, board)}", square)
        return square

    def _numbered(self, steps: Steps) -> Iterator[tuple[int, Any]]:
        """Yield the numbers of steps and their squares."""
        try:
            pairs = [(index(number), square) for number, square in (steps.items() if isinstance(steps, Mapping) else steps)]
        except (TypeError, ValueError):
            raise ProblemError(f"steps={steps!r:.40}: give squares by their numbers, such as {{17: (2, 5)}}", steps) from None
        for number, square in pairs:
            if not 1 <= number <= self.size:
                some = self.words.some(self.size)
                raise ProblemError(f"a tour of {some} has no step {number}: number a step from 1 to {self.size:,}", number)
            yield number, self._square(f"step {number}", square)

    @property
    def subject(self) -> str:
        """What sentences speak of, a key of `graphs.text.WORDS`: a board, or a graph."""
        return subject_of(self.graph) if self.board is None else "board"

    @property
    def words(self) -> Words:
        """What sentences call the vertices and the edges: squares and moves of a board, else vertices and edges."""
        return WORDS[self.subject]

    @property
    def graph(self) -> nx.Graph[Any]:
        """The move graph.

        Raises
        ------
        BoardError : the board is too large for a networkx graph.
        """
        return self.graph_within(Meter())

    def graph_within(self, meter: Meter) -> nx.Graph[Any]:
        """Return the move graph, as `graph`. If it must be built first, the time limit of the meter holds for that too.

        Raises
        ------
        BudgetSpent : the time is over; an unfinished graph is discarded.
        BoardError : the board is too large for a networkx graph.
        """
        if not self._graphs and self.board is not None:
            self._graphs.append(leaper_graph(self.board, *self.leaper, watched=meter.watched))
        return self._graphs[0]

    @property
    def ends(self) -> dict[str, Any]:
        """The start, the end, whether the tour is closed, and the known steps if there are any, as `with_ends` takes them.

        Known steps are pairs of a number and a square, as in all documents.
        """
        steps = {"steps": tuple(self.steps.items())} if self.steps else {}
        return {"start": self.start, "end": self.end, "closed": self.closed, **steps}

    @cached_property
    def theorem(self) -> tuple[Theorem, bool] | None:
        """The published theorem that covers the problem, and whether a tour exists by it, or None."""
        return None if self.board is None or self.steps else theorem_for(self.board, leaper=self.leaper, **self.ends)

    @property
    def where(self) -> str:
        """The start, the end and the known steps in words, after those of the tour; empty where none is given."""
        known = {" from": self.start, " to": self.end} | {f", step {step} at": square for step, square in self.steps.items()}
        return "".join(f"{word} {square}" for word, square in known.items() if square is not None)

    @property
    def size(self) -> int:
        """The number of squares."""
        return len(self._graphs[0]) if self.board is None else self.board.size

    def neighbours(self) -> Mapping[Any, Collection[Any]]:
        """Return the neighbours of each square, in the order of `graph.adj`. A board builds no graph for it."""
        if self._graphs or self.board is None:
            return ordered_neighbours(self.graph)
        return board_neighbours(self.board, self.leaper)

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
        if self.board is None:
            return verify_tour(self.graph, squares, **self.ends)
        return verify_on_board(self.board, squares, leaper=self.leaper, **self.ends)

    def with_ends(self, **known: Any) -> Problem:
        """Return another problem of the same graph, which is built once for both; `known` is as in `Problem`.

        Raises
        ------
        ProblemError : as for a new problem.

        Examples
        --------
        >>> Problem.on_board(Board(8, 8), start=(0, 0)).with_ends(closed=True)
        <Problem: a closed tour of 8x8>
        """
        return type(self).__new__(type(self))._set(self.board, self.leaper, self._graphs, **known)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return self._asked() == other._asked() and (self.board is not None or _edges(self.graph) == _edges(other.graph))

    def __hash__(self) -> int:
        return hash(self._asked())

    def _asked(self) -> tuple[Any, ...]:
        return self.start, self.end, self.closed, self.steps, self.board, tuple(sorted(self.leaper))

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy or another process gets: it builds the graph of a board anew."""
        return self.__dict__ | ({} if self.board is None else {"_graphs": []})

    def __str__(self) -> str:
        board = self.board
        of = f"{self.size} {self.words.vertices}" if board is None or board.holes else board
        return f"{'a closed' if self.closed else 'an open'} tour of {of}{self.where}"

    def __repr__(self) -> str:
        return f"<Problem: {self}>"


def _whereabouts(square: Any, board: Board | None) -> str:
    if board is None:
        return ""
    if are_plain((square,)) and square in board.holes:
        return ": there is a hole"
    return f": its squares are (0, 0) to ({board.rows - 1}, {board.cols - 1})"


def _edges(graph: nx.Graph[Any]) -> dict[Any, set[Any]]:
    return {node: set(near) for node, near in ordered_neighbours(graph).items()}
