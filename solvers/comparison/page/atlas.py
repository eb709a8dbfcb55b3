"""The page of the atlas of leapers: a table of leapers and boards, each cell with its tours, or the reasons why it has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphs.obstructions import Obstruction
from solvers.comparison.page.explorer import ANYWHERE, Explorer, Layer, moves_text
from solvers.comparison.page.rendering import rendered
from solvers.existence.atlas import AtlasPage
from solvers.existence.atlas_views import answer_of, leaper_name, meanings_of
from solvers.existence.verdict import Verdict

__all__ = ["atlas_page"]

OUTCOME = {True: "found", False: "impossible", None: "unknown"}
WORDS = {"found": "a tour", "impossible": "none", "unknown": "unknown", "error": ""}
LOOK_NAMES = {"none": "impossible"}
"""The names of answers in the style sheets, where they are others."""


def atlas_page(pages: Sequence[AtlasPage], *, closed: bool = False) -> str:
    """Return the page of an atlas as one HTML file; `closed` leaves out the open tours.

    Raises
    ------
    SolverUnavailable : Jinja2 is not installed.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.existence.atlas import each_page
    >>> page = atlas_page(list(each_page([((1, 2), Board(4, 4)), ((1, 2), Board(5, 5))])))
    >>> page[:15], "1,2 knight" in page
    ('<!doctype html>', True)
    """
    explorer = Explorer()
    pages = sorted(pages, key=lambda page: (sum(page.leaper), page.leaper, page.board.rows))
    names = list(dict.fromkeys(leaper_name(page.leaper) for page in pages))
    meanings = meanings_of(closed)
    cells = []
    for place, page in enumerate(pages):
        answer = answer_of(page, closed)
        name = f"{leaper_name(page.leaper)}, {page.board}"
        layers: Layer = {} if closed else {"an open tour": [(ANYWHERE, _entry(explorer, page, page.open))]}
        layers["a closed tour"] = [(ANYWHERE, _entry(explorer, page, page.closed))]
        explorer.add_board(name, page.board, page.leaper, layers)
        look = LOOK_NAMES.get(answer, answer)
        row = names.index(leaper_name(page.leaper))
        label = f"{name}: {meanings[answer]}"
        cells.append({"row": row, "col": page.board.rows, "look": look, "text": "", "board": place, "label": label})
    looks = [cell["look"] for cell in cells]
    table: dict[str, Any] = {
        "cells": cells,
        "rows": names,
        "cols": sorted({page.board.rows for page in pages}),
        "words": {look: word for answer, word in meanings.items() if (look := LOOK_NAMES.get(answer, answer)) in looks},
        "number": "",
        "lead": "A leaper in each row, the side of a square board in each column. Choose a cell to see its tours or reasons.",
    }
    title = f"{'Closed tours' if closed else 'Tours'} of {len(names)} leapers on square boards"
    data = {"explorer": explorer.document(), "words": WORDS, "table": table}
    values = {"notes": [], "words": WORDS, "explored": bool(pages), "table": table, "summary": [], "totals": None}
    return rendered("existence.html", data, title=title, **values)


def _entry(explorer: Explorer, page: AtlasPage, verdict: Verdict) -> int:
    outcome, evidence = OUTCOME[verdict.exists], verdict.evidence
    reason = verdict.reason if verdict.theorem is None else f"{verdict.reason}\nin print: {verdict.theorem}"
    if isinstance(evidence, Obstruction):
        return explorer.add_entry(outcome, reason, None, evidence, page.board.cols)
    tour = None if verdict.tour is None else moves_text(verdict.tour.squares, page.board, page.leaper)
    return explorer.add_entry(outcome, reason, tour)
