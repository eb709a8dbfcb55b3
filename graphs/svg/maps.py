"""Maps and tables as SVG: cells with marks, and a legend that explains each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from graphs.board import Square
from graphs.svg.boards import Grid, edge_labels, labelled_grid
from graphs.svg.marks import Point, marks_path
from graphs.svg.page import MARGIN, TEXT, page, text, text_width
from graphs.svg.palette import INK, RULE, Look

__all__ = ["LINE", "SWATCH", "Cell", "Legend", "cell_marks", "legend_lines", "map_svg", "small_multiples_svg"]

Cell: TypeAlias = tuple[Look, str]
"""How a cell looks, and the text in it."""
Legend: TypeAlias = Sequence[tuple[Look | str, str]]
"""What each look means, or a text in a cell, such as a number."""

HEADING = 26
LINE, SWATCH = 24, 18
"""The height of a line of the legend, and the side of the cell at its beginning."""
GAP = 0.8
"""Between small maps, in cells."""


def map_svg(
    cells: Sequence[Sequence[Cell]],
    *,
    rows: Sequence[object],
    cols: Sequence[object],
    title: str,
    legend: Legend,
    size: int | None = None,
) -> str:
    """Return a picture of cells with marks as an SVG document: a map of a board's squares, a table of boards.

    Parameters
    ----------
    cells : the look and the text of each cell, row by row.
    rows, cols : the labels at the left and above.
    title : the heading.
    legend : what each look, or a text in a cell, means; written below.
    size : the longer side in pixels; None chooses by the number of cells.

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
    grid = labelled_grid(rows, cols, min(44, max(1200 / max(len(rows), len(cols)), 2)), top=MARGIN + HEADING)
    bare: dict[Look, list[Point]] = {}
    labelled: dict[Look, list[Point]] = {}
    words = []
    for row, (_, line) in enumerate(zip(rows, cells, strict=True)):
        for col, (look, word) in enumerate(line):
            (labelled if word else bare).setdefault(look, []).append(grid.corner((row, col)))
            if word:
                words.append(_cell_text(grid, (row, col), look, word))
    marks = [
        *edge_labels(grid, rows, cols),
        *cell_marks(bare, grid.across),
        *cell_marks(labelled, grid.across, raised=0.16),
        *words,
    ]
    return _sheet(grid, marks, title, legend, size)


def small_multiples_svg(
    maps: Mapping[Square, Mapping[Square, Look]],
    *,
    rows: int,
    cols: int,
    title: str,
    legend: Legend,
    size: int | None = None,
) -> str:
    """Return a picture with one small map for each square of a board, laid out as the squares are.

    Parameters
    ----------
    maps : for each square, the look of every cell of its small map.
    rows, cols : the size of the board, and of each small map.
    title, legend, size : as in `map_svg`.

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
    large = labelled_grid(range(rows), range(cols), (cols + GAP) * side, (rows + GAP) * side, top=MARGIN + HEADING)
    looks: dict[Look, list[Point]] = {}
    for square, small in maps.items():
        x, y = large.corner(square)
        grid = Grid(rows, cols, side, side, x + GAP * side / 2, y + GAP * side / 2)
        for cell, look in small.items():
            looks.setdefault(look, []).append(grid.corner(cell))
    marks = [*edge_labels(large, range(rows), range(cols)), *cell_marks(looks, side)]
    return _sheet(large, marks, title, legend, size)


def cell_marks(looks: Mapping[Look, Iterable[Point]], side: float, raised: float = 0.0) -> Iterator[str]:
    """Yield the cells with these corners; a mark is smaller and higher where it leaves room for a text."""
    inner = 0.94 * side
    for look, corners in looks.items():
        places = list(corners)
        squares = "".join(f"M{x:.5g} {y:.5g}h{inner:.4g}v{inner:.4g}h-{inner:.4g}z" for x, y in places)
        yield f'<path d="{squares}" fill="{look.fill}"/>'
        if look.mark is not None:
            centres = ((x + inner / 2, y + inner / 2 - raised * side) for x, y in places)
            yield marks_path(look.mark, centres, (0.28 - 0.6 * raised) * side, look.ink)


def _cell_text(grid: Grid, cell: Square, look: Look, word: str) -> str:
    x, y = grid.centre(cell)
    size = min(0.3 * grid.across, 0.9 * grid.across / text_width(word, 1))
    return text(x - 0.03 * grid.across, y + 0.22 * grid.down, word, size, anchor="middle", ink=look.ink)


def _sheet(grid: Grid, marks: Iterable[str], title: str, legend: Legend, size: int | None) -> str:
    """Return the page: the title, the grid with its marks, and the legend below."""
    words = [text_width(title), *(SWATCH + MARGIN + text_width(meaning) for _, meaning in legend)]
    width = max(grid.right, grid.left + max(words)) + MARGIN
    head = text(grid.left, MARGIN + TEXT / 2, title)
    lines = legend_lines(legend, grid.left, grid.bottom + MARGIN)
    return page(width, grid.bottom + MARGIN + LINE * len(legend) + MARGIN, [head, *marks, *lines], title, size)


def legend_lines(legend: Legend, left: float, top: float) -> Iterator[str]:
    """Yield the lines of a legend, one below the other."""
    for number, (shown, meaning) in enumerate(legend):
        y = top + number * LINE
        if isinstance(shown, Look):
            yield from cell_marks({shown: [(left, y)]}, SWATCH)
        else:
            yield f'<rect x="{left:g}" y="{y:g}" width="{SWATCH}" height="{SWATCH}" fill="none" stroke="{RULE}"/>'
            yield text(
                left + SWATCH / 2,
                y + SWATCH / 2,
                shown,
                min(0.6 * SWATCH, 0.9 * SWATCH / text_width(shown, 1)),
                anchor="middle",
                ink=INK,
            )
        yield text(left + SWATCH + MARGIN, y + SWATCH / 2, meaning)
