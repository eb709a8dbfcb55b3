"""SVG documents, lines of text and marks, with lengths in pixels.

Marks are drawn as shapes instead of letters, so they look the same with every font.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Literal, TypeAlias

from graphs.svg.palette import INK, PAPER, Look, Mark

MARGIN = 12
ROW = 1200  # maximum width of a row of pictures, in pixels
TEXT, SMALL = 14, 11  # font sizes of legends and of labels, in pixels
LETTER, DIGIT = 0.56, 0.65  # widths of letters, and of digits and capitals, relative to the font size

Point: TypeAlias = tuple[float, float]

ROUND = "a{0} {0} 0 1 0 {1} 0a{0} {0} 0 1 0-{1} 0z"
OUTLINES: dict[Mark, list[tuple[Point, str, list[float]]]] = {
    "disc": [((-1, 0), ROUND, [1, 2])],
    "diamond": [((0, -1), "l{0} {0}l-{0} {0}l-{0}-{0}z", [1])],
    "square": [((-0.85, -0.85), "h{0}v{0}h-{0}z", [1.7])],
    "ring": [((-0.8, 0), ROUND, [0.8, 1.6])],
    "arc": [((-0.56568, 0.56568), "a{0} {0} 0 1 1 {1} 0", [0.8, 1.13136])],
    "cross": [((-0.65, -0.65), "l{0} {0}m0-{0}l-{0} {0}", [1.3])],
    "question": [
        ((-0.48, -0.42), "a{0} {0} 0 1 1 {1} {2}q-{3} {4}-{3} {2}", [0.5, 0.74, 0.42, 0.26, 0.16]),
        ((0, 0.92), "h{0}", [0.01]),
    ],
    "exclamation": [((0, -0.9), "v{0}", [0.95]), ((0, 0.92), "h{0}", [0.01])],
    "frame": [((-1.2, -1.2), "h{0}v{0}h-{0}z", [2.4])],
    "dash": [((-0.5, 0), "h{0}", [1])],
    "line": [((-1, 0.5), "l{0}-{1}", [2, 1])],
}
"""Strokes of each mark: start point, SVG path, and its lengths."""
FILLED = ("disc", "diamond", "square")


def page(width: float, height: float, marks: Iterable[str], label: str) -> str:
    """Return an SVG document with a white background and a label."""
    box = f'viewBox="0 0 {width:g} {height:g}" width="{max(1, round(width))}" height="{max(1, round(height))}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-label="{escape(label)}" font-family="sans-serif">'
    return "\n".join([head, f'<rect width="100%" height="100%" fill="{PAPER}"/>', *marks, "</svg>"]) + "\n"


def gallery(pictures: Iterable[tuple[str, str]], label: str) -> str:
    """Combine SVG pictures and their captions into one document."""
    marks, x, y, right, bottom = list[str](), 0.0, 0.0, 0.0, 0.0
    for picture, caption in pictures:
        width, height = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', picture)[0])
        if x and x + width > ROW:
            x, y = 0, bottom
        top = y + 2 * TEXT * bool(caption)
        marks += [text(x + MARGIN, y + TEXT, caption), picture.replace("<svg ", f'<svg x="{x:g}" y="{top:g}" ', 1)]
        x, right, bottom = x + width, max(right, x + width), max(bottom, top + height)
    return page(right, bottom, marks, label)


def text(
    x: float, y: float, words: str, size: float = TEXT, *, anchor: Literal["start", "middle", "end"] = "start", ink: str = INK
) -> str:
    """Return an SVG text element, vertically centred at `y`."""
    place = f'x="{x:g}" y="{y + 0.35 * size:g}" font-size="{size:g}" fill="{ink}"'
    return f'<text {place} text-anchor="{anchor}">{escape(words)}</text>'


def page_text_width(words: str, size: float = TEXT) -> float:
    """Estimate the width of a text in pixels, for a wide font."""
    return size * sum(DIGIT if sign.isdigit() or sign.isupper() else LETTER for sign in words)


def marks_path(look: Look, centres: Iterable[Point], radius: float) -> str:
    """Return an SVG path that draws a mark at each point."""
    mark, ink = look.mark, look.ink
    assert mark is not None
    strokes = [
        (right * radius, down * radius, path.format(*(f"{length * radius:.4g}" for length in lengths)))
        for (right, down), path, lengths in OUTLINES[mark]
    ]
    lines = "".join(f"M{x + right:.5g} {y + down:.5g}{path}" for x, y in centres for right, down, path in strokes)
    pen = f'fill="none" stroke="{ink}" stroke-width="{0.42 * radius:.3g}" stroke-linecap="round" stroke-linejoin="round"'
    style = f'fill="{ink}"' if mark in FILLED else pen
    return f'<path d="{lines}" {style} data-mark="{mark}"/>'
