"""Treatments in numbers and states in arrays, and the loops that a search over a frontier and a count share.

In memory, a state is an array with the other end of the path at each vertex: the vertex itself if nothing touches it, FULL if
it has both its edges, and END if the path leads to an end of the tour. The vertices are numbered for one treatment: those of
the frontier afterwards are 1, 2, …, and the one that is treated comes last. The array has END in its places 0 and END, which
stand for nothing and for an end of the tour where vertices are chosen. Packed, a state has `bits` bits for each vertex of the
frontier, in numbers of 64 bits.
"""

from __future__ import annotations

from itertools import accumulate, chain
from typing import Any, NamedTuple

from numba import uint64

from solvers.frontier.plan import END as AN_END
from solvers.frontier.plan import Choice, Plan, Treatment
from solvers.jit import inlined

__all__ = [
    "DEAD",
    "END",
    "FULL",
    "OPEN",
    "WHOLE",
    "Numbered",
    "bits_of",
    "choose",
    "hash_of",
    "missing_edges",
    "numbered",
    "pack",
    "unpack",
    "words_of",
]

FULL, END = 0, 63
"""The numbers of vertices are between them, for a number of 6 bits holds each."""
DEAD, OPEN, WHOLE = 0, 1, 2


class Numbered(NamedTuple):
    """A treatment in numbers.

    Attributes
    ----------
    number : for each vertex of the frontier afterwards and for the one that is treated, its number: 1, 2, …
    renumber : for each packed number of a vertex before, what it means now.
    choices : pairs, with FULL for nothing: what the vertex can get where it misses no edge, one, and two.
    first_choice : where the pairs for no edge, one, and two begin, and the number of pairs.
    """

    number: dict[int, int]
    renumber: list[int]
    choices: list[Choice]
    first_choice: list[int]


def bits_of(plan: Plan) -> int:
    """Return how many bits a vertex needs: for FULL, for each vertex of the frontier, and for END in open tours."""
    return max(2, (plan.width + (not plan.closed)).bit_length())


def words_of(plan: Plan) -> int:
    """Return how many numbers of 64 bits hold a state."""
    return -(-max(1, plan.width) // (64 // bits_of(plan)))


def numbered(treatment: Treatment, bits: int) -> Numbered:
    """Return a treatment in numbers, for states with so many bits a vertex."""
    number = {vertex: index for index, vertex in enumerate((*treatment.after, treatment.vertex), 1)}
    code = number | {AN_END: END}
    renumber = [FULL, *(number[vertex] for vertex in treatment.before)]
    choices = [(*map(code.__getitem__, choice), FULL, FULL)[:2] for choice in chain(*treatment.choices)]
    firsts = [*accumulate(map(len, treatment.choices), initial=0)]
    return Numbered(number, renumber + [END] * (2**bits - len(renumber)), choices, firsts)


@inlined
def unpack(states: Any, row: int, before: int, renumber: Any, treated: int, bits: int, mate: Any) -> int:
    """Write a packed state into `mate`; return how many paths lead to an end of the tour.

    Parameters
    ----------
    before : the number of vertices of the frontier before.
    renumber : for each packed number, what it means now. The vertices before are packed in the order of their numbers 1, 2, …
    treated : the number of the vertex that is treated.
    """
    mask = (uint64(1) << uint64(bits)) - uint64(1)
    for vertex in range(1, treated + 1):
        mate[vertex] = vertex
    ends = word = shift = 0
    packed = states[row, 0]
    for vertex in range(1, before + 1):
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
    """Write the packed state of the frontier."""
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
def missing_edges(mate: Any, vertex: int) -> int:
    """Return how many edges a vertex misses."""
    return int(mate[vertex] != FULL) + int(mate[vertex] == vertex)


@inlined
def choose(mate: Any, after: Any, treated: int, missing: int, one: int, two: int, closed: bool) -> int:
    """Write the state after a choice; return DEAD, OPEN, or WHOLE for a complete path or cycle."""
    for vertex in range(1, treated + 1):
        after[vertex] = mate[vertex]
    outcome = _join(after, treated, one, closed) if missing > 0 else OPEN
    if missing > 1 and outcome == OPEN:
        outcome = _join(after, treated, two, closed)
    return outcome


@inlined
def _join(mate: Any, treated: int, other: int, closed: bool) -> int:
    """Give the vertex an edge, or an end of the tour."""
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
def hash_of(packed: Any) -> Any:
    """Return a number of 64 bits."""
    value = packed[0]
    for word in range(1, len(packed)):
        value = (value ^ (value >> uint64(29))) * uint64(0x9E3779B97F4A7C15) ^ packed[word]
    value = (value ^ (value >> uint64(32))) * uint64(0xD6E8FEB86659FD93)
    value = (value ^ (value >> uint64(32))) * uint64(0xD6E8FEB86659FD93)
    return value ^ (value >> uint64(32))
