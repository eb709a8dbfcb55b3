"""A part of the board that no move leaves: a tour would have to stay in it.

Cost: linear in the number of moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphs.obstructions.obstruction import Obstruction, Squares, TourProblem, Weighing, listed
from graphs.obstructions.weighted_cuts import around_parts
from graphs.watching import Watch, unwatched
from graphs.words import subject_of

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Disconnected", "find_disconnected"]


@dataclass(frozen=True)
class Disconnected(Obstruction):
    """A part of the board, neither empty nor the whole, that no move leaves."""

    part: Squares

    def __str__(self) -> str:
        if len(self.part) == 1:
            return f"no {self.words.edge} leads to or from {next(iter(self.part))}"
        return f"no {self.words.edge} joins the {len(self.part)} {self.words.vertices} {listed(self.part)} to the others"

    def rules_out(self, graph: nx.Graph[Any], problem: TourProblem) -> bool:
        proper = 0 < len(self.part) < len(graph) and all(square in graph for square in self.part)
        return proper and all(near in self.part for square in self.part for near in graph.adj[square])

    def weighing(self, graph: nx.Graph[Any], problem: TourProblem) -> Weighing:
        return around_parts(graph, problem, frozenset())


def find_disconnected(graph: nx.Graph[Any], _problem: TourProblem, watched: Watch = unwatched) -> Iterator[Disconnected]:
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
        yield Disconnected(min(parts, key=len), subject=subject_of(graph))
