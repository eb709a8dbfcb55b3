"""Named problems of a comparison, and sets of them.

A named problem has a name for tables, an id, and a JSON document that fully describes it. A set has one board or graph, any
number of starts, and either open or closed tours.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from numbers import Integral
from typing import Any, Literal

import numpy as np

from graphs.board import Board
from graphs.edge_list import EdgeList
from graphs.errors import BoardError, FormatError, InvalidTour, KnightsTourError
from graphs.leapers import KNIGHT, MAX_GRAPH_SQUARES, Leaper
from graphs.notation import board_subject
from graphs.obstructions.obstruction import known_steps
from graphs.symmetry import orbits
from graphs.text import printable, square_text
from graphs.tour import Tour, as_square
from solvers.core.errors import ProblemError
from solvers.core.problem import Problem

SUITES = " | "
"""Separator between the names of the suites that contain a problem."""


@dataclass(frozen=True, eq=False)
class NamedProblem:
    """A problem and the name of its board or graph.

    Use `on_board` or `of` to create one. Named problems are equal if their ids are equal.

    Attributes
    ----------
    problem : Problem
        The problem.
    subject : str
        The name of the board or graph.
    known : str
        The answer that a suite states, `found` or `impossible`, or an empty string.
    source : str
        The source of this answer, or an empty string.
    suite : str
        The name of the suite, followed by the name of its section if there is one; or an empty string.
    solvers : tuple of str
        The names of the competitors that alone run on the problem. If it is empty, all do.
    subject_id : str
        Hash of the board and leaper, or of the unnamed graph. It is computed if it is empty.

    Examples
    --------
    >>> corner = NamedProblem.on_board(Board(5, 5), start=(0, 0))
    >>> corner.subject, corner.name, corner.id
    ('5x5', '5x5 open from 0,0', 'af39ace9b207db008306')
    >>> NamedProblem.from_document(corner.document) == corner
    True
    """

    problem: Problem
    subject: str
    known: str = ""
    source: str = ""
    suite: str = ""
    solvers: tuple[str, ...] = ()
    subject_id: str = ""

    def __post_init__(self) -> None:
        if not self.subject_id:
            document = {key: value for key, value in self._subject_document.items() if key != "graph"}
            self.__dict__["subject_id"] = problem_digest(document)

    @classmethod
    def on_board(cls, board: Board, leaper: Leaper = KNIGHT, **ends: Any) -> NamedProblem:
        """Return a named problem about tours of a board.

        Parameters
        ----------
        board : Board
            The board.
        leaper : tuple of int, optional
            The leaper. (1, 2) and (2, 1) are the same leaper.
        **ends : object
            Further arguments of `Problem.on_board`, such as `start`.

        Returns
        -------
        NamedProblem
            The problem.
        """
        return cls.of(Problem.on_board(board, leaper, **ends))

    @classmethod
    def of(cls, problem: Problem, subject: str = "") -> NamedProblem:
        """Return a problem together with the name of its graph.

        Parameters
        ----------
        problem : Problem
            The problem. Its graph is undirected, and its nodes are integers, text, or tuples of these.
        subject : str, optional
            The name of its graph, unless it is the move graph of a board.

        Returns
        -------
        NamedProblem
            The named problem. It contains the graph as an `EdgeList`, which needs little memory, or only its board. The
            neighbours of each node are in the order of the nodes, so that a solver does the same work on the problem that
            `from_document` returns.

        Raises
        ------
        ProblemError
            If the graph is directed or has fixed edges, or if a node has another type.
        """
        if problem.feature:
            reason = f"comparisons do not support {problem.feature}: leave this graph out"
            raise ProblemError(f"{printable(subject)}: {reason}", problem.graph)
        if problem.board is not None:
            a, b = sorted(problem.leaper)
            return cls(Problem.on_board(problem.board, (a, b), **problem.ends), board_subject(problem.board, (a, b)))
        listed = problem.edge_list
        nodes = listed.nodes if isinstance(listed.nodes, range) else list(map(_plain, listed.nodes))
        return cls(Problem(EdgeList(nodes, listed.edges).sorted(), **problem.ends), printable(subject))

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> NamedProblem:
        """Rebuild a problem from its JSON document.

        Parameters
        ----------
        document : mapping of str to object
            The attribute `document` of a problem.

        Returns
        -------
        NamedProblem
            The problem. It is equal to the original, but has no suite and no known answer.
        """
        ends = {name: document[name] for name in ("start", "end", "closed", "steps") if name in document}
        if "board" in document:
            return cls.on_board(Board.parse(document["board"], document["wrap"]), document["leaper"], **ends)
        return cls.of(Problem(EdgeList(as_square(document["nodes"]), document["edges"]), **ends), document["graph"])

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, NamedProblem) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)

    def with_ends(self, **ends: Any) -> NamedProblem:
        """Return a copy of this problem with other ends or steps.

        Parameters
        ----------
        **ends : object
            `start`, `end`, `closed` and `steps`, as in `Problem`. Omitted arguments get the default values of `Problem`.

        Returns
        -------
        NamedProblem
            The problem on the same board or graph, with the same suite and known answer.
        """
        return replace(self, problem=self.problem.with_ends(**ends))

    @cached_property
    def name(self) -> str:
        """Name in tables, such as "5x5 open from 0,0"."""
        squares = {"from ": self.problem.start, "to ": self.problem.end}
        squares |= {f"{step}=": square for step, square in self.problem.steps.items()}
        words = [word + square_text(square) for word, square in squares.items() if square is not None]
        return " ".join([self.subject, "closed" if self.problem.closed else "open", *words])

    @property
    def document(self) -> dict[str, Any]:
        """A complete JSON description, from which `from_document` rebuilds the problem."""
        return self._subject_document | self.problem.ends

    @property
    def board(self) -> Board | None:
        """The board, or None if the problem is on another graph."""
        return self.problem.board

    @cached_property
    def id(self) -> str:
        """Hash of the board or graph, the ends, `closed` and the known steps."""
        return problem_digest([self.subject_id, [*self.problem.ends.values()]])

    @property
    def _subject_document(self) -> dict[str, Any]:
        if self.board is not None:
            return {"board": str(self.board), "wrap": self.board.wrap, "leaper": sorted(self.problem.leaper)}
        graph = self.problem.edge_list
        return {"graph": self.subject, "nodes": list(graph.nodes), "edges": graph.edges.tolist()}

    def pack(self, tour: Any) -> bytes:
        """Return a tour as compressed bytes, without verifying it.

        Parameters
        ----------
        tour : Tour, sequence of Hashable, or array of shape (squares, 2)
            The squares or nodes in the order of the tour.

        Returns
        -------
        bytes
            The differences between the numbers of consecutive squares, compressed by zlib. The number of a square (row, col) is
            row * cols + col, and that of a node is its position in the list of nodes.

        Raises
        ------
        InvalidTour
            If an entry is not a square within the rows and columns of the board, or not a node of the graph.
        """
        try:
            if self.board is not None:
                squares = np.asarray(tour.array() if isinstance(tour, Tour) else tour)
                numbers = np.ravel_multi_index((*squares.T,), (self.board.rows, self.board.cols))
            else:
                places = {node: place for place, node in enumerate(self.problem.nodes)}
                numbers = np.fromiter(map(places.__getitem__, tour), np.int32)
        except (LookupError, TypeError, ValueError) as error:
            raise InvalidTour(f"an entry of the tour is not a square or vertex: {error}") from error
        return zlib.compress(np.diff(numbers, prepend=0).astype("<i4").tobytes(), 9 if len(numbers) < 10_000 else 1)

    def unpack(self, packed: bytes) -> Any:
        """Return the squares of a packed tour.

        Parameters
        ----------
        packed : bytes
            The tour, as returned by `pack`.

        Returns
        -------
        numpy.ndarray or list
            An array of shape (squares, 2) for a board, or a list of nodes for a graph.

        Raises
        ------
        FormatError
            If the bytes are not compressed data.
        """
        try:  # the size is limited, against decompression bombs
            content = zlib.decompressobj().decompress(packed, 4 * self.problem.size + 1)
        except zlib.error as error:
            raise FormatError(f"a stored tour of {self.name} is damaged: {error}") from error
        numbers = np.cumsum(np.frombuffer(content, "<i4"), dtype=np.int32)
        if self.board is not None:
            return np.stack(np.divmod(numbers, np.int32(self.board.cols)), axis=1)
        nodes = self.problem.edge_list.nodes
        return [nodes[number] for number in numbers]

    def fault_of(self, packed: bytes | None) -> str:
        """Verify a packed tour, and return its fault.

        Parameters
        ----------
        packed : bytes or None
            The tour, as returned by `pack`, or None if the tour is lost.

        Returns
        -------
        str
            The fault, or an empty string if `packed` contains a tour of this problem.
        """
        if packed is None:
            return "it has no tour"
        try:
            squares = self.unpack(packed)
            # the networkx graph of a graph problem is not stored
            problem = self.problem if self.board is not None else Problem(self.problem.edge_list, **self.problem.ends)
            problem.verify(squares)
        except Exception as error:  # the bytes may be arbitrary data
            return str(error) or type(error).__name__
        return ""


@lru_cache(maxsize=8)
def named_problem_of(document: str) -> NamedProblem:
    """Return the problem that a stored JSON text describes (cached)."""
    try:
        return NamedProblem.from_document(json.loads(document))
    except (ValueError, LookupError, TypeError, KnightsTourError) as error:
        raise FormatError(f"{document[:80]!r} does not describe a problem", document) from error


def problem_digest(document: Any) -> str:
    """Return the first 20 hexadecimal digits of a document's SHA-256."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _plain(node: Any) -> Any:
    """Return a node as an integer, text, or tuple, for JSON."""
    if not isinstance(node, bool) and isinstance(node, Integral):
        return int(node)
    if isinstance(node, tuple):
        return tuple(map(_plain, node))
    if isinstance(node, str):
        return str(node)
    raise ProblemError(
        f"a comparison cannot store the node {node!r}: nodes must be integers, text, or tuples of these; "
        "use networkx.convert_node_labels_to_integers to replace them",
        node,
    )


