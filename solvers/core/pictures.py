"""SVG pictures of results: the tour, or the board with the obstruction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from textwrap import wrap
from typing import Any, TypeAlias

from graphs.leapers import leaper_moves
from graphs.notation import respell
from graphs.obstructions import Drawing, Obstruction
from graphs.obstructions.closed_form import closed_form_squares
from graphs.obstructions.derivations import Assumption, Branch
from graphs.obstructions.obstruction import LONE, Count
from graphs.svg import palette, tour_svg
from graphs.svg.board_maps import ABOVE, board_map_sheet, map_cell_paths
from graphs.svg.boards import NUMBER, SIDE, board_grid, board_marks, board_step_marks
from graphs.svg.page import gallery
from graphs.svg.palette import Look
from graphs.svg.tours import drawn_move, tour_numbers, tour_point
from graphs.text import plural
from graphs.tour import Tour
from solvers.core.problem import Problem

LETTERS = 60  # maximum number of characters per line of the text below a picture
CROSSED_ENDS = {"outside": 0, "across": 1}  # number of marked squares of each drawn move, by `Drawing.moves`
ASSUMED, EXCLUDED = Look("none", "line", palette.END), Look("none", "line", palette.FAINT_INK)
STEPS = {
    palette.MOVE: "a move that a tour needs, if the proof uses it",
    ASSUMED: "a move that the case assumes (dashed: assumes to be missing)",
    EXCLUDED: "an excluded move where the contradiction is (dashed)",
}
"""Meanings of the lines in pictures of forced moves."""
DASHED, DOT = 'stroke-dasharray="1.5 1"', 'stroke-width="3" stroke-linecap="round"'
Lines: TypeAlias = Iterable[tuple[Iterable[tuple[Any, Any]], str, str]]
"""Groups of moves to draw, with colour and style.

A pair of equal squares is drawn as a dot.
"""


def answer_picture(
    problem: Problem, tour: Tour | None, evidence: object, title: str, sentences: Iterable[str], *, chess: bool = False
) -> str:
    """Return an SVG picture of an answer, with its explanation below.

    It shows the tour, or the board with the obstruction, if the evidence is one. The sentences have no full stops. For a proof
    by forced moves, it also shows one board per case.
    """
    if tour is not None:
        return tour_svg(tour, leaper=problem.leaper, chess=chess, steps=problem.givens)
    reason = evidence if isinstance(evidence, Obstruction) else None
    count = reason.count(problem.graph, problem) if reason else Count()
    label, texts = title, [*sentences]
    texts.insert(1, count.sentence)
    branches: Sequence[Branch] = reason.branches if reason else ()
    if not branches:
        return _sheet(problem, reason, None, count, title, texts, chess)
    sheets = []
    for number, branch in enumerate(branches, 1):
        texts.insert(0, f"case {number} of {len(branches)}: {branch}")
        sheets.append((_sheet(problem, reason, branch, count, title, texts, chess), ""))
        title, texts = "", []  # the other cases do not repeat them
    return gallery(sheets, label)


def _sheet(
    problem: Problem,
    reason: Obstruction | None,
    branch: Branch | None,
    count: Count,
    title: str,
    sentences: Iterable[str],
    chess: bool,
) -> str:
    """Return a picture of a board and an obstruction.

    If `branch` is given, the picture shows this case of a proof.
    """
    drawing = reason.drawing if reason else Drawing()
    witness = closed_form_squares([branch.end]) if branch else reason.squares if reason else ()
    lines = list(_case_lines(branch) if branch else _lines(problem, reason, count) if reason else ())
    words = drawing.lines.removesuffix("" if any(style == DOT for *_, style in lines) else LONE)
    meanings = STEPS if branch else {palette.MOVE: words} if words else {}
    board, givens = problem.require_board(), problem.givens
    named, grid = partial(respell, board=board if chess else None), board_grid(board, chess, ABOVE)
    known = {None, *givens.values()}
    highlights: list[tuple[Look, str, Iterable[Any]]] = [
        (palette.WITNESS, drawing.squares, witness),
        (palette.START_OF_TOUR, named(f"the start {problem.start}"), {problem.start} - known),
        (palette.END_OF_TOUR, named(f"the end {problem.end}"), {problem.end} - known),
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
        *draw_moves(problem, lines),
        *tour_numbers(count.numbers, NUMBER, 0.5, 0.65),
        "</g>",
    ]
    legend: list[Any] = [(look, words) for look, words, squares in highlights if squares]
    legend += [(str(number), count.meaning) for _, number in count.numbers[:1]]
    legend += meanings.items()
    for sentence in filter(None, sentences):
        legend += [(None, line) for line in ("", *wrap(named(f"{sentence[:1].upper()}{sentence[1:]}."), LETTERS))]
    return board_map_sheet(grid, marks, named(title), legend)


def _lines(problem: Problem, reason: Obstruction, count: Count) -> Lines:
    """List the moves to draw for an obstruction.

    Each connected component has one colour. A component without moves is a dot.
    """
    import networkx as nx

    if count.moves:
        return [(count.moves, palette.MOVE.ink, "")]
    graph: nx.Graph[Any] = nx.Graph()
    if reason.drawing.moves in CROSSED_ENDS:
        number = CROSSED_ENDS[reason.drawing.moves]
        graph.add_nodes_from(problem.graph.nodes - reason.squares if number == 0 else problem.graph)
        graph.add_edges_from(move for move in problem.graph.edges if len(reason.squares.intersection(move)) == number)
    lines = []
    for place, part in enumerate(nx.connected_components(graph)):
        moves = list(graph.subgraph(part).edges)
        style = DASHED * (place % 3 // 2) if moves else DOT
        lines.append((moves or list(zip(part, part, strict=True)), palette.SERIES[place % 3], style))
    return lines


def _case_lines(branch: Branch) -> Lines:
    """Yield the moves to draw for one case of a proof."""
    for step in branch.steps:
        is_assumed = isinstance(step, Assumption)
        if len(closed_form_squares(step.move)) == 2 and (is_assumed or step.chosen or branch.end in step.move):
            look = ASSUMED if is_assumed else palette.MOVE if step.chosen else EXCLUDED
            yield [step.move], look.ink, "" if step.chosen else DASHED


def draw_moves(problem: Problem, lines: Lines) -> Iterator[str]:
    """Yield SVG elements of moves."""
    board = problem.require_board()
    draw = partial(drawn_move, board, leaper_moves(problem.leaper))
    yield f'<svg width="{board.cols * SIDE}" height="{board.rows * SIDE}" fill="none" stroke-width="0.5">'
    for moves, colour, style in lines:
        pieces = chain.from_iterable(draw(*move) if move[0] != move[1] else [move] for move in moves)
        line = "".join(f"M{tour_point(here)}L{tour_point(there)}" for here, there in pieces)
        yield f'<path d="{line}" stroke="{colour}" {style}/>'
    yield "</svg>"
