"""A poster of tours as SVG: a table with a small drawing of a tour in each cell, or the mark of what there is instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from graphs.svg.maps import INNER, NO_WORDS, Legend, cell_marks, sheet, sheet_grid
from graphs.svg.marks import Point
from graphs.svg.page import SMALL, text, text_width
from graphs.svg.palette import END, LIGHT, Look
from graphs.tour import Tour

__all__ = ["PosterCell", "poster_svg"]

SIDE = 44
"""The side of a cell in pixels."""
EDGE = 0.06
"""The margin around a small tour, as a share of the side of its cell."""
LINE_WIDTH = 0.24
"""The width of a tour's line, as a share of the side of a square."""


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
) -> str:
    """Return a poster as an SVG document.

    Parameters
    ----------
    cells : row by row; None leaves a cell empty. The two ends of an open tour are marked by dots.
    rows, cols, title, legend : as in `graphs.svg.map_svg`.
    lead : a sentence below the title.
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
    grid = sheet_grid(rows, cols, SIDE, SIDE, lead)
    placed = [(cell, grid.corner((row, col))) for row, line in enumerate(cells) for col, cell in enumerate(line) if cell]
    letters = min([SMALL, *(0.88 * SIDE / text_width(cell.word, 1) for cell, _ in placed if cell.word)])
    marks = [f'<g fill="none" stroke-width="{LINE_WIDTH}" stroke-linejoin="round">']
    marks += [mark for cell, corner in placed if cell.tour is not None for mark in _drawn(cell.tour, cell.look, corner)]
    marks.append("</g>")
    for cell, (x, y) in placed:
        if cell.tour is None:
            marks += cell_marks(cell.look, [(x, y)], SIDE, raised=bool(cell.word))
        if cell.word:
            marks.append(text(x + 0.47 * SIDE, y + 0.74 * SIDE, cell.word, letters, anchor="middle", ink=cell.look.ink))
    return sheet(grid, marks, title, legend, lead, words)


def _drawn(tour: Tour, look: Look, corner: Point) -> Iterator[str]:
    """Yield a small board with its tour. A unit is a square, so that each move is two whole numbers."""
    if tour.board is None:
        raise ValueError("a tour without a board cannot be drawn on a poster")
    inner = INNER * SIDE
    unit = inner * (1 - 2 * EDGE) / max(tour.board.rows, tour.board.cols)
    left, top = (part + inner * EDGE + unit / 2 for part in corner)
    yield f'<rect x="{corner[0]:.5g}" y="{corner[1]:.5g}" width="{inner:.4g}" height="{inner:.4g}" fill="{LIGHT}"/>'
    dot = min(0.45, 2 / unit) if unit > 4.5 else 2 / unit  # 2 pixels, or nearly half a square where squares are large
    dots = "".join(f'<circle cx="{col}" cy="{row}" r="{dot:.3g}"/>' for row, col in (tour[0], tour[-1]))
    ends = "" if tour.closed else f'<g fill="{END}">{dots}</g>'
    line = f'<path d="{_line(tour)}" stroke="{look.fill}"/>'
    yield f'<g transform="translate({left:.5g} {top:.5g}) scale({unit:.4g})">{line}{ends}</g>'


def _line(tour: Tour) -> str:
    """Return the line of a tour as path data; equal moves in a row are one."""
    moves = [(there[1] - here[1], there[0] - here[0]) for here, there in pairwise(tour)]
    runs = ((move, len(list(run))) for move, run in groupby(moves))
    lines = " ".join(f"{across * times} {down * times}" for (across, down), times in runs).replace(" -", "-")
    return f"M{tour[0][1]} {tour[0][0]}{'l' if lines else 'h0'}{lines}{'z' * tour.closed}"
