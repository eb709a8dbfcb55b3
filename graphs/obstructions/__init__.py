"""Reasons why there is no tour that anyone can check without searching.

Each file holds one kind of reason, or a few related ones: a value class with a sentence, a witness and the weights
that show it, or a check of its own; and a finder, which yields unchecked claims. `find_obstruction` runs the finders of
`FINDERS`, the cheapest first; `hardness` says which of two reasons is the easier one to check by hand.

`find_row_cuts` is not in the table. On low boards it finds in linear time what `find_cut_sets` finds on all boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from graphs.obstructions.closed_form import two_colours
from graphs.obstructions.colours import Colours, find_colours
from graphs.obstructions.cut_sets import FEW, CutSet, HalfSet, cut_set, find_cut_sets, find_small_cuts
from graphs.obstructions.dead_ends import DeadEnds, Disconnected, find_dead_ends, find_disconnected
from graphs.obstructions.degree_sets import DegreeSet, find_degree_sets
from graphs.obstructions.forced_moves import ForcedMoves, find_forced_moves
from graphs.obstructions.known_steps import StepsApart, find_known_steps, squares_at_steps
from graphs.obstructions.obstruction import Ends, Graph, Obstruction, TourProblem
from graphs.obstructions.row_cuts import find_row_cuts
from graphs.obstructions.trivial import EndNotAMove, NoSquares, OffTheBoard, TooFewSquares, find_trivial
from graphs.obstructions.weighted_cuts import WeightedCuts, find_weighted_cuts
from graphs.watching import Watch, look, unwatched

__all__ = [
    "FINDERS",
    "Colours",
    "CutSet",
    "DeadEnds",
    "DegreeSet",
    "Disconnected",
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
    "hardness",
    "squares_at_steps",
    "two_colours",
]

Finder: TypeAlias = Callable[..., Iterator[Obstruction]]
"""A function that looks for obstructions of one kind and yields them as claims, the best first.

A claim is unchecked: a finder never calls `holds`.

Parameters
----------
graph : any undirected graph.
problem : any object with `start`, `end`, `closed` and `steps`, such as a `solvers.Problem`.
watched : the work passes through it; it may raise to stop the finder, for instance where the time is over. Without it, nobody
    wants to stop the finder.
"""
FINDERS: tuple[Finder, ...] = (
    find_trivial,  # a glance
    find_known_steps,  # a pass for each step if some are known; a person sees soonest that a step is not a move
    find_disconnected,  # a pass over the graph
    find_colours,  # a pass
    find_dead_ends,  # a slow pass
    find_small_cuts,  # a few hundred passes over a small graph
    find_cut_sets,  # a matching
    find_degree_sets,  # a flow
    find_forced_moves,  # a bounded search
    find_weighted_cuts,  # linear programs
)

KINDS = (Colours, DeadEnds, HalfSet, CutSet, DegreeSet, ForcedMoves, WeightedCuts)
"""The kinds that take more than a glance, those first that are easier to check by hand."""
FEW_CASES = 2


def hardness(reason: Obstruction) -> int:
    """Return how hard a reason is to check by hand: 0 for a glance, 1 for a cut set of few squares, then more for each kind.

    Forced moves of many cases are harder than all else.

    Examples
    --------
    >>> hardness(Disconnected(frozenset())), hardness(CutSet(frozenset(), 2)), hardness(Colours(frozenset(), ""))
    (0, 1, 2)
    """
    if isinstance(reason, CutSet) and len(reason.cut) <= FEW:
        return 1
    if isinstance(reason, ForcedMoves) and reason.cases > FEW_CASES:
        return len(KINDS) + 2
    return KINDS.index(type(reason)) + 2 if type(reason) in KINDS else 0


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
