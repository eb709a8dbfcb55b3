"""Obstructions: reasons, checkable without a search, why a problem has no tour.

A file contains one kind of obstruction, a few related kinds, or an algorithm that finders use. Each kind has a subclass of
`Obstruction`, which describes and checks it, and a *finder*, a function that yields unchecked candidates.

The tuples `PASSES`, `SLOW_PASSES`, `FLOWS`, `SEARCHES` and `PROGRAMS` list the finders. To add a kind, add a file, and put its
finder into one of these tuples. If the certificate of this kind has a new form, also add a method that checks it to
`scripts/check_certificate.py`.

Only the finder `find_row_cuts` is in none of these tuples. In linear time, it finds cut sets and half sets of boards with few
rows. `find_cut_sets` takes longer, but searches for cut sets and half sets in every graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from graphs.leapers import Graph
from graphs.obstructions.closed_form import two_colours
from graphs.obstructions.colours import Colours, find_colours
from graphs.obstructions.cut_sets import EASY, CutSet, HalfSet, cut_set, find_cut_sets, find_small_cuts
from graphs.obstructions.dead_ends import DeadEnds, Disconnected, find_dead_ends, find_disconnected
from graphs.obstructions.degree_sets import DegreeSet, find_degree_sets
from graphs.obstructions.forced_moves import ForcedMoves, find_forced_moves
from graphs.obstructions.known_steps import StepsApart, find_known_steps, squares_at_steps
from graphs.obstructions.obstruction import Drawing, Obstruction
from graphs.obstructions.row_cuts import find_row_cuts
from graphs.obstructions.tour_problem import Ends, TourProblem
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
"""A function that searches for obstructions of one kind, or of related kinds, and yields them as candidates, the simplest
first.

A candidate is unchecked: a finder never calls `holds`.

Parameters
----------
graph : networkx.Graph
    Any undirected graph.
problem : TourProblem
    Any object with `start`, `end`, `closed` and `steps`, such as a `solvers.Problem`.
watched : Watch, optional
    A watch of the items that the finder processes; see `graphs.watching`. It may raise an exception to stop the finder, for
    instance if the time limit is exceeded.
"""
PASSES: tuple[Finder, ...] = (find_trivial, find_known_steps, find_disconnected, find_colours)
"""Finders that traverse the graph once, or once per known step. Each traversal takes a few microseconds per square."""
SLOW_PASSES: tuple[Finder, ...] = (find_dead_ends,)
"""Finders that also run in linear time, but take longer than those in `PASSES`."""
FLOWS: tuple[Finder, ...] = (find_small_cuts, find_cut_sets, find_degree_sets)
"""Finders that compute a matching or a flow, or traverse a small graph a few hundred times."""
SEARCHES: tuple[Finder, ...] = (find_forced_moves,)
"""Finders that run a search of limited size."""
PROGRAMS: tuple[Finder, ...] = (find_weighted_cuts,)
"""Finders that solve linear programs."""
FINDERS = (*PASSES, *SLOW_PASSES, *FLOWS, *SEARCHES, *PROGRAMS)
"""All finders, in ascending order of their running time."""


def find_obstruction(
    graph: Graph, problem: TourProblem, finders: Iterable[Finder] = FINDERS, watched: Watch = unwatched
) -> Obstruction | None:
    """Return a checked reason why a problem has no tour.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph.
    problem : TourProblem
        Any object with `start`, `end`, `closed` and `steps`, such as a `solvers.Problem`.
    finders : iterable of Finder, optional
        The finders to try, in this order.
    watched : Watch, optional
        A watch, which may raise an exception to stop the finders; see `graphs.watching`.

    Returns
    -------
    Obstruction or None
        The first candidate for which `holds` returns True, or None if there is no such candidate. None does not mean that there
        is a tour.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> graph = knight_graph(Board(3, 3))
    >>> print(find_obstruction(graph, Ends()))
    no move leads to or from (1, 1)
    """
    for find in finders:
        for candidate in find(graph, problem, watched):
            look(watched)
            if candidate.holds(graph, problem):
                return candidate
    return None
