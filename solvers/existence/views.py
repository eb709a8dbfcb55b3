"""Start maps as people and programs read them: text and JSON documents. `pictures.py` draws them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphs.board import Board, Square
from graphs.text import map_text
from solvers.existence.maps import WORDS, StartMap
from solvers.existence.verdict import Verdict

__all__ = ["MARKS", "WORDS", "Pairs", "in_words", "start_map_document", "start_map_text", "verdict_document"]

MARKS = {True: "●", False: "×", None: "?"}
CLOSED = {True: "a closed tour exists", False: "no closed tour exists", None: "unknown whether a closed tour exists"}
REASONS_SHOWN = 12

Pairs = Mapping[tuple[Square, Square], Verdict]


def start_map_text(starts: StartMap, pairs: Pairs | None = None) -> str:
    """Return the map of a board's squares with its legend, the number of starts, and one line for each reason."""
    lines, squares = [], "vertices"
    if isinstance(starts.board, Board):
        squares = "squares"
        lines.append(map_text(starts.board, {square: MARKS[verdict.exists] for square, verdict in starts.items()}))
        lines.append("● an open tour starts here   × none starts here   ? unknown   # hole")
    lines.append(in_words(starts.count(True), starts.count(None), len(starts), squares, "start an open tour"))
    if pairs is not None:
        answers = [verdict.exists for verdict in pairs.values()]
        lines.append(in_words(answers.count(True), answers.count(None), len(pairs), "pairs (start, end)", "have a tour"))
    return "\n".join([*lines, f"{CLOSED[starts.closed.exists]}: {starts.closed.reason}", *_reason_lines(starts)])


def in_words(yes: int, unknown: int, total: int, squares: str = "squares", start: str = "start a tour") -> str:
    """Return how many squares start a tour; a number that may be too small comes with the words "at least".

    Examples
    --------
    >>> in_words(12, 0, 20)
    '12 of 20 squares start a tour'
    >>> in_words(12, 8, 20)
    'at least 12 of 20 squares start a tour, 8 are unknown'
    >>> in_words(0, 20, 20)
    'unknown for all 20 squares whether they start a tour'
    """
    if 0 < unknown == total:
        return f"unknown for all {total} {squares} whether they {start}"
    known = f"{yes} of {total} {squares} {start}"
    return f"at least {known}, {unknown} {'is' if unknown == 1 else 'are'} unknown" if unknown else known


def _reason_lines(starts: StartMap) -> list[str]:
    """Return a line for each reason of a no or an unknown, with the squares to which it applies."""
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


def start_map_document(starts: StartMap, pairs: Pairs | None = None) -> dict[str, Any]:
    """Return the map as a JSON document, without its head, the board and the leaper.

    It holds the answer of every square, row by row (a hole is "#"; the vertices of another graph have their names), and the
    reasons. With pairs, it also holds for each start the ends that have a tour, and the ends for which this is unknown.
    """
    board, answers = starts.board, {square: verdict.exists for square, verdict in starts.items()}
    by_name: Any = {_name(square): exists for square, exists in answers.items()}
    if isinstance(board, Board):
        by_name = [[answers.get((row, col), "#") for col in range(board.cols)] for row in range(board.rows)]
    document: dict[str, Any] = {
        "closed": verdict_document(starts.closed),
        "starts": by_name,
        "reasons": {_name(square): verdict.reason for square, verdict in starts.items()},
    }
    for key, exists in (("pairs", True), ("pairs_unknown", None)) if pairs is not None else ():
        ends: dict[str, list[Square]] = {_name(square): [] for square in starts}
        for start, end in sorted(pair for pair, verdict in (pairs or {}).items() if verdict.exists is exists):
            ends[_name(start)].append(end)
        document[key] = ends
    return document


def verdict_document(verdict: Verdict) -> dict[str, Any]:
    """Return one verdict as a JSON document."""
    return {"exists": verdict.exists, "reason": verdict.reason}


def _name(square: Any) -> str:
    return ",".join(map(str, square)) if isinstance(square, tuple) else str(square)
