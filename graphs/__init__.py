"""Boards, their move graphs, tours and the one checker; what is known without a search. Imports no solver."""

from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.errors import BoardError, FormatError, InvalidTour, KnightsTourError, MoveError
from graphs.leapers import MOVE_ORDERS, board_of, knight_graph, leaper_graph, leaper_moves, ordered_neighbours
from graphs.squares import parse_square, square_name
from graphs.symmetry import Symmetry, canonical_tour, orbits, symmetries, tour_symmetries
from graphs.text import map_text, tour_text
from graphs.tour import Tour
from graphs.verify import verify_on_board, verify_tour

if TYPE_CHECKING:
    from graphs.svg import board_svg, map_svg, small_multiples_svg, tour_svg

__all__ = [
    "MOVE_ORDERS",
    "Board",
    "BoardError",
    "FormatError",
    "InvalidTour",
    "KnightsTourError",
    "MoveError",
    "Symmetry",
    "Tour",
    "board_of",
    "board_svg",
    "canonical_tour",
    "knight_graph",
    "leaper_graph",
    "leaper_moves",
    "map_svg",
    "map_text",
    "orbits",
    "ordered_neighbours",
    "parse_square",
    "small_multiples_svg",
    "square_name",
    "symmetries",
    "tour_svg",
    "tour_symmetries",
    "tour_text",
    "verify_on_board",
    "verify_tour",
]


def __getattr__(name: str) -> Any:
    """Import a picture function when it is first used: scripts that draw nothing start about a tenth faster."""
    if not name.endswith("_svg"):
        raise AttributeError(f"module 'graphs' has no attribute {name!r}")
    from graphs import svg

    return getattr(svg, name)
