"""Find tours of finitely many boards from which tours of all larger boards follow.

Let a line between two columns divide a board into a left and a right part. Suppose that the left part has a tour, and that the
right part has a *loop*: an open tour whose two ends can be joined to two squares near a corner of the left part (the squares of
a corner joint, see `solvers.methods.construction.dividing`). One of the two corners of the left part at the line is not an end
of its tour. So this tour contains both moves of this corner inside the part. One of these moves is replaced by the loop. The
result is a tour of the whole board with the same ends as the tour of the left part, or a closed tour if that tour is closed.

For a line between two rows, exchange rows and columns.

*Base tours.* Let `least` be a number such that each board with both sides from `least` to 2 * `least` + 1 has

- a loop and a closed tour, if the number of squares is even,
- an open tour that starts at (0, 0), if the number of squares is odd.

By induction, all boards with both sides of at least `least` then have these tours. For each larger board, there is a line such
that the right part has an even number of squares, and both parts have sides of at least `least`. If the line is between rows,
the loop of the lower part has rows and columns exchanged. The start at (0, 0) ensures that the two ends of an open tour are
never the two corners at a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import Leaper
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent
from solvers.core.problem import Problem
from solvers.existence.theorem_certificates import Sides, WalkText, walk_text
from solvers.methods.construction.dividing import Dividing, find_dividing_tour

HIGHEST = 4
"""The search for the number `least` of a theorem ends at HIGHEST * (a + b), for the leaper (a, b)."""


@dataclass(frozen=True)
class BaseTours:
    """Tours of some boards that prove tours of all larger boards.

    All boards with both sides of at least `least` have base tours. `loops` are given by the rows and columns of their boards,
    `tours` (closed tours, and open tours from (0, 0)) by the sides of their boards, the shorter side first.
    """

    leaper: Leaper
    least: int
    loops: dict[Sides, Sequence[Square]] = field(default_factory=dict, hash=False)
    tours: dict[Sides, Sequence[Square]] = field(default_factory=dict, hash=False)

    @property
    def walks(self) -> dict[Sides, list[WalkText]]:
        """The loops and the tours as certificates contain them."""
        found: dict[Sides, list[WalkText]] = {}
        for sides, tour in (*self.loops.items(), *self.tours.items()):
            found.setdefault(sides, []).append(walk_text(tour, self.leaper, sides[1]))
        return found


def find_base_loop(rows: int, cols: int, leaper: Leaper, meter: Meter) -> Any:
    """Search for a loop of a board (see the module docstring).

    Return None if none is found. The ends of a loop are the two squares of a corner joint on this board (see
    `solvers.methods.construction.dividing`). Each move of the leaper changes the colour, and its smaller number is the first.

    >>> loop = find_base_loop(6, 6, (1, 2), Meter())
    >>> loop[0], loop[-1]
    ((1, 1), (1, 0))
    """
    for *_, one, other in Dividing(leaper).corner_joints(rows, cols, cols):
        loop = _find_tour(Problem.on_board(Board(rows, cols), leaper, start=one, end=other), meter)
        if loop is not None:
            return loop
    return None


def find_base_tours(leaper: Leaper, meter: Meter, *, closed: bool) -> BaseTours | None:
    """Search for tours from which all larger boards get theirs.

    If `closed`, open tours of boards with an odd number of squares are not searched for. Return None if the search fails.
    """
    loops: dict[Sides, Any] = {}
    tours: dict[Sides, Any] = {}

    def has_tours(rows: int, cols: int) -> bool:
        is_even = rows * cols % 2 == 0
        if is_even and (rows, cols) not in loops:
            loops[rows, cols] = find_base_loop(rows, cols, leaper, meter)
        if rows <= cols and (rows, cols) not in tours and (is_even or not closed):
            problem = Problem.on_board(Board(rows, cols), leaper, start=None if is_even else (0, 0), closed=is_even)
            tours[rows, cols] = _find_tour(problem, meter)
        return loops.get((rows, cols), ()) is not None and tours.get((rows, cols), ()) is not None

    with suppress(BudgetSpent):
        least, base = find_base_bound(range(2 * sum(leaper), HIGHEST * sum(leaper) + 1), boards_of_base, has_tours)
        if base is not None:
            found = ({sides: some[sides] for sides in some if sides in base} for some in (loops, tours))
            return BaseTours(leaper, least, *found)
    return None


def find_base_bound(
    bounds: range, boards: Callable[[int], Iterable[Sides]], holds: Callable[[int, int], bool]
) -> tuple[int, list[Sides] | None]:
    """Return the least bound whose boards all pass, and the boards.

    A board passes if `holds` is true of it. If `holds` is False for a board, the next number that is tried is above the shorter
    side of this board. If no number of `bounds` fits, return the number after the last one that was tried or skipped, and None.
    """
    bound = bounds.start
    while bound in bounds:
        base = []
        for sides in boards(bound):
            if not holds(*sides):
                bound = min(sides) + bounds.step
                break
            base.append(sides)
        else:
            return bound, base
    return bound, None


def boards_of_base(least: int) -> Iterator[Sides]:
    """Yield the boards with sides from `least` to 2 * `least` + 1."""
    sides = range(least, 2 * least + 2)
    yield from sorted(product(sides, sides), key=min)


def _find_tour(problem: Problem, meter: Meter) -> Any:
    """Search for a tour, and return its squares, or None."""
    squares = find_dividing_tour(problem, meter)
    if squares is None:
        return None
    is_back = problem.start is not None and tuple(squares[0]) != problem.start
    return problem.verify(squares[::-1] if is_back else squares).squares
