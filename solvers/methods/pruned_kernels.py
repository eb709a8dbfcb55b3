"""Compiled version of the solver `pruned`, with equal results.

A loop in Python calls the kernel `search_pruned_tours`, which writes the tours that it finds into an array, the *block*. The
kernel continues the search until the block is full, the search is exhausted, the node limit is reached, or the clock must be
checked. Then Python yields the tours, checks the budget, and calls the kernel again. The first block holds one tour, and each
full block is replaced by one of twice the size, up to a maximum. So the first tour is yielded as soon as it is found, and later
tours take little time each.

Each tour is found as a cycle that begins at a *root*. For closed tours, the root is the start, or square 0 if no start is
given. For open tours, the root is the *apex*, an additional vertex that is adjacent to all squares and has the highest number.

The rules that prune the search are described in `solvers.methods.pruned`. The search never copies its state: placing a
vertex changes the arrays of `Search`, and removing it undoes these changes. An *arc* is an edge as seen from one of its ends.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Hashable, Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from graphs.leapers import MoveOrder
from graphs.obstructions import squares_at_steps
from solvers.core.budget import NO_LIMIT, Meter
from solvers.core.compiling import compiled_record_type, inlined, jit_in_place, jit_inner
from solvers.core.outcome import Outcome, outcome_of_first
from solvers.core.problem import Problem
from solvers.methods.arrays import AdjacencyArrays, adjacency_arrays
from solvers.methods.pruned import LEAST_NODES, pruned_table_slots, zobrist_keys
from solvers.methods.required_edges_kernels import (
    ARC,
    CHANGE,
    DELETED,
    NONE,
    OPEN,
    REQUIRED,
    VERTEX,
    has_cut_vertex,
    settle_required_edge,
    settle_required_edges,
    undo_required_edges,
)

SLICE = 2**20  # amount of work between two checks of the clock, in units of a few nanoseconds


BLOCK = 2**20  # maximum size of an array of tours: squares per tour × tours


PREPARING = 3e-7  # approximate time to prepare the search, in seconds per arc (one direction of an edge)


Block: TypeAlias = npt.NDArray[np.int64]


def run(problem: Problem, meter: Meter, *, move_order: MoveOrder) -> Outcome:
    return outcome_of_first(tours(problem, meter, move_order=move_order), meter)


def tours(problem: Problem, meter: Meter, *, move_order: MoveOrder) -> Iterator[list[Hashable]]:
    adjacency = adjacency_arrays(problem, move_order, meter)
    for block, nodes in pruned_tour_blocks(problem, adjacency, meter):
        for row, count in zip(block.tolist(), nodes.tolist(), strict=True):
            meter.nodes = count
            yield [adjacency.squares[index] for index in row]


def pruned_tour_blocks(
    problem: Problem, adjacency: AdjacencyArrays, meter: Meter, *, one_direction: bool = False
) -> Iterator[tuple[Block, Block]]:
    """Yield all tours in arrays, one tour per row.

    Each array comes with the numbers of search nodes when its tours were found. Both arrays are overwritten when the next block
    is requested. With `one_direction`, a tour is yielded only if its reverse has not been yielded before; this halves the work.
    After the last block, `meter.nodes` is the number of search nodes of the whole search.
    """
    if problem.size == 1:
        meter.check()
        meter.nodes = 1
        yield np.zeros((1, 1), np.int64), np.ones(1, np.int64)
        return
    search = _initial_state(problem, adjacency, meter)
    at = search.at
    at["one_direction"], at["limit"] = one_direction, meter.more(0, NO_LIMIT)
    status = EXHAUSTED if search.vertices["left"].min() < 2 else PAUSED
    while status != EXHAUSTED:
        at["in_block"], at["work"] = 0, SLICE
        status = search_pruned_tours(search)
        nodes, in_block = int(at["nodes"]), int(at["in_block"])
        if in_block:
            yield search.block[:in_block], search.block_nodes[:in_block]
        meter.nodes = nodes
        if status == PAUSED or (status == FULL and meter.seconds_left == 0):
            at["limit"] = meter.more(nodes, NO_LIMIT)
        if status == FULL and 2 * search.block.size <= BLOCK:
            search = search._replace(block=np.tile(search.block, (2, 1)), block_nodes=np.tile(search.block_nodes, 2))


def _initial_state(problem: Problem, adjacency: AdjacencyArrays, meter: Meter) -> Search:
    squares, first, heads = problem.size, adjacency.first.astype(np.int64), adjacency.heads
    meter.require_seconds(len(heads) * PREPARING, f"preparing a search with {len(heads):,} arcs")
    start, end = (-1 if each is None else each for each in adjacency.ends)
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
    keys = zobrist_keys(size, meter)
    vertices["visited_key"], vertices["last_key"] = keys[:size], keys[size:]
    table, block = np.zeros((pruned_table_slots(size), words + 1), np.uint64), np.zeros((1, squares), np.int64)
    rooms = np.zeros(size, np.uint32), np.zeros(len(arcs) // 2, CHANGE), np.zeros(size, STEP), np.zeros(words, np.uint64)
    layers = _layers(problem, meter, rooms[2]["layer"][size - squares :])
    return Search(vertices, arcs, *rooms, table, block, np.zeros(1, np.int64), layers, at)


def _layers(problem: Problem, meter: Meter, layer_of: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return the sets of squares possible at some step, as rows.

    `layer_of` gets the row of each step.
    """
    neighbours = problem.neighbours(meter)
    at_step = squares_at_steps(neighbours, problem, meter.watched)
    number = {layer: place for place, layer in enumerate(dict.fromkeys(at_step))}
    rows = [np.fromiter(map(layer.__contains__, neighbours), np.bool_) for layer in meter.watched(number)]
    layer_of[: len(at_step)] = [number[layer] for layer in at_step]
    return np.array(rows, np.bool_).reshape(-1, problem.size)


