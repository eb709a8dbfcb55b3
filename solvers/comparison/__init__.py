"""Comparison of solvers on the same problems, in worker processes, with verified tours and cross-checked answers."""

from solvers.comparison.competitors import Competitor, competitors_for
from solvers.comparison.measuring import Measurement
from solvers.comparison.problems import NamedProblem
from solvers.comparison.runs import Run, run_all, run_one
from solvers.comparison.store import Store
from solvers.comparison.tasks import Limits, Task, tasks_for

__all__ = [
    "Competitor",
    "Limits",
    "Measurement",
    "NamedProblem",
    "Run",
    "Store",
    "Task",
    "competitors_for",
    "run_all",
    "run_one",
    "tasks_for",
]
