"""Rectangular boards, which may have holes and joined edges.

The memory of a board depends only on its number of holes. A 100,000 x 100,000 board without holes is as small as an 8 x 8
board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from numbers import Integral
from operator import index
from typing import Literal, TypeAlias, get_args

from graphs.errors import BoardError

Square: TypeAlias = tuple[int, int]
Move: TypeAlias = tuple[int, int]
Wrap: TypeAlias = Literal["rows", "cols", "both"]

SQUARE, HOLE = ".", "#"
SIZE = re.compile(r"([0-9]+)\s*[xX×]\s*([0-9]+)")
MOST_ROWS = 999_999_999
"""Largest number of rows or columns in a size such as `"5x7"`."""
_HOW_TO_WRITE = "write rows x columns, such as 5x7, or lines of '.' (square) and '#' (hole)"


SHOWN_UP_TO = 40_000
"""Largest board, in squares, that a notebook shows as a picture."""


@dataclass(frozen=True)
class Board:
    """A rectangular board of squares `(row, col)`. The top left is (0, 0).

    Parameters
    ----------
    rows, cols : int
        Number of rows and of columns, at least 1.
    holes : iterable of tuple of int, optional
        Missing squares `(row, col)`.
    wrap : {"rows", "cols", "both"}, optional
        Joined edges: `"rows"` joins the last row to the first, `"cols"` the last column to the first, `"both"` makes a torus.

    Raises
    ------
    BoardError
        If a size or `wrap` is invalid, or if a hole is not on the board.

    Examples
    --------
    >>> board = Board.parse("3x4")
    >>> len(board), (2, 3) in board, (3, 0) in board
    (12, True, False)
    >>> print(Board(2, 3, holes=[(0, 1)]))
    .#.
    ...
    """

    rows: int
    cols: int
    holes: frozenset[Square] = frozenset()
    wrap: Wrap | None = None

    def __init__(self, rows: int, cols: int, holes: Iterable[Square] = (), wrap: Wrap | None = None) -> None:
        try:
            rows, cols = (index(side) for side in (rows, cols) if not isinstance(side, bool))  # ValueError for a bool
            missing = frozenset((index(row), index(col)) for row, col in holes)
        except (TypeError, ValueError):
            raise BoardError(
                f"Board({rows!r:.40}, {cols!r:.40}, …): rows, columns and holes must be whole numbers, as in "
                "Board(3, 4, holes=[(0, 0)])",
                (rows, cols),
            ) from None
        if rows < 1 or cols < 1:
            raise BoardError(f"a board of {rows}x{cols} has no squares: rows and columns must be at least 1", (rows, cols))
        if wrap is not None and str(wrap) not in get_args(Wrap):
            raise BoardError(f"unknown wrap {wrap!r}: it must be one of {', '.join(get_args(Wrap))}, or None", wrap)
        for row, col in sorted(missing):
            if not (0 <= row < rows and 0 <= col < cols):
                raise BoardError(f"the hole ({row}, {col}) is not on a board of {rows}x{cols}", (row, col))
        self.__dict__.update(rows=rows, cols=cols, holes=missing, wrap=wrap)

    @classmethod
    def parse(cls, text: str, wrap: Wrap | None = None) -> Board:
        """Read a board from a size (`"5x7"`) or a grid (`".#."`).

        Parameters
        ----------
        text : str
            Rows x columns, or one line per row with `.` for a square and `#` for a hole.
        wrap : {"rows", "cols", "both"}, optional
            Joined edges, as in `Board`.

        Returns
        -------
        Board
            The board.

        Raises
        ------
        BoardError
            If the text is neither a valid size nor a rectangle of `.` and `#`, or if the size exceeds `MOST_ROWS`.

        Examples
        --------
        >>> Board.parse("5x7")
        Board(5, 7)
        >>> Board.parse(".#\\n..\\n").holes
        frozenset({(0, 1)})
        """
        if not isinstance(text, str):
            raise BoardError(f"a board must be given as text, not {text!r:.40}: {_HOW_TO_WRITE}", text)
        if size := SIZE.fullmatch(text.strip()):
            if max(map(len, size.groups())) > len(str(MOST_ROWS)):
                raise BoardError(f"{quote(text)} is too large: a board has at most {MOST_ROWS}x{MOST_ROWS} squares", text)
            return cls(int(size[1]), int(size[2]), wrap=wrap)
        if not text.strip():
            raise BoardError(f"the board text is empty: {_HOW_TO_WRITE}", text)
        lines = [line.rstrip() for line in text.strip("\r\n").split("\n")]
        for number, line in enumerate(lines, 1):
            if strange := line.strip(SQUARE + HOLE):
                if len(lines) == 1:
                    raise BoardError(f"{quote(line)} is not a board: {_HOW_TO_WRITE}", text)
                raise BoardError(f"line {number} of the board text contains {strange[0]!r}: {_HOW_TO_WRITE}", strange[0])
            if len(line) != len(lines[0]):
                ragged = f"line {number} has {len(line)} square{'s' * (len(line) != 1)}, the first has {len(lines[0])}"
                raise BoardError(f"the board text is ragged: {ragged}", number)
        holes = [(row, col) for row, line in enumerate(lines) for col, mark in enumerate(line) if mark == HOLE]
        return cls(len(lines), len(lines[0]), holes, wrap)

    def text(self) -> str:
        """Return the board as text, one line per row.

        Returns
        -------
        str
            Text for `parse`: `.` for a square, `#` for a hole. The text does not include `wrap`.
        """
        return "\n".join(
            "".join(HOLE if (row, col) in self.holes else SQUARE for col in range(self.cols)) for row in range(self.rows)
        )

    def step(self, square: Square, move: Move) -> Square | None:
        """Return the destination of a move, or None if off the board.

        Parameters
        ----------
        square : tuple of int
            The square `(row, col)` where the move starts.
        move : tuple of int
            The move `(row delta, column delta)`.

        Returns
        -------
        tuple of int or None
            The square, or None if the move leads off the board or into a hole.

        Examples
        --------
        >>> Board(3, 4).step((0, 0), (1, 2)), Board(3, 4).step((0, 0), (-1, 2))
        ((1, 2), None)
        >>> Board(3, 4, wrap="rows").step((0, 0), (-1, 2))
        (2, 2)
        """
        row, col = square[0] + move[0], square[1] + move[1]
        if self.wraps_rows:
            row %= self.rows
        if self.wraps_cols:
            col %= self.cols
        return (row, col) if (row, col) in self else None

    @property
    def wraps_rows(self) -> bool:
        """Whether the last row is joined to the first."""
        return self.wrap in ("rows", "both")

    @property
    def wraps_cols(self) -> bool:
        """Whether the last column is joined to the first."""
        return self.wrap in ("cols", "both")

    @property
    def size(self) -> int:
        """Number of squares that are not holes.

        Unlike `len(board)`, it may exceed `sys.maxsize`.
        """
        return self.rows * self.cols - len(self.holes)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Square]:
        """Yield the squares in row-major order."""
        for row in range(self.rows):
            for col in range(self.cols):
                if (row, col) not in self.holes:
                    yield row, col

    def __contains__(self, square: object) -> bool:
        if not (isinstance(square, tuple) and len(square) == 2):
            return False
        row, col = square
        if not (isinstance(row, Integral) and isinstance(col, Integral)):
            return False
        return 0 <= int(row) < self.rows and 0 <= int(col) < self.cols and square not in self.holes

    def __str__(self) -> str:
        return self.text() if self.holes else f"{self.rows}x{self.cols}"

    def __repr__(self) -> str:
        holes = f", holes={sorted(self.holes)}" if self.holes else ""
        wrap = f", wrap={self.wrap!r}" if self.wrap else ""
        return f"Board({self.rows}, {self.cols}{holes}{wrap})"

    def _repr_svg_(self) -> str | None:
        from graphs.svg.boards import board_svg

        return board_svg(self) if self.size <= SHOWN_UP_TO else None


def quote(text: str) -> str:
    """Return `repr(text)`, shortened if the text exceeds 40 characters."""
    return repr(text if len(text) <= 40 else text[:39] + "…")
