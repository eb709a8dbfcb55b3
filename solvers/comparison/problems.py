"""Problems as a comparison keeps them: a name for the tables, a document from which they can be made again, a stable id."""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper
from solvers.problem import Problem

if TYPE_CHECKING:
    import networkx as nx

    from graphs.tour import Tour

__all__ = ["NamedProblem", "digest"]


@dataclass(frozen=True)
class NamedProblem:
    """A problem and the name of its graph.

    Attributes
    ----------
    problem : the problem. The nodes of a graph that is no board are whole numbers or text.
    subject : the name of the board or the graph.

    Examples
    --------
    >>> corner = NamedProblem.on_board(Board(5, 5), start=(0, 0))
    >>> corner.subject, corner.name, corner.id
    ('5x5', '5x5 open from 0,0', 'a25818e8994845808774')
    >>> NamedProblem.from_document(corner.document) == corner
    True
    """

    problem: Problem
    subject: str = field(compare=False)

    @classmethod
    def on_board(cls, board: Board, leaper: Leaper = KNIGHT, **ends: Any) -> NamedProblem:
        """Return the problem of a leaper's tour of a board; `ends` as in `Problem.on_board`."""
        return cls(Problem.on_board(board, leaper, **ends), subject_of(board, leaper))

    @classmethod
    def of_graph(cls, graph: nx.Graph[Any], subject: str, **ends: Any) -> NamedProblem:
        """Return the problem of a tour of a graph that is no board; `ends` as in `Problem`."""
        return cls(Problem(graph, **ends), subject)

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> NamedProblem:
        """Return the problem that a document describes."""
        ends = {name: _node(document[name]) for name in ("start", "end")} | {"closed": document["closed"]}
        if "board" in document:
            board = Board.parse(document["board"], document["wrap"])
            return cls.on_board(board, tuple(document["leaper"]), **ends)
        import networkx as nx

        graph: nx.Graph[Any] = nx.Graph()
        graph.add_nodes_from(document["nodes"])
        graph.add_edges_from((document["nodes"][tail], document["nodes"][head]) for tail, head in document["edges"])
        return cls.of_graph(graph, document["graph"], **ends)

    def __reduce__(self) -> tuple[Any, ...]:
        return NamedProblem, (self.problem, self.subject)

    def with_ends(self, **ends: Any) -> NamedProblem:
        """Return another problem of the same graph."""
        return NamedProblem(self.problem.with_ends(**ends), self.subject)

    @cached_property
    def name(self) -> str:
        """The board or graph, open or closed, and the ends."""
        words = [self.subject, "closed" if self.problem.closed else "open"]
        for word, square in (("from", self.problem.start), ("to", self.problem.end)):
            if square is not None:
                words.append(f"{word} {square_text(square)}")
        return " ".join(words)

    @cached_property
    def document(self) -> dict[str, Any]:
        """All that makes the problem, as JSON holds it."""
        problem = self.problem
        ends = {"start": problem.start, "end": problem.end, "closed": problem.closed}
        if self.board is not None:
            return {"board": str(self.board), "wrap": self.board.wrap, "leaper": problem.leaper, **ends}
        place = self._places
        edges = sorted(sorted((place[tail], place[head])) for tail, head in problem.graph.edges())
        return {"graph": self.subject, "nodes": list(problem.graph), "edges": edges, **ends}

    @cached_property
    def board(self) -> Board | None:
        """The board, or None."""
        return self.problem.board

    @cached_property
    def id(self) -> str:
        """The hash of the document; the name of a graph does not count."""
        return digest({key: value for key, value in self.document.items() if key != "graph"})

    @cached_property
    def _places(self) -> dict[Any, int]:
        return {node: place for place, node in enumerate(self.problem.graph)}

    def pack(self, tour: Tour) -> bytes:
        """Return a tour as bytes: the differences between the numbers of its squares, compressed.

        The number of a square (row, col) is row * cols + col; that of a node is its place in the document.
        """
        import numpy as np

        if self.board is not None:
            squares = np.asarray(tour.array(), dtype=np.int32)
            numbers = squares[:, 0] * np.int32(self.board.cols) + squares[:, 1]
        else:
            numbers = np.fromiter(map(self._places.__getitem__, tour), np.int32, len(tour))
        return zlib.compress(np.diff(numbers, prepend=np.int32(0)).astype("<i4").tobytes(), 9 if len(tour) < 10_000 else 1)

    def unpack(self, packed: bytes) -> Any:
        """Return the squares of a packed tour: an array of shape (squares, 2) on a board, a list of nodes of a graph."""
        import numpy as np

        numbers = np.cumsum(np.frombuffer(zlib.decompress(packed), "<i4"), dtype=np.int32)
        if self.board is not None:
            return np.stack(np.divmod(numbers, np.int32(self.board.cols)), axis=1)
        nodes = list(self.problem.graph)
        return [nodes[number] for number in numbers]


def subject_of(board: Board, leaper: Leaper = KNIGHT) -> str:
    """Return the name of a board and its piece.

    Examples
    --------
    >>> subject_of(Board(3, 3, holes=[(1, 1)])), subject_of(Board(6, 7, wrap="both"), (1, 4))
    ('.../.#./...', '6x7 wrap both leaper 1,4')
    """
    words = [str(board).replace("\n", "/")]
    if board.wrap:
        words.append(f"wrap {board.wrap}")
    if sorted(leaper) != sorted(KNIGHT):
        words.append("leaper {},{}".format(*leaper))
    return " ".join(words)


def square_text(square: Square | Any) -> str:
    """Return a square as `R,C`, and any other node as it prints."""
    return "{},{}".format(*square) if isinstance(square, tuple) else str(square)


def digest(document: Any) -> str:
    """Return twenty hexadecimal digits of the SHA-256 of a document, however the keys in it are ordered."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _node(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
