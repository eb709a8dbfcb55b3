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

*Boards with a given number of rows.* Let a board of m rows and w columns have a loop. Two copies of this board are joined to
the right side of a tour of m rows. Then the columns of the first copy can be repeated any number of times (see
`solvers.methods.construction.stretches`): each further copy is joined to the copy on its left in the same way, at the corner in
the same row. The ends of the tour stay where they were, so they are not at that corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from itertools import product

from graphs.board import Board
from graphs.leapers import Leaper
from graphs.tour import Tour
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent
from solvers.core.problem import Problem
from solvers.existence.certificates import Sides, WalkText, walk_text
from solvers.methods.construction.dividing import Dividing
from solvers.methods.construction.stretches import Stretch
from solvers.solving.decide import decide_within

HIGHEST = 4
"""Boards with sides of up to HIGHEST * (a + b) are searched, for the leaper (a, b)."""
NODES = 50_000
"""Maximum number of search nodes for deciding one question on a small board."""


def find_tour(problem: Problem, meter: Meter) -> Tour | None:
    """Search for a tour of a small board."""
    return decide_within(problem, meter, NODES).tour


def find_loop(rows: int, cols: int, leaper: Leaper, meter: Meter) -> Tour | None:
    """Search for an open tour that can be inserted into a tour of a neighbouring board.

    Its ends are the two squares of a corner joint on this board (see `solvers.methods.construction.dividing`). Each move of the
    leaper changes the colour, and its smaller number is the first.

    >>> find_loop(6, 6, (1, 2), Meter())[0]
    (1, 1)
    """
    pairs = Dividing(leaper).loop_ends(rows, cols)
    problems = (Problem.on_board(Board(rows, cols), leaper, start=one, end=other) for one, other in pairs)
    return next(filter(None, (find_tour(problem, meter) for problem in problems)), None)


def find_narrow_loop(rows: int, leaper: Leaper, meter: Meter) -> Tour | None:
    """Search for a loop with as few columns as possible that `joined_stretch` can repeat."""
    widths = range(max(leaper) + 1, HIGHEST * sum(leaper) + 1)
    loops = (find_loop(rows, cols, leaper, meter) for cols in widths if rows * cols % 2 == 0)
    return next(filter(None, loops), None)


def joined_stretch(tour: Tour, loop: Tour, leaper: Leaper) -> Stretch | None:
    """Join a loop twice to the right side of a tour, so that the columns of the first copy can be repeated.

    Return None if both corners at this side are ends of the tour, or if the board of the tour is too narrow.

    >>> loop = find_loop(6, 6, (1, 2), Meter())
    >>> stretch = joined_stretch(find_tour(Problem.on_board(Board(6, 8), closed=True), Meter()), loop, (1, 2))
    >>> str(stretch.board), stretch.cut, stretch.block, stretch.period
    ('6x20', 8, 6, 1)
    """
    (rows, cols), width, (a, b) = tour.shape, loop.shape[1], sorted(leaper)
    ends = [] if tour.closed else [tour[0], tour[-1]]
    corners = [row for row in (0, rows - 1) if (row, cols - 1) not in ends]
    if not corners or cols <= b:
        return None
    squares = [*tour.squares]
    for line in (cols, cols + width):
        corner, beside, *joined = ((abs(corners[0] - row), line + col) for row, col in ((0, -1), (b, -1 - a), *loop))
        at = squares.index(corner)
        is_next = squares[(at + 1) % len(squares)] == beside
        place = at + is_next or len(squares)  # the first square of a closed tour stays the first
        squares[place:place] = joined if is_next else joined[::-1]
    return Stretch(Tour(squares, tour.closed, Board(rows, cols + 2 * width)), cols, width)


def find_base_tours(leaper: Leaper, meter: Meter, *, closed: bool) -> dict[Sides, list[WalkText]]:
    """Search for small tours from which tours of all larger boards follow.

    Return the base tours by rows and columns of their boards, the least of which is `least`. If the search fails, there are
    none. If `closed`, open tours of boards with an odd number of squares are not searched for. Except loops, tours are only
    given for boards with at least as many columns as rows.
    """

    @cache
    def walks(rows: int, cols: int) -> list[WalkText] | None:
        """Return the tours that a board needs, as texts, or None if one is not found."""
        is_even, found = rows * cols % 2 == 0, list[Tour | None]()
        if is_even:
            found.append(find_loop(rows, cols, leaper, meter))
        if rows <= cols and (is_even or not closed) and None not in found:
            start = None if is_even else (0, 0)
            found.append(find_tour(Problem.on_board(Board(rows, cols), leaper, start=start, closed=is_even), meter))
        return None if None in found else [walk_text(tour.squares, leaper, cols) for tour in filter(None, found)]

    def boards(least: int) -> list[Sides]:
        sides = range(least, 2 * least + 2)
        return sorted(product(sides, sides), key=min)

    with suppress(BudgetSpent):
        bounds = range(2 * sum(leaper), HIGHEST * sum(leaper) + 1)
        _, base = find_bound(bounds, boards, lambda rows, cols: walks(rows, cols) is not None)
        return {sides: found for sides in base or () if (found := walks(*sides))}
    return {}


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
