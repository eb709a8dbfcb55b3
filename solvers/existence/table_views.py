"""Tables of boards as people and programs read them: text, rows, JSON documents, pictures.

The table of one leaper has rows down and columns across, and shows how many squares start a tour. The atlas of many leapers
has a leaper in each row and the side of a square board in each column, and shows each tour, or the kind of reason for none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from graphs.leapers import Leaper
from graphs.svg import map_svg, palette
from graphs.svg.maps import PosterCell, poster_svg
from graphs.svg.palette import Look
from solvers.existence.maps import StartMap
from solvers.existence.tables import BoardVerdicts
from solvers.existence.verdict import SearchProof, Verdict

__all__ = [
    "atlas_document",
    "atlas_svg",
    "atlas_text",
    "evidence_name",
    "laid_out",
    "leaper_name",
    "meanings_of",
    "starts_number",
    "table_rows",
    "table_svg",
]

LOOKS = {
    "closed": palette.CLOSED,
    "open": palette.OPEN,
    "open-or-closed": palette.OPEN_OR_CLOSED,
    "none": palette.NO,
    "apart": palette.APART,
    "unknown": palette.UNKNOWN,
}
MARKS = {"closed": "●", "open": "◐", "open-or-closed": "◑", "none": "×", "unknown": "?"}
MEANINGS = {
    "closed": "a closed tour",
    "open": "an open tour, no closed one",
    "open-or-closed": "an open tour; unknown whether a closed one",
    "none": "no {}tour",
    "apart": "no {}tour, for no moves join all squares",
    "unknown": "unknown whether there is a {}tour",
}
"""How the answers of a table look, and what they mean."""
NAMES: dict[Leaper, str] = {(0, 1): "wazir", (1, 2): "knight", (1, 4): "giraffe", (2, 3): "zebra", (3, 4): "antelope"}
"""The names of leapers that are in common use."""
EVIDENCE = {
    "degree set": "degrees",
    "disconnected": "apart",
    "forced moves": "forced",
    "weighted cuts": "weights",
    "search proof": "search",
}
"""Shorter words for some kinds of evidence."""
REASONS = {
    "colours": "too many squares of one colour",
    "cut set": "without a few squares the board falls into too many parts",
    "half set": "half of the squares, no two of them a move apart",
    "degrees": "some squares need more moves than their neighbours can give",
    "dead ends": "more dead ends than a tour has ends",
    "forced": "moves that are forced contradict each other",
    "weights": "squares and sets of squares weighed: a tour would need more than its moves can weigh",
    "search": "an exact solver found that there is none",
}
"""What the words on a poster mean."""


def leaper_name(leaper: Leaper) -> str:
    """Return the leaper's numbers, and its name where it has one.

    Examples
    --------
    >>> leaper_name((3, 4)), leaper_name((2, 7))
    ('3,4 antelope', '2,7')
    """
    return f"{leaper[0]},{leaper[1]} {NAMES.get(leaper, '')}".rstrip()


def evidence_name(verdict: Verdict) -> str:
    """Return one or two words for the evidence of a verdict.

    Examples
    --------
    >>> evidence_name(Verdict(None, None, "stopped"))
    'unknown'
    """
    kind = re.sub(r"\B([A-Z])", r" \1", type(verdict.evidence).__name__).lower()
    return "unknown" if verdict.exists is None else EVIDENCE.get(kind, kind)


def meanings_of(closed: bool) -> dict[str, str]:
    """Return what the answers of a table mean; with `closed`, of a table of closed tours alone."""
    return {look: meaning.format("closed " * closed) for look, meaning in MEANINGS.items()}


def laid_out(at: Mapping[tuple[Any, int], Any], missing: Any = None) -> tuple[list[Any], list[int], list[list[Any]]]:
    """Return the rows and columns of a table, and what stands in each of its cells; leapers are in the order of their sums."""
    rows = sorted({row for row, _ in at}, key=lambda row: (sum(row), row) if isinstance(row, tuple) else row)
    cols = sorted({col for _, col in at})
    return rows, cols, [[at.get((row, col), missing) for col in cols] for row in rows]


def atlas_text(cells: Iterable[BoardVerdicts], *, closed: bool = False) -> str:
    """Return an atlas as a table of marks, one line a leaper, with its legend and the number of answers of each kind.

    Parameters
    ----------
    cells : the cells, in any order.
    closed : whether the table is about closed tours alone.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.existence.tables import board_map
    >>> print(atlas_text(board_map(Board(side, side) for side in (4, 5, 6))).partition("\\n\\n")[0])
               4 5 6
    1,2 knight × ◐ ●
    """
    leapers, sides, table = laid_out({(cell.leaper, cell.board.rows): cell.answer(closed) for cell in cells}, "")
    names, wide = list(map(leaper_name, leapers)), len(str(max(sides, default=0)))
    width = max(map(len, names), default=0)
    marks: list[list[Any]] = [sides, *([MARKS.get(answer, "") for answer in answers] for answers in table)]
    lines = [
        " ".join([head.ljust(width), *(str(mark).rjust(wide) for mark in row)])
        for head, row in zip(["", *names], marks, strict=True)
    ]
    answers, meanings = list(chain.from_iterable(table)), meanings_of(closed)
    legend = (f"{mark} {meanings[answer]}: {answers.count(answer)}" for answer, mark in MARKS.items() if answer in answers)
    return "\n".join([*lines, "", *legend])


def starts_number(cell: BoardVerdicts) -> str:
    """Return how many squares start a tour; nothing where no start is found and some are unknown, for that is not 0."""
    if cell.starts is None:
        return ""
    yes = cell.starts.count(True)
    if not cell.starts.count(None):
        return str(yes)
    return f"≥{yes}" if yes else ""


def table_rows(cells: Iterable[BoardVerdicts], *, closed: bool = False) -> list[dict[str, Any]]:
    """Return a row for each cell.

    In a table of one leaper it holds the answers and the numbers of starts; in an atlas the leaper, the answers, their evidence
    and their reasons. With `closed`, only what is about closed tours.
    """
    return [_atlas_row(cell, closed) if cell.starts is None else _board_row(cell, cell.starts, closed) for cell in cells]


def _board_row(cell: BoardVerdicts, starts: StartMap, closed: bool) -> dict[str, Any]:
    head = {"board": str(cell.board), "squares": len(starts)}
    if closed:
        return {**head, "closed": cell.closed}
    noes = [verdict.evidence for verdict in (*starts.values(), starts.closed) if verdict.exists is False]
    return {
        **head,
        "open": cell.open,
        "closed": cell.closed,
        "starts": starts.count(True),
        "starts_unknown": starts.count(None),
        "noes": len(noes),
        "noes_by_search": sum(isinstance(evidence, SearchProof) for evidence in noes),
    }


def _atlas_row(cell: BoardVerdicts, closed: bool) -> dict[str, Any]:
    row = {"leaper": f"{cell.leaper[0]},{cell.leaper[1]}", "board": str(cell.board), "squares": cell.board.size}
    for name, verdict in cell.verdicts(closed).items():
        row |= {name: verdict.exists, f"{name}_evidence": evidence_name(verdict), f"{name}_reason": verdict.reason}
    return row | {"seconds": round(cell.seconds, 3)}


def atlas_document(cells: Iterable[BoardVerdicts], *, closed: bool = False) -> dict[str, Any]:
    """Return an atlas as a JSON document: for each cell and question the answer, its evidence, its reason and its tour."""

    def answer(verdict: Verdict) -> dict[str, Any]:
        tour = None if verdict.tour is None else verdict.tour.squares
        return {"exists": verdict.exists, "evidence": evidence_name(verdict), "reason": verdict.reason, "tour": tour}

    return {
        "cells": [
            {"leaper": cell.leaper, "board": str(cell.board), "seconds": round(cell.seconds, 3)}
            | {name: answer(verdict) for name, verdict in cell.verdicts(closed).items()}
            for cell in cells
        ]
    }


def table_svg(cells: Sequence[BoardVerdicts], *, closed: bool = False) -> str:
    """Return the table of one leaper as a picture: the best tour of each board, and how many squares start an open tour.

    With `closed`, it shows whether each board has a closed tour.
    """
    number = {} if closed else {cell.board: starts_number(cell) for cell in cells}
    at = {(each.board.rows, each.board.cols): (LOOKS[each.answer(closed)], number.get(each.board, "")) for each in cells}
    rows, cols, table = laid_out(at, (palette.EMPTY, ""))
    legend = _legend({cell.answer(closed) for cell in cells}, closed)
    legend += [] if closed else [("12", "squares that start an open tour")]
    if any("≥" in each for each in number.values()):
        legend.append(("≥12", "at least this number: some squares are unknown"))
    title = f"{'Closed tours' if closed else 'Tours'} of boards: rows down, columns across"
    return map_svg(table, rows=rows, cols=cols, title=title, legend=legend)


def atlas_svg(cells: Sequence[BoardVerdicts], *, closed: bool = False) -> str:
    """Return an atlas as a poster: a leaper's boards from left to right, each with its tour, or with the kind of reason."""
    leapers, sides, table = laid_out({(cell.leaper, cell.board.rows): _poster_cell(cell, closed) for cell in cells})
    words = {cell.word for row in table for cell in row if cell}
    return poster_svg(
        table,
        rows=list(map(leaper_name, leapers)),
        cols=[f"{side}x{side}" for side in sides],
        title=f"{'Closed tours' if closed else 'Tours'} of leapers on square boards",
        lead="The leaper a,b moves a squares one way and b the other; a cell is a board, with a tour or the reason for none.",
        legend=_legend({cell.look(closed) for cell in cells}, closed),
        words={word: meaning for word, meaning in REASONS.items() if word in words},
    )


def _poster_cell(cell: BoardVerdicts, closed: bool) -> PosterCell:
    look = cell.look(closed)
    verdict = cell.closed_tour if closed or cell.closed else cell.open_tour
    return PosterCell(LOOKS[look], verdict.tour, evidence_name(verdict) if look == "none" else "")


def _legend(looks: Collection[str], closed: bool) -> list[tuple[Look | str, str]]:
    return [(LOOKS[look], meaning) for look, meaning in meanings_of(closed).items() if look in looks]
