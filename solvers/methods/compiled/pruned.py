"""The twin of `solvers.methods.pruned`, on arrays: same options, tours and node counts.

The kernel goes on from the given state until its block of tours is full, the search is exhausted, the node limit is reached, or
it is time to look at the clock. Blocks double in size, so that the first tour comes at once and many cost little each.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Hashable, Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import int64, uint64, uintp

from graphs.leapers import MoveOrder
from graphs.obstructions import squares_at_steps
from solvers.budget import Meter
from solvers.jit import inlined, jit_in_place, jit_inner, record_of
from solvers.methods.compiled.arrays import Adjacency, adjacency_of
from solvers.methods.compiled.required_edges import (
    ARC,
    CHANGE,
    DELETED,
    NONE,
    OPEN,
    REQUIRED,
    VERTEX,
    has_cut_vertex,
    settle,
    settle_all,
    undo,
)
from solvers.methods.pruned import LEAST_NODES, table_slots, zobrist_keys
from solvers.outcome import Outcome, first_found
from solvers.problem import Problem

__all__ = ["run", "tour_blocks", "tours"]

SLICE = 2**20
"""Work between two looks at the clock: some milliseconds."""
ALL = 2**62
"""More nodes than are ever placed, so that the kernel stops at the node limit only."""
BLOCK = 2**20
"""The most numbers in a block of tours."""
PREPARING = 3e-7
"""Seconds that it takes for each arc to fill the arrays and settle the first edges."""
EXHAUSTED, FULL, PAUSED = 0, 1, 2
UNCOLOURED = 2

Block: TypeAlias = npt.NDArray[np.int64]

STEP = record_of("vertex", "mark", "nodes", "tours", "came_back", "next", "stop", "layer")
"""A vertex of the path: the textbook's `_Step`, with the arcs that are left to try after it, and its row of `Search.layers`."""
AT = record_of(
    *("root", "start", "end", "limit", "one_direction", "has_colours"),
    *("depth", "hash", "changes", "required", "nodes", "tours", "in_block", "work"),
)
"""The question: its root, the start of an open tour, the end (-1 means none) and the node limit. The place of the last vertex
on the path, or -1; the exclusive or of the keys of the path; the changes and required edges; nodes; tours; tours in the block;
and the work until the next look at the clock, in units of some nanoseconds."""


Search = namedtuple("Search", "vertices arcs numbers changes steps visited table block block_nodes layers at")
"""The state of a search.

Attributes
----------
vertices : for each vertex a VERTEX.
arcs : for each vertex and each of its neighbours an ARC.
numbers : for each vertex, its number in the last check for cut vertices.
changes : a CHANGE for each change so far.
steps : for each place of the path a STEP.
visited : the vertices of the path as the bits of unsigned words.
table : for each slot the words of `visited` without the last vertex of the path, and this vertex.
block, block_nodes : the tours found, and the number of nodes at each.
layers : sets of squares on which a step can be, as whether they hold each square; empty where no steps are known.
at : one AT.
"""


def run(problem: Problem, meter: Meter, *, move_order: MoveOrder) -> Outcome:
    """Search as `pruned` does."""
    return first_found(tours(problem, meter, move_order=move_order), meter)


def tours(problem: Problem, meter: Meter, *, move_order: MoveOrder) -> Iterator[list[Hashable]]:
    """Yield every tour, in the order of the search; at each yield, `meter.nodes` is the number of squares placed so far."""
    adjacency = adjacency_of(problem, move_order, meter)
    for block, nodes in tour_blocks(problem, adjacency, meter):
        for row, count in zip(block.tolist(), nodes.tolist(), strict=True):
            meter.nodes = count
            yield [adjacency.squares[index] for index in row]


