"""The twin of the walk of `solvers.methods.warnsdorff`, on arrays: the same squares in the same order.

The walk never counts free neighbours: `degree` holds their number for each free square, and a step takes 1 off for each
neighbour of the square that the walk leaves. Every other number, that of a visited square or of the rim of a padded board,
has `TAKEN` more, so that one comparison finds both the free squares and the fewest free neighbours.

Each kernel goes on from the given state until the walk is stuck or has reached a given length.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import uintp

from solvers.jit import inlined, jit_in_place
from solvers.methods.compiled.random_numbers import below

__all__ = ["FREE_BELOW", "TAKEN", "Squares", "TieBreaks", "walk_by_keys", "walk_by_rules"]

TAKEN = 64
FREE_BELOW = 32
"""The degree of a free square is below this, and so is the number of neighbours of any square."""
FIRST, RANDOM, ROTH, POHL = range(4)  # as in TIE_BREAKS


class Squares(NamedTuple):
    """The squares, by numbers, and how the walk goes from one to another.

    Attributes
    ----------
    moves : on a padded board, the difference between the numbers of two squares, for each move; on a graph, the numbers of
        the neighbours of the first square, then of the second, and so on.
    first : on a graph, where in `moves` the neighbours of each square begin, and at last their count; on a padded board empty.
    degree : the number of free neighbours of each square, and `TAKEN` more unless it is free; int8.
    """

    moves: Any
    first: Any
    degree: Any


class TieBreaks(NamedTuple):
    """The tie-breaks of a walk. All but `random` are arrays of whole numbers.

    Attributes
    ----------
    rules : the tie-breaks in their order, each as its index in `TIE_BREAKS`.
    ranks : for `roth`, the rank of each square.
    random : for `random`, the state of the generator: an array of one uint64.
    tied, rank : room for the tied squares, and for their ranks.
    """

    rules: Any
    ranks: Any
    random: Any
    tied: Any
    rank: Any


@jit_in_place
def walk_by_rules(squares: Any, path: Any, length: int, until: int, here: int, tie_breaks: Any) -> Any:
    """Walk on by any tie-breaks.

    Parameters
    ----------
    squares, tie_breaks : see `Squares` and `TieBreaks`.
    path : the numbers of the visited squares in their order; the walk goes on behind the first `length` of them.
    until : the length at which to stop.
    here : the next square to visit.

    Returns
    -------
    The length of the walk, and the next square to visit, or -1 if the walk is stuck.
    """
    moves, first, degree = squares
    rules, ranks, random, tied, rank = tie_breaks
    while length < until:
        degree[here] += TAKEN
        path[length] = here
        length += 1
        ties = _leave(moves, first, degree, here, tied)
        if ties == 0:
            return length, -1
        for rule in rules:
            if ties == 1 or rule == FIRST:
                break
            if rule == RANDOM:
                tied[0] = tied[below(random, ties)]
                break
            for index in range(ties):
                rank[index] = ranks[tied[index]] if rule == ROTH else _free_beyond(moves, first, degree, tied[index])
            ties = _keep_lowest(tied, rank, ties)
        here = tied[0]
    return length, here


@inlined
def _around(moves: Any, first: Any, here: Any) -> Any:
    """Return (base, begin, end): the neighbours of a square are `base + moves[begin:end]`."""
    on_board = first.size == 0
    return here if on_board else 0, 0 if on_board else first[here], moves.size if on_board else first[here + 1]


@inlined
def _leave(moves: Any, first: Any, degree: Any, here: Any, tied: Any) -> Any:
    """Take 1 off the degree of each neighbour; list the free ones that have the fewest in `tied`, and return their number."""
    base, begin, end = _around(moves, first, here)
    fewest, ties = FREE_BELOW, 0
    for index in range(begin, end):
        near = base + moves[index]
        left = degree[near] - 1
        degree[near] = left
        if left < fewest:
            fewest, ties = left, 0
        if left == fewest:
            tied[uintp(ties)] = near
            ties += 1
    return ties if fewest < FREE_BELOW else 0


@inlined
def _keep_lowest(tied: Any, rank: Any, ties: Any) -> Any:
    """Move the tied squares of the lowest rank to the front, and return their number."""
    lowest, kept = rank[0], 0
    for index in range(ties):
        if rank[uintp(index)] < lowest:
            lowest, kept = rank[uintp(index)], 0
        if rank[uintp(index)] == lowest:
            tied[uintp(kept)] = tied[index]
            kept += 1
    return kept


@inlined
def _free_beyond(moves: Any, first: Any, degree: Any, here: Any) -> Any:
    """Return the sum of the free neighbours' own free neighbours: the rank of `pohl`."""
    base, begin, end = _around(moves, first, here)
    total = np.int64(0)
    for index in range(begin, end):
        beyond = degree[base + moves[index]]
        if beyond < FREE_BELOW:
            total += beyond
    return total


@jit_in_place
def walk_by_keys(squares: Any, path: Any, length: int, until: int, here: int, deltas: Any, board: Any, roth: bool) -> Any:
    """Walk on, on a padded board with 8 moves, by `first` or `roth` alone.

    It makes the walk of `walk_by_rules`, faster, because it lists no ties. Each move gets one whole number, its key: the free
    neighbours of the square that it leads to are the highest bits, then, for `roth`, comes how far outwards it leads, then its
    index in the move order. The move with the least key is taken. So no branch depends on the ties, which a processor cannot
    predict.

    How far outwards is the scalar product of the square p where the walk stands, as seen from the centre, and the move m. The
    move leads to the squared distance p·p + 2 p·m + m·m from the centre, and only p·m depends on the move, because all moves of
    a piece are equally long. So the farthest square is the one with the largest product.

    Parameters
    ----------
    squares, until, here : as in `walk_by_rules`; so is what is returned.
    path : the visited squares in their order, as rows (row, col); the walk goes on behind the first `length` of them.
    deltas : the row deltas of the moves, then the column deltas.
    board : the width of the rim and of the padded board, the last row and the last column.
    """
    moves, _, degree = squares
    downs, rights = deltas
    rim, width, last_row, last_col = board
    row, col = here // width - rim, here % width - rim
    while length < until:
        degree[uintp(here)] += TAKEN
        path[length, 0] = row
        path[length, 1] = col
        length += 1
        centre_down, centre_right = 2 * row - last_row, 2 * col - last_col
        least = np.int64(1) << 62
        for index in range(8):
            near = uintp(here + moves[index])
            left = np.int64(degree[near]) - 1
            degree[near] = left
            outwards = downs[index] * centre_down + rights[index] * centre_right if roth else np.int64(0)
            least = min(least, (left << 40) - (outwards << 3) + index)
        if least >= np.int64(FREE_BELOW) << 39:
            return length, -1
        chosen = least & 7
        here += moves[chosen]
        row += downs[chosen]
        col += rights[chosen]
    return length, here
