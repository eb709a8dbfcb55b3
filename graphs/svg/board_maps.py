"""Maps and tables as SVG: cells, small tours and a legend.

A *look* (`palette.Look`) is the appearance of a cell: its colour and its mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

from graphs.board import Board, Square
from graphs.notation import edge_names
from graphs.svg.boards import BoardGrid
from graphs.svg.page import MARGIN, Point, marks_path, page, page_text_width, text
from graphs.svg.palette import END, FAINT_INK, LIGHT, NO, RULE, Look
from graphs.tour import Tour

Placed: TypeAlias = tuple[Look, bool, Point]
"""A cell's look, whether its mark is raised, and its corner."""
Legend: TypeAlias = Sequence[tuple[Look | str | None, str]]
"""Lines of a legend: a sample and its meaning."""

TITLE = 20  # font size of the title, in pixels
LINE, SWATCH = 24, 18  # height of a line of the legend, and side of its cell, in pixels
ABOVE = MARGIN + TITLE + MARGIN  # height of the space for the title, in pixels
GAP = 0.8  # distance between small maps, in cells
INNER = 0.94  # side of the drawn part of a cell, relative to the cell
SIDE = 44  # side of a cell in pixels, smaller on large maps without tours
EDGE = 0.06  # margin around a small tour, relative to the drawn part of its cell
LINE_WIDTH = 0.24  # width of a small tour's line, relative to a square


class MapCell(NamedTuple):
    """A cell of a map, with an optional word and tour."""

    look: Look
    word: str = ""
    tour: Tour | None = None


def map_svg(
    cells: Sequence[Sequence[MapCell | tuple[Look, str] | None]],
    *,
    rows: Sequence[object],
    cols: Sequence[object],
    title: str,
    legend: Legend,
    lead: str = "",
    words: Mapping[str, str] | None = None,
) -> str:
    """Return an SVG picture of a map, whose cells contain marks or small tours.

    Parameters
    ----------
    cells : sequence of sequence of Cell, tuple or None
        The cells, row by row: a `MapCell`, a pair (`Look`, word), or None for an empty cell.
    rows, cols : sequence
        Labels of the rows, at the left, and of the columns, at the top.
    title : str
        The heading.
    legend : sequence of tuple
        Pairs of a sample, which is a `Look`, a text or None, and its meaning.
    lead : str, optional
        A sentence below the title.
    words : mapping of str to str, optional
        Words in the cells and their meanings, for the legend.

    Returns
    -------
    str
        The SVG document.

    Raises
    ------
    ValueError
        If the numbers of rows in `cells` and `rows` differ.

    Examples
    --------
    >>> from graphs.svg.palette import NO, YES
    >>> picture = map_svg([[(YES, ""), (NO, "")]], rows=[0], cols=[0, 1], title="A map", legend=[(YES, "yes"), (NO, "no")])
    >>> picture[:4], picture.count("data-mark")
    ('<svg', 4)
    """
    at = {
        (row, col): MapCell(*cell)
        for row, (_, line) in enumerate(zip(rows, cells, strict=True))
        for col, cell in enumerate(line)
        if cell is not None
    }
    has_tours = any(cell.tour for cell in at.values())
    side = SIDE if has_tours else min(SIDE, max(1200 / max(len(rows), len(cols), 1), 2))
    grid = BoardGrid(rows, cols, side, side, ABOVE + LINE * bool(lead))
    placed = [(cell, grid.corner(place)) for place, cell in at.items()]
    size = min([0.3 * side, *(0.9 * side / page_text_width(cell.word, 1) for cell, _ in placed if cell.word)])
    marks = list(map_cell_paths(((cell.look, bool(cell.word), corner) for cell, corner in placed if not cell.tour), side))
    marks.append(f'<g fill="none" stroke-width="{LINE_WIDTH}" stroke-linejoin="round">')
    marks += [mark for cell, corner in placed if cell.tour for mark in _small_board(cell.tour, cell.look, corner)]
    marks.append("</g>")
    for cell, (x, y) in placed:
        if cell.word:
            marks.append(text(x + side * INNER / 2, y + 0.72 * side, cell.word, size, anchor="middle", ink=cell.look.ink))
    return board_map_sheet(grid, marks, title, legend, lead, words)


