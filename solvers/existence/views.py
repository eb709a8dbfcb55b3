"""Format start maps, tables of boards, and the answers for all boards of one height, as text, rows, documents and pictures.

The table of one leaper has one line for each number of rows of the boards, and one column for each number of columns. It shows
how many squares start an open tour. The atlas of many leapers has one line for each leaper, and one column for each side of the
square boards. In a picture, it shows each tour, or the kind of reason why there is none. A *cell* (`BoardVerdicts`)
contains the results of one leaper on one board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

from graphs.board import Board, Square
from graphs.leapers import leaper_name
from graphs.notation import edge_names, respell
from graphs.obstructions import Obstruction
from graphs.svg import map_svg, palette
from graphs.svg.maps import Cell
from graphs.svg.palette import Look
from graphs.text import map_text, plural, square_text
from graphs.theorems import Theorem
from solvers.core.outcome import SearchProof
from solvers.core.result import Result
from solvers.existence.lengths import HeightVerdict
from solvers.existence.maps import StartMap
from solvers.existence.pictures import laid_out
from solvers.existence.tables import BoardVerdicts

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


Pairs: TypeAlias = Mapping[tuple[Square, Square], Result]

MARKS = {True: "●", False: "×", None: "?"}
CLOSED = {True: "a closed tour exists", False: "no closed tour exists", None: "unknown whether a closed tour exists"}
REASONS_SHOWN = 12


def start_map_text(starts: StartMap, pairs: Pairs | None = None, chess: Board | None = None) -> str:
    """Return a start map as text.

    It consists of the board with a legend, the number of squares that start a tour, and one line per reason.

    Parameters
    ----------
    starts : StartMap
        The start map.
    pairs : mapping of tuple to Result, optional
        The result for an open tour from each start to each end. If given, the text also contains the number of pairs with a
        tour.
    chess : Board, optional
        If given, the squares of this board are named as in chess.

    Returns
    -------
    str
        The lines of the text.
    """
    lines, squares = [], "vertices"
    if isinstance(starts.board, Board):
        squares, edges = "squares", edge_names(starts.board, chess is not None)
        lines.append(map_text(starts.board, {square: MARKS[verdict.exists] for square, verdict in starts.items()}, edges))
        lines.append("● an open tour starts here   × none starts here   ? unknown   # hole")
    lines.append(in_words(starts.count(True), starts.count(None), len(starts), squares, "start an open tour"))
    if pairs is not None:
        answers = [verdict.exists for verdict in pairs.values()]
        lines.append(in_words(answers.count(True), answers.count(None), len(pairs), "pairs (start, end)", "have a tour"))
    headline, others = shared_reason(starts)
    reasons = f"{CLOSED[starts.closed.exists]}: {starts.closed.reason}", *filter(None, [headline])
    return "\n".join([*lines, *(respell(each, chess) for each in reasons), *reason_lines(others, chess)])


def in_words(yes: int, unknown: int, total: int, squares: str = "squares", start: str = "start a tour") -> str:
    """Return a phrase with the number of squares that start a tour, and with "at least" if this is unknown for some squares.

    Parameters
    ----------
    yes : int
        The number of squares that start a tour.
    unknown : int
        The number of squares for which this is unknown.
    total : int
        The number of all squares.
    squares : str, optional
        The plural noun for the squares.
    start : str, optional
        The verb phrase that states what is counted.

    Returns
    -------
    str
        The phrase.

    Examples
    --------
    >>> in_words(12, 0, 20), in_words(0, 0, 0)
    ('12 of 20 squares start a tour', '0 of 0 squares start a tour')
    >>> in_words(12, 8, 20)
    'at least 12 of 20 squares start a tour, 8 are unknown'
    >>> in_words(0, 20, 20)
    'unknown for all 20 squares whether they start a tour'
    """
    if 0 < unknown == total:
        return f"unknown for all {total} {squares} whether they {start}"
    phrase = f"{yes} of {total} {squares} {start}"
    return f"at least {phrase}, {unknown} {'is' if unknown == 1 else 'are'} unknown" if unknown else phrase


def reason_lines(answers: Mapping[Any, Result], chess: Board | None = None) -> list[str]:
    """Return one line for each reason why some squares have no tour, or why it is unknown whether they have one.

    Parameters
    ----------
    answers : mapping of square to Result
        The result for each square.
    chess : Board, optional
        If given, the squares of this board are named as in chess.

    Returns
    -------
    list of str
        The lines. Each contains up to 8 squares, then the reason. If there are more than `REASONS_SHOWN` reasons, one last
        line contains the number of the others.
    """
    where: dict[tuple[str, str], list[str]] = {}
    for square, verdict in answers.items():
        if not verdict.exists:
            where.setdefault((MARKS[verdict.exists], respell(verdict.reason, chess)), []).append(respell(str(square), chess))
    lines = [f"{mark} {' '.join(names[:8])}{' …' * (len(names) > 8)}: {reason}" for (mark, reason), names in where.items()]
    if len(lines) > REASONS_SHOWN:
        lines[REASONS_SHOWN:] = [f"… and {plural(len(lines) - REASONS_SHOWN, 'more reason')}; --json prints all"]
    return lines


def shared_reason(starts: StartMap) -> tuple[str, dict[Any, Result]]:
    """Return a sentence with the reason why most of the squares start no tour, and the results of the other squares.

    Parameters
    ----------
    starts : StartMap
        The start map.

    Returns
    -------
    sentence : str
        The sentence. It is empty unless the reason holds for at least two squares, and for more than half of the squares that
        start no tour.
    others : dict of square to Result
        The results of all squares to which the sentence does not apply, including those that start a tour.
    """
    reasons = Counter(verdict.reason for verdict in starts.values() if verdict.exists is False)
    (reason, number), *_ = reasons.most_common(1) or [("", 0)]
    if number < 2 or 2 * number <= reasons.total():
        return "", dict(starts)
    squares, yes = "squares" if isinstance(starts.board, Board) else "vertices", starts.count(True)
    which = f"{'the ' + 'other ' * bool(yes) if number + yes == len(starts) else ''}{number} {squares}"
    others = {square: verdict for square, verdict in starts.items() if verdict.reason != reason}
    return f"no tour starts on {which}: {reason}", others


def start_map_document(starts: StartMap, pairs: Pairs | None = None) -> dict[str, Any]:
    """Return a start map as a JSON document, without the board and the leaper.

    Parameters
    ----------
    starts : StartMap
        The start map.
    pairs : mapping of tuple to Result, optional
        The result for an open tour from each start to each end.

    Returns
    -------
    dict
        The entry `closed` is the result for a closed tour. For a board, `starts` contains the answers row by row, with "#" for
        a hole. For another graph, `starts` contains the answer by the name of each vertex. `reasons` contains, by the name of
        each square, the reason for its answer. If `pairs` is given, the entry `pairs` contains for each
        start the ends of tours from there, and `pairs_unknown` contains the ends for which this is unknown.
    """
    on_board = isinstance(starts.board, Board)
    answers = starts.grid.tolist() if on_board else {square_text(square): verdict.exists for square, verdict in starts.items()}
    document: dict[str, Any] = {
        "closed": verdict_document(starts.closed),
        "starts": answers,
        "reasons": {square_text(square): respell(verdict.reason) for square, verdict in starts.items()},
    }
    if pairs is not None:
        for key, exists in (("pairs", True), ("pairs_unknown", None)):
            document[key] = {square_text(square): [] for square in starts}
            for start, end in sorted(pair for pair, verdict in pairs.items() if verdict.exists is exists):
                document[key][square_text(start)].append(end)
    return document


def verdict_document(verdict: Result) -> dict[str, Any]:
    """Return the answer and the reason of a result as a JSON document.

    Parameters
    ----------
    verdict : Result
        The result.

    Returns
    -------
    dict
        The entries `exists` and `reason`.
    """
    return {"exists": verdict.exists, "reason": respell(verdict.reason)}


def height_text(answer: HeightVerdict) -> list[str]:
    """Return the answers for all boards of one height as text: lengths with a tour, without a tour (and why), and unknown ones.

    Parameters
    ----------
    answer : HeightVerdict
        The answers for all lengths, that is, numbers of columns.

    Returns
    -------
    list of str
        The lines of the text. The first line states the question.
    """
    what = f"{'closed' if answer.closed else 'open'} tours of {answer.rows}xN, {leaper_name(answer.leaper)}"
    lines = [
        what if answer.start is None else f"{what}, from {answer.start}",
        f"yes: {lengths_text(*answer.lengths(True)) or 'none'}",
    ]
    for none in answer.document()["none"]:
        some = {"all": "every N", "odd": "every odd N"}.get(
            str(none["lengths"])
        ) or f"N = {', '.join(map(str, none['lengths']))}"
        later = f" from {none['from']} on" if "from" in none else ""
        lines.append(f"no: {some}{later}: {none['reason']}")
    return [*lines, f"unknown: {lengths_text(*answer.lengths(None)) or 'none'}"]


def lengths_text(single: Sequence[int], begins: Sequence[tuple[int, int]]) -> str | None:
    """Return a list of lengths as text, such as "N = 3, and every N from 5 on".

    Parameters
    ----------
    single : sequence of int
        Single lengths.
    begins : sequence of (int, int)
        The first length and the step of each infinite progression.

    Returns
    -------
    str or None
        The text, or None if there are no lengths.
    """
    parts = [", ".join(map(str, single))] * bool(single)
    for begin, step in begins:
        parts.append(f"every N from {begin} on" if step == 1 else f"{begin}, {begin + step}, {begin + 2 * step}, … without end")
    return f"N = {', and '.join(parts)}".replace("N = every", "every") if parts else None
