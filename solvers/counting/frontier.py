"""Counting by a frontier: tours are built up vertex by vertex, and all that can go on in the same way are counted together.

The vertices are treated one after the other. A vertex that is treated gets all its edges to vertices that are treated later. So
the chosen edges form paths that end in the frontier: the vertices that are not treated yet, but touched by a treated one. How
such a part of a tour can be completed depends only on its *state*: for each vertex of the frontier, whether it is untouched,
has both its edges, or is an end of a path, and where that path ends. So the method keeps, for each state, only the number of
parts that have it. Parts that close a cycle too early, or leave a vertex with too few edges, are left out.

D. E. Knuth, Simpath, The Art of Computer Programming 4A, section 7.1.4, exercise 225, 2011; and Prefascicle 8A, 2025. Cost: the
number of states, which grows by a factor of about 4 to 5 with each column of a knight's board of n rows. This is the textbook;
`compiled.frontier` counts the same on arrays.
"""

from __future__ import annotations

from collections import Counter

from solvers.counting.plan import IS_END, NONE, Plan, choices_of

__all__ = ["END", "FULL", "State", "count_by_frontier", "states_after"]

State = tuple[int, ...]
"""For each vertex of the frontier the vertex at the other end of its path: itself where it is untouched, FULL or END."""
FULL, END = -1, -2


def count_by_frontier(plan: Plan) -> int:
    """Return the number of tours, each counted in one direction only.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import Problem
    >>> from solvers.counting.plan import best_plan
    >>> boards = [Problem.on_board(Board(3, 4)), Problem.on_board(Board(5, 6), closed=True)]
    >>> [count_by_frontier(best_plan(problem)) for problem in boards]
    [8, 8]
    """
    _, complete = states_after(plan, len(plan.order))
    return complete


def states_after(plan: Plan, steps: int) -> tuple[Counter[State], int]:
    """Return the states after so many treatments, with the number of parts that have each, and the number of complete tours."""
    states: Counter[State] = Counter({(): 1})
    complete = 0
    for vertex, treatment in enumerate(plan.treatments[:steps]):
        ends = plan.free + sum(end <= vertex for end in plan.given)
        following: Counter[State] = Counter()
        for state, number in states.items():
            mates = {other: other for other in (vertex, *treatment.after)} | dict(zip(treatment.before, state, strict=True))
            for choice in choices_of(plan, vertex):
                after = dict(mates)
                whole = _choose(after, vertex, choice, plan.closed)
                if whole is None or state.count(END) + choice.count(IS_END) > ends:
                    continue
                packed = tuple(after[other] for other in treatment.after)
                worth = number * plan.weight(vertex, choice)
                if not whole:
                    following[packed] += worth
                elif all(mate == FULL for mate in packed) and len(packed) == len(plan.order) - 1 - vertex:
                    complete += worth
        states = following
    return states, complete


def _choose(mates: dict[int, int], vertex: int, choice: tuple[int, int], closed: bool) -> bool | None:
    """Give a vertex what is chosen; return whether a path or cycle is complete, None where that cannot be chosen."""
    missing = 0 if mates[vertex] == FULL else 2 if mates[vertex] == vertex else 1
    chosen = [other for other in choice if other != NONE]
    if len(chosen) != missing:
        return None
    whole = False
    for other in chosen:
        far, farther = mates[vertex], END if other == IS_END else mates[other]
        closes = other != IS_END and far == other
        if farther == FULL or (closes and not closed):
            return None
        whole = closes or far == farther == END
        if far != vertex:
            mates[vertex] = FULL
        if other != IS_END and farther != other:
            mates[other] = FULL
        if whole:
            continue
        if far >= 0:
            mates[far] = farther
        if farther >= 0:
            mates[farther] = far
    return whole