EXHAUSTED, FULL, PAUSED = 0, 1, 2
"""Results of `search_pruned_tours`; FULL means that the array of tours is full."""
UNCOLOURED = 2  # value of `colour` for a square without a colour; the two colours are 0 and 1

STEP = compiled_record_type("vertex", "mark", "nodes", "tours", "came_back", "next", "stop", "layer")
"""A place of the path.

- `vertex`: the number of the vertex.
- `mark`: number of edges that were required or deleted before the vertex was placed (see `changes` in AT).
- `nodes`, `tours`: number of search nodes and number of tours when the vertex was placed.
- `came_back`: how often the search has returned to the vertex without a tour, plus 1 after the check for cut vertices. The
  check is made when this number is 1, so it is made only once.
- `next`, `stop`: the arcs from `next` to `stop - 1` are still to be tried from the vertex.
- `layer`: index of the row of `Search.layers` for this place of the path, whichever vertex is at this place.
"""
AT = compiled_record_type(
    *("root", "start", "end", "limit", "one_direction", "has_colours"),
    *("depth", "hash", "changes", "required", "nodes", "tours", "in_block", "work"),
)
"""Counters and parameters of a search, in one record.

They are in a record because kernels cannot change the fields of a tuple.

Given by the problem, and not changed:

- `root`: the vertex at which the cycle begins (see the module docstring).
- `start`, `end`: the given start and end of an open tour, or -1 if they are not given.
- `one_direction`: whether a tour is omitted if its reverse has been found before.
- `has_colours`: whether the graph has a two-colouring.

The heights of two stacks:

- `depth`: index in `steps` of the last vertex of the path, or -1 if the path is empty.
- `changes`: number of entries of the array `changes` in use: one for each edge that is required or deleted at present. A *mark*
  is an earlier value of this number. `undo_required_edges` restores the edges of that time.

Sums over the path and the edges, updated at each change:

- `hash`: exclusive or of the `visited_key` of all vertices of the path.
- `required`: number of required edges. If this is the number of vertices, they form a tour.

Results so far:

- `nodes`, `tours`: number of search nodes and of tours.
- `in_block`: number of tours in the current block.

When the kernel stops to check the budget:

- `limit`: number of search nodes at which it stops.
- `work`: work left until it stops to check the clock, in units of a few nanoseconds.
"""


