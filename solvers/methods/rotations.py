"""Find open tours from one start to many ends, by rotations (L. Pósa).

Let a move lead from the end e of a tour a … p q … e to p. A rotation changes the tour to a … p e … q, so the start is the same,
and the new end is q. Random rotations reach nearly all possible ends, in a few rotations per end. A rotation is stored as the
index of the move from e to p in the list of the leaper's moves.

In compiled functions, `board` contains the numbers of rows and columns. Squares are numbered row by row, and `path` contains
those of the tour in order. `moves` has one move per row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numba.extending import register_jitable

from graphs.board import Square
from graphs.leapers import leaper_moves
from solvers.core.budget import Meter
from solvers.core.compiling import jit
from solvers.core.problem import Problem
from solvers.core.splitmix import splitmix_below
from solvers.methods.warnsdorff_repair import reverse_path, warnsdorff_repair

PATIENCE = 30  # maximum number of consecutive rotations without a new end, per square
WALKS = 3  # maximum number of tours to rotate per start

below, reverse = register_jitable(splitmix_below), register_jitable(reverse_path)


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


class Rotations:
    """A generator of open tours from one start to many ends."""

    def __init__(self, problem: Problem, meter: Meter) -> None:
        board = problem.require_board()
        self.problem, self.meter, self.sides = problem, meter, (board.rows, board.cols)
        self.moves = np.array(leaper_moves(problem.leaper))
        self.random = np.array([problem.size], np.uint64)
        self.turns = np.empty(100 * problem.size, np.uint8)
        self.path: Any = None

    def tours(self, start: Square, wanted: Any) -> Iterator[tuple[Any, list[int]]]:
        """Yield tours from `start` to all wanted ends.

        Each tour comes with rotations that lead to other ends. Stop earlier if a limit is reached. Remove the reached ends from
        `wanted`, an array with one bool per square.
        """
        for _ in range(WALKS):
            self.meter.check()
            if not wanted.any() or not self._begin(start):
                return
            path, left = self.path.copy(), wanted.copy()
            left[path[-1]] = False
            turns = self.turns[: self._rotate(left)]
            squares = np.stack(np.divmod(path, self.sides[1]), axis=1)
            self.problem.verify(squares)
            reached = replay_rotations(self.sides, self.moves, path, turns)
            assert len(reached) == len(path), "a rotation uses a move that leaves the board"
            wanted &= ~reached
            yield squares, turns.tolist()

    def _rotate(self, wanted: Any) -> int:
        """Rotate the tour until it has had every wanted end.

        Return the number of rotations up to the last one that reached a wanted end. They are stored in `turns`.
        """
        return rotate(self.sides, self.moves, self.path, wanted, self.random, PATIENCE * self.problem.size, self.turns)

    def _begin(self, start: Square) -> bool:
        """Prepare a tour from `start`, and return whether one was found."""
        here = start[0] * self.sides[1] + start[1]
        if self.path is not None and self.path[0] != here:
            if sum(divmod(int(self.path[-1]), self.sides[1])) % 2 != sum(start) % 2:
                self.path = self.path[::-1].copy()
            if self.path[-1] != here:
                self._rotate(np.arange(self.problem.size) == here)
            self.path = self.path[::-1].copy()
        if self.path is None or self.path[0] != here:
            squares = warnsdorff_repair(self.problem.with_ends(start=start), self.meter.step()).squares
            self.path = None if squares is None else np.array(squares) @ (self.sides[1], 1)
        return self.path is not None
