from .frame import PublishedTime, read_published, read_runs, runs_frame, with_published
from .plots import Plot, cactus, plots_of, run_lengths, scatter
from .sentences import CrossCheck, cross_check, report_text
from .summary import Summary, best_of_all, differences, main_table, summaries_of

__all__ = [
    "CrossCheck",
    "Plot",
    "PublishedTime",
    "Summary",
    "best_of_all",
    "cactus",
    "cross_check",
    "differences",
    "main_table",
    "plots_of",
    "read_published",
    "read_runs",
    "report_text",
    "run_lengths",
    "runs_frame",
    "scatter",
    "summaries_of",
    "with_published",
]
