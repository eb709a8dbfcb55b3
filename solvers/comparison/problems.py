"""Problems as a comparison keeps them: a name for the tables, a document from which they can be made again, a stable id."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.leapers import KNIGHT, Leaper, as_leaper
from graphs.text import printable, square_text
from graphs.tour import as_square
from solvers.errors import ProblemError
from solvers.problem import Problem

if TYPE_CHECKING:
    import networkx as nx

    from graphs.tour import Tour

__all__ = ["NamedProblem", "digest", "subject_of"]

SHARED = ("subject_id", "_subject_document")
"""What all problems of one board or graph have in common, so that it is worked out once for all of them."""
MOST_SHOWN = 36
"""Squares up to which the name of a board with holes draws it."""


@dataclass(frozen=True, eq=False)
class NamedProblem:
    """A problem and the name of its graph. Make it by `on_board` or `of_graph`; two of them are equal if their ids are.

    Attributes
    ----------
    problem : the problem.
    subject : the name of the board or the graph.
    known, source : what a suite knows of the problem, `found` or `impossible`, and who says so; empty where nothing is known.
    suite : the name of the suite that the problem comes from, with that of the section; empty without one.

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

    @classmethod
    def on_board(cls, board: Board, leaper: Leaper = KNIGHT, **ends: Any) -> NamedProblem:
        """Return the problem of a leaper's tour; `ends` as in `Problem.on_board`. (1, 2) and (2, 1) are one leaper."""
        a, b = sorted(as_leaper(leaper))
        return cls(Problem.on_board(board, (a, b), **ends), subject_of(board, (a, b)))

    @classmethod
    def of_graph(cls, graph: nx.Graph[Any], subject: str, **ends: Any) -> NamedProblem:
        """Return the problem of a tour of a graph.

        The problem keeps a copy of the graph, in which the neighbours of each node are in the order of the nodes. So a solver
        does the same work on it as on the graph that is made again from the document.

        Parameters
        ----------
        graph : any undirected networkx graph. Its nodes are whole numbers, text, or tuples of these. The move graph of a board
            counts as that board.
        subject : the name of the graph.
        **ends : `start`, `end` and `closed`, as in `Problem`.

        Raises
        ------
        ProblemError : another kind of node; or as for a new problem.
        """
        given = Problem(graph)
        if given.board is not None:
            return cls.on_board(given.board, given.leaper, **ends)
        return cls(Problem(_ordered_graph(list(map(_plain, graph)), _edges(graph))).with_ends(**ends), printable(subject))

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> NamedProblem:
        """Return the problem that a document describes."""
        ends = {name: as_square(document[name]) for name in ("start", "end", "steps") if name in document}
        ends["closed"] = document["closed"]
        if "board" in document:
            return cls.on_board(Board.parse(document["board"], document["wrap"]), document["leaper"], **ends)
        return cls.of_graph(_ordered_graph(as_square(document["nodes"]), document["edges"]), document["graph"], **ends)

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, NamedProblem) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle holds: with the id, a worker process need not work out the hash of a large graph in each run."""
        return {name: getattr(self, name) for name in ("problem", "subject", "subject_id")}

    def with_ends(self, **ends: Any) -> NamedProblem:
        """Return another problem of the same board or graph, of which the same is known; `ends` as in `Problem`."""
        other = replace(self, problem=self.problem.with_ends(**ends))
        _ = self.subject_id
        other.__dict__.update({name: self.__dict__[name] for name in SHARED if name in self.__dict__})
        return other

    @cached_property
    def name(self) -> str:
        """The board or graph, open or closed, the ends and the known steps."""
        words = [self.subject, "closed" if self.problem.closed else "open"]
        ends = {"from": self.problem.start, "to": self.problem.end}
        words += [f"{word} {square_text(end)}" for word, end in ends.items() if end is not None]
        return " ".join([*words, *(f"{step}={square_text(square)}" for step, square in self.problem.steps.items())])

    @property
    def document(self) -> dict[str, Any]:
        """All that makes the problem, as JSON holds it."""
        return self._subject_document | dict(zip(self.problem.ends, self._kept_ends, strict=True))

    @property
    def board(self) -> Board | None:
        """The board, or None."""
        return self.problem.board

    @cached_property
    def id(self) -> str:
        """A hash of the board, its joined edges and the leaper, or of the nodes and edges of the graph; and of the ends."""
        return digest([self.subject_id, self._kept_ends])

    @cached_property
    def subject_id(self) -> str:
        """The part of the hash that all problems of this board or graph share. The name of a graph does not count."""
        return digest({key: value for key, value in self._subject_document.items() if key != "graph"})

    @property
    def _kept_ends(self) -> tuple[Any, ...]:
        return tuple(each if name == "closed" else as_square(each) for name, each in self.problem.ends.items())

    @cached_property
    def _subject_document(self) -> dict[str, Any]:
        if self.board is not None:
            return {"board": str(self.board), "wrap": self.board.wrap, "leaper": sorted(self.problem.leaper)}
        graph = self.problem.graph
        return {"graph": self.subject, "nodes": list(map(as_square, graph)), "edges": _edges(graph)}

    def pack(self, tour: Tour) -> bytes:
        """Return a tour as bytes: the differences between the numbers of its squares, compressed.

        The number of a square (row, col) is row * cols + col; that of a node is its place in the document.
        """
        import numpy as np

        if self.board is not None:
            squares = np.asarray(tour.array(), dtype=np.int32)
            numbers = squares[:, 0] * np.int32(self.board.cols) + squares[:, 1]
        else:
            places = {node: place for place, node in enumerate(self.problem.graph)}
            numbers = np.fromiter(map(places.__getitem__, tour), np.int32, len(tour))
        return zlib.compress(np.diff(numbers, prepend=np.int32(0)).astype("<i4").tobytes(), 9 if len(tour) < 10_000 else 1)

    def unpack(self, packed: bytes) -> Any:
        """Return the squares of a packed tour: an array of shape (squares, 2) on a board, a list of nodes of a graph."""
        import numpy as np

        content = zlib.decompressobj().decompress(packed, 4 * self.problem.size + 1)  # no bomb of zeros goes off here
        numbers = np.cumsum(np.frombuffer(content, "<i4"), dtype=np.int32)
        if self.board is not None:
            return np.stack(np.divmod(numbers, np.int32(self.board.cols)), axis=1)
        nodes = list(self.problem.graph)
        return [nodes[number] for number in numbers]

    def fault_of(self, packed: bytes | None) -> str:
        """Return what the independent checker says against a packed tour; empty if it is a tour of this problem."""
        if packed is None:
            return "it has no tour"
        try:
            self.problem.verify(self.unpack(packed))
        except Exception as error:  # the bytes may be anything
            return str(error) or type(error).__name__
        return ""


def subject_of(board: Board, leaper: Leaper = KNIGHT) -> str:
    """Return the name of a board and its piece. A board with holes is drawn, or has a number where that is too long.

    Examples
    --------
    >>> subject_of(Board(3, 3, holes=[(1, 1)])), subject_of(Board(6, 7, wrap="both"), (1, 4))
    ('.../.#./...', '6x7 wrap both leaper 1,4')
    >>> subject_of(Board(8, 8, holes=[(0, 0), (7, 7)]))
    '8x8 less 2 squares #d70d'
    """
    words = [str(board).replace("\n", "/")]
    if board.holes and board.rows * board.cols > MOST_SHOWN:
        squares = "a square" if len(board.holes) == 1 else f"{len(board.holes):,} squares"
        words = [f"{board.rows}x{board.cols} less {squares} #{digest(str(board))[:4]}"]
    if board.wrap:
        words.append(f"wrap {board.wrap}")
    if sorted(leaper) != sorted(KNIGHT):
        words.append("leaper {},{}".format(*leaper))
    return " ".join(words)


def digest(document: Any) -> str:
    """Return twenty hexadecimal digits of the SHA-256 of a document, however the keys in it are ordered.

    Raises
    ------
    TypeError, ValueError : JSON does not hold it.

    Examples
    --------
    >>> digest({"a": 1, "b": [2]}) == digest({"b": (2,), "a": 1})
    True
    """
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _edges(graph: nx.Graph[Any]) -> list[list[int]]:
    """Return each edge once, as the places of its nodes in the graph, in order."""
    place = {node: number for number, node in enumerate(graph)}
    return sorted(map(list, {tuple(sorted((place[tail], place[head]))) for tail, head in graph.edges()}))


def _ordered_graph(nodes: Sequence[Any], edges: Iterable[Sequence[int]]) -> nx.Graph[Any]:
    """Return the graph of these nodes, and of edges in the order of `_edges`."""
    import networkx as nx

    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from((nodes[tail], nodes[head]) for tail, head in edges)
    return graph


def _plain(node: Any) -> Any:
    """Return a node as JSON can keep it: whole numbers of Python, text, and tuples of these."""
    if not isinstance(node, bool) and isinstance(node, Integral):
        return int(node)
    if isinstance(node, tuple):
        return tuple(map(_plain, node))
    if isinstance(node, str):
        return str(node)
    raise ProblemError(
        f"a comparison cannot keep the node {node!r}: nodes are whole numbers, text, or tuples of these; "
        "networkx.convert_node_labels_to_integers gives such nodes",
        node,
    )
