"""Verdicts as people and programs read them: text, JSON documents, pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper
from graphs.svg import map_svg, palette, small_multiples_svg
from graphs.svg.maps import Cell, Legend
from graphs.svg.palette import Look
from graphs.text import map_text
from solvers.existence.maps import BoardVerdicts, StartMap
from solvers.existence.verdict import SearchProof, Verdict

__all__ = [
    "board_rows",
    "board_table_svg",
    "closed_table_svg",
    "start_map_document",
    "start_map_svg",
    "start_map_text",
    "starts_in_words",
    "verdict_document",
]

MARKS = {True: "●", False: "×", None: "?"}
WORDS = {True: "yes", False: "no", None: "unknown"}
LOOKS = {True: palette.YES, False: palette.NO, None: palette.UNKNOWN}
STARTS = {True: "an open tour starts here", False: "no open tour starts here", None: "unknown"}
ENDS = {True: "a tour from the start ends here", False: "no tour from the start ends here", None: "unknown"}
REASONS_SHOWN = 12

Pairs = Mapping[tuple[Square, Square], Verdict]


def start_map_text(starts: StartMap, pairs: Pairs | None = None) -> str:
    """Return the map of a board's squares, its legend, and one line for each reason."""
    marks = {square: MARKS[verdict.exists] for square, verdict in starts.items()}
    lines = [
        map_text(starts.board, marks),
        "● an open tour starts here   × none starts here   ? unknown   # hole",
        starts_in_words(starts.count(True), starts.count(None), len(starts), "an open tour"),
    ]
    if pairs is not None:
        answers = [verdict.exists for verdict in pairs.values()]
        lines.append(_pairs_in_words(answers.count(True), answers.count(None), len(pairs)))
    lines.append(_closed_in_words(starts.closed))
    reasons = list(_reasons(starts))
    lines += reasons[:REASONS_SHOWN]
    if len(reasons) > REASONS_SHOWN:
        lines.append(f"… and {len(reasons) - REASONS_SHOWN} more reasons; --json prints all")
    return "\n".join(lines)


def starts_in_words(yes: int, unknown: int, squares: int, tour: str = "a tour") -> str:
    """Return how many squares start a tour; a count that may be too small says so.

    Examples
    --------
    >>> starts_in_words(12, 0, 20)
    '12 of 20 squares start a tour'
    >>> starts_in_words(12, 8, 20)
    'at least 12 of 20 squares start a tour, 8 are unknown'
    >>> starts_in_words(0, 20, 20)
    'unknown for all 20 squares whether they start a tour'
    """
    if unknown == squares:
        return f"unknown for all {squares} squares whether they start {tour}"
    return f"{_at_least(yes, unknown)} of {squares} squares start {tour}{_and_unknown(unknown)}"


def _pairs_in_words(yes: int, unknown: int, pairs: int) -> str:
    if unknown == pairs and pairs:
        return f"unknown for all {pairs} pairs (start, end) whether they have a tour"
    return f"{_at_least(yes, unknown)} of {pairs} pairs (start, end) have a tour{_and_unknown(unknown)}"


def _at_least(yes: int, unknown: int) -> str:
    return f"at least {yes}" if unknown else str(yes)


def _and_unknown(unknown: int) -> str:
    return f", {unknown} {'is' if unknown == 1 else 'are'} unknown" if unknown else ""


def _closed_in_words(closed: Verdict) -> str:
    found = {True: "a closed tour exists", False: "no closed tour exists", None: "unknown whether a closed tour exists"}
    return f"{found[closed.exists]}: {closed.reason}"


def _reasons(starts: StartMap) -> Iterator[str]:
    """Yield a line for each reason of a no or an unknown, with the squares to which it applies."""
    where: dict[tuple[bool | None, str], list[Square]] = {}
    for square, verdict in starts.items():
        if not verdict.exists:
            where.setdefault((verdict.exists, verdict.reason), []).append(square)
    for (exists, reason), squares in where.items():
        some = " ".join(map(_name, squares[:8])) + (" …" if len(squares) > 8 else "")
        yield f"{MARKS[exists]} {some}: {reason}"


