"""Blocks of tours, as arrays: choose some by symmetry, or turn them into text, without a loop over tours in Python.

Two tours are in one orbit when a symmetry maps the moves of one onto the moves of the other. The smallest tour of each orbit is
chosen, in an order that `_compare_with_images` defines. So each tour is judged alone, and none has to be kept. Cost: a few
nanoseconds for each tour and symmetry, since almost all comparisons end at the first square.

As text, a tour of 6x6 takes well under a microsecond. The text of each entry is in an array of fixed width, which numpy
gathers; narrower entries are filled up by zero bytes, and those are deleted at the end.
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
from solvers.jit import jit
from solvers.problem import Problem

__all__ = ["TourBlock", "grid_text", "jsonl_text", "selection", "squares_text"]

Letters: TypeAlias = npt.NDArray[np.uint8]


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


def selection(
    problem: Problem, squares: Sequence[Any], *, up_to_symmetry: bool, symmetric: bool
) -> Callable[[npt.NDArray[Any]], TourBlock]:
    """Return the function that chooses some of the tours in an array, and copies them.

    Parameters
    ----------
    problem : the problem.
    squares : the square with each number.
    up_to_symmetry, symmetric : as in `list_tours`; where neither is set, all tours are chosen.
    """
    maps = symmetries(problem.board)[1:] if problem.board is not None and (up_to_symmetry or symmetric) else ()
    number = {square: index for index, square in enumerate(squares)}
    images = np.array([[*(number[map_(square)] for square in squares), len(squares)] for map_ in maps], np.int32)
    origins = np.argsort(images[:, :-1], axis=1).astype(np.int32) if maps else images
    of_problem = np.array([up_to_symmetry and _keeps(map_, problem) for map_ in maps], np.bool_)

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


def _keeps(symmetry: Symmetry, problem: Problem) -> bool:
    """Return whether a symmetry takes the tours of a problem onto tours of the same problem."""
    ends = {square for square in (problem.start, problem.end) if square is not None}
    if problem.steps:
        return all(symmetry(square) == square for square in (*ends, *problem.steps.values()))
    if problem.closed and len(ends) < 2:  # a cycle begins anywhere
        return True
    return set(map(symmetry, ends)) == ends


@jit
def _compare_with_images(
    rows: Any, images: Any, origins: Any, of_problem: Any, closed: bool, directed: bool, smallest: Any, fixed_by: Any
) -> None:
    """Note for each tour whether no image is smaller, and which maps take it onto itself.

    A tour is compared as the list of the two neighbours, smaller one first, of square 0, of square 1, and so on; beyond the end
    of an open tour there is the neighbour "no square".

    Parameters
    ----------
    rows : the numbers of the squares in the order of the visit, one tour a row.
    images, origins : the number of the image of each square under each map, the last one being "no square", and the reverse.
    of_problem : the maps of the problem; only an image under such a map can make a tour not the smallest.
    closed : whether the last square is a neighbour of the first.
    directed : whether a tour and its reverse are two tours. Where these are images of each other, the smaller one is chosen.
    smallest, fixed_by : booleans of shape (tours,) and (tours, maps), true and false before, to be written; the maps after one
        that shows that a tour is not the smallest are left out.
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


def squares_text(block: TourBlock) -> str:
    """Return one line for each tour: its squares `row,col`, or its nodes, with blanks between.

    Examples
    --------
    >>> from solvers.listing import list_tour_blocks
    >>> print(squares_text(next(list_tour_blocks(Board(3, 4)))), end="")
    0,0 1,2 2,0 0,1 1,3 2,1 0,2 1,0 2,2 0,3 1,1 2,3
    """
    words = list(map(square_text, block.squares))
    return _lines(block, words)


def jsonl_text(block: TourBlock, *, symmetries: bool = False) -> str:
    """Return one JSON document on a line for each tour: `{"tour": [[0, 0], [1, 2], …]}`.

    Parameters
    ----------
    block : the tours.
    symmetries : whether the names of each tour's symmetries follow, `"symmetries": ["half turn"]`.

    Examples
    --------
    >>> from solvers.listing import list_tour_blocks
    >>> print(jsonl_text(next(list_tour_blocks(Board(1, 1))), symmetries=True), end="")
    {"tour": [[0, 0]], "symmetries": []}
    """
    ends, kind = ["]}"], None
    if symmetries:  # few tours differ in that
        _, first, kind = np.unique(np.packbits(block.fixed_by, axis=1), axis=0, return_index=True, return_inverse=True)
        ends = [f'], "symmetries": {json.dumps(block.symmetry_names(row))}}}' for row in first.tolist()]
    return _lines(block, list(map(json.dumps, block.squares)), '{"tour": [', ", ", ends, kind)


def grid_text(block: TourBlock, board: Board) -> str:
    """Return each tour as `graphs.tour_text` does, with an empty line after it.

    Examples
    --------
    >>> from solvers.listing import list_tour_blocks
    >>> print(grid_text(next(list_tour_blocks(Board(3, 4))), board=Board(3, 4)), end="")
     1  4  7 10
     8 11  2  5
     3  6  9 12
    <BLANKLINE>
    """
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
    """Return a line for each tour: the words of its squares between a head and an end; `kind` numbers the end of each tour."""
    first = _texts(head + word for word in words)[block.rows[:, 0]]
    others = _texts(between + word for word in words)[block.rows[:, 1:]].reshape(len(block), -1)
    tails = _texts(f"{end}\n" for end in ends)[np.zeros(len(block), np.intp) if kind is None else kind.reshape(-1)]
    return _text(np.concatenate([first, others, tails], axis=1))


def _texts(texts: Iterable[str]) -> Letters:
    """Return the letters of some texts, one text a row, with zero bytes where a text is shorter than the longest."""
    coded = np.array([text.encode() for text in texts])
    return coded.view(np.uint8).reshape(len(coded), -1)


def _text(letters: Letters) -> str:
    return letters.tobytes().translate(None, b"\0").decode()
