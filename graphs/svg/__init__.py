"""SVG pictures of boards, tours, maps and tables, with one palette."""

from graphs.svg.board_maps import map_svg, small_multiples_svg
from graphs.svg.boards import board_svg
from graphs.svg.tours import tour_svg

__all__ = ["board_svg", "map_svg", "small_multiples_svg", "tour_svg"]
