"""Start maps and pairs of start and end as pictures. `graphs.svg` has the palette."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.board import Board, Square
from graphs.svg import map_svg, palette, small_multiples_svg
from graphs.svg.palette import Look
from solvers.existence.verdict import Verdict

__all__ = ["start_map_svg"]

YES_OR_NO = {True: palette.YES, False: palette.NO, None: palette.UNKNOWN}
STARTS = {True: "an open tour starts here", False: "no open tour starts here", None: "unknown"}
ENDS = {True: "a tour from the start ends here", False: "no tour from the start ends here", None: "unknown"}
START = "the start: one small board for each, where it lies on the board"


def start_map_svg(
    board: Board, starts: Mapping[Square, Verdict], pairs: Mapping[tuple[Square, Square], Verdict] | None = None
) -> str:
    """Return a map of the starts as a picture; with pairs, one small board for each start, which shows the ends of its tours.

    Parameters
    ----------
    board, starts : the board, and the verdict for each of its squares.
    pairs : the verdict for each start and end.
    """
    meanings, noun, shown = (STARTS, "square", starts.values()) if pairs is None else (ENDS, "pair", pairs.values())
    answers = [verdict.exists for verdict in shown]
    numbers = {exists: answers.count(exists) for exists in meanings if exists in answers}
    legend = [] if pairs is None else [(palette.START_SQUARE, START)]
    legend += [(YES_OR_NO[each], f"{meanings[each]}: {n:,} {noun}{'' if n == 1 else 's'}") for each, n in numbers.items()]
    legend += [(palette.HOLE_SQUARE, "a hole")] if board.holes else []
    where = f"of open tours, {board.rows}x{board.cols} board"
    holes = dict.fromkeys(board.holes, palette.HOLE_SQUARE)
    if pairs is not None:
        maps: dict[Square, dict[Square, Look]] = {square: {**holes, square: palette.START_SQUARE} for square in board}
        for (start, end), verdict in pairs.items():
            maps[start][end] = YES_OR_NO[verdict.exists]
        return small_multiples_svg(maps, rows=board.rows, cols=board.cols, title=f"Starts and ends {where}", legend=legend)
    looks = holes | {square: YES_OR_NO[verdict.exists] for square, verdict in starts.items()}
    rows, cols = range(board.rows), range(board.cols)
    cells = [[(looks[row, col], "") for col in cols] for row in rows]
    return map_svg(cells, rows=rows, cols=cols, title=f"Starts {where}", legend=legend)
