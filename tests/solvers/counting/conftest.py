from types import SimpleNamespace

import psutil
import pytest

from solvers import Meter
from solvers.counting import rows
from solvers.counting.checkpoints import Checkpoints
from solvers.counting.compiled import frontier
from solvers.counting.compiled.frontier import sweep
from solvers.counting.compiled.possible_needs import possible_needs
from solvers.counting.rows import Room


@pytest.fixture(scope="session")
def swept():
    """A function that returns the last level of a count from side to side; or the one after some steps."""
    return lambda plan, steps=None: sweep(plan, Meter(), Room(None), "vertices", Checkpoints(), steps=steps)


@pytest.fixture
def room_of(monkeypatch):
    """A function that leaves a number of bytes for the states of every count; the bits of possible needs do not count there."""

    def leave(number):
        free = SimpleNamespace(available=(number + 1) / rows.SHARE_OF_FREE)
        monkeypatch.setattr(psutil, "virtual_memory", lambda: free)
        monkeypatch.setattr(rows, "LEAST", 0)
        monkeypatch.setattr(
            frontier, "possible_needs", lambda plan, most, meter, steps: possible_needs(plan, 2**28, meter, steps)
        )

    return leave
