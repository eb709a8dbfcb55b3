"""Tours as SVG: a line that grows lighter from the start, a disc, to the end, a square.

A picture can draw itself, by CSS alone, without a script. The elements without their animation are the whole still picture. A
viewer that animates nothing, or a reader who prefers reduced motion, sees just that. The drawing pauses as long as the tour has
the focus, which a click or the Tab key gives it; the next click goes through it, and takes the focus away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TypeAlias

from graphs.board import Board, Move, Square
from graphs.errors import InvalidTour, expect
from graphs.leapers import KNIGHT, Leaper, leaper_moves
from graphs.notation import spelled
from graphs.svg.boards import SIDE, board_grid, board_marks
from graphs.svg.page import MARGIN, SMALL, page, text, text_width
from graphs.svg.palette import END, FAINT_INK, INK, LIGHT, START, path_colour
from graphs.tour import Tour

__all__ = ["drawn_move", "point", "tour_svg"]

Line: TypeAlias = list[tuple[Square, Square]]
"""The line of a move; where it goes over a joined edge, a line that leaves the board and one that comes in."""

VISITS_UP_TO = 16
"""Rows and columns up to which the numbers of the visits are written."""
SHADES = 24
"""Pieces of the line, each in its shade."""

RULES = """<style>@media (prefers-reduced-motion: no-preference) {
@keyframes tour-draw {from {stroke-dasharray: 1 2; stroke-dashoffset: 1.01} to {stroke-dasharray: 1 2; stroke-dashoffset: 0}}
@keyframes tour-wait {from, to {opacity: 0}}
.tour-draw {animation: tour-draw linear backwards}
.tour-wait {animation: tour-wait}
[tabindex]:focus * {animation-play-state: paused}
[tabindex]:focus {pointer-events: none}
}</style>"""
PAUSED = '<g tabindex="0"><title>A click pauses the drawing, and another one goes on.</title>'
MOVES_A_SECOND = 6
SHORTEST, LONGEST = 3, 30
"""Seconds that a drawing takes, whatever the number of moves."""


def tour_svg(tour: Tour, *, leaper: Leaper = KNIGHT, animate: bool = False, chess: bool = False) -> str:
    """Return a picture of a tour as an SVG document.

    The line is dark at the start and grows lighter. A disc marks the start and a square the end. The line of a closed tour
    returns to the start, so it has no end to mark. A move over a joined edge leaves the board on one side and comes in on the
    other. On boards of up to 16 rows and columns, each square has the number of its visit.

    Parameters
    ----------
    tour : a tour of squares `(row, col)`, at least one.
    leaper : the piece, which distinguishes a move over a joined edge from one inside the board.
    animate : whether the picture draws itself in a browser, as large as its window; a click pauses it, and another one goes on.
        The still picture appears where animation is off.
    chess : whether squares, rows and columns are named as in chess, and not counted from 0 at the top left.

    Raises
    ------
    InvalidTour : a tour whose entries are no squares, or that has none.

    Examples
    --------
    >>> tour_svg(Tour([(0, 0), (1, 2), (2, 0)]))[:4]
    '<svg'
    """
    rows, cols = expect(Tour, tour, "tour").shape
    if not tour.squares:
        raise InvalidTour("a tour without squares cannot be drawn")
    board = tour.board if tour.board is not None else Board(rows, cols)
    closing = [(tour[-1], tour[0])] if tour.closed and len(tour) > 2 else []
    steps = leaper_moves(leaper)
    moves = [drawn_move(board, steps, *move) if board.wrap else [move] for move in [*pairwise(tour.squares), *closing]]
    pace = Pace(len(moves) * expect(bool, animate, "animate"))
    grid = board_grid(board, chess)
    small, radius = max(rows, cols) <= VISITS_UP_TO, max(2.2, 0.1 * max(rows, cols))
    marks = [*grid.labels(), *board_marks(grid, board)]
    if moves:
        marks += _line(moves, (rows, cols), 0.9 if small else 1.3, pace)
    halo = f' stroke="{LIGHT}" stroke-width="{0.3 * radius:.3g}"'
    ends = [0] if tour.closed or len(tour) == 1 else [0, len(tour) - 1]
    names = {each: f"{'end' if each else 'start'} {spelled(tour[each], board if chess else None)}" for each in ends}
    for entry, name in names.items():
        marks.append(_mark(entry, name, *_middle(tour[entry]), radius, halo + pace.shown(entry) * (entry > 0)))
    if small:
        marks += _visits(tour, pace)
    marks.append("</g>")
    x, y = grid.left + 5, grid.bottom + MARGIN + SMALL / 2
    for entry, name in names.items():
        words = name + ", a closed tour" * tour.closed
        marks += [_mark(entry, name, x, y, 5), text(x + 9, y, words, SMALL, ink=FAINT_INK)]
        x += 24 + text_width(words, SMALL)
    kind = "A closed tour" if tour.closed else "A tour"
    width, height = max(grid.right, x - 15) + MARGIN, grid.bottom + MARGIN + SMALL + MARGIN
    if animate:
        marks = [RULES, PAUSED, *marks, "</g>"]
    return page(width, height, marks, f"{kind} of the {rows}x{cols} board", fixed=not animate)


def drawn_move(board: Board, steps: Sequence[Move], here: Square, there: Square) -> Line:
    """Return the line of a move as the piece makes it: inside the board where it can, else over a joined edge."""
    down, right = straight = there[0] - here[0], there[1] - here[1]
    if straight not in steps:
        down, right = next((step for step in steps if board.step(here, step) == there), straight)
    if (down, right) == straight:
        return [(here, there)]
    return [(here, (here[0] + down, here[1] + right)), ((there[0] - down, there[1] - right), there)]


def _line(moves: list[Line], size: tuple[int, int], width: float, pace: Pace) -> Iterator[str]:
    """Yield the line in its shades; what lies off the board is cut off."""
    pieces = min(SHADES, len(moves))
    style = f'fill="none" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"'
    yield f'<svg width="{size[1] * SIDE}" height="{size[0] * SIDE}" {style}>'
    for number in range(pieces):
        first, last = (each * len(moves) // pieces for each in (number, number + 1))
        path, before = "", None
        for here, there in chain.from_iterable(moves[first:last]):
            path += f"{'' if here == before else f'M{point(here)}'}L{point(there)}"
            before = there
        yield f'<path d="{path}" stroke="{path_colour(number / max(1, pieces - 1))}"{pace.drawn(first, last)}/>'
    yield "</svg>"


def point(place: Square) -> str:
    """Return the middle of a square in the coordinates of a board, as `x y`."""
    return "{:.6g} {:.6g}".format(*_middle(place))


def _middle(place: Square) -> tuple[float, float]:
    return place[1] * SIDE + SIDE / 2, place[0] * SIDE + SIDE / 2


def _mark(entry: int, name: str, x: float, y: float, r: float, style: str = "") -> str:
    """Return the mark of an end of the tour: a disc for the start, a square for the end."""
    title = f"<title>{name}</title>"
    if entry == 0:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:.3g}" fill="{START}"{style}>{title}</circle>'
    box = f'x="{x - r:.6g}" y="{y - r:.6g}" width="{2 * r:.3g}" height="{2 * r:.3g}"'
    return f'<rect {box} fill="{END}"{style}>{title}</rect>'


def _visits(tour: Tour, pace: Pace) -> Iterator[str]:
    """Yield the numbers of the visits, with a light seam around them that keeps them off the line."""
    texts = "".join(
        f'<text x="{col * SIDE + 0.6:g}" y="{row * SIDE + 2.9:g}"{pace.shown(visit)}>{visit + 1}</text>'
        for visit, (row, col) in enumerate(tour.squares)
    )
    seam = f'stroke="{LIGHT}" stroke-width="0.9" stroke-linejoin="round" aria-hidden="true"'
    yield f'<g font-size="2.6" {seam}>{texts}</g>'
    yield f'<g font-size="2.6" fill="{INK}">{texts}</g>'


@dataclass(frozen=True)
class Pace:
    """When each element of a tour's picture appears: its moves follow each other at one speed.

    Attributes
    ----------
    moves : the number of moves; 0 where everything is there from the beginning.
    """

    moves: int = 0

    def drawn(self, first: float, last: float) -> str:
        """Return the attributes of a line that is drawn from move `first` to move `last`."""
        if not self.moves:
            return ""
        delay, end = self._seconds(first), self._seconds(last)
        return f' class="tour-draw" pathLength="1" style="animation-delay:{delay:g}s;animation-duration:{end - delay:.4g}s"'

    def shown(self, move: float) -> str:
        """Return the attributes of an element that appears with this move."""
        return f' class="tour-wait" style="animation-duration:{self._seconds(move):g}s"' if self.moves else ""

    def _seconds(self, move: float) -> float:
        return round(min(LONGEST, max(SHORTEST, self.moves / MOVES_A_SECOND)) * move / self.moves, 2)
