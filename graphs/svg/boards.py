"""Boards as SVG: squares, holes, known steps and labels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from graphs.board import Board, Square
from graphs.errors import expect
from graphs.notation import edge_names
from graphs.svg.page import MARGIN, SMALL, page, page_text_width, text
from graphs.svg.palette import DARK, FAINT_INK, GIVEN, HOLE, LIGHT
from graphs.text import plural
from graphs.verify import Steps

SIDE, NUMBER = 10, 4.4  # side of a square, and font size of its number, in the units of the group that is scaled to pixels
LABEL_BAND = 8  # distance between squares and labels, in pixels
NUMBERED_UP_TO = 40  # maximum number of rows or columns that all have labels; beyond it, at most every fifth has one


@dataclass(frozen=True)
class BoardGrid:
    """A grid of cells with labels of rows and columns, in pixels."""

    rows: Sequence[object]
    cols: Sequence[object]
    across: float
    down: float
    above: float = MARGIN

    @cached_property
    def left(self) -> float:
        return MARGIN + _widest(self.rows) + LABEL_BAND

    @property
    def top(self) -> float:
        return self.above + SMALL + LABEL_BAND

    @property
    def right(self) -> float:
        return self.left + len(self.cols) * self.across

    @property
    def bottom(self) -> float:
        return self.top + len(self.rows) * self.down

    def corner(self, square: Square) -> tuple[float, float]:
        """Return a cell's top left corner (x, y), in pixels."""
        return self.left + square[1] * self.across, self.top + square[0] * self.down

    def labels(self) -> Iterator[str]:
        """Yield SVG elements of labels, omitting some if space is short."""
        for row in _spaced(self.rows, self.down, SMALL):
            y = self.top + row * self.down + self.down / 2
            yield text(self.left - LABEL_BAND, y, str(self.rows[row]), SMALL, anchor="end", ink=FAINT_INK)
        for col in _spaced(self.cols, self.across, _widest(self.cols)):
            x = self.left + col * self.across + self.across / 2
            yield text(x, self.top - LABEL_BAND - SMALL / 3, str(self.cols[col]), SMALL, anchor="middle", ink=FAINT_INK)


def _widest(labels: Sequence[object]) -> float:
    return max((page_text_width(str(label), SMALL) for label in labels), default=0)


def _spaced(labels: Sequence[object], side: float, room: float) -> range:
    """Return the indices of labels to draw without overlap."""
    step = next(step for power in range(9) for step in (10**power, 2 * 10**power, 5 * 10**power) if step * side >= 1.25 * room)
    return range(0, len(labels), max(step, 5) if len(labels) > NUMBERED_UP_TO else step)


def board_svg(board: Board, steps: Steps = (), *, chess: bool = False) -> str:
    """Return a picture of a board as an SVG document.

    Parameters
    ----------
    board : Board
        The board.
    steps : mapping of int to square, or iterable of pairs, optional
        Known steps of a tour, shown as numbers.
    chess : bool, optional
        Whether rows and columns are named as in chess. If False, they are numbered from 0 at the top left.

    Returns
    -------
    str
        The SVG document.

    Examples
    --------
    >>> board_svg(Board(3, 4))[:4]
    '<svg'
    """
    grid, givens = board_grid(expect(Board, board, "board"), chess), dict(steps)
    marks = [*grid.labels(), *board_marks(grid, board), *board_step_marks(givens), "</g>"]
    label = f"A board of {board.rows}x{board.cols}" + f" with {plural(len(givens), 'known step')}" * bool(givens)
    return page(grid.right + MARGIN, grid.bottom + MARGIN, marks, label)


def board_step_marks(steps: Mapping[int, Square], *, numbered: bool = True) -> Iterator[str]:
    """Yield SVG elements that colour and number given squares."""
    yield from _filled(steps.values(), GIVEN.fill, "given")
    for step, (row, col) in steps.items() if numbered else ():
        yield text((col + 0.5) * SIDE, (row + 0.5) * SIDE, str(step), NUMBER, anchor="middle", ink=GIVEN.ink)


def board_grid(board: Board, chess: bool = False, above: float = MARGIN) -> BoardGrid:
    """Return the grid of a board, with squares of a readable size."""
    side = min(48, max(1200 / max(board.rows, board.cols), 0.5))
    return BoardGrid(*edge_names(board, chess), side, side, above)


def board_marks(grid: BoardGrid, board: Board) -> Iterator[str]:
    """Yield an opening SVG tag `<g>`, then the elements of a board."""
    height, width = board.rows * SIDE, board.cols * SIDE
    yield f'<g transform="translate({grid.left:g} {grid.top:g}) scale({grid.across / SIDE:.6g})">'
    yield f'<rect width="{width}" height="{height}" fill="{LIGHT}"/>'
    # Every second column and every second row. The even-odd rule fills the squares in exactly one of these rows and columns.
    # The square at the bottom left, a1, is dark as on a chess board.
    columns = "".join(f"M{x} 0v{height}h{SIDE}v-{height}z" for x in range(SIDE, width, 2 * SIDE))
    lines = "".join(f"M0 {y}h{width}v{SIDE}h-{width}z" for y in range((1 - board.rows % 2) * SIDE, height, 2 * SIDE))
    yield f'<path d="{columns}{lines}" fill="{DARK}" fill-rule="evenodd"/>'
    yield from _filled(sorted(board.holes), HOLE, "hole")
    joined_edges = (
        f"M0 0h{width}M0 {height}h{width}" * board.wraps_rows + f"M0 0v{height}M{width} 0v{height}" * board.wraps_cols
    )
    if joined_edges:
        yield f'<path d="{joined_edges}" fill="none" stroke="{FAINT_INK}" stroke-width="0.4" stroke-dasharray="1.5 1.5"/>'


def _filled(squares: Collection[Square], fill: str, name: str) -> Iterator[str]:
    """Yield an SVG path that fills the given squares, if any."""
    if squares:
        boxes = "".join(f"M{col * SIDE} {row * SIDE}h{SIDE}v{SIDE}h-{SIDE}z" for row, col in squares)
        yield f'<path d="{boxes}" fill="{fill}" data-mark="{name}"/>'
