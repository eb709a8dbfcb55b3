"""How a picture draws itself: CSS alone, no script.

The elements without their animation are the whole still picture. A viewer that animates nothing, or a reader who prefers
reduced motion, sees just that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

__all__ = ["Clock", "Pace", "Still"]

RULES = """<style>@media (prefers-reduced-motion: no-preference) {
@keyframes tour-draw {from {stroke-dasharray: 1 2; stroke-dashoffset: 1.01} to {stroke-dasharray: 1 2; stroke-dashoffset: 0}}
@keyframes tour-wait {from, to {opacity: 0}}
.tour-draw {animation: tour-draw linear backwards}
.tour-wait {animation: tour-wait}
}</style>"""
MOVES_A_SECOND = 6
SHORTEST, LONGEST = 3, 30
"""Seconds that a drawing takes, whatever the number of moves."""


class Pace(Protocol):
    """What decides when an element of a tour's picture appears."""

    def rules(self) -> list[str]:
        """Return the style sheet, in a list, or an empty list."""

    def drawn(self, first: float, last: float) -> str:
        """Return the attributes of a line that is drawn from move `first` to move `last`."""

    def shown(self, move: float) -> str:
        """Return the attributes of an element that appears with this move."""


class Still:
    """Everything is there from the beginning."""

    def rules(self) -> list[str]:
        """Return no style sheet."""
        return []

    def drawn(self, first: float, last: float) -> str:
        """Return no attributes."""
        return ""

    def shown(self, move: float) -> str:
        """Return no attributes."""
        return ""


@dataclass(frozen=True)
class Clock:
    """Moves follow each other at one speed."""

    moves: int

    def rules(self) -> list[str]:
        """Return the style sheet."""
        return [RULES]

    def drawn(self, first: float, last: float) -> str:
        """Return the attributes of a line that is drawn from move `first` to move `last`."""
        delay, end = self._seconds(first), self._seconds(last)
        return f' class="tour-draw" pathLength="1" style="animation-delay:{delay:g}s;animation-duration:{end - delay:.4g}s"'

    def shown(self, move: float) -> str:
        """Return the attributes of an element that appears with this move."""
        return f' class="tour-wait" style="animation-duration:{self._seconds(move):g}s"'

    def _seconds(self, move: float) -> float:
        whole = min(LONGEST, max(SHORTEST, self.moves / MOVES_A_SECOND))
        return round(whole * move / max(1, self.moves), 2)