def tour_blocks(
    problem: Problem, adjacency: Adjacency, meter: Meter, *, one_direction: bool = False
) -> Iterator[tuple[Block, Block]]:
    """Yield the tours in blocks: an array of square numbers, one tour a row, and the number of nodes at each tour.

    After the last block, `meter.nodes` is that of the whole search. The next block overwrites the arrays.

    Parameters
    ----------
    problem, meter : as in `solvers.methods.pruned.pruned`.
    adjacency : the neighbours of each square, in the move order.
    one_direction : a tour and its reverse come once, as the one that the search finds first. This takes half of the work.

    Raises
    ------
    BudgetSpent : the budget ran out.
    """
    if problem.size == 1:
        meter.check()
        meter.nodes = 1
        yield np.zeros((1, 1), np.int64), np.ones(1, np.int64)
        return
    search = _begun(problem, adjacency, meter)
    at = search.at
    at["one_direction"], at["limit"] = one_direction, meter.more(0, ALL)
    status = EXHAUSTED if search.vertices["left"].min() < 2 else PAUSED
    while status != EXHAUSTED:
        at["in_block"], at["work"] = 0, SLICE
        status = search_tours(search)
        nodes, found = int(at["nodes"]), int(at["in_block"])
        if found:
            yield search.block[:found], search.block_nodes[:found]
        meter.nodes = nodes
        if status == PAUSED or (status == FULL and meter.seconds_left == 0):
            at["limit"] = meter.more(nodes, ALL)
        if status == FULL and 2 * search.block.size <= BLOCK:
            search = search._replace(block=np.tile(search.block, (2, 1)), block_nodes=np.tile(search.block_nodes, 2))


