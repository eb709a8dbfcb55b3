"""Format tables of boards as text, rows, JSON documents and pictures.

The table of one leaper has one line for each number of rows of the boards, and one column for each number of columns. It shows
how many squares start an open tour. The atlas of many leapers has one line for each leaper, and one column for each side of the
square boards. In a picture, it shows each tour, or the kind of reason why there is none. A *cell* (`BoardVerdicts`)
contains the results of one leaper on one board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Any, TypeAlias

from graphs.leapers import leaper_name
from graphs.notation import respell
from graphs.obstructions import Obstruction
from graphs.svg import map_svg, palette
from graphs.svg.maps import Cell
from graphs.svg.palette import Look
from graphs.theorems import Theorem
from solvers.core.evidence import SearchProof
from solvers.core.result import Result
from solvers.existence.pictures import laid_out
from solvers.existence.tables import BoardVerdicts
from solvers.existence.views import verdict_document

Reason: TypeAlias = Obstruction | SearchProof | Theorem

LOOKS = {
    "closed": palette.CLOSED,
    "open": palette.OPEN,
    "open-or-closed": palette.OPEN_OR_CLOSED,
    "none": palette.NO,
    "apart": palette.APART,
    "unknown": palette.UNKNOWN,
}
BEST = {"closed": "●", "open": "◐", "open-or-closed": "◑", "none": "×", "unknown": "?"}
MEANINGS = {
    "closed": "a closed tour",
    "open": "an open tour, no closed one",
    "open-or-closed": "an open tour; unknown whether a closed one",
    "none": "no {}tour",
    "apart": "no {}tour, because no moves join all squares",
    "unknown": "unknown whether there is a {}tour",
}
"""The meaning of each answer in a table, for legends. `LOOKS` contains its look in pictures, and `BEST` its mark in text."""


def evidence_name(verdict: Result) -> str:
    """Return a label of one to four words for the evidence of a result.

    Parameters
    ----------
    verdict : Result
        The result.

    Returns
    -------
    str
        The label of the obstruction, search proof or theorem. If the evidence is none of these, "unknown" if the answer is
        unknown, and otherwise "tour".

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import decide
    >>> evidence_name(decide(Board(3, 3)))
    'apart'
    """
    if isinstance(verdict.evidence, Reason):
        return verdict.evidence.label
    return "unknown" if verdict.exists is None else "tour"


def meanings_of(closed: bool) -> dict[str, str]:
    """Return the meanings of the answers in a table, for a legend.

    Parameters
    ----------
    closed : bool
        Whether the table is about closed tours only.

    Returns
    -------
    dict of str to str
        The meaning of each answer, by the keys of `MEANINGS`.
    """
    return {look: meaning.format("closed " * closed) for look, meaning in MEANINGS.items()}


def atlas_text(cells: Iterable[BoardVerdicts], *, closed: bool = False) -> str:
    """Return an atlas as text: one line of marks per leaper, and a legend with the number of answers of each kind.

    Parameters
    ----------
    cells : iterable of BoardVerdicts
        The cells, in any order.
    closed : bool, optional
        Whether the table is about closed tours only.

    Returns
    -------
    str
        The lines of the table and the legend.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.existence.tables import board_map
    >>> print(atlas_text(board_map(Board(side, side) for side in (4, 5, 6))).partition("\\n\\n")[0])
               4 5 6
    1,2 knight × ◐ ●
    """
    leapers, sides, table = laid_out({(cell.leaper, cell.board.rows): cell.answer(closed) for cell in cells}, "")
    heads = ["", *map(leaper_name, leapers)]
    marks = [list(map(str, sides)), *([BEST.get(answer, "") for answer in answers] for answers in table)]
    width, wide = max(map(len, heads)), max(map(len, marks[0]), default=0)
    lines = [" ".join([head.ljust(width), *(mark.rjust(wide) for mark in row)]) for head, row in zip(heads, marks, strict=True)]
    numbers, meanings = Counter(chain.from_iterable(table)), meanings_of(closed)
    legend = (f"{mark} {meanings[answer]}: {numbers[answer]}" for answer, mark in BEST.items() if numbers[answer])
    return "\n".join([*lines, "", *legend])


def starts_number(cell: BoardVerdicts) -> str:
    """Return the number of squares that start a tour, as text.

    Parameters
    ----------
    cell : BoardVerdicts
        The cell of the board.

    Returns
    -------
    str
        The number, or a lower bound such as "≥12" if some squares are unknown. The text is empty if the cell has no start map,
        or if some squares are unknown and no square is known to start a tour.
    """
    if cell.starts is None:
        return ""
    yes, unknown = cell.starts.count(True), cell.starts.count(None)
    return f"≥{yes}" * (yes > 0) if unknown else str(yes)


def table_rows(cells: Iterable[BoardVerdicts], *, closed: bool = False) -> list[dict[str, Any]]:
    """Return a table as one dictionary per cell (one leaper on one board), to be written as CSV or JSON.

    Parameters
    ----------
    cells : iterable of BoardVerdicts
        The cells, in any order.
    closed : bool, optional
        Whether to leave out the answers about open tours and the numbers of starts.

    Returns
    -------
    list of dict
        Each dictionary contains the board and its number of squares. For a table of one leaper, it also contains the answers,
        the number of squares that start a tour, and the number of no-tour answers. For an atlas, it also contains the leaper,
        and each answer with its evidence and its reason.
    """
    return [_row(cell, closed) for cell in cells]


def _row(cell: BoardVerdicts, closed: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"board": str(cell.board), "squares": cell.board.size}
    if cell.starts is None:
        row = {"leaper": f"{cell.leaper[0]},{cell.leaper[1]}"} | row
        for name, verdict in cell.verdicts(closed).items():
            row |= {
                name: verdict.exists,
                f"{name}_evidence": evidence_name(verdict),
                f"{name}_reason": respell(verdict.reason),
            }
        return row | {"seconds": round(cell.seconds, 3)}
    if closed:
        return row | {"closed": cell.closed}
    noes = [verdict.evidence for verdict in (*cell.starts.values(), cell.starts.closed) if verdict.exists is False]
    return row | {
        "open": cell.open,
        "closed": cell.closed,
        "starts": cell.starts.count(True),
        "starts_unknown": cell.starts.count(None),
        "noes": len(noes),
        "noes_by_search": sum(isinstance(evidence, SearchProof) for evidence in noes),
    }


def atlas_document(cells: Iterable[BoardVerdicts], *, closed: bool = False) -> dict[str, Any]:
    """Return an atlas as a JSON document.

    Parameters
    ----------
    cells : iterable of BoardVerdicts
        The cells.
    closed : bool, optional
        Whether to leave out the results for open tours.

    Returns
    -------
    dict
        The entry `cells` contains one dictionary per cell. Each cell contains, for open and for closed tours, the answer, its
        evidence, its reason and the tour.
    """
    document: dict[str, Any] = {"cells": []}
    for cell in cells:
        entry = cell.head
        for name, verdict in cell.verdicts(closed).items():
            tour = verdict.tour and verdict.tour.squares
            entry[name] = verdict_document(verdict) | {"evidence": evidence_name(verdict), "tour": tour}
        document["cells"].append(entry)
    return document


def table_svg(cells: Sequence[BoardVerdicts], *, closed: bool = False) -> str:
    """Return a picture of the table of one leaper: the kind of tour of each board, and how many squares start an open tour.

    Parameters
    ----------
    cells : sequence of BoardVerdicts
        The cells.
    closed : bool, optional
        Whether to show for each board only whether it has a closed tour.

    Returns
    -------
    str
        An SVG document.
    """
    numbers = ["" if closed else starts_number(cell) for cell in cells]
    looks = [LOOKS[cell.answer(closed)] for cell in cells]
    at = {(cell.board.rows, cell.board.cols): each for cell, *each in zip(cells, looks, numbers, strict=True)}
    rows, cols, table = laid_out(at)
    legend = _legend({cell.answer(closed) for cell in cells}, closed)
    legend += [] if closed else [("12", "squares that start an open tour")]
    if any("≥" in number for number in numbers):
        legend.append(("≥12", "at least this number: some squares are unknown"))
    return map_svg(table, rows=rows, cols=cols, title=f"{_kind(closed)} of boards: rows down, columns across", legend=legend)


def atlas_svg(cells: Sequence[BoardVerdicts], *, closed: bool = False) -> str:
    """Return an atlas as a poster. Each row shows the boards of one leaper, with a tour or the kind of reason why none exists.

    Parameters
    ----------
    cells : sequence of BoardVerdicts
        The cells, in any order.
    closed : bool, optional
        Whether the poster is about closed tours only.

    Returns
    -------
    str
        An SVG document.
    """
    leapers, sides, table = laid_out({(cell.leaper, cell.board.rows): _poster_cell(cell, closed) for cell in cells})
    reasons = (_tour_result(cell, closed).evidence for cell in cells if cell.look(closed) == "none")
    return map_svg(
        table,
        rows=list(map(leaper_name, leapers)),
        cols=[f"{side}x{side}" for side in sides],
        title=f"{_kind(closed)} of leapers on square boards",
        lead="The leaper a,b moves a squares one way and b the other; a cell is a board, with a tour or the reason for none.",
        legend=_legend({cell.look(closed) for cell in cells}, closed),
        words=dict(sorted({each.label: each.meaning for each in reasons if isinstance(each, Reason)}.items())),
    )


def _kind(closed: bool) -> str:
    return "Closed tours" if closed else "Tours"


def _tour_result(cell: BoardVerdicts, closed: bool) -> Result:
    return cell.closed_tour if closed or cell.closed else cell.open_tour


def _poster_cell(cell: BoardVerdicts, closed: bool) -> Cell:
    look, verdict = cell.look(closed), _tour_result(cell, closed)
    return Cell(LOOKS[look], evidence_name(verdict) if look == "none" else "", verdict.tour)


def _legend(looks: Collection[str], closed: bool) -> list[tuple[Look | str, str]]:
    return [(LOOKS[look], meaning) for look, meaning in meanings_of(closed).items() if look in looks]
