"""Arrays of tours: filter them by symmetry, and convert them to text.

Two tours are in the same symmetry class if a symmetry of the board maps the moves of one onto the moves of the other. The
smallest tour of each class is selected (`_compare_with_images` defines the order), so no other tour has to be stored.

For the conversion, the texts of all squares are rows of an array, padded with zero bytes. numpy gathers the rows of all tours,
and at the end, the zero bytes are deleted.

The selection takes a few nanoseconds per tour and symmetry, because almost all comparisons end at the first square. The
conversion takes well under a microsecond per tour of 6x6.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from graphs.board import Board
from graphs.symmetry import Symmetry, symmetries
from graphs.text import square_text
from solvers.core.compiling import jit
from solvers.core.problem import Problem

Letters: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class TourBlock:
    """An array of tours: one row of square indices per tour."""

    rows: npt.NDArray[Any]  # indices in `squares`, of shape (tours, squares)
    squares: Sequence[Hashable]
    maps: Sequence[Symmetry]  # all except the identity; empty if none are needed
    fixed_by: npt.NDArray[Any]  # whether a tour is its own image, of shape (tours, symmetries)

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, first: int, behind: int) -> TourBlock:
        """Return the tours in the rows `first` to `behind` - 1."""
        return replace(self, rows=self.rows[first:behind], fixed_by=self.fixed_by[first:behind])

    def symmetry_names(self, row: int) -> tuple[str, ...]:
        """Return the names of the symmetries that map a tour to itself."""
        return tuple(dict.fromkeys(self.maps[index].name for index in self.fixed_by[row].nonzero()[0].tolist()))


def tour_block_selection(
    problem: Problem, squares: Sequence[Any], *, up_to_symmetry: bool, symmetric: bool
) -> Callable[[npt.NDArray[Any]], TourBlock]:
    """Return a function that filters the tours in an array by symmetry."""
    maps = symmetries(problem.board)[1:] if problem.board is not None and (up_to_symmetry or symmetric) else ()
    number = {square: index for index, square in enumerate(squares)}
    images = np.array([[*(number[map_(square)] for square in squares), len(squares)] for map_ in maps], np.int32)
    origins = np.argsort(images[:, :-1], axis=1).astype(np.int32) if maps else images
    of_problem = np.array([up_to_symmetry and _preserves_tours(map_, problem) for map_ in maps], np.bool_)

    def chosen(rows: npt.NDArray[Any]) -> TourBlock:
        rows = np.ascontiguousarray(rows, np.int32)
        good, fixed_by = np.ones(len(rows), np.bool_), np.zeros((len(rows), len(maps)), np.bool_)
        if maps:
            _compare_with_images(rows, images, origins, of_problem, problem.closed, bool(problem.steps), good, fixed_by)
        if symmetric:
            good &= fixed_by.any(axis=1)
        if not good.all():
            rows, fixed_by = rows[good], fixed_by[good]
        return TourBlock(rows, squares, maps, fixed_by)

    return chosen


def _preserves_tours(symmetry: Symmetry, problem: Problem) -> bool:
    """Return whether a symmetry maps each tour of a problem to another."""
    ends = {square for square in (problem.start, problem.end) if square is not None}
    if problem.steps:
        return all(symmetry(square) == square for square in (*ends, *problem.steps.values()))
    if problem.closed and len(ends) < 2:  # a cycle may begin anywhere
        return True
    return set(map(symmetry, ends)) == ends


@jit
def _compare_with_images(
    rows: Any, images: Any, origins: Any, of_problem: Any, closed: bool, directed: bool, smallest: Any, fixed_by: Any
) -> None:
    """Compare each tour with its images under the symmetries of the board.

    `smallest` becomes False if an image is smaller, and `fixed_by` True if an image is equal.

    A tour is compared as a list: the two neighbours of square 0 in the tour, the smaller one first, then those of square 1, and
    so on. At an end of an open tour, "no square" is the second neighbour; its number is the number of squares.

    Each row of `images` has the images of all squares and of "no square"; `origins` is the inverse. Only symmetries in
    `of_problem` clear `smallest`, and end the comparison. If `directed`, a tour and its reverse are two tours.
    """
    tours, size = rows.shape
    low, high = np.empty(size, np.int32), np.empty(size, np.int32)
    for tour in range(tours):
        row = rows[tour]
        for place in range(size):
            before = row[place - 1] if closed or place > 0 else size
            after = row[(place + 1) % size] if closed or place + 1 < size else size
            low[row[place]], high[row[place]] = min(before, after), max(before, after)
        for index in range(images.shape[0]):
            order = 0
            for square in range(size):
                origin = origins[index, square]
                one, other = images[index, low[origin]], images[index, high[origin]]
                if one > other:
                    one, other = other, one
                order = one - low[square] if one != low[square] else other - high[square]
                if order != 0:
                    break
            fixed_by[tour, index] = order == 0
            if order == 0 and directed:
                for square in row:
                    order = images[index, square] - square
                    if order != 0:
                        break
            if order < 0 and of_problem[index]:
                smallest[tour] = False
                break


def block_squares_text(block: TourBlock) -> str:
    """Return tours as text, one line `0,0 1,2 2,0 …` per tour."""
    return _lines(block, list(map(square_text, block.squares)))


def block_jsonl_text(block: TourBlock, *, symmetries: bool = False) -> str:
    """Return tours as JSON lines `{"tour": [[0, 0], [1, 2], …]}`."""
    ends, kind = ["]}"], None
    if symmetries:  # there are few different sets of symmetries
        _, first, kind = np.unique(np.packbits(block.fixed_by, axis=1), axis=0, return_index=True, return_inverse=True)
        ends = [f'], "symmetries": {json.dumps(block.symmetry_names(row))}}}' for row in first.tolist()]
    return _lines(block, list(map(json.dumps, block.squares)), '{"tour": [', ", ", ends, kind)


def block_grid_text(block: TourBlock, board: Board) -> str:
    """Return tours as text, one grid of step numbers per tour."""
    tours, size = block.rows.shape
    width = len(str(size))
    visits = np.empty((tours, size), np.int64)
    np.put_along_axis(visits, block.rows.astype(np.int64), np.arange(size), axis=1)
    blank = "\n".join(" ".join("#".rjust(width) for _ in range(board.cols)) for _ in range(board.rows)) + "\n\n"
    page = np.tile(np.frombuffer(blank.encode(), np.uint8), (tours, 1))
    cells = page[:, :-1].reshape(tours, board.rows, board.cols, width + 1)
    rows, cols = np.array(block.squares).T
    cells[:, rows, cols, :width] = _texts(str(number).rjust(width) for number in range(1, size + 1))[visits]
    return _text(page)


def _lines(
    block: TourBlock, words: Sequence[str], head: str = "", between: str = " ", ends: Sequence[str] = ("",), kind: Any = None
) -> str:
    """Return tours as text, one line per tour.

    A line is `head`, the words separated by `between`, and the element of `ends` that `kind` selects.
    """
    first = _texts(head + word for word in words)[block.rows[:, 0]]
    others = _texts(between + word for word in words)[block.rows[:, 1:]].reshape(len(block), -1)
    tails = _texts(f"{end}\n" for end in ends)[np.zeros(len(block), np.intp) if kind is None else kind.reshape(-1)]
    return _text(np.concatenate([first, others, tails], axis=1))


def _texts(texts: Iterable[str]) -> Letters:
    """Return texts as rows of a byte array, padded with zeros."""
    coded = np.array([text.encode() for text in texts])
    return coded.view(np.uint8).reshape(len(coded), -1)


def _text(letters: Letters) -> str:
    """Decode an array of bytes, ignoring zeros."""
    return letters.tobytes().translate(None, b"\0").decode()
