"""Pruned search: the search of `backtracking`, which follows what is forced and skips what holds no tour.

An open tour becomes a closed one by a further vertex, the apex, which is next to every square: it is between the last
square of the tour and the first. So the search looks for closed tours only. No rule skips a tour. So the search yields the
same tours in the same order as the plain search, and when it ends, it has seen every tour.

- Required edges (`RequiredEdges`): a step of the path requires its edge. That may leave another vertex with only two
  edges, which it then requires, and so on. This covers squares with two free neighbours, dead ends, given ends, and cycles
  that would close too early.
- Colours: along a tour of a two-coloured graph the colours alternate. So a closed tour needs as many squares of one colour as
  of the other. An open tour may have one square more of the colour of its ends. So the colour of the start tells the colour
  of the end, and the apex loses its edges to the other squares.
- Cut vertices: where a single vertex holds two parts of the rest together, no cycle visits both. This is checked when the
  search has come back to a square and is about to try another neighbour. At every square, the check would take more time than
  it saves.
- Refuted states: whether a path can go on to a tour depends on which squares it has visited, and on the last of them, not on
  their order. A table keeps such states that lead to no tour. Its size is limited: a new state takes the place of an old one.
  It keeps the whole state, so that no two states are taken for one another.
- Known steps: which squares a step can be on follows from the walks between the known steps. The search places no others.
- Directions: where no steps are known, every tour can be walked backwards. So if no tour begins with an edge at the root, none
  ends with it, and it is deleted.

On 8x8 in clockwise order, the search finds a tour from every start within 125 nodes, where the plain search can place
billions. Cost: exponential in the worst case; memory linear, and the table.

References: F. Rubin, A search procedure for Hamilton paths and circuits, 1974; J. Shufelt and H. Berliner, Generating
Hamiltonian circuits without backtracking from errors, 1994; A. Zobrist, A new hashing method with application for game
playing, 1970.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from graphs.leapers import MoveOrder, ordered_neighbours
from graphs.obstructions import squares_at_steps, two_colours
from graphs.obstructions.blocks import blocks
from graphs.obstructions.required_edges import RequiredEdges
from solvers.budget import Meter
from solvers.methods.watched_pruned import tell
from solvers.outcome import Outcome, first_found
from solvers.problem import Problem
from solvers.recording import CUT_OFF, CUT_VERTEX, MISTIMED, Recording
from solvers.registry import solver
from solvers.splitmix import SplitMix64

__all__ = ["LEAST_NODES", "pruned", "pruned_tours", "table_slots", "zobrist_keys"]

LEAST_NODES = 4
"""A state whose search takes fewer nodes gets no place in the table."""
SLOTS, WORDS = 2**18, 2**23
"""The most states in the table, and the most words of 64 bits, which are 64 MB."""


def pruned_tours(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Iterator[list[Hashable]]:
    """Yield every tour, in the order of the search; at each yield, `meter.nodes` is the number of squares placed so far.

    The parameters are those of `pruned`.

    Raises
    ------
    BudgetSpent : the budget ran out before the search came to its end.
    """
    yield from Search(problem, meter, move_order).tours()


@solver(
    "pruned",
    summary="depth-first search that follows what is forced and skips what holds no tour",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    tours=pruned_tours,
    watchable=True,
    reference="F. Rubin, A search procedure for Hamilton paths and circuits, 1974",
)
def pruned(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Outcome:
    """Return the first tour that the search finds, or IMPOSSIBLE if the search ends without one.

    Parameters
    ----------
    move_order : the order in which the neighbours of a square are tried, as in `backtracking`.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(8, 8), "pruned", start=(3, 3)).nodes, solve(Board(3, 8), "pruned", closed=True).status.value
    (65, 'impossible')
    """
    return first_found(pruned_tours(problem, meter, move_order=move_order), meter)


def table_slots(vertices: int) -> int:
    """Return how many states the table holds, a power of two.

    Examples
    --------
    >>> table_slots(65), table_slots(10_001)
    (262144, 32768)
    """
    return min(SLOTS, 1 << (WORDS // (vertices // 64 + 2)).bit_length() - 1)


@lru_cache(maxsize=8)
def zobrist_keys(vertices: int) -> list[int]:
    """Return random numbers from which the place of a state in the table is made: two for each vertex.

    The first half belongs to vertices that are visited, the second half to the vertex that is the last of the path. A state has
    the exclusive or of its numbers, so that a step changes it in constant time.

    Notes
    -----
    The numbers for the last few sizes are kept: to make them takes a good part of the time of a search on 8x8.
    """
    random = SplitMix64(0)
    return [random.below(2**32) for _ in range(2 * vertices)]


@dataclass
class _Step:
    """A vertex of the path.

    Attributes
    ----------
    vertex : its number.
    choices : the vertices that are left to try after it.
    mark : the state of the edges before it was placed, for `RequiredEdges.undo`.
    nodes, tours : how many nodes had been placed, and how many tours found, when it was placed.
    came_back : how often a vertex after it was taken back without a tour; one more after the check for cut vertices.
    """

    vertex: int
    choices: Iterator[int]
    mark: int
    nodes: int
    tours: int
    came_back: int = 0


class Search:
    """A search for closed tours from a root: the apex, or the start of a closed tour."""

    def __init__(self, problem: Problem, meter: Meter, move_order: MoveOrder) -> None:
        neighbours = ordered_neighbours(problem.graph_within(meter), move_order, meter.watched)
        number = {square: index for index, square in enumerate(neighbours)}
        self.squares, self.size, self.is_closed = list(neighbours), len(neighbours), problem.closed
        self.start, self.end = (None if square is None else number[square] for square in (problem.start, problem.end))
        self.near = [[number[other] for other in others] for others in meter.watched(neighbours.values())]
        self.at_step = squares_at_steps(neighbours, problem, meter.watched)
        self.root = self.start or 0
        if not self.is_closed:
            self.root = apex = self.size
            self.near = [[*others, apex] for others in meter.watched(self.near)] + [list(range(self.size))]
        colour = two_colours(problem.graph_within(meter), meter.watched) or {}
        self.colours = [colour[square] for square in self.squares if colour]
        self.edges = RequiredEdges(self.near, meter.watched)
        self.path: list[_Step] = []
        self.visited = self.hash = 0  # the vertices of the path, as the bits of a number; the exclusive or of their keys
        self.keys = zobrist_keys(len(self.near))
        self.refuted: dict[int, tuple[int, int]] = {}  # the last vertex of a path, and those before it
        self.tours_found = 0
        self.recording = meter.path if isinstance(meter.path, Recording) else None
        self.meter, self.between = meter, 1 + 2**12 // self.size
        self.pause = meter.more(0, self.between)

    def tours(self) -> Iterator[list[Hashable]]:
        if self.size == 1:
            self._count(1)
            yield self.squares
        elif self._told(self._settle(), self.start or 0):
            self._count(int(self.is_closed))
            self._place(self.root, self.edges.mark())
        while self.path:
            near = self._next_choice()
            if near is None:
                self._take_back()
            elif (tour := self._go_on(near)) is not None:
                yield [self.squares[index] for index in tour]

    def _told(self, is_good: bool, near: int, mark: int | None = None) -> bool:
        """Tell those who watch what became of a vertex, and return whether that is good."""
        if self.recording is not None:
            tell(self.recording, self, is_good, near, mark)
        return is_good

    def _settle(self) -> bool:
        """Follow what the problem itself forces; return False where it has no tour."""
        if not self.edges.settle() or (self.end is not None and not self.edges.require(self.root, self.end)):
            return False
        more = 2 * sum(self.colours) - self.size  # squares of colour 1 beyond those of colour 0
        if not self.colours or more == 0:
            return True
        return not self.is_closed and abs(more) == 1 and self._end_only_on(int(more > 0))

    def _end_only_on(self, colour: int, start: int | None = None) -> bool:
        """Delete the edges of the apex to squares of the other colour, for no tour ends there; keep the edge to the start."""
        others = (square for square in range(self.size) if self.colours[square] != colour and square != start)
        return all(self.edges.delete(self.root, square) for square in others)

    def _next_choice(self) -> int | None:
        """Return the next vertex to try, or None where none is left that can lead to a tour."""
        head = self.path[-1]
        for near in head.choices:
            if self.visited >> near & 1 or not self.edges.has(head.vertex, near):
                continue
            if head.came_back == 1 and head.vertex != self.root:
                head.came_back += 1
                if self._has_cut_vertex(head.vertex):
                    if self.recording is not None:
                        self.recording.note(CUT_OFF, self.squares[head.vertex], CUT_VERTEX)
                    return None
            return near
        return None

    def _has_cut_vertex(self, head: int) -> bool:
        """Return whether the edges that are left have a cut vertex; the path counts as one vertex, numbered as its head."""
        import networkx as nx

        watched = self.meter.watched
        standing_for = {step.vertex: head for step in self.path}
        left: nx.Graph[int] = nx.Graph()
        for vertex in watched(range(len(self.near))):
            if vertex not in standing_for:
                left.add_edges_from((vertex, standing_for.get(other, other)) for other in self.edges.left(vertex))
        return len(next(blocks(left, watched))) < len(left)

    def _go_on(self, near: int) -> list[int] | None:
        """Place a vertex, unless the rules forbid it. If all edges of a tour are required then, return that tour."""
        self._count(1)
        mark = self.edges.mark()
        if not self._told(self._may_place(near), near, mark):
            self.edges.undo(mark)
            self._refuse(near)
            return None
        if self.edges.count < len(self.near):
            self._place(near, mark)
            return None
        walk = [*(step.vertex for step in self.path), near]
        while len(walk) < len(self.near):
            one, other = self.edges.required[walk[-1]]
            walk.append(other if one == walk[-2] else one)
        self.edges.undo(mark)
        tour = walk if self.is_closed else walk[1:]
        if all(self.squares[near] in possible for near, possible in zip(tour, self.at_step, strict=False)):
            self._count(len(self.near) - len(self.path) - 1)
            self.tours_found += 1
            return tour
        if self.recording is not None:
            self.recording.note(CUT_OFF, self.squares[near], MISTIMED)
            self.recording.pop()
        return None

    def _may_place(self, near: int) -> bool:
        head = self.path[-1].vertex
        if not self.fits(near):
            return False
        if near not in self.edges.required[head]:
            is_refuted = self.refuted.get(self._slot(near)) == (near, self.visited)
            if is_refuted or not self.edges.require(head, near):
                return False
        if head != self.size or not self.colours or self.size % 2:
            return True
        return self._end_only_on(1 - self.colours[near], start=near)

    def fits(self, near: int) -> bool:
        """Return whether the known steps allow a vertex as the next of the path."""
        return not self.at_step or self.squares[near] in self.at_step[len(self.path) - (not self.is_closed)]

    def _place(self, vertex: int, mark: int) -> None:
        self._flip(vertex)
        choices = self.near[vertex] if vertex < self.size or self.start is None else [self.start]
        self.path.append(_Step(vertex, iter(choices), mark, self.meter.nodes, self.tours_found))

    def _flip(self, vertex: int) -> None:
        """Note that a vertex comes to the path, or leaves it."""
        self.visited ^= 1 << vertex
        self.hash ^= self.keys[vertex]

    def _take_back(self) -> None:
        """Take the last vertex back. If its search found no tour, keep the state in the table."""
        step = self.path.pop()
        self._flip(step.vertex)
        self.edges.undo(step.mark)
        if self.recording:
            self.recording.pop()
        if self.tours_found == step.tours:
            if self.meter.nodes - step.nodes >= LEAST_NODES:
                self.refuted[self._slot(step.vertex)] = step.vertex, self.visited
            if self.path:
                self.path[-1].came_back += 1
                self._refuse(step.vertex)

    def _refuse(self, near: int) -> None:
        """Note that the search found no tour with this vertex next. Next to the root, no tour can come back from it either."""
        if len(self.path) == 1 and not self.at_step and not self.edges.delete(self.root, near):
            self.path[0].choices = iter(())

    def _slot(self, last: int) -> int:
        """Return the place in the table of the path with one more vertex, its last."""
        vertices = len(self.near)
        return (self.hash ^ self.keys[last] ^ self.keys[vertices + last]) % table_slots(vertices)

    def _count(self, nodes: int) -> None:
        for _ in range(nodes):
            if self.meter.nodes == self.pause:
                self.pause = self.meter.more(self.pause, self.between)
            self.meter.nodes += 1
