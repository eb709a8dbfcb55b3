"""What a count says while it runs."""

from __future__ import annotations

import re

from graphs import Board
from solvers import count_tours, watch_steps


def test_every_step_says_the_vertex_and_the_states():
    steps = []
    with watch_steps(steps.append):
        count_tours(Board(6, 7), closed=True)
    assert steps.pop(0) == "counting: finding the needs that can be met"
    assert all(re.fullmatch(r"counting: \d+ of 42 squares, [\d,]+ states", step) for step in steps)
    treated = [int(step.split()[1]) for step in steps]
    assert treated == sorted(treated)
    assert set(treated) >= set(range(30))
