"""Maps, tables and posters as SVG: cells with marks or small tours, and a legend that explains each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TypeAlias

from graphs.board import Square
from graphs.svg.boards import Grid
from graphs.svg.page import MARGIN, SMALL, Point, marks_path, page, text, text_width
from graphs.svg.palette import END, FAINT_INK, LIGHT, NO, RULE, Look
from graphs.tour import Tour

__all__ = ["ABOVE", "PosterCell", "cells_of", "map_svg", "poster_svg", "sheet", "small_multiples_svg"]

Cell: TypeAlias = tuple[Look, str]
"""How a cell looks, and the text in it."""
Placed: TypeAlias = tuple[Look, bool, Point]
"""How a cell looks, whether its mark is raised, and the corner of the cell."""
Legend: TypeAlias = Sequence[tuple[Look | str | None, str]]
"""What each look means, or a text in a cell, such as a number; None marks a line of a sentence."""

TITLE = 20
"""The size of type of the title."""
LINE, SWATCH = 24, 18
"""The height of a line of the legend, and the side of the cell at its beginning."""
ABOVE = MARGIN + TITLE + MARGIN
"""The room for the title."""
GAP = 0.8
"""Between small maps, in cells."""
INNER = 0.94
"""The side of what is drawn in a cell, as a share of the side of the cell."""
SIDE = 44
"""The side of a cell of a poster in pixels."""
EDGE = 0.06
"""The margin around a small tour, as a share of the side of its cell."""
LINE_WIDTH = 0.24
"""The width of a small tour's line, as a share of the side of a square."""


def map_svg(
    cells: Sequence[Sequence[Cell]], *, rows: Sequence[object], cols: Sequence[object], title: str, legend: Legend
) -> str:
    """Return a picture of cells with marks as an SVG document: a map of a board's squares, a table of boards.

    Parameters
    ----------
    cells : the look and the text of each cell, row by row.
    rows, cols : the labels at the left and above.
    title : the heading.
    legend : what each look, or a text in a cell, means; written below.

    Raises
    ------
    ValueError : there are more, or fewer, rows of cells than labels of rows.

    Examples
    --------
    >>> from graphs.svg.palette import NO, YES
    >>> picture = map_svg([[(YES, ""), (NO, "")]], rows=[0], cols=[0, 1], title="A map", legend=[(YES, "yes"), (NO, "no")])
    >>> picture[:4], picture.count("data-mark")
    ('<svg', 4)
    """
    side = min(44, max(1200 / max(len(rows), len(cols)), 2))
    grid = sheet_grid(rows, cols, side, side)
    placed: list[Placed] = []
    words = []
    for row, (_, line) in enumerate(zip(rows, cells, strict=True)):
        for col, (look, word) in enumerate(line):
            x, y = corner = grid.corner((row, col))
            placed.append((look, bool(word), corner))
            if word:
                size = min(0.3 * side, 0.9 * side / text_width(word, 1))
                words.append(text(x + side * INNER / 2, y + 0.72 * side, word, size, anchor="middle", ink=look.ink))
    return sheet(grid, [*cells_of(placed, side), *words], title, legend)


def small_multiples_svg(
    maps: Mapping[Square, Mapping[Square, Look]], *, rows: int, cols: int, title: str, legend: Legend
) -> str:
    """Return a picture with one small map for each square of a board, laid out as the squares are.

    Parameters
    ----------
    maps : for each square, the look of every cell of its small map.
    rows, cols : the size of the board, and of each small map.
    title, legend : as in `map_svg`.

    References
    ----------
    E. R. Tufte, The Visual Display of Quantitative Information, 1983: small multiples.

    Examples
    --------
    >>> from graphs.svg.palette import YES
    >>> small_multiples_svg({(0, 0): {(0, 0): YES}}, rows=1, cols=1, title="One", legend=[(YES, "yes")])[:4]
    '<svg'
    """
    longest = max(rows, cols) * (max(rows, cols) + GAP)
    side = max(min(24, 760 / longest), min(10, 1400 / longest))
    grid = sheet_grid(range(rows), range(cols), (cols + GAP) * side, (rows + GAP) * side)
    placed = (
        (look, False, (x + (col + GAP / 2) * side, y + (row + GAP / 2) * side))
        for square, small in maps.items()
        for x, y in [grid.corner(square)]
        for (row, col), look in small.items()
    )
    return sheet(grid, cells_of(placed, side), title, legend)