def problem_set(
    subject: NamedProblem,
    starts: Literal["all", "orbits"] | Iterable[Any] | None = None,
    end: Any = None,
    *,
    closed: bool = False,
) -> list[NamedProblem]:
    """Return the problems of one board or graph, one per start.

    If the problem has known steps, or for "orbits" of a graph, there is only one problem, without a given start.

    >>> from graphs import Board
    >>> corners = problem_set(NamedProblem.on_board(Board(5, 5)), "orbits")
    >>> [problem.name for problem in corners][:2]
    ['5x5 open from 0,0', '5x5 open from 0,1']
    """
    problem, board = subject.problem, subject.board
    if not isinstance(starts, str):
        starts = dict.fromkeys(starts or [None])
    elif starts == "any" or problem.where or (board is None and starts == "orbits"):
        starts = [None]
    elif board is not None and board.size > MAX_GRAPH_SQUARES:
        raise BoardError(f"a board of {board.size:,} squares has too many starts: name the squares to start from", board)
    else:
        squares = problem.nodes if board is None or starts == "all" else [first for first, *_ in orbits(board, end)]
        starts = [square for square in squares if square != end or problem.size == 1]
    steps = known_steps(problem, problem.size)
    return [subject.with_ends(start=start, end=end, closed=closed, steps=steps) for start in starts]


