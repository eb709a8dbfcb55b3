"""Ways to find a tour, or to prove that there is none, all behind one registry.

`import solvers` loads no heavy package, not even networkx: a solver imports what it needs when it runs.
"""

from solvers.budget import Budget, Meter
from solvers.counting.counting import TourCount, count_tours
from solvers.counting.starts import count_starts
from solvers.counting.strips import count_strips
from solvers.counting.symmetric.quotients import SymmetricCount, count_symmetric_tours
from solvers.errors import (
    BudgetSpent,
    NoCertificate,
    OptionError,
    ProblemError,
    SolverError,
    SolverUnavailable,
    UnknownSolver,
    UnsupportedProblem,
    WrongAnswer,
)
from solvers.existence.decision import decide
from solvers.existence.maps import StartMap, pair_map, start_map
from solvers.existence.tables import BoardVerdicts, board_map
from solvers.existence.verdict import RotatedTour, SearchProof, Verdict
from solvers.listing.tours import list_tour_blocks, list_tours
from solvers.problem import Problem
from solvers.progress import watch_remarks, watch_steps
from solvers.registry import Solver, get_solver, solver, solver_names, solver_table
from solvers.result import Outcome, Result, Status
from solvers.solving import enumerate_tours, solve

__all__ = [
    "BoardVerdicts",
    "Budget",
    "BudgetSpent",
    "Meter",
    "NoCertificate",
    "OptionError",
    "Outcome",
    "Problem",
    "ProblemError",
    "Result",
    "RotatedTour",
    "SearchProof",
    "Solver",
    "SolverError",
    "SolverUnavailable",
    "StartMap",
    "Status",
    "SymmetricCount",
    "TourCount",
    "UnknownSolver",
    "UnsupportedProblem",
    "Verdict",
    "WrongAnswer",
    "board_map",
    "count_starts",
    "count_strips",
    "count_symmetric_tours",
    "count_tours",
    "decide",
    "enumerate_tours",
    "get_solver",
    "list_tour_blocks",
    "list_tours",
    "pair_map",
    "solve",
    "solver",
    "solver_names",
    "solver_table",
    "start_map",
    "watch_remarks",
    "watch_steps",
]

__version__ = "0.1.0"
