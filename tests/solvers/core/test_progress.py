"""The steps of a search, for a caller who watches them."""

from graphs import Board
from solvers import decide, solve, watch_steps

REFUTING = "searching for a reason why there is no tour"


def test_the_steps_of_a_decision_are_named_when_they_begin():
    steps = []
    with watch_steps(steps.append):
        assert decide(Board(3, 3)).exists is False
    assert steps == [REFUTING]


def test_the_solver_that_chooses_is_named_and_then_each_that_it_tries():
    steps = []
    with watch_steps(steps.append):
        solve(Board(8, 8))
    assert steps == ["trying auto", "trying construct"]


def test_who_watches_within_a_block_watches_alone():
    outer, inner = [], []
    with watch_steps(outer.append):
        with watch_steps(inner.append):
            solve(Board(5, 5), "warnsdorff", start=(0, 0))
        solve(Board(5, 5), "backtracking", start=(0, 0))
    assert (inner, outer) == (["trying warnsdorff"], ["trying backtracking"])
