from .frame import PublishedTime, apart_text, measured, read_published, read_runs, runs_frame, with_published
from .plots import Plot, cactus, plots_of, run_lengths, scatter
from .sentences import CrossCheck, cross_check, report_text
from .summary import Summary, best_of_all, differences, main_table, summaries_of
from .tables import main_sheet

__all__ = [
    "CrossCheck",
    "Plot",
    "PublishedTime",
    "Summary",
    "apart_text",
    "best_of_all",
    "cactus",
    "cross_check",
    "differences",
    "main_sheet",
    "main_table",
    "measured",
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
