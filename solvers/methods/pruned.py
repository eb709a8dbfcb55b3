"""Pruned search: backtracking that follows forced moves and skips branches without a tour.

The search looks only for closed tours. An open tour becomes a closed tour by an additional vertex, the apex, which is adjacent
to every square. The apex is between the last square of the open tour and the first. The path of the search begins at the root.
For an open tour, the root is the apex. For a closed tour, it is the start or, if none is given, the first square.

No rule skips a tour. So the search yields the same tours in the same order as `backtracking`, and a search that runs to
completion has seen every tour. These are the rules (see [1]_ and [2]_ for similar ones):

- Required edges (`RequiredEdges`): if the path goes along an edge, the tour requires this edge. If another vertex then has only
  two edges left, it requires both, and so on. This rule covers squares with two free neighbours, dead ends, given ends, and
  cycles that would close too early.
- Colours: if the graph has two colours, they alternate along a tour. So a closed tour needs equally many squares of each
  colour. If an open tour has one more square of one colour than of the other, both its ends have this colour. Otherwise its
  ends have different colours. So the numbers of squares, or the colour of the start, determine the colour of the end. The edges
  from the apex to squares that cannot be ends are deleted.
- Cut vertices: if two parts of the remaining graph are joined only by a single vertex, no cycle visits both parts. The search
  checks this when it has come back to a square for the first time and is about to try another neighbour. A check at every
  square would take more time than it saves.
- Refuted states: whether a path can be completed depends only on the set of its squares and on its last square, not on the
  order of the squares. The set and the last square are the state of the path. If a state leads to no tour, it is stored in a
  table. A hash of the state determines its slot in the table [3]_, and a new state replaces an old one in the same slot. Each
  entry holds the whole state, so that different states are never confused. The compiled version uses the same hashes.
- Known steps: if the squares at some steps are given, walks between them determine which squares the tour can visit at every
  other step (see `squares_at_steps`). At each step, the search tries only these squares.
- Directions: if no steps are known, every tour can be walked backwards. So if no tour begins with an edge at the root, no tour
  ends with this edge, and the edge is deleted.

On 8x8 in clockwise order, the search finds a tour from every start within 125 search nodes; `backtracking` can need billions.
The time is exponential in the worst case. The memory is linear, in addition to the table.

References
----------
.. [1] F. Rubin, A search procedure for Hamilton paths and circuits, 1974.
.. [2] J. Shufelt and H. Berliner, Generating Hamiltonian circuits without backtracking from errors, 1994.
.. [3] A. Zobrist, A new hashing method with application for game playing, 1970.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from graphs.leapers import MoveOrder
from graphs.obstructions import squares_at_steps, two_colours
from graphs.obstructions.dead_ends import dead_end_blocks
from graphs.obstructions.required_edges import RequiredEdges
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome, outcome_of_first
from solvers.core.problem import Problem
from solvers.core.recording import CUT_OFF, CUT_VERTEX, FORCED, MISTIMED, REFUTED, STARVED, UNFIT, Recorder
from solvers.core.registry import solver
from solvers.core.splitmix import SplitMix64

LEAST_NODES = 4  # minimum number of search nodes to refute a state that is stored in the table


SLOTS, WORDS = 2**18, 2**23  # maximum size of the table of refuted states, in states and in 64-bit words (64 MB)


def pruned_table_slots(vertices: int) -> int:
    """Return the size of the hash table of refuted states.

    >>> pruned_table_slots(65), pruned_table_slots(10_001)  # open tours of 8x8 and 100x100
    (262144, 32768)
    """
    return min(SLOTS, 1 << (WORDS // (vertices // 64 + 2)).bit_length() - 1)


def zobrist_keys(vertices: int, meter: Meter) -> list[int]:
    """Return two random 32-bit numbers per vertex, for hashes of paths.

    The hash is the exclusive or of these numbers: for each vertex of the path, its number in the first half of the list; and
    for the last vertex, also its number in the second half. So a step changes the hash in constant time.
    """
    random = SplitMix64(0)
    return [random.below(2**32) for _ in meter.watched(range(2 * vertices))]


def pruned_tours(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Iterator[list[Hashable]]:
    """Yield every tour, found by a pruned depth-first search."""
    yield from PrunedSearch(problem, meter, move_order).tours()


@solver(
    "pruned",
    summary="depth-first search with forced moves and pruning",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    tours=pruned_tours,
    watchable=True,
    reference="F. Rubin, A search procedure for Hamilton paths and circuits, 1974",
)
def pruned(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Outcome:
    """Return the first tour of a depth-first search with pruning rules.

    Parameters
    ----------
    move_order : {"adjacency", "clockwise", "java"} or sequence of moves, optional
        The order in which neighbours are tried, as in `backtracking` (default: "adjacency").

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(8, 8), "pruned", start=(3, 3)).nodes, solve(Board(3, 8), "pruned", closed=True).status.value
    (65, 'impossible')
    """
    return outcome_of_first(pruned_tours(problem, meter, move_order=move_order), meter)


@dataclass
class _Step:
    """A vertex of the path, with the search state before its placement."""

    vertex: int
    choices: Iterator[int]  # the vertices that are still to be tried after this vertex
    mark: int  # number of changes of edges (see `RequiredEdges.undo`)
    nodes: int
    tours: int  # number of tours found
    came_back: int = 0  # how often the search came back without a tour, plus 1 after the check for cut vertices


class PrunedSearch:
    """A depth-first search for tours with forced moves and pruning."""

    def __init__(self, problem: Problem, meter: Meter, move_order: MoveOrder) -> None:
        neighbours = problem.ground.neighbours(meter, move_order)
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
        self.visited = self.hash = 0  # `visited`: the vertices of the path as bits; `hash`: the exclusive or of their keys
        self.keys = zobrist_keys(len(self.near), meter)
        self.refuted: dict[int, tuple[int, int]] = {}  # per slot: the last vertex of a path, and the vertices before it as bits
        self.tours_found = 0
        self.recorder = meter.path if isinstance(meter.path, Recorder) else None
        self.meter, self.between = meter, 1 + 2**12 // self.size
        self.pause = meter.more(0, self.between)

    def tours(self) -> Iterator[list[Hashable]]:
        if self.size == 1:
            self._count(1)
            yield self.squares
        elif self._record(self._settle(), self.start or 0):
            self._count(int(self.is_closed))
            self._place(self.root, self.edges.mark())
        while self.path:
            near = self._next_choice()
            if near is None:
                self._take_back()
            elif (tour := self._try(near)) is not None:
                yield [self.squares[index] for index in tour]

    def _record(self, is_good: bool, near: int, mark: int | None = None) -> bool:
        """Record an attempt to extend the path, and return `is_good`.

        This does nothing unless `record_search` runs the search. The record contains the moves that the attempt forces and, if
        it fails, the reason. `mark` is the number of edges that were required or deleted before the attempt. If it is None, the
        search has not begun, and the problem itself forces the recorded moves. Then `near` is appended to the recording only if
        it is allowed and the tour is closed.
        """
        if self.recorder is None:
            return is_good
        recorder, squares, edges = self.recorder, self.squares, self.edges
        if mark is not None:
            recorder.append(squares[near])
        for is_required, one, other, *_ in edges.changes[mark:]:
            if is_required and max(one, other) < self.size:
                recorder.note(FORCED, squares[one], recorder.number(squares[other]))
        if not is_good:
            starved = [vertex for vertex in range(self.size) if len(edges.left(vertex)) < 2]
            reason = STARVED if starved else UNFIT if edges.mark() != mark else REFUTED if self.fits(near) else MISTIMED
            recorder.note(CUT_OFF, squares[[*starved, near][0]], reason)
            if mark is not None:
                recorder.pop()
        elif mark is None and self.is_closed:
            recorder.append(squares[near])
        return is_good

    def _settle(self) -> bool:
        """Apply the pruning rules, and return whether a tour is still possible."""
        if not self.edges.settle() or (self.end is not None and not self.edges.require(self.root, self.end)):
            return False
        more = 2 * sum(self.colours) - self.size  # squares of colour 1 minus squares of colour 0
        if not self.colours or more == 0:
            return True
        return not self.is_closed and abs(more) == 1 and self._end_only_on(int(more > 0))

    def _end_only_on(self, colour: int, start: int | None = None) -> bool:
        """Restrict a tour's ends to `start` and squares of one colour.

        The other edges of the apex are deleted. Return False if the pruning rules then leave no tour.
        """
        others = (square for square in range(self.size) if self.colours[square] != colour and square != start)
        return all(self.edges.delete(self.root, square) for square in others)

    def _next_choice(self) -> int | None:
        """Return the next vertex to try, or None."""
        head = self.path[-1]
        for near in head.choices:
            if self.visited >> near & 1 or not self.edges.has(head.vertex, near):
                continue
            if head.came_back == 1 and head.vertex != self.root:
                head.came_back += 1
                if self._has_cut_vertex(head.vertex):
                    if self.recorder is not None:
                        self.recorder.note(CUT_OFF, self.squares[head.vertex], CUT_VERTEX)
                    return None
            return near
        return None

    def _has_cut_vertex(self, head: int) -> bool:
        """Return whether the rest of the graph is not biconnected.

        The path counts as the single vertex `head`. Deleted edges are ignored.
        """
        import networkx as nx

        watched = self.meter.watched
        standing_for = {step.vertex: head for step in self.path}
        rest: nx.Graph[int] = nx.Graph()
        for vertex in watched(range(len(self.near))):
            if vertex not in standing_for:
                rest.add_edges_from((vertex, standing_for.get(other, other)) for other in self.edges.left(vertex))
        return len(next(dead_end_blocks(rest, watched))) < len(rest)

    def _try(self, near: int) -> list[int] | None:
        """Append a vertex if allowed, and return a completed tour."""
        self._count(1)
        mark = self.edges.mark()
        if not self._record(self._may_place(near), near, mark):
            self.edges.undo(mark)
            self._delete_tried_edge(near)
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
        if self.recorder is not None:
            self.recorder.note(CUT_OFF, self.squares[near], MISTIMED)
            self.recorder.pop()
        return None

    def _may_place(self, near: int) -> bool:
        """Return whether the pruning rules allow a next vertex.

        The rules require and delete edges. The caller undoes these changes if the vertex is not placed.
        """
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
        """Return whether the known steps allow a next vertex."""
        return not self.at_step or self.squares[near] in self.at_step[len(self.path) - (not self.is_closed)]

    def _place(self, vertex: int, mark: int) -> None:
        self._flip(vertex)
        choices = self.near[vertex] if vertex < self.size or self.start is None else [self.start]
        self.path.append(_Step(vertex, iter(choices), mark, self.meter.nodes, self.tours_found))

    def _flip(self, vertex: int) -> None:
        self.visited ^= 1 << vertex
        self.hash ^= self.keys[vertex]

    def _take_back(self) -> None:
        """Remove the last vertex from the path.

        The state of the path is stored as refuted if the search found no tour since the vertex was placed, and took at least
        `LEAST_NODES` search nodes.
        """
        step = self.path.pop()
        self._flip(step.vertex)
        self.edges.undo(step.mark)
        if self.recorder:
            self.recorder.pop()
        if self.tours_found == step.tours:
            if self.meter.nodes - step.nodes >= LEAST_NODES:
                self.refuted[self._slot(step.vertex)] = step.vertex, self.visited
            if self.path:
                self.path[-1].came_back += 1
                self._delete_tried_edge(step.vertex)

    def _delete_tried_edge(self, near: int) -> None:
        """Delete an edge at the root after all its tours have been found.

        No tour begins with this edge, so no tour ends with it. If the pruning rules leave no tour after the deletion, the
        search ends. If steps are known, the edge stays, because the reverse of a tour can violate them.
        """
        if len(self.path) == 1 and not self.at_step and not self.edges.delete(self.root, near):
            self.path[0].choices = iter(())

    def _slot(self, last: int) -> int:
        """Return the slot of the extended path in the hash table."""
        vertices = len(self.near)
        return (self.hash ^ self.keys[last] ^ self.keys[vertices + last]) % pruned_table_slots(vertices)

    def _count(self, nodes: int) -> None:
        for _ in range(nodes):
            if self.meter.nodes == self.pause:
                self.pause = self.meter.more(self.pause, self.between)
            self.meter.nodes += 1
