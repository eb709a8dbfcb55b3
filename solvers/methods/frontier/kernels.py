"""Compiled functions for the states of partial tours, used to search for tours and to count them.

`solvers.methods.frontier.plan` defines the frontier and the states, and describes how a vertex is processed. Here a state is
an array `mate` of small numbers. While a vertex is processed, vertices have these numbers:

- 1, 2, …, k for the vertices of the frontier after this step;
- k + 1 for the vertex that is processed.

`mate[v]` is the vertex at the other end of the path from v. It is v itself if v has no edge yet, and FULL (0) if v has both its
edges.

A choice of edges is a pair of vertices: the new neighbours of the processed vertex. FULL in place of a vertex means "no edge".
A kernel tests `mate[other] == FULL` for each entry `other` of a choice, to reject edges to vertices that already have two. So
that FULL needs no special case there, `mate[FULL]` is never FULL.

A state is stored *packed*, in 64-bit words: the entry `mate[v]` of each frontier vertex v takes `bits` bits. These bits are
never divided between two words.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import uint64

from solvers.core.budget import Meter
from solvers.core.compiling import compiled_record_type, inlined
from solvers.methods.frontier.plan import Choice, Plan

FULL, MATES = 0, 64
"""The entry of `mate` for a vertex with two edges, and the length of `mate`. Vertices have numbers from 1 to 62."""
STEP = compiled_record_type("before", "slots", "apex", "given", "may_close")
"""Data of one step, in which one vertex is processed.

- `before`, `slots`: number of vertices in the frontier before and after the step.
- `apex`: number of the apex in the frontier after the step, or 0 if it is not there.
- `given`: number of given ends that are processed later.
- `may_close`: 1 if a cycle that the step closes may be a tour, and otherwise 0.
"""


class PlanArrays(NamedTuple):
    """A `Plan` as arrays for compiled functions."""

    bits: int  # bits per vertex in a packed state
    per_word: int  # vertices per 64-bit word
    words: int  # 64-bit words per packed state
    steps: Any  # one STEP record per step
    # One row per step, to convert the entries of a packed state before the step: entry 0 is FULL, entry i the number in this
    # step of the i-th vertex of the old frontier.
    renumber: Any
    # Three indices in `choices` per step: the first choice for a vertex that lacks 0, 1 or 2 edges. Finally, `len(choices)`.
    first_choice: Any
    choices: Any  # the choices of all steps, one pair per row (see the module docstring)
    factors: Any  # for each choice, the product of the weights of its edges
    mirror: Any  # for each step with a symmetry (`Plan.mirrors`), the image of each entry of a state; 0 for other steps

    @classmethod
    def of(cls, plan: Plan, meter: Meter) -> PlanArrays:
        size = len(plan.vertices)
        steps, groups, choices, factors = np.zeros(size, STEP), [0], list[Choice](), list[int]()
        renumber, mirror = np.zeros((size, 2**plan.bits), np.uint8), np.zeros((size, MATES), np.uint8)
        for step in meter.watched(range(size)):
            before, after = plan.frontiers[step : step + 2]
            number = {vertex: index for index, vertex in enumerate((*after, step), 1)}
            renumber[step, 1 : len(before) + 1] = [number[vertex] for vertex in before]
            image = plan.mirrors[step] if plan.mirrors else ()
            mirror[step, 1 : len(image) + 1] = [slot + 1 for slot in image]
            apex = 0 if plan.apex is None else number.get(plan.apex, 0)
            given = sum(end > step for end in plan.given)
            steps[step] = len(before), len(after), apex, given, plan.may_close(step)
            for group in plan.choices(step):
                choices += [(*map(number.__getitem__, choice), FULL, FULL)[:2] for choice in group]
                factors += [plan.weight(step, choice) for choice in group if plan.weights]
                groups.append(len(choices))
        return cls(
            bits=plan.bits,
            per_word=64 // plan.bits,
            words=plan.words,
            steps=steps,
            renumber=renumber,
            first_choice=np.array(groups),
            choices=np.array(choices, np.int64).reshape(-1, 2),
            factors=np.array(factors or [1] * len(choices), np.int64),
            mirror=mirror,
        )


@inlined
def unpack(states: Any, row: int, plan: PlanArrays, step: int, mate: Any) -> None:
    """Write a packed state to the array `mate`, with the vertex numbers of a step."""
    renumber, here, bits = plan.renumber[step], plan.steps[step], uint64(plan.bits)
    mask = (uint64(1) << bits) - uint64(1)
    for vertex in range(1, here.slots + 2):
        mate[vertex] = vertex
    for word in range(plan.words):
        packed, first = states[row, word], word * plan.per_word
        for vertex in range(first + 1, min(first + plan.per_word, here.before) + 1):
            mate[renumber[vertex]] = renumber[int(packed & mask)]
            packed >>= bits


@inlined
def pack(mate: Any, slots: int, plan: PlanArrays, packed: Any) -> None:
    """Write a state to the 64-bit words `packed`, with zeros in the unused bits."""
    for word in range(plan.words):
        value, first = uint64(0), word * plan.per_word
        for vertex in range(min(first + plan.per_word, slots), first, -1):
            value = value << uint64(plan.bits) | uint64(mate[vertex])
        packed[word] = value


@inlined
def frontier_missing_edges(mate: Any, vertex: int) -> int:
    """Return how many edges a vertex of a partial tour still needs: 0, 1 or 2."""
    return int(mate[vertex] != FULL) + int(mate[vertex] == vertex)


@inlined
def frontier_choice(mate: Any, after: Any, treated: int, one: int, two: int) -> bool:
    """Write to `after` the state with the edges from `treated` to `one` and `two`. Return whether they close a cycle."""
    for vertex in range(1, treated + 1):
        after[vertex] = mate[vertex]
    closed = False
    if one != FULL:
        closed = _link(after, treated, one)
        if two != FULL:
            closed = _link(after, treated, two)
    return closed


@inlined
def _link(mate: Any, one: int, two: int) -> bool:
    """Add an edge between two vertices, and return whether it closes a cycle."""
    far, farther = mate[one], mate[two]
    mate[one] = mate[two] = FULL
    if far != two:
        mate[far] = farther
        mate[farther] = far
    return bool(far == two)
