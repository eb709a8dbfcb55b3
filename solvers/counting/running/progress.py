"""What is shown of a long count while it runs: the vertex, the states, how fast they come, and about how long it takes."""

from __future__ import annotations

import time

from solvers.counting.running.forecast import Forecast
from solvers.counting.running.memory import Room
from solvers.frontier.plan import Plan
from solvers.progress import begin_step

__all__ = ["CountProgress"]

REFRESH = 0.2
"""Seconds between two texts."""


class CountProgress:
    """The progress of one count, given to whoever watches the steps; see `solvers.progress`.

    Parameters
    ----------
    plan, steps : its plan, and how many vertices of it are treated.
    vertices : what the vertices are called.
    room : the memory for states; it gets a forecast of how much larger the states will grow.
    """

    def __init__(self, plan: Plan, steps: int, vertices: str, room: Room) -> None:
        self._steps, self._vertices, self._room = steps, vertices, room
        self._forecast = Forecast(plan, steps)
        self._started = self._noted = time.monotonic()
        self._left: float | None = None
        self._states = 0
        self._shown = 0.0

    def note(self, treated: int, states: int) -> None:
        """Note a level that is complete."""
        if not self._states:
            self._started = time.monotonic()  # what came before is preparation
        self._states += states
        self._forecast.note(treated, states)
        self._noted = time.monotonic()
        self._left = self._forecast.seconds_left(self._noted - self._started)

    def show(self, treated: int, part: float, states: int) -> None:
        """Show how far the next level is; `part` of the old states are done, and there are so many new ones."""
        now = time.monotonic()
        if now - self._shown < REFRESH:
            return
        self._shown = now
        self._room.growth = max(1.0, self._forecast.most_states / max(1.0, states / part))
        text = f"counting: {treated} of {self._steps} {self._vertices}, {states:,} states"
        if self._states and now > self._started:
            text += f", {_rounded((self._states + states) / (now - self._started))} a second"
        if self._left is not None and self._left > now - self._noted:
            text += f", about {_duration(self._left - (now - self._noted))} left"
        begin_step(text)


def _rounded(number: float) -> str:
    return f"{number / 1e6:.1f} million" if number >= 1e6 else f"{round(number, -3):,.0f}"


def _duration(seconds: float) -> str:
    """Return a duration in words that promise no more than the forecast can hold."""
    for limit, size, unit in ((100, 1, "s"), (100 * 60, 60, "minutes"), (48 * 3600, 3600, "hours")):
        if seconds < limit:
            return f"{max(1, float(f'{seconds / size:.1g}')):g} {unit}"
    return f"{seconds / 86400:.0f} days"
