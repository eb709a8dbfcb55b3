"""Change the end of an open tour by rotations (L. Pósa).

Let a move lead from the end e of a tour a … p q … e to p. A rotation changes the tour to a … p e … q, so the start is the same,
and the new end is q. A rotation is stored as the index of the move from e to p in the list of the leaper's moves.

`board` contains the numbers of rows and columns. Squares are numbered row by row, and `path` contains those of the tour in
order. `moves` has one move per row.
"""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from solvers.core import splitmix
from solvers.core.compiling import jit
from solvers.methods.warnsdorff_repair import reverse_path

below, reverse = register_jitable(splitmix.splitmix_below), register_jitable(reverse_path)


@jit
def rotate(board: Any, moves: Any, path: Any, wanted: Any, random: Any, patience: int, turns: Any) -> int:
    """Rotate a tour at random until it has had every wanted end.

    The found ends become False in `wanted`. The rotations are written to `turns`, whose length is their maximum number. The
    search also stops after `patience` rotations that reach no wanted end, or when no rotation is possible. A rotation to a
    wanted end is preferred to all others.

    Returns the number of rotations up to the last one that reached a wanted end. `path` may contain the tour after later ones.
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
                leads = after < size - 1 and wanted[path[after]]
                if after < size - 1 and leads >= is_new:
                    count = count + 1 if leads == is_new else 1
                    is_new = leads
                    if below(random, count) == 0:
                        first, turn = after, number
        if first < 0:
            break
        reverse(path, place, first, size - 1)
        turns[used] = turn
        used += 1
        if wanted[path[-1]]:
            wanted[path[-1]] = False
            missing -= 1
            last = used
    return last


@jit
def replay_rotations(board: Any, moves: Any, path: Any, turns: Any) -> Any:
    """Repeat rotations of a tour, and return the ends that it had.

    This checks the result of `rotate`. The array is empty if the move of a rotation leads off the board.
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
