"""Which needs the vertices that are left can meet: a count of nothing but degrees, from the last vertex backwards.

A state of the frontier method says how many edges each vertex of the frontier still needs: two, one or none. Whether edges
among the vertices that are left can meet these needs does not depend on the paths. So it is computed before the count, for all
vectors of needs, from the last treatment to the first; and the count leaves out each state whose needs cannot be met. On 6x6
that is nine of ten states. Cost: 3 to the power of the frontier's size, for each treatment; there the bits are kept.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from solvers.budget import Meter
from solvers.frontier.plan import END, Plan, Treatment

__all__ = ["possible_needs"]

Bits: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]
Needs: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
"""Whether needs can be met: an axis for the free ends left, then one of length 3 for each vertex, the last one first."""
MOST_SLOTS = 17
"""The largest frontier: its needs fill 130 MB."""


def possible_needs(plan: Plan, most_bytes: int, meter: Meter, steps: int) -> list[Bits]:
    """Return for each treatment the bits of the needs that can be met after it; an empty array where there is no room.

    Parameters
    ----------
    plan : the order of the vertices.
    most_bytes : room for all bits.
    meter : the budget.
    steps : the number of treatments for which the bits are kept, the first ones.

    Returns
    -------
    Arrays of shape (free ends + 1, bytes). Row e is for e free ends among the vertices that are left. The bit of a vector of
    needs is at the sum of each need times 3 to the power of its place in the frontier.
    """
    needs: Needs = np.arange(plan.free + 1) == 0
    found: list[Bits] = []
    used = 0
    for vertex in range(len(plan.order), 0, -1):
        if vertex < len(plan.order):
            if len(plan.treatments[vertex].before) > MOST_SLOTS:
                break
            meter.check()
            needs = _before(plan.treatments[vertex], needs)
        if vertex <= steps:
            found.append(np.packbits(needs.reshape(len(needs), -1), axis=1, bitorder="little"))
            used += found[-1].nbytes
            if used > most_bytes:
                found.pop()
                break
    return [np.zeros((0, 0), np.uint8)] * (steps - len(found)) + found[::-1]


def _before(treatment: Treatment, after: Needs) -> Needs:
    """Return which needs can be met before a treatment, from those that can be met after it."""
    is_touched = treatment.vertex in treatment.before
    known = [other for other in reversed(treatment.after) if other in treatment.before]
    parts = []
    for choices in treatment.choices if is_touched else treatment.choices[2:]:
        part: Needs = np.zeros((len(after), *[3] * len(known)), np.bool_)
        for choice in choices:
            ends = 0 if treatment.is_given else choice.count(END)
            fewer = {other: slice(0, 2) if other in choice else slice(None) for other in known}
            source = [fewer.get(other, 1 if other in choice else 2) for other in reversed(treatment.after)]
            target = [slice(1, 3) if other in choice else slice(None) for other in known]
            part[(slice(ends, None), *target)] |= after[(slice(0, len(after) - ends), *source)]
        parts.append(part)
    return np.stack(parts, axis=-1) if is_touched else parts[0]
