"""Draw SVG pictures of results, of the starts that have a tour, of the ends of tours from each start, and of stretched tours.

The colours are those of `graphs.svg.palette`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from textwrap import wrap
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import Leaper, leaper_moves
from graphs.notation import edge_names, respell
from graphs.obstructions import Drawing, Obstruction
from graphs.svg import map_svg, palette, small_multiples_svg, tour_svg
from graphs.svg.boards import SIDE, board_grid, board_marks, given_marks
from graphs.svg.maps import ABOVE, cells_of, sheet
from graphs.svg.page import MARGIN, TEXT, page, text
from graphs.svg.palette import Look
from graphs.svg.tours import drawn_move, point
from graphs.text import plural
from solvers.core.meter import Meter
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.methods.construction.stretched_tours import stretched_tour
from solvers.methods.construction.stretches import Stretch
from solvers.solving.decide import ANSWERS

YES_OR_NO = {True: palette.YES, False: palette.NO, None: palette.UNKNOWN}
STARTS = {True: "an open tour starts here", False: "no open tour starts here", None: "unknown"}
ENDS = {True: "a tour from the start ends here", False: "no tour from the start ends here", None: "unknown"}
START = "the start: each small board is for one start, and lies where this start lies on the board"
LETTERS = 60
"""Maximum number of characters per line of the reason below the picture."""
CROSSED_ENDS = {"outside": 0, "across": 1}
"""For each value of `Drawing.moves`, how many of the two squares of a drawn move are marked."""


def result_svg(verdict: Result, *, chess: bool = False) -> str | None:
    """Return a picture of a result: its tour, or the board with the reason why there is none or why the answer is unknown.

    Parameters
    ----------
    verdict : Result
        The result.
    chess : bool, optional
        Whether squares, rows and columns are named as in chess. If False, they are counted from 0 at the top left.

    Returns
    -------
    str or None
        An SVG document. None if the result is about a graph that is not a board, and its tour, if any, cannot be drawn.
    """
    tour, problem = verdict.tour, verdict.problem
    if problem is None or problem.board is None:
        return None if tour is None else tour._repr_svg_()
    if tour is not None:
        return tour_svg(tour, leaper=problem.leaper, chess=chess, steps=problem.givens)
    board, chess_board = problem.board, problem.board if chess else None
    reason = verdict.evidence if isinstance(verdict.evidence, Obstruction) else None
    drawing = reason.drawing if reason else Drawing()
    grid, givens = board_grid(board, chess, ABOVE), problem.givens
    known = {None, *givens.values()}
    highlights: list[tuple[Look, str, Iterable[Any]]] = [
        (palette.WITNESS, drawing.squares, reason.squares if reason else ()),
        (palette.START_OF_TOUR, respell(f"the start {problem.start}", chess_board), {problem.start} - known),
        (palette.END_OF_TOUR, respell(f"the end {problem.end}", chess_board), {problem.end} - known),
        (palette.GIVEN, f"{plural(len(givens), 'step')} given", givens.values()),
        (palette.HOLE_SQUARE, "a hole", board.holes),
    ]
    cells = (
        (look, False, (col * SIDE + 0.3, row * SIDE + 0.3)) for look, _, squares in highlights for row, col in sorted(squares)
    )
    marks = [
        *board_marks(grid, board),
        *cells_of(cells, SIDE),
        *given_marks(givens),
        *(_lines(board, problem, reason) if reason else ()),
        "</g>",
    ]
    legend: list[tuple[Look | None, str]] = [(look, words) for look, words, squares in highlights if squares]
    legend += [(palette.MOVE, drawing.lines)] * bool(drawing.lines)
    for sentence in sentences_of(verdict):
        caption = respell(f"{sentence[:1].upper()}{sentence[1:]}.", chess_board)
        legend += [(None, line) for line in ("", *wrap(caption, LETTERS))]
    return sheet(grid, marks, respell(verdict_title(verdict), chess_board), legend)


def _lines(board: Board, problem: Problem, reason: Obstruction) -> Iterator[str]:
    """Yield the moves that explain an obstruction, as SVG lines. Moves that are connected have the same colour."""
    import networkx as nx

    moves: Iterable[Any] = reason.forced
    if reason.drawing.moves in CROSSED_ENDS:
        number = CROSSED_ENDS[reason.drawing.moves]
        moves = (move for move in problem.graph.edges if len(reason.squares.intersection(move)) == number)
    graph: nx.Graph[Any] = nx.Graph(moves)
    draw = partial(drawn_move, board, leaper_moves(problem.leaper))
    yield f'<svg width="{board.cols * SIDE}" height="{board.rows * SIDE}" fill="none" stroke-width="0.5">'
    for place, part in enumerate(nx.connected_components(graph)):
        pieces = chain.from_iterable(draw(*move) for move in graph.subgraph(part).edges)
        line = "".join(f"M{point(here)}L{point(there)}" for here, there in pieces)
        yield f'<path d="{line}" stroke="{palette.SERIES[place % 3]}" stroke-dasharray="{place % 3 // 2 * "1.5 1"}"/>'
    yield "</svg>"


def verdict_title(verdict: Result) -> str:
    """Return a title with the question and the answer of a result.

    Parameters
    ----------
    verdict : Result
        A result that has a problem.

    Returns
    -------
    str
        The title: a question and a one-word answer, such as "Is there an open tour of 3x3? No.", as one line.
    """
    return f"Is there {verdict.problem}? {ANSWERS[verdict.exists].capitalize()}."


def sentences_of(verdict: Result) -> list[str]:
    """Return the reason of a result, and a sentence about the published theorem that gives the same answer.

    Parameters
    ----------
    verdict : Result
        The result.

    Returns
    -------
    list of str
        The reason. If there is such a theorem, also the sentence about it.
    """
    return [verdict.reason] + [f"published: {verdict.theorem}"] * (verdict.theorem is not None)


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
