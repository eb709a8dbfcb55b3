"""Compute which squares are ends of tours on boards with few rows and any number of columns.

The module `columns` defines the states. `solvers.existence.strip_ends` explains the computation, and proves that the answers
repeat.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from graphs.leapers import Leaper
from solvers.core.budget import Meter
from solvers.methods.frontier.columns import end_column_factors


def strip_state_index(number: int, begin: int, step: int) -> int:
    """Return the index below `begin + step` of the same item of a periodic sequence."""
    return number if number < begin else begin + (number - begin) % step


class _Cycle(NamedTuple):
    """Endless sequence that repeats from `begin` onwards, stored once in `items`."""

    items: list[Any]
    begin: int

    def place(self, number: int) -> int:
        """Return the index in `items` of the item with the index `number`."""
        return strip_state_index(number, self.begin, len(self.items) - self.begin)


class StripStates:
    """A computation of the possible pairs of tour ends on boards with few rows.

    A set of states is an array with one bool per state. Only the time limit of the budget is used.
    """

    def __init__(self, rows: int, leaper: Leaper, meter: Meter) -> None:
        self.rows, self.leaper, self.meter = rows, leaper, meter
        first, self.factors = end_column_factors(rows, leaper, meter)
        self.without_edges = np.arange(self.factors[0][0].shape[1]) == first

    def _after(self, states: Any, *ends: int) -> Any:
        """Return the states after one more column that contains ends of the tour in the rows `ends`."""
        for row, factors in enumerate(self.factors):
            states = factors[row in ends] @ states > 0
        return states

    def _before(self, states: Any, *ends: int) -> Any:
        """Return the states before a column, with ends of the tour in rows `ends`."""
        for row, factors in reversed([*enumerate(self.factors)]):
            states = factors[row in ends].T @ states > 0
        return states

    def _cycle(self, states: Any, following: Callable[[Any], Any]) -> _Cycle:
        """Return the endless sequence `states`, `following(states)`, … of sets of states."""
        numbers: dict[bytes, int] = {}
        items: list[Any] = []
        while (key := np.packbits(states).tobytes()) not in numbers:
            self.meter.check()
            numbers[key] = len(items)
            items.append(states)
            states = following(states)
        return _Cycle(items, numbers[key])

    def table(self) -> tuple[int, int, frozenset[tuple[int, ...]]]:
        """Compute the attributes `begin`, `step` and `joined` of `solvers.existence.strip_ends.StripEnds`."""
        rows = range(self.rows)
        lefts, rights = (self._cycle(self.without_edges, way) for way in (self._after, self._before))
        complete = np.array(rights.items, np.float32)
        last = np.array([[self._before(states, row) for states in rights.items] for row in rows], np.float32)
        cycles: dict[tuple[int, int], _Cycle] = {}
        for left, row in product(range(len(lefts.items)), rows):
            items, begin = self._cycle(self._after(lefts.items[left], row), self._after)
            cycles[left, row] = _Cycle([None, *(last @ states > 0 for states in items)], begin + 1)
        every = [lefts, rights, *cycles.values()]
        begin = max(4 * self.leaper[1], *(each.begin for each in every))
        step = lcm(2, *(len(each.items) - each.begin for each in every))
        right = [rights.place(number) for number in range(begin + step)]
        joined = np.zeros((begin + step, self.rows, begin + step, self.rows, begin + step), bool)
        for number, row in product(range(begin + step), rows):
            left = lefts.place(number)
            for apart in range(1, begin + step):
                cycle = cycles[left, row]
                joined[number, row, apart] = cycle.items[cycle.place(apart)][:, right]
            for other in range(row):
                together = (complete @ self._after(lefts.items[left], row, other) > 0)[right]
                joined[number, row, 0, other] = joined[number, other, 0, row] = together
        return begin, step, frozenset(map(tuple, np.argwhere(joined).tolist()))
