"""How many numbers of 64 bits hold the count of a plan's tours: a bound that needs no count.

Tours in both directions are permutations along edges, so there are at most as many as the permanent of the adjacency matrix.
The permanent of a matrix of zeros and ones is at most the product of (d!)^(1/d) over its rows, where d is the number of ones
in the row (L. M. Bregman, Some properties of nonnegative matrices and their permanents, Soviet Mathematics Doklady 14, 1973).
Where edges are worth more, the largest entry of each row comes in as a factor.
"""

from __future__ import annotations

from math import ceil, lgamma, log, log2

from solvers.frontier.plan import Plan

__all__ = ["bits_of_counts", "limbs_of"]


def limbs_of(plan: Plan, steps: int | None = None) -> int:
    """Return how many numbers of 64 bits hold every count, with two bits to spare; and its sign, where edges have one.

    Parameters
    ----------
    plan : the order of the vertices.
    steps : how many of them are treated; None for all.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import Problem
    >>> from solvers.counting.plan import best_plan
    >>> plans = [best_plan(Problem.on_board(Board(side, side), closed=True)) for side in (4, 6, 8)]
    >>> [limbs_of(plan) for plan in plans], limbs_of(plans[2], 24)
    ([1, 1, 2], 1)
    """
    return ceil((bits_of_counts(plan, len(plan.order) if steps is None else steps) + 3) / 64)


def bits_of_counts(plan: Plan, steps: int) -> float:
    """Return the logarithm to base 2 of a bound of the count of each state after some treatments.

    Direct the paths of a state. Then the same vertices lack a successor in all parts of tours that have this state, and the
    same ones lack a predecessor. So each part is a permutation along edges. An open tour is closed by one more vertex, which is
    joined to all.
    """
    degrees, largest = [0] * len(plan.order), [1] * len(plan.order)
    for vertex, each in enumerate(plan.treatments[:steps]):
        for other in each.later:
            worth = abs(plan.weights.get(frozenset((vertex, other)), 1))
            for one in (vertex, other):
                degrees[one] += 1
                largest[one] = max(largest[one], worth)
    if not plan.closed:
        degrees = [*(degree + 1 for degree in degrees[:steps]), *degrees[steps:], steps]
    return sum(lgamma(degree + 1) / degree for degree in degrees if degree) / log(2) + sum(map(log2, largest))
