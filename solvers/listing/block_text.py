"""Turn blocks of tours into text, without a loop over tours: a tour of 6x6 takes well under a microsecond.

The text of each entry stands in an array of fixed width, which numpy gathers; what is narrower is filled up by zero bytes, and
those are deleted at the end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
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

    def text(square: Any) -> str:
        return ",".join(map(str, square)) if isinstance(square, tuple) else str(square)

    return _joined([_entries(block, lambda square: f"{text(square)} ", lambda square: f"{text(square)}\n")])


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
    body = _entries(block, lambda square: f"{json.dumps(square)}, ", lambda square: f"{json.dumps(square)}]")
    head = np.broadcast_to(np.frombuffer(b'{"tour": [', np.uint8), (len(block), 10))
    return _joined([head, body, _symmetry_names(block) if symmetries else _texts(["}\n"])[np.zeros(len(block), np.int64)]])


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
    return _joined([page])


def _entries(block: TourBlock, text: Callable[[Any], str], last_text: Callable[[Any], str]) -> Letters:
    """Return the letters of all entries of each tour; the last entry has a text of another form."""
    before = _texts(map(text, block.squares))[block.rows[:, :-1]]
    last = _texts(map(last_text, block.squares))[block.rows[:, -1]]
    return np.concatenate([before.reshape(len(block), -1), last], axis=1)


def _symmetry_names(block: TourBlock) -> Letters:
    """Return the letters of the names of each tour's symmetries; few tours differ in that."""
    packed = np.packbits(block.fixed_by, axis=1) if block.maps else np.zeros((len(block), 1), np.uint8)
    _, first, kind = np.unique(packed, axis=0, return_index=True, return_inverse=True)
    names = _texts(f', "symmetries": {json.dumps(block.symmetry_names(row))}}}\n' for row in first.tolist())
    return names[kind.reshape(-1)]


def _texts(texts: Iterable[str]) -> Letters:
    """Return the letters of some texts, one text a row, with zero bytes where a text is shorter than the longest."""
    coded = np.array([text.encode() for text in texts])
    return coded.view(np.uint8).reshape(len(coded), -1)


def _joined(parts: Iterable[Letters]) -> str:
    return np.concatenate(list(parts), axis=1).tobytes().translate(None, b"\0").decode()
