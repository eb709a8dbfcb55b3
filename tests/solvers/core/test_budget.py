"""A budget is kept to the node, and to the second."""

import math

import numpy as np
import pytest

from graphs import Board
from graphs.errors import WrongType
from graphs.loading import clock
from solvers import Budget, BudgetSpent, Meter, ProblemError, decide, enumerate_tours, solve

NO_NUMBERS = [0, -1, math.nan, math.inf, -math.inf, "9", True, np.True_]


@pytest.mark.parametrize(
    "limit, value",
    [(limit, value) for limit in ("seconds", "nodes") for value in NO_NUMBERS]
    + [("seconds", 10**400), ("nodes", 1.5), ("nodes", np.float64(5))],
)
def test_a_limit_is_a_number_above_0_and_nodes_are_whole(limit, value):
    with pytest.raises(ProblemError, match="the time limit is" if limit == "seconds" else "the node limit is"):
        Budget(**{limit: value})


def test_a_clock_has_one_of_two_names():
    with pytest.raises(ProblemError, match="unknown clock 'sun'"):
        Budget(seconds=1, clock="sun")


def test_numpy_numbers_are_kept_as_numbers_of_python():
    assert repr(Budget(seconds=np.float32(0.5), nodes=np.int64(5))) == repr(Budget(seconds=0.5, nodes=5))
    assert repr(Budget(seconds=np.int32(2))) == repr(Budget(seconds=2))


@pytest.mark.parametrize("call", [solve, decide, enumerate_tours])
@pytest.mark.parametrize("budget", [np.float64(2.5), "10", {"seconds": 3}])
def test_a_plain_number_is_no_budget_and_the_error_says_what_is(call, budget):
    with pytest.raises(WrongType, match=r"is not a budget: write Budget\(seconds=10\)"):
        call(Board(5, 5), budget=budget)


def test_a_meter_asks_for_a_halt_at_its_limits():
    meter = Meter(Budget(nodes=10))
    assert (meter.more(0), meter.more(7, between=2)) == (10, 9)
    with pytest.raises(BudgetSpent, match="node limit of 10"):
        meter.more(10)
    with pytest.raises(BudgetSpent, match="time limit of 1e-09 s"):
        Meter(Budget(seconds=1e-9)).check()


def test_the_rest_of_a_budget_is_never_zero_seconds():
    """A budget of 0 seconds would be refused as bad input, at the very moment when the time is over."""
    meter = Meter(Budget(seconds=5, nodes=10))
    meter.nodes = 4
    rest = meter.rest()
    assert 0 < rest.seconds <= 5
    assert rest.nodes == 6
    late = Meter(Budget(seconds=5), started=clock() - 10)
    with pytest.raises(BudgetSpent, match="time limit of 5 s"):
        late.rest()
    assert Meter().rest() == Budget()
    assert late.reason(BudgetSpent("stopped at 0.1 s", limit="time limit")) == "stopped at the time limit of 5 s"
    assert late.reason(BudgetSpent("stopped at 1 GB", limit="memory limit")) == "stopped at 1 GB"
