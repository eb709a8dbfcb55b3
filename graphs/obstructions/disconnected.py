"""A part of the board that no move leaves: a tour would have to stay in it.

Cost: linear in the number of moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphs.obstructions.obstruction import Graph, Obstruction, Squares, TourProblem, Weighing, listed
from graphs.watching import Watch, unwatched

__all__ = ["Disconnected", "find_disconnected"]


@dataclass(frozen=True)
class Disconnected(Obstruction):
    """A part of the board, neither empty nor the whole, that no move leaves."""

    part: Squares

    def __str__(self) -> str:
        if len(self.part) == 1:
            return f"no {self.words.edge} leads to or from {next(iter(self.part))}"
        return f"no {self.words.edge} joins the {len(self.part)} {self.words.vertices} {listed(self.part)} to the others"

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        """Return 1 for the part, 1 for the rest: no move weighs anything. None where a move leads out."""
        import networkx as nx

        rest = frozenset(graph) - self.part
        return None if any(nx.edge_boundary(graph, self.part)) else ({}, [(self.part, 1), (rest, 1)])


def find_disconnected(graph: Graph, _problem: TourProblem, watched: Watch = unwatched) -> Iterator[Disconnected]:
    """Yield the smallest connected part of a graph that has several, as a claim: it has no tour of any kind.

    `Finder` says what the parameters are.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> graph = knight_graph(Board(3, 3))
    >>> [str(claim) for claim in find_disconnected(graph, Ends())]
    ['no move leads to or from (1, 1)']
    """
    import networkx as nx

    parts = [frozenset(part) for part in watched(nx.connected_components(graph))]
    if len(parts) > 1:
        yield Disconnected.on(graph, min(parts, key=len))
