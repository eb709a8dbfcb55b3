"""Dead ends: regions behind one square each, of which a tour can visit no more than it has ends.

Such regions are the leaf blocks of the graph: blocks that share one square only with all others (`blocks.py`). Cost: linear,
two to four microseconds a square.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

from graphs.obstructions.blocks import blocks
from graphs.obstructions.obstruction import Node, Obstruction, Squares, TourProblem, Weighing, free_ends, listed
from graphs.watching import Watch, unwatched
from graphs.words import plural, subject_of

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["DeadEnds", "find_dead_ends"]


@dataclass(frozen=True)
class DeadEnds(Obstruction):
    """Regions that are joined to the rest by one square each, their gate: more of them than the tour has free ends.

    A tour that begins and ends outside such a region would have to pass its gate twice. The commonest region is a square
    with one neighbour.

    Attributes
    ----------
    regions : pairs of a region and its gate; the regions are disjoint.
    """

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

    def rules_out(self, graph: nx.Graph[Any], problem: TourProblem) -> bool:
        given = {problem.start, problem.end} - {None}
        if len(self.squares) < sum(len(region) for region, _ in self.regions):
            return False  # the regions overlap
        needy = 0
        for region, gate in self.regions:
            around = {near for square in region if square in graph for near in graph.adj[square]} - region
            if not region or around != {gate} or len(region) + 1 >= len(graph) or not all(square in graph for square in region):
                return False
            needy += problem.closed or not region & given
        return needy > free_ends(problem)

    def weighing(self, graph: nx.Graph[Any], problem: TourProblem) -> Weighing:
        """Return -1 for each gate, 1 for its region, 1 for the two together. So every move weighs nothing, or less."""
        ends = set() if problem.closed else {problem.start, problem.end}
        weights: Counter[Any] = Counter()
        cuts: Counter[Squares] = Counter()
        for region, gate in self.regions:
            if not region & ends:
                weights[gate] -= 1
                cuts.update((region, region | {gate}))
        return weights, cuts.items()

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        return replace(self, regions=tuple((frozenset(map(image, region)), image(gate)) for region, gate in self.regions))


def find_dead_ends(graph: nx.Graph[Any], problem: TourProblem, watched: Watch = unwatched) -> Iterator[DeadEnds]:
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
    given = {problem.start, problem.end} - {None}
    regions: list[tuple[Squares, Node]] = []
    for block in parts:
        gates = [square for square in block if number_of_blocks[square] > 1]
        region = frozenset(block).difference(gates)
        if len(gates) == 1 and (problem.closed or not region & given):
            regions.append((region, gates[0]))
    enough = free_ends(problem) + 1
    if len(regions) >= enough:
        regions.sort(key=lambda each: (len(each[0]), sorted(map(str, each[0]))))
        yield DeadEnds(tuple(regions[:enough]), subject=subject_of(graph))
