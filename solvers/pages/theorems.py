"""The page of a table of theorems: which boards of each height have a tour, for every length."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphs.leapers import leaper_name
from solvers.pages.rendering import rendered

__all__ = ["theorems_page"]


def theorems_page(cells: Mapping[Any, Mapping[str, Any]]) -> str:
    """Return the page.

    Parameters
    ----------
    cells : for a leaper, a height and whether the tours are closed: the name of the `"folder"` with the certificates, the
        lengths with `"some"` tour in words, and those that are `"unknown"`; None is no length.

    Raises
    ------
    SolverUnavailable : Jinja2 is not installed.

    Examples
    --------
    >>> cell = {"folder": "1_2_3xN_closed", "some": "N = 10, 12, 14, … without end", "unknown": None}
    >>> '<a href="1_2_3xN_closed/index.json">N = 10, 12' in theorems_page({((1, 2), 3, True): cell})
    True
    """
    leapers: dict[str, dict[int, dict[str, Any]]] = {}
    for (leaper, rows, closed), cell in cells.items():
        kind = "closed" if closed else "open"
        leapers.setdefault(leaper_name(leaper), {}).setdefault(rows, {})[kind] = cell
    unknown = sum(cell["unknown"] is not None for cell in cells.values())
    data: dict[str, Any] = {"explorer": {"boards": []}}
    return rendered("theorems.html", data, leapers=leapers, total=len(cells), unknown=unknown, notes=[])
