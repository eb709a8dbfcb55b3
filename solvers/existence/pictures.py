"""Verdicts as pictures: the starts of a board, its pairs of start and end, a table of boards. `graphs.svg` has the palette."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.board import Board, Square
from graphs.svg import map_svg, palette, small_multiples_svg
from graphs.svg.maps import Cell, Legend
from graphs.svg.palette import Look
from solvers.existence.maps import BoardVerdicts, StartMap
from solvers.existence.views import CLOSED_MEANINGS, MEANINGS, Pairs, best_answer, rows_of_squares

__all__ = ["LOOKS", "board_table_svg", "start_map_svg", "starts_number"]

YES_OR_NO = {True: palette.YES, False: palette.NO, None: palette.UNKNOWN}
LOOKS = {
    "closed": palette.CLOSED,
    "open": palette.OPEN,
    "open-or-closed": palette.OPEN_OR_CLOSED,
    "none": palette.NO,
    "apart": palette.APART,
    "unknown": palette.UNKNOWN,
}
"""How the answers of a table look."""
STARTS = {True: "an open tour starts here", False: "no open tour starts here", None: "unknown"}
ENDS = {True: "a tour from the start ends here", False: "no tour from the start ends here", None: "unknown"}


def start_map_svg(starts: StartMap, pairs: Pairs | None = None) -> str:
    """Return the map as a picture; with pairs, one small board for each start, which shows the ends of its tours."""
    return _starts_svg(starts) if pairs is None else _pairs_svg(starts.board, pairs)


def _starts_svg(starts: StartMap) -> str:
    board = starts.board
    looks = {square: YES_OR_NO[verdict.exists] for square, verdict in starts.items()}
    cells = [[(looks.get(square, palette.HOLE_SQUARE), "") for square in line] for line in rows_of_squares(board)]
    shown = {exists: starts.count(exists) for exists in STARTS if starts.count(exists)}
    legend: Legend = [
        (YES_OR_NO[exists], f"{STARTS[exists]}: {_counted(number, 'square')}") for exists, number in shown.items()
    ]
    title = f"Starts of open tours, {_size(board)} board"
    return map_svg(cells, rows=range(board.rows), cols=range(board.cols), title=title, legend=[*legend, *_hole_meaning(board)])


def _pairs_svg(board: Board, pairs: Pairs) -> str:
    holes = dict.fromkeys(board.holes, palette.HOLE_SQUARE)
    maps: dict[Square, dict[Square, Look]] = {square: {**holes, square: palette.START_SQUARE} for square in board}
    for (start, end), verdict in pairs.items():
        maps[start][end] = YES_OR_NO[verdict.exists]
    answers = [verdict.exists for verdict in pairs.values()]
    shown = {exists: meaning for exists, meaning in ENDS.items() if exists in answers}
    legend: Legend = [
        (palette.START_SQUARE, "the start: one small board for each, where it lies on the board"),
        *((YES_OR_NO[exists], f"{meaning}: {_counted(answers.count(exists), 'pair')}") for exists, meaning in shown.items()),
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


def board_table_svg(boards: Sequence[BoardVerdicts], *, closed: bool = False) -> str:
    """Return the table of boards as a picture: the best tour of each, and how many squares start an open tour.

    With `closed`, it shows whether each board has a closed tour.
    """
    at: dict[tuple[int, int], Cell] = {}
    for each in boards:
        answer = best_answer(each.closed if closed else each.open, each.closed)
        at[each.board.rows, each.board.cols] = LOOKS[answer], "" if closed else starts_number(each)
    rows, cols = (sorted({size[axis] for size in at}) for axis in (0, 1))
    cells = [[at.get((row, col), (palette.EMPTY, "")) for col in cols] for row in rows]
    shown = {look for look, _ in at.values()}
    meanings = CLOSED_MEANINGS if closed else MEANINGS
    legend: Legend = [(LOOKS[answer], meaning) for answer, meaning in meanings.items() if LOOKS[answer] in shown]
    numbers: Legend = [] if closed else [("12", "squares that start an open tour")]
    if any(number.startswith("≥") for _, number in at.values()):
        numbers = [*numbers, ("≥12", "at least so many: some squares are unknown")]
    title = f"{'Closed tours' if closed else 'Tours'} of boards: rows down, columns across"
    return map_svg(cells, rows=rows, cols=cols, title=title, legend=[*legend, *numbers])


def starts_number(each: BoardVerdicts) -> str:
    """Return the number of starts; nothing where no start is found and some are unknown, for that is not 0."""
    yes, unknown = each.starts.count(True), each.starts.count(None)
    if not unknown:
        return str(yes)
    return f"≥{yes}" if yes else ""
