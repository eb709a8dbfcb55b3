"""What is asked: boards, their move graphs, tours and the one checker. Knows nothing of solvers."""

from graphs.array_tours import verify_array
from graphs.board import Board
from graphs.errors import BoardError, FormatError, InvalidTour, KnightsTourError, MoveError
from graphs.leapers import MOVE_ORDERS, knight_graph, leaper_graph, leaper_moves, ordered_neighbours
from graphs.svg.boards import board_svg
from graphs.svg.maps import map_svg, small_multiples_svg
from graphs.svg.tours import tour_svg
from graphs.symmetry import Symmetry, canonical_tour, orbits, symmetries
from graphs.text import map_text, tour_text
from graphs.tour import Tour, verify_on_board, verify_tour

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
    "board_svg",
    "canonical_tour",
    "knight_graph",
    "leaper_graph",
    "leaper_moves",
    "map_svg",
    "map_text",
    "orbits",
    "ordered_neighbours",
    "small_multiples_svg",
    "symmetries",
    "tour_svg",
    "tour_text",
    "verify_array",
    "verify_on_board",
    "verify_tour",
]
