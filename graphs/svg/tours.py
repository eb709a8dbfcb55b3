"""Tours as SVG: a line that grows lighter from the start, a disc, to the end, a square, with arrow heads along it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from graphs.board import Board, Square
from graphs.errors import InvalidTour
from graphs.leapers import KNIGHT, Leaper
from graphs.svg.animation import Pace
from graphs.svg.boards import SIDE, board_marks, edge_labels, labelled_grid, square_side
from graphs.svg.page import MARGIN, SMALL, page, text, text_width
from graphs.svg.palette import END, FAINT_INK, INK, LIGHT, START, path_colour
from graphs.tour import Tour

__all__ = ["tour_svg"]

VISITS_UP_TO = 16
"""Rows and columns up to which the numbers of the visits are written."""
SHADES = 24
"""Pieces of the line, each in its shade."""
ARROWS = 12


@dataclass(frozen=True)
class Run:
    """A line without a gap: its corners (row, col), and the move with which it begins, counted from 0."""

    first: int
    corners: list[tuple[float, float]]

    @property
    def last(self) -> int:
        """The move before which it ends."""
        return self.first + len(self.corners) - 1


def tour_svg(
    tour: Tour, *, leaper: Leaper = KNIGHT, size: int | None = None, numbers: bool | None = None, animate: bool = False
) -> str:
    """Return a picture of a tour as an SVG document.

    The line is dark at the start and grows lighter; arrow heads show the direction. A disc marks the start and a square the
    end. The line of a closed tour returns to the start, so it has no end to mark. A move over a joined edge leaves the board
    on one side and comes in on the other.

    Parameters
    ----------
    tour : a tour of squares `(row, col)`, at least one.
    leaper : the piece, which distinguishes a move over a joined edge from one inside the board.
    size : the longer side in pixels; None chooses by the number of squares.
    numbers : whether the numbers of the visits are written; None writes them on boards of up to 16 rows and columns.
    animate : whether the picture draws itself in a browser. The still picture appears where animation is off.

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
    board = tour.board if tour.board is not None else Board(rows, cols)
    steps = _steps(tour)
    pace = Pace(len(steps) if animate else None)
    grid = labelled_grid(range(rows), range(cols), square_side(rows, cols))
    marks = [
        *pace.rules(),
        *edge_labels(grid, range(rows), range(cols)),
        *board_marks(grid, board),
        *_line(board, steps, leaper, pace),
        *_ends(tour, _radius(board), pace),
    ]
    if numbers if numbers is not None else max(rows, cols) <= VISITS_UP_TO:
        marks.extend(_visits(tour, pace))
    marks.append("</g>")
    caption, right = _caption(tour, grid.left, grid.bottom + MARGIN + SMALL / 2)
    kind = "A closed tour" if tour.closed else "A tour"
    width, height = max(grid.right, right) + MARGIN, grid.bottom + MARGIN + SMALL + MARGIN
    return page(width, height, [*marks, *caption], f"{kind} of the {rows}x{cols} board", size)


def _steps(tour: Tour) -> list[tuple[Square, Square]]:
    steps = list(zip(tour.squares, tour.squares[1:], strict=False))
    if tour.closed and len(tour) > 2:
        steps.append((tour[-1], tour[0]))
    return steps


