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
from solvers.methods.compiled.required_edges_kernels import ARC, CHANGE, EDGE, NOW, VERTEX, Edges
from solvers.methods.pruned import is_warnsdorff, table_slots, zobrist_keys
from solvers.problem import Problem

__all__ = ["tour_blocks", "tours"]

SLICE = 2**20
"""Work between two looks at the clock: some milliseconds."""
ALL = 2**62
"""More nodes than are ever placed, so that the kernel stops at the node limit only."""
BLOCK = 2**20
"""The most numbers in a block of tours."""

Block: TypeAlias = npt.NDArray[np.int64]


def tours(problem: Problem, meter: Meter, *, move_order: MoveOrder, choose: str) -> Iterator[list[Hashable]]:
    """Yield every tour, in the order of the search; at each yield, `meter.nodes` is the number of squares placed so far."""
    adjacency = adjacency_of(problem, move_order, meter)
    for block, nodes in tour_blocks(problem, adjacency, meter, choose=choose):
        for row, count in zip(block.tolist(), nodes.tolist(), strict=True):
            meter.nodes = count
            yield [adjacency.squares[index] for index in row]


def tour_blocks(
    problem: Problem, adjacency: Adjacency, meter: Meter, *, choose: str = "order", one_direction: bool = False
) -> Iterator[tuple[Block, Block]]:
    """Yield the tours in blocks: an array of square numbers, one tour a row, and the number of nodes at each tour.

    After the last block, `meter.nodes` is that of the whole search. The next block overwrites the arrays.

    Parameters
    ----------
    problem, meter, choose : as in `solvers.methods.pruned.pruned`.
    adjacency : the neighbours of each square, in the move order.
    one_direction : a tour and its reverse come once, as the one that the search finds first. This takes half of the work.

    Raises
    ------
    BudgetSpent : the budget ran out.
    """
    fewest_first = is_warnsdorff(choose)
    if problem.size == 1:
        meter.check()
        meter.nodes = 1
        yield np.zeros((1, 1), np.int64), np.ones(1, np.int64)
        return
    search = _Search(problem, adjacency, fewest_first, one_direction, meter)
    limit = meter.more(0, ALL)
    while search.status != EXHAUSTED:
        block, nodes = search.go_on(limit)
        meter.nodes = search.nodes
        if len(block):
            yield block, nodes
        if search.status == PAUSED or (search.status == FULL and meter.seconds_left == 0):
            limit = meter.more(search.nodes, ALL)
    meter.nodes = search.nodes


class _Search:
    """One search. `pruned_kernels.Search` says what each array holds."""

    def __init__(self, problem: Problem, adjacency: Adjacency, fewest_first: bool, one_direction: bool, meter: Meter) -> None:
        start = -1 if problem.start is None else adjacency.number(problem.start)
        end = -1 if problem.end is None or problem.end == problem.start else adjacency.number(problem.end)
        first, heads = adjacency.first.astype(np.int64), adjacency.heads.astype(np.int64)
        meter.check()
        self.edges = _edges(*((first, heads) if problem.closed else _with_apex(first, heads)))
        meter.check()
        vertices, size = self.edges.vertices, len(self.edges.vertices) - 1
        self.status = EXHAUSTED if vertices["left"][:size].min() < 2 else PAUSED
        keys = zobrist_keys(size, meter.watched)
        vertices["visited_key"][:size], vertices["last_key"][:size] = keys[:size], keys[size:]
        vertices["is_end"][end] = end >= 0
        words = size // 64 + 1
        self.search = Search(
            steps=np.zeros(size + 1, STEP),
            choices=np.zeros(len(self.edges.arcs) + 1, np.int64),
            visited=np.zeros(words, np.uint64),
            table=np.zeros((table_slots(size), words + 1), np.uint64),
            block=np.zeros((1, problem.size), np.int64),
            block_nodes=np.zeros(1, np.int64),
            at=np.zeros(1, AT)[0],
        )
        root = max(start, 0) if problem.closed else problem.size
        self.at = self.search.at
        for name, value in {"root": root, "start": start, "end": end, "depth": -1}.items():
            self.at[name] = value
        self.at["fewest_first"], self.at["one_direction"] = fewest_first, one_direction

    @property
    def nodes(self) -> int:
        return int(self.at["nodes"])

    def go_on(self, limit: int) -> tuple[Block, Block]:
        """Search on; return the tours that were found, and the number of nodes at each."""
        rows, size = self.search.block.shape
        if self.at["in_block"] == rows and 2 * rows * size <= BLOCK:
            block, block_nodes = np.zeros((2 * rows, size), np.int64), np.zeros(2 * rows, np.int64)
            self.search = self.search._replace(block=block, block_nodes=block_nodes)
        self.at["in_block"], self.at["work"], self.at["limit"] = 0, SLICE, limit
        self.status = search_tours(self.edges, self.search)
        found = int(self.at["in_block"])
        return self.search.block[:found], self.search.block_nodes[:found]


def _with_apex(first: Block, heads: Block) -> tuple[Block, Block]:
    """Return the adjacency with the apex, which is next to all other vertices, and has the highest number."""
    size = len(first) - 1
    with_apex = np.concatenate([np.insert(heads, first[1:], size), np.arange(size)])
    return np.append(first + np.arange(size + 1), len(with_apex)), with_apex


def _edges(first: Block, heads: Block) -> Edges:
    size, degrees = len(first) - 1, np.diff(first)
    vertices, arcs = np.zeros(size + 1, VERTEX), np.zeros(len(heads), ARC)
    tails = np.repeat(np.arange(size), degrees)
    pairs, arcs["edge"] = np.unique(np.minimum(tails, heads) * size + np.maximum(tails, heads), return_inverse=True)
    edges = np.zeros(len(pairs), EDGE)
    edges["one"], edges["other"] = np.divmod(pairs, size)
    arcs["head"] = heads
    vertices["first"], vertices["left"][:size], vertices["far_end"] = first, degrees, np.arange(size + 1)
    vertices["colour"] = UNCOLOURED
    tight, now = np.zeros(size + 1, np.int64), np.zeros(1, NOW)[0]
    (only_two,) = np.nonzero(degrees == 2)
    tight[: len(only_two)], now["tight"] = only_two, len(only_two)
    return Edges(vertices, arcs, edges, np.zeros(len(pairs), CHANGE), tight, now)
