"""What is known of each treatment before a search over a frontier begins; `frontier.py` says what a treatment is."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import combinations

from graphs.obstructions import two_colours
from solvers.budget import Meter
from solvers.methods.frontier_order import FrontierOrder
from solvers.problem import Problem

__all__ = ["END", "FULL", "Passage", "Treatment", "passage_of"]

FULL, END = -1, -2
"""What stands in place of a vertex at the other end of a path: both edges are there; the path leads to an end of the tour."""
Choice = tuple[int, ...]


@dataclass(frozen=True)
class Treatment:
    """The treatment of one vertex.

    Attributes
    ----------
    vertex : its number.
    before, after : the frontier before and after it, in ascending order.
    choices : what the vertex can get where it misses no edge, one, and two: neighbours, and END for an end of the tour.
    in_danger : the vertices that are left and may run out of edges: those of the frontier, and those next to them; each with
        its neighbours that are left.
    given_later : the given ends that are left.
    balance : the sum of the colours of the vertices that are left outside the frontier, each twice for its two edges, less the
        colours of `given_later`, each of which has an edge less.
    is_last : whether all vertices that are left are in the frontier.
    """

    vertex: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    choices: tuple[tuple[Choice, ...], ...]
    in_danger: tuple[tuple[int, tuple[int, ...]], ...]
    given_later: frozenset[int]
    balance: int
    is_last: bool


@dataclass(frozen=True)
class Passage:
    """A frontier's way over a graph, and the tours that are sought.

    Attributes
    ----------
    vertices : the nodes of the graph, in the order of their treatment; their numbers are their places here.
    treatments : one for each.
    closed : whether the tours are.
    ends : how many ends the tours have: 2, or 0 where they are closed.
    colours : for each vertex 1 or -1, so that neighbours differ; all are 0 where the graph has no two colours.
    width : the largest number of vertices in the frontier.
    """

    vertices: tuple[Hashable, ...]
    treatments: tuple[Treatment, ...]
    closed: bool
    ends: int
    colours: tuple[int, ...]
    width: int


def passage_of(problem: Problem, order: FrontierOrder, meter: Meter) -> Passage:
    """Return the passage in an order.

    Parameters
    ----------
    problem : its tours are open, or not both of their ends are given.

    Raises
    ------
    BudgetSpent : the time is over.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.methods.frontier_order import best_order
    >>> problem = Problem.on_board(Board(3, 4))
    >>> first = passage_of(problem, best_order(problem, Meter()), Meter()).treatments[0]
    >>> first.after, first.choices[2]
    ((1, 3), ((1, 3), (1, -2), (3, -2)))
    """
    known = two_colours(problem.graph_within(meter), meter.watched)
    colours = tuple(0 if known is None else 2 * known[vertex] - 1 for vertex in order.vertices)
    ends = [] if problem.closed else [end for end in (problem.start, problem.end) if end is not None]
    given = frozenset(order.vertices.index(end) for end in ends)
    is_free = not problem.closed and len(given) < 2
    balance = 2 * sum(colours) - sum(colours[end] for end in given)
    treatments: list[Treatment] = []
    before: tuple[int, ...] = ()
    for vertex, near in enumerate(meter.watched(order.near)):
        later = tuple(other for other in near if other > vertex)
        after = tuple(sorted({*before, *later} - {vertex}))
        balance -= 2 * sum(colours[other] for other in {vertex, *after} - {*before})
        balance += colours[vertex] if vertex in given else 0
        treatment = Treatment(
            vertex,
            before,
            after,
            _choices(later, vertex in given, is_free),
            _in_danger(order, vertex, after),
            frozenset(end for end in given if end > vertex),
            balance,
            len(after) == len(order.near) - 1 - vertex,
        )
        treatments.append(treatment)
        before = after
    return Passage(order.vertices, tuple(treatments), problem.closed, 0 if problem.closed else 2, colours, order.width)


def _choices(later: tuple[int, ...], is_given: bool, is_free: bool) -> tuple[tuple[Choice, ...], ...]:
    """Return what a vertex can get where it misses no edge, one, and two."""
    one, two, last = [(other,) for other in later], list(combinations(later, 2)), [(other, END) for other in later]
    if is_given:
        return (), ((END,),), tuple(last)
    return ((),), (*one, (END,)) if is_free else tuple(one), (*two, *last) if is_free else tuple(two)


def _in_danger(order: FrontierOrder, treated: int, frontier: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    left = {vertex: [other for other in order.near[vertex] if other > treated] for vertex in frontier}
    beside = sorted({other for near in left.values() for other in near} - left.keys())
    left |= {vertex: [other for other in order.near[vertex] if other > treated] for vertex in beside}
    return tuple((vertex, tuple(near)) for vertex, near in left.items())
