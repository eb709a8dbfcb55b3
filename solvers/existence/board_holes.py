"""Decide for each square of a board whether the other squares have a closed tour."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphs.board import Board, Square
from graphs.leapers import Leaper
from graphs.symmetry import orbits
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.existence.base_tours import move_digits
from solvers.existence.board_ends import BoardEnds
from solvers.methods.construction.dividing import two_move_neighbours
from solvers.solving.decide import decide_within


@dataclass(eq=False)
class BoardHoles(BoardEnds):
    """The squares of one board for which it was examined whether the other squares have a closed tour.

    The attributes of `BoardEnds` that contain pairs of squares contain tuples of one square instead.

    Attributes
    ----------
    tours : list of tuple
        Closed tours of all squares except one, each in the form that `move_digits` returns.
    """

    tours: list[tuple[int, str]] = field(default_factory=list)

    names = ("without",)

    def problem(self, *squares: Square) -> Problem:
        """Return the problem of a closed tour of all squares of the board except the given one.

        Parameters
        ----------
        *squares : tuple of int
            The single square that the tour does not visit.

        Returns
        -------
        Problem
            The problem.
        """
        return Problem.on_board(Board(self.rows, self.cols, squares), self.leaper, closed=True)


def examine_holes(rows: int, cols: int, leaper: Leaper, meter: Meter, effort: int) -> BoardHoles:
    """Decide for one square of each orbit whether the other squares of the board have a closed tour.

    Only squares of the colour of the corners are considered. A square is left undecided if it has a neighbour with only two
    moves, because such a neighbour needs both moves.

    Parameters
    ----------
    rows, cols : int
        The sides of the board. Both are odd.
    leaper : tuple of int
        The leaper. Each of its moves changes the colour.
    meter : Meter
        The budget.
    effort : int
        Maximum number of search nodes for each decision.

    Returns
    -------
    BoardHoles
        The squares without which the board has no closed tour (`none`), the squares for which this is unknown (`unknown`), and
        one closed tour for each other decided square (`tours`).

    Raises
    ------
    BudgetSpent
        If the budget is exceeded.
    """
    found = BoardHoles(rows, cols, leaper)
    for hole in (orbit[0] for orbit in orbits(Board(rows, cols)) if sum(orbit[0]) % 2 == 0):
        found.pairs += 1
        if two_move_neighbours(rows, cols, leaper, hole):
            found.blocked += 1
            continue
        verdict = decide_within(found.problem(hole), meter, effort)
        found.store(verdict, hole)
        if verdict.tour is not None:
            found.tours.append(move_digits(verdict.tour.squares, leaper, cols))
    return found
