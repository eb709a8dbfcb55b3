from .closed_form import two_colours
from .cut_sets import EASY, CutSet, HalfSet, cut_set, find_cut_sets, find_small_cuts
from .dead_ends import DeadEnds, Disconnected, find_dead_ends, find_disconnected
from .degree_sets import DegreeSet, find_degree_sets
from .finders import FINDERS, FLOWS, KINDS, PASSES, PROGRAMS, SEARCHES, SLOW_PASSES, Finder, find_obstruction
from .forced_moves import ForcedMoves, find_forced_moves
from .known_steps import StepsApart, find_known_steps, squares_at_steps
from .obstruction import Drawing, Ends, Obstruction, TourProblem
from .row_cuts import find_row_cuts
from .trivial import Colours, EndNotAMove, NoSquares, OffTheBoard, TooFewSquares, find_colours, find_trivial
from .weighted_cuts import WeightedCuts, find_weighted_cuts

__all__ = [
    "EASY",
    "FINDERS",
    "FLOWS",
    "KINDS",
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
