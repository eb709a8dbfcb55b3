"""Boards as SVG: the squares, the holes, and the numbers of rows and columns at the edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphs.board import Board, Square
from graphs.svg.page import MARGIN, SMALL, page, text, text_width
from graphs.svg.palette import DARK, FAINT_INK, HOLE, LIGHT

__all__ = ["SIDE", "Grid", "board_marks", "board_svg", "edge_labels", "labelled_grid", "square_side"]

SIDE = 10
"""The side of a square in the coordinates of a board; a group scales it to pixels."""
LABEL_BAND = 8
"""The room between the numbers at the edges and the squares."""
NUMBERED_UP_TO = 40
"""Rows and columns up to which each has its number; of more, some have theirs."""


@dataclass(frozen=True)
class Grid:
    """Where the cells of a picture lie on the page, in pixels: `across` x `down` each, the first at (left, top)."""

    rows: int
    cols: int
    across: float
    down: float
    left: float
    top: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.cols * self.across

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.rows * self.down

    def corner(self, square: Square) -> tuple[float, float]:
        """Return the upper left corner (x, y) of a cell."""
        return self.left + square[1] * self.across, self.top + square[0] * self.down

    def centre(self, square: Square) -> tuple[float, float]:
        """Return the centre (x, y) of a cell."""
        x, y = self.corner(square)
        return x + self.across / 2, y + self.down / 2


def labelled_grid(
    rows: Sequence[object], cols: Sequence[object], across: float, down: float | None = None, *, top: float = MARGIN
) -> Grid:
    """Return the grid that leaves room for labels of its rows at the left and of its columns above."""
    left = MARGIN + widest(rows) + LABEL_BAND
    return Grid(len(rows), len(cols), across, across if down is None else down, left, top + SMALL + LABEL_BAND)


def widest(labels: Sequence[object]) -> float:
    """Return the width of the longest label in pixels."""
    return max((text_width(str(label), SMALL) for label in labels), default=0)


def board_svg(board: Board, *, size: int | None = None) -> str:
    """Return a picture of a board as an SVG document: light and dark squares, and holes in grey.

    Parameters
    ----------
    board : the board.
    size : the longer side in pixels; None chooses by the number of squares.

    Examples
    --------
    >>> board_svg(Board(3, 4))[:4]
    '<svg'
    """
    rows, cols = range(board.rows), range(board.cols)
    grid = labelled_grid(rows, cols, square_side(board.rows, board.cols))
    marks = [*edge_labels(grid, rows, cols), *board_marks(grid, board), "</g>"]
    return page(grid.right + MARGIN, grid.bottom + MARGIN, marks, f"A board of {board.rows}x{board.cols}", size)


def square_side(rows: int, cols: int) -> float:
    """Return the side of a square in pixels, so that both 3x4 and 100x100 can be read."""
    return min(48, max(1200 / max(rows, cols), 0.5))


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


def edge_labels(grid: Grid, rows: Sequence[object], cols: Sequence[object]) -> Iterator[str]:
    """Yield the labels of rows and columns at the left and above, as many as there is room for."""
    for index, label in _spaced(rows, grid.down, SMALL):
        yield text(grid.left - LABEL_BAND, grid.centre((index, 0))[1], str(label), SMALL, anchor="end", ink=FAINT_INK)
    for index, label in _spaced(cols, grid.across, widest(cols)):
        x = grid.centre((0, index))[0]
        yield text(x, grid.top - LABEL_BAND - SMALL / 3, str(label), SMALL, anchor="middle", ink=FAINT_INK)


def _spaced(labels: Sequence[object], side: float, room: float) -> Iterable[tuple[int, object]]:
    """Return every label with its index, or every second, fifth, tenth … where they would touch."""
    step = next(step for power in range(9) for step in (10**power, 2 * 10**power, 5 * 10**power) if step * side >= 1.25 * room)
    if len(labels) > NUMBERED_UP_TO:
        step = max(step, 5)
    return list(enumerate(labels))[::step]
