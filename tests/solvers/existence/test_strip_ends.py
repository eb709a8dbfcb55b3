"""The ends of tours on boards with few rows: the answers for every length agree with searches and with other proofs."""

import random
from itertools import combinations, permutations

import numpy as np
import pytest

from graphs import Board
from solvers import Budget, BudgetSpent, ProblemError, decide, decide_strip_ends, enumerate_tours, solve
from solvers.methods.construction.dividing import Dividing

KNIGHT = Dividing((1, 2))


@pytest.fixture(scope="module")
def strips():
    return {rows: decide_strip_ends(rows) for rows in (1, 2, 3, 4)}


def tours_of(strip, cols):
    """The pairs of ends with a tour, as sets of two squares."""
    return {frozenset(pair) for pair in permutations(Board(strip.rows, cols), 2) if strip.exists(cols, *pair)}


@pytest.mark.parametrize(
    "leaper, rows, most", [((1, 2), 2, 6), ((1, 2), 3, 8), ((1, 2), 4, 5), ((0, 1), 1, 6), ((0, 1), 2, 9), ((0, 1), 3, 7)]
)
def test_the_answers_for_short_boards_are_those_of_all_tours(leaper, rows, most):
    strip = decide_strip_ends(rows, leaper)
    for cols in range(1, most + 1):
        tours = (tour.squares for tour in enumerate_tours(Board(rows, cols), leaper=leaper))
        assert tours_of(strip, cols) == {frozenset((tour[0], tour[-1])) for tour in tours if len(tour) > 1}, cols


@pytest.mark.parametrize("rows, most", [(3, 17), (4, 13)])
def test_answers_for_longer_boards_agree_with_two_solvers(strips, rows, most):
    dice = random.Random(rows)
    for cols in range(7, most + 1):
        board = Board(rows, cols)
        pairs = [pair for pair in combinations(board, 2) if KNIGHT.is_allowed(rows, cols, *pair)]
        for answer in (False, True):
            chosen = [pair for pair in pairs if strips[rows].exists(cols, *pair) is answer]
            for start, end in dice.sample(chosen, min(4, len(chosen))):
                for solver in ("frontier", "sat"):
                    assert solve(board, solver, start=start, end=end).exists is answer, (cols, start, end)


def test_the_knights_theorems(strips):
    """Of 4 rows, the two outer ones are half of the squares, and no move joins two of these."""
    assert [strips[rows].end_rows for rows in strips] == [[], [], [0, 1, 2], [0, 3]]
    assert (strips[3].first, strips[3].later) == (14, [(("(0,2)", "(1,3)"), [1])])
    assert (strips[4].first, strips[4].later, strips[4].small[6]) == (7, [], (36, 4))
    assert "m = 4, n >= 7, if both ends are in the rows 0 and 3" in str(strips[4])
    assert max(map(len, str(strips[3]).splitlines())) <= 80
    assert str(strips[2]) == "No board m x n with m = 2 has an open tour of the knight (1,2)."


@pytest.mark.parametrize("rows", [3, 4])
def test_the_text_is_true_of_lengths_beyond_those_that_were_compared(strips, rows):
    strip = strips[rows]
    for cols in [*range(strip.first, 21), 4 * strip.begin + 9, 4 * strip.begin + 12]:
        odd = {frozenset(pair) for row in (0, 2) for pair in (((row, 2), (1, 3)), ((row, cols - 3), (1, cols - 4)))}
        exceptions = odd if rows == 3 and cols % 2 else set()
        squares = [square for square in Board(rows, cols) if square[0] in strip.end_rows]
        allowed = {frozenset(pair) for pair in combinations(squares, 2) if KNIGHT.is_allowed(rows, cols, *pair)}
        assert tours_of(strip, cols) == allowed - exceptions, cols
        assert {frozenset(pair) for pair in strip.exceptions(cols)} == exceptions, cols


def test_the_wazirs_exceptions_on_two_rows_are_those_of_itai_papadimitriou_and_szwarcfiter():
    """Hamilton paths in grid graphs, 1982: with two rows, both ends in one column that is neither the first nor the last."""
    strip = decide_strip_ends(2, (0, 1))
    assert (strip.first, strip.later) == (None, [])
    middle = {((0, col), (1, col)) for col in range(2, 28)}  # the two-move rule forbids the columns 1 and 28
    assert set(strip.exceptions(30)) == middle


def test_limits_and_bad_input(strips):
    assert strips[1].exists(1, (0, 0), (0, 0))
    assert type(decide_strip_ends(np.int64(1)).rows) is int
    for rows, leaper, most in ((6, (1, 2), 5), (5, (1, 4), 2)):
        with pytest.raises(ProblemError, match=f"from 1 to {most}"):
            decide_strip_ends(rows, leaper)
    for cols, end in ((5, (3, 0)), (10**30, (0, 0))):
        with pytest.raises(ProblemError):
            strips[3].exists(cols, (0, 0), end)
    with pytest.raises(BudgetSpent):
        decide_strip_ends(4, budget=Budget(seconds=0.001))


@pytest.mark.slow
def test_five_rows_agree_with_the_theorem_that_divides_boards():
    strip = decide_strip_ends(5)
    assert (strip.first, strip.later, strip.end_rows) == (7, [], [0, 1, 2, 3, 4])
    dice = random.Random(5)
    for cols in (3, 4, 5, 6, 8):
        for start, end in [dice.sample(list(Board(5, cols)), 2) for _ in range(40)]:
            assert strip.exists(cols, start, end) == decide(Board(5, cols), start=start, end=end).exists
