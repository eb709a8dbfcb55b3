"""The plan of a count: the order with the least work, the symmetries up to which states are counted, and the size of numbers.

What matters is how many vertices the frontier has: the states are all ways in which paths can end in them. Cost: the number of
edges, for each order that is tried.

How many numbers of 64 bits (*limbs*) hold a count follows from a bound that needs no count. Tours in both directions are
permutations along edges, so there are at most as many as the permanent of the adjacency matrix. The permanent of a matrix of
zeros and ones is at most the product of (d!)^(1/d) over its rows, where d is the number of ones in the row (L. M. Bregman, Some
properties of nonnegative matrices and their permanents, Soviet Mathematics Doklady 14, 1973). Where edges are worth more, the
largest entry of each row comes in as a factor.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from math import ceil, lgamma, log, log2

from graphs.symmetry import symmetries
from solvers.budget import Meter
from solvers.frontier.order import Order, best_order
from solvers.frontier.plan import Plan, plan_in
from solvers.problem import Problem

__all__ = ["MOST_WIDTH", "best_plan", "bits_of_counts", "limbs_of", "plan_of", "symmetric_images"]

MOST_WIDTH = 22
"""The widest frontier whose states fit into a memory; where all orders have wider ones, every tour is listed."""
GAIN_ON_A_BOARD = 5
"""How much less effort another order must take on a board, for the states are counted up to a symmetry and by halves there."""


def best_plan(problem: Problem, meter: Meter | None = None) -> Plan:
    """Return the plan with the least effort; on a board row by row or column by column, unless another takes much less.

    The search for it keeps to the time limit of the meter.

    Examples
    --------
    >>> from graphs import Board
    >>> best_plan(Problem.on_board(Board(3, 10))).width
    7
    """
    return plan_of(problem, best_order(problem, meter, 0 if problem.board is None else GAIN_ON_A_BOARD).vertices)


def plan_of(problem: Problem, order: Sequence[Hashable], half: int | None = None) -> Plan:
    """Return the plan that treats the vertices in a given order, with the symmetries that it keeps.

    Parameters
    ----------
    problem : its graph has no loops that matter, and no parallel edges.
    order : all nodes of the graph.
    half : the states after so many treatments are of interest in themselves. So they are counted up to one symmetry that maps
        the treated vertices to themselves, and no other one is used on the way.
    """
    plan = plan_in(Order.of(problem.graph, order, Meter()), problem)
    symmetric = list(symmetric_images(problem, {node: index for index, node in enumerate(order)}))
    if half is not None:
        symmetric = [images for images in symmetric if max(images[:half]) < half][:1]
    reached = [(images, list(accumulate(images, max))) for images in symmetric]
    treatments = []
    for vertex, each in enumerate(plan.treatments):
        images = next((images for images, last in reached if last[vertex] == vertex), None)
        mirror = () if images is None else tuple(each.after.index(images[other]) for other in each.after)
        treatments.append(replace(each, mirror=mirror))
    return replace(plan, treatments=tuple(treatments))


def symmetric_images(problem: Problem, number: Mapping[Hashable, int]) -> Iterator[list[int]]:
    """Yield the symmetries of the problem's board as images of the vertices, but for the identity."""
    if problem.board is None or problem.leaper is None:
        return
    ends = {problem.start, problem.end} - {None}
    for symmetry in symmetries(problem.board):
        image: dict[Hashable, Hashable] = {square: symmetry(square) for square in problem.board}
        images = [number[image[square]] for square in number]
        if images != list(range(len(images))) and {image[end] for end in ends} == ends:
            yield images


def limbs_of(plan: Plan, steps: int | None = None) -> int:
    """Return how many numbers of 64 bits hold every count, with two bits to spare; and its sign, where edges have one.

    Parameters
    ----------
    plan : the order of the vertices.
    steps : how many of them are treated; None for all.

    Examples
    --------
    >>> from graphs import Board
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
