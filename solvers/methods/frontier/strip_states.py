"""Compute which squares are ends of tours on boards with few rows and any number of columns.

The module `columns` defines the states. `solvers.existence.strip_ends` explains the computation, and proves that the answers
repeat.
"""

from __future__ import annotations

from itertools import product
from math import lcm
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from graphs.leapers import Leaper
from solvers.core.budget import Meter
from solvers.methods.frontier.columns import column_factors

Column: TypeAlias = list[tuple[int, Any]]
"""The rows of a column, each with its two factors (see `columns`), in the order in which they are applied to a set of states.

A set of states is an array with one bool per state.
"""


def strip_state_index(number: int, begin: int, step: int) -> int:
    """Return the first index of item `number` in a sequence that repeats from `begin` onwards with period `step`."""
    return number if number < begin else begin + (number - begin) % step


class _Cycle(NamedTuple):
    """Endless sequence that repeats from `begin` onwards, stored once in `items`."""

    items: list[Any]
    begin: int

    @classmethod
    def of(cls, states: Any, column: Column, meter: Meter) -> _Cycle:
        """Return the sets of states after 0, 1, 2, … columns without ends."""
        numbers: dict[bytes, int] = {}
        items: list[Any] = []
        while (key := np.packbits(states).tobytes()) not in numbers:
            meter.check()
            numbers[key] = len(items)
            items.append(states)
            states = _through(column, states)
        return cls(items, numbers[key])

    def place(self, number: int) -> int:
        """Return the index in `items` of the item with the index `number`."""
        return strip_state_index(number, self.begin, len(self.items) - self.begin)


def _through(column: Column, states: Any, *ends: int) -> Any:
    """Return the states after one more column, which contains ends of the tour in the rows `ends`."""
    for row, factors in column:
        states = factors[row in ends] @ states > 0
    return states


def strip_end_table(rows: int, leaper: Leaper, meter: Meter) -> tuple[int, int, Any]:
    """Compute the attributes `begin`, `step` and `joined` of `solvers.existence.strip_ends.StripEnds`.

    Only the time limit of the budget is used.
    """
    first, factors = column_factors(rows, leaper, meter)
    column = [*enumerate(factors)]
    backwards = [(row, (without.T, with_end.T)) for row, (without, with_end) in reversed(column)]
    without_edges = np.arange(factors[0][0].shape[1]) == first
    lefts, rights = (_Cycle.of(without_edges, way, meter) for way in (column, backwards))
    complete = np.array(rights.items, np.float32)
    last = np.array([[_through(backwards, states, row) for states in rights.items] for row in range(rows)], np.float32)
    cycles: dict[tuple[int, int], _Cycle] = {}
    for left, row in product(range(len(lefts.items)), range(rows)):
        items, begin = _Cycle.of(_through(column, lefts.items[left], row), column, meter)
        cycles[left, row] = _Cycle([None, *(last @ states > 0 for states in items)], begin + 1)
    every = [lefts, rights, *cycles.values()]
    begin = max(4 * leaper[1], *(each.begin for each in every))
    step = lcm(2, *(len(each.items) - each.begin for each in every))
    right = [rights.place(number) for number in range(begin + step)]
    joined = np.zeros((begin + step, rows, begin + step, rows, begin + step), bool)
    for number, row in product(range(begin + step), range(rows)):
        left = lefts.place(number)
        for apart in range(1, begin + step):
            cycle = cycles[left, row]
            joined[number, row, apart] = cycle.items[cycle.place(apart)][:, right]
        for other in range(row):
            together = (complete @ _through(column, lefts.items[left], row, other) > 0)[right]
            joined[number, row, 0, other] = joined[number, other, 0, row] = together
    return begin, step, frozenset(map(tuple, np.argwhere(joined).tolist()))
