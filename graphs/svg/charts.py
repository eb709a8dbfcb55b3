"""Charts of coloured cells as SVG: a map of a board's squares, a table of board sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from graphs.svg.tours import HOLE, SIDE, svg_page

__all__ = ["chart_svg"]

FONT = 'font-family="sans-serif" font-size="3.4"'


def chart_svg(
    cells: Sequence[Sequence[tuple[str | None, str]]],
    *,
    rows: Sequence[object],
    cols: Sequence[object],
    legend: Mapping[str, str],
    size: int | None = None,
) -> str:
    """A chart of coloured cells as an SVG document.

    Parameters
    ----------
    cells : the colour (None for a hole) and the text of each cell, row by row.
    rows, cols : the labels at the left and above.
    legend : from colour to its meaning, written below.
    size : the longer side in pixels; None chooses by the number of cells.
    """
    width = max(len(cols) + 1.5, 2 + max(map(len, legend.values()), default=0) / 5)
    height = len(rows) + 1.5 + len(legend) / 2
    marks = ['<rect width="100%" height="100%" fill="#fff"/>', *_cells(cells, rows, cols), *_legend(legend, len(rows) + 1.3)]
    return svg_page(width * SIDE, height * SIDE, marks, size or min(1600, 40 * max(height, width)))


def _cells(cells: Sequence[Sequence[tuple[str | None, str]]], rows: Sequence[object], cols: Sequence[object]) -> Iterator[str]:
    yield f'<g {FONT} text-anchor="middle">'
    for index, label in enumerate(cols):
        yield f'<text x="{(index + 1.5) * SIDE:g}" y="8">{escape(str(label))}</text>'
    for row, (label, line) in enumerate(zip(rows, cells, strict=True), 1):
        yield f'<text x="5" y="{row * SIDE + 6.2:g}">{escape(str(label))}</text>'
        for col, (fill, text) in enumerate(line, 1):
            x, y = col * SIDE, row * SIDE
            square = f'x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" stroke="#fff" stroke-width="0.5"'
            yield f'<rect {square} fill="{fill or HOLE}"/>'
            if text:
                yield f'<text x="{x + SIDE / 2:g}" y="{y + 6.2:g}" fill="#fff">{escape(text)}</text>'
    yield "</g>"


def _legend(legend: Mapping[str, str], top: float) -> Iterator[str]:
    for index, (fill, meaning) in enumerate(legend.items()):
        y = (top + index / 2) * SIDE
        yield f'<rect x="{SIDE}" y="{y:g}" width="3.4" height="3.4" fill="{fill}"/>'
        yield f'<text x="{SIDE * 1.5:g}" y="{y + 3:g}" {FONT}>{escape(meaning)}</text>'