def small_multiples_svg(
    maps: Mapping[Square, Mapping[Square, Look]],
    *,
    rows: int,
    cols: int,
    title: str,
    legend: Legend,
    chess: bool = False,
) -> str:
    """Return an SVG picture of a board with a small map on each square.

    Parameters
    ----------
    maps : mapping of tuple of int to mapping
        For each square, its small map: the `Look` of each cell.
    rows, cols : int
        Size of the board, and of each small map.
    title : str
        The heading.
    legend : sequence of tuple
        The legend, as in `map_svg`.
    chess : bool, optional
        Whether rows and columns are named as in chess. If False, they are numbered from 0 at the top left.

    Returns
    -------
    str
        The SVG document.
    """
    longest = max(rows, cols) * (max(rows, cols) + GAP)
    side = max(min(24, 760 / longest), min(10, 1400 / longest))
    grid = BoardGrid(*edge_names(Board(rows, cols), chess), (cols + GAP) * side, (rows + GAP) * side, ABOVE)
    placed = (
        (look, False, (x + (col + GAP / 2) * side, y + (row + GAP / 2) * side))
        for square, small in maps.items()
        for x, y in [grid.corner(square)]
        for (row, col), look in small.items()
    )
    return board_map_sheet(grid, map_cell_paths(placed, side), title, legend)


def _small_board(tour: Tour, look: Look, corner: Point) -> Iterator[str]:
    """Yield SVG elements of a small board with its tour."""
    inner = INNER * SIDE
    unit = inner * (1 - 2 * EDGE) / max(tour.shape)
    left, top = (part + inner * EDGE + unit / 2 for part in corner)
    yield f'<rect x="{corner[0]:.5g}" y="{corner[1]:.5g}" width="{inner:.4g}" height="{inner:.4g}" fill="{LIGHT}"/>'
    dots = "".join(f'<circle cx="{col}" cy="{row}" r="{2 / unit:.3g}"/>' for row, col in (tour[0], tour[-1]))
    ends = "" if tour.closed else f'<g fill="{END}">{dots}</g>'
    line = f'<path d="{_line(tour)}" stroke="{look.fill}"/>'
    yield f'<g transform="translate({left:.5g} {top:.5g}) scale({unit:.4g})">{line}{ends}</g>'


def _line(tour: Tour) -> str:
    """Return a tour as SVG path data, joining equal consecutive moves."""
    moves = [(there[1] - here[1], there[0] - here[0]) for here, there in pairwise(tour)]
    runs = ((move, len(list(run))) for move, run in groupby(moves))
    lines = " ".join(f"{across * times} {down * times}" for (across, down), times in runs).replace(" -", "-")
    return f"M{tour[0][1]} {tour[0][0]}{'l' if lines else 'h0'}{lines}{'z' * tour.closed}"


def map_cell_paths(cells: Iterable[Placed], side: float) -> Iterator[str]:
    """Yield SVG paths of cells, one per colour and mark.

    A raised mark leaves space for text.
    """
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
            yield marks_path(look, centres, (0.28 - 0.6 * lift) * side)


def board_map_sheet(
    grid: BoardGrid, marks: Iterable[str], title: str, legend: Legend, lead: str = "", words: Mapping[str, str] | None = None
) -> str:
    """Return an SVG document with a title, cells and a legend."""
    words = words or {}
    left, top = grid.left, grid.bottom + 2 * MARGIN
    beside = left + max((SWATCH + MARGIN + page_text_width(meaning) for _, meaning in legend), default=0)
    column = beside + 4 * MARGIN
    indent = column + max(map(page_text_width, words), default=0) + MARGIN
    ends = [
        left + page_text_width(title, TITLE),
        left + page_text_width(lead),
        *(indent + page_text_width(each) for each in words.values()),
    ]
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
    """Yield the SVG elements of one line of a legend."""
    top = y - SWATCH / 2
    if isinstance(shown, Look):
        yield from map_cell_paths([(shown, False, (x, top))], SWATCH)
    elif shown is not None:
        size = min(0.6 * SWATCH, 0.9 * SWATCH / page_text_width(shown, 1))
        yield f'<rect x="{x:g}" y="{top:g}" width="{SWATCH}" height="{SWATCH}" fill="none" stroke="{RULE}"/>'
        yield text(x + SWATCH / 2, y, shown, size, anchor="middle")
    yield text(x if shown is None else x + SWATCH + MARGIN, y, meaning)
