from .comparison.comparison import Comparison, compare
from .core.budget import Budget, Meter
from .core.errors import (
    BudgetSpent,
    NoCertificate,
    NoTour,
    OptionError,
    ProblemError,
    SolverError,
    SolverUnavailable,
    UnknownSolver,
    UnsupportedProblem,
    WrongAnswer,
)
from .core.outcome import Outcome, RotatedTour, SearchProof, Status
from .core.problem import Problem
from .core.progress import watch_steps
from .core.recording import Recording
from .core.registry import Solver, get_solver, solver, solver_names, solver_table
from .core.result import Result
from .counting.counting import TourCount, count_starts, count_tours
from .counting.quotients import SymmetricCount, count_symmetric_tours
from .counting.strips import count_strips, strip_recurrence
from .existence.all_boards import AllBoards, decide_all_boards
from .existence.all_ends import AllEnds, decide_all_ends
from .existence.answers import BoardVerdicts, StartMap
from .existence.cylinders import Cylinders
from .existence.heights import HeightVerdict, decide_height
from .existence.maps import board_map, hole_map, pair_map, start_map
from .existence.one_less import OneLess, decide_one_less
from .existence.strip_ends import StripEnds, decide_strip_ends
from .solving.decide import decide
from .solving.enumeration import enumerate_tours, list_tour_blocks, list_tours
from .solving.puzzles import Puzzle, make_puzzle, random_tour
from .solving.record_search import record_search
from .solving.solve import solve

__all__ = [
    "AllBoards",
    "AllEnds",
    "BoardVerdicts",
    "Budget",
    "BudgetSpent",
    "Comparison",
    "Cylinders",
    "HeightVerdict",
    "Meter",
    "NoCertificate",
    "NoTour",
    "OneLess",
    "OptionError",
    "Outcome",
    "Problem",
    "ProblemError",
    "Puzzle",
    "Recording",
    "Result",
    "RotatedTour",
    "SearchProof",
    "Solver",
    "SolverError",
    "SolverUnavailable",
    "StartMap",
    "Status",
    "StripEnds",
    "SymmetricCount",
    "TourCount",
    "UnknownSolver",
    "UnsupportedProblem",
    "WrongAnswer",
    "board_map",
    "compare",
    "count_starts",
    "count_strips",
    "count_symmetric_tours",
    "count_tours",
    "decide",
    "decide_all_boards",
    "decide_all_ends",
    "decide_height",
    "decide_one_less",
    "decide_strip_ends",
    "enumerate_tours",
    "get_solver",
    "hole_map",
    "list_tour_blocks",
    "list_tours",
    "make_puzzle",
    "pair_map",
    "random_tour",
    "record_search",
    "solve",
    "solver",
    "solver_names",
    "solver_table",
    "start_map",
    "strip_recurrence",
    "watch_steps",
]

__version__: str
