"""Which needs the vertices that are left can meet: a count of nothing but degrees, from the last vertex backwards.

A state of the frontier method says how many edges each vertex of the frontier still needs: two, one or none. Whether edges
among the vertices that are left can meet these needs does not depend on the paths. So it is computed before the count, for all
vectors of needs, from the last treatment to the first; and the count leaves out each state whose needs cannot be met. On 6x6
that is nine of ten states. Cost: 3 to the power of the frontier's size, for each treatment; there the bits are kept.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, TypeAlias

import numpy as np

from solvers.budget import Meter
from solvers.frontier.plan import END, Plan
from solvers.methods.compiled.jit import jit

__all__ = ["possible_needs"]

Bits: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]
MOST_SLOTS = 18
"""The frontier up to which the bits of one treatment fit into 50 MB."""
VECTORS = 2**24
"""Vectors of needs after which the budget is checked."""


def possible_needs(plan: Plan, most_bytes: int, meter: Meter, steps: int) -> list[Bits]:
    """Return for each treatment the bits of the needs that can be met after it; an empty array where there is no room.

    Parameters
    ----------
    plan : the order of the vertices.
    most_bytes : room for all bits.
    meter : the budget.
    steps : only those of so many of the first treatments are kept.

    Returns
    -------
    Arrays of shape (free ends + 1, bytes). Row e is for e free ends among the vertices that are left. The bit of a vector of
    needs is at the sum of each need times 3 to the power of its place in the frontier.
    """
    ends = plan.free + 1
    bits: Bits = np.zeros((ends, 1), np.uint8)
    bits[0, 0] = 1
    found = [bits][: steps == len(plan.order)]
    used = 0
    for vertex in range(len(plan.order) - 1, 0, -1):
        each = plan.treatments[vertex]
        if len(each.before) > MOST_SLOTS:
            break
        size = 3 ** len(each.before) // 8 + 1
        used += ends * size if vertex <= steps else 0
        if used > most_bytes:
            break
        bits = _before(plan, vertex, bits, size, meter)
        if vertex <= steps:
            found.append(bits)
    missing = steps - len(found)
    return [np.zeros((0, 0), np.uint8)] * missing + found[::-1]


def _before(plan: Plan, vertex: int, after: Bits, size: int, meter: Meter) -> Bits:
    """Return the bits before a treatment, given those after it."""
    each = plan.treatments[vertex]
    place = {other: index for index, other in enumerate(each.before)}
    slot = {other: index for index, other in enumerate(each.after)}
    weights = np.array([3 ** place[other] if other in place else 0 for other in each.after], np.int64)
    fresh = sum(3 << 2 * slot[other] for other in each.after if other not in place)
    rows = []
    for choice in chain(*each.choices[0 if vertex in place else 2 :]):
        chosen = [other for other in choice if other != END]
        pattern = sum((1 if other in chosen else 2) << 2 * slot[other] for other in each.after if other not in place)
        known = [slot[other] for other in chosen if other in place]
        more = (len(choice) if vertex in place else 0) + sum(int(weights[index]) for index in known)
        ends = 0 if each.is_given else choice.count(END)
        rows.append([pattern, more, ends, *known, *[-1] * (2 - len(known))])
    before = np.zeros((len(after), size), np.uint8)
    choices = np.array(rows, np.int64).reshape(-1, 5)
    low = len(each.after) // 2
    highs, at_once = 3 ** (len(each.after) - low), max(1, VECTORS // 3**low)
    for first in range(0, highs, at_once):
        meter.check()
        _go_back(after, low, first, min(first + at_once, highs), weights, fresh, choices, before)
    return before


@jit
def _go_back(after: Any, low: int, first: int, last: int, weights: Any, fresh: int, choices: Any, before: Any) -> None:
    """Set the bits of all needs before the treatment from which a choice leads to needs that can be met.

    Parameters
    ----------
    after, before : the bits after and before it.
    low, first, last : which needs after it: any in so many lower slots, and those with a rank from `first` to `last` in the
        others.
    weights : for each slot, what its need is worth before the treatment.
    fresh : the bits of the slots that the treatment touches first.
    choices : what the vertex can get.
    """
    low_size = 3**low
    low_digits, low_ranks = _tables(weights[:low], 0)
    high_digits, high_ranks = _tables(weights[low:], low)
    for ends in range(len(after)):
        for high in range(first, last):
            for rest in range(low_size):
                index = high * low_size + rest
                if after[ends, index >> 3] >> (index & 7) & 1 == 0:
                    continue
                digits = high_digits[high] | low_digits[rest]
                rank = high_ranks[high] + low_ranks[rest]
                for row in range(len(choices)):
                    if digits & fresh != choices[row, 0] or ends + choices[row, 2] >= len(after):
                        continue
                    one, two = choices[row, 3], choices[row, 4]
                    if one >= 0 and digits >> (2 * one) & 3 == 2:
                        continue
                    if two >= 0 and digits >> (2 * two) & 3 == 2:
                        continue
                    new = rank + choices[row, 1]
                    before[ends + choices[row, 2], new >> 3] |= 1 << (new & 7)


@jit
def _tables(weights: Any, first: int) -> Any:
    """Return for each vector of needs of some slots its digits, two bits each, and its rank before the treatment."""
    size = 3 ** len(weights)
    digits, ranks = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for index in range(size):
        rest = index
        for slot in range(len(weights)):
            digits[index] |= rest % 3 << 2 * (first + slot)
            ranks[index] += rest % 3 * weights[slot]
            rest //= 3
    return digits, ranks
