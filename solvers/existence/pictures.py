"""Verdicts, start maps, and pairs of start and end as pictures. `graphs.svg` has the palette."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from textwrap import wrap
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import Leaper, leaper_moves
from graphs.notation import respelled
from graphs.obstructions import Drawing, Obstruction
from graphs.svg import map_svg, palette, small_multiples_svg, tour_svg
from graphs.svg.boards import SIDE, board_grid, board_marks
from graphs.svg.maps import ABOVE, cells_of, sheet
from graphs.svg.page import MARGIN, TEXT, page, text
from graphs.svg.palette import Look
from graphs.svg.tours import drawn_move, point
from graphs.text import plural
from solvers.budget import Meter
from solvers.existence.decision import WORDS
from solvers.methods.construction.piles import pile_tour
from solvers.methods.construction.stretches import Stretch
from solvers.problem import Problem
from solvers.result import Result

__all__ = ["laid_out", "result_svg", "sentences_of", "start_map_svg", "stretch_svg", "verdict_title"]

YES_OR_NO = {True: palette.YES, False: palette.NO, None: palette.UNKNOWN}
STARTS = {True: "an open tour starts here", False: "no open tour starts here", None: "unknown"}
ENDS = {True: "a tour from the start ends here", False: "no tour from the start ends here", None: "unknown"}
START = "the start: one small board for each, where it lies on the board"
LETTERS = 60
"""Letters of a line of the sentence."""
CROSSED_ENDS = {"outside": 0, "across": 1}
"""How many ends of the moves that are drawn are crossed."""


def result_svg(verdict: Result, *, chess: bool = False) -> str | None:
    """Return a verdict as a picture: its tour, or the board with the reason; None where it is about no board.

    Parameters
    ----------
    verdict : the verdict.
    chess : whether squares, rows and columns are named as in chess, and not counted from 0 at the top left.
    """
    tour, problem = verdict.tour, verdict.problem
    if problem is None or problem.board is None:
        return None if tour is None else tour._repr_svg_()
    if tour is not None:
        return tour_svg(tour, leaper=problem.leaper, chess=chess)
    board, named = problem.board, problem.board if chess else None
    reason = verdict.evidence if isinstance(verdict.evidence, Obstruction) else None
    drawing = reason.drawing if reason else Drawing()
    grid = board_grid(board, chess, ABOVE)
    shown: list[tuple[Look, str, Iterable[Any]]] = [
        (palette.NO, drawing.squares, reason.squares if reason else ()),
        (palette.START_OF_TOUR, respelled(f"the start {problem.start}", named), {problem.start} - {None}),
        (palette.END_OF_TOUR, respelled(f"the end {problem.end}", named), {problem.end} - {None}),
        (palette.START_OF_TOUR, "a known step", problem.steps.values()),
        (palette.HOLE_SQUARE, "a hole", board.holes),
    ]
    cells = ((look, False, (col * SIDE + 0.3, row * SIDE + 0.3)) for look, _, squares in shown for row, col in sorted(squares))
    marks = [*board_marks(grid, board), *cells_of(cells, SIDE), *(_lines(board, problem, reason) if reason else ()), "</g>"]
    legend: list[tuple[Look | None, str]] = [(look, words) for look, words, squares in shown if squares]
    legend += [(palette.MOVE, drawing.lines)] * bool(drawing.lines)
    for sentence in sentences_of(verdict):
        written = respelled(f"{sentence[:1].upper()}{sentence[1:]}.", named)
        legend += [(None, line) for line in ("", *wrap(written, LETTERS))]
    return sheet(grid, marks, respelled(verdict_title(verdict), named), legend)


def _lines(board: Board, problem: Problem, reason: Obstruction) -> Iterator[str]:
    """Yield the moves that are drawn, each connected part in one colour; parts of a line off the board are cut off."""
    import networkx as nx

    moves: Iterable[Any] = reason.forced
    if reason.drawing.moves in CROSSED_ENDS:
        number = CROSSED_ENDS[reason.drawing.moves]
        moves = (move for move in problem.graph.edges if len(reason.squares.intersection(move)) == number)
    graph: nx.Graph[Any] = nx.Graph(moves)
    drawn = partial(drawn_move, board, leaper_moves(problem.leaper))
    yield f'<svg width="{board.cols * SIDE}" height="{board.rows * SIDE}" fill="none" stroke-width="0.5">'
    for place, part in enumerate(nx.connected_components(graph)):
        pieces = chain.from_iterable(drawn(*move) for move in graph.subgraph(part).edges)
        line = "".join(f"M{point(here)}L{point(there)}" for here, there in pieces)
        yield f'<path d="{line}" stroke="{palette.SERIES[place % 3]}" stroke-dasharray="{place % 3 // 2 * "1.5 1"}"/>'
    yield "</svg>"


def verdict_title(verdict: Result) -> str:
    """Return the question of a verdict, and its answer, as a title."""
    return f"Is there {verdict.problem}? {WORDS[verdict.exists].capitalize()}."


def sentences_of(verdict: Result) -> list[str]:
    """Return the reason of a verdict, and the theorem that gives the same answer, if there is one."""
    return [verdict.reason] + [f"in print: {verdict.theorem}"] * (verdict.theorem is not None)


def stretch_svg(stretch: Stretch, leaper: Leaper) -> str:
    """Return a picture of a tour with its block that can be repeated, and of two longer ones."""
    marks, width, top = list[str](), 0.0, 0.0
    for times in range(3):
        board = Board(stretch.board.rows, stretch.board.cols + times * stretch.block)
        problem = Problem.on_board(board, leaper, closed=stretch.tour.closed)
        tour = problem.verify(pile_tour(problem, [stretch], Meter()))
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
    board: Board, starts: Mapping[Square, Result], pairs: Mapping[tuple[Square, Square], Result] | None = None
) -> str:
    """Return a map of the starts as a picture; with pairs, one small board for each start, which shows the ends of its tours.

    Parameters
    ----------
    board, starts : the board, and the verdict for each of its squares.
    pairs : the verdict for each start and end.
    """
    where, holes = f"of open tours, {board.rows}x{board.cols} board", dict.fromkeys(board.holes, palette.HOLE_SQUARE)
    meanings, noun, shown = (STARTS, "square", starts) if pairs is None else (ENDS, "pair", pairs)
    numbers = Counter(verdict.exists for verdict in shown.values())
    legend = [] if pairs is None else [(palette.START_SQUARE, START)]
    legend += [(YES_OR_NO[each], f"{meanings[each]}: {plural(n, noun)}") for each in meanings if (n := numbers[each])]
    legend += [(palette.HOLE_SQUARE, "a hole")] if holes else []
    if pairs is None:
        cells = holes | {square: YES_OR_NO[verdict.exists] for square, verdict in starts.items()}
        rows, cols, table = laid_out({square: (look, "") for square, look in cells.items()})
        return map_svg(table, rows=rows, cols=cols, title=f"Starts {where}", legend=legend)
    maps: dict[Square, dict[Square, Look]] = {square: {**holes, square: palette.START_SQUARE} for square in board}
    for (start, end), verdict in pairs.items():
        maps[start][end] = YES_OR_NO[verdict.exists]
    return small_multiples_svg(maps, rows=board.rows, cols=board.cols, title=f"Starts and ends {where}", legend=legend)


def laid_out(at: Mapping[tuple[Any, int], Any], missing: Any = None) -> tuple[list[Any], list[int], list[list[Any]]]:
    """Return the rows and columns of a table, and the content of each of its cells; leapers are in the order of their sums."""
    rows = sorted({row for row, _ in at}, key=lambda row: (sum(row), row) if isinstance(row, tuple) else row)
    cols = sorted({col for _, col in at})
    return rows, cols, [[at.get((row, col), missing) for col in cols] for row in rows]
