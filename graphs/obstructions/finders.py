"""All functions that search for proofs that no tour exists, grouped by running time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from graphs.leapers import Graph
from graphs.obstructions.cut_sets import find_cut_sets, find_small_cuts
from graphs.obstructions.dead_ends import find_dead_ends, find_disconnected
from graphs.obstructions.degree_sets import find_degree_sets
from graphs.obstructions.forced_moves import find_forced_moves
from graphs.obstructions.known_steps import find_known_steps
from graphs.obstructions.obstruction import Obstruction, TourProblem
from graphs.obstructions.trivial import find_colours, find_trivial
from graphs.obstructions.weighted_cuts import find_weighted_cuts
from graphs.watching import Watch, look, unwatched

Finder: TypeAlias = Callable[..., Iterator[Obstruction]]
"""Type of functions that search a problem for possible obstructions.

They are unchecked *candidates*: a finder never calls `holds`.
"""
PASSES: tuple[Finder, ...] = (find_trivial, find_known_steps, find_disconnected, find_colours)
"""The fastest finders, which traverse the graph about once."""
SLOW_PASSES: tuple[Finder, ...] = (find_dead_ends,)
"""Finders that run in linear time, but slower than those in `PASSES`."""
FLOWS: tuple[Finder, ...] = (find_small_cuts, find_cut_sets, find_degree_sets)
"""Finders that compute matchings or flows, or search a small graph."""
SEARCHES: tuple[Finder, ...] = (find_forced_moves,)
"""Finders that run a search of limited size."""
PROGRAMS: tuple[Finder, ...] = (find_weighted_cuts,)
"""Finders that solve linear programs."""
FINDERS = (*PASSES, *SLOW_PASSES, *FLOWS, *SEARCHES, *PROGRAMS)
"""All finders, the fastest first."""
KINDS: tuple[type[Obstruction], ...] = tuple(Obstruction.__subclasses__())
"""All classes of obstructions."""


def find_obstruction(
    graph: Graph, problem: TourProblem, finders: Iterable[Finder] = FINDERS, watched: Watch = unwatched
) -> Obstruction | None:
    """Return a verified proof that a problem has no tour, or None.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph.
    problem : TourProblem
        Any object with `start`, `end`, `closed` and `steps`, such as a `solvers.Problem`.
    finders : iterable of Finder, optional
        The finders to try, in this order.
    watched : Watch, optional
        Function that may raise an exception to stop the finders; see `graphs.watching`.

    Returns
    -------
    Obstruction or None
        The first candidate that holds. None does not mean that a tour exists.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> print(find_obstruction(knight_graph(Board(3, 3)), Ends()))
    no move leads to or from (1, 1)
    """
    for find in finders:
        for candidate in find(graph, problem, watched):
            look(watched)
            if candidate.holds(graph, problem):
                return candidate
    return None
