"""Find tours of finitely many boards from which tours of all larger boards follow.

Let a line between two columns divide a board into a left and a right part. Suppose that the left part has a tour, and that the
right part has a *loop*: an open tour whose two ends can be joined to two squares near a corner of the left part (the squares of
a corner joint, see `solvers.methods.construction.dividing`). If one of the two corners of the left part at the line is not an
end of its tour, this tour contains both moves of this corner inside the part. One of them is replaced by the loop. The result
is a tour of the whole board with the same ends as the tour of the left part, or a closed tour if that tour is closed.

For a line between two rows, exchange rows and columns.

*Base tours.* Let `least` be a number such that each board with both sides from `least` to 2 * `least` + 1 has

- a loop and a closed tour, if the number of squares is even,
- an open tour that starts at (0, 0), if the number of squares is odd.

By induction, all boards with both sides of at least `least` then have these tours. For each larger board, there is a line such
that the right part has an even number of squares, and both parts have sides of at least `least`. If the line is between rows,
the loop of the lower part has rows and columns exchanged. The start at (0, 0), or both ends of a loop near (0, 0), ensure that
the two ends are never the two corners at a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any

from graphs.board import Board
from graphs.leapers import Leaper
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent
from solvers.core.problem import Problem
from solvers.existence.certificates import Sides, WalkText, walk_text
from solvers.methods.construction.dividing import Dividing, find_dividing_tour

HIGHEST = 4
"""Boards with sides of up to HIGHEST * (a + b) are searched, for the leaper (a, b)."""


def find_base_loop(rows: int, cols: int, leaper: Leaper, meter: Meter) -> WalkText | None:
    """Search for an open tour that can be inserted into a tour of a neighbouring board.

    Return it as text for a certificate, or None if none is found. The ends of such a *loop* are the two squares of a corner
    joint on this board (see `solvers.methods.construction.dividing`). Each move of the leaper changes the colour, and its
    smaller number is the first.

    >>> find_base_loop(6, 6, (1, 2), Meter())[0]  # the number of the square (1, 1)
    7
    """
    pairs = Dividing(leaper).loop_ends(rows, cols)
    problems = (Problem.on_board(Board(rows, cols), leaper, start=one, end=other) for one, other in pairs)
    return next(filter(None, (find_walk(problem, meter) for problem in problems)), None)


def find_walk(problem: Problem, meter: Meter) -> WalkText | None:
    """Search for a tour, and return it as text for a certificate, or None."""
    squares = find_dividing_tour(problem, meter)
    return None if squares is None else walk_text(problem.verify(squares).squares, problem.leaper, problem.require_board().cols)


def find_base_tours(leaper: Leaper, meter: Meter, *, closed: bool) -> tuple[int, dict[Sides, list[WalkText]]] | None:
    """Search for small tours from which tours of all larger boards follow.

    Return the number `least` and the base tours by rows and columns of their boards, or None if the search fails. If `closed`,
    open tours of boards with an odd number of squares are not searched for. Except loops, tours are only given for boards with
    at least as many columns as rows.
    """

    @cache
    def walks(rows: int, cols: int) -> list[Any]:
        """Return the tours that a board needs, each as text or None if not found."""
        is_even = rows * cols % 2 == 0
        found = [find_base_loop(rows, cols, leaper, meter)] * is_even
        if rows <= cols and (is_even or not closed):
            start = None if is_even else (0, 0)
            found.append(find_walk(Problem.on_board(Board(rows, cols), leaper, start=start, closed=is_even), meter))
        return found

    def boards(least: int) -> list[Sides]:
        sides = range(least, 2 * least + 2)
        return sorted(product(sides, sides), key=min)

    with suppress(BudgetSpent):
        bounds = range(2 * sum(leaper), HIGHEST * sum(leaper) + 1)
        least, base = find_bound(bounds, boards, lambda rows, cols: None not in walks(rows, cols))
        if base is not None:
            return least, {sides: walks(*sides) for sides in base if walks(*sides)}
    return None


def find_bound(
    bounds: range, boards: Callable[[int], Iterable[Sides]], holds: Callable[[int, int], bool]
) -> tuple[int, list[Sides] | None]:
    """Return the least bound for which `holds` is true of all its boards, and these boards.

    If `holds` is False for a board, the next number that is tried is above the shorter side of this board. If no number of
    `bounds` fits, return the number after the last one that was tried or skipped, and None.
    """
    bound = bounds.start
    while bound in bounds:
        base = []
        for sides in boards(bound):
            if not holds(*sides):
                bound = max(bound, min(sides)) + bounds.step
                break
            base.append(sides)
        else:
            return bound, base
    return bound, None
