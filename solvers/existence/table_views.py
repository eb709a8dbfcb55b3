"""Tables of boards as people and programs read them: text, rows, JSON documents, pictures.

The table of one leaper has rows down and columns across, and shows how many squares start a tour. The atlas of many leapers
has a leaper in each row and the side of a square board in each column, and shows each tour, or the kind of reason for none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from graphs.leapers import Leaper
from graphs.obstructions import Colours, CutSet, DeadEnds, DegreeSet, Disconnected, ForcedMoves, HalfSet, WeightedCuts
from graphs.svg import map_svg, palette
from graphs.svg.maps import Cell
from graphs.svg.palette import Look
from graphs.svg.poster import PosterCell, poster_svg
from graphs.theorems import Theorem
from graphs.tour import Tour
from solvers.existence.maps import StartMap
from solvers.existence.tables import BoardVerdicts
from solvers.existence.verdict import SearchProof, Verdict

__all__ = [
    "atlas_document",
    "atlas_svg",
    "atlas_text",
    "axes",
    "evidence_name",
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
    Tour: "tour",
    Colours: "colours",
    CutSet: "cut set",
    HalfSet: "half set",
    DeadEnds: "dead ends",
    DegreeSet: "degrees",
    Disconnected: "apart",
    ForcedMoves: "forced",
    WeightedCuts: "weights",
    SearchProof: "search",
    Theorem: "theorem",
}
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
    kind = type(verdict.evidence)
    return "unknown" if verdict.exists is None else EVIDENCE.get(kind, kind.__name__)


def meanings_of(closed: bool) -> dict[str, str]:
    """Return what the answers of a table mean; with `closed`, of a table of closed tours alone."""
    return {look: meaning.format("closed " * closed) for look, meaning in MEANINGS.items()}


def axes(places: Collection[tuple[Any, int]]) -> tuple[list[Any], list[int]]:
    """Return the rows and the columns of a table; leapers are in the order of their sums."""
    rows, cols = ({place[axis] for place in places} for axis in (0, 1))
    return sorted(rows, key=lambda row: (sum(row), row) if isinstance(row, tuple) else row), sorted(cols)


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
    at = {(cell.leaper, cell.board.rows): cell.answer(closed) for cell in cells}
    leapers, sides = axes(at)
    width, wide = max(map(len, map(leaper_name, leapers)), default=0), len(str(max(sides, default=0)))
    lines = [["", *map(str, sides)]]
    lines += [[leaper_name(leaper), *(MARKS.get(at.get((leaper, side), ""), "") for side in sides)] for leaper in leapers]
    table = (" ".join([head.ljust(width), *(mark.rjust(wide) for mark in marks)]) for head, *marks in lines)
    answers, meanings = list(at.values()), meanings_of(closed)
    legend = (f"{mark} {meanings[answer]}: {answers.count(answer)}" for answer, mark in MARKS.items() if answer in answers)
    return "\n".join([*table, "", *legend])


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
    row = {"board": str(cell.board), "squares": len(starts), "open": cell.open, "closed": cell.closed}
    if closed:
        del row["open"]
        return row
    return row | {
        "starts": starts.count(True),
        "starts_unknown": starts.count(None),
        "noes": starts.count(False) + (cell.closed is False),
        "noes_by_search": sum(isinstance(verdict.evidence, SearchProof) for verdict in (*starts.values(), starts.closed)),
    }


def _atlas_row(cell: BoardVerdicts, closed: bool) -> dict[str, Any]:
    row = {"leaper": f"{cell.leaper[0]},{cell.leaper[1]}", "board": str(cell.board), "squares": cell.board.size}
    for name, verdict in cell.verdicts(closed).items():
        row |= {name: verdict.exists, f"{name}_evidence": evidence_name(verdict), f"{name}_reason": verdict.reason}
    return row | {"seconds": round(cell.seconds, 3)}


def atlas_document(cells: Iterable[BoardVerdicts], *, closed: bool = False) -> dict[str, Any]:
    """Return an atlas as a JSON document: for each cell and question the answer, its evidence, its reason and its tour."""
    documents = []
    for cell in cells:
        document: dict[str, Any] = {"leaper": cell.leaper, "board": str(cell.board), "seconds": round(cell.seconds, 3)}
        for name, verdict in cell.verdicts(closed).items():
            tour = None if verdict.tour is None else verdict.tour.squares
            answer = {"exists": verdict.exists, "evidence": evidence_name(verdict), "reason": verdict.reason, "tour": tour}
            document[name] = answer
        documents.append(document)
    return {"cells": documents}


def table_svg(cells: Sequence[BoardVerdicts], *, closed: bool = False) -> str:
    """Return the table of one leaper as a picture: the best tour of each board, and how many squares start an open tour.

    With `closed`, it shows whether each board has a closed tour.
    """
    at: dict[tuple[int, int], Cell] = {}
    for cell in cells:
        at[cell.board.rows, cell.board.cols] = LOOKS[cell.answer(closed)], "" if closed else starts_number(cell)
    rows, cols = axes(at)
    legend = _legend({cell.answer(closed) for cell in cells}, closed)
    legend += [] if closed else [("12", "squares that start an open tour")]
    if any(number.startswith("≥") for _, number in at.values()):
        legend.append(("≥12", "at least so many: some squares are unknown"))
    title = f"{'Closed tours' if closed else 'Tours'} of boards: rows down, columns across"
    table = [[at.get((row, col), (palette.EMPTY, "")) for col in cols] for row in rows]
    return map_svg(table, rows=rows, cols=cols, title=title, legend=legend)


def atlas_svg(cells: Sequence[BoardVerdicts], *, closed: bool = False) -> str:
    """Return an atlas as a poster: a leaper's boards from left to right, each with its tour, or with the kind of reason."""
    at = {(cell.leaper, cell.board.rows): _poster_cell(cell, closed) for cell in cells}
    leapers, sides = axes(at)
    words = {cell.word for cell in at.values()}
    return poster_svg(
        [[at.get((leaper, side)) for side in sides] for leaper in leapers],
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
