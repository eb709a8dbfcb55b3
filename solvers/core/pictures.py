"""SVG pictures of results: the tour, or the board with the obstruction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from textwrap import wrap
from typing import Any

from graphs.leapers import leaper_moves
from graphs.notation import respell
from graphs.obstructions import Drawing, Obstruction
from graphs.obstructions.derivations import Assumption, Branch
from graphs.obstructions.obstruction import Count
from graphs.svg import palette, tour_svg
from graphs.svg.board_maps import ABOVE, board_map_sheet, map_cell_paths
from graphs.svg.boards import NUMBER, SIDE, board_grid, board_marks, board_step_marks
from graphs.svg.page import gallery, text
from graphs.svg.palette import Look
from graphs.svg.tours import drawn_move, tour_point
from graphs.text import plural
from graphs.tour import Tour
from solvers.core.problem import Problem

LETTERS = 60
"""Maximum number of characters per line of the reason below the picture."""
CROSSED_ENDS = {"outside": 0, "across": 1}
"""For each value of `Drawing.moves`, how many of the two squares of a drawn move are marked."""
MOST_CASES = 12
"""Maximum number of drawn cases of a proof by forced moves."""
NEEDED, ASSUMED, EXCLUDED = palette.MOVE, Look("none", "line", palette.END), Look("none", "line", palette.FAINT_INK)
DASHED = 'stroke-dasharray="1.5 1"'
STEPS = {
    NEEDED: "a move that a tour needs",
    ASSUMED: "a move of the case (dashed: without it)",
    EXCLUDED: "an excluded move where the contradiction is (dashed)",
}
"""Meanings of the lines in pictures of forced moves."""


def answer_picture(
    problem: Problem, tour: Tour | None, evidence: object, title: str, sentences: Iterable[str], *, chess: bool = False
) -> str:
    """Return a picture of an answer, with explaining sentences below it.

    It shows the tour, or the board with the obstruction, if the evidence is one. The sentences have no full stops. A proof by
    forced moves has one board per case.
    """
    assert problem.board is not None
    if tour is not None:
        return tour_svg(tour, leaper=problem.leaper, chess=chess, steps=problem.givens)
    reason = evidence if isinstance(evidence, Obstruction) else None
    drawing, count = (reason.drawing, reason.count(problem.graph, problem)) if reason else (Drawing(), Count())
    draw = _Sheet(problem, chess, drawing, count, {palette.MOVE: drawing.lines} if drawing.lines else {}).svg
    captions = list(filter(None, sentences))
    captions[1:1] = [count.sentence] * bool(count.sentence)
    if reason is None or not reason.branches:
        lines = _lines(problem, reason, count) if reason else ()
        return draw(title, reason.squares if reason else (), lines, captions)
    return gallery(_case_sheets(_Sheet(problem, chess, drawing, count, STEPS), title, reason.branches, captions), title)


def _case_sheets(sheet: _Sheet, title: str, branches: Sequence[Branch], captions: Sequence[str]) -> Iterator[str]:
    """Yield one picture per case of a proof by forced moves. The first has the title and the sentences."""
    for number, branch in enumerate(branches[:MOST_CASES], 1):
        steps = zip((*branch.steps, None), branch.explain(), strict=True)
        case = "; ".join(each for step, each in steps if step is None or isinstance(step, Assumption))
        lines, name = _case_lines(sheet.problem, branch), f"case {number} of {len(branches)}"
        if number == 1:
            yield sheet.svg(title, {branch.end}, lines, [*captions, f"{name}: {case}"])
        else:
            yield replace(sheet, lines={}).svg(name.capitalize(), {branch.end}, lines, [f"{name}: {case}"])


@dataclass(frozen=True)
class _Sheet:
    """Draws boards of one problem, with a legend and sentences."""

    problem: Problem
    chess: bool
    drawing: Drawing
    count: Count
    lines: Mapping[Look, str]

    def svg(self, title: str, witness: Collection[Any], lines: Iterable[str], captions: Iterable[str]) -> str:
        problem, board = self.problem, self.problem.board
        assert board is not None
        named = partial(respell, board=board if self.chess else None)
        grid, givens = board_grid(board, self.chess, ABOVE), problem.givens
        known = {None, *givens.values()}
        highlights: list[tuple[Look, str, Iterable[Any]]] = [
            (palette.WITNESS, self.drawing.squares, witness),
            (palette.START_OF_TOUR, named(f"the start {problem.start}"), {problem.start} - known),
            (palette.END_OF_TOUR, named(f"the end {problem.end}"), {problem.end} - known),
            (palette.GIVEN, f"{plural(len(givens), 'step')} given", givens.values()),
            (palette.HOLE_SQUARE, "a hole", board.holes),
        ]
        cells = (
            (look, False, (square[1] * SIDE + 0.3, square[0] * SIDE + 0.3))
            for look, _, squares in highlights
            for square in sorted(square for square in squares if isinstance(square, tuple))
        )
        marks = [
            *board_marks(grid, board),
            *map_cell_paths(cells, SIDE),
            *board_step_marks(givens),
            *lines,
            *self.numbers(),
            "</g>",
        ]
        legend: list[Any] = [(look, words) for look, words, squares in highlights if squares]
        legend += [(str(number), self.count.meaning) for _, number in self.count.numbers[:1]]
        legend += self.lines.items()
        for sentence in captions:
            legend += [(None, line) for line in ("", *wrap(named(f"{sentence[:1].upper()}{sentence[1:]}."), LETTERS))]
        return board_map_sheet(grid, marks, named(title), legend)

    def numbers(self) -> Iterator[str]:
        """Yield the numbers on squares, in front of a light seam."""
        for seam in (f'stroke="{palette.LIGHT}" stroke-width="1" stroke-linejoin="round" aria-hidden="true"', ""):
            places = (
                (text((col + 0.5) * SIDE, (row + 0.5) * SIDE, str(number), NUMBER, anchor="middle"))
                for (row, col), number in self.count.numbers
            )
            yield from (f"<g {seam}>", *places, "</g>")


def _lines(problem: Problem, reason: Obstruction, count: Count) -> Iterator[str]:
    """Yield the moves that explain an obstruction, in one colour per connected part. A part without moves is a dot."""
    import networkx as nx

    graph: nx.Graph[Any] = nx.Graph(count.moves)
    if reason.drawing.moves in CROSSED_ENDS:
        number = CROSSED_ENDS[reason.drawing.moves]
        graph.add_nodes_from(problem.graph.nodes - reason.squares if number == 0 else problem.graph)
        graph.add_edges_from(move for move in problem.graph.edges if len(reason.squares.intersection(move)) == number)
    lines = []
    for place, part in enumerate(nx.connected_components(graph)):
        moves = list(graph.subgraph(part).edges)
        place *= not count.moves
        dashes = f'stroke-dasharray="{place % 3 // 2 * "1.5 1"}"' if moves else 'stroke-width="3" stroke-linecap="round"'
        lines.append((moves or list(zip(part, part, strict=True)), palette.SERIES[place % 3], dashes))
    yield from draw_moves(problem, lines)


def _case_lines(problem: Problem, branch: Branch) -> Iterator[str]:
    """Yield the moves that a case of a proof needs or assumes, and those that are excluded at the contradiction."""
    assumed = [step for step in branch.steps if isinstance(step, Assumption)]
    rules = [step for step in branch.steps if not isinstance(step, Assumption)]
    groups = (
        ([step.move for step in rules if not step.chosen and branch.end in step.move], EXCLUDED, DASHED),
        ([step.move for step in rules if step.chosen], NEEDED, ""),
        ([step.move for step in assumed if not step.chosen], ASSUMED, DASHED),
        ([step.move for step in assumed if step.chosen], ASSUMED, ""),
    )
    yield from draw_moves(problem, [(moves, look.ink, style) for moves, look, style in groups])


def draw_moves(problem: Problem, lines: Iterable[tuple[Iterable[tuple[Any, Any]], str, str]]) -> Iterator[str]:
    """Yield SVG paths of moves between squares, with their colours and styles."""
    board = problem.board
    assert board is not None
    draw = partial(drawn_move, board, leaper_moves(problem.leaper))
    yield f'<svg width="{board.cols * SIDE}" height="{board.rows * SIDE}" fill="none" stroke-width="0.5">'
    for moves, colour, style in lines:
        pieces = chain.from_iterable(draw(*move) if move[0] != move[1] else [move] for move in moves if _on_board(move))
        if path := "".join(f"M{tour_point(here)}L{tour_point(there)}" for here, there in pieces):
            yield f'<path d="{path}" stroke="{colour}" {style}/>'
    yield "</svg>"


def _on_board(move: Iterable[Any]) -> bool:
    return all(isinstance(end, tuple) for end in move)
