"""Dead ends: regions behind one square each, of which a tour can visit no more than it has ends.

The regions are the leaf blocks of the graph, found with its articulation points (J. Hopcroft and R. Tarjan, Efficient
algorithms for graph manipulation, 1973). Cost: linear, but some 50 microseconds a square.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

from graphs.obstructions.obstruction import Node, Obstruction, Squares, TourProblem, free_ends, listed
from graphs.watching import Watch, ticks, unwatched

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
            each = listed(self.squares) if len(parts) == 1 else f"each of the {len(parts)} squares {listed(self.squares)}"
            return f"{each} has only one neighbour, and so must be an end of the tour: more ends than are free"
        gates = listed({gate for _, gate in self.regions})
        return f"{len(parts)} dead end(s) behind {gates} must each hold an end of the tour: more ends than are free"

    @property
    def squares(self) -> Squares:
        return frozenset().union(*(region for region, _ in self.regions))

    def holds(self, graph: nx.Graph[Any], problem: TourProblem) -> bool:
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

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        return type(self)(tuple((frozenset(map(image, region)), image(gate)) for region, gate in self.regions))


def find_dead_ends(graph: nx.Graph[Any], problem: TourProblem, watched: Watch = unwatched) -> Iterator[DeadEnds]:
    """Yield the smallest dead ends, one more than the tour has free ends, as a claim.

    `Finder` says what the parameters are.

    Examples
    --------
    >>> import networkx as nx
    >>> from solvers import Problem
    >>> star = nx.star_graph(3)
    >>> [str(claim) for claim in find_dead_ends(star, Problem(star, start=1, end=2))]
    ['3 has only one neighbour, and so must be an end of the tour: more ends than are free']
    """
    blocks = list(_blocks(graph, ticks(watched)))
    number_of_blocks = Counter(chain.from_iterable(blocks))
    given = {problem.start, problem.end} - {None}
    regions: list[tuple[Squares, Node]] = []
    for block in blocks:
        gates = [square for square in block if number_of_blocks[square] > 1]
        region = frozenset(block).difference(gates)
        if len(gates) == 1 and (problem.closed or not region & given):
            regions.append((region, gates[0]))
    enough = free_ends(problem) + 1
    if len(regions) >= enough:
        regions.sort(key=lambda each: (len(each[0]), sorted(map(str, each[0]))))
        yield DeadEnds(tuple(regions[:enough]))


def _blocks(graph: nx.Graph[Any], tick: Iterator[None]) -> Iterator[list[Node]]:
    """Yield the squares of each block: the largest parts that no single square holds together.

    A depth-first search numbers the squares as it reaches them. `low` is the lowest number next to a square or to those that
    were reached by way of it. If it is not below the number of the square from which the search came, that one is a gate: it
    and all squares reached since, which are in no block yet, make up a block.
    """
    neighbours = dict(graph.adjacency())
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    for first in neighbours:
        if first in number:
            continue
        number[first] = low[first] = len(number)
        without_block = [first]
        path = [(first, 0, iter(neighbours[first]))]  # each square with its place in `without_block`, and the choices left
        while path:
            next(tick)
            here, place, choices = path[-1]
            for there in choices:
                if there not in number:
                    number[there] = low[there] = len(number)
                    path.append((there, len(without_block), iter(neighbours[there])))
                    without_block.append(there)
                    break
                low[here] = min(low[here], number[there])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[here])
                    if low[here] >= number[before]:
                        yield [before, *without_block[place:]]
                        del without_block[place:]
