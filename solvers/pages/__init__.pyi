from .comparison import comparison_page
from .existence import height_page, start_map_page, table_page, verdict_page
from .puzzles import puzzles_page
from .search import search_page
from .theorems import theorems_page

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
