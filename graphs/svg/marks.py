"""The marks: disc, cross, dash, question mark and others, as SVG paths.

They are shapes and not letters, so that they look the same with every font.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from graphs.svg.palette import Mark

__all__ = ["Point", "marks_path"]

Point: TypeAlias = tuple[float, float]

ROUND = "a{0} {0} 0 1 0 {1} 0a{0} {0} 0 1 0-{1} 0z"
OUTLINES: dict[Mark, list[tuple[Point, str, list[float]]]] = {
    "disc": [((-1, 0), ROUND, [1, 2])],
    "diamond": [((0, -1), "l{0} {0}l-{0} {0}l-{0}-{0}z", [1])],
    "ring": [((-0.8, 0), ROUND, [0.8, 1.6])],
    "arc": [((0.56568, -0.56568), "a{0} {0} 0 1 0 0 {1}", [0.8, 1.13136])],
    "cross": [((-0.65, -0.65), "l{0} {0}m0-{0}l-{0} {0}", [1.3])],
    "question": [
        ((-0.48, -0.42), "a{0} {0} 0 1 1 {1} {2}q-{3} {4}-{3} {2}", [0.5, 0.74, 0.42, 0.26, 0.16]),
        ((0, 0.92), "h{0}", [0.01]),
    ],
    "dash": [((-0.5, 0), "h{0}", [1])],
}
"""The strokes of each mark of radius 1: where a stroke begins, its path from there, and the lengths in place of the braces."""
FILLED = ("disc", "diamond")


def marks_path(mark: Mark, centres: Iterable[Point], radius: float, ink: str) -> str:
    """Return one path that draws the mark at each centre."""
    strokes = [
        (right * radius, down * radius, path.format(*(f"{length * radius:.4g}" for length in lengths)))
        for (right, down), path, lengths in OUTLINES[mark]
    ]
    lines = "".join(f"M{x + right:.5g} {y + down:.5g}{path}" for x, y in centres for right, down, path in strokes)
    pen = f'fill="none" stroke="{ink}" stroke-width="{0.42 * radius:.3g}" stroke-linecap="round" stroke-linejoin="round"'
    style = f'fill="{ink}"' if mark in FILLED else pen
    return f'<path d="{lines}" {style} data-mark="{mark}"/>'
