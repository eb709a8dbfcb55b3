"""Parts that no move leaves, and dead ends: regions behind one square each, of which a tour can visit no more than it has ends.

Dead ends are the leaf blocks of the graph: blocks that share one square only with all others (`blocks.py`). Cost: linear,
two to four microseconds a square.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from graphs.obstructions.blocks import blocks
from graphs.obstructions.obstruction import (
    Drawing,
    Graph,
    Node,
    Obstruction,
    Squares,
    TourProblem,
    Weighing,
    given_ends,
    listed,
)
from graphs.text import plural
from graphs.watching import Watch, unwatched

__all__ = ["DeadEnds", "Disconnected", "find_dead_ends", "find_disconnected"]


@dataclass(frozen=True)
class Disconnected(Obstruction):
    """A part of the board, neither empty nor the whole, that no move leaves."""

    label = "apart"
    meaning = "the moves do not join all squares"
    hardness = 0
    drawing = Drawing("the squares that no move joins to the others")
    certificate = "disconnected"

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


@dataclass(frozen=True)
class DeadEnds(Obstruction):
    """Regions that are joined to the rest by one square each, their gate: more of them than the tour has free ends.

    A tour that begins and ends outside such a region would have to pass its gate twice. The commonest region is a square
    with one neighbour.

    Attributes
    ----------
    regions : pairs of a region and its gate; the regions are disjoint.
    """

    label = "dead ends"
    meaning = "more dead ends than a tour has ends"
    hardness = 3
    drawing = Drawing("the dead ends")
    certificate = "dead-ends"

    regions: tuple[tuple[Squares, Node], ...]

    def __str__(self) -> str:
        parts = [region for region, _ in self.regions]
        if all(len(part) == 1 for part in parts):
            each = f"each of the {len(parts)} {self.words.vertices} " if len(parts) > 1 else ""
            each += listed(self.squares)
            return f"{each} has only one neighbour, and so must be an end of the tour: more ends than are free"
        gates = listed({gate for _, gate in self.regions})
        return f"{plural(len(parts), 'dead end')} behind {gates} must each hold an end of the tour: more ends than are free"

    @property
    def squares(self) -> Squares:
        return frozenset().union(*(region for region, _ in self.regions))

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        """Return -1 for each gate, 1 for its region, 1 for the two together. So every move weighs nothing, or less.

        A region with a given end counts for nothing. None where a region has another neighbour than its gate.
        """
        import networkx as nx

        if any(nx.node_boundary(graph, region) != {gate} for region, gate in self.regions):
            return None
        needy = [(region, gate) for region, gate in self.regions if region.isdisjoint(given_ends(problem))]
        weights = {gate: -number for gate, number in Counter(gate for _, gate in needy).items()}
        return weights, [(cut, 1) for region, gate in needy for cut in (region, region | {gate})]


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


def find_dead_ends(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[DeadEnds]:
    """Yield the smallest dead ends, one more than the tour has free ends, as a claim.

    `Finder` says what the parameters are.

    Examples
    --------
    >>> import networkx as nx
    >>> from graphs.obstructions import Ends
    >>> star = nx.star_graph(3)
    >>> [str(claim) for claim in find_dead_ends(star, Ends(start=1, end=2))]
    ['3 has only one neighbour, and so must be an end of the tour: more ends than are free']
    """
    parts = list(blocks(graph, watched))
    number_of_blocks = Counter(chain.from_iterable(parts))
    ends = given_ends(problem)
    regions: list[tuple[Squares, Node]] = []
    for block in parts:
        gates = [square for square in block if number_of_blocks[square] > 1]
        region = frozenset(block).difference(gates)
        if len(gates) == 1 and region.isdisjoint(ends):
            regions.append((region, gates[0]))
    enough = 1 if problem.closed else 3 - len(ends)
    if len(regions) >= enough:
        regions.sort(key=lambda each: (len(each[0]), sorted(map(str, each[0]))))
        yield DeadEnds.on(graph, tuple(regions[:enough]))