def each_once(sets: Iterable[Iterable[NamedProblem]]) -> tuple[NamedProblem, ...]:
    """Return the problems of several sets, without duplicates.

    >>> from graphs import Board
    >>> board = NamedProblem.on_board(Board(3, 4))
    >>> [each.name for each in each_once([problem_set(board, [(1, 1)]), problem_set(board, "orbits")])]
    ['3x4 open from 1,1', '3x4 open from 0,0', '3x4 open from 0,1', '3x4 open from 1,0']
    """
    found: dict[NamedProblem, NamedProblem] = {}
    for problem in chain.from_iterable(sets):
        found[problem] = _joined(found[problem], problem) if problem in found else problem
    return tuple(found.values())


def _joined(first: NamedProblem, second: NamedProblem) -> NamedProblem:
    """Merge two equal problems: their suites, their known answers and their competitors."""
    answered = first if first.known else second
    solvers = tuple(dict.fromkeys(first.solvers + second.solvers)) if first.solvers and second.solvers else ()
    suite = join_suites(first.suite, second.suite)
    return replace(first, suite=suite, known=answered.known, source=answered.source, solvers=solvers)


def join_suites(first: str, second: str) -> str:
    """Merge two lists of suite names, written as texts.

    >>> join_suites("a | b", "b | c")
    'a | b | c'
    """
    return SUITES.join(dict.fromkeys(filter(None, f"{first}{SUITES}{second}".split(SUITES))))
