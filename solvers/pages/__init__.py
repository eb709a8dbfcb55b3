"""Pages to explore in a browser, each one file: comparisons, questions, searches, maps and tables of boards, atlases."""

from solvers.pages.comparison import comparison_page
from solvers.pages.existence import height_page, start_map_page, table_page, verdict_page
from solvers.pages.search import search_page
from solvers.pages.theorems import theorems_page

__all__ = ["comparison_page", "height_page", "search_page", "start_map_page", "table_page", "theorems_page", "verdict_page"]