def start_map_document(starts: StartMap, pairs: Pairs | None = None, *, leaper: Leaper = KNIGHT) -> dict[str, Any]:
    """Return the map as a JSON document.

    It holds the answer of every square, row by row (a hole is "#"), and the reasons. With pairs, it also holds for each start
    the ends that have a tour, and the ends for which this is unknown.
    """
    board = starts.board
    document = {
        "board": str(board),
        "leaper": leaper,
        "closed": verdict_document(starts.closed),
        "starts": [[starts[square].exists if square in board else "#" for square in line] for line in _lines(board)],
        "reasons": {_name(square): verdict.reason for square, verdict in starts.items()},
    }
    if pairs is not None:
        document["pairs"] = _ends(board, pairs, True)
        document["pairs_unknown"] = _ends(board, pairs, None)
    return document


def _ends(board: Board, pairs: Pairs, exists: bool | None) -> dict[str, list[Square]]:
    """Return, for each start, the ends with this answer."""
    ends: dict[str, list[Square]] = {_name(square): [] for square in board}
    for (start, end), verdict in sorted(pairs.items()):
        if verdict.exists is exists:
            ends[_name(start)].append(end)
    return ends


def verdict_document(verdict: Verdict) -> dict[str, Any]:
    """Return one verdict as a JSON document."""
    return {"exists": verdict.exists, "reason": verdict.reason}


def start_map_svg(starts: StartMap, pairs: Pairs | None = None) -> str:
    """Return the map as a picture; with pairs, one small board for each start, which shows the ends of its tours."""
    return _starts_svg(starts) if pairs is None else _pairs_svg(starts.board, pairs)


def _starts_svg(starts: StartMap) -> str:
    board = starts.board
    looks = {square: LOOKS[verdict.exists] for square, verdict in starts.items()}
    cells = [[(looks.get(square, palette.HOLE_SQUARE), "") for square in line] for line in _lines(board)]
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


def board_rows(boards: Iterable[BoardVerdicts]) -> Iterator[dict[str, Any]]:
    """Yield one row of a table for each board: its answers, and how many of its squares start a tour."""
    for each in boards:
        starts = each.starts
        yield {
            "board": str(each.board),
            "squares": len(starts),
            "open": each.open,
            "closed": each.closed,
            "starts": starts.count(True),
            "starts_unknown": starts.count(None),
            "noes": starts.count(False) + (each.closed is False),
            "noes_by_search": sum(isinstance(verdict.evidence, SearchProof) for verdict in (*starts.values(), starts.closed)),
        }


def board_table_svg(boards: Sequence[BoardVerdicts]) -> str:
    """Return the table of boards as a picture: the best tour of each, and how many squares start an open tour."""
    meanings = {
        palette.CLOSED: "a closed tour",
        palette.OPEN: "an open tour, no closed one",
        palette.OPEN_OR_CLOSED: "an open tour; unknown whether a closed one",
        palette.NO: "no tour",
        palette.UNKNOWN: "unknown whether there is a tour",
    }
    at = {_rows_cols(each): (_best_tour(each), _starts_number(each)) for each in boards}
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


def _best_tour(each: BoardVerdicts) -> Look:
    if each.closed:
        return palette.CLOSED
    if each.open:
        return palette.OPEN if each.closed is False else palette.OPEN_OR_CLOSED
    return palette.UNKNOWN if None in (each.open, each.closed) else palette.NO


def _starts_number(each: BoardVerdicts) -> str:
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


def _lines(board: Board) -> list[list[Square]]:
    return [[(row, col) for col in range(board.cols)] for row in range(board.rows)]


def _name(square: Square) -> str:
    return f"{square[0]},{square[1]}"
