"""The walk of Warnsdorff's rule on a padded board or on compressed adjacency, with the degrees kept up to date.

`degree` holds for each free square its number of free neighbours, and for every other square, and the padding, 64 more.
A walk goes on from its state until it ends or has made as many steps as it may.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, uint64, uintp

from solvers.methods.compiled.jit import jit

__all__ = [
    "FIRST",
    "FREE_BELOW",
    "POHL",
    "RANDOM",
    "ROTH",
    "SQUIRREL",
    "TAKEN",
    "walk_on_adjacency",
    "walk_on_board",
    "walk_with_one_rule",
]

TAKEN = 64
FREE_BELOW = 32
FIRST, RANDOM, ROTH, POHL, SQUIRREL = range(5)


@njit(inline="always")
def _on_board(moves: Any, first: Any, place: Any, index: Any) -> Any:
    return place + moves[index]


@njit(inline="always")
def _moves_on_board(moves: Any, first: Any, place: Any) -> Any:
    return len(moves)


@njit(inline="always")
def _on_adjacency(heads: Any, first: Any, place: Any, index: Any) -> Any:
    return heads[first[place] + index]


@njit(inline="always")
def _moves_on_adjacency(heads: Any, first: Any, place: Any) -> Any:
    return first[place + 1] - first[place]


@njit(inline="always")
def _draw(state: Any) -> Any:
    """The next 32 bits of `solvers.splitmix.SplitMix64`."""
    state[0] += uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> uint64(27))) * uint64(0x94D049BB133111EB)
    return np.int64((mixed ^ (mixed >> uint64(31))) >> uint64(32))


def _walk(neighbour: Any, moves_of: Any) -> Callable[..., Any]:
    """The walk, for one way of reaching the neighbours of a place."""

    @njit(inline="always")
    def pohl(moves: Any, first: Any, degree: Any, place: Any) -> Any:
        total = 0
        for index in range(moves_of(moves, first, place)):
            near = degree[neighbour(moves, first, place, index)]
            if near < 32:
                total += near
        return total

    @jit
    def walk(
        moves: Any,
        first: Any,
        degree: Any,
        path: Any,
        length: int,
        rules: Any,
        nearness: Any,
        state: Any,
        stages: Any,
        stage: int,
        until: int,
    ) -> Any:
        ties = np.empty(moves_of(moves, first, path[length - 1]) + 64, np.int64)
        while length < until:
            place = path[length - 1]
            fewest, count = 32, 0
            chosen = place
            for index in range(moves_of(moves, first, place)):
                near = neighbour(moves, first, place, index)
                left = degree[near] - 1
                degree[near] = left
                if left < fewest:
                    fewest, chosen, count = left, near, 1
                elif left == fewest:
                    count += 1
            if fewest == 32:
                return length, stage, True
            if count > 1 and rules[0] != FIRST:
                if len(ties) < moves_of(moves, first, place):
                    ties = np.empty(2 * moves_of(moves, first, place), np.int64)
                count = 0
                for index in range(moves_of(moves, first, place)):
                    near = neighbour(moves, first, place, index)
                    if degree[near] == fewest:
                        ties[count] = near
                        count += 1
                for rule in rules:
                    if count == 1:
                        break
                    if rule == FIRST:
                        count = 1
                    elif rule == RANDOM:
                        ties[0] = ties[(_draw(state) * count) >> 32]
                        count = 1
                    else:
                        if rule == SQUIRREL:
                            while stages[stage, 8] >= 0 and degree[stages[stage, 8]] >= 32:
                                stage += 1
                        best, kept = np.int64(1) << 60, 0
                        for index in range(count):
                            near = ties[index]
                            if rule == ROTH:
                                rank = np.int64(nearness[near])
                            elif rule == POHL:
                                rank = np.int64(pohl(moves, first, degree, near))
                            else:
                                rank = np.int64(0)
                                while stages[stage, rank] != near - place:
                                    rank += 1
                            if rank < best:
                                best, kept = rank, 0
                            if rank == best:
                                ties[kept] = near
                                kept += 1
                        count = kept
                chosen = ties[0]
            degree[chosen] += TAKEN
            path[length] = chosen
            length += 1
        return length, stage, False

    return walk


walk_on_board = _walk(_on_board, _moves_on_board)
walk_on_adjacency = _walk(_on_adjacency, _moves_on_adjacency)


@njit(inline="always")
def _one_less(degree: Any, place: Any) -> Any:
    left = np.int64(degree[uintp(place)]) - 1
    degree[uintp(place)] = left
    return left


@jit
def walk_with_one_rule(
    moves: Any, downs: Any, rights: Any, degree: Any, path: Any, length: int, outward: bool, board: Any, until: int
) -> Any:
    """The walk on a padded board of a piece with 8 moves, ties to the first (or, `outward`, to the farthest from the centre).

    It does what `walk_on_board` does with the rule FIRST or ROTH alone, without a list of ties. A degree, how little a move
    leads outwards, and the number of the move make one number, so that the least of them is the move to take. All moves of
    a piece are equally long: of two, that one leads farther from the centre which has more of the way outwards in it. So no
    branch depends on the ties, which no processor could foretell. `path` has the rows
    (row, col), and its last row so far is where the walk stands; `board` holds the place of (0, 0), the padded width, the
    last row and the last column.
    """
    origin, width, bottom, right = board
    row, col = np.int64(path[length - 1, 0]), np.int64(path[length - 1, 1])
    place = origin + row * width + col
    while length < until:
        best = np.int64(1) << 62
        if outward:
            below, beside = 2 * row - bottom, 2 * col - right
            for index in range(8):
                left = _one_less(degree, place + moves[index])
                best = min(best, (left << 40) - ((downs[index] * below + rights[index] * beside) << 3) + index)
            stuck = best >= np.int64(FREE_BELOW) << 39
        else:
            for index in range(8):
                best = min(best, (_one_less(degree, place + moves[index]) << 3) + index)
            stuck = best >= FREE_BELOW << 3
        if stuck:
            return length, True
        chosen = best & 7
        place += moves[chosen]
        row += downs[chosen]
        col += rights[chosen]
        degree[uintp(place)] += TAKEN
        path[length, 0] = row
        path[length, 1] = col
        length += 1
    return length, False
