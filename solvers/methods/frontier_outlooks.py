"""What is known of the vertices that are left after each treatment, before a search over a frontier begins."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass

from graphs.obstructions import two_colours
from solvers.budget import Meter
from solvers.frontier.plan import Plan, Treatment
from solvers.problem import Problem

__all__ = ["Outlook", "outlooks_of"]


@dataclass(frozen=True)
class Outlook:
    """What is known of the vertices that are left after a treatment.

    Attributes
    ----------
    treatment : the treatment.
    in_danger : the vertices that may run out of edges: those of the frontier, and those next to them; each with its neighbours
        that are left, and whether it is a given end.
    colours : for each vertex of the frontier 1 or -1, so that neighbours differ; all are 0 where the graph has no two colours.
    balance : the sum of the colours of the vertices that are left outside the frontier, each twice for its two edges, less the
        colours of the given ends that are left, each of which has an edge less.
    """

    treatment: Treatment
    in_danger: tuple[tuple[int, tuple[int, ...], bool], ...]
    colours: tuple[int, ...]
    balance: int


def outlooks_of(problem: Problem, plan: Plan, meter: Meter) -> Iterator[Outlook]:
    """Yield the outlook after each treatment.

    Raises
    ------
    BudgetSpent : the time is over.
    """
    known = two_colours(problem.graph_within(meter), meter.watched)
    colours = [0 if known is None else 2 * known[vertex] - 1 for vertex in plan.order]
    balance = 2 * sum(colours) - sum(colours[end] for end in plan.given)
    for each in meter.watched(plan.treatments):
        balance -= 2 * sum(colours[other] for other in {each.vertex, *each.after} - {*each.before})
        balance += colours[each.vertex] if each.is_given else 0
        left = {vertex: _later(plan, vertex, each.vertex) for vertex in each.after}
        beside = {other for near in left.values() for other in near}.difference(left)
        left |= {vertex: _later(plan, vertex, each.vertex) for vertex in sorted(beside)}
        in_danger = tuple((vertex, near, vertex in plan.given) for vertex, near in left.items())
        yield Outlook(each, in_danger, tuple(colours[vertex] for vertex in each.after), balance)


def _later(plan: Plan, vertex: int, treated: int) -> tuple[int, ...]:
    """Return the neighbours of a vertex that are left after a treatment."""
    near = plan.near[vertex]
    return near[bisect(near, treated) :]
