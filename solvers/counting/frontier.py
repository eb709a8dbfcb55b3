"""Counting by a frontier: tours are built up vertex by vertex, and all that can go on in the same way are counted together.

The vertices are treated one after the other (`solvers/frontier` says how). How a part of a tour can be completed depends only
on its state. So the method keeps, for each state, only the number of parts that have it. Parts that close a cycle too early, or
leave a vertex with too few edges, are left out.

D. E. Knuth, Simpath, The Art of Computer Programming 4A, section 7.1.4, exercise 225, 2011; and Prefascicle 8A, 2025. Cost: the
number of states, which grows by a factor of about 4 to 5 with each column of a knight's board of n rows. This is the reference
implementation; `compiled.frontier` counts the same on arrays.
"""

from __future__ import annotations

from collections import Counter

from solvers.frontier.plan import Plan, State, treated

__all__ = ["states_after"]


def states_after(plan: Plan, steps: int) -> tuple[Counter[State], int]:
    """Return the states after so many treatments, with the number of parts that have each, and the number of complete tours."""
    states: Counter[State] = Counter({(): 1})
    complete = 0
    for treatment in plan.treatments[:steps]:
        following: Counter[State] = Counter()
        for state, number in states.items():
            for choice, _, after, is_whole in treated(plan, treatment, state):
                worth = number * plan.weight(treatment.vertex, choice)
                if is_whole:
                    complete += worth
                else:
                    following[after] += worth
        states = following
    return states, complete
