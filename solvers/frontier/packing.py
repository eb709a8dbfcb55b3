"""Treatments in numbers, for compiled code: how states are packed, and what the vertices are called in a treatment."""

from __future__ import annotations

from itertools import accumulate, chain
from typing import NamedTuple

from solvers.frontier.kernels import END, FULL
from solvers.frontier.plan import END as AN_END
from solvers.frontier.plan import Choice, Plan, Treatment

__all__ = ["Numbered", "bits_of", "numbered", "words_of"]


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
