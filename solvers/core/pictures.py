"""SVG pictures of results: the tour, or the board with the obstruction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from textwrap import wrap
from typing import Any

from graphs.board import Board
from graphs.leapers import leaper_moves
from graphs.notation import respell
from graphs.obstructions import Drawing, Obstruction
from graphs.svg import palette, tour_svg
from graphs.svg.board_maps import ABOVE, board_map_sheet, map_cell_paths
from graphs.svg.boards import SIDE, board_grid, board_marks, board_step_marks
from graphs.svg.palette import Look
from graphs.svg.tours import drawn_move, tour_point
from graphs.text import plural
from graphs.tour import Tour
from solvers.core.problem import Problem

LETTERS = 60
"""Maximum number of characters per line of the reason below the picture."""


CROSSED_ENDS = {"outside": 0, "across": 1}
"""For each value of `Drawing.moves`, how many of the two squares of a drawn move are marked."""


def answer_picture(
    problem: Problem, tour: Tour | None, evidence: object, title: str, sentences: Iterable[str], *, chess: bool = False
) -> str:
    """Return a picture of an answer, with explaining sentences below it.

    It shows the tour, or the board with the obstruction, if the evidence is one. The sentences have no full stops.
    """
    assert problem.board is not None
    if tour is not None:
        return tour_svg(tour, leaper=problem.leaper, chess=chess, steps=problem.givens)
    board, chess_board = problem.board, problem.board if chess else None
    reason = evidence if isinstance(evidence, Obstruction) else None
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
        *map_cell_paths(cells, SIDE),
        *board_step_marks(givens),
        *(_lines(board, problem, reason) if reason else ()),
        "</g>",
    ]
    legend: list[tuple[Look | None, str]] = [(look, words) for look, words, squares in highlights if squares]
    legend += [(palette.MOVE, drawing.lines)] * bool(drawing.lines)
    for sentence in sentences:
        caption = respell(f"{sentence[:1].upper()}{sentence[1:]}.", chess_board)
        legend += [(None, line) for line in ("", *wrap(caption, LETTERS))]
    return board_map_sheet(grid, marks, respell(title, chess_board), legend)


def _lines(board: Board, problem: Problem, reason: Obstruction) -> Iterator[str]:
    """Yield SVG elements that draw the moves of an obstruction.

    Each connected part has one colour. A part without moves is a dot.
    """
    import networkx as nx

    graph: nx.Graph[Any] = nx.Graph(reason.forced)
    if reason.drawing.moves in CROSSED_ENDS:
        number = CROSSED_ENDS[reason.drawing.moves]
        graph.add_nodes_from(problem.graph.nodes - reason.squares if number == 0 else problem.graph)
        graph.add_edges_from(move for move in problem.graph.edges if len(reason.squares.intersection(move)) == number)
    draw = partial(drawn_move, board, leaper_moves(problem.leaper))
    yield f'<svg width="{board.cols * SIDE}" height="{board.rows * SIDE}" fill="none" stroke-width="0.5">'
    for place, part in enumerate(nx.connected_components(graph)):
        moves = list(graph.subgraph(part).edges)
        pieces = chain.from_iterable(draw(*move) for move in moves) if moves else zip(part, part, strict=True)
        line = "".join(f"M{tour_point(here)}L{tour_point(there)}" for here, there in pieces)
        style = f'stroke-dasharray="{place % 3 // 2 * "1.5 1"}"' if moves else 'stroke-width="3" stroke-linecap="round"'
        yield f'<path d="{line}" stroke="{palette.SERIES[place % 3]}" {style}/>'
    yield "</svg>"
