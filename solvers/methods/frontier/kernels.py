"""Compiled functions for the states of partial tours. The solver `frontier` and the functions that count tours call them.

`solvers.methods.frontier.plan` defines the frontier and the states, and describes how a vertex is processed. Here a state is
an array `mate` of small numbers. While a vertex is processed, vertices have these numbers:

- 1, 2, …, k for the vertices of the frontier after this step;
- k + 1 for the vertex that is processed.

`mate[v]` is the vertex at the other end of the path from v. It is v itself if v has no edge yet, FULL (0) if v has both its
edges, and END (63) if the path from v leads to an end of the tour.

A choice of edges is a pair of vertices: the new neighbours of the processed vertex. FULL in place of a vertex means "no edge",
and END means "an end of the tour". A kernel tests `mate[other] == FULL` for each entry `other` of a choice, to reject edges to
vertices that already have two. FULL and END are always valid entries. So that they need no special case, the array also has the
entries `mate[FULL]` and `mate[END]`, whose value is always END.

A state is stored *packed*, in 64-bit words: the entry `mate[v]` of each frontier vertex v takes `bits` bits. These bits are
never divided between two words.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numba import uint64

from solvers.core.budget import Meter
from solvers.core.compiling import inlined
from solvers.methods.frontier.plan import END as AN_END
from solvers.methods.frontier.plan import Choice, Plan

FULL, END = 0, 63
"""Entries of a state that are not vertices. Vertices have numbers from 1 to 62, so each entry fits into 6 bits."""
DEAD, OPEN, WHOLE = 0, 1, 2
"""Outcomes of a choice of edges: WHOLE if they complete a path between two ends of the tour or, for closed tours, a cycle; DEAD
if no tour contains them; OPEN otherwise."""


BEFORE, SLOTS, FIRST, ENDS, IS_LAST, HAS_MIRROR = range(6)
"""Columns of `PlanArrays.steps`.

- BEFORE, SLOTS: number of vertices in the frontier before and after the step.
- FIRST: sum of the numbers of vertices in the frontiers after each earlier step.
- ENDS, IS_LAST: as in `solvers.methods.frontier.plan.Treatment`.
- HAS_MIRROR: 1 if states and their images under a symmetry are counted together after the step, and otherwise 0.
"""


class PlanArrays(NamedTuple):
    """A plan in arrays, with the module docstring's vertex numbers."""

    closed: bool
    bits: int  # bits per vertex in a packed state
    words: int  # 64-bit words per packed state
    steps: Any  # one row per step, with the columns BEFORE to HAS_MIRROR
    # One row per step, to convert the entries of a packed state before the step: entry 0 is FULL, entry i the number in this
    # step of the i-th vertex of the old frontier, and all larger entries are END.
    renumber: Any
    # Three indices in `choices` per step: the first choice for a vertex that lacks 0, 1 or 2 edges. Then the number of choices.
    first_choice: Any
    choices: Any  # the choices of all steps, one pair per row (see the module docstring)
    factors: Any  # for each choice, the product of the weights of its edges; empty if all weights are 1
    mirror: Any  # for each step with a symmetry (`Treatment.mirror`), the image of each entry of a state

    @classmethod
    def of(cls, plan: Plan, meter: Meter) -> PlanArrays:
        bits, all_choices, first = bits_of(plan), list[Choice](), 0
        steps, mirror = np.zeros((len(plan.treatments), 6), np.int64), np.full((len(plan.treatments), END + 1), END, np.uint8)
        renumber = np.full((len(steps), 2**bits), END, np.uint8)
        for step, each in enumerate(meter.watched(plan.treatments)):
            number = {AN_END: END} | {vertex: index for index, vertex in enumerate((*each.after, each.vertex), 1)}
            renumber[step, : len(each.before) + 1] = [FULL, *(number[vertex] for vertex in each.before)]
            all_choices += [(*map(number.__getitem__, choice), FULL, FULL)[:2] for choice in chain(*each.choices)]
            mirror[step, : len(each.mirror) + 1] = [FULL, *(slot + 1 for slot in each.mirror)]
            steps[step] = len(each.before), len(each.after), first, each.ends, each.is_last, len(each.mirror) > 0
            first += len(each.after)
        weighted = plan.treatments if plan.weights else ()
        factors = [plan.weight(each.vertex, choice) for each in weighted for choice in chain(*each.choices)]
        return cls(
            closed=plan.closed,
            bits=bits,
            words=frontier_words(plan),
            steps=steps,
            renumber=renumber,
            first_choice=np.cumsum([0, *(len(group) for each in plan.treatments for group in each.choices)]),
            choices=np.array(all_choices, np.int64).reshape(-1, 2),
            factors=np.array(factors, np.int64),
            mirror=mirror,
        )


