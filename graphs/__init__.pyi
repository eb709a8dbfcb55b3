from .board import Board
from .errors import BoardError, FormatError, InvalidTour, KnightsTourError, MoveError, NotLoaded, WrongType
from .leapers import MOVE_ORDERS, board_of, knight_graph, leaper_graph, leaper_moves, ordered_neighbours
from .notation import parse_square, square_name
from .svg import board_svg, map_svg, small_multiples_svg, tour_svg
from .symmetry import Symmetry, canonical_tour, orbits, symmetries, tour_symmetries
from .text import map_text, tour_text
from .tour import Tour
from .verify import verify_on_board, verify_tour

__all__ = [
    "MOVE_ORDERS",
    "Board",
    "BoardError",
    "FormatError",
    "InvalidTour",
    "KnightsTourError",
    "MoveError",
    "NotLoaded",
    "Symmetry",
    "Tour",
    "WrongType",
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
