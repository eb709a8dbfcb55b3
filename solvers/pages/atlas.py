"""The page of the atlas of leapers: a table of leapers and boards, each cell with its tours, or the reasons why it has none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from graphs.obstructions import Obstruction
from solvers.existence.atlas import AtlasPage
from solvers.existence.atlas_views import leaper_name, look_of, meanings_of, verdicts_of
from solvers.existence.verdict import Verdict
from solvers.pages.explorer import ANYWHERE, Explorer, Layer, moves_text
from solvers.pages.rendering import rendered
from solvers.pages.selection import LARGEST_BOARD

__all__ = ["atlas_page"]

OUTCOME = {True: "found", False: "impossible", None: "unknown"}
WORDS = {"found": "a tour", "impossible": "no such tour", "unknown": "unknown", "error": ""}
LAYERS = {"open": "an open tour", "closed": "a closed tour"}
LOOK_NAMES = {"none": "impossible"}
"""The names of looks in the style sheets, where they are others."""
NAMES_OF_PARTS = {
    "head": "Tours and reasons",
    "lead": "The board that is chosen in the table, with a tour, or the reason why it has none.",
    "walked": "In the table",
}


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
    looks = Counter(look_of(page, closed) for page in pages)
    names = list(dict.fromkeys(leaper_name(page.leaper) for page in pages))
    meanings = {look: meaning for look, meaning in meanings_of(closed).items() if looks[look]}
    table: dict[str, Any] = {
        "cells": [_cell(explorer, names, place, page, closed) for place, page in enumerate(pages)],
        "rows": names,
        "cols": sorted({page.board.rows for page in pages}),
        "words": {LOOK_NAMES.get(look, look): f"{meaning}: {looks[look]}" for look, meaning in meanings.items()},
        "number": "",
        "lead": "A leaper in each row, the side of a square board in each column. Choose a cell to see its tours or reasons.",
    }
    title = f"{'Closed tours' if closed else 'Tours'} of {len(names)} leapers on square boards"
    data = {"explorer": explorer.document(), "words": WORDS, "table": table}
    large = sum(page.board.size > LARGEST_BOARD for page in pages)
    notes = [f"The tours of {large:,} boards of more than {LARGEST_BOARD:,} squares are not drawn."] if large else []
    values = {"notes": notes, "words": WORDS, "explored": bool(pages), "summary": [], "totals": None, "names": NAMES_OF_PARTS}
    return rendered("existence.html", data, title=title, table=table, **values)


def _cell(explorer: Explorer, names: Sequence[str], place: int, page: AtlasPage, closed: bool) -> dict[str, Any]:
    """Add a board to the explorer, and return its cell of the table. The cell leads to the best tour that there is."""
    leaper, look = leaper_name(page.leaper), look_of(page, closed)
    verdicts = verdicts_of(page, closed=closed)
    layers: Layer = {LAYERS[name]: [(ANYWHERE, _entry(explorer, page, verdict))] for name, verdict in verdicts}
    explorer.add_board(f"{leaper}, {page.board}", page.board, page.leaper, layers)
    return {
        "row": names.index(leaper),
        "col": page.board.rows,
        "look": LOOK_NAMES.get(look, look),
        "text": "",
        "board": place,
        "layer": len(layers) - 1 if look == "closed" else 0,
        "label": f"{leaper}, {page.board}: {meanings_of(closed)[look]}",
    }


def _entry(explorer: Explorer, page: AtlasPage, verdict: Verdict) -> int:
    outcome, evidence = OUTCOME[verdict.exists], verdict.evidence
    reason = verdict.reason if verdict.theorem is None else f"{verdict.reason}\nin print: {verdict.theorem}"
    if page.board.size > LARGEST_BOARD:
        return explorer.add_entry(outcome, reason)
    if isinstance(evidence, Obstruction):
        return explorer.add_entry(outcome, reason, None, evidence, page.board.cols)
    tour = None if verdict.tour is None else moves_text(verdict.tour.squares, page.board, page.leaper)
    return explorer.add_entry(outcome, reason, tour)
