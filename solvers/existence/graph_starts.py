"""The verdict for an open tour from each vertex of a graph; `maps` does the same for a board, and uses its symmetries.

A closed tour gives a tour from every vertex, an open tour one from its end, too, walked backwards; and a reason why there is no
tour from one vertex often holds for others. Cost: at worst one decision for each vertex.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from graphs.obstructions import Obstruction
from solvers.budget import Budget
from solvers.existence.decision import decide
from solvers.existence.verdict import RotatedTour, Verdict
from solvers.problem import Problem

__all__ = ["each_start_of_graph"]


def each_start_of_graph(
    problem: Problem, closed: Verdict, *, budget: Budget | None = None, confirm: bool = False
) -> Iterator[tuple[Any, Verdict]]:
    """Yield each vertex of a graph and the verdict for an open tour that starts there, in the order of the graph.

    Parameters
    ----------
    problem : any problem of the graph; its ends do not matter.
    closed : the verdict for a closed tour of the graph.
    budget : for each decision.
    confirm : as in `decide`.

    Examples
    --------
    >>> import networkx as nx
    >>> problem = Problem(nx.path_graph(3))
    >>> closed = decide(problem.with_ends(closed=True))
    >>> [(vertex, verdict.exists) for vertex, verdict in each_start_of_graph(problem, closed)]
    [(0, True), (1, False), (2, True)]
    """
    vertices = list(problem.graph)
    if closed.exists and closed.tour is not None:
        for vertex in vertices:
            yield vertex, Verdict(True, RotatedTour(closed.tour, vertex), "the closed tour, begun here", closed.theorem)
        return
    anywhere = decide(problem.with_ends(), budget, confirm=confirm)
    if anywhere.exists is False:  # no open tour at all means none from any vertex
        yield from ((vertex, anywhere) for vertex in vertices)
        return
    settled: dict[Hashable, Verdict] = {}
    reasons: list[Obstruction] = []
    _note(anywhere, settled, reasons)
    for vertex in vertices:
        here = problem.with_ends(start=vertex)
        verdict = settled.get(vertex) or _by_known(here, reasons) or decide(here, budget, confirm=confirm)
        _note(verdict, settled, reasons)
        yield vertex, verdict


def _note(verdict: Verdict, settled: dict[Hashable, Verdict], reasons: list[Obstruction]) -> None:
    """Keep what a verdict says about other vertices: those where its tour starts and ends, and its reason."""
    if verdict.tour is not None:
        settled.setdefault(verdict.tour[0], verdict)
        settled.setdefault(verdict.tour[-1], verdict.reversed())
    elif isinstance(verdict.evidence, Obstruction) and verdict.evidence not in reasons:
        reasons.append(verdict.evidence)


def _by_known(problem: Problem, reasons: list[Obstruction]) -> Verdict | None:
    """Return a no for a reason that was found for another vertex and also holds for this one."""
    for reason in reasons:
        if reason.holds(problem.graph, problem):
            return Verdict(False, reason, str(reason))
    return None