def bits_of(plan: Plan) -> int:
    """Return the number of bits per vertex in a packed state.

    They must distinguish FULL, all vertices of the widest frontier and, if tours are open, END.
    """
    return max(2, (plan.width + (not plan.closed)).bit_length())


def frontier_words(plan: Plan) -> int:
    return -(-max(1, plan.width) // (64 // bits_of(plan)))


@inlined
def unpack(states: Any, row: int, plan: PlanArrays, step: int, mate: Any) -> int:
    """Unpack a state into `mate`, with a step's vertex numbers.

    Return the number of paths that lead to an end of the tour.
    """
    bits, renumber, here = plan.bits, plan.renumber[step], plan.steps[step]
    mask = (uint64(1) << uint64(bits)) - uint64(1)
    for vertex in range(1, here[SLOTS] + 2):
        mate[vertex] = vertex
    ends = word = shift = 0
    packed = states[row, 0]
    for vertex in range(1, here[BEFORE] + 1):
        if shift + bits > 64:
            word += 1
            shift = 0
            packed = states[row, word]
        other = renumber[int(packed >> uint64(shift) & mask)]
        mate[renumber[vertex]] = other
        ends += other == END
        shift += bits
    return ends


@inlined
def pack(mate: Any, slots: int, bits: int, packed: Any) -> None:
    """Write a state to the 64-bit words `packed`, zeroing the rest."""
    mask = (uint64(1) << uint64(bits)) - uint64(1)
    word = shift = 0
    sum_of_word = uint64(0)
    for vertex in range(1, slots + 1):
        if shift + bits > 64:
            packed[word] = sum_of_word
            sum_of_word = uint64(0)
            word += 1
            shift = 0
        sum_of_word |= (uint64(mate[vertex]) & mask) << uint64(shift)
        shift += bits
    packed[word] = sum_of_word
    for rest in range(word + 1, len(packed)):
        packed[rest] = 0


@inlined
def frontier_missing_edges(mate: Any, vertex: int) -> int:
    """Return how many of two edges or ends a vertex lacks."""
    return int(mate[vertex] != FULL) + int(mate[vertex] == vertex)


@inlined
def frontier_choice(mate: Any, after: Any, treated: int, missing: int, one: int, two: int, closed: bool) -> int:
    """Write the state after a choice, and return the choice's outcome."""
    for vertex in range(1, treated + 1):
        after[vertex] = mate[vertex]
    outcome = _join(after, treated, one, closed) if missing > 0 else OPEN
    if missing > 1 and outcome == OPEN:
        outcome = _join(after, treated, two, closed)
    return outcome


@inlined
def _join(mate: Any, treated: int, other: int, closed: bool) -> int:
    """Give the processed vertex an edge or end. Return the outcome."""
    far = mate[treated]
    mate[treated] = FULL
    if other == END:
        if far == END:
            return WHOLE
        mate[far] = END
        return OPEN
    farther = mate[other]
    if far == other or (far == END and farther == END):
        mate[other] = FULL
        return WHOLE if closed or far == END else DEAD
    if farther != other:
        mate[other] = FULL
    if far != END:
        mate[far] = farther
    if farther != END:
        mate[farther] = far
    return OPEN


@inlined
def state_hash(packed: Any) -> Any:
    value = packed[0]
    for word in range(1, len(packed)):
        value = (value ^ (value >> uint64(29))) * uint64(0x9E3779B97F4A7C15) ^ packed[word]
    for _ in range(2):
        value = (value ^ (value >> uint64(32))) * uint64(0xD6E8FEB86659FD93)
    return value ^ (value >> uint64(32))
