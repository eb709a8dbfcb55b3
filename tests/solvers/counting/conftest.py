import pytest

from solvers import Meter
from solvers.counting.sweep import SweepRoom, sweep


@pytest.fixture(scope="session")
def swept():
    """A function that returns the last level of a count from side to side; or the one after some steps."""
    return lambda plan, steps=None: sweep(plan, Meter(), SweepRoom(None), "vertices", steps)
