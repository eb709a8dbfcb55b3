"""Rotate a tour with a fixed start again and again, to reach every possible end.

Let a move lead from the end e of a tour a … p q … e to p. A rotation changes the tour to a … p e … q, so its new end is q. It
is written as the number of the move from e to p in the list of moves of the leaper.
"""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from solvers import splitmix
from solvers.jit import jit

below = register_jitable(splitmix.below)


@jit
def rotate(board: Any, moves: Any, path: Any, wanted: Any, random: Any, patience: int, turns: Any) -> int:
    """Rotate a tour at random until every wanted end is reached. Rotations to wanted ends are preferred.

    Parameters
    ----------
    board : tuple of int
        The numbers of rows and of columns. Squares are numbered row by row.
    moves : numpy.ndarray
        The moves of the leaper, one per row.
    path : numpy.ndarray
        The squares of the tour. It is updated.
    wanted : numpy.ndarray
        For each square, whether a tour that ends there is wanted. Ends that are reached are removed.
    random : numpy.ndarray
        The state of the random generator.
    patience : int
        Maximum number of rotations in a row that reach no wanted end.
    turns : numpy.ndarray
        Receives the rotations. Its length limits their number.

    Returns
    -------
    int
        The number of rotations until the last wanted end was reached. `path` contains the tour
        after all rotations, including later ones.
    """
    rows, cols = board
    size, missing = len(path), wanted.sum()
    place = path.argsort()
    used = last = 0
    while missing and used < len(turns) and used - last < patience:
        row, col = path[-1] // cols, path[-1] % cols
        count, is_new, first, turn = 0, False, -1, 0
        for number in range(len(moves)):
            down, right = row + moves[number, 0], col + moves[number, 1]
            if 0 <= down < rows and 0 <= right < cols:
                after = place[down * cols + right] + 1
                leads = after < size and wanted[path[min(after, size - 1)]]
                if after < size - 1 and leads >= is_new:
                    count = count + 1 if leads == is_new else 1
                    is_new = leads
                    if below(random, count) == 0:
                        first, turn = after, number
        if first < 0:
            break
        left, right = first, size - 1
        while left <= right:
            path[left], path[right] = path[right], path[left]
            place[path[left]], place[path[right]] = left, right
            left += 1
            right -= 1
        turns[used] = turn
        used += 1
        if wanted[path[-1]]:
            wanted[path[-1]] = False
            missing -= 1
            last = used
    return last


@jit
def replay(board: Any, moves: Any, path: Any, turns: Any) -> Any:
    """Return the ends that the rotations of a tour reach. This function checks the results of `rotate`.

    Parameters
    ----------
    board, moves : tuple of int, numpy.ndarray
        As in `rotate`.
    path : numpy.ndarray
        The squares of a verified tour. It is updated.
    turns : numpy.ndarray
        The rotations.

    Returns
    -------
    numpy.ndarray
        For each square, whether one of the tours ends there. It is empty if a rotation is not possible.
    """
    rows, cols = board
    reached = path < 0
    reached[path[-1]] = True
    for turn in turns:
        row, col = path[-1] // cols + moves[turn, 0], path[-1] % cols + moves[turn, 1]
        if not (0 <= row < rows and 0 <= col < cols):
            return reached[:0]
        first = 0
        while path[first] != row * cols + col:
            first += 1
        path[first + 1 :] = path[first + 1 :][::-1].copy()
        reached[path[-1]] = True
    return reached
