"""Format start maps as text and as JSON documents, and the answers for all boards of one height as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from graphs.board import Board, Square
from graphs.leapers import leaper_name
from graphs.notation import edge_names, respell
from graphs.text import map_text, plural, square_text
from solvers.core.result import Result
from solvers.existence.lengths import HeightVerdict
from solvers.existence.maps import StartMap

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
