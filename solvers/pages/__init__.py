"""Pages to explore in a browser: comparisons, maps of boards, tables of boards, atlases. Each is one file and loads nothing."""

from solvers.pages.atlas import atlas_page
from solvers.pages.comparison import comparison_page
from solvers.pages.existence import board_table_page, start_map_page

__all__ = ["atlas_page", "board_table_page", "comparison_page", "start_map_page"]
