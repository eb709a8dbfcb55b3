"""How many numbers of 64 bits hold the count of a plan's tours: a bound that needs no count.

Tours in both directions are permutations along edges, so there are at most as many as the permanent of the adjacency matrix.
The permanent of a matrix of zeros and ones is at most the product of (d!)^(1/d) over its rows, where d is the number of ones
in the row (L. M. Bregman, Some properties of nonnegative matrices and their permanents, Soviet Mathematics Doklady 14, 1973).
Where edges are worth more, the largest entry of each row comes in as a factor.
"""

from __future__ import annotations

from math import ceil, lgamma, log, log2

from solvers.counting.plan import Plan

__all__ = ["limbs_of"]


def limbs_of(plan: Plan) -> int:
    """Return how many numbers of 64 bits hold every count, with two bits to spare; and its sign, where edges have one.

    An open tour is closed by one more vertex, joined to all.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import Problem
    >>> from solvers.counting.plan import best_plan
    >>> [limbs_of(best_plan(Problem.on_board(Board(side, side), closed=True))) for side in (4, 6, 8)]
    [1, 1, 2]
    """
    degrees, largest = [0] * len(plan.order), [1] * len(plan.order)
    for vertex, each in enumerate(plan.treatments):
        for other in each.later:
            worth = abs(plan.weights.get(frozenset((vertex, other)), 1))
            for one in (vertex, other):
                degrees[one] += 1
                largest[one] = max(largest[one], worth)
    if not plan.closed:
        degrees = [degree + 1 for degree in degrees] + [len(degrees)]
    bits = sum(lgamma(degree + 1) / degree for degree in degrees if degree) / log(2) + sum(map(log2, largest))
    return ceil((bits + 3) / 64)
