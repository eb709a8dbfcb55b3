"""Random tours and puzzles: spread over all classes, unique by two methods, minimal, and read back from their text."""

from itertools import islice

import numpy as np
import pytest

from graphs import Board
from graphs.notation import parse_puzzle
from solvers import (
    Budget,
    BudgetSpent,
    NoTour,
    Problem,
    ProblemError,
    UnsupportedProblem,
    enumerate_tours,
    list_tours,
    make_puzzle,
    random_tour,
    solve,
)
from tests.processes import ROOT

HOLED = Board(6, 6, holes=[(0, 0), (0, 5)])
KINDS = [(Board(5, 5), False), (Board(6, 6), False), (Board(6, 6), True), (HOLED, False), (HOLED, True)]


def read_back(puzzle):
    board, steps = parse_puzzle(str(puzzle))
    return Problem(board, steps=steps, closed=puzzle.problem.closed)


def assert_unique(puzzle):
    """The text of the puzzle has one tour, by the pruned search and by satisfiability."""
    problem = read_back(puzzle)
    assert problem == puzzle.problem
    assert [tour.squares for tour in list_tours(problem, limit=2)] == [puzzle.tour.squares]
    assert [tour.squares for tour in islice(enumerate_tours(problem, "sat"), 2)] == [puzzle.tour.squares]


@pytest.mark.parametrize("board, closed", KINDS)
def test_a_puzzle_has_one_solution_and_no_step_can_be_left_out(board, closed):
    puzzle = make_puzzle(Problem(board, closed=closed), seed=1)
    assert_unique(puzzle)
    assert puzzle.is_minimal
    first, *others, last = puzzle.steps
    assert (first, last) == (1, board.size)
    for step in others:
        rest = {each: square for each, square in puzzle.steps.items() if each != step}
        assert len(list(list_tours(board, closed=closed, steps=rest, limit=2))) == 2


@pytest.mark.slow
def test_two_hundred_puzzles_are_unique_by_two_methods():
    kinds = [(board, closed, seeds) for board, closed in KINDS for seeds in [36]]
    kinds += [(Board(8, 8), False, 10), (Board(8, 8), True, 10)]
    puzzles = [make_puzzle(Problem(board, closed=closed), seed) for board, closed, seeds in kinds for seed in range(seeds)]
    assert len(puzzles) == 200
    for puzzle in puzzles:
        assert_unique(puzzle)
        assert puzzle.is_minimal
        assert solve(read_back(puzzle)).tour == puzzle.tour


def test_random_tours_of_6x6_are_spread_over_as_many_classes_as_uniform_draws(capsys):
    """The program of the README prints the numbers that it states."""
    section = (ROOT / "scripts" / "README.md").read_text(encoding="utf-8").partition("### Puzzles")[2]
    program = section.partition("```python\n")[2].partition("```\n")[0]
    exec(program, {})
    printed = capsys.readouterr().out
    assert program.endswith(f"# {printed}")
    random, uniform = map(int, printed.split())
    assert 0.93 * uniform <= random <= 1.07 * uniform


def is_proven(puzzle, nodes):
    try:
        return len(list(list_tours(puzzle.problem, limit=2, budget=Budget(nodes=nodes)))) == 1
    except BudgetSpent:
        return False


def test_an_easy_puzzle_is_solved_almost_without_guessing():
    for seed in range(2):
        easy, medium, hard = (make_puzzle("6x6", seed, difficulty=each) for each in ("easy", "medium", "hard"))
        assert (is_proven(easy, 2 * 36), is_proven(medium, 10 * 36)) == (True, True)
        assert len(easy.steps) > len(medium.steps) >= len(hard.steps)
        assert_unique(easy)
    with pytest.raises(ProblemError, match="unknown difficulty 'evil'; available: easy, medium, hard"):
        make_puzzle("6x6", difficulty="evil")


def test_a_puzzle_stops_at_the_number_of_clues():
    puzzle = make_puzzle(Problem("6x6"), clues=20)
    assert (len(puzzle.steps), puzzle.is_minimal) == (20, False)
    assert_unique(puzzle)


def test_a_puzzle_without_time_or_nodes_is_unique_but_not_known_to_be_minimal():
    few = make_puzzle(Problem("6x6"), most_nodes=30)
    assert not few.is_minimal
    assert_unique(few)


def test_the_same_seed_gives_the_same_puzzle():
    problem = Problem("5x5")
    puzzle = make_puzzle(problem, 7)
    assert make_puzzle(problem.board, np.int64(7)) == puzzle != make_puzzle(problem, 8)
    assert random_tour(problem.board, np.int64(7)) == puzzle.tour
    assert repr(puzzle) == "<Puzzle: an open tour of 5x5 from (4, 0) to (2, 2), step 2 at (3, 2), step 19 at (1, 3)>"


@pytest.mark.parametrize(
    "board, error, message",
    [
        (Board(4, 4), NoTour, "removing the 4 squares"),
        (Problem("5x5", start="a1"), UnsupportedProblem, "without a given start, end or step"),
        (5, ProblemError, "a problem needs a networkx graph or a board, not int"),
    ],
)
def test_a_puzzle_needs_a_board_with_a_tour_and_nothing_given(board, error, message):
    for make in (make_puzzle, random_tour):
        with pytest.raises(error, match=message):
            make(board, budget=Budget(10))
