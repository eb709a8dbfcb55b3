"""Verdicts as people and programs read them: text and JSON documents. `pictures.py` draws them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper
from graphs.text import map_text
from solvers.existence.maps import BoardVerdicts, StartMap
from solvers.existence.verdict import SearchProof, Verdict

__all__ = [
    "CLOSED_MEANINGS",
    "MEANINGS",
    "best_answer",
    "board_rows",
    "reason_lines",
    "rows_of_squares",
    "start_map_document",
    "start_map_text",
    "starts_in_words",
    "verdict_document",
]

MARKS = {True: "●", False: "×", None: "?"}
WORDS = {True: "yes", False: "no", None: "unknown"}
MEANINGS = {
    "closed": "a closed tour",
    "open": "an open tour, no closed one",
    "open-or-closed": "an open tour; unknown whether a closed one",
    "none": "no tour",
    "apart": "no tour, for no moves join all squares",
    "unknown": "unknown whether there is a tour",
}
CLOSED_MEANINGS = MEANINGS | {
    "none": "no closed tour",
    "apart": "no closed tour, for no moves join all squares",
    "unknown": "unknown whether there is a closed tour",
}
"""What the answers of a table mean, and of one of closed tours alone."""
REASONS_SHOWN = 12

Pairs = Mapping[tuple[Square, Square], Verdict]


def best_answer(open: bool | None, closed: bool | None) -> str:
    """Return the best that is known about a board, a key of `MEANINGS`; for closed tours alone, `closed` is given twice.

    Examples
    --------
    >>> best_answer(True, False), best_answer(False, False), best_answer(None, False)
    ('open', 'none', 'unknown')
    """
    if closed:
        return "closed"
    if open:
        return "open" if closed is False else "open-or-closed"
    return "unknown" if None in (open, closed) else "none"


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
    return "\n".join([*lines, *reason_lines(starts)])


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


def reason_lines(starts: Mapping[Any, Verdict]) -> list[str]:
    """Return a line for each reason of a no or an unknown, with the squares or vertices to which it applies."""
    where: dict[tuple[bool | None, str], list[str]] = {}
    for square, verdict in starts.items():
        if not verdict.exists:
            where.setdefault((verdict.exists, verdict.reason), []).append(_name(square))
    lines = [
        f"{MARKS[exists]} {' '.join(names[:8])}{' …' if len(names) > 8 else ''}: {reason}"
        for (exists, reason), names in where.items()
    ]
    more = [f"… and {len(lines) - REASONS_SHOWN} more reasons; --json prints all"] if len(lines) > REASONS_SHOWN else []
    return lines[:REASONS_SHOWN] + more


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
        "starts": [[starts[square].exists if square in board else "#" for square in line] for line in rows_of_squares(board)],
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


def rows_of_squares(board: Board) -> list[list[Square]]:
    """Return the squares of each row, holes included."""
    return [[(row, col) for col in range(board.cols)] for row in range(board.rows)]


def _name(square: Any) -> str:
    return ",".join(map(str, square)) if isinstance(square, tuple) else str(square)
