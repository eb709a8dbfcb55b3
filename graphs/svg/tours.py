"""Boards and tours as SVG. Every function returns a `str` and has no effect.

In SVG a square has a side of 10 units; the picture's size in pixels is chosen so that 3x4 and 100x100 can both be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphs.board import Board, Square
from graphs.errors import InvalidTour
from graphs.leapers import KNIGHT, Leaper
from graphs.tour import Tour

__all__ = ["board_svg", "svg_page", "tour_svg"]

SIDE = 10
LIGHT, DARK, HOLE, INK, START, END = "#f3ead8", "#ddc8a4", "#4a4a4a", "#1f4e79", "#2e8b57", "#c0392b"
NUMBERED_UP_TO = 16


def board_svg(board: Board, *, size: int | None = None) -> str:
    """A board as an SVG document: light and dark squares, holes dark grey.

    Parameters
    ----------
    board : the board.
    size : the longer side in pixels; None chooses by the number of squares.
    """
    return _document(board.rows, board.cols, [*_squares(board.rows, board.cols), *_hole_marks(board.holes)], size)


def tour_svg(tour: Tour, *, leaper: Leaper = KNIGHT, size: int | None = None, numbers: bool | None = None) -> str:
    """A tour as an SVG document: the path as a line, the start a green disc, the end a red ring.

    A closed tour's line is closed, and only its start is marked. A move over a joined edge leaves the board on one
    side and comes in on the other.

    Parameters
    ----------
    tour : a tour of squares `(row, col)`, at least one.
    leaper : the piece, which tells a move over a joined edge from one inside the board.
    size : the longer side in pixels; None chooses by the number of squares.
    numbers : whether the visiting numbers are written; None writes them on boards of up to 16 rows and columns.

    Raises
    ------
    InvalidTour : a tour whose entries are no squares, or that has none.

    Examples
    --------
    >>> tour_svg(Tour([(0, 0), (1, 2), (2, 0)]))[:4]
    '<svg'
    """
    rows, cols = tour.shape
    if not tour.squares:
        raise InvalidTour("a tour without squares cannot be drawn")
    if numbers is None:
        numbers = max(rows, cols) <= NUMBERED_UP_TO
    marks = [*_squares(rows, cols), *_hole_marks(_holes(tour)), _path(tour, leaper)]
    radius = max(2.0, max(rows, cols) * 0.06)
    marks.append(_disc(tour[0], START, "start", radius, filled=True))
    if len(tour) > 1 and not tour.closed:
        marks.append(_disc(tour[-1], END, "end", radius, filled=False))
    if numbers:
        marks.extend(_numbers(tour))
    return _document(rows, cols, marks, size)


def _holes(tour: Tour) -> frozenset[Square]:
    return tour.board.holes if tour.board is not None else frozenset()


def _document(rows: int, cols: int, marks: list[str], size: int | None) -> str:
    return svg_page(cols * SIDE, rows * SIDE, marks, size or min(1200, max(240, 48 * max(rows, cols))))


def svg_page(width: float, height: float, marks: Iterable[str], size: float) -> str:
    """An SVG document of width x height units, its longer side `size` pixels, that holds the marks."""
    scale = size / max(width, height)
    box = f'viewBox="0 0 {width:g} {height:g}" width="{round(width * scale)}" height="{round(height * scale)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
    return "\n".join([head, *marks, "</svg>"]) + "\n"


def _squares(rows: int, cols: int) -> Iterator[str]:
    yield f'<rect width="{cols * SIDE}" height="{rows * SIDE}" fill="{LIGHT}"/>'
    dark = "".join(
        f"M{col * SIDE} {row * SIDE}h{SIDE}v{SIDE}h-{SIDE}z" for row in range(rows) for col in range(1 - row % 2, cols, 2)
    )
    yield f'<path d="{dark}" fill="{DARK}"/>'


def _hole_marks(holes: frozenset[Square]) -> Iterator[str]:
    for row, col in sorted(holes):
        yield f'<rect x="{col * SIDE}" y="{row * SIDE}" width="{SIDE}" height="{SIDE}" fill="{HOLE}"/>'


def _path(tour: Tour, leaper: Leaper) -> str:
    steps = list(zip(tour.squares, tour.squares[1:], strict=False))
    if tour.closed and len(tour) > 2:
        steps.append((tour[-1], tour[0]))
    line, pen = [], None
    for here, there in steps:
        reach = _shown_move(tour, leaper, here, there)
        if here != pen:
            line.append("M" + _point(here))
        line.append("L" + _point((here[0] + reach[0], here[1] + reach[1])))
        pen = (here[0] + reach[0], here[1] + reach[1])
        if pen != there:  # over a joined edge: the other half of the move comes in from outside
            line.append("M" + _point((there[0] - reach[0], there[1] - reach[1])) + "L" + _point(there))
            pen = there
    style = f'fill="none" stroke="{INK}" stroke-width="0.8" stroke-linejoin="round" stroke-linecap="round"'
    return f'<path d="{"".join(line)}" {style}/>'


def _shown_move(tour: Tour, leaper: Leaper, here: Square, there: Square) -> Square:
    """The move as the piece makes it: inside the board where it can, else over a joined edge."""
    board = tour.board
    rows = (0, board.rows, -board.rows) if board is not None and board.wraps_rows else (0,)
    cols = (0, board.cols, -board.cols) if board is not None and board.wraps_cols else (0,)
    ways = [(there[0] - here[0] + down, there[1] - here[1] + right) for down in rows for right in cols]
    moves = [way for way in ways if sorted(map(abs, way)) == sorted(leaper)]
    return moves[0] if moves else min(ways, key=lambda way: abs(way[0]) + abs(way[1]))


def _point(square: Square) -> str:
    return f"{square[1] * SIDE + SIDE / 2:g} {square[0] * SIDE + SIDE / 2:g}"


def _disc(square: Square, colour: str, title: str, radius: float, *, filled: bool) -> str:
    x, y = _point(square).split()
    paint = f'fill="{colour}"' if filled else f'fill="{LIGHT}" stroke="{colour}" stroke-width="{radius / 2:g}"'
    return f'<circle cx="{x}" cy="{y}" r="{radius:g}" {paint}><title>{title} {square}</title></circle>'


def _numbers(tour: Tour) -> Iterator[str]:
    texts = [
        f'<text x="{col * SIDE + 0.5:g}" y="{row * SIDE + 2.7:g}">{number}</text>'
        for number, (row, col) in enumerate(tour.squares, 1)
    ]
    font = 'font-family="sans-serif" font-size="2.6"'
    yield f'<g {font} stroke="{LIGHT}" stroke-width="0.9" stroke-linejoin="round" aria-hidden="true">{"".join(texts)}</g>'
    yield f'<g {font} fill="#333">{"".join(texts)}</g>'
