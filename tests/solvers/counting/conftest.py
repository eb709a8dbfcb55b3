from __future__ import annotations

import pytest

from solvers.counting.compiled import frontier
from solvers.counting.compiled.possible_needs import possible_needs
from solvers.counting.running import memory
from solvers.counting.running.memory import Room


@pytest.fixture
def room_of(monkeypatch):
    """A function that leaves so many bytes for the states of every count; the bits of possible needs do not count there."""

    def leave(number):
        monkeypatch.setattr(
            frontier, "possible_needs", lambda plan, most, meter, steps: possible_needs(plan, 2**28, meter, steps)
        )
        monkeypatch.setattr(memory, "LEAST", 0)
        monkeypatch.setattr(Room, "_left", lambda self: number)

    return leave
