"""The loops that sort the states of a half: their degrees and mates become numbers, and equal degrees come together.

A state of either half is two numbers. Its *degrees* have three bits for each vertex of the middle. Its *mates* have four: the
vertex at the other end of the path that ends there. At vertices inside a path the mates mean nothing. In open tours one more
vertex, INFINITY, stands for the ends of the tour. It has a degree like the others, but no bits are left for its mate. Each path
has two ends. So where a path ends at INFINITY, none ends at some other vertex. The first such vertex is its *alias*, and has
the bits of its mate.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import uint64

from solvers.counting.middle import MOST_VERTICES
from solvers.jit import inlined, jit_in_place

__all__ = [
    "DEGREE",
    "DIGIT",
    "INFINITY",
    "PARTS",
    "Groups",
    "alias_of",
    "mate_of",
    "sort_states",
    "tied",
    "with_mate",
]

DEGREE, MATE, DIGIT = 3, 4, 32
"""Bits of a degree, of a mate, and of a digit of a count."""
INFINITY = MOST_VERTICES
"""The vertex that stands for the ends of the tour."""
UNTOUCHED = np.uint64(sum(vertex << MATE * vertex for vertex in range(MOST_VERTICES)))
"""The mates where no path ends: each vertex has itself."""
PARTS = 256
"""Parts into which states are shared out by their degrees."""


class Groups(NamedTuple):
    """The states of one half, in groups of those with the same degrees.

    Attributes
    ----------
    degrees : one number for each group.
    ranks : a number for each group. A pair is joined where the rank in the one half is not the larger. Where it is smaller, the
        pair counts twice, for its image under the swap.
    weights : how many groups each stands for.
    first : the first state of each group, and the number of states.
    mates : the mates of each state.
    digits : the digits of the counts, the lowest first, a row for each; shape (digits, states).
    """

    degrees: Any
    ranks: Any
    weights: Any
    first: Any
    mates: Any
    digits: Any


@jit_in_place
def sort_states(
    states: Any, counts: Any, numberings: Any, bits: int, mirror: Any, following: Any, degrees: Any, mates: Any, digits: Any
) -> None:
    """Write the degrees, the mates and the counts of the states that are wanted to their parts.

    Parameters
    ----------
    states : a row for each state of the frontier method, packed with `bits` bits for each vertex of the frontier.
    counts : a row of digits for each state, 32 bits each, the lowest first.
    numberings : rows of the numbers that the vertices of the frontier have in the middle. Each state is there once for each.
    mirror : the images of the vertices of the middle; empty where all states are wanted.
    following : the next free place of each part, which goes up; below 0 for parts that are left out.
    degrees, mates : those of the state at each place; without places, the states are only counted.
    digits : a row for each digit.
    """
    for row in range(len(states)):
        for numbering in range(len(numberings)):
            degree, mate = _unpacked(states, row, numberings[numbering], bits)
            part = int((degree * uint64(0x9E3779B97F4A7C15) >> uint64(32)) * uint64(PARTS) >> uint64(32))
            place = following[part]
            if place >= 0 and _is_wanted(degree, mirror):
                following[part] = place + 1
                if len(degrees) > 0:
                    degrees[place] = degree
                    mates[place] = mate
                    for digit in range(len(digits)):
                        digits[digit, place] = counts[row, digit]


@inlined
def mate_of(mates: Any, vertex: Any) -> Any:
    """Return the mate of a vertex."""
    return mates >> uint64(MATE) * uint64(vertex) & uint64(15)


@inlined
def with_mate(mates: Any, vertex: Any, mate: Any) -> Any:
    """Return the mates after a vertex has got another one."""
    shift = uint64(MATE) * uint64(vertex)
    return mates & ~(uint64(15) << shift) | uint64(mate) << shift


@inlined
def tied(mates: Any, one: Any, other: Any) -> Any:
    """Return the mates after two vertices have become each other's."""
    return with_mate(with_mate(mates, one, other), other, one)


@inlined
def alias_of(degrees: Any) -> Any:
    """Return the alias of INFINITY; INFINITY where no path ends there."""
    alias = uint64(INFINITY)
    if degrees >> uint64(DEGREE * INFINITY) & uint64(3) == 1:
        alias = uint64(0)
        while degrees >> uint64(DEGREE) * alias & uint64(3) == 1:
            alias += uint64(1)
    return alias


@inlined
def _unpacked(states: Any, row: int, slots: Any, bits: int) -> Any:
    """Return the degrees and the mates of a state."""
    mask = (uint64(1) << uint64(bits)) - uint64(1)
    word = shift = 0
    degrees, mates = uint64(0), UNTOUCHED
    end, ends = 0, 0
    for slot in range(len(slots)):
        if shift + bits > 64:
            word += 1
            shift = 0
        far = int(states[row, word] >> uint64(shift) & mask)
        shift += bits
        vertex = slots[slot]
        if far == 0:
            degrees |= uint64(2) << uint64(DEGREE * vertex)
        elif far != slot + 1:
            degrees |= uint64(1) << uint64(DEGREE * vertex)
            if far <= len(slots):
                mates = with_mate(mates, vertex, slots[far - 1])
            else:
                degrees += uint64(1) << uint64(DEGREE * INFINITY)
                ends += 1
                if ends == 2:
                    mates = tied(mates, vertex, end)
                end = vertex
    if ends == 1:
        mates = tied(mates, alias_of(degrees), end)
    return degrees, mates


@inlined
def _is_wanted(degrees: Any, mirror: Any) -> bool:
    """Return whether a state is wanted: of a state and its image, the one with the smaller degrees."""
    image = uint64(0)
    for vertex in range(len(mirror)):
        image |= (degrees >> uint64(DEGREE * vertex) & uint64(3)) << uint64(DEGREE * mirror[vertex])
    return len(mirror) == 0 or degrees <= image
