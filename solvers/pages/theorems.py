"""Build the page of a table of theorems: for each leaper and each number of rows, the numbers of columns that have a tour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphs.leapers import leaper_name
from solvers.pages.rendering import render_page


def theorems_page(cells: Mapping[Any, Mapping[str, Any]]) -> str:
    """Return the page of a table of theorems.

    Parameters
    ----------
    cells : mapping of tuple to mapping
        The cells of the table, by leaper, height (number of rows) and whether the tours are closed. A cell has three entries.
        `"folder"` is the name of the folder with the certificates. `"some"` is a text that lists the lengths (numbers of
        columns) with a tour, or None if there are none. `"unknown"` is a text that lists the unknown lengths, or None if there
        are none.

    Returns
    -------
    str
        An HTML document.

    Raises
    ------
    SolverUnavailable
        If Jinja2 is not installed.

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
    return render_page("theorems.html", leapers=leapers, total=len(cells), unknown=unknown)
