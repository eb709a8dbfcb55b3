"""What sentences call the parts of a graph: squares and moves where it is a board's move graph, else vertices and edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphs.board import Board

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["WORDS", "Words", "plural", "subject_of"]


@dataclass(frozen=True)
class Words:
    """What a sentence calls the vertices and the edges of a graph."""

    vertex: str
    vertices: str
    edge: str
    edges: str
    inside: str
    adjacent: str
    beside: str
    step_from: str

    def some(self, number: int) -> str:
        """Return a number of vertices in words.

        Examples
        --------
        >>> WORDS["graph"].some(1), WORDS["graph"].some(2), WORDS["board"].some(2)
        ('1 vertex', '2 vertices', '2 squares')
        """
        return plural(number, self.vertex, self.vertices)


WORDS = {
    "board": Words("square", "squares", "move", "moves", "on the board", "a move apart", "a move away from", "a move from"),
    "graph": Words("vertex", "vertices", "edge", "edges", "in the graph", "adjacent", "next to", "next to"),
}
"""The words for the move graph of a board, and for a graph that is none."""


def plural(number: int, one: str, several: str = "") -> str:
    """Return a number of things in words.

    Examples
    --------
    >>> plural(1, "set"), plural(2, "set"), plural(2, "vertex", "vertices")
    ('1 set', '2 sets', '2 vertices')
    """
    return f"{number} {one if number == 1 else several or one + 's'}"


def subject_of(graph: nx.Graph[Any]) -> str:
    """Return the key of the words for a graph: "board" where `leaper_graph` made it, also if it was edited since.

    Examples
    --------
    >>> import networkx as nx
    >>> subject_of(nx.path_graph(3))
    'graph'
    """
    return "board" if isinstance(graph.graph.get("board"), Board) else "graph"
