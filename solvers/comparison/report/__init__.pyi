from .frame import read_runs, runs_frame
from .plots import Plot, cactus, run_lengths, scatter
from .sentences import cross_check, report_of
from .summary import Summary, best_of_all, differences, main_table, summaries_of

__all__ = [
    "Plot",
    "Summary",
    "best_of_all",
    "cactus",
    "cross_check",
    "differences",
    "main_table",
    "read_runs",
    "report_of",
    "run_lengths",
    "runs_frame",
    "scatter",
    "summaries_of",
]
