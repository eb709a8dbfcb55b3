"""Pages to explore in a browser: comparisons, single questions, maps and tables of boards, atlases. Each is one file."""

from solvers.pages.comparison import comparison_page
from solvers.pages.existence import height_page, start_map_page, table_page, verdict_page
from solvers.pages.theorems import theorems_page

__all__ = ["comparison_page", "height_page", "start_map_page", "table_page", "theorems_page", "verdict_page"]
