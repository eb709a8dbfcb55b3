"""The twin of `solvers.methods.pruned`: same options, tours and node counts.

Tours come out of the kernel in blocks, which double in size, so that the first one comes at once and many cost little each.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from graphs.leapers import MoveOrder
from solvers.budget import Meter
from solvers.methods.compiled.arrays import Adjacency, adjacency_of
from solvers.methods.compiled.pruned_kernels import AT, EXHAUSTED, FULL, PAUSED, STEP, UNCOLOURED, Search, search_tours
from solvers.methods.compiled.required_edges_kernels import ARC, CHANGE, NONE, NOW, VERTEX, Edges
from solvers.methods.pruned import table_slots, zobrist_keys
from solvers.problem import Problem
from solvers.result import Outcome, first_found

__all__ = ["run", "tour_blocks", "tours"]

SLICE = 2**20
"""Work between two looks at the clock: some milliseconds."""
ALL = 2**62
"""More nodes than are ever placed, so that the kernel stops at the node limit only."""
BLOCK = 2**20
"""The most numbers in a block of tours."""

Block: TypeAlias = npt.NDArray[np.int64]


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
    edges, search = _begun(problem, adjacency, meter)
    at = search.at
    at["one_direction"], at["limit"] = one_direction, meter.more(0, ALL)
    status = EXHAUSTED if edges.vertices["left"][:-1].min() < 2 else PAUSED
    while status != EXHAUSTED:
        at["in_block"], at["work"] = 0, SLICE
        status = search_tours(edges, search)
        nodes, found = int(at["nodes"]), int(at["in_block"])
        if found:
            yield search.block[:found], search.block_nodes[:found]
        meter.nodes = nodes
        if status == PAUSED or (status == FULL and meter.seconds_left == 0):
            at["limit"] = meter.more(nodes, ALL)
        if status == FULL and 2 * search.block.size <= BLOCK:
            search = search._replace(block=np.tile(search.block, (2, 1)), block_nodes=np.tile(search.block_nodes, 2))


def _begun(problem: Problem, adjacency: Adjacency, meter: Meter) -> tuple[Edges, Search]:
    """Return the state before the first node. The apex is next to all squares, and has the highest number."""
    squares, first, heads = problem.size, adjacency.first.astype(np.int64), adjacency.heads.astype(np.int64)
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
    vertices, arcs = np.zeros(size + 1, VERTEX), np.zeros(len(heads), ARC)
    arcs["head"], arcs["back"][np.lexsort((heads, tails))] = heads, np.lexsort((tails, heads))
    vertices["first"], vertices["left"][:size], vertices["mate"] = first, np.diff(first), np.arange(size + 1)
    vertices["colour"][:squares], vertices["colour"][squares:] = UNCOLOURED, NONE
    meter.check()
    keys = zobrist_keys(size)
    vertices["visited_key"][:size], vertices["last_key"][:size] = keys[:size], keys[size:]
    search = Search(
        steps=np.zeros(size + 1, STEP),
        visited=np.zeros(words, np.uint64),
        table=np.zeros((table_slots(size), words + 1), np.uint64),
        block=np.zeros((1, squares), np.int64),
        block_nodes=np.zeros(1, np.int64),
        at=at,
    )
    return Edges(vertices, arcs, np.zeros(len(arcs) // 2, CHANGE), np.zeros(1, NOW)[0]), search
