"""Build HTML pages, each in one file: comparisons of solvers, single questions, searches, start maps, and tables of boards."""

from solvers.pages.comparison import comparison_page
from solvers.pages.existence import height_page, start_map_page, table_page, verdict_page
from solvers.pages.search import search_page
from solvers.pages.theorems import theorems_page

__all__ = ["comparison_page", "height_page", "search_page", "start_map_page", "table_page", "theorems_page", "verdict_page"]
