"""Convert tables of answers to text, JSON, CSV rows and SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from graphs.board import Board
from graphs.leapers import Leaper, leaper_name
from graphs.notation import edge_names, respell
from graphs.obstructions import Obstruction
from graphs.svg import map_svg, palette
from graphs.svg.board_maps import ABOVE, MapCell, board_map_sheet
from graphs.svg.boards import SIDE, board_grid, board_marks
from graphs.svg.page import gallery
from graphs.svg.palette import Look
from graphs.text import map_text, plural, square_text
from graphs.theorems import Theorem
from solvers.core.outcome import ANSWERS, SearchProof
from solvers.core.pictures import draw_moves
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.answers import Answers, BoardTable, HoleMap, StartMap
from solvers.existence.heights import HeightVerdict
from solvers.methods.construction.stretches import Stretch
from solvers.pages.rendering import LOOKS

Reason: TypeAlias = Obstruction | SearchProof | Theorem
BEST = {"closed": "●", "open": "◐", "open-or-closed": "◑", "impossible": "×", "unknown": "?"}
MEANINGS = {
    "closed": "a closed tour",
    "open": "an open tour, no closed one",
    "open-or-closed": "an open tour; unknown whether a closed one",
    "impossible": "no {}tour",
    "apart": "no {}tour, because the moves do not join all squares",
    "unknown": "unknown whether there is a {}tour",
}
"""Legend of a table of boards."""
MARKS = {True: "●", False: "×", None: "?"}
CLOSED = {True: "a closed tour exists", False: "no closed tour exists", None: "unknown whether a closed tour exists"}
REASONS_SHOWN = 12


def answers_text(answers: Answers, pairs: Answers | None = None, chess: Board | None = None) -> str:
    """Return the answers for all squares of a board as text.

    It consists of the board with a legend, the number of squares with a tour, and one line per reason. With `pairs`, the number
    of pairs with a tour is included. The squares of the board `chess` are named as in chess.
    """
    board, lines = answers.problem.board, list[str]()
    if board is not None:
        marks = {square: MARKS[result.exists] for square, result in answers.items()}
        legend = [f"{MARKS[exists]} {meaning}" for exists, meaning in answers.legend.items()]
        lines += [map_text(board, marks, edge_names(board, chess is not None)), "   ".join([*legend, "# hole"])]
    lines += map(answers_summary, [answers] if pairs is None else [answers, pairs])
    headline, others = "", dict(answers)
    if isinstance(answers, StartMap):
        lines.append(f"{CLOSED[answers.closed.exists]}: {answers.closed.reason}")
        headline, others = shared_answer_reason(answers)
    lines += [headline] * bool(headline)
    return respell("\n".join(lines + answer_reason_lines(others)), chess)


def answers_document(answers: Answers, pairs: Answers | None = None) -> dict[str, Any]:
    """Return a table of answers as JSON, without the board and the leaper.

    The answers of a start map are `starts`: a grid with "#" for holes or, for a graph, a mapping from each vertex. The entries
    `pairs` and `pairs_unknown` contain, for each start, the ends of tours from there, and the ends for which this is unknown.
    """
    named = {square_text(square): result for square, result in answers.items()}
    if isinstance(answers, HoleMap):
        without = {name: verdict_document(result) | {"tour": answer_squares(result)} for name, result in named.items()}
        return {"closed": answers.problem.closed, "without": without}
    document: dict[str, Any] = {
        "closed": verdict_document(answers.closed),
        "starts": {name: result.exists for name, result in named.items()}
        if answers.problem.board is None
        else answers.grid.tolist(),
        "reasons": {name: respell(result.reason) for name, result in named.items()},
    }
    if pairs is None:
        return document
    for key, exists in (("pairs", True), ("pairs_unknown", None)):
        document[key] = {name: [] for name in named}
        for start, end in sorted(pair for pair, result in pairs.items() if result.exists is exists):
            document[key][square_text(start)].append(end)
    return document


def verdict_document(verdict: Result) -> dict[str, Any]:
    """Return the answer and the reason of a result as JSON."""
    return {"exists": verdict.exists, "reason": respell(verdict.reason)}


def answer_squares(verdict: Result) -> Sequence[Any] | None:
    """Return the squares of a result's tour, or None if it has no tour."""
    return verdict.tour and verdict.tour.squares