def _line(board: Board, steps: list[tuple[Square, Square]], leaper: Leaper, pace: Pace) -> Iterator[str]:
    """Yield the line in its shades, and the arrow heads on it."""
    if not steps:
        return
    runs = list(_runs(board, steps, leaper))
    pieces = min(SHADES, len(steps))
    width = 0.9 if max(board.rows, board.cols) <= VISITS_UP_TO else 1.3
    yield f'<g fill="none" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round">'
    for number in range(pieces):
        colour = path_colour(number / max(1, pieces - 1))
        for run in _between(runs, number * len(steps) // pieces, (number + 1) * len(steps) // pieces):
            line = "L".join(map(_point, run.corners))
            yield f'<path d="M{line}" stroke="{colour}"{pace.drawn(run.first, run.last)}/>'
    yield "</g>"
    yield from _arrow_heads(runs, len(steps), _radius(board), pace)


def _runs(board: Board, steps: list[tuple[Square, Square]], leaper: Leaper) -> Iterator[Run]:
    """Yield the line of a tour; it is broken where a move goes over a joined edge."""
    run = Run(0, [steps[0][0]])
    for move, (here, there) in enumerate(steps):
        down, right = _shown_move(board, leaper, here, there)
        aim = (here[0] + down, here[1] + right)
        if aim == there:
            run.corners.append(there)
            continue
        run.corners.append(_cut(board, here, aim))
        yield run
        run = Run(move, [_cut(board, there, (there[0] - down, there[1] - right)), there])
    yield run


def _shown_move(board: Board, leaper: Leaper, here: Square, there: Square) -> Square:
    """Return the move as the piece makes it: inside the board where it can, else over a joined edge."""
    rows = (0, board.rows, -board.rows) if board.wraps_rows else (0,)
    cols = (0, board.cols, -board.cols) if board.wraps_cols else (0,)
    ways = [(there[0] - here[0] + down, there[1] - here[1] + right) for down in rows for right in cols]
    moves = [way for way in ways if sorted(map(abs, way)) == sorted(leaper)]
    return moves[0] if moves else min(ways, key=lambda way: abs(way[0]) + abs(way[1]))


def _cut(board: Board, inside: Square, outside: Square) -> tuple[float, float]:
    """Return the point where the line from a square to a place off the board meets the edge."""
    shares = [1.0]
    for start, goal, length in zip(inside, outside, (board.rows, board.cols), strict=True):
        edge = -0.5 if goal < 0 else length - 0.5 if goal >= length else goal
        shares.append((edge - start) / (goal - start) if goal != start else 1.0)
    share = min(shares)
    return (inside[0] + share * (outside[0] - inside[0]), inside[1] + share * (outside[1] - inside[1]))


def _between(runs: list[Run], first: int, last: int) -> Iterator[Run]:
    """Yield the parts of the runs from one move to another."""
    for run in runs:
        begin, end = max(first, run.first), min(last, run.last)
        if begin < end:
            yield Run(begin, run.corners[begin - run.first : end - run.first + 1])


def _point(place: tuple[float, float]) -> str:
    return f"{place[1] * SIDE + SIDE / 2:.6g} {place[0] * SIDE + SIDE / 2:.6g}"


def _radius(board: Board) -> float:
    """Return the radius of the marks, large enough to be seen on a large board."""
    return max(2.2, 0.1 * max(board.rows, board.cols))


def _arrow_heads(runs: list[Run], moves: int, radius: float, pace: Pace) -> Iterator[str]:
    """Yield arrow heads at even distances along the line, each in the middle of a move that is drawn whole."""
    whole = [
        (run.first + index, *ends)
        for run in runs
        for index, ends in enumerate(zip(run.corners, run.corners[1:], strict=False))
        if all(part == int(part) for part in (*ends[0], *ends[1]))
    ]
    count = min(ARROWS, (len(whole) + 1) // 2)
    yield f'<g stroke="{LIGHT}" stroke-width="0.2" stroke-linejoin="round">'
    for number in range(count):
        move, tail, tip = whole[(2 * number + 1) * len(whole) // (2 * count)]
        middle = ((tail[0] + tip[0]) / 2, (tail[1] + tip[1]) / 2)
        angle = math.degrees(math.atan2(tip[0] - tail[0], tip[1] - tail[1]))
        place = f'transform="translate({_point(middle)}) rotate({angle:.4g}) scale({0.85 * radius:.3g})"'
        yield f'<path d="M-1.3-.95L1.7 0L-1.3 .95L-.8 0z" {place} fill="{path_colour(move / moves)}"{pace.shown(move + 1)}/>'
    yield "</g>"


def _ends(tour: Tour, r: float, pace: Pace) -> Iterator[str]:
    """Yield the mark of the start, and of the end where there is one, with this radius."""
    halo = f'stroke="{LIGHT}" stroke-width="{0.3 * r:.3g}"'
    x, y = _point(tour[0]).split()
    yield f'<circle cx="{x}" cy="{y}" r="{r:.3g}" fill="{START}" {halo}><title>start {tour[0]}</title></circle>'
    if len(tour) > 1 and not tour.closed:
        left, top = (float(part) - r for part in _point(tour[-1]).split())
        box = f'x="{left:.6g}" y="{top:.6g}" width="{2 * r:.3g}" height="{2 * r:.3g}"'
        yield f'<rect {box} fill="{END}" {halo}{pace.shown(len(tour) - 1)}><title>end {tour[-1]}</title></rect>'


def _caption(tour: Tour, left: float, y: float) -> tuple[list[str], float]:
    """Return the line below the board that explains the marks, and its right edge."""
    marks = [f'<circle cx="{left + 5:g}" cy="{y:g}" r="5" fill="{START}"/>']
    words = f"start {tour[0][0]},{tour[0][1]}" + (", a closed tour" if tour.closed else "")
    marks.append(text(left + 14, y, words, SMALL, ink=FAINT_INK))
    right = left + 14 + text_width(words, SMALL)
    if len(tour) > 1 and not tour.closed:
        words = f"end {tour[-1][0]},{tour[-1][1]}"
        marks.append(f'<rect x="{right + 10:g}" y="{y - 5:g}" width="10" height="10" fill="{END}"/>')
        marks.append(text(right + 24, y, words, SMALL, ink=FAINT_INK))
        right += 24 + text_width(words, SMALL)
    return marks, right


def _visits(tour: Tour, pace: Pace) -> Iterator[str]:
    """Yield the numbers of the visits, with a light seam around them that keeps them off the line."""
    texts = [
        f'<text x="{col * SIDE + 0.6:g}" y="{row * SIDE + 2.9:g}"{pace.shown(visit)}>{visit + 1}</text>'
        for visit, (row, col) in enumerate(tour.squares)
    ]
    seam = f'stroke="{LIGHT}" stroke-width="0.9" stroke-linejoin="round" aria-hidden="true"'
    yield f'<g font-size="2.6" {seam}>{"".join(texts)}</g>'
    yield f'<g font-size="2.6" fill="{INK}">{"".join(texts)}</g>'
