"""The class `Problem`: the question whether a graph has a tour.

A *known step* is a square that the tour must visit at a given step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from immutabledict import immutabledict

from graphs.board import SHOWN_UP_TO, Board
from graphs.edge_list import EdgeList
from graphs.errors import expect
from graphs.leapers import KNIGHT, Leaper, MoveOrder, as_leaper, leaper_moves, leaper_neighbours
from graphs.obstructions.obstruction import known_steps
from graphs.text import WORDS, Words
from graphs.theorems import Theorem, theorem_for
from graphs.tour import Tour
from graphs.verify import Steps, verify_on_board, verify_tour
from solvers.core.budget import Meter
from solvers.core.errors import ProblemError
from solvers.core.ground import Ground

if TYPE_CHECKING:
    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

Subject: TypeAlias = "Problem | Board | str | nx.Graph[Any]"
"""Type of the first argument of `solve` and `decide`."""
MOST_NAMED = 3  # maximum number of known steps that the text of a problem lists


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Problem:
    """The question whether a graph has a tour, open or closed.

    Parameters
    ----------
    graph : networkx.Graph, EdgeList, Board or str
        A graph, or a board for a knight, also as text such as `"8x8"`. Fixed edges must be in the tour.
    start, end : square, optional
        First or last square of the tour, also as text such as `"a1"` or `"7,0"`. If None, it is free.
    closed : bool, optional
        Whether the tour is a Hamiltonian cycle (default: False), of at least 3 squares or, if directed, 2.
    steps : mapping of int to square, or iterable of pairs, optional
        Required squares at given steps, such as `{17: "c3"}`. Step 1 is the start.

    Attributes
    ----------
    steps : mapping of int to square
        The known steps in ascending order, without the start and the end.
    ground : Ground
        The board or graph, shared with the problems of `with_ends`.
    board : Board or None
        The board, if the graph is a move graph.
    leaper : tuple of int
        The leaper on the board.

    Raises
    ------
    ProblemError
        If the graph, an end or a step is invalid, or if fixed edges are loops, directed, or combined with steps.

    Notes
    -----
    A problem does not copy its graph. If you edit your graph, create a new problem. The graph of an `EdgeList` is built when
    needed. Problems are equal if their graphs (or boards and leapers), ends, steps and `closed` are.

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

    ground: Ground
    board: Board | None
    leaper: Leaper
    start: Any
    end: Any
    closed: bool
    steps: Mapping[int, Any]

    def __init__(
        self,
        graph: nx.Graph[Any] | EdgeList | Board | str,
        start: Any = None,
        end: Any = None,
        closed: bool = False,
        steps: Steps = (),
    ) -> None:
        self._set(Ground(graph), start, end, closed, steps)

    @classmethod
    def on_board(
        cls,
        board: Board | str,
        leaper: Leaper = KNIGHT,
        *,
        start: Any = None,
        end: Any = None,
        closed: bool = False,
        steps: Steps = (),
    ) -> Problem:
        """Return the problem of touring a board with a leaper.

        Parameters
        ----------
        board : Board or str
            The board, or a text for `Board.parse`.
        leaper : tuple of int, optional
            The leaper (default: the knight).
        start, end, closed, steps : optional
            As in `Problem`.

        Returns
        -------
        Problem
            The problem. Its graph is built only when it is needed.

        Raises
        ------
        ProblemError
            If a square or a step is invalid.
        MoveError
            If the leaper is invalid.

        Examples
        --------
        >>> Problem.on_board(Board(10_000, 10_000), closed=True)
        <Problem: a closed tour of 10000x10000>
        """
        return cls.of(expect(Board | str, board, "board"), leaper, start, end, closed, steps)

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
        """Create a problem from a board, a graph, or a size such as "8x8".

        Parameters
        ----------
        subject : Problem, Board, str or networkx.Graph
            A board, a graph or a problem. With a problem, all other arguments must be omitted.
        leaper : tuple of int, optional
            The leaper on a board (default: the knight).
        start, end, closed, steps : optional
            As in `Problem`.

        Returns
        -------
        Problem
            The problem.

        Raises
        ------
        ProblemError
            If an argument is invalid, or not allowed together with the subject.
        MoveError
            If the leaper is invalid.

        Examples
        --------
        >>> Problem.of("5x5", start="a5")
        <Problem: an open tour of 5x5 from (0, 0)>
        """
        if isinstance(subject, Board | str):
            return cls.__new__(cls)._set(Ground(subject, leaper), start, end, closed, steps)
        if as_leaper(leaper) != KNIGHT:
            raise ProblemError(f"leaper={leaper}: give a leaper only with a board, not with a problem or a graph", leaper)
        if not isinstance(subject, Problem):
            return cls(subject, start, end, closed, steps)
        if start is not None or end is not None or closed or steps:
            raise ProblemError(
                "start, end, closed and steps cannot be given with a Problem: set them in the Problem, or pass a board",
                subject,
            )
        return subject

    def _set(self, ground: Ground, start: Any = None, end: Any = None, closed: bool = False, steps: Steps = ()) -> Problem:
        vars(self).update(ground=ground, board=ground.board, leaper=ground.leaper, closed=expect(bool, closed, "closed"))
        known: dict[Any, Any] = {"start": None if start is None else ground.square("the start", start)}
        known["end"] = None if end is None else ground.square("the end", end)
        for number, square in self._numbered_steps(steps) if steps else ():
            name = {self.size: "end", 1: "start"}.get(number, number)
            if known.get(name) not in (None, square):
                raise ProblemError(
                    f"step {number} is both {known[name]} and {square}: give only one {self.words.vertex}", square
                )
            known[name] = square
        start, end = known.pop("start"), known.pop("end")
        vars(self).update(start=start, end=end, steps=immutabledict(sorted(known.items())))
        if start is not None and start == end and self.size > 1:
            message = f"the end is equal to the start {start}: only a tour of one {self.words.vertex} ends where it starts"
            raise ProblemError(message, end)
        if not ground.fixed:
            return self
        if loops := [tail for tail, head in ground.fixed if tail == head]:
            raise ProblemError(
                f"the fixed edge from {loops[0]} to {loops[0]} is a loop, which no tour can use: remove it", loops[0]
            )
        if ground.directed or self.steps:
            what = "a directed graph" if ground.directed else "known steps"
            raise ProblemError(f"fixed edges cannot be combined with {what}: leave out one of the two", ground.fixed)
        return self

    def _numbered_steps(self, steps: Steps) -> Iterator[tuple[int, Any]]:
        try:
            pairs = [(index(number), square) for number, square in (steps.items() if isinstance(steps, Mapping) else steps)]
        except (TypeError, ValueError):
            raise ProblemError(f"steps={steps!r:.40} must map step numbers to squares, such as {{17: (2, 5)}}", steps) from None
        for number, square in pairs:
            if not 1 <= number <= self.size:
                some = self.words.some(self.size)
                raise ProblemError(
                    f"a tour of {some} has no step {number}: step numbers must be from 1 to {self.size:,}", number
                )
            yield number, self.ground.square(f"step {number}", square)

    @property
    def subject(self) -> str:
        """The kind of the graph: "board", "graph" or "directed graph"."""
        return self.ground.subject

    @property
    def words(self) -> Words:
        """Nouns for messages: "square" and "move", or "vertex" and "edge"."""
        return WORDS[self.ground.subject]

    @property
    def directed(self) -> bool:
        """Whether the graph is directed."""
        return self.ground.directed

    @property
    def fixed(self) -> Sequence[tuple[Any, Any]]:
        """The edges with the attribute `fixed`, which every tour must use."""
        return self.ground.fixed

    @property
    def feature(self) -> str:
        """Special feature of the graph: "directed graphs", "fixed edges" or ""."""
        return self.ground.feature

    @property
    def size(self) -> int:
        """The number of squares or vertices."""
        return len(self.ground.given) if self.board is None else self.board.size

    @property
    def nodes(self) -> Collection[Any]:
        """The squares or vertices, in the order of the graph."""
        if self.board is not None:
            return self.board
        given: Any = self.ground.given
        nodes: Collection[Any] = given.nodes if isinstance(given, EdgeList) else given
        return nodes

    @property
    def graph(self) -> nx.Graph[Any]:
        """The read-only graph, built when first read.

        Raises
        ------
        BoardError
            If the board has more than a million squares.
        """
        return self.ground.graph(Meter())

    def graph_within(self, meter: Meter) -> nx.Graph[Any]:
        """Return the graph, built within the budget of a run.

        Parameters
        ----------
        meter : Meter
            The meter of the run. If it stops the run, the unfinished graph is discarded.

        Returns
        -------
        networkx.Graph
            The graph, which is read-only.

        Raises
        ------
        BoardError
            If the board has more than a million squares.
        """
        return self.ground.graph(meter)

    @property
    def edge_list(self) -> EdgeList:
        """The graph as an `EdgeList`."""
        given = self.ground.given
        return given if isinstance(given, EdgeList) else EdgeList.of(self.graph)

    def rows(self, meter: Meter, order: MoveOrder = "adjacency") -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the adjacency lists as two arrays (compressed sparse rows).

        Parameters
        ----------
        meter : Meter
            The meter of the run.
        order : str or sequence of moves, optional
            The order of neighbours, as in `graphs.leapers.ordered_neighbours`.

        Returns
        -------
        first, heads : numpy.ndarray
            The arrays.
        """
        import numpy as np

        meter.check()
        given = self.ground.given
        if isinstance(given, EdgeList) and isinstance(order, str) and order == "adjacency":
            return given.rows()
        neighbours = self.ground.neighbours(meter, order)
        number = dict(zip(neighbours, range(self.size), strict=True))
        first = np.zeros(self.size + 1, np.int32)
        np.cumsum(np.fromiter(map(len, neighbours.values()), np.int64, self.size), out=first[1:])
        arcs = chain.from_iterable(meter.watched(neighbours.values()))
        return first, np.fromiter(map(number.__getitem__, arcs), np.int32, first[-1])

    def neighbours(self, meter: Meter | None = None) -> Mapping[Any, Collection[Any]]:
        """Return the neighbours (or successors) of each square.

        This does not build the graph of a board.

        Parameters
        ----------
        meter : Meter, optional
            The meter of the run. If None, there is no limit.

        Returns
        -------
        mapping of square to collection of squares
            The neighbours of each square, in the order of `graph.adj`.
        """
        if self.ground.built is None and self.board is not None:
            return leaper_neighbours(self.board, self.leaper)
        return self.ground.neighbours(meter or Meter())

    def has_move(self, here: Any, there: Any) -> bool:
        """Return whether a move leads from one square to another.

        This does not build the graph of a board.

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
            return bool(self.ground.given.has_edge(here, there))
        return here in (self.board.step(there, move) for move in leaper_moves(self.leaper))

    @property
    def ends(self) -> dict[str, Any]:
        """The start, the end, `closed` and the steps, as a dictionary."""
        steps = {"steps": tuple(self.steps.items())} if self.steps else {}
        return {"start": self.start, "end": self.end, "closed": self.closed, **steps}

    @cached_property
    def theorem(self) -> tuple[Theorem, bool] | None:
        """A published theorem about the problem and its answer, or None."""
        return None if self.board is None or self.steps else theorem_for(self.board, leaper=self.leaper, **self.ends)

    @property
    def where(self) -> str:
        """Ends and known steps as text, e.g. " from (0, 0)"."""
        if len(self.steps) > MOST_NAMED:
            return f", {len(self.givens)} steps given"
        known = {" from": self.start, " to": self.end} | {f", step {step} at": square for step, square in self.steps.items()}
        return "".join(f"{word} {square}" for word, square in known.items() if square is not None)

    @property
    def givens(self) -> Mapping[int, Any]:
        """All known squares by step, including the ends, if `steps` are given."""
        return known_steps(self, self.size) if self.steps else {}

    def verify(self, squares: Any) -> Tour:
        """Check that squares are a tour of this problem.

        Parameters
        ----------
        squares : iterable of squares, or array of shape (squares, 2)
            The squares in the order of the visit.

        Returns
        -------
        Tour
            The verified tour.

        Raises
        ------
        InvalidTour
            If the squares are not a tour of this problem.
        """
        if self.board is None:
            return verify_tour(self.graph, squares, **self.ends)
        return verify_on_board(self.board, squares, leaper=self.leaper, **self.ends)

    def require_board(self) -> Board:
        """Return the board of the problem.

        Returns
        -------
        Board
            The board.

        Raises
        ------
        WrongType
            If the problem is on a graph that is not a board.
        """
        board: Board = expect(Board, self.board, "board")
        return board

    def with_ends(self, **known: Any) -> Problem:
        """Return a problem on the same graph with other ends and steps.

        Parameters
        ----------
        **known : object
            `start`, `end`, `closed` and `steps`, by default as in `Problem`, not as in this problem.

        Returns
        -------
        Problem
            The new problem, which shares the graph.

        Raises
        ------
        ProblemError
            If a square or a step is invalid.

        Examples
        --------
        >>> Problem.on_board(Board(8, 8), start=(0, 0)).with_ends(closed=True)
        <Problem: a closed tour of 8x8>
        """
        return type(self).__new__(type(self))._set(self.ground, **known)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        same_graph = self.board is not None or self.ground is other.ground
        return self._key() == other._key() and (same_graph or self.ground.edges() == other.ground.edges())

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self.start, self.end, self.closed, self.steps, self.board, tuple(sorted(self.leaper)), self.directed

    def __str__(self) -> str:
        board = self.board
        of = f"{self.size} {self.words.vertices}" if board is None or board.holes else board
        return f"{'a closed' if self.closed else 'an open'} tour of {of}{self.where}"

    def __repr__(self) -> str:
        return f"<Problem: {self}>"

    def _repr_svg_(self) -> str | None:
        from graphs.svg import board_svg

        if self.board is None or self.size > SHOWN_UP_TO:
            return None
        return board_svg(self.board, known_steps(self, self.size))

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"ground": copy(self.ground)}  # a graph that was built is not copied
