"""Choose an order of the vertices in which counting tours takes little work.

Vertices are *processed* one by one: the edges from each vertex to later vertices are chosen, in all possible ways. The
*frontier* consists of the vertices that are not processed yet and have a processed neighbour. The edges chosen so far form
paths, a *partial tour*. Its *state* records which frontier vertices already have two edges, and which are ends of the same path
(see `solvers.methods.frontier.plan`). The work depends on the number of vertices in the frontier, because this number
determines how many states are possible. The *effort* of a plan is the natural logarithm of the estimated number of states. It
is computed in O(|E|) time.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from graphs.symmetry import symmetries
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.frontier.order import Order, best_order
from solvers.methods.frontier.plan import Plan, plan_in

MOST_WIDTH = 22
"""Maximum number of vertices in a frontier, so that all states fit into memory.

If every order of the vertices that is tried has a wider frontier, all tours are listed instead.
"""
GAIN_ON_A_BOARD = 5
"""Minimum saving of effort for which a board is not processed by rows or by columns.

The orders by rows and by columns are preferred, because they allow counting up to a symmetry and by two halves.
"""


def best_count_plan(problem: Problem, meter: Meter | None = None) -> Plan:
    """Return the plan with which counting tours takes the least effort.

    On a board the order is row by row or column by column, unless another order takes much less effort.

    >>> from graphs import Board
    >>> best_count_plan(Problem.on_board(Board(3, 10))).width
    7
    """
    order = best_order(problem, meter, 0 if problem.board is None else GAIN_ON_A_BOARD)
    return count_plan_of(problem, order.vertices, meter=meter)


def count_plan_of(problem: Problem, order: Sequence[Any], half: Collection[Hashable] = (), meter: Meter | None = None) -> Plan:
    """Return the plan for a given order of the vertices, with symmetries.

    After a step with a symmetry, a state and its mirror image are counted together. If `half` is given, all steps use the same
    symmetry, one that maps these vertices to themselves. Otherwise, each step uses any symmetry that maps the set of processed
    vertices to itself.
    """
    meter = meter or Meter()
    plan = plan_in(Order.of(problem.graph, order, meter), problem, meter)
    symmetric = list(symmetric_images(problem, order))
    if half:
        within = {index for index, vertex in enumerate(order) if vertex in half}
        symmetric = [images for images in symmetric if within == {images[index] for index in within}][:1]
    reached = [(images, list(accumulate(images, max))) for images in symmetric]
    mirrors = []
    for vertex, after in enumerate(meter.watched(plan.frontiers[1:])):
        images = next((images for images, last in reached if last[vertex] == vertex), None)
        mirrors.append(() if images is None else tuple(after.index(images[other]) for other in after))
    return replace(plan, mirrors=tuple(mirrors))


def symmetric_images(problem: Problem, order: Sequence[Any]) -> Iterator[list[int]]:
    """Yield the images of all vertices under each symmetry of the board.

    An item lists the images of the vertices 0, 1, 2, … of the order. The identity is left out. A symmetry is used only if it
    maps the given start and end to themselves, or exchanges them. The apex is its own image. Nothing is yielded for a graph
    that is not a board.
    """
    if problem.board is None:
        return
    number = {square: index for index, square in enumerate(order)}
    ends = {problem.start, problem.end} - {None}
    for symmetry in symmetries(problem.board)[1:]:
        if {*map(symmetry, ends)} == ends:
            yield [*(number[symmetry(square)] for square in order), *[len(order)] * (not problem.closed)]
