"""Make puzzles: a few steps that determine a tour.

A random tour comes from a random walk among the open tours of the board. Each step of the walk is a rotation [1]_: it adds a
move from an end of the tour to a square p, and removes the move of p that would close a cycle. A step and its reverse are
equally likely, so after many steps, all tours within reach are nearly equally likely. For a closed tour, the walk ends when the
two ends are a move apart.

References
----------
.. [1] L. Pósa, Hamiltonian circuits in random graphs, Discrete Mathematics 14, 1976.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any

from graphs.errors import NotLoaded, expect
from graphs.leapers import NAMES
from graphs.obstructions.obstruction import known_steps
from graphs.svg import board_svg, tour_svg
from graphs.text import plural, steps_text, tour_text
from graphs.tour import Tour
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, ProblemError, UnsupportedProblem
from solvers.core.problem import Problem, Subject
from solvers.core.splitmix import SplitMix64
from solvers.pages.explorer import explorer_board_name
from solvers.pages.rendering import render_page
from solvers.solving.enumeration import enumerate_tours, list_tours
from solvers.solving.solve import solve

MOST_SQUARES = 1_000  # maximum number of squares of a puzzle, because a random tour takes time cubic in it
MOST_NODES = 2_000_000
"""Default limit on search nodes per proof of uniqueness."""
DIFFICULTIES = {"easy": 2, "medium": 10, "hard": None}
"""Limits on search nodes per square, by difficulty.

A puzzle of a low difficulty is solved almost without guessing.
"""
SHORT_NODES = 20_000  # number of search nodes after which a SAT solver replaces the pruned search for a second tour


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A puzzle: known steps that determine exactly one tour.

    Attributes
    ----------
    problem, tour : Problem and Tour
        A board with the given steps as known steps, and the solution.
    is_minimal : bool
        Whether it is proven that no given step can be left out, except the first and the last one, which are always given.
    difficulty : str
        A key of `DIFFICULTIES`.
    """

    problem: Problem
    tour: Tour
    is_minimal: bool
    difficulty: str = "hard"

    @property
    def steps(self) -> Mapping[int, Any]:
        """The given steps, in ascending order."""
        return known_steps(self.problem, self.problem.size)

    def __repr__(self) -> str:
        return f"<Puzzle: {self.problem}>"

    def __str__(self) -> str:
        return steps_text(self.problem.require_board(), self.steps)

    def board_svg(self, *, chess: bool = False) -> str:
        """Return the board with the given steps as an SVG document.

        Parameters
        ----------
        chess : bool, optional
            Whether rows and columns are named as in chess. If False, they are numbered from 0 at the top left.
        """
        return board_svg(self.problem.require_board(), self.steps, chess=chess)

    def tour_svg(self, *, chess: bool = False) -> str:
        """Return the solution as an SVG document, with marked given steps.

        Parameters
        ----------
        chess : bool, optional
            As in `board_svg`.
        """
        return tour_svg(self.tour, leaper=self.problem.leaper, chess=chess, steps=self.steps)

    _repr_svg_ = board_svg


def random_tour(problem: Subject, seed: int = 0, *, budget: Budget | None = None) -> Tour:
    """Return a random tour of a board.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        A board of at most 1,000 squares, without a given start, end or step.
    seed : int, optional
        The seed of the random numbers. Equal seeds give equal tours.
    budget : Budget, optional
        Limits on the time, and on the nodes of the search for the first tour. If None, there is no limit.

    Returns
    -------
    Tour
        The verified tour.

    Raises
    ------
    NoTour, BudgetSpent
        If no tour exists or is found within the budget, or if the time limit is exceeded later.
    UnsupportedProblem, ProblemError, WrongType
        If the problem is not such a board, or if an argument is invalid.

    Examples
    --------
    >>> len({random_tour(Problem.on_board("6x6", closed=True), seed) for seed in range(10)})
    10
    """
    problem = Problem.of(problem)
    if problem.board is None or problem.size > MOST_SQUARES or problem.where:
        needed = f"a board of at most {MOST_SQUARES:,} squares without a given start, end or step"
        raise UnsupportedProblem(f"a random tour needs {needed}", problem)
    meter, below = Meter(budget), SplitMix64(expect(int, seed, "seed")).below
    path = list(solve(problem, budget=budget).require_tour())
    near = {square: list(others) for square, others in problem.neighbours().items()}
    most = max(map(len, near.values()))
    for length in meter.watched(count(1)):
        if below(2):
            path.reverse()
        others, place = near[path[-1]], below(most)
        if place < len(others):
            cut = path.index(others[place]) + 1
            path[cut:] = path[cut:][::-1]
        if length >= problem.size**2 and (not problem.closed or path[-1] in near[path[0]]):
            break
    return problem.verify(path)


