"""Choose tours of a list by symmetry: one of each orbit, or those that a symmetry maps onto themselves.

Two tours are in one orbit when a symmetry maps the moves of one onto the moves of the other. The smallest tour of each orbit is
chosen, in an order that `symmetry_kernels` defines. So each tour is judged alone, and none has to be kept. Cost: a few
nanoseconds for each tour and symmetry, since almost all comparisons end at the first square.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from graphs.symmetry import Symmetry, symmetries
from solvers.listing.symmetry_kernels import compare_with_images
from solvers.problem import Problem

__all__ = ["Selection", "TourBlock"]


@dataclass(frozen=True, eq=False)
class TourBlock:
    """Some tours of a list, as an array.

    Attributes
    ----------
    rows : integers of shape (tours, squares): the numbers of the squares in the order of the visit, one tour a row.
    squares : the square (or node) with each number.
    maps : the symmetries of the board but the identity; empty where the caller of the list does not need them.
    fixed_by : booleans of shape (tours, maps): whether the map takes the tour onto itself.
    """

    rows: npt.NDArray[Any]
    squares: Sequence[Hashable]
    maps: Sequence[Symmetry]
    fixed_by: npt.NDArray[Any]

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, first: int, behind: int) -> TourBlock:
        """Return the tours from one row up to another, which is left out, without a copy."""
        return replace(self, rows=self.rows[first:behind], fixed_by=self.fixed_by[first:behind])

    def symmetry_names(self, row: int) -> tuple[str, ...]:
        """Return what the symmetries of one tour are called, each name once."""
        return tuple(dict.fromkeys(self.maps[index].name for index in self.fixed_by[row].nonzero()[0].tolist()))


class Selection:
    """Which tours of a problem to choose; all of them where neither condition is set.

    Parameters
    ----------
    problem : the problem.
    squares : the square with each number.
    up_to_symmetry, symmetric : as in `list_tours`.

    Attributes
    ----------
    maps : the symmetries of the board but the identity; none where they are not needed.
    """

    def __init__(self, problem: Problem, squares: Sequence[Any], *, up_to_symmetry: bool, symmetric: bool) -> None:
        self.maps = symmetries(problem.board)[1:] if problem.board is not None and (up_to_symmetry or symmetric) else ()
        self._squares, self._closed, self._symmetric = squares, problem.closed, symmetric
        number = {square: index for index, square in enumerate(squares)}
        images = [[*(number[map_(square)] for square in squares), len(squares)] for map_ in self.maps]
        self._images = np.array(images, np.int32).reshape(len(images), len(squares) + 1)  # last comes "no square"
        self._origins = np.argsort(self._images[:, :-1], axis=1).astype(np.int32)
        self._of_problem = np.array([up_to_symmetry and _keeps(map_, problem) for map_ in self.maps], np.bool_)

    def chosen(self, rows: npt.NDArray[Any]) -> TourBlock:
        """Return the chosen tours of some rows, copied."""
        rows = np.ascontiguousarray(rows, np.int32)
        good, fixed_by = np.ones(len(rows), np.bool_), np.zeros((len(rows), len(self.maps)), np.bool_)
        if self.maps:
            compare_with_images(rows, self._images, self._origins, self._of_problem, self._closed, good, fixed_by)
        if self._symmetric:
            good &= fixed_by.any(axis=1)
        if not good.all():
            rows, fixed_by = rows[good], fixed_by[good]
        return TourBlock(rows, self._squares, self.maps, fixed_by)


def _keeps(symmetry: Symmetry, problem: Problem) -> bool:
    """Return whether a symmetry takes the tours of a problem onto tours of the same problem."""
    ends = {square for square in (problem.start, problem.end) if square is not None}
    if problem.closed and len(ends) < 2:  # a cycle begins anywhere
        return True
    return set(map(symmetry, ends)) == ends