def answers_summary(answers: Answers) -> str:
    """Return a summary such as "12 of 20 squares start a tour"."""
    verb = answers.verb.format(tour=answers.tour)
    return answers_in_words(answers.count(True), answers.count(None), len(answers), answers.noun, verb)


def answers_in_words(yes: int, unknown: int, total: int, noun: str = "squares", verb: str = "start a tour") -> str:
    """Return a phrase such as "12 of 20 squares start a tour".

    >>> answers_in_words(12, 0, 20), answers_in_words(0, 0, 0)
    ('12 of 20 squares start a tour', '0 of 0 squares start a tour')
    >>> answers_in_words(12, 8, 20)
    'at least 12 of 20 squares start a tour, 8 are unknown'
    >>> answers_in_words(0, 20, 20)
    'unknown for all 20 squares whether they start a tour'
    """
    if 0 < unknown == total:
        return f"unknown for all {total} {noun} whether they {verb}"
    phrase = f"{yes} of {total} {noun} {verb}".replace(" 1 squares start ", " 1 square starts ")
    return f"at least {phrase}, {unknown} {'is' if unknown == 1 else 'are'} unknown" if unknown else phrase


def answer_reason_lines(answers: Mapping[Any, Result]) -> list[str]:
    """Return one line per reason for squares without a known tour.

    Each line contains up to 8 squares, then the reason. A last line counts the reasons beyond `REASONS_SHOWN`.
    """
    where: dict[tuple[str, str], list[str]] = {}
    for square, verdict in answers.items():
        if not verdict.exists:
            where.setdefault((MARKS[verdict.exists], verdict.reason), []).append(str(square))
    lines = [f"{mark} {' '.join(names[:8])}{' …' * (len(names) > 8)}: {reason}" for (mark, reason), names in where.items()]
    if len(lines) > REASONS_SHOWN:
        lines[REASONS_SHOWN:] = [f"… and {plural(len(lines) - REASONS_SHOWN, 'more reason')}; --json prints all"]
    return lines


def shared_answer_reason(starts: StartMap) -> tuple[str, dict[Any, Result]]:
    """Return the most frequent reason against a tour, and the results with other reasons.

    The reason is empty unless it holds for at least two squares, and for more than half of the squares that start no tour.
    """
    reasons = Counter(verdict.reason for verdict in starts.values() if verdict.exists is False)
    (reason, number), *_ = reasons.most_common(1) or [("", 0)]
    if number < 2 or 2 * number <= reasons.total():
        return "", dict(starts)
    yes = starts.count(True)
    which = f"{'the ' + 'other ' * bool(yes) if number + yes == len(starts) else ''}{number} {starts.noun}"
    others = {square: verdict for square, verdict in starts.items() if verdict.reason != reason}
    return f"no tour starts on {which}: {reason}", others


def answer_table_text(table: BoardTable) -> str:
    """Return a table of boards as text, one line per board or leaper.

    >>> from solvers.existence.maps import tour_map
    >>> cells = [tour_map(Problem.on_board(Board(side, side))) for side in (4, 5, 6)]
    >>> answer_table_text(BoardTable(cells)).splitlines()[1]
    '1,2 knight × ◐ ●'
    """
    if table.leaper is not None:
        return "\n".join(_lines(answer_table_rows(table)))
    leapers, sides, cells = table.layout()
    heads = ["", *leapers]
    marks = [list(map(str, sides)), *([BEST[cell.starts.kind] if cell else "" for cell in row] for row in cells)]
    width, wide = max(map(len, heads)), max(map(len, marks[0]), default=0)
    lines = [" ".join([head.ljust(width), *(mark.rjust(wide) for mark in row)]) for head, row in zip(heads, marks, strict=True)]
    numbers, meanings = Counter(starts.kind for starts in table.boards), answer_looks(table)
    legend = (f"{mark} {meanings[answer]}: {numbers[answer]}" for answer, mark in BEST.items() if numbers[answer])
    return "\n".join([*lines, "", *legend])