def make_puzzle(
    problem: Subject,
    seed: int = 0,
    *,
    clues: int = 0,
    difficulty: str = "hard",
    most_nodes: int = MOST_NODES,
    budget: Budget | None = None,
) -> Puzzle:
    """Return a puzzle: some steps that determine a random tour.

    The first and the last step are always given.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        A board, as for `random_tour`.
    seed : int, optional
        The seed of the tour, and of the order in which steps are left out.
    clues : int, optional
        Minimum number of given steps.
    difficulty : {"easy", "medium", "hard"}, optional
        How much search the solution may need. An easy puzzle has more given steps, and is solved almost without guessing.
    most_nodes : int, optional
        Limit on search nodes per proof that the tour is unique without a step. If there is no proof, the step stays given.
    budget : Budget, optional
        Limits as in `random_tour`. If time runs out after the random tour is complete, all remaining steps are given.

    Returns
    -------
    Puzzle
        The puzzle. Each other step was tried once, because a step that is necessary stays so after others are left out.

    Raises
    ------
    NoTour, BudgetSpent, UnsupportedProblem, ProblemError, WrongType
        As in `random_tour`, or if `clues` is not an integer from 0 to the number of squares, or if there is no such
        difficulty.

    Examples
    --------
    >>> puzzle = make_puzzle("5x5", seed=2)
    >>> puzzle.is_minimal, solve(puzzle.problem).tour == puzzle.tour
    (True, True)
    """
    problem, seed = Problem.of(problem), expect(int, seed, "seed")
    if not 0 <= expect(int, clues, "clues") <= problem.size:
        raise ProblemError(f"the number of clues must be 0 to {problem.size}, the number of squares, not {clues}", clues)
    if difficulty not in DIFFICULTIES:
        raise ProblemError(f"unknown difficulty {difficulty!r}; available: {', '.join(DIFFICULTIES)}", difficulty)
    most_nodes = min(most_nodes, problem.size * (DIFFICULTIES[difficulty] or most_nodes))
    meter, below = Meter(budget), SplitMix64(~seed).below
    tour = random_tour(problem, seed, budget=budget)
    steps, is_minimal = dict(enumerate(tour, 1)), True
    untried = list(range(2, problem.size)) if problem.size > 1 else [1]
    while untried and len(steps) > clues:
        step = untried.pop(below(len(untried)))
        candidate = problem.with_ends(closed=problem.closed, steps={each: steps[each] for each in steps if each != step})
        try:
            if _is_unique(candidate, meter, most_nodes):
                del steps[step]
        except BudgetSpent:
            is_minimal = False
    is_minimal &= not untried
    return Puzzle(problem.with_ends(closed=problem.closed, steps=steps), tour, is_minimal, difficulty)


def _is_unique(problem: Problem, meter: Meter, most_nodes: int) -> bool:
    """Return whether a problem has exactly one tour, or raise BudgetSpent."""
    try:
        short = replace(meter.rest(), nodes=min(most_nodes, SHORT_NODES))
        return len(list(list_tours(problem, limit=2, budget=short))) == 1
    except (BudgetSpent, NotLoaded) as error:
        if isinstance(error, BudgetSpent) and most_nodes <= SHORT_NODES:
            raise
        budget = replace(meter.rest(), nodes=most_nodes)
        return len(list(islice(enumerate_tours(problem, budget=budget), 2))) == 1


def puzzles_page(puzzles: Sequence[Puzzle], *, chess: bool = False) -> str:
    """Return an HTML page of puzzles with hidden solutions."""
    problem = puzzles[0].problem
    sheets = [(puzzle, puzzle.board_svg(chess=chess), tour_text(puzzle.tour)) for puzzle in puzzles]
    name = explorer_board_name(problem.require_board(), problem.leaper)
    return render_page(
        "puzzles.html",
        title=f"{plural(len(puzzles), 'puzzle')} of {name}",
        sheets=sheets,
        problem=problem,
        leaper=NAMES.get(problem.leaper, "{},{} leaper".format(*problem.leaper)),
    )
