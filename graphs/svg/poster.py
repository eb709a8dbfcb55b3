"""A poster of tours as SVG: a table with a small drawing of a tour in each cell, or the mark of what there is instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphs.svg.boards import edge_labels, labelled_grid
from graphs.svg.maps import HEADING, Legend, cell_marks, sheet
from graphs.svg.page import MARGIN, text, text_width
from graphs.svg.palette import END, LIGHT, Look
from graphs.tour import Tour

__all__ = ["PosterCell", "poster_svg"]

SIDE = 60
"""The side of a cell in pixels."""
EDGE = 0.06
"""The margin around a small tour, as a share of the side of its cell."""


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
    legend: Legend,
    size: int | None = None,
) -> str:
    """Return a poster as an SVG document.

    Parameters
    ----------
    cells : row by row; None leaves a cell empty. The two ends of an open tour are marked by dots.
    rows, cols, title, legend, size : as in `graphs.svg.map_svg`.

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
    marks = list(edge_labels(grid, rows, cols))
    for row, line in enumerate(cells):
        for col, cell in enumerate(line):
            if cell is None:
                continue
            corner = grid.corner((row, col))
            if cell.tour is not None:
                marks += _drawn(cell.tour, cell.look, corner)
                continue
            marks += cell_marks({cell.look: [corner]}, SIDE, raised=0.16 if cell.word else 0)
            if cell.word:
                letters = min(0.2 * SIDE, 0.86 * SIDE / text_width(cell.word, 1))
                marks.append(
                    text(
                        corner[0] + 0.47 * SIDE, corner[1] + 0.74 * SIDE, cell.word, letters, anchor="middle", ink=cell.look.ink
                    )
                )
    return sheet(grid, marks, title, legend, size)


def _drawn(tour: Tour, look: Look, corner: tuple[float, float]) -> Iterator[str]:
    """Yield a small board with its tour. A unit is a square, so that each move is two whole numbers."""
    if tour.board is None:
        raise ValueError("a tour without a board cannot be drawn on a poster")
    inner = 0.94 * SIDE
    unit = inner * (1 - 2 * EDGE) / max(tour.board.rows, tour.board.cols)
    left, top = (corner[axis] + inner * EDGE + unit / 2 for axis in (0, 1))
    yield f'<rect x="{corner[0]:.5g}" y="{corner[1]:.5g}" width="{inner:.4g}" height="{inner:.4g}" fill="{LIGHT}"/>'
    yield f'<g transform="translate({left:.5g} {top:.5g}) scale({unit:.4g})">'
    moves = " ".join(f"{there[1] - here[1]} {there[0] - here[0]}" for here, there in pairwise(tour)).replace(" -", "-")
    line = f"M{tour[0][1]} {tour[0][0]}l{moves}" if moves else f"M{tour[0][1]} {tour[0][0]}h0"
    pen = f'fill="none" stroke="{look.fill}" stroke-width="0.24" stroke-linejoin="round"'
    yield f'<path d="{line}{"z" * tour.closed}" {pen}/>'
    if not tour.closed:
        dots = "".join(f'<circle cx="{col}" cy="{row}" r="{_dot(unit):.3g}"/>' for row, col in (tour[0], tour[-1]))
        yield f'<g fill="{END}">{dots}</g>'
    yield "</g>"


def _dot(unit: float) -> float:
    """Return the radius of a dot in squares: 2 pixels, or nearly half a square where squares are large."""
    return min(0.45, 2 / unit) if unit > 4.5 else 2 / unit
