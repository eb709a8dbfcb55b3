"""The frame of an SVG document, and text on it. Lengths are in pixels."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Literal

from graphs.svg.palette import INK, PAPER

__all__ = ["MARGIN", "SMALL", "TEXT", "page", "text", "text_width"]

MARGIN = 12
TEXT, SMALL = 14, 11
"""The sizes of type: legends; the numbers of rows and columns."""
LETTER, DIGIT = 0.56, 0.65
"""The width of a letter, and of a digit or capital, in a wide sans-serif face, as a share of the size of type."""


def page(width: float, height: float, marks: Iterable[str], label: str) -> str:
    """Return an SVG document that holds the marks on a white page.

    Parameters
    ----------
    width, height : the size of the page in pixels.
    marks : SVG elements, from the lowest to the uppermost.
    label : a sentence for readers who cannot see the picture.
    """
    box = f'viewBox="0 0 {width:g} {height:g}" width="{max(1, round(width))}" height="{max(1, round(height))}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-label="{escape(label)}" font-family="sans-serif">'
    return "\n".join([head, f'<rect width="100%" height="100%" fill="{PAPER}"/>', *marks, "</svg>"]) + "\n"


def text(
    x: float, y: float, words: str, size: float = TEXT, *, anchor: Literal["start", "middle", "end"] = "start", ink: str = INK
) -> str:
    """Return a line of text whose middle is at height y."""
    place = f'x="{x:g}" y="{y + 0.35 * size:g}" font-size="{size:g}" fill="{ink}"'
    return f'<text {place} text-anchor="{anchor}">{escape(words)}</text>'


def text_width(words: str, size: float = TEXT) -> float:
    """Return the width of a line of text, estimated for a wide face, so that the text fits in any face."""
    return size * sum(DIGIT if sign.isdigit() or sign.isupper() else LETTER for sign in words)
