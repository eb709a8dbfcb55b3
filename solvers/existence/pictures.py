"""Draw SVG pictures of the starts that have a tour, of the ends of tours from each start, and of stretched tours.

The colours are those of `graphs.svg.palette`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import Leaper
from graphs.notation import edge_names
from graphs.svg import map_svg, palette, small_multiples_svg, tour_svg
from graphs.svg.boards import board_grid
from graphs.svg.page import MARGIN, TEXT, page, text
from graphs.svg.palette import Look
from graphs.text import plural
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.methods.construction.stretched_tours import stretched_tour
from solvers.methods.construction.stretches import Stretch

YES_OR_NO = {True: palette.YES, False: palette.NO, None: palette.UNKNOWN}
STARTS = {True: "an open tour starts here", False: "no open tour starts here", None: "unknown"}
ENDS = {True: "a tour from the start ends here", False: "no tour from the start ends here", None: "unknown"}
START = "the start: each small board is for one start, and lies where this start lies on the board"


def stretch_svg(stretch: Stretch, leaper: Leaper) -> str:
    """Return a picture of a tour with a block of its columns marked, and of two tours that repeat the block once and twice.

    Parameters
    ----------
    stretch : Stretch
        The tour, and the block of its columns that can be repeated.
    leaper : tuple of int
        The leaper.

    Returns
    -------
    str
        An SVG document.
    """
    marks, width, top = list[str](), 0.0, 0.0
    for times in range(3):
        board = Board(stretch.board.rows, stretch.board.cols + times * stretch.block)
        problem = Problem.on_board(board, leaper, closed=stretch.tour.closed)
        tour = problem.verify(stretched_tour(problem, stretch, Meter()))
        grid, words = board_grid(board), f"{board}: the block is there {('once', 'twice', 'three times')[times]}"
        block = stretch.block * grid.across
        lefts = (grid.left + stretch.cut * grid.across + each * block for each in range(times + 1))
        shape = f'y="{grid.top:g}" width="{block:g}" height="{grid.bottom - grid.top:g}"'
        pen = f'fill="{palette.END}" fill-opacity="0.13" stroke="{palette.END}" stroke-width="2"'
        blocks = (f'<rect x="{left:g}" {shape} {pen}/>' for left in lefts)
        height = grid.bottom + 3 * MARGIN + TEXT
        marks += [f'<g transform="translate(0 {top + 2 * TEXT:g})">', tour_svg(tour, leaper=leaper), *blocks, "</g>"]
        marks.append(text(grid.left, top + TEXT, words))
        width, top = max(width, grid.right + MARGIN), top + 2 * TEXT + height
    return page(width, top, marks, f"A tour of {stretch.board}, and two that repeat a block of its columns")


def start_map_svg(
    board: Board,
    starts: Mapping[Square, Result],
    pairs: Mapping[tuple[Square, Square], Result] | None = None,
    *,
    chess: bool = False,
) -> str:
    """Return a picture of a start map, which shows for each square whether an open tour starts there.

    With `pairs`, the picture has one small board per start, which shows the ends of tours from this start.

    Parameters
    ----------
    board : Board
        The board.
    starts : mapping of square to Result
        The result for each square as the start of an open tour.
    pairs : mapping of tuple to Result, optional
        The result for an open tour from each start to each end.
    chess : bool, optional
        Whether rows and columns are named as in chess. If False, they are counted from 0 at the top left.

    Returns
    -------
    str
        An SVG document.
    """
    where, holes = f"of open tours, {board.rows}x{board.cols} board", dict.fromkeys(board.holes, palette.HOLE_SQUARE)
    meanings, noun, results = (STARTS, "square", starts) if pairs is None else (ENDS, "pair", pairs)
    numbers = Counter(verdict.exists for verdict in results.values())
    legend = [] if pairs is None else [(palette.START_SQUARE, START)]
    legend += [(YES_OR_NO[each], f"{meanings[each]}: {plural(n, noun)}") for each in meanings if (n := numbers[each])]
    legend += [(palette.HOLE_SQUARE, "a hole")] if holes else []
    if pairs is None:
        cells = holes | {square: YES_OR_NO[verdict.exists] for square, verdict in starts.items()}
        _, _, table = laid_out({square: (look, "") for square, look in cells.items()})
        rows, cols = edge_names(board, chess)
        return map_svg(table, rows=rows, cols=cols, title=f"Starts {where}", legend=legend)
    maps: dict[Square, dict[Square, Look]] = {square: {**holes, square: palette.START_SQUARE} for square in board}
    for (start, end), verdict in pairs.items():
        maps[start][end] = YES_OR_NO[verdict.exists]
    title = f"Starts and ends {where}"
    return small_multiples_svg(maps, rows=board.rows, cols=board.cols, title=title, legend=legend, chess=chess)


def laid_out(at: Mapping[tuple[Any, int], Any], missing: Any = None) -> tuple[list[Any], list[int], list[list[Any]]]:
    """Arrange the contents of cells as a table, with sorted rows and columns.

    Parameters
    ----------
    at : mapping of tuple to object
        The content of each cell, by its row and column. A row is a number or a leaper.
    missing : object, optional
        The content of the cells that are not in `at`.

    Returns
    -------
    rows : list
        The rows in ascending order. Leapers (a, b) are in ascending order of a + b.
    cols : list of int
        The columns in ascending order.
    table : list of list
        The contents of the cells, row by row.
    """
    rows = sorted({row for row, _ in at}, key=lambda row: (sum(row), row) if isinstance(row, tuple) else row)
    cols = sorted({col for _, col in at})
    return rows, cols, [[at.get((row, col), missing) for col in cols] for row in rows]
