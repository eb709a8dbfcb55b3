"""Verdicts as people and programs read them: text, JSON documents, SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper
from graphs.svg import chart_svg
from graphs.text import map_text
from solvers.existence.maps import BoardVerdicts, StartMap
from solvers.existence.verdict import SearchProof, Verdict

__all__ = ["board_rows", "board_table_svg", "start_map_document", "start_map_svg", "start_map_text", "verdict_document"]

MARKS = {True: "●", False: "×", None: "?"}
WORDS = {True: "yes", False: "no", None: "unknown"}
COLOURS = {True: "#2e8b57", False: "#c0392b", None: "#8a8a8a"}
REASONS_SHOWN = 12

Pairs = Mapping[tuple[Square, Square], Verdict]


def start_map_text(starts: StartMap, pairs: Pairs | None = None) -> str:
    """The map of the squares, what it means, and a line for each distinct reason."""
    marks = {square: MARKS[verdict.exists] for square, verdict in starts.items()}
    lines = [
        map_text(starts.board, marks),
        "● starts an open tour   × starts none   ? unknown   # hole",
        f"{starts.count(True)} of {len(starts)} squares start an open tour",
    ]
    if pairs is not None:
        answers = [verdict.exists for verdict in pairs.values()]
        unknown = f", {answers.count(None)} are unknown" if None in answers else ""
        lines.append(f"{answers.count(True)} of {len(pairs)} pairs (start, end) have a tour{unknown}")
    closed = starts.closed
    lines.append(f"closed tour: {WORDS[closed.exists]}: {closed.reason}")
    reasons = list(_reasons(starts))
    lines += reasons[:REASONS_SHOWN]
    if len(reasons) > REASONS_SHOWN:
        lines.append(f"… and {len(reasons) - REASONS_SHOWN} more reasons, which JSON tells")
    return "\n".join(lines)


def _reasons(starts: StartMap) -> Iterator[str]:
    where: dict[tuple[bool | None, str], list[Square]] = {}
    for square, verdict in starts.items():
        if not verdict.exists:
            where.setdefault((verdict.exists, verdict.reason), []).append(square)
    for (exists, reason), squares in where.items():
        some = " ".join(map(_name, squares[:8])) + (" …" if len(squares) > 8 else "")
        yield f"{MARKS[exists]} {some}: {reason}"


def start_map_document(starts: StartMap, pairs: Pairs | None = None, *, leaper: Leaper = KNIGHT) -> dict[str, Any]:
    """The JSON document: every start's answer, row by row (a hole is "#"), with the reasons; ends for each start with pairs."""
    board = starts.board
    document = {
        "board": str(board),
        "leaper": leaper,
        "closed": verdict_document(starts.closed),
        "starts": [[starts[square].exists if square in board else "#" for square in line] for line in _lines(board)],
        "reasons": {_name(square): verdict.reason for square, verdict in starts.items()},
    }
    if pairs is not None:
        ends: dict[str, list[Square]] = {_name(square): [] for square in board}
        for (start, end), verdict in sorted(pairs.items()):
            if verdict.exists:
                ends[_name(start)].append(end)
        document["pairs"] = ends
    return document


def verdict_document(verdict: Verdict) -> dict[str, Any]:
    """One verdict as JSON."""
    return {"exists": verdict.exists, "reason": verdict.reason}


def start_map_svg(starts: StartMap, pairs: Pairs | None = None) -> str:
    """The map as a picture; with pairs, each square holds the number of ends that a tour from it can have."""
    board = starts.board
    ends: dict[Square, int] = {}
    for (start, _), verdict in (pairs or {}).items():
        ends[start] = ends.get(start, 0) + (verdict.exists is True)
    cells = [
        [(COLOURS[starts[square].exists], str(ends.get(square, ""))) if square in board else (None, "") for square in line]
        for line in _lines(board)
    ]
    meanings = {True: "start an open tour", False: "start none", None: "unknown"}
    legend = {COLOURS[each]: f"{starts.count(each)} {meaning}" for each, meaning in meanings.items() if starts.count(each)}
    if pairs is not None:
        legend["#1f4e79"] = "number: ends that a tour from here can have"
    return chart_svg(cells, rows=range(board.rows), cols=range(board.cols), legend=legend)


def board_rows(boards: Iterable[BoardVerdicts]) -> Iterator[dict[str, Any]]:
    """What is known of each board as one row of a table."""
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
    """Rows down, columns across; each cell's colour tells the best tour that the board has, its number the starts."""
    colours = {"closed": "#1e6b43", "open": "#7fb069", "none": COLOURS[False], "unknown": COLOURS[None]}
    by_size = {(each.board.rows, each.board.cols): each for each in boards}
    rows, cols = (sorted({size[axis] for size in by_size}) for axis in (0, 1))

    def cell(size: tuple[int, int]) -> tuple[str | None, str]:
        each = by_size.get(size)
        if each is None:
            return "#ffffff", ""
        best = "closed" if each.closed else "open" if each.open else "unknown" if None in (each.open, each.closed) else "none"
        return colours[best], str(each.starts.count(True))

    meanings = ("a closed tour", "an open tour, no closed one", "no tour", "unknown")
    legend = dict(zip(colours.values(), meanings, strict=True))
    legend["#333333"] = "number: squares that start an open tour"
    return chart_svg([[cell((row, col)) for col in cols] for row in rows], rows=rows, cols=cols, legend=legend)


def _lines(board: Board) -> list[list[Square]]:
    return [[(row, col) for col in range(board.cols)] for row in range(board.rows)]


def _name(square: Square) -> str:
    return f"{square[0]},{square[1]}"
