"""The atlas of leapers as people and programs read it: text, rows of a table, a JSON document, and a poster."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from graphs.leapers import Leaper
from graphs.obstructions import Colours, CutSet, DeadEnds, DegreeSet, Disconnected, ForcedMoves, HalfSet, WeightedCuts
from graphs.svg.poster import PosterCell, poster_svg
from graphs.theorems import Theorem
from graphs.tour import Tour
from solvers.existence.atlas import AtlasPage
from solvers.existence.pictures import LOOKS
from solvers.existence.verdict import SearchProof, Verdict
from solvers.existence.views import CLOSED_MEANINGS, MEANINGS, best_answer

__all__ = [
    "answer_of",
    "atlas_document",
    "atlas_rows",
    "atlas_svg",
    "atlas_text",
    "evidence_name",
    "leaper_name",
    "look_of",
    "meanings_of",
    "verdicts_of",
]

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
MARKS = {"closed": "●", "open": "◐", "open-or-closed": "◑", "none": "×", "unknown": "?"}
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
    return " ".join([f"{leaper[0]},{leaper[1]}", *([NAMES[leaper]] if leaper in NAMES else [])])


def evidence_name(verdict: Verdict) -> str:
    """Return one or two words for the evidence of a verdict.

    Examples
    --------
    >>> evidence_name(Verdict(None, None, "stopped"))
    'unknown'
    """
    kind = type(verdict.evidence)
    return "unknown" if verdict.exists is None else EVIDENCE.get(kind, kind.__name__)


def atlas_text(pages: Iterable[AtlasPage], *, closed: bool = False) -> str:
    """Return the atlas as a table of marks, one line a leaper, with its legend and the number of answers of each kind.

    Parameters
    ----------
    pages : the pages, in any order.
    closed : whether the table is about closed tours alone.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.existence.atlas import each_page
    >>> print(atlas_text(each_page(((1, 2), Board(side, side)) for side in (4, 5, 6))).partition("\\n\\n")[0])
               4 5 6
    1,2 knight × ◐ ●
    """
    at = {(page.leaper, page.board.rows): answer_of(page, closed) for page in pages}
    leapers, sides = _axes(at)
    heads = [leaper_name(leaper) for leaper in leapers]
    width, wide = max(map(len, heads), default=0), max((len(str(side)) for side in sides), default=0)
    lines = [" ".join([" " * width, *(f"{side:>{wide}}" for side in sides)])]
    for head, leaper in zip(heads, leapers, strict=True):
        marks = [MARKS[at[leaper, side]] if (leaper, side) in at else " " for side in sides]
        lines.append(" ".join([f"{head:<{width}}", *(f"{mark:>{wide}}" for mark in marks)]))
    answers = list(at.values())
    meanings = meanings_of(closed)
    legend = [f"{MARKS[answer]} {meanings[answer]}: {answers.count(answer)}" for answer in MARKS if answer in answers]
    return "\n".join([*lines, "", *legend])


def answer_of(page: AtlasPage, closed: bool) -> str:
    """Return the best that is known, or what is known of closed tours alone; a key of `MEANINGS`."""
    return best_answer((page.closed if closed else page.open).exists, page.closed.exists)


def meanings_of(closed: bool) -> dict[str, str]:
    """Return what the answers mean in an atlas, or in one of closed tours alone."""
    return CLOSED_MEANINGS if closed else MEANINGS


def _axes(at: Iterable[tuple[Leaper, int]]) -> tuple[list[Leaper], list[int]]:
    keys = list(at)
    return sorted({leaper for leaper, _ in keys}, key=lambda leaper: (sum(leaper), leaper)), sorted({side for _, side in keys})


def atlas_rows(pages: Iterable[AtlasPage], *, closed: bool = False) -> list[dict[str, Any]]:
    """Return a row for each page: the two answers, their evidence and their reasons; with `closed`, only the closed tour's."""
    rows = []
    for page in pages:
        row = {"leaper": f"{page.leaper[0]},{page.leaper[1]}", "board": str(page.board), "squares": page.board.size}
        for name, verdict in verdicts_of(page, closed=closed):
            row |= {name: verdict.exists, f"{name}_evidence": evidence_name(verdict), f"{name}_reason": verdict.reason}
        rows.append(row | {"seconds": round(page.seconds, 3)})
    return rows


def verdicts_of(page: AtlasPage, *, closed: bool = False) -> Sequence[tuple[str, Verdict]]:
    """Return the verdicts of a page with their names, `open` and `closed`; with `closed`, the second one alone."""
    return [("open", page.open), ("closed", page.closed)][closed:]


def atlas_document(pages: Iterable[AtlasPage], *, closed: bool = False) -> dict[str, Any]:
    """Return the atlas as a JSON document: for each cell and question the answer, its evidence, its reason and its tour."""
    cells = []
    for page in pages:
        cell: dict[str, Any] = {"leaper": page.leaper, "board": str(page.board), "seconds": round(page.seconds, 3)}
        for name, verdict in verdicts_of(page, closed=closed):
            tour = None if verdict.tour is None else verdict.tour.squares
            answer = {"exists": verdict.exists, "evidence": evidence_name(verdict), "reason": verdict.reason, "tour": tour}
            cell[name] = answer
        cells.append(cell)
    return {"cells": cells}


def atlas_svg(pages: Sequence[AtlasPage], *, closed: bool = False) -> str:
    """Return the poster: a leaper's boards from left to right, each with its tour, or with the kind of reason for none."""
    cells = {(page.leaper, page.board.rows): _poster_cell(page, closed) for page in pages}
    leapers, sides = _axes(cells)
    shown = {look_of(page, closed) for page in pages}
    used = {cell.word for cell in cells.values()}
    return poster_svg(
        [[cells.get((leaper, side)) for side in sides] for leaper in leapers],
        rows=[leaper_name(leaper) for leaper in leapers],
        cols=[f"{side}x{side}" for side in sides],
        title=f"{'Closed tours' if closed else 'Tours'} of leapers on square boards",
        lead="The leaper a,b moves a squares one way and b the other; a cell is a board, with a tour or the reason for none.",
        legend=[(LOOKS[look], meaning) for look, meaning in meanings_of(closed).items() if look in shown],
        words={word: meaning for word, meaning in REASONS.items() if word in used},
    )


def look_of(page: AtlasPage, closed: bool) -> str:
    """Return the answer as `answer_of` does, or `apart`, where no moves join all squares."""
    answer = answer_of(page, closed)
    evidence = (page.closed if closed else page.open).evidence
    return "apart" if answer == "none" and isinstance(evidence, Disconnected) else answer


def _poster_cell(page: AtlasPage, closed: bool) -> PosterCell:
    look = look_of(page, closed)
    verdict = page.closed if closed or page.closed.exists else page.open
    return PosterCell(LOOKS[look], verdict.tour, evidence_name(verdict) if look == "none" else "")
