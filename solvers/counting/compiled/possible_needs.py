"""Needs that the remaining vertices can meet: a search over degrees only, from the last vertex backwards.

In a state of the frontier method (see `solvers.methods.frontier.plan`), each vertex of the frontier needs two, one or no
further edges.
The numbers of these edges form a *vector of needs*. The *remaining vertices* are those that are not processed yet. Whether
their edges can meet the needs does not depend on the paths of the state. So this is computed before the count for all vectors
of needs, from the last vertex to the first. The count then leaves out each state whose needs cannot be met: nine of ten states
on 6x6.

Notes
-----
For each vertex, the time is proportional to 3 to the power of the frontier's size. The result has one bit for each vector.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from solvers.core.budget import Meter
from solvers.methods.frontier.plan import END, Plan, Treatment

Bits: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]
Needs: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
"""Whether each vector of needs can be met.

The index on the first axis is the number of free ends (ends of the tour that are not given) that are left. Each other axis has
length 3, and its index is the need of one vertex of the frontier. The last vertex comes first.
"""
MOST_SLOTS = 17
"""Maximum number of vertices in a frontier for which needs are computed. The array for such a frontier fills 130 MB."""


def possible_needs(plan: Plan, most_bytes: int, meter: Meter, steps: int) -> list[Bits]:
    """Return which vectors of needs can be met after each of the first `steps` vertices is processed.

    The needs of a state are the numbers of edges that the vertices of its frontier lack (see the module docstring).

    Parameters
    ----------
    plan : Plan
        The order of the vertices.
    most_bytes : int
        Maximum size of the result, in bytes.
    meter : Meter
        Meter that checks the budget.
    steps : int
        Number of vertices for which the needs are returned.

    Returns
    -------
    list of numpy.ndarray
        For each vertex, an array of shape (free ends + 1, bytes). It is empty if the frontier or the result would be too large.
        Row e applies if e free ends (ends of the tour that are not given) are left for the remaining vertices. It has one bit
        for each vector of needs, which is 1 if these needs can be met.
        The index of the bit is the sum of n(i) * 3^i over the frontier, where n(i) is the need of the vertex at index i.

    Raises
    ------
    BudgetSpent
        If the budget is exhausted.
    """
    needs: Needs = np.arange(plan.free + 1) == 0
    possible: list[Bits] = []
    used = 0
    for vertex in range(len(plan.order), 0, -1):
        if vertex < len(plan.order):
            if len(plan.treatments[vertex].before) > MOST_SLOTS:
                break
            meter.check()
            needs = _before(plan.treatments[vertex], needs)
        if vertex <= steps:
            possible.append(np.packbits(needs.reshape(len(needs), -1), axis=1, bitorder="little"))
            used += possible[-1].nbytes
            if used > most_bytes:
                possible.pop()
                break
    return [np.zeros((0, 0), np.uint8)] * (steps - len(possible)) + possible[::-1]


def _before(treatment: Treatment, after: Needs) -> Needs:
    """Return the needs that states before a step can have if the rest of the search can meet them.

    The needs of a state are the numbers of edges that the vertices of its frontier lack. `after` contains the same for the
    states after the step, in which one vertex is processed.
    """
    is_touched = treatment.vertex in treatment.before
    common = [other for other in reversed(treatment.after) if other in treatment.before]
    parts = []
    for choices in treatment.choices if is_touched else treatment.choices[2:]:
        part: Needs = np.zeros((len(after), *[3] * len(common)), np.bool_)
        for choice in choices:
            ends = 0 if treatment.is_given else choice.count(END)
            fewer = {other: slice(0, 2) if other in choice else slice(None) for other in common}
            source = [fewer.get(other, 1 if other in choice else 2) for other in reversed(treatment.after)]
            target = [slice(1, 3) if other in choice else slice(None) for other in common]
            part[(slice(ends, None), *target)] |= after[(slice(0, len(after) - ends), *source)]
        parts.append(part)
    return np.stack(parts, axis=-1) if is_touched else parts[0]
