"""Pages to explore in a browser: a comparison, the map of a board, a table of boards. Each is one file and loads nothing."""

from solvers.comparison.page.comparison import comparison_page
from solvers.comparison.page.existence import board_table_page, start_map_page

__all__ = ["board_table_page", "comparison_page", "start_map_page"]
