"""The published numbers of tours in `tests/data/published_counts.json`: they agree with each other, and are reproduced."""

import pytest

from graphs import Board
from graphs.leapers import KNIGHT
from solvers import Problem, count_tours
from tests.solvers.data import data


def nth_board(sequence, n):
    rows = sequence.get("rows") or sequence["cols"] * n
    size = sequence["squares"] * n if "squares" in sequence else rows * sequence["cols"] * n
    cols = -(-size // rows)
    missing = rows * cols - size  # the lower squares of the last column
    return Board(rows, cols, [(row, cols - 1) for row in range(rows - missing, rows)], sequence.get("wrap"))


def numbers_by_problem():
    """Return the numbers of undirected tours by sequence, of each problem. Boards `m` x `n` and `n` x `m` are one problem."""
    found = {}
    for sequence in data("published_counts")["sequences"]:
        for n, number in enumerate(sequence["terms"], sequence["first"]):
            board = nth_board(sequence, n)
            if not board.holes and board.rows > board.cols:
                board = Board(board.cols, board.rows, wrap=board.wrap)
            problem = Problem.on_board(board, tuple(sequence.get("leaper", KNIGHT)), closed=sequence["closed"])
            undirected = number // 2 if sequence.get("directed") and board.size > 1 else number
            found.setdefault(problem, {})[sequence["name"]] = undirected
    return found


NUMBERS = numbers_by_problem()


def test_published_sequences_agree_with_each_other():
    """A board of k x n squares is in the sequence of its rows, of its columns, and of the squares column by column."""
    several = [numbers for numbers in NUMBERS.values() if len(numbers) > 1]
    assert len(several) > 80
    assert all(len(set(numbers.values())) == 1 for numbers in several)


@pytest.mark.parametrize("least, most", [(1, 16), pytest.param(17, 36, marks=pytest.mark.slow)])
def test_the_published_numbers_are_reproduced(least, most):
    problems = [problem for problem in NUMBERS if least <= problem.size <= most]
    assert len(problems) > 90
    for problem in problems:
        assert {count_tours(problem).undirected} == {*NUMBERS[problem].values()}, NUMBERS[problem]


def test_a_board_without_a_corner_is_also_one_without_a_square_of_its_last_column():
    """7 x 4 without a corner is 4 x 7 without one, with rows for columns (OEIS A389754)."""
    (number,) = NUMBERS[Problem.on_board(Board(4, 7, [(3, 6)]))].values()
    assert count_tours(Board(7, 4, [(6, 3)])).undirected == number == 13_711


@pytest.mark.slow
def test_closed_tours_of_the_zebra():
    problem = Problem.on_board("10x10", (2, 3), closed=True)
    assert {"2,3-closed-nxn": count_tours(problem).undirected} == NUMBERS[problem]
