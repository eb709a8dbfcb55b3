"""Reasons why there is no tour that anyone can check without searching.

Each file holds one kind of reason, or a few related ones: a value class with a sentence, a witness and the weights
that show it, or a check of its own; and a finder, which yields unchecked claims. `find_obstruction` runs the finders of
`FINDERS`.
"""

from graphs.obstructions.closed_form import two_colours
from graphs.obstructions.colours import Colours, find_colours
from graphs.obstructions.cut_sets import CutSet, HalfSet, cut_set, find_cut_sets, find_outer_lines
from graphs.obstructions.dead_ends import DeadEnds, Disconnected, find_dead_ends, find_disconnected
from graphs.obstructions.degree_sets import DegreeSet, find_degree_sets
from graphs.obstructions.finders import FINDERS, Finder, find_obstruction
from graphs.obstructions.forced_moves import ForcedMoves, find_forced_moves
from graphs.obstructions.obstruction import Ends, Obstruction, TourProblem
from graphs.obstructions.trivial import EndNotAMove, NoSquares, OffTheBoard, TooFewSquares, find_trivial
from graphs.obstructions.weighted_cuts import WeightedCuts, find_weighted_cuts

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
    "find_obstruction",
    "find_outer_lines",
    "find_trivial",
    "find_weighted_cuts",
    "two_colours",
]
