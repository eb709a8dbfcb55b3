"""Start maps and pairs of start and end as pictures. `graphs.svg` has the palette."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from graphs.board import Board, Square
from graphs.svg import map_svg, palette, small_multiples_svg
from graphs.svg.palette import Look
from solvers.existence.decision import Verdict

__all__ = ["laid_out", "start_map_svg"]

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
    where, holes = f"of open tours, {board.rows}x{board.cols} board", dict.fromkeys(board.holes, palette.HOLE_SQUARE)
    meanings, noun, shown = (STARTS, "square", starts) if pairs is None else (ENDS, "pair", pairs)
    numbers = Counter(verdict.exists for verdict in shown.values())
    legend = [] if pairs is None else [(palette.START_SQUARE, START)]
    legend += [
        (YES_OR_NO[each], f"{meanings[each]}: {n:,} {noun}{'s' * (n != 1)}") for each in meanings if (n := numbers[each])
    ]
    legend += [(palette.HOLE_SQUARE, "a hole")] if holes else []
    if pairs is None:
        cells = holes | {square: YES_OR_NO[verdict.exists] for square, verdict in starts.items()}
        rows, cols, table = laid_out({square: (look, "") for square, look in cells.items()})
        return map_svg(table, rows=rows, cols=cols, title=f"Starts {where}", legend=legend)
    maps: dict[Square, dict[Square, Look]] = {square: {**holes, square: palette.START_SQUARE} for square in board}
    for (start, end), verdict in pairs.items():
        maps[start][end] = YES_OR_NO[verdict.exists]
    return small_multiples_svg(maps, rows=board.rows, cols=board.cols, title=f"Starts and ends {where}", legend=legend)


def laid_out(at: Mapping[tuple[Any, int], Any], missing: Any = None) -> tuple[list[Any], list[int], list[list[Any]]]:
    """Return the rows and columns of a table, and the content of each of its cells; leapers are in the order of their sums."""
    rows = sorted({row for row, _ in at}, key=lambda row: (sum(row), row) if isinstance(row, tuple) else row)
    cols = sorted({col for _, col in at})
    return rows, cols, [[at.get((row, col), missing) for col in cols] for row in rows]
