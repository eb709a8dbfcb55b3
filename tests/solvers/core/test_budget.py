"""A budget is kept to the node, and to the second."""

import numpy as np
import pytest

from graphs.loading import clock
from solvers import Budget, BudgetSpent, Meter


def test_numpy_numbers_are_kept_as_numbers_of_python():
    assert repr(Budget(seconds=np.float32(0.5), nodes=np.int64(5))) == repr(Budget(seconds=0.5, nodes=5))
    assert repr(Budget(seconds=np.int32(2))) == repr(Budget(seconds=2))


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
