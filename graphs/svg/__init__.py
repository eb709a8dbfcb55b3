"""Every picture: boards, tours, maps and tables as SVG documents, in one palette."""

from graphs.svg.charts import chart_svg
from graphs.svg.tours import board_svg, tour_svg

__all__ = ["board_svg", "chart_svg", "tour_svg"]
