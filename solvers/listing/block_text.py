"""Turn blocks of tours into text, without a loop over tours: a tour of 6x6 takes well under a microsecond.

The text of each entry stands in an array of fixed width, which numpy gathers; what is narrower is filled up by zero bytes, and
those are deleted at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from graphs.board import Board
from solvers.listing.selection import TourBlock

__all__ = ["grid_text", "jsonl_text", "squares_text"]

Letters: TypeAlias = npt.NDArray[np.uint8]


def squares_text(block: TourBlock) -> str:
    """Return one line for each tour: its squares `row,col`, or its nodes, with blanks between.

    Examples
    --------
    >>> from solvers.listing.tours import list_tour_blocks
    >>> print(squares_text(next(list_tour_blocks(Board(3, 4)))), end="")
    0,0 1,2 2,0 0,1 1,3 2,1 0,2 1,0 2,2 0,3 1,1 2,3
    """
    words = [",".join(map(str, square)) if isinstance(square, tuple) else str(square) for square in block.squares]
    return _lines(block, words)


def jsonl_text(block: TourBlock, *, symmetries: bool = False) -> str:
    """Return one JSON document on a line for each tour: `{"tour": [[0, 0], [1, 2], …]}`.

    Parameters
    ----------
    block : the tours.
    symmetries : whether the names of each tour's symmetries follow, `"symmetries": ["half turn"]`.

    Examples
    --------
    >>> from solvers.listing.tours import list_tour_blocks
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
    >>> from solvers.listing.tours import list_tour_blocks
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
