"""Compare solvers: the same problems for all, worker processes, verified tours, answers that are cross-checked."""

from solvers.comparison.processes import available_cores, process_pool
from solvers.comparison.report import Disagreement, disagreements, failures, par2, solved_by_kind, speed, tables
from solvers.comparison.runs import Run, run_all, run_one
from solvers.comparison.store import csv_writer
from solvers.comparison.tasks import Task, standard_tasks, tasks_for
from solvers.comparison.tie_break_trials import SuccessRate, Trial, success_rates, trials_for

__all__ = [
    "Disagreement",
    "Run",
    "SuccessRate",
    "Task",
    "Trial",
    "available_cores",
    "csv_writer",
    "disagreements",
    "failures",
    "par2",
    "process_pool",
    "run_all",
    "run_one",
    "solved_by_kind",
    "speed",
    "standard_tasks",
    "success_rates",
    "tables",
    "tasks_for",
    "trials_for",
]
