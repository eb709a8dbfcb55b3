"""Meeting in the middle: the definition, the compiled version and the count from side to side find the same numbers."""

import re
from itertools import product

import pytest
from hypothesis import given, settings

from graphs import Board
from solvers import Budget, BudgetSpent, Problem, count_tours, watch_steps
from solvers.core.budget import Meter
from solvers.counting import halves as compiled
from solvers.counting.count_plan import best_count_plan, count_plan_of
from solvers.counting.halves import best_middle, middle_after
from solvers.counting.sweep import SweepRoom
from tests.solvers.problems import plans


def by_middle(middle):
    return compiled.count_by_halves(middle, Meter(), SweepRoom(None))[0]


def all_middles(problem, plan):
    found = (middle_after(problem, plan, steps) for steps in range(1, problem.size - 1))
    return [middle for middle in found if middle is not None]


@settings(max_examples=30)
@given(plans())
def test_any_middle_of_any_graph_gives_the_same_number(swept, case):
    problem, plan = case
    number = swept(plan).complete
    for middle in all_middles(problem, plan):
        assert by_middle(middle) == number


@pytest.mark.parametrize(
    "board, ends",
    [
        *product(["3x4", "3x5", "4x4", "3x7", "4x5", "3x8"], [{}, {"closed": True}]),
        ("4x6", {}),
        ("4x6", {"start": (0, 0)}),
        ("4x6", {"start": (0, 2), "end": (3, 3)}),
        (Board(4, 6, holes=[(0, 0), (3, 5)]), {}),
        (Board(5, 6, holes=[(0, 0), (4, 5)]), {"closed": True}),
        ("5x6", {"closed": True}),
        ("3x10", {"closed": True}),
        (Board(3, 5, wrap="both"), {"closed": True}),
        (Board(3, 5, wrap="both"), {}),
        (Board(4, 4, wrap="both"), {"closed": True}),
        (Board(4, 6, wrap="both"), {"closed": True}),
        (Board(4, 6, wrap="rows"), {"closed": True}),
    ],
    ids=str,
)
def test_any_middle_of_a_board_gives_the_same_number(board, ends, swept):
    """Boards have symmetries that map a half to itself or to the other one."""
    problem = Problem(board, **ends)
    plan = best_count_plan(problem)
    middles = all_middles(problem, plan)
    assert middles
    assert {by_middle(middle) for middle in middles} == {swept(plan).complete}


def test_a_board_with_two_like_halves_is_counted_by_one():
    problem = Problem("6x8", closed=True)
    middle = best_middle(problem, best_count_plan(problem))
    assert middle.swap
    assert len(middle.halves[0].numberings) == 2
    assert by_middle(middle) == 55_488_142


@pytest.mark.slow
def test_a_middle_of_16_squares_and_the_ends_of_the_tour(swept):
    """4x8 row by row, with two rows of 8 in the middle."""
    problem = Problem("4x8")
    middle = middle_after(problem, count_plan_of(problem, list(problem.board)), 8)
    assert len(middle.vertices) == 17
    assert by_middle(middle) == swept(best_count_plan(problem)).complete == 31_088


def test_more_than_64_bits(swept):
    """The product of two halves' counts may have more digits than each of them; a bit is lost nowhere."""
    problem = Problem("5x22", closed=True)
    plan = best_count_plan(problem)
    assert by_middle(best_middle(problem, plan)) == swept(plan).complete > 2**64


def test_published_counts_by_the_middle():
    assert count_tours("7x8", closed=True).undirected == 34_524_432_316


@pytest.mark.slow
def test_closed_tours_of_8x8():
    """B. D. McKay, Knight's tours of an 8x8 chessboard, 1997; OEIS A001230."""
    assert count_tours("8x8", closed=True).undirected == 13_267_364_410_532


def test_the_limits_are_kept():
    with pytest.raises(BudgetSpent, match="time limit"):
        count_tours("8x8", budget=Budget(seconds=0.5), closed=True)
    problem = Problem("7x8", closed=True)
    middle = best_middle(problem, best_count_plan(problem))
    with pytest.raises(BudgetSpent, match="memory limit"):
        compiled.count_by_halves(middle, Meter(), SweepRoom(0.001))


class LateWhenJoining(Meter):
    """A meter whose time is over when a part of the halves has been joined."""

    def __init__(self, steps):
        super().__init__()
        self.steps = steps

    def check(self):
        if "joined" in self.steps[-1]:
            raise BudgetSpent("stopped at the time limit", self.budget, "time limit")


def test_the_join_ends_when_the_time_is_over(monkeypatch):
    monkeypatch.setattr(compiled, "STATES_IN_A_PIECE", 100)
    steps = [""]
    problem = Problem("6x8", closed=True)
    middle = best_middle(problem, best_count_plan(problem))
    with pytest.raises(BudgetSpent), watch_steps(steps.append):
        compiled.count_by_halves(middle, LateWhenJoining(steps), SweepRoom(None))
    done, parts = map(int, re.findall(r"\d+", steps[-1]))
    assert done < parts
