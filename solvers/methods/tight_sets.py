"""Tight sets: equations that every tour satisfies, from sets of squares that only just allow a tour.

Take the graph whose Hamiltonian cycles are the tours (for an open tour, with the apex).
- Suppose that the graph without a set S falls into as many parts as S has vertices. Between two visits to S, a Hamiltonian
  cycle visits one part at most, so it must visit exactly one. So no edge of the cycle joins two vertices of S, and exactly two
  of its edges lead into each part.
- Suppose that no two vertices of a set H are neighbours. A cycle through all n vertices has n edges, and two of them at each
  vertex of H, all different. So exactly n - 2|H| of its edges have no end in H.

A SAT solver finds neither by itself, for that takes counting (see `sat`). Without the equations the open antelope (3, 4) on
24x24 is refuted in 0.6 s of processor time, with them in 0.13 s; (2, 7) on 24x24 is unknown after 36 s without them, and
refuted in 0.11 s with them.

Only open tours get equations. The sets that are tried are those that refute a closed tour, which
`graphs.obstructions.find_cut_sets` finds by matching: together with the apex they are tight for an open one.

V. Chvátal, Tough graphs and Hamiltonian circuits, 1973. Cost: that of finding the sets.
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
"""An equation: a number, and variables of which exactly so many are true."""


def tight_groups(graph: nx.Graph[Any], problem: Problem, two_factor: TwoFactor, watched: Watch = unwatched) -> Iterator[Group]:
    """Yield the equations that follow from tight sets; none for a closed tour.

    Parameters
    ----------
    graph, problem : the problem, and its graph.
    two_factor : the graph whose Hamiltonian cycles are the tours. Its vertices are the squares in the order of the graph, and
        the apex.
    watched : the search for the sets passes through it; it may raise to stop the search.
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
    """Yield the equation of a set of which no two vertices are neighbours; nothing where two are."""
    if any(one in chosen and other in chosen for one, other in two_factor.edges):
        return
    others = [
        variable for variable, (one, other) in enumerate(two_factor.edges, 1) if one not in chosen and other not in chosen
    ]
    yield two_factor.vertices - 2 * len(chosen), others


def _through_parts(cut: Collection[int], two_factor: TwoFactor) -> Iterator[Group]:
    """Yield the equations of a cut set that leaves as many parts as it has vertices; nothing of another one."""
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
