"""How long a count over a frontier goes on: a rough forecast, from the states that it has had so far.

The logarithm of the number of states rises along a parabola up to the level where the frontier has touched all that it can, is
the same from there on, and falls along the same parabola at the end. On a board of n rows and a knight's frontier of w squares
the rise takes about w²/8 squares, half of a square board. So the states so far say about how many there will be.
"""

from __future__ import annotations

from collections import deque
from math import exp, log

from solvers.frontier.plan import Plan

__all__ = ["Forecast"]

EARLIEST = 0.5
"""The part of the rise after which something is said: before it, the forecast may be wrong by a factor of ten."""
LEVELS = 5
"""The levels that a forecast is made from: one alone may have a narrow frontier."""


class Forecast:
    """The forecast for so many steps of one plan.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import Problem
    >>> from solvers.counting.plan import best_plan
    >>> forecast = Forecast(best_plan(Problem.on_board(Board(7, 8), closed=True)), 56)
    >>> forecast.seconds_left(1.0) is None
    True
    >>> for treated, states in ((20, 730_997), (21, 423_653)):
    ...     forecast.note(treated, states)
    >>> 1_000_000 < forecast.most_states < 10_000_000, 10 < forecast.seconds_left(1.0) < 100
    (True, True)
    """

    def __init__(self, plan: Plan, steps: int) -> None:
        self._levels, self._steps = len(plan.order), steps
        self._rise = max(1.0, min(self._levels / 2, plan.width**2 / 8))
        self._treated = self._states = self._most = 0
        self._tops: deque[float] = deque(maxlen=LEVELS)

    def note(self, treated: int, states: int) -> None:
        """Note how many states there are after so many vertices."""
        self._treated, self._states, self._most = treated, self._states + states, max(self._most, states)
        if treated >= max(1.0, EARLIEST * self._rise) and self._height(treated) > 0:
            self._tops.append(log(states + 1) / self._height(treated))

    @property
    def most_states(self) -> float:
        """About how many states there will be at most; at least those that there have been."""
        if not self._tops or 2 * self._treated >= self._levels:
            return self._most
        return max(self._most, exp(max(self._tops) * self._height(min(self._steps, self._levels // 2))))

    def seconds_left(self, seconds: float) -> float | None:
        """Return about how many seconds are left, from those so far; None where nobody can say."""
        if not self._tops or self._treated == self._steps:
            return None
        top = max(self._tops)
        left = sum(exp(top * self._height(level)) for level in range(self._treated + 1, self._steps))
        return seconds * left / max(1, self._states)

    def _height(self, treated: int) -> float:
        """Return the height of the parabola after so many vertices, between 0 and 1."""
        part = min(1.0, min(treated, self._levels - treated) / self._rise)
        return 1 - (1 - part) ** 2
