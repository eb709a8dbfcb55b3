"""The states of the parts of a tour, and how a treatment leads from one to others.

The chosen edges form paths that end in the frontier. How such a part of a tour can be completed depends only on its *state*:
for each vertex of the frontier, whether it is untouched, has both its edges, or is an end of a path, and where that path ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from solvers.frontier.plan import END, FULL, Choice, Plan, Treatment

__all__ = ["State", "join", "missing_edges", "treated"]

State: TypeAlias = tuple[int, ...]
"""For each vertex of the frontier the vertex at the other end of its path: itself where it is untouched, FULL or END."""


def treated(plan: Plan, treatment: Treatment, state: State) -> Iterator[tuple[Choice, dict[int, int], State, bool]]:
    """Yield what the vertex can get in a state.

    Yields
    ------
    The choice; for each vertex the other end of its path afterwards; the state; and whether a tour is complete.
    """
    vertex, ends = treatment.vertex, treatment.ends - state.count(END)
    before = {other: other for other in (vertex, *treatment.after)} | dict(zip(treatment.before, state, strict=True))
    for choice in treatment.choices[missing_edges(before, vertex)]:
        mates = dict(before)
        can_be = choice.count(END) <= ends
        is_whole = False
        for other in choice:
            can_be &= other == END or (mates[other] != FULL and (plan.closed or mates[other] != vertex))
            is_whole = can_be and join(mates, vertex, other)
        after = tuple(mates[other] for other in treatment.after)
        if can_be and (not is_whole or (treatment.is_last and set(after) <= {FULL})):
            yield choice, mates, after, is_whole


def missing_edges(mates: Mapping[int, int], vertex: int) -> int:
    """Return how many edges a vertex misses."""
    mate = mates.get(vertex, vertex)
    return 0 if mate == FULL else 2 if mate == vertex else 1


def join(mates: dict[int, int], one: int, other: int) -> bool:
    """Join two ends of paths, or a path and an END of the tour; return whether a path or cycle is whole then."""
    far, farther = mates[one], mates.get(other, END)
    mates[one] = FULL
    if other != END:
        mates[other] = FULL
    if far == other or far == farther == END:
        return True
    if far != END:
        mates[far] = farther
    if farther != END:
        mates[farther] = far
    return False
