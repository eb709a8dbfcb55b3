"""Decide for one height which boards have a tour, for every length at once: `decide_height`.

The height of a board is its number of rows, and its length is its number of columns. The lengths are decided one by one, from
the shortest onwards. Three kinds of proofs each apply to infinitely many lengths:

- A tour that can be stretched (`solvers.methods.construction.stretches`). A block of its columns can be repeated any number of
  times. So there are tours for the length of its board, and for this length plus every multiple of the block's length.
- A row cut (`graphs.obstructions.row_cuts`): rows without which the boards fall into too many parts for a tour. It proves that
  no board from some length onwards has a tour.
- An odd number of squares (`lengths.OddLengths`). If every move changes the colour, boards of odd height and odd length have no
  closed tour, and no open tour that starts on the colour with fewer squares.

Row cuts and odd lengths are called *barriers*. The search stops as soon as proofs of these three kinds apply to all further
lengths. Lengths that are not decided within the limits are reported as unknown.

The computation takes seconds for leapers with short moves. Most of the time is spent on the last lengths without a tour.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

from graphs.board import Board
from graphs.leapers import KNIGHT, Leaper, as_leaper
from graphs.obstructions.row_cuts import find_row_cut
from graphs.theorems import colours_forbid
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, ProblemError
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.lengths import HeightVerdict, OddLengths
from solvers.methods.construction.stretch_search import find_some_stretch
from solvers.methods.construction.stretched_tours import MOST_COLS, MOST_SQUARES, stretched_tour
from solvers.solving.decide import decide_within

MOST_ROWS, MOST_START = 1_000, 10_000
"""Maximum number of rows, and maximum number of columns of the shortest board that contains the start.

For larger boards, hardly any length could be decided.
"""
EFFORTS = 2_000, 50_000
"""Maximum number of conflicts of the SAT solver per position of the repeated block.

A first round tries all lengths with the smaller limit, and a second round with the larger limit.
"""
MOST_NODES = 500_000
"""Maximum number of search nodes to decide one length: the work of some seconds."""


def decide_height(
    rows: int,
    leaper: Leaper = KNIGHT,
    *,
    start: Any = None,
    closed: bool = False,
    budget: Budget | None = None,
) -> HeightVerdict:
    """Decide which boards with a given number of rows have a tour.

    Parameters
    ----------
    rows : int
        The height of the boards.
    leaper : tuple of int, optional
        The leaper (default: the knight).
    start : square, optional
        The given first square of the tours, as in `Problem`.
    closed : bool, optional
        Whether the tours must be closed (default: False).
    budget : Budget, optional
        Limits of the whole computation. If None, only the limits for single lengths apply, so a few lengths may remain unknown.

    Returns
    -------
    HeightVerdict
        The answers for all lengths, with the evidence.

    Raises
    ------
    ProblemError
        If `rows` is not from 1 to `MOST_ROWS`, or if the start is invalid.
    MoveError
        If the leaper is invalid.
    SolverUnavailable
        If python-sat is not installed.

    Examples
    --------
    >>> decide_height(5, leaper=(1, 4), closed=True).document()["tours"]
    {'lengths': [24, 32, 34], 'from': [{'length': 38, 'step': 2}]}
    """
    return height_verdict(rows, as_leaper(leaper), Meter(budget), closed=closed, start=start)


def height_verdict(
    rows: int,
    leaper: Leaper,
    meter: Meter,
    *,
    closed: bool,
    start: Any = None,
) -> HeightVerdict:
    """Decide the boards of one height within a partly used budget."""
    if rows not in range(1, MOST_ROWS + 1):
        raise ProblemError(f"invalid height {rows!r}: it must be from 1 to {MOST_ROWS:,} rows", rows)
    board = Board(rows, MOST_START)
    rows, start = board.rows, Problem.on_board(board, leaper, start=start, closed=closed).start
    cut = find_row_cut(rows, leaper, closed, start)
    is_odd = rows % 2 == sum(leaper) % 2 == 1 and colours_forbid(1, [start] if start else [], closed=closed)
    barriers = (cut,) if cut else (OddLengths(None if closed else start),) if is_odd else ()
    single: dict[int, Result] = {}
    verdict = HeightVerdict(rows, leaper, closed, start, single, barriers=barriers)
    with suppress(BudgetSpent):
        for conflicts, cols in product(EFFORTS, range(verdict.first, min(MOST_COLS, MOST_SQUARES // rows) + 1)):
            if all(verdict.is_shown(each) for each in range(cols, cols + verdict.step)):
                break
            if verdict.is_shown(cols):
                continue
            if cols not in single:
                single[cols] = decide_within(verdict.problem(cols), meter, MOST_NODES)
            if single[cols].exists:
                verdict = _with_stretch(verdict, cols, meter, conflicts)
    return verdict


def _with_stretch(found: HeightVerdict, cols: int, meter: Meter, most_conflicts: int) -> HeightVerdict:
    """Return `found`, with a stretchable tour of `cols` columns if found."""
    with suppress(BudgetSpent):  # without a stretch, the result for this length remains
        stretch = find_some_stretch(found.problem(cols), meter, most_conflicts=most_conflicts)
        if stretch is not None:
            for length in range(cols, cols + (stretch.period or 0) * stretch.block, stretch.block):
                problem = found.problem(length)
                problem.verify(stretched_tour(problem, stretch, Meter()))
            return replace(found, stretches=(*found.stretches, stretch))
    return found
