"""Reasons why there is no tour, each of which can be checked without a search.

Each file contains one kind of reason, or a few related kinds. A kind is a class that describes itself (`Obstruction`), and a
finder, which yields unchecked candidates. The groups of finders below are the only list: a new kind needs its own file, a place
in one of the groups, and a method of `scripts/check_certificate.py` if its certificate has a new form.

`find_row_cuts` is in no group. On low boards it finds in linear time the cut sets that `find_cut_sets` finds on all boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from graphs.obstructions.closed_form import two_colours
from graphs.obstructions.colours import Colours, find_colours
from graphs.obstructions.cut_sets import EASY, CutSet, HalfSet, cut_set, find_cut_sets, find_small_cuts
from graphs.obstructions.dead_ends import DeadEnds, Disconnected, find_dead_ends, find_disconnected
from graphs.obstructions.degree_sets import DegreeSet, find_degree_sets
from graphs.obstructions.forced_moves import ForcedMoves, find_forced_moves
from graphs.obstructions.known_steps import StepsApart, find_known_steps, squares_at_steps
from graphs.obstructions.obstruction import Drawing, Ends, Graph, Obstruction, TourProblem
from graphs.obstructions.row_cuts import find_row_cuts
from graphs.obstructions.trivial import EndNotAMove, NoSquares, OffTheBoard, TooFewSquares, find_trivial
from graphs.obstructions.weighted_cuts import WeightedCuts, find_weighted_cuts
from graphs.watching import Watch, look, unwatched

__all__ = [
    "EASY",
    "FINDERS",
    "FLOWS",
    "PASSES",
    "PROGRAMS",
    "SEARCHES",
    "SLOW_PASSES",
    "Colours",
    "CutSet",
    "DeadEnds",
    "DegreeSet",
    "Disconnected",
    "Drawing",
    "EndNotAMove",
    "Ends",
    "Finder",
    "ForcedMoves",
    "HalfSet",
    "NoSquares",
    "Obstruction",
    "OffTheBoard",
    "StepsApart",
    "TooFewSquares",
    "TourProblem",
    "WeightedCuts",
    "cut_set",
    "find_colours",
    "find_cut_sets",
    "find_dead_ends",
    "find_degree_sets",
    "find_disconnected",
    "find_forced_moves",
    "find_known_steps",
    "find_obstruction",
    "find_row_cuts",
    "find_small_cuts",
    "find_trivial",
    "find_weighted_cuts",
    "squares_at_steps",
    "two_colours",
]

Finder: TypeAlias = Callable[..., Iterator[Obstruction]]
"""A function that searches for obstructions of one kind and yields them as candidates, the best first.

A candidate is unchecked: a finder never calls `holds`.

Parameters
----------
graph : networkx.Graph
    Any undirected graph.
problem : TourProblem
    Any object with `start`, `end`, `closed` and `steps`, such as a `solvers.Problem`.
watched : Watch, optional
    Iterables of the work pass through it. It may raise to stop the finder, for instance if the time limit is exceeded.
"""
PASSES: tuple[Finder, ...] = (find_trivial, find_known_steps, find_disconnected, find_colours)
"""Finders that pass over the graph once, or once per known step: a few microseconds per square."""
SLOW_PASSES: tuple[Finder, ...] = (find_dead_ends,)
"""Finders that take linear time, but longer than those of `PASSES`."""
FLOWS: tuple[Finder, ...] = (find_small_cuts, find_cut_sets, find_degree_sets)
"""Finders that compute a matching or a flow, or pass over a small graph a few hundred times."""
SEARCHES: tuple[Finder, ...] = (find_forced_moves,)
"""Finders that make a bounded search."""
PROGRAMS: tuple[Finder, ...] = (find_weighted_cuts,)
"""Finders that solve linear programs."""
FINDERS = (*PASSES, *SLOW_PASSES, *FLOWS, *SEARCHES, *PROGRAMS)
"""All finders, the cheapest first."""


def find_obstruction(
    graph: Graph, problem: TourProblem, finders: Iterable[Finder] = FINDERS, watched: Watch = unwatched
) -> Obstruction | None:
    """Return a reason why a problem has no tour: the first claim of the finders that holds.

    Parameters
    ----------
    graph : any undirected graph.
    problem : any object with `start`, `end`, `closed` and `steps`, such as a `solvers.Problem`.
    finders : the finders to try, in this order.
    watched : the work of the finders passes through it; it may raise to stop them.

    Returns
    -------
    The obstruction, checked; None where no claim holds, which does not mean that there is a tour.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> graph = knight_graph(Board(3, 3))
    >>> print(find_obstruction(graph, Ends()))
    no move leads to or from (1, 1)
    """
    for find in finders:
        for claim in find(graph, problem, watched):
            look(watched)
            if claim.holds(graph, problem):
                return claim
    return None
