"""Pages to explore in a browser: comparisons, single questions, maps and tables of boards, atlases. Each is one file."""

from solvers.pages.comparison import comparison_page
from solvers.pages.existence import start_map_page, table_page, verdict_page

__all__ = ["comparison_page", "start_map_page", "table_page", "verdict_page"]
