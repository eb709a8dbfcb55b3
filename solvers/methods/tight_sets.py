"""Tight sets: what a set of squares that just allows a tour says about every tour, as groups of edges that can be counted.

Take the graph whose Hamiltonian cycles are the tours (for an open tour, with the apex).
- A set S whose removal leaves as many parts as S has vertices: a cycle goes through each part once, from S to S, so that no
  edge between two vertices of S is in it, and exactly two edges lead into each part.
- A set H of vertices of which no two are neighbours: a cycle has two edges at each of them, and so exactly as many other edges
  as there are vertices less twice the vertices of H.

A SAT solver finds neither of the two by itself, for resolution cannot count. Without tight sets the open antelope (3, 4) on
24x24 is refuted in 0.6 s of processor time, with them in 0.13 s; (2, 7) on 24x24 is unknown after 36 s without, and refuted in
0.11 s with them.

Cut sets: V. Chvatal, Tough graphs and hamiltonian circuits, 1973. The candidates are the sets that refute a closed tour, which
`graphs.obstructions.find_cut_sets` finds by matching: for an open tour they are tight. Cost: that of finding them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from graphs.obstructions import CutSet, HalfSet, find_cut_sets
from graphs.watching import Watch, unwatched
from solvers.methods.two_factor import TwoFactor
from solvers.problem import Problem

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Group", "tight_groups"]

Group = tuple[int, list[int]]
"""A number, and variables of which exactly so many are true."""


def tight_groups(graph: nx.Graph[Any], problem: Problem, two_factor: TwoFactor, watched: Watch = unwatched) -> Iterator[Group]:
    """Yield the groups that follow from tight sets; none for a closed tour, whose tight sets are not sought.

    Parameters
    ----------
    graph, problem : an open tour that is sought in a graph.
    two_factor : the graph whose Hamiltonian cycles are the tours; its vertices are the squares in the order of the graph.
    """
    if problem.closed or two_factor.apex is None:
        return
    number = {square: vertex for vertex, square in enumerate(graph)}
    for claim in find_cut_sets(graph, problem.with_ends(closed=True), watched):
        chosen = {number[square] for square in claim.squares}
        if isinstance(claim, HalfSet):
            yield from _around_independent(chosen, two_factor)
        elif isinstance(claim, CutSet):
            yield from _through_parts(chosen | {two_factor.apex}, two_factor)


def _around_independent(chosen: Collection[int], two_factor: TwoFactor) -> Iterator[Group]:
    """Yield the number of edges that have no end in an independent set."""
    if any(one in chosen and other in chosen for one, other in two_factor.edges):
        return
    others = [
        variable for variable, (one, other) in enumerate(two_factor.edges, 1) if one not in chosen and other not in chosen
    ]
    yield two_factor.vertices - 2 * len(chosen), others


def _through_parts(cut: Collection[int], two_factor: TwoFactor) -> Iterator[Group]:
    """Yield what a cut set says that leaves as many parts as it has vertices."""
    parts = _parts(cut, two_factor)
    if len(parts) != len(cut):
        return
    yield 0, [variable for variable, (one, other) in enumerate(two_factor.edges, 1) if one in cut and other in cut]
    for part in parts:
        yield 2, two_factor.cut(part)


def _parts(cut: Collection[int], two_factor: TwoFactor) -> list[set[int]]:
    """Return the connected parts of the graph without a cut set."""
    seen = set(cut)
    parts = []
    for first in range(two_factor.vertices):
        if first in seen:
            continue
        seen.add(first)
        reached = [first]
        for vertex in reached:
            for other in two_factor.adjacent[vertex]:
                if other not in seen:
                    seen.add(other)
                    reached.append(other)
        parts.append(set(reached))
    return parts
