"""A poster of tours as SVG: a table with a small drawing of a tour in each cell, or the mark of what there is instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from types import MappingProxyType

from graphs.svg.boards import edge_labels, labelled_grid
from graphs.svg.maps import LINE, SWATCH, Legend, cell_marks, legend_lines
from graphs.svg.marks import Point
from graphs.svg.page import MARGIN, SMALL, page, text, text_width
from graphs.svg.palette import END, FAINT_INK, LIGHT, NO, Look
from graphs.tour import Tour

__all__ = ["PosterCell", "poster_svg"]

SIDE = 44
"""The side of a cell in pixels."""
EDGE = 0.06
"""The margin around a small tour, as a share of the side of its cell."""
TITLE = 20
"""The size of type of the title."""
HEADING = 56
"""The height of the title with the line below it."""
LINE_WIDTH = 0.24
"""The width of a tour's line, as a share of the side of a square."""
NO_WORDS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class PosterCell:
    """One cell: its look, and the tour that is drawn in the look's colour, or a word below the look's mark."""

    look: Look
    tour: Tour | None = None
    word: str = ""


def poster_svg(
    cells: Sequence[Sequence[PosterCell | None]],
    *,
    rows: Sequence[object],
    cols: Sequence[object],
    title: str,
    lead: str = "",
    legend: Legend,
    words: Mapping[str, str] = NO_WORDS,
    size: int | None = None,
) -> str:
    """Return a poster as an SVG document.

    Parameters
    ----------
    cells : row by row; None leaves a cell empty. The two ends of an open tour are marked by dots.
    rows, cols, legend, size : as in `graphs.svg.map_svg`.
    title, lead : the heading, and a sentence below it.
    words : what each word in a cell means; written at the right of the legend.

    Raises
    ------
    ValueError : a tour has no board.

    Examples
    --------
    >>> from graphs import Board
    >>> from graphs.svg.palette import NO, OPEN
    >>> tour = Tour([(0, 0), (0, 1)], board=Board(1, 2))
    >>> picture = poster_svg(
    ...     [[PosterCell(OPEN, tour), PosterCell(NO, word="colours")]], rows=["wazir"], cols=[1, 2], title="Two", legend=[]
    ... )
    >>> "l1 0" in picture, ">colours<" in picture
    (True, True)
    """
    grid = labelled_grid(rows, cols, SIDE, top=MARGIN + HEADING)
    placed = [(cell, grid.corner((row, col))) for row, line in enumerate(cells) for col, cell in enumerate(line) if cell]
    top = grid.bottom + 2 * MARGIN
    beside = grid.left + max((SWATCH + MARGIN + text_width(meaning) for _, meaning in legend), default=0) + 4 * MARGIN
    marks = [
        text(grid.left, MARGIN + TITLE / 2, title, TITLE),
        text(grid.left, MARGIN + TITLE + LINE / 2, lead, ink=FAINT_INK),
        *edge_labels(grid, rows, cols),
        *_tours(placed),
        *_marked_cells(placed),
        *legend_lines(legend, grid.left, top),
    ]
    explained, width = _explained(words, beside, top)
    widest = max(grid.right, grid.left + text_width(title, TITLE), grid.left + text_width(lead), width)
    height = top + LINE * max(len(legend), len(words)) + MARGIN
    return page(widest + MARGIN, height, [*marks, *explained], title, size)


def _explained(words: Mapping[str, str], left: float, top: float) -> tuple[list[str], float]:
    """Return the marks that explain the words of the cells, a line each, and where the longest line ends."""
    indent = left + max(map(text_width, words), default=0) + MARGIN
    marks = [text(left, top + row * LINE + SWATCH / 2, word, ink=NO.ink) for row, word in enumerate(words)]
    marks += [text(indent, top + row * LINE + SWATCH / 2, meaning) for row, meaning in enumerate(words.values())]
    return marks, max((indent + text_width(meaning) for meaning in words.values()), default=0)


def _marked_cells(placed: Sequence[tuple[PosterCell, Point]]) -> Iterator[str]:
    """Yield the marks of the cells without a tour, and their words in letters of one size."""
    letters = min([SMALL, *(0.88 * SIDE / text_width(cell.word, 1) for cell, _ in placed if cell.word)])
    for cell, (x, y) in placed:
        if cell.tour is None:
            yield from cell_marks({cell.look: [(x, y)]}, SIDE, raised=0.16 if cell.word else 0)
        if cell.word:
            yield text(x + 0.47 * SIDE, y + 0.74 * SIDE, cell.word, letters, anchor="middle", ink=cell.look.ink)


def _tours(placed: Sequence[tuple[PosterCell, Point]]) -> Iterator[str]:
    yield f'<g fill="none" stroke-width="{LINE_WIDTH}" stroke-linejoin="round">'
    for cell, corner in placed:
        if cell.tour is not None:
            yield from _drawn(cell.tour, cell.look, corner)
    yield "</g>"


def _drawn(tour: Tour, look: Look, corner: Point) -> Iterator[str]:
    """Yield a small board with its tour. A unit is a square, so that each move is two whole numbers."""
    if tour.board is None:
        raise ValueError("a tour without a board cannot be drawn on a poster")
    inner = 0.94 * SIDE
    unit = inner * (1 - 2 * EDGE) / max(tour.board.rows, tour.board.cols)
    left, top = (corner[axis] + inner * EDGE + unit / 2 for axis in (0, 1))
    yield f'<rect x="{corner[0]:.5g}" y="{corner[1]:.5g}" width="{inner:.4g}" height="{inner:.4g}" fill="{LIGHT}"/>'
    dots = "".join(f'<circle cx="{col}" cy="{row}" r="{_dot(unit):.3g}"/>' for row, col in (tour[0], tour[-1]))
    ends = "" if tour.closed else f'<g fill="{END}">{dots}</g>'
    line = f'<path d="{_line(tour)}" stroke="{look.fill}"/>'
    yield f'<g transform="translate({left:.5g} {top:.5g}) scale({unit:.4g})">{line}{ends}</g>'


def _line(tour: Tour) -> str:
    """Return the line of a tour as path data; equal moves in a row are one."""
    moves = [(there[1] - here[1], there[0] - here[0]) for here, there in pairwise(tour)]
    runs = ((move, len(list(run))) for move, run in groupby(moves))
    lines = " ".join(f"{across * times} {down * times}" for (across, down), times in runs).replace(" -", "-")
    return f"M{tour[0][1]} {tour[0][0]}{'l' if lines else 'h0'}{lines}{'z' * tour.closed}"


def _dot(unit: float) -> float:
    """Return the radius of a dot in squares: 2 pixels, or nearly half a square where squares are large."""
    return min(0.45, 2 / unit) if unit > 4.5 else 2 / unit
