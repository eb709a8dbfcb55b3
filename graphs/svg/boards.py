"""Boards as SVG: the squares, the holes, and the numbers of rows and columns at the edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from graphs.board import Board, Square
from graphs.errors import expect
from graphs.notation import column_name
from graphs.svg.page import MARGIN, SMALL, page, text, text_width
from graphs.svg.palette import DARK, FAINT_INK, HOLE, LIGHT

__all__ = ["SIDE", "Grid", "board_grid", "board_marks", "board_svg"]

SIDE = 10
"""The side of a square in the coordinates of a board; a group scales it to pixels."""
LABEL_BAND = 8
"""The room between the numbers at the edges and the squares."""
NUMBERED_UP_TO = 40
"""Rows and columns up to which each has its number; of more, every fifth or fewer have theirs."""


@dataclass(frozen=True)
class Grid:
    """Where the cells of a picture lie on the page, in pixels, with labels of its rows at the left and of its columns above.

    Attributes
    ----------
    rows, cols : the labels.
    across, down : the width and the height of a cell.
    above : the room above the labels.
    """

    rows: Sequence[object]
    cols: Sequence[object]
    across: float
    down: float
    above: float = MARGIN

    @cached_property
    def left(self) -> float:
        """The left edge of the cells."""
        return MARGIN + _widest(self.rows) + LABEL_BAND

    @property
    def top(self) -> float:
        """The upper edge of the cells."""
        return self.above + SMALL + LABEL_BAND

    @property
    def right(self) -> float:
        """The right edge of the cells."""
        return self.left + len(self.cols) * self.across

    @property
    def bottom(self) -> float:
        """The lower edge of the cells."""
        return self.top + len(self.rows) * self.down

    def corner(self, square: Square) -> tuple[float, float]:
        """Return the upper left corner (x, y) of a cell."""
        return self.left + square[1] * self.across, self.top + square[0] * self.down

    def labels(self) -> Iterator[str]:
        """Yield the labels, as many as there is room for."""
        for row in _spaced(self.rows, self.down, SMALL):
            y = self.top + row * self.down + self.down / 2
            yield text(self.left - LABEL_BAND, y, str(self.rows[row]), SMALL, anchor="end", ink=FAINT_INK)
        for col in _spaced(self.cols, self.across, _widest(self.cols)):
            x = self.left + col * self.across + self.across / 2
            yield text(x, self.top - LABEL_BAND - SMALL / 3, str(self.cols[col]), SMALL, anchor="middle", ink=FAINT_INK)


def _widest(labels: Sequence[object]) -> float:
    return max((text_width(str(label), SMALL) for label in labels), default=0)


def _spaced(labels: Sequence[object], side: float, room: float) -> range:
    """Return the index of every label, or of every second, fifth, tenth … where they would touch."""
    step = next(step for power in range(9) for step in (10**power, 2 * 10**power, 5 * 10**power) if step * side >= 1.25 * room)
    return range(0, len(labels), max(step, 5) if len(labels) > NUMBERED_UP_TO else step)


def board_svg(board: Board) -> str:
    """Return a picture of a board as an SVG document: light and dark squares, and holes in grey.

    Examples
    --------
    >>> board_svg(Board(3, 4))[:4]
    '<svg'
    """
    grid = board_grid(expect(Board, board, "board"))
    marks = [*grid.labels(), *board_marks(grid, board), "</g>"]
    return page(grid.right + MARGIN, grid.bottom + MARGIN, marks, f"A board of {board.rows}x{board.cols}")


def board_grid(board: Board, chess: bool = False, above: float = MARGIN) -> Grid:
    """Return the grid of a board, with squares of a size at which both 3x4 and 100x100 can be read.

    Its rows and columns are counted from 0 at the top left, or named as in chess. There is so much room above it.
    """
    rows, cols = board.rows, board.cols
    side = min(48, max(1200 / max(rows, cols), 0.5))
    if chess:
        return Grid(range(rows, 0, -1), list(map(column_name, range(cols))), side, side, above)
    return Grid(range(rows), range(cols), side, side, above)


def board_marks(grid: Grid, board: Board) -> Iterator[str]:
    """Yield an open group in the coordinates of the board, its squares, holes and joined edges; the caller closes the group."""
    height, width = board.rows * SIDE, board.cols * SIDE
    yield f'<g transform="translate({grid.left:g} {grid.top:g}) scale({grid.across / SIDE:.6g})">'
    yield f'<rect width="{width}" height="{height}" fill="{LIGHT}"/>'
    # Every second column and every second row: where just one of the two lies, the even-odd rule paints a dark square.
    columns = "".join(f"M{x} 0v{height}h{SIDE}v-{height}z" for x in range(SIDE, width, 2 * SIDE))
    lines = "".join(f"M0 {y}h{width}v{SIDE}h-{width}z" for y in range(SIDE, height, 2 * SIDE))
    yield f'<path d="{columns}{lines}" fill="{DARK}" fill-rule="evenodd"/>'
    if board.holes:
        holes = "".join(f"M{col * SIDE} {row * SIDE}h{SIDE}v{SIDE}h-{SIDE}z" for row, col in sorted(board.holes))
        yield f'<path d="{holes}" fill="{HOLE}" data-mark="hole"/>'
    joined = f"M0 0h{width}M0 {height}h{width}" * board.wraps_rows + f"M0 0v{height}M{width} 0v{height}" * board.wraps_cols
    if joined:
        yield f'<path d="{joined}" fill="none" stroke="{FAINT_INK}" stroke-width="0.4" stroke-dasharray="1.5 1.5"/>'
