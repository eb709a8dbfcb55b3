"""The marks: disc, cross, dash, question mark and others, as SVG paths.

They are shapes and not letters, so that they look the same with every font.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from graphs.svg.palette import Mark

__all__ = ["Point", "marks_path"]

Point: TypeAlias = tuple[float, float]


def marks_path(mark: Mark, centres: Iterable[Point], radius: float, ink: str) -> str:
    """Return one path that draws the mark at each centre."""
    outline, filled = OUTLINES[mark]
    lines = "".join(outline(x, y, radius) for x, y in centres)
    style = f'fill="{ink}"' if filled else _pen(ink, radius)
    return f'<path d="{lines}" {style} data-mark="{mark}"/>'


def _pen(ink: str, radius: float) -> str:
    return f'fill="none" stroke="{ink}" stroke-width="{0.42 * radius:.3g}" stroke-linecap="round" stroke-linejoin="round"'


def _line(x: float, y: float, path: str, *lengths: float) -> str:
    """Return path data that begins at (x, y); the lengths take the places of the braces."""
    return f"M{x:.5g} {y:.5g}" + path.format(*(f"{length:.4g}" for length in lengths))


def _disc(x: float, y: float, r: float) -> str:
    return _line(x - r, y, "a{0} {0} 0 1 0 {1} 0a{0} {0} 0 1 0-{1} 0z", r, 2 * r)


def _ring(x: float, y: float, r: float) -> str:
    return _disc(x, y, 0.8 * r)


def _arc(x: float, y: float, r: float) -> str:
    """Return three quarters of a ring, open at the right."""
    half = 0.8 * r * 0.7071
    return _line(x + half, y - half, "a{0} {0} 0 1 0 0 {1}", 0.8 * r, 2 * half)


def _cross(x: float, y: float, r: float) -> str:
    d = 0.65 * r
    return _line(x - d, y - d, "l{0} {0}m0-{0}l-{0} {0}", 2 * d)


def _dash(x: float, y: float, r: float) -> str:
    return _line(x - 0.5 * r, y, "h{0}", r)


def _question(x: float, y: float, r: float) -> str:
    hook = _line(x - 0.48 * r, y - 0.42 * r, "a{0} {0} 0 1 1 {1} {2}", 0.5 * r, 0.74 * r, 0.42 * r)
    stem = "q-{0} {1}-{0} {2}".format(*(f"{length * r:.4g}" for length in (0.26, 0.16, 0.42)))
    return hook + stem + _line(x, y + 0.92 * r, "h{0}", 0.01 * r)


def _diamond(x: float, y: float, r: float) -> str:
    return _line(x, y - r, "l{0} {0}l-{0} {0}l-{0}-{0}z", r)


OUTLINES: dict[Mark, tuple[Callable[[float, float, float], str], bool]] = {
    "disc": (_disc, True),
    "diamond": (_diamond, True),
    "ring": (_ring, False),
    "arc": (_arc, False),
    "cross": (_cross, False),
    "question": (_question, False),
    "dash": (_dash, False),
}
"""The outline of each mark, and whether it is filled."""
