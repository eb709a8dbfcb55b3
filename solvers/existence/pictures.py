"""Verdicts as pictures: the starts of a board, its pairs of start and end, a table of boards. `graphs.svg` has the palette."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphs.board import Board, Square
from graphs.svg import map_svg, palette, small_multiples_svg
from graphs.svg.maps import Cell, Legend
from graphs.svg.palette import Look
from solvers.existence.maps import BoardVerdicts, StartMap
from solvers.existence.views import Pairs, rows_of_squares

__all__ = ["best_tour", "board_table_svg", "closed_table_svg", "start_map_svg", "starts_number"]

LOOKS = {True: palette.YES, False: palette.NO, None: palette.UNKNOWN}
STARTS = {True: "an open tour starts here", False: "no open tour starts here", None: "unknown"}
ENDS = {True: "a tour from the start ends here", False: "no tour from the start ends here", None: "unknown"}


def start_map_svg(starts: StartMap, pairs: Pairs | None = None) -> str:
    """Return the map as a picture; with pairs, one small board for each start, which shows the ends of its tours."""
    return _starts_svg(starts) if pairs is None else _pairs_svg(starts.board, pairs)


def _starts_svg(starts: StartMap) -> str:
    board = starts.board
    looks = {square: LOOKS[verdict.exists] for square, verdict in starts.items()}
    cells = [[(looks.get(square, palette.HOLE_SQUARE), "") for square in line] for line in rows_of_squares(board)]
    shown = {exists: starts.count(exists) for exists in STARTS if starts.count(exists)}
    legend: Legend = [(LOOKS[exists], f"{STARTS[exists]}: {_counted(number, 'square')}") for exists, number in shown.items()]
    title = f"Starts of open tours, {_size(board)} board"
    return map_svg(cells, rows=range(board.rows), cols=range(board.cols), title=title, legend=[*legend, *_hole_meaning(board)])


def _pairs_svg(board: Board, pairs: Pairs) -> str:
    holes = dict.fromkeys(board.holes, palette.HOLE_SQUARE)
    maps: dict[Square, dict[Square, Look]] = {square: {**holes, square: palette.START_SQUARE} for square in board}
    for (start, end), verdict in pairs.items():
        maps[start][end] = LOOKS[verdict.exists]
    answers = [verdict.exists for verdict in pairs.values()]
    shown = {exists: meaning for exists, meaning in ENDS.items() if exists in answers}
    legend: Legend = [
        (palette.START_SQUARE, "the start: one small board for each, where it lies on the board"),
        *((LOOKS[exists], f"{meaning}: {_counted(answers.count(exists), 'pair')}") for exists, meaning in shown.items()),
        *_hole_meaning(board),
    ]
    title = f"Starts and ends of open tours, {_size(board)} board"
    return small_multiples_svg(maps, rows=board.rows, cols=board.cols, title=title, legend=legend)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _hole_meaning(board: Board) -> list[tuple[Look, str]]:
    return [(palette.HOLE_SQUARE, "a hole")] if board.holes else []


def _size(board: Board) -> str:
    return f"{board.rows}x{board.cols}"


def board_table_svg(boards: Sequence[BoardVerdicts]) -> str:
    """Return the table of boards as a picture: the best tour of each, and how many squares start an open tour."""
    meanings = {
        palette.CLOSED: "a closed tour",
        palette.OPEN: "an open tour, no closed one",
        palette.OPEN_OR_CLOSED: "an open tour; unknown whether a closed one",
        palette.NO: "no tour",
        palette.UNKNOWN: "unknown whether there is a tour",
    }
    at = {_rows_cols(each): (best_tour(each), starts_number(each)) for each in boards}
    numbers: Legend = [("12", "squares that start an open tour")]
    if any(number.startswith("≥") for _, number in at.values()):
        numbers = [*numbers, ("≥12", "at least so many: some squares are unknown")]
    return _table(at, "Tours of boards: rows down, columns across", meanings, numbers)


def closed_table_svg(boards: Sequence[BoardVerdicts]) -> str:
    """Return the table of boards as a picture: whether each has a closed tour."""
    looks = {True: palette.CLOSED, False: palette.NO, None: palette.UNKNOWN}
    meanings = {
        palette.CLOSED: "a closed tour",
        palette.NO: "no closed tour",
        palette.UNKNOWN: "unknown whether there is a closed tour",
    }
    at = {_rows_cols(each): (looks[each.closed], "") for each in boards}
    return _table(at, "Closed tours of boards: rows down, columns across", meanings)


def _rows_cols(each: BoardVerdicts) -> tuple[int, int]:
    return each.board.rows, each.board.cols


def best_tour(each: BoardVerdicts) -> Look:
    """Return the look of a board in a table: by its closed tour, its open tour, or neither."""
    if each.closed:
        return palette.CLOSED
    if each.open:
        return palette.OPEN if each.closed is False else palette.OPEN_OR_CLOSED
    return palette.UNKNOWN if None in (each.open, each.closed) else palette.NO


def starts_number(each: BoardVerdicts) -> str:
    """Return the number of starts; nothing where no start is found and some are unknown, for that is not 0."""
    yes, unknown = each.starts.count(True), each.starts.count(None)
    if not unknown:
        return str(yes)
    return f"≥{yes}" if yes else ""


def _table(at: Mapping[tuple[int, int], Cell], title: str, meanings: Mapping[Look, str], numbers: Legend = ()) -> str:
    """Return the picture of a table; the legend explains the looks that occur in it."""
    rows, cols = (sorted({size[axis] for size in at}) for axis in (0, 1))
    cells = [[at.get((row, col), (palette.EMPTY, "")) for col in cols] for row in rows]
    shown = {look for look, _ in at.values()}
    legend: Legend = [*((look, meaning) for look, meaning in meanings.items() if look in shown), *numbers]
    return map_svg(cells, rows=rows, cols=cols, title=title, legend=legend)
