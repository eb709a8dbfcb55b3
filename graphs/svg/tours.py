"""Tours as SVG: a line that becomes lighter from start to end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import TypeAlias

from graphs.board import Board, Move, Square
from graphs.errors import InvalidTour, expect
from graphs.leapers import KNIGHT, Leaper, leaper_moves
from graphs.notation import spelled
from graphs.svg.board_maps import map_cell_paths
from graphs.svg.boards import SIDE, board_grid, board_marks, board_step_marks
from graphs.svg.page import MARGIN, SMALL, marks_path, page, page_text_width, text
from graphs.svg.palette import END_OF_TOUR, FAINT_INK, GIVEN, INK, LIGHT, START, START_OF_TOUR, Look, path_colour
from graphs.text import plural
from graphs.tour import Tour
from graphs.verify import Steps

Line: TypeAlias = list[tuple[Square, Square]]
"""The lines that draw a move: two across a joined edge."""

VISITS_UP_TO = 16  # maximum number of rows and columns of a board whose picture shows step numbers
SHADES = 24  # maximum number of shades of the line of a tour

SWATCH = 14  # side of a cell in the legend, in pixels
BOLD = ' font-weight="bold"'


def tour_svg(tour: Tour, *, leaper: Leaper = KNIGHT, chess: bool = False, steps: Steps = ()) -> str:
    """Return a picture of a tour as an SVG document.

    The line is dark at the start, which a disc marks, and becomes lighter. A square marks the end of an open tour. On boards of
    up to 16 rows and columns, each square shows the number of its visit.

    Parameters
    ----------
    tour : Tour
        A tour of at least one square `(row, col)`.
    leaper : tuple of int, optional
        The leaper, to recognize moves over joined edges.
    chess : bool, optional
        Whether squares are named as in chess. If False, rows and columns are numbered from 0 at the top left.
    steps : mapping of int to square, or iterable of pairs, optional
        Known steps, whose squares are coloured.

    Returns
    -------
    str
        The SVG document.

    Raises
    ------
    InvalidTour
        If the tour is empty, or if an entry is not a square of the board.

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
    turns, givens = leaper_moves(leaper), dict(steps)
    moves = [drawn_move(board, turns, *move) for move in [*pairwise(tour.squares), *closing]]
    grid = board_grid(board, chess)
    small, radius = max(rows, cols) <= VISITS_UP_TO, max(2.2, 0.1 * max(rows, cols))
    marks = [*grid.labels(), *board_marks(grid, board), *board_step_marks(givens, numbered=False)]
    if moves:
        marks += _line(moves, (rows, cols), 0.9 if small else 1.3)
    if small:  # moves in a line look like one long move without dots
        dots = "".join(f"M{tour_point(square)}h0" for square in tour)
        marks.append(f'<path d="{dots}" stroke="{START}" stroke-width="1.9" stroke-linecap="round" data-mark="dots"/>')
    halo = f' stroke="{LIGHT}" stroke-width="{0.3 * radius:.3g}"'
    ends, legend = [(0, START_OF_TOUR, "start"), (len(tour) - 1, END_OF_TOUR, "end")], dict[Look, str]()
    for entry, look, word in ends[: 1 if tour.closed or len(tour) == 1 else 2]:
        legend[look] = f"{word} {spelled(tour[entry], board if chess else None)}"
        mark = marks_path(look, [_middle(tour[entry])], radius)
        marks.append(f"<g{halo}><title>{legend[look]}</title>{mark}</g>")
    if small:
        visits = ((square, step) for step, square in enumerate(tour.squares, 1))
        marks += tour_numbers(visits, 2.6, 0.06, 0.29, givens)
    marks.append("</g>")
    legend[START_OF_TOUR] += ", a closed tour" * tour.closed
    legend |= {GIVEN: f"{plural(len(givens), 'step')} given"} if givens else {}
    x, y = grid.left, grid.bottom + MARGIN + SMALL / 2
    for look, words in legend.items():
        marks += [
            *map_cell_paths([(look, False, (x, y - SWATCH / 2))], SWATCH),
            text(x + SWATCH + 3, y, words, SMALL, ink=FAINT_INK),
        ]
        x += SWATCH + 13 + page_text_width(words, SMALL)
    kind = "A closed tour" if tour.closed else "A tour"
    width, height = max(grid.right, x - 10) + MARGIN, grid.bottom + MARGIN + SMALL + MARGIN
    return page(width, height, marks, f"{kind} of the {rows}x{cols} board")


def drawn_move(board: Board, steps: Sequence[Move], here: Square, there: Square) -> Line:
    """Return the lines of a move, two if it crosses a joined edge."""
    down, right = straight = there[0] - here[0], there[1] - here[1]
    if straight not in steps:
        down, right = next((step for step in steps if board.step(here, step) == there), straight)
    if (down, right) == straight:
        return [(here, there)]
    return [(here, (here[0] + down, here[1] + right)), ((there[0] - down, there[1] - right), there)]


def _line(moves: list[Line], size: tuple[int, int], width: float) -> Iterator[str]:
    """Yield SVG paths of a tour, one per shade."""
    pieces = min(SHADES, len(moves))
    style = f'fill="none" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"'
    yield f'<svg width="{size[1] * SIDE}" height="{size[0] * SIDE}" {style}>'
    for number in range(pieces):
        first, last = (each * len(moves) // pieces for each in (number, number + 1))
        path, before = "", None
        for here, there in chain.from_iterable(moves[first:last]):
            path += f"{'' if here == before else f'M{tour_point(here)}'}L{tour_point(there)}"
            before = there
        yield f'<path d="{path}" stroke="{path_colour(number / max(1, pieces - 1))}"/>'
    yield "</svg>"


def tour_point(place: Square) -> str:
    """Return the centre of a square as SVG coordinates."""
    return "{:.6g} {:.6g}".format(*_middle(place))


def _middle(place: Square) -> tuple[float, float]:
    return place[1] * SIDE + SIDE / 2, place[0] * SIDE + SIDE / 2


def tour_numbers(
    numbers: Iterable[tuple[Square, int]], size: float, right: float, down: float, bold: Collection[int] = ()
) -> Iterator[str]:
    """Yield SVG elements of numbers on squares.

    `right` and `down` are the position within a square, as fractions of its side.
    """
    texts = "".join(
        f'<text x="{(col + right) * SIDE:g}" y="{(row + down) * SIDE:g}"{BOLD * (number in bold)}>{number}</text>'
        for (row, col), number in numbers
    )
    style = f'font-size="{size}"' + ' text-anchor="middle"' * (right == 0.5)
    seam = f'stroke="{LIGHT}" stroke-width="0.9" stroke-linejoin="round" aria-hidden="true"'
    yield f"<g {style} {seam}>{texts}</g>"
    yield f'<g {style} fill="{INK}">{texts}</g>'
