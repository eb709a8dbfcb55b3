"""Find open tours from one start to many ends, by rotations.

A *rotation* of a tour replaces one of its moves by a move from its end. The result is a tour with the same start and another
end (see `rotations_kernels`). Random rotations reach nearly all possible ends, in a few rotations per end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from graphs.board import Square
from graphs.leapers import leaper_moves
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.rotations_kernels import replay_rotations, rotate
from solvers.methods.warnsdorff_repair import warnsdorff_repair

PATIENCE = 30  # maximum number of consecutive rotations without a new end, per square
WALKS = 3  # maximum number of tours to rotate per start


class Rotations:
    """A generator of open tours from one start to many ends."""

    def __init__(self, problem: Problem, meter: Meter) -> None:
        assert problem.board is not None
        self.problem, self.meter, self.sides = problem, meter, (problem.board.rows, problem.board.cols)
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