@dataclass(frozen=True)
class PosterCell:
    """One cell of a poster: its look, and the tour that is drawn in the look's colour, or a word below the look's mark."""

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
    words: Mapping[str, str],
) -> str:
    """Return a poster as an SVG document.

    Parameters
    ----------
    cells : row by row; None leaves a cell empty. The two ends of an open tour are marked by dots.
    rows, cols, title, legend : as in `map_svg`.
    lead : a sentence below the title.
    words : what each word in a cell means; written at the right of the legend.

    Examples
    --------
    >>> from graphs import Board
    >>> from graphs.svg.palette import NO, OPEN
    >>> tour = Tour([(0, 0), (0, 1)], board=Board(1, 2))
    >>> cells = [[PosterCell(OPEN, tour), PosterCell(NO, word="colours")]]
    >>> picture = poster_svg(cells, rows=["wazir"], cols=[1, 2], title="Two", legend=[], words={})
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
            marks += cells_of([(cell.look, bool(cell.word), (x, y))], SIDE)
        if cell.word:
            marks.append(text(x + 0.47 * SIDE, y + 0.74 * SIDE, cell.word, letters, anchor="middle", ink=cell.look.ink))
    return sheet(grid, marks, title, legend, lead, words)


def _drawn(tour: Tour, look: Look, corner: Point) -> Iterator[str]:
    """Yield a small board with its tour. A unit is a square, so that each move is two whole numbers."""
    inner = INNER * SIDE
    unit = inner * (1 - 2 * EDGE) / max(tour.shape)
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


def cells_of(cells: Iterable[Placed], side: float) -> Iterator[str]:
    """Yield the cells, those of one look together. A mark is smaller and higher where it is raised, to leave room for text."""
    alike: dict[tuple[Look, bool], list[Point]] = {}
    for look, is_raised, corner in cells:
        alike.setdefault((look, is_raised), []).append(corner)
    inner = INNER * side
    for (look, is_raised), corners in alike.items():
        squares = "".join(f"M{x:.5g} {y:.5g}h{inner:.4g}v{inner:.4g}h-{inner:.4g}z" for x, y in corners)
        yield f'<path d="{squares}" fill="{look.fill}"/>'
        if look.mark is not None:
            lift = 0.16 * is_raised
            centres = [(x + inner / 2, y + inner / 2 - lift * side) for x, y in corners]
            yield marks_path(look.mark, centres, (0.28 - 0.6 * lift) * side, look.ink)


def sheet_grid(rows: Sequence[object], cols: Sequence[object], across: float, down: float, lead: str = "") -> Grid:
    """Return the grid of a `sheet`, with room above for the title and the lead."""
    return Grid(rows, cols, across, down, ABOVE + LINE * bool(lead))


def sheet(
    grid: Grid, marks: Iterable[str], title: str, legend: Legend, lead: str = "", words: Mapping[str, str] | None = None
) -> str:
    """Return the page: the title, a sentence below it, the grid with its labels and marks, and the legend below.

    At the right of the legend, each of the words has its meaning.
    """
    words = words or {}
    left, top = grid.left, grid.bottom + 2 * MARGIN
    beside = left + max((SWATCH + MARGIN + text_width(meaning) for _, meaning in legend), default=0)
    column = beside + 4 * MARGIN
    indent = column + max(map(text_width, words), default=0) + MARGIN
    ends = [left + text_width(title, TITLE), left + text_width(lead), *(indent + text_width(each) for each in words.values())]
    heights = [top + row * LINE + SWATCH / 2 for row in range(max(len(legend), len(words)))]
    everything = [
        text(left, MARGIN + TITLE / 2, title, TITLE),
        *([text(left, MARGIN + TITLE + LINE / 2, lead, ink=FAINT_INK)] if lead else []),
        *grid.labels(),
        *marks,
        *(mark for y, (shown, meaning) in zip(heights, legend, strict=False) for mark in _legend_line(shown, meaning, left, y)),
        *(text(column, y, word, ink=NO.ink) for y, word in zip(heights, words, strict=False)),
        *(text(indent, y, meaning) for y, meaning in zip(heights, words.values(), strict=False)),
    ]
    return page(max(grid.right, beside, *ends) + MARGIN, top + LINE * len(heights) + MARGIN, everything, title)


def _legend_line(shown: Look | str | None, meaning: str, x: float, y: float) -> Iterator[str]:
    """Yield a line of the legend whose middle is at height y."""
    top = y - SWATCH / 2
    if isinstance(shown, Look):
        yield from cells_of([(shown, False, (x, top))], SWATCH)
    elif shown is not None:
        size = min(0.6 * SWATCH, 0.9 * SWATCH / text_width(shown, 1))
        yield f'<rect x="{x:g}" y="{top:g}" width="{SWATCH}" height="{SWATCH}" fill="none" stroke="{RULE}"/>'
        yield text(x + SWATCH / 2, y, shown, size, anchor="middle")
    yield text(x if shown is None else x + SWATCH + MARGIN, y, meaning)
