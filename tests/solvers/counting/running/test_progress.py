"""What a count says while it runs, and its forecast."""

from __future__ import annotations

import re

import pytest

from graphs import Board
from solvers import Problem, count_tours, watch_steps
from solvers.counting.plan import best_plan
from solvers.counting.running import progress as shown
from solvers.counting.running.forecast import Forecast
from solvers.counting.running.memory import Room
from solvers.counting.running.progress import CountProgress


def test_every_step_says_the_vertex_and_the_states(monkeypatch):
    monkeypatch.setattr(shown, "REFRESH", 0.0)
    steps = []
    with watch_steps(steps.append):
        count_tours(Board(6, 7), closed=True)
    shape = r"counting: \d+ of 42 squares, [\d,]+ states(, [\d,.]+( million)? a second)?(, about [\d.]+ (s|minutes) left)?"
    assert steps.pop(0) == "counting: finding the needs that can be met"
    assert all(re.fullmatch(shape, step) for step in steps)
    treated = [int(step.split()[1]) for step in steps]
    assert treated == sorted(treated)
    assert set(treated) >= set(range(30))
    assert sum("left" in step for step in steps) > 10


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 s"), (7, "7 s"), (64, "60 s"), (140, "2 minutes"), (5400, "90 minutes"), (40_000, "10 hours"), (9e5, "10 days")],
)
def test_a_duration_promises_one_digit(seconds, words, monkeypatch):
    monkeypatch.setattr(shown.time, "monotonic", lambda: 1000.0)
    monkeypatch.setattr(Forecast, "seconds_left", lambda *_: seconds)
    plan = best_plan(Problem.on_board(Board(6, 6)))
    steps = []
    with watch_steps(steps.append):
        progress = CountProgress(plan, 36, "squares", Room(None))
        progress.note(20, 100)
        progress.show(20, 0.5, 50)
    assert steps[0].endswith(f", about {words} left")


SIZES = [
    (14, 47_487),
    (16, 106_442),
    (18, 301_525),
    (20, 730_997),
    (21, 423_653),
    (22, 527_708),
    (24, 2_192_972),
    (26, 5_581_775),
]
"""States of 7x8, closed, after so many squares; at most there are 6,019,550."""


def test_a_forecast_is_right_within_a_factor_of_five_from_the_middle_of_the_rise_on():
    forecast = Forecast(best_plan(Problem.on_board(Board(7, 8), closed=True)), 56)
    forecast.note(7, 640)
    assert (forecast.seconds_left(1.0), forecast.most_states) == (None, 640)
    for treated, states in SIZES:
        forecast.note(treated, states)
        if treated > 14:
            assert 6_019_550 / 5 < forecast.most_states < 6_019_550 * 5
    forecast.note(28, 20_000_000)  # in all there are 57 million states; now a million takes a second
    left = forecast.seconds_left(30.0)
    assert left is not None
    assert 27 / 5 < left < 27 * 5
    assert forecast.most_states == 20_000_000
    forecast.note(56, 0)
    assert forecast.seconds_left(57.0) is None
