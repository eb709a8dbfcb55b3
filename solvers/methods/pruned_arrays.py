"""Compiled version of `solvers.methods.pruned`, with the same options, tours and numbers of search nodes.

A loop in Python calls the kernel `search_tours` (`pruned_kernels`), which writes the tours that it finds into an array, the
*block*. The kernel continues the search until the block is full, the search is exhausted, the node limit is reached, or the
clock must be checked. Then Python yields the tours, checks the budget, and calls the kernel again. The first block holds one
tour, and each full block is replaced by one of twice the size, up to a maximum. So the first tour is yielded as soon as it is
found, and later tours take little time each.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from graphs.leapers import MoveOrder
from graphs.obstructions import squares_at_steps
from solvers.core.meter import Meter
from solvers.core.outcome import Outcome, first_found
from solvers.core.problem import Problem
from solvers.methods.arrays import Adjacency, adjacency_of
from solvers.methods.pruned_kernels import AT, EXHAUSTED, FULL, PAUSED, STEP, UNCOLOURED, Search, search_tours
from solvers.methods.refuted_states import table_slots, zobrist_keys
from solvers.methods.required_edges_kernels import ARC, CHANGE, NONE, VERTEX

SLICE = 2**20
"""Amount of work between two checks of the clock, in units of a few nanoseconds."""
ALL = 2**62
"""Node limit if the budget has none: a number that no search reaches."""
BLOCK = 2**20
"""Maximum size of a block of tours: the number of squares of one tour times the number of tours."""
PREPARING = 3e-7
"""Approximate time to fill the arrays and to apply the pruning rules once before the search, in seconds per arc. An arc is one
direction of an edge."""

Block: TypeAlias = npt.NDArray[np.int64]


def run(problem: Problem, meter: Meter, *, move_order: MoveOrder) -> Outcome:
    """Search for a tour as the solver `pruned` does.

    Parameters
    ----------
    problem : Problem
        The problem.
    meter : Meter
        The budget.
    move_order : str or sequence of moves
        The order in which the neighbours of a square are tried.

    Returns
    -------
    Outcome
        The first tour, or IMPOSSIBLE if the search is exhausted.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded.
    """
    return first_found(tours(problem, meter, move_order=move_order), meter)


def tours(problem: Problem, meter: Meter, *, move_order: MoveOrder) -> Iterator[list[Hashable]]:
    """Yield every tour, in the order in which the search finds them.

    Parameters
    ----------
    problem : Problem
        The problem.
    meter : Meter
        The budget. At each yield, `meter.nodes` is the number of search nodes so far.
    move_order : str or sequence of moves
        The order in which the neighbours of a square are tried.

    Yields
    ------
    list
        The squares of a tour.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded.
    """
    adjacency = adjacency_of(problem, move_order, meter)
    for block, nodes in tour_blocks(problem, adjacency, meter):
        for row, count in zip(block.tolist(), nodes.tolist(), strict=True):
            meter.nodes = count
            yield [adjacency.squares[index] for index in row]


def tour_blocks(
    problem: Problem, adjacency: Adjacency, meter: Meter, *, one_direction: bool = False
) -> Iterator[tuple[Block, Block]]:
    """Yield all tours, in blocks (arrays with one tour per row).

    Parameters
    ----------
    problem : Problem
        The problem.
    adjacency : Adjacency
        The neighbours of each square, in the move order.
    meter : Meter
        The budget. After the last block, `meter.nodes` is the number of search nodes of the whole search.
    one_direction : bool, optional
        If True, a tour is yielded only if its reverse has not been yielded before (default: False). This halves the work.

    Yields
    ------
    block : numpy.ndarray
        One tour per row: its squares as numbers, in visiting order. The array is overwritten when the next block is requested.
    nodes : numpy.ndarray
        For each of these tours, the number of search nodes up to the time when it was found. This array is also overwritten.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded.
    """
    if problem.size == 1:
        meter.check()
        meter.nodes = 1
        yield np.zeros((1, 1), np.int64), np.ones(1, np.int64)
        return
    search = _initial_state(problem, adjacency, meter)
    at = search.at
    at["one_direction"], at["limit"] = one_direction, meter.more(0, ALL)
    status = EXHAUSTED if search.vertices["left"].min() < 2 else PAUSED
    while status != EXHAUSTED:
        at["in_block"], at["work"] = 0, SLICE
        status = search_tours(search)
        nodes, in_block = int(at["nodes"]), int(at["in_block"])
        if in_block:
            yield search.block[:in_block], search.block_nodes[:in_block]
        meter.nodes = nodes
        if status == PAUSED or (status == FULL and meter.seconds_left == 0):
            at["limit"] = meter.more(nodes, ALL)
        if status == FULL and 2 * search.block.size <= BLOCK:
            search = search._replace(block=np.tile(search.block, (2, 1)), block_nodes=np.tile(search.block_nodes, 2))


def _initial_state(problem: Problem, adjacency: Adjacency, meter: Meter) -> Search:
    """Return the state of the search before the first search node."""
    squares, first, heads = problem.size, adjacency.first.astype(np.int64), adjacency.heads
    meter.require_seconds(len(heads) * PREPARING, f"preparing a search with {len(heads):,} arcs")
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
    keys = zobrist_keys(size, meter)
    vertices["visited_key"], vertices["last_key"] = keys[:size], keys[size:]
    table, block = np.zeros((table_slots(size), words + 1), np.uint64), np.zeros((1, squares), np.int64)
    rooms = np.zeros(size, np.uint32), np.zeros(len(arcs) // 2, CHANGE), np.zeros(size, STEP), np.zeros(words, np.uint64)
    layers = _layers(problem, meter, rooms[2]["layer"][size - squares :])
    return Search(vertices, arcs, *rooms, table, block, np.zeros(1, np.int64), layers, at)


def _layers(problem: Problem, meter: Meter, layer_of: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return the array `Search.layers`: one row per different set of squares that a tour can visit at a step.

    For each step of the tour, the index of its row is written to `layer_of`.
    """
    neighbours = problem.neighbours(meter)
    at_step = squares_at_steps(neighbours, problem, meter.watched)
    number = {layer: place for place, layer in enumerate(dict.fromkeys(at_step))}
    rows = [np.fromiter(map(layer.__contains__, neighbours), np.bool_) for layer in meter.watched(number)]
    layer_of[: len(at_step)] = [number[layer] for layer in at_step]
    return np.array(rows, np.bool_).reshape(-1, problem.size)
