"""The loops that sort the states of a half: their degrees and mates become numbers, and equal degrees come together.

A state of either half has, for each vertex of the middle, its *degree*, in three bits of one number, and its *mate*: the vertex
at the other end of the path that ends there (see `mates`). At vertices inside a path the mates mean nothing. In open tours one
more vertex stands for the ends of the tour. It has a degree like the others, but no bits are left for its mate. Each path has
two ends. So where a path ends at this vertex, none ends at some other one. The first such vertex is its *alias*, and has the
bits of its mate.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import uint64

from solvers.counting.compiled.mates import put_mates, tied, with_mate
from solvers.counting.middle import MOST_VERTICES
from solvers.methods.compiled.jit import inlined, jit_in_place

__all__ = ["DEGREE", "DIGIT", "INFINITY", "PARTS", "Choice", "Groups", "count_parts", "place_states"]

DEGREE, DIGIT = 3, 32
"""Bits of a degree, and of a digit of a count."""
INFINITY = MOST_VERTICES
"""The vertex that stands for the ends of the tour."""
PARTS = 256
"""Parts into which states are shared out by their degrees."""


class Groups(NamedTuple):
    """The states of one half, in groups of those with the same degrees.

    Attributes
    ----------
    degrees : one number for each group.
    needs : what each vertex of the middle needs besides these degrees, to have two edges.
    ends : for each number of the mates one number, with all bits of the vertices where a path ends. The alias is such a vertex.
    starts, paths : the first of these vertices, and the number of paths.
    aliases : the alias; INFINITY where the vertex that stands for the ends of the tour is no path's end.
    ranks : a number for each group. A pair is joined where the rank in the one half is not the larger. Where it is smaller, the
        pair counts twice, for its image under the swap.
    weights : how many groups each stands for.
    first : the first state of each group, and the number of states.
    mates : the mates of each state.
    digits : the digits of the counts, the lowest first, a row for each; shape (digits, states).
    """

    degrees: Any
    needs: Any
    ends: Any
    starts: Any
    paths: Any
    aliases: Any
    ranks: Any
    weights: Any
    first: Any
    mates: Any
    digits: Any


class Choice(NamedTuple):
    """Which states of a half are wanted.

    Attributes
    ----------
    signs : for each vertex of the middle 1 or -1, for its colour, in a graph with two colours; else 0. The *balance* of a state
        is the sum of the degrees with these signs.
    least : the least balance, for no, one and two edges of INFINITY.
    mirror : the images of the vertices of the middle. Of a state and its image, the one with the smaller balance is wanted, or
        with the smaller degrees; both where this is empty.
    """

    signs: Any
    least: Any
    mirror: Any


@jit_in_place
def count_parts(states: Any, numberings: Any, bits: int, untouched: Any, choice: Choice, sizes: Any) -> None:
    """Count the states that are wanted in each part.

    Parameters
    ----------
    states : a row for each state of the frontier method, packed with so many bits for each vertex of the frontier.
    numberings : rows of the numbers that the vertices of the frontier have in the middle. Each state is there once for each.
    bits : bits for each vertex.
    untouched : the mates where no path ends.
    choice : which states are wanted.
    sizes : the count of each part, to which these states are added.
    """
    for row in range(len(states)):
        for numbering in range(len(numberings)):
            degrees, _ = _unpacked(states, row, numberings[numbering], bits, untouched)
            if _is_wanted(degrees, choice):
                sizes[_part(degrees)] += 1


@jit_in_place
def place_states(
    states: Any,
    counts: Any,
    numberings: Any,
    bits: int,
    untouched: Any,
    choice: Choice,
    following: Any,
    degrees: Any,
    mates: Any,
    digits: Any,
) -> None:
    """Write the degrees, the mates and the counts of the states that are wanted to their parts.

    Parameters
    ----------
    states, numberings, bits, untouched, choice : as in `count_parts`.
    counts : a row of digits for each state, 32 bits each, the lowest first.
    following : the next free place of each part; below 0 for parts that are left out.
    degrees, mates : those of the state at each place.
    digits : a row for each digit.
    """
    for row in range(len(states)):
        for numbering in range(len(numberings)):
            degree, mate = _unpacked(states, row, numberings[numbering], bits, untouched)
            part = _part(degree)
            place = following[part]
            if place >= 0 and _is_wanted(degree, choice):
                following[part] = place + 1
                degrees[place] = degree
                put_mates(mates, place, mate)
                for digit in range(len(digits)):
                    digits[digit, place] = counts[row, digit]


@inlined
def _unpacked(states: Any, row: int, slots: Any, bits: int, untouched: Any) -> Any:
    """Return the degrees and the mates of a state."""
    mask = (uint64(1) << uint64(bits)) - uint64(1)
    word = shift = 0
    degrees, mates = uint64(0), untouched
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
        alias = 0
        while degrees >> uint64(DEGREE * alias) & uint64(1) == 1:
            alias += 1
        mates = tied(mates, alias, end)
    return degrees, mates


@inlined
def _is_wanted(degrees: Any, choice: Choice) -> bool:
    """Return whether a state is wanted."""
    image = uint64(0)
    balance = image_balance = 0
    for vertex in range(len(choice.signs)):
        degree = int(degrees >> uint64(DEGREE * vertex) & uint64(3))
        balance += choice.signs[vertex] * degree
        if len(choice.mirror) > 0:
            image |= uint64(degree) << uint64(DEGREE * choice.mirror[vertex])
            image_balance += choice.signs[choice.mirror[vertex]] * degree
    if balance < choice.least[int(degrees >> uint64(DEGREE * INFINITY))]:
        return False
    return len(choice.mirror) == 0 or balance < image_balance or (balance == image_balance and degrees <= image)


@inlined
def _part(degrees: Any) -> int:
    return int((degrees * uint64(0x9E3779B97F4A7C15) >> uint64(32)) * uint64(PARTS) >> uint64(32))
