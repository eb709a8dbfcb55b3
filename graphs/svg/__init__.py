"""All pictures as SVG documents with one palette: boards, tours, maps and tables."""

from graphs.svg.boards import board_svg
from graphs.svg.maps import map_svg, small_multiples_svg
from graphs.svg.tours import tour_svg

__all__ = ["board_svg", "map_svg", "small_multiples_svg", "tour_svg"]
