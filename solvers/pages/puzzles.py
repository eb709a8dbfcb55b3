"""Build the page of a set of puzzles: sheets to print, with the solutions on separate sheets."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.leapers import NAMES
from graphs.text import plural
from solvers.pages.explorer import board_name
from solvers.pages.rendering import render_page
from solvers.solving.puzzles import Puzzle


def puzzles_page(puzzles: Sequence[Puzzle], *, chess: bool = False) -> str:
    """Return the page of a set of puzzles.

    Parameters
    ----------
    puzzles : sequence of Puzzle
        The puzzles, all on the same board.
    chess : bool, optional
        Whether rows and columns are named as in chess. If False, they are numbered from 0 at the top left.

    Returns
    -------
    str
        An HTML document.

    Raises
    ------
    SolverUnavailable
        If Jinja2 is not installed.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import Problem
    >>> from solvers.solving.puzzles import make_puzzle
    >>> "the numbers 1 to 25" in puzzles_page([make_puzzle(Problem(Board(5, 5)))])
    True
    """
    problem = puzzles[0].problem
    assert problem.board is not None
    sheets = [(puzzle, puzzle.board_svg(chess=chess), puzzle.tour_svg(chess=chess)) for puzzle in puzzles]
    name = board_name(problem.board, problem.leaper)
    return render_page(
        "puzzles.html",
        title=f"{plural(len(puzzles), 'puzzle')} of {name}",
        sheets=sheets,
        problem=problem,
        leaper=NAMES.get(problem.leaper, "{},{} leaper".format(*problem.leaper)),
    )
