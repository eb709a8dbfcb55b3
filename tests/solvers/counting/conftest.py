from __future__ import annotations

from types import SimpleNamespace

import psutil
import pytest

from solvers.counting import rows
from solvers.counting.compiled import frontier
from solvers.counting.compiled.possible_needs import possible_needs


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
