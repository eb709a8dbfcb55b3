"""Disconnected boards, and dead ends that a tour cannot pass through.

A *dead end* is a region that only one square, its *gate*, joins to the rest. A tour can visit a dead end only if it begins or
ends there. A dead end and its gate are a leaf block of the graph (`dead_end_blocks`). Runs in linear time, two to four
microseconds per square.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from graphs.leapers import Graph
from graphs.obstructions.closed_form import closed_form_parts
from graphs.obstructions.obstruction import Drawing, Node, Obstruction, Squares, TourProblem, Weighing, given_ends, list_squares
from graphs.watching import Watch, unwatched, watched_ticks


def dead_end_blocks(graph: Graph, watched: Watch = unwatched) -> Iterator[list[Node]]:
    """Yield the vertices of each biconnected component with at least two vertices.

    >>> import networkx as nx
    >>> sorted(map(sorted, dead_end_blocks(nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3)]))))
    [[0, 1, 2], [2, 3]]
    """
    neighbours = dict(graph.adjacency())
    tick = watched_ticks(watched)
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    for first in neighbours:
        if first in number:
            continue
        number[first] = low[first] = len(number)
        without_block = [first]
        path = [(first, 0, iter(neighbours[first]))]  # per vertex: its place in `without_block`, its next neighbours
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


@dataclass(frozen=True)
class Disconnected(Obstruction):
    """Squares from which no move leads to the rest of the board."""

    label = "apart"
    meaning = "the moves do not join all squares"
    hardness = 0
    drawing = Drawing("the squares that no move joins to the others")
    certificate = "disconnected"

    part: Squares

    def __str__(self) -> str:
        if len(self.part) == 1:
            return f"no {self.words.edge} leads to or from {next(iter(self.part))}"
        return f"no {self.words.edge} joins the {len(self.part)} {self.words.vertices} {list_squares(self.part)} to the others"

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        # weight 1 for the part and for the rest: every move has weight 0
        import networkx as nx

        rest = frozenset(graph) - self.part
        return None if any(nx.edge_boundary(graph, self.part)) else ({}, [(self.part, 1), (rest, 1)])


@dataclass(frozen=True)
class DeadEnds(Obstruction):
    """Too many dead ends: a tour must begin or end in each of them.

    A tour that begins and ends outside a dead end would have to visit its gate twice. `regions` are pairs of a dead end and its
    gate. The dead ends are disjoint.
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
            each += list_squares(self.squares)
            return f"{each} has only one neighbour, and so must be an end of the tour, but too few ends are free"
        dead_ends = f"each of the {len(parts)} dead ends" if len(parts) > 1 else "the dead end"
        gates = list_squares({gate for _, gate in self.regions})
        return f"{dead_ends} behind {gates} must contain an end of the tour, but too few ends are free"

    @property
    def squares(self) -> Squares:
        return frozenset().union(*(region for region, _ in self.regions))

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        # For each dead end without a given end: weight -1 for the gate, 1 for the dead end, and 1 for the dead end with its
        # gate. No move has a positive weight.
        import networkx as nx

        if any(nx.node_boundary(graph, region) != {gate} for region, gate in self.regions):
            return None
        needy = [(region, gate) for region, gate in self.regions if region.isdisjoint(given_ends(problem))]
        weights = {gate: -number for gate, number in Counter(gate for _, gate in needy).items()}
        return weights, [(cut, 1) for region, gate in needy for cut in (region, region | {gate})]


def find_disconnected(graph: Graph, _problem: TourProblem, watched: Watch = unwatched) -> Iterator[Disconnected]:
    """Yield the smallest component of a disconnected graph.

    Parameters
    ----------
    graph, _problem, watched : networkx.Graph, TourProblem, Watch
        An undirected graph, an unused problem, and a function that may stop the finder (see `graphs.watching`).

    Yields
    ------
    Disconnected
        The obstruction, unchecked.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> [str(candidate) for candidate in find_disconnected(knight_graph(Board(3, 3)), Ends())]
    ['no move leads to or from (1, 1)']
    """
    parts = closed_form_parts(graph, watched)
    if len(parts) > 1:
        yield Disconnected.on(graph, min(parts, key=len))


def find_dead_ends(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[DeadEnds]:
    """Yield the smallest dead ends if a tour cannot visit all of them.

    Parameters
    ----------
    graph, problem, watched : networkx.Graph, TourProblem, Watch
        An undirected graph, the problem on it, and a function that may stop the finder (see `graphs.watching`).

    Yields
    ------
    DeadEnds
        The obstruction, unchecked: one dead end more than free ends. Dead ends with a given end do not count.

    Examples
    --------
    >>> import networkx as nx
    >>> from graphs.obstructions import Ends
    >>> [str(candidate) for candidate in find_dead_ends(nx.star_graph(3), Ends(start=1, end=2))]
    ['3 has only one neighbour, and so must be an end of the tour, but too few ends are free']
    """
    parts = list(dead_end_blocks(graph, watched))
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
