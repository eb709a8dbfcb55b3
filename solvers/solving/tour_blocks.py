"""Blocks of tours as arrays: select tours by symmetry, or convert them to text, without a loop over tours in Python.

Two tours are in the same orbit if a symmetry of the board maps the moves of one onto the moves of the other. From each orbit,
the smallest tour is selected; `_compare_with_images` defines the order. So whether a tour is selected depends only on this
tour, and no tour has to be stored.

To convert tours to text, the text of each square is stored in an array of fixed width. Shorter texts are padded
with zero bytes. From this array, numpy gathers the texts of all tours. At the end, the zero bytes are deleted.

Notes
-----
The selection takes a few nanoseconds per tour and symmetry, because almost all comparisons end at the first square. The
conversion to text takes well under a microsecond per tour of 6x6.
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
    """Tours of a problem, as the rows of an array. A block need not contain all tours.

    Attributes
    ----------
    rows : numpy.ndarray
        Integers of shape (tours, squares): each row contains the numbers of a tour's squares in the order of the visit.
    squares : sequence of Hashable
        The squares of the board, or the vertices of the graph. The index of a square is its number.
    maps : sequence of Symmetry
        The symmetries of the board except the identity. Empty if the tours are not selected by symmetry.
    fixed_by : numpy.ndarray
        Booleans of shape (tours, symmetries): whether each tour is its own image under each symmetry.
    """

    rows: npt.NDArray[Any]
    squares: Sequence[Hashable]
    maps: Sequence[Symmetry]
    fixed_by: npt.NDArray[Any]

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, first: int, behind: int) -> TourBlock:
        """Return some consecutive tours of the block, without a copy.

        Parameters
        ----------
        first : int
            The index of the first row.
        behind : int
            The index of the row after the last one.

        Returns
        -------
        TourBlock
            The tours of the rows `first` to `behind` - 1.
        """
        return replace(self, rows=self.rows[first:behind], fixed_by=self.fixed_by[first:behind])

    def symmetry_names(self, row: int) -> tuple[str, ...]:
        """Return the names of the symmetries of one tour.

        Parameters
        ----------
        row : int
            The index of the row that contains the tour.

        Returns
        -------
        tuple of str
            The names of the symmetries that map the tour onto itself, without repetition.
        """
        return tuple(dict.fromkeys(self.maps[index].name for index in self.fixed_by[row].nonzero()[0].tolist()))


def selection(
    problem: Problem, squares: Sequence[Any], *, up_to_symmetry: bool, symmetric: bool
) -> Callable[[npt.NDArray[Any]], TourBlock]:
    """Return a function that selects tours of an array by their symmetries.

    Parameters
    ----------
    problem : Problem
        The problem.
    squares : sequence
        The squares of the board, or the vertices of the graph. The index of a square is its number.
    up_to_symmetry, symmetric : bool
        As in `solvers.solving.enumeration.list_tours`. If both are False, all tours are selected.

    Returns
    -------
    callable
        The function. It receives an array of square numbers with one tour per row, and returns a `TourBlock` of the selected
        tours.
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
    """Return whether a symmetry maps the tours of a problem onto tours of the same problem."""
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
    """Find out for each tour whether one of its images under symmetries is smaller, and which symmetries map it to itself.

    A tour is compared as a list: the two neighbours of square 0 in the tour, the smaller one first, then those of square 1, and
    so on. At an end of an open tour, "no square" takes the place of the second neighbour. Its number is the number of squares.

    Parameters
    ----------
    rows : numpy.ndarray
        One tour per row: its squares as numbers, in the order of the visit.
    images : numpy.ndarray
        One row per symmetry: the number of the image of each square, followed by the number of "no square".
    origins : numpy.ndarray
        One row per symmetry: for each square, the number of the square that the symmetry maps to it.
    of_problem : numpy.ndarray
        For each symmetry, whether it maps the tours of the problem to tours of the problem. If so, a tour is selected only if
        its image under the symmetry is not smaller.
    closed : bool
        Whether the last square of a tour is a neighbour of the first.
    directed : bool
        Whether a tour and its reverse are two tours. If a symmetry maps them to each other, only the smaller one is selected.
    smallest : numpy.ndarray
        Output, of shape (tours,), initially True: set to False if one of the symmetries in `of_problem` gives a smaller image.
    fixed_by : numpy.ndarray
        Output, of shape (tours, symmetries), initially False: set to True if the tour is its own image under the symmetry. If a
        symmetry shows that a tour is not the smallest, the symmetries after it are skipped.
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
    """Return one line per tour, which contains the squares of the tour, separated by blanks.

    Parameters
    ----------
    block : TourBlock
        The tours.

    Returns
    -------
    str
        The lines. A square is written as `row,col`, and a vertex that is not a square as printable text.

    Examples
    --------
    >>> from solvers.solving.enumeration import list_tour_blocks
    >>> print(squares_text(next(list_tour_blocks(Board(3, 4)))), end="")
    0,0 1,2 2,0 0,1 1,3 2,1 0,2 1,0 2,2 0,3 1,1 2,3
    """
    words = list(map(square_text, block.squares))
    return _lines(block, words)


def jsonl_text(block: TourBlock, *, symmetries: bool = False) -> str:
    """Return one line per tour, which contains a JSON document: `{"tour": [[0, 0], [1, 2], …]}`.

    Parameters
    ----------
    block : TourBlock
        The tours.
    symmetries : bool, optional
        Whether to add the names of each tour's symmetries, as in `"symmetries": ["half turn"]`.

    Returns
    -------
    str
        The lines.

    Examples
    --------
    >>> from solvers.solving.enumeration import list_tour_blocks
    >>> print(jsonl_text(next(list_tour_blocks(Board(1, 1))), symmetries=True), end="")
    {"tour": [[0, 0]], "symmetries": []}
    """
    ends, kind = ["]}"], None
    if symmetries:  # there are few different sets of symmetries
        _, first, kind = np.unique(np.packbits(block.fixed_by, axis=1), axis=0, return_index=True, return_inverse=True)
        ends = [f'], "symmetries": {json.dumps(block.symmetry_names(row))}}}' for row in first.tolist()]
    return _lines(block, list(map(json.dumps, block.squares)), '{"tour": [', ", ", ends, kind)


def grid_text(block: TourBlock, board: Board) -> str:
    """Return each tour as a grid of visiting numbers, as `graphs.tour_text` does, followed by an empty line.

    Parameters
    ----------
    block : TourBlock
        The tours.
    board : Board
        The board of the tours.

    Returns
    -------
    str
        The grids: on each square, the number of the visit from 1 onwards; on each hole, `#`.

    Examples
    --------
    >>> from solvers.solving.enumeration import list_tour_blocks
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
    """Return one line per tour: `head`, the texts of its squares, and one of the texts in `ends`.

    `words` contains the text of each square, and `between` is the text between two squares. `kind` contains, for each tour, the
    index of its text in `ends`; None means 0 for all tours.
    """
    first = _texts(head + word for word in words)[block.rows[:, 0]]
    others = _texts(between + word for word in words)[block.rows[:, 1:]].reshape(len(block), -1)
    tails = _texts(f"{end}\n" for end in ends)[np.zeros(len(block), np.intp) if kind is None else kind.reshape(-1)]
    return _text(np.concatenate([first, others, tails], axis=1))


def _texts(texts: Iterable[str]) -> Letters:
    """Return the bytes of some texts, one text per row, padded with zero bytes to the length of the longest."""
    coded = np.array([text.encode() for text in texts])
    return coded.view(np.uint8).reshape(len(coded), -1)


def _text(letters: Letters) -> str:
    """Return the text of an array of bytes, without the zero bytes."""
    return letters.tobytes().translate(None, b"\0").decode()