def _begun(problem: Problem, adjacency: Adjacency, meter: Meter) -> Search:
    """Return the state before the first node. The apex is next to all squares, and has the highest number."""
    squares, first, heads = problem.size, adjacency.first.astype(np.int64), adjacency.heads
    meter.require_seconds(len(heads) * PREPARING, f"a search through {len(heads):,} arcs, before it begins,")
    start, end = (-1 if square is None else adjacency.number(square) for square in (problem.start, problem.end))
    at = np.zeros(1, AT)[0]
    at["depth"], at["root"], at["start"], at["end"] = -1, max(start, 0), -1, end
    if not problem.closed:
        at["root"], at["start"] = squares, start
        heads = np.concatenate([np.insert(heads, first[1:], squares), np.arange(squares)])
        first = np.append(first + np.arange(squares + 1), len(heads))
    meter.check()
    size, words = len(first) - 1, len(first) // 64 + 1
    tails = np.repeat(np.arange(size), np.diff(first))
    vertices, arcs = np.zeros(size, VERTEX), np.zeros(len(heads), ARC)
    arcs["tail"], arcs["head"], arcs["back"][np.lexsort((heads, tails))] = tails, heads, np.lexsort((tails, heads))
    vertices["first"], vertices["stop"], vertices["left"], vertices["mate"] = first[:-1], first[1:], np.diff(first), range(size)
    vertices["colour"][:squares], vertices["colour"][squares:] = UNCOLOURED, NONE
    meter.check()
    keys = zobrist_keys(size)
    vertices["visited_key"], vertices["last_key"] = keys[:size], keys[size:]
    table, block = np.zeros((table_slots(size), words + 1), np.uint64), np.zeros((1, squares), np.int64)
    rooms = np.zeros(size, np.uint32), np.zeros(len(arcs) // 2, CHANGE), np.zeros(size, STEP), np.zeros(words, np.uint64)
    layers = _layers(problem, meter, rooms[2]["layer"][size - squares :])
    return Search(vertices, arcs, *rooms, table, block, np.zeros(1, np.int64), layers, at)


def _layers(problem: Problem, meter: Meter, layer_of: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return `Search.layers`, and write for each step its row."""
    neighbours = problem.neighbours()
    at_step = squares_at_steps(neighbours, problem, meter.watched)
    number = {layer: place for place, layer in enumerate(dict.fromkeys(at_step))}
    rows = [np.fromiter(map(layer.__contains__, neighbours), np.bool_) for layer in meter.watched(number)]
    layer_of[: len(at_step)] = [number[layer] for layer in at_step]
    return np.array(rows, np.bool_).reshape(-1, problem.size)


@jit_in_place
def search_tours(search: Search) -> int:
    """Search on, and return how it stopped: EXHAUSTED; FULL, the block of tours; PAUSED, at the node limit or for the clock."""
    at, size = search.at, search.vertices.size
    if at.depth < 0 and not _begin(search):
        return EXHAUSTED
    while at.depth >= 0 and at.work > 0:
        step = search.steps[uintp(at.depth)]
        if step.next == step.stop:
            _take_back(search)
            continue
        index = step.next
        arc = search.arcs[uintp(index)]
        if arc.state == DELETED or search.vertices[arc.head].on_path:
            step.next += 1
            continue
        if step.came_back == 1 and at.depth > 0:
            step.came_back = 2
            at.work -= 4 * search.arcs.size
            if has_cut_vertex(search, step.vertex, at.root, size - at.depth - 1):
                step.next = step.stop
                continue
        if at.nodes == at.limit:
            return PAUSED
        step.next += 1
        at.nodes += 1
        mark = at.changes
        good = _may_place(search, index)
        at.work -= 8 + at.changes - mark
        if not good:
            undo(search, mark)
            _delete_first_step(search, index)
        elif at.required < size:
            _place(search, int64(arc.head), mark)
        elif not _write_tour(search, arc.head):
            undo(search, mark)
        elif at.nodes + size - at.depth - 2 > at.limit:
            at.nodes = at.limit
            return PAUSED
        else:
            at.nodes += size - at.depth - 2
            search.block_nodes[at.in_block] = at.nodes
            at.in_block += 1
            at.tours += 1
            undo(search, mark)
            if at.one_direction:
                _delete_first_step(search, index)
            if at.in_block == search.block.shape[0]:
                return FULL
    return EXHAUSTED if at.depth < 0 else PAUSED


@inlined
def _begin(search: Search) -> bool:
    """Apply the rules to the problem and place the root; return False where that shows that there is no tour."""
    at, squares = search.at, search.block.shape[1]
    is_open = at.root == squares
    at.has_colours = _has_colours(search)
    if not settle_all(search) or (at.end >= 0 and not settle(search, search.vertices[at.root].first + at.end, REQUIRED)):
        return False
    if at.has_colours:
        more = -squares
        for square in range(squares):
            more += 2 * search.vertices[square].colour
        if more != 0 and not (is_open and abs(more) == 1 and _end_only_on(search, int64(more > 0), NONE)):
            return False
    at.nodes = not is_open
    _place(search, at.root, at.changes)
    if is_open and at.start >= 0:
        search.steps[0].next += at.start
        search.steps[0].stop = search.steps[0].next + 1
    return True


@inlined
def _has_colours(search: Search) -> bool:
    """Give each square a colour, 0 or 1, so that neighbours have different colours; return whether that is possible."""
    vertices, queue, head, tail = search.vertices, search.steps, 0, 0
    for begun in range(search.block.shape[1]):
        if vertices[begun].colour == UNCOLOURED:
            vertices[begun].colour = 0
            queue[tail].vertex = begun
            tail += 1
        while head < tail:
            square = vertices[queue[head].vertex]
            head += 1
            for index in range(square.first, square.stop):
                near = search.arcs[index].head
                if vertices[near].colour == UNCOLOURED:
                    vertices[near].colour = 1 - square.colour
                    queue[tail].vertex = near
                    tail += 1
                elif vertices[near].colour == square.colour:
                    return False
    return True


@jit_inner
def _end_only_on(search: Search, colour: Any, start: Any) -> bool:
    """Delete the edges of the apex to squares of the other colour, but keep the edge to the start."""
    apex = search.vertices[search.at.root]
    for index in range(apex.first, apex.stop):
        head = search.arcs[index].head
        if search.vertices[head].colour != colour and head != start and not settle(search, int64(index), DELETED):
            return False
    return True


@jit_inner
def _may_place(search: Search, index: int) -> bool:
    at, arc, squares = search.at, search.arcs[uintp(index)], search.block.shape[1]
    if search.layers.size and not search.layers[search.steps[at.depth + 1].layer, arc.head]:
        return False
    if arc.state == OPEN and (_is_refuted(search, arc.head) or not settle(search, index, REQUIRED)):
        return False
    if at.depth > 0 or at.root < squares or not at.has_colours or squares % 2 == 1:
        return True
    return _end_only_on(search, 1 - search.vertices[arc.head].colour, int64(arc.head))


@inlined
def _is_refuted(search: Search, near: int) -> bool:
    """Return whether the table holds the path with this vertex at its end."""
    row = search.table[_slot(search, near)]
    for word in range(search.visited.size):
        if row[word] != search.visited[word]:
            return False
    return bool(row[search.visited.size] == near)


@inlined
def _slot(search: Search, last: int) -> Any:
    """Return the place in the table of the path with one more vertex, its last."""
    here = search.vertices[last]
    return (search.at.hash ^ here.visited_key ^ here.last_key) & (search.table.shape[0] - 1)


@inlined
def _flip(search: Search, vertex: int) -> None:
    """Put a vertex on the path, or take it off."""
    search.vertices[vertex].on_path ^= 1
    search.at.hash ^= search.vertices[vertex].visited_key
    search.visited[vertex >> 6] ^= uint64(1) << uint64(vertex & 63)


@jit_inner
def _place(search: Search, vertex: Any, mark: int) -> None:
    at = search.at
    at.depth += 1
    _flip(search, vertex)
    step = search.steps[at.depth]
    step.vertex, step.mark, step.nodes, step.tours, step.came_back = vertex, mark, at.nodes, at.tours, 0
    step.next, step.stop = search.vertices[vertex].first, search.vertices[vertex].stop


@inlined
def _write_tour(search: Search, near: int) -> bool:
    """Write the path, and behind it the other squares, along the required edges; return whether that has the known steps."""
    at, squares = search.at, search.block.shape[1]
    row = search.block[at.in_block]
    skipped = search.vertices.size - squares  # the apex
    for place in range(skipped, at.depth + 1):
        row[place - skipped] = search.steps[place].vertex
    before, here = search.steps[at.depth].vertex, near
    for place in range(at.depth + 1 - skipped, squares):
        row[uintp(place)] = here
        index = search.vertices[here].first
        while search.arcs[uintp(index)].state != REQUIRED or search.arcs[uintp(index)].head == before:
            index += 1
        before, here = here, search.arcs[uintp(index)].head
    has_steps = True
    for place in range(squares if search.layers.size else 0):
        has_steps &= search.layers[search.steps[place + skipped].layer, row[place]]
    return has_steps


@jit_inner
def _take_back(search: Search) -> None:
    """Take the last vertex back. If its search found no tour, keep the state in the table.

    In one direction, a first step is deleted when all tours that begin with it are found: those that end with it are the same
    tours backwards.
    """
    at, words = search.at, search.visited.size
    step = search.steps[at.depth]
    without_tour = step.tours == at.tours
    _flip(search, step.vertex)
    if without_tour and at.nodes - step.nodes >= LEAST_NODES:
        row = search.table[_slot(search, step.vertex)]
        for word in range(words):
            row[word] = search.visited[word]
        row[words] = step.vertex
        at.work -= words
    undo(search, step.mark)
    at.depth -= 1
    if at.depth >= 0:
        before = search.steps[at.depth]
        if without_tour:
            before.came_back += 1
        if without_tour or at.one_direction:
            _delete_first_step(search, before.next - 1)


@inlined
def _delete_first_step(search: Search, index: int) -> None:
    """Delete an edge that goes on from the root, for no tour is left that comes back by it; keep any other edge.

    Tours with known steps do not come back: they have a direction.
    """
    if search.at.depth == 0 and search.layers.size == 0 and not settle(search, index, DELETED):
        search.steps[0].next = search.steps[0].stop
