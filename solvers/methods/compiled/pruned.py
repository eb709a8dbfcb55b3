"""The twin of `solvers.methods.pruned`: same options, tours and node counts.

Tours come out of the kernel in blocks, which double in size, so that the first one comes at once and many cost little each.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from graphs.leapers import MoveOrder
from solvers.budget import Meter
from solvers.methods.compiled.arrays import Adjacency, adjacency_of
from solvers.methods.compiled.pruned_kernels import (
    COUNTERS,
    EXHAUSTED,
    FULL,
    IN_BLOCK,
    NODES,
    PAUSED,
    WORK,
    Search,
    begin,
    search_tours,
    two_colours,
)
from solvers.methods.compiled.required_edges_kernels import Edges
from solvers.methods.pruned import LEAST_NODES, is_warnsdorff, table_slots, zobrist_keys
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
    status = PAUSED if search.begin() else EXHAUSTED
    while status != EXHAUSTED:
        status, block, nodes = search.go_on(limit)
        meter.nodes = search.nodes
        if len(block):
            yield block, nodes
        if status == PAUSED or (status == FULL and meter.seconds_left == 0):
            limit = meter.more(search.nodes, ALL)
    meter.nodes = search.nodes


class _Search:
    """One search. `pruned_kernels.Search` says what each array holds."""

    def __init__(self, problem: Problem, adjacency: Adjacency, fewest_first: bool, one_direction: bool, meter: Meter) -> None:
        self.size, self.fewest_first, self.one_direction = problem.size, fewest_first, one_direction
        self.start = -1 if problem.start is None else adjacency.number(problem.start)
        self.end = -1 if problem.end is None or problem.end == problem.start else adjacency.number(problem.end)
        self.root = max(self.start, 0) if problem.closed else self.size
        first, heads = adjacency.first.astype(np.int64), adjacency.heads.astype(np.int64)
        colours = two_colours(first, heads)
        meter.check()
        self.edges = _edges(*((first, heads) if problem.closed else _with_apex(first, heads)))
        meter.check()
        self.slots = table_slots(len(self.edges.left))
        self.search = self._state(len(self.edges.left), colours, meter)

    def _state(self, vertices: int, colours: Any, meter: Meter) -> Search:
        words = vertices // 64 + 1
        block, block_nodes = self._block(1)
        return Search(
            path=np.zeros(vertices + 1, np.int64),
            mark=np.zeros(vertices + 1, np.int64),
            nodes=np.zeros(vertices + 1, np.int64),
            tours=np.zeros(vertices + 1, np.int64),
            hashed=np.zeros(vertices + 1, np.int64),
            progress=np.zeros(vertices + 1, np.int64),
            choices=np.zeros(len(self.edges.heads) + 1, np.int64),
            next_choice=np.zeros(vertices + 1, np.int64),
            choices_end=np.zeros(vertices + 1, np.int64),
            on_path=np.zeros(vertices, np.bool_),
            visited=np.zeros(words, np.uint64),
            keys=np.array(zobrist_keys(vertices, meter.watched), np.int64),
            table=np.zeros((self.slots, words + 1), np.uint64),
            colours=colours,
            is_end=np.arange(vertices) == self.end,
            block=block,
            block_nodes=block_nodes,
            counters=np.zeros(COUNTERS, np.int64),
        )

    def _block(self, rows: int) -> tuple[Block, Block]:
        return np.zeros((rows, self.size), np.int64), np.zeros(rows, np.int64)

    @property
    def nodes(self) -> int:
        return int(self.search.counters[NODES])

    def begin(self) -> bool:
        """Place the root; return False where there is no tour."""
        return bool(begin(self.edges, self.search, self.root, self.start, self.end, self.fewest_first))

    def go_on(self, limit: int) -> tuple[int, Block, Block]:
        """Search on; return how it stopped, the tours that it found, and the number of nodes at each."""
        state = self.search
        if state.counters[IN_BLOCK] == len(state.block) and 2 * state.block.size <= BLOCK:
            block, block_nodes = self._block(2 * len(state.block))
            self.search = state = state._replace(block=block, block_nodes=block_nodes)
        state.counters[IN_BLOCK], state.counters[WORK] = 0, SLICE
        status = search_tours(self.edges, state, self.fewest_first, self.one_direction, self.slots, LEAST_NODES, limit)
        found = int(state.counters[IN_BLOCK])
        return int(status), state.block[:found], state.block_nodes[:found]


def _with_apex(first: Block, heads: Block) -> tuple[Block, Block]:
    """Return the adjacency with the apex, which is next to all other vertices, and has the highest number."""
    size = len(first) - 1
    with_apex = np.concatenate([np.insert(heads, first[1:], size), np.arange(size)])
    return np.append(first + np.arange(size + 1), len(with_apex)), with_apex


def _edges(first: Block, heads: Block) -> Edges:
    vertices = len(first) - 1
    degrees = np.diff(first)
    tails = np.repeat(np.arange(vertices), degrees)
    pairs, edge = np.unique(np.minimum(tails, heads) * vertices + np.maximum(tails, heads), return_inverse=True)
    one, other = np.divmod(pairs, vertices)
    return Edges(
        first=first,
        heads=heads,
        edge=edge.astype(np.int64),
        one=one,
        other=other,
        state=np.zeros(len(pairs), np.int64),
        left=degrees,
        fixed=np.zeros(vertices, np.int64),
        far_end=np.arange(vertices),
        trail=np.zeros(len(pairs), np.int64),
        trail_one=np.zeros(len(pairs), np.int64),
        trail_other=np.zeros(len(pairs), np.int64),
        tight=np.zeros(vertices + 1, np.int64),
        counters=np.zeros(4, np.int64),
        number=np.full(vertices, -1),
        low=np.zeros(vertices, np.int64),
        parent=np.zeros(vertices, np.int64),
        place=np.zeros(vertices, np.int64),
    )
