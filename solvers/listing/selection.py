"""Choose tours of a list by symmetry: one of each orbit, or those that a symmetry maps onto themselves.

Two tours are in one orbit when a symmetry maps the moves of one onto the moves of the other. The smallest tour of each orbit is
chosen, in an order that `symmetry_kernels` defines. So each tour is judged alone, and none has to be kept. Cost: a few
nanoseconds for each tour and symmetry, since almost all comparisons end at the first square.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from graphs.symmetry import Symmetry, symmetries
from solvers.listing.symmetry_kernels import compare_with_images
from solvers.listing.tours import TourBlock
from solvers.problem import Problem

__all__ = ["Selection"]


@dataclass(frozen=True, eq=False)
class Selection:
    """Which tours of a problem to choose; without maps all of them.

    Attributes
    ----------
    squares : the square with each number.
    closed : whether the tours are closed.
    up_to_symmetry, symmetric : as in `list_tours`.
    maps : the symmetries of the board but the identity.
    images : shape (maps, squares + 1): the number of the square onto which a map takes a square; last comes "no square".
    origins : shape (maps, squares): the number of the square that a map takes onto a square.
    of_problem : booleans: whether the map takes the problem onto itself.
    """

    squares: Sequence[Hashable]
    closed: bool
    up_to_symmetry: bool
    symmetric: bool
    maps: tuple[Symmetry, ...]
    images: npt.NDArray[np.int32]
    origins: npt.NDArray[np.int32]
    of_problem: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, problem: Problem, squares: Sequence[Any], up_to_symmetry: bool, symmetric: bool) -> Selection:
        """Return the selection of a problem's tours."""
        board = problem.board
        maps = () if board is None or not (up_to_symmetry or symmetric) else symmetries(board)[1:]
        number = {square: index for index, square in enumerate(squares)}
        images = np.array([[*(number[map_(square)] for square in squares), len(squares)] for map_ in maps], np.int32)
        images = images.reshape(len(maps), len(squares) + 1)
        origins = np.argsort(images[:, :-1], axis=1).astype(np.int32)
        of_problem = np.array([_keeps(map_, problem) for map_ in maps], np.bool_)
        return cls(squares, problem.closed, up_to_symmetry, symmetric, maps, images, origins, of_problem)

    def chosen(self, rows: npt.NDArray[Any]) -> TourBlock:
        """Return the chosen tours of some rows, copied."""
        rows = np.ascontiguousarray(rows, np.int32)
        fixed_by = np.zeros((len(rows), len(self.maps)), np.bool_)
        if self.maps or self.symmetric:
            good = np.ones(len(rows), np.bool_)
            of_problem = self.of_problem & self.up_to_symmetry
            compare_with_images(rows, self.images, self.origins, of_problem, self.closed, good, fixed_by)
            if self.symmetric:
                good &= fixed_by.any(axis=1)
            rows, fixed_by = rows[good], fixed_by[good]
        return TourBlock(rows, self.squares, self.maps, fixed_by)


def _keeps(symmetry: Symmetry, problem: Problem) -> bool:
    """Return whether a symmetry takes the tours of a problem onto tours of the same problem."""
    ends = {square for square in (problem.start, problem.end) if square is not None}
    if problem.closed and len(ends) < 2:  # a cycle begins anywhere
        return True
    return set(map(symmetry, ends)) == ends
