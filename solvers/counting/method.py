"""Choose the method by which the tours of a problem are counted (see `solvers.counting.counting`), and count them."""

from __future__ import annotations

from contextlib import suppress
from math import log

from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent
from solvers.core.problem import Problem
from solvers.core.progress import begin_step
from solvers.counting.count_plan import MOST_WIDTH, best_count_plan, count_plan_of
from solvers.counting.counting import count_by_listing
from solvers.counting.halves import Middle, best_middle, count_by_halves
from solvers.counting.sweep import SweepRoom, sweep
from solvers.methods.frontier.order import narrow_order
from solvers.methods.frontier.plan import Plan
from solvers.methods.tree_order_kernels import narrow_tree
from solvers.methods.tree_program import closed_form
from solvers.methods.tree_program_kernels import number_of_cycles

EFFORT_OF_ONE_SWEEP = 17.3
"""Minimum effort for which counting by two halves of the graph is tried.

A sweep with less effort takes at most a second, and counting by two halves would not be faster.
"""
GAIN_OF_AN_ORDER = 3
"""Minimum saving of effort for which another order of the vertices replaces one that uses symmetries.

The effort is a natural logarithm, so the other order must have fewer states by a factor of e^3, about 20.
"""
NODES_OF_A_SHORT_LIST = 10_000_000
"""Maximum number of search nodes of a first attempt to list all tours.

This attempt is made only if the first order of the vertices has frontiers that are too wide for a count.
"""
EFFORT_OF_A_SHORT_SWEEP = 10
"""Minimum effort for which counting on a tree decomposition is tried. It is never tried on boards.

A sweep with less effort takes less time than the loading of the tree program.
"""


def count_by_method(problem: Problem, meter: Meter, memory: float | None) -> tuple[int, int]:
    """Return the number of tours and the maximum number of stored states, as `number_of_tours`.

    The method is chosen as follows:

    1. Choose an order of the vertices. If the graph is not a board and a tree of separators has less effort, count on the tree.
    2. If a frontier of the order is too wide, that is, has more than MOST_WIDTH vertices, try to list all tours with at most
       NODES_OF_A_SHORT_LIST search nodes.
    3. If the order has a high effort, search for a useful division of the graph: two halves and a middle, such that counting by
       two halves has less effort. For closed tours of 8x8, the middle is the two middle rows.
    4. If there is no useful division and the effort is high, search for an order with narrower frontiers.
    5. If there is still no useful division, and a frontier is still too wide, list all tours.
    """
    plan = best_count_plan(problem, meter)
    on_tree = count_on_tree(problem, plan.effort, meter, memory)
    if on_tree is not None:
        return on_tree
    if plan.width > MOST_WIDTH:
        with suppress(BudgetSpent):
            return count_by_listing(problem, meter, NODES_OF_A_SHORT_LIST), 0
        meter.check()
    found = feasible_plan(problem, plan, meter)
    if found is None:
        return count_by_listing(problem, meter), 0
    return count_in_order(*found, meter, memory, problem.words.vertices)


def feasible_plan(problem: Problem, plan: Plan, meter: Meter, direction: int = 1) -> tuple[Plan, Middle | None] | None:
    """Return a plan for a count, and a useful division into two halves or None.

    It is the given plan, or one in a narrow order if this saves much work. With the `direction` -1, the narrow order is
    reversed. The result is None if all frontiers are too wide.
    """
    middle = useful_middle(problem, plan)
    if middle is None and plan.effort > EFFORT_OF_ONE_SWEEP:
        narrow = count_plan_of(problem, narrow_order(problem.graph.adj, meter)[::direction], meter=meter)
        if narrow.effort < plan.effort - (GAIN_OF_AN_ORDER if any(plan.mirrors) else 0):
            plan, middle = narrow, useful_middle(problem, narrow)
    return None if plan.width > MOST_WIDTH and middle is None else (plan, middle)


def count_on_tree(
    problem: Problem, most_effort: float, meter: Meter, memory: float | None, seed: int = 0
) -> tuple[int, int] | None:
    """Count the tours by dynamic programming over a tree decomposition.

    Return the number of tours and of states. Return None if the problem has a board, or if the effort is at least
    `most_effort`.
    """
    if problem.board is not None or most_effort <= EFFORT_OF_A_SHORT_SWEEP:
        return None
    tree = narrow_tree(*closed_form(problem, meter), seed, meter)
    if tree is None or log(tree.cost) >= most_effort:
        return None
    begin_step(f"counting: a tree of separators with an estimated cost of {tree.cost:.2g}")
    before, step = meter.nodes, meter.step()
    try:
        return number_of_cycles(tree, step, SweepRoom(memory).bytes), step.nodes
    finally:
        meter.nodes = before + step.nodes


def useful_middle(problem: Problem, plan: Plan) -> Middle | None:
    """Return a division of the graph into two halves, or None if it saves no work."""
    if plan.effort <= EFFORT_OF_ONE_SWEEP:
        return None
    middle = best_middle(problem, plan)
    return None if middle is None or middle.width > MOST_WIDTH or middle.effort >= plan.effort else middle


def count_in_order(plan: Plan, middle: Middle | None, meter: Meter, memory: float | None, what: str) -> tuple[int, int]:
    """Count the tours by processing all vertices in order, or two halves separately.

    The order is that of `plan`, if `middle` is None. Return the number of tours, where a tour and its reverse count as one, and
    the maximum number of states. `what` names the vertices in progress messages, such as "squares".
    """
    if middle is not None:
        return count_by_halves(middle, meter, SweepRoom(memory))
    level = sweep(plan, meter, SweepRoom(memory), what)
    return level.complete, level.peak
