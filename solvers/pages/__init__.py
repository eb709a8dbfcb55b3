"""Build HTML pages, each in one file: comparisons, questions, searches, start maps, tables of boards, and puzzles."""

from solvers.pages.comparison import comparison_page
from solvers.pages.existence import height_page, start_map_page, table_page, verdict_page
from solvers.pages.puzzles import puzzles_page
from solvers.pages.search import search_page
from solvers.pages.theorems import theorems_page

__all__ = [
    "comparison_page",
    "height_page",
    "puzzles_page",
    "search_page",
    "start_map_page",
    "table_page",
    "theorems_page",
    "verdict_page",
]