Search = namedtuple("Search", "vertices arcs numbers changes steps visited table block block_nodes layers at")
"""The state of a search, in arrays of records.

Attributes
----------
vertices, arcs : numpy.ndarray of VERTEX, of ARC
    The graph: the vertices, and an arc for each vertex and each of its neighbours.
numbers : numpy.ndarray
    Scratch space: the order in which the last check for cut vertices reached each vertex, from 1, or 0 if it did not.
changes : numpy.ndarray of CHANGE
    Stack of the edges that are required or deleted, in the order of these changes, to be undone.
steps : numpy.ndarray of STEP
    Stack of the places of the path.
visited : numpy.ndarray
    The set of the vertices of the path, as the bits of 64-bit words.
table : numpy.ndarray
    Refuted states, one per row: the words of `visited` without the last vertex of the path, then the number of this vertex.
block, block_nodes : numpy.ndarray
    The tours found, one per row, and the number of search nodes up to the time when each was found.
layers : numpy.ndarray
    One row for each different set of squares that the tour can visit at a step: True for the squares of the set. Empty if no
    steps are known.
at : numpy.void
    A record with the fields of `AT`.
"""


@jit_in_place
def search_pruned_tours(search: Search) -> int:
    """Continue a search until it ends, pauses, or has filled `block`."""
    at, size = search.at, search.vertices.size
    if at.depth < 0 and not _begin(search):
        return EXHAUSTED
    while at.depth >= 0 and at.work > 0:
        step = search.steps[at.depth]
        if step.next == step.stop:
            _take_back(search)
            continue
        index = step.next
        arc = search.arcs[index]
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
            undo_required_edges(search, mark)
            _delete_tried_edge(search, index)
        elif at.required < size:
            _place(search, int64(arc.head), mark)
        elif not _write_tour(search, arc.head):
            undo_required_edges(search, mark)
        elif at.nodes + size - at.depth - 2 > at.limit:
            at.nodes = at.limit
            return PAUSED
        else:
            at.nodes += size - at.depth - 2
            search.block_nodes[at.in_block] = at.nodes
            at.in_block += 1
            at.tours += 1
            undo_required_edges(search, mark)
            if at.one_direction:
                _delete_tried_edge(search, index)
            if at.in_block == search.block.shape[0]:
                return FULL
    return EXHAUSTED if at.depth < 0 else PAUSED


@inlined
def _begin(search: Search) -> bool:
    """Apply the pruning rules, and place the first vertex.

    Return False if there is no tour.
    """
    at, squares = search.at, search.block.shape[1]
    is_open = at.root == squares
    at.has_colours = _has_colours(search)
    if not settle_required_edges(search) or (
        at.end >= 0 and not settle_required_edge(search, search.vertices[at.root].first + at.end, REQUIRED)
    ):
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
    """Colour the vertices, and return whether the graph is bipartite."""
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
    """Restrict a tour's ends to `start` and squares of one colour.

    The other edges of the apex are deleted. Return False if the pruning rules then leave no tour.
    """
    apex = search.vertices[search.at.root]
    for index in range(apex.first, apex.stop):
        head = search.arcs[index].head
        if search.vertices[head].colour != colour and head != start and not settle_required_edge(search, int64(index), DELETED):
            return False
    return True


