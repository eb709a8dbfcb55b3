"""How long a count over a frontier goes on: a rough forecast, from the states that it has had so far.

The logarithm of the number of states rises along a parabola up to the level where the frontier has touched all that it can, is
the same from there on, and falls along the same parabola at the end. On a board of n rows and a knight's frontier of w squares
the rise takes about w²/8 squares, half of a square board. So the states so far say about how many there will be.
"""

from __future__ import annotations

from math import exp, log

from solvers.counting.plan import Plan

__all__ = ["Forecast"]

EARLIEST = 0.5
"""The part of the rise after which something is said: before it, the forecast may be wrong by a factor of ten."""


class Forecast:
    """The forecast for one plan.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import Problem
    >>> from solvers.counting.plan import best_plan
    >>> forecast = Forecast(best_plan(Problem.on_board(Board(7, 8), closed=True)))
    >>> forecast.seconds_left(5, 528, 1.0) is None
    True
    >>> forecast.note(21, 423_653)
    >>> 1 < forecast.growth(21, 423_653) < 10, 5 < forecast.seconds_left(21, 423_653, 1.0) < 50
    (True, True)
    """

    def __init__(self, plan: Plan) -> None:
        self._levels = len(plan.order)
        self._rise = max(1.0, min(self._levels / 2, plan.width**2 / 8))
        self._states = 0

    def note(self, treated: int, states: int) -> None:
        """Note how many states there were after so many vertices."""
        self._states += states

    def growth(self, treated: int, states: int) -> float:
        """Return about how many times as many states as after so many vertices there will be at most, at least 1."""
        if self._is_early(treated) or 2 * treated >= self._levels:
            return 1.0
        return exp(log(states + 1) * (1 / self._height(treated) - 1))

    def seconds_left(self, treated: int, states: int, seconds: float) -> float | None:
        """Return about how many seconds are left; None where nobody can say.

        Parameters
        ----------
        treated, states : the vertices treated so far, and the states after them.
        seconds : the time so far.
        """
        if self._is_early(treated) or treated == self._levels:
            return None
        top = log(states + 1) / self._height(treated)
        left = sum(exp(top * self._height(level)) for level in range(treated + 1, self._levels))
        return seconds * left / max(1, self._states)

    def _is_early(self, treated: int) -> bool:
        return treated < max(1.0, EARLIEST * self._rise)

    def _height(self, treated: int) -> float:
        """Return the height of the parabola after so many vertices, between 0 and 1."""
        part = min(1.0, min(treated, self._levels - treated) / self._rise)
        return 1 - (1 - part) ** 2
