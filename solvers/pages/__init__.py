"""Pages to explore in a browser: comparisons, maps of boards, tables of boards, atlases. Each is one file and loads nothing."""

from solvers.pages.comparison import comparison_page
from solvers.pages.existence import start_map_page, table_page

__all__ = ["comparison_page", "start_map_page", "table_page"]