def _lines(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for row in rows:
        answers = [f"{key} {ANSWERS[row[key]]:<8}" for key in ("open", "closed") if key in row]
        starts = answers_in_words(row["starts"], row["starts_unknown"], row["squares"]) if "starts" in row else ""
        yield f"{row['board']:<8} {' '.join(answers)}{starts}".rstrip()
    if any("noes" in row for row in rows):
        no_tour, searched = (sum(row[key] for row in rows) for key in ("noes", "noes_by_search"))
        by_hand = f"{no_tour - searched} with a reason that can be checked by hand"
        yield f"{plural(no_tour, 'no-tour answer')}: {by_hand}, {searched} by search alone"


def answer_table_rows(table: BoardTable) -> list[dict[str, Any]]:
    """Return a table of boards as one dictionary per board.

    In an atlas, it contains each answer with its evidence and its reason. Otherwise it contains the answers, the number of
    squares that start a tour, and the number of no-tour answers.
    """
    return [_row(table, starts) for starts in table.boards]


def _row(table: BoardTable, starts: StartMap) -> dict[str, Any]:
    row: dict[str, Any] = {"board": str(starts.board), "squares": starts.problem.size}
    if table.leaper is None:
        row = {"leaper": square_text(starts.problem.leaper)} | row
        for name, verdict in starts.tours.items():
            row[name] = verdict.exists
            row |= {f"{name}_evidence": evidence_name(verdict), f"{name}_reason": respell(verdict.reason)}
        return row | {"seconds": round(starts.seconds, 3)}
    row |= {} if table.closed else {"open": starts.exists}
    row |= {"closed": starts.closed.exists}
    if table.closed:
        return row
    noes = [isinstance(result.evidence, SearchProof) for result in starts.results() if result.exists is False]
    numbers = {"starts": starts.count(True), "starts_unknown": starts.count(None)}
    return row | numbers | {"noes": len(noes), "noes_by_search": sum(noes)}


def answer_table_document(table: BoardTable) -> dict[str, Any]:
    """Return a table of boards as JSON."""
    if table.leaper is not None:
        return {"leaper": table.leaper, "boards": answer_table_rows(table)}
    cells = []
    for starts in table.boards:
        cell = {"leaper": starts.problem.leaper, "board": str(starts.board), "seconds": round(starts.seconds, 3)}
        for name, verdict in starts.tours.items():
            cell[name] = verdict_document(verdict) | {"evidence": evidence_name(verdict), "tour": answer_squares(verdict)}
        cells.append(cell)
    return {"cells": cells}


def answer_table_svg(table: BoardTable) -> str:
    """Return an SVG picture of a table of boards.

    The cells show the kinds of tours and the numbers of starts. The cells of an atlas show a tour instead, or the kind of
    reason why there is none.
    """
    at, words, looks, is_atlas = {}, {}, set(), table.leaper is None
    for place, look, word, shown, _ in table.cells():
        if is_atlas and look == "impossible" and isinstance(shown.evidence, Reason):
            word = shown.evidence.label
            words[word] = shown.evidence.meaning
        at[place] = MapCell(LOOKS[look], word, shown.tour if is_atlas else None)
        looks.add(look)
    rows, cols, lines = table.layout()
    cells = [[cell and at[cell.place] for cell in line] for line in lines]
    legend: list[tuple[Look | str, str]] = [(LOOKS[look], each) for look, each in answer_looks(table).items() if look in looks]
    legend += [("12", "squares that start an open tour")] * table.shows_starts
    if any("≥" in cell.word for cell in at.values()):
        legend.append(("≥12", "at least this number: some squares are unknown"))
    kind = "Closed tours" if table.closed else "Tours"
    lead = "The leaper a,b moves a squares one way and b the other; a cell is a board, with a tour or the reason for none."
    return map_svg(
        cells,
        rows=rows,
        cols=[f"{side}x{side}" for side in cols] if is_atlas else cols,
        title=f"{kind} of leapers on square boards" if is_atlas else f"{kind} of boards: rows down, columns across",
        lead=lead * is_atlas,
        legend=legend,
        words=dict(sorted(words.items())),
    )


def answer_looks(table: BoardTable) -> dict[str, str]:
    """Return the legend of a table: the meaning of each kind of cell."""
    return {look: meaning.format("closed " * table.closed) for look, meaning in MEANINGS.items()}


def evidence_name(verdict: Result) -> str:
    """Return a short label for the evidence of a result, such as "cut set"."""
    if isinstance(verdict.evidence, Reason):
        return verdict.evidence.label
    return "unknown" if verdict.exists is None else "tour"


def height_answer_text(answer: HeightVerdict) -> list[str]:
    """Return the answers for all boards of one height as text."""
    what = f"{'closed' if answer.closed else 'open'} tours of {answer.rows}xN, {leaper_name(answer.leaper)}"
    lines = [
        what if answer.start is None else f"{what}, from {answer.start}",
        f"yes: {answer_lengths_text(*answer.lengths(True))}",
    ]
    for none in answer.document()["none"]:
        some = {"all": "every N", "odd": "every odd N"}.get(
            str(none["lengths"])
        ) or f"N = {', '.join(map(str, none['lengths']))}"
        later = f" from {none['from']} on" if "from" in none else ""
        lines.append(f"no: {some}{later}: {none['reason']}")
    return [*lines, f"unknown: {answer_lengths_text(*answer.lengths(None))}"]


def answer_lengths_text(single: Sequence[int], begins: Sequence[tuple[int, int]]) -> str:
    """Return numbers of columns as text, such as "N = 3", or "none"."""
    parts = [", ".join(map(str, single))] * bool(single)
    for begin, step in begins:
        parts.append(f"every N from {begin} on" if step == 1 else f"{begin}, {begin + step}, {begin + 2 * step}, … without end")
    return f"N = {', and '.join(parts)}".replace("N = every", "every") if parts else "none"


def answer_stretch_svg(stretch: Stretch, leaper: Leaper) -> str:
    """Return an SVG picture of a tour and of longer tours that repeat a block of its columns.

    The moves of the block are coloured. Each move from a column of the block to the right, or within it, belongs to the block.
    """
    sheets = list[tuple[str, str]]()
    for times, word in enumerate(("once", "twice", "three times")):
        board = Board(stretch.board.rows, stretch.board.cols + times * stretch.block)
        problem = Problem.on_board(board, leaper, closed=stretch.tour.closed)
        moves = [copy for move in stretch.moves if move[1] for copy in stretch.copies(move, times)]
        lefts = range(stretch.cut, stretch.cut + (times + 1) * stretch.block)
        repeated = [move for move in moves if move[0][1] in lefts]
        lines = [(set(moves) - set(repeated), palette.FAINT_INK, ""), (repeated, palette.END, "")]
        pen = f'height="{board.rows * SIDE}" fill="{palette.END}" fill-opacity="0.1" stroke="{palette.END}" stroke-width="0.5"'
        blocks = (f'<rect x="{left * SIDE}" width="{stretch.block * SIDE}" {pen}/>' for left in lefts[:: stretch.block])
        grid = board_grid(board, above=ABOVE)
        marks = [*board_marks(grid, board), *blocks, *draw_moves(problem, lines), "</g>"]
        sheets.append((board_map_sheet(grid, marks, f"{board}: the block is there {word}", []), ""))
    return gallery(sheets, f"A tour of {stretch.board}, and two that repeat a block of its columns")