@jit_inner
def _may_place(search: Search, index: int) -> bool:
    """Return whether the pruning rules allow an arc as the next step."""
    at, arc, squares = search.at, search.arcs[index], search.block.shape[1]
    if search.layers.size and not search.layers[search.steps[at.depth + 1].layer, arc.head]:
        return False
    if arc.state == OPEN and (_is_refuted(search, arc.head) or not settle_required_edge(search, index, REQUIRED)):
        return False
    if at.depth > 0 or at.root < squares or not at.has_colours or squares % 2 == 1:
        return True
    return _end_only_on(search, 1 - search.vertices[arc.head].colour, int64(arc.head))


@inlined
def _is_refuted(search: Search, near: int) -> bool:
    """Return whether the path so far is proven to be part of no tour."""
    row = search.table[_slot(search, near)]
    for word in range(search.visited.size):
        if row[word] != search.visited[word]:
            return False
    return bool(row[search.visited.size] == near)


@inlined
def _slot(search: Search, last: int) -> Any:
    """Return the slot of the extended path in the hash table."""
    here = search.vertices[last]
    return (search.at.hash ^ here.visited_key ^ here.last_key) & (search.table.shape[0] - 1)


@inlined
def _flip(search: Search, vertex: int) -> None:
    search.vertices[vertex].on_path ^= 1
    search.at.hash ^= search.vertices[vertex].visited_key
    search.visited[vertex >> 6] ^= uint64(1) << uint64(vertex & 63)


@jit_inner
def _place(search: Search, vertex: Any, mark: int) -> None:
    """Append a vertex to the path.

    `mark` is the number of changes of edges before the search tried this vertex. All later ones are undone when the vertex is
    removed.
    """
    at = search.at
    at.depth += 1
    _flip(search, vertex)
    step = search.steps[at.depth]
    step.vertex, step.mark, step.nodes, step.tours, step.came_back = vertex, mark, at.nodes, at.tours, 0
    step.next, step.stop = search.vertices[vertex].first, search.vertices[vertex].stop


@inlined
def _write_tour(search: Search, near: int) -> bool:
    """Complete the path by required edges, and store the tour.

    Return whether the known steps allow this tour.
    """
    at, squares = search.at, search.block.shape[1]
    row = search.block[at.in_block]
    skipped = search.vertices.size - squares  # 1 if there is an apex, else 0
    for place in range(skipped, at.depth + 1):
        row[place - skipped] = search.steps[place].vertex
    before, here = search.steps[at.depth].vertex, near
    for place in range(at.depth + 1 - skipped, squares):
        row[place] = here
        index = search.vertices[here].first
        while search.arcs[index].state != REQUIRED or search.arcs[index].head == before:
            index += 1
        before, here = here, search.arcs[index].head
    has_steps = True
    for place in range(squares if search.layers.size else 0):
        has_steps &= search.layers[search.steps[place + skipped].layer, row[place]]
    return has_steps


@jit_inner
def _take_back(search: Search) -> None:
    """Remove the last vertex from the path.

    If the search has found no tour since this vertex was placed, and has used at least `LEAST_NODES` search nodes, the state of
    the path is stored as refuted.

    If the removed vertex came directly after the root, all cycles that begin with the edge between the two have been searched.
    The edge is deleted if there is none, because then no cycle ends with it either. It is also deleted if `one_direction` is
    set, because cycles that end with it are the reverses of those already found.
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
    undo_required_edges(search, step.mark)
    at.depth -= 1
    if at.depth >= 0:
        before = search.steps[at.depth]
        if without_tour:
            before.came_back += 1
        if without_tour or at.one_direction:
            _delete_tried_edge(search, before.next - 1)


@inlined
def _delete_tried_edge(search: Search, index: int) -> None:
    """Delete an edge at the root after all its tours have been found.

    All cycles that begin with this edge have been searched, and those that end with it are not needed. If the pruning rules
    leave no cycle after the deletion, the search ends. If steps are known, the edge stays, because the reverse of a tour can
    violate them.
    """
    if search.at.depth == 0 and search.layers.size == 0 and not settle_required_edge(search, index, DELETED):
        search.steps[0].next = search.steps[0].stop
