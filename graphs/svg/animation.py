"""How a picture draws itself: CSS alone, no script.

The elements without their animation are the whole still picture. A viewer that animates nothing, or a reader who prefers
reduced motion, sees just that.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Pace"]

RULES = """<style>@media (prefers-reduced-motion: no-preference) {
@keyframes tour-draw {from {stroke-dasharray: 1 2; stroke-dashoffset: 1.01} to {stroke-dasharray: 1 2; stroke-dashoffset: 0}}
@keyframes tour-wait {from, to {opacity: 0}}
.tour-draw {animation: tour-draw linear backwards}
.tour-wait {animation: tour-wait}
}</style>"""
MOVES_A_SECOND = 6
SHORTEST, LONGEST = 3, 30
"""Seconds that a drawing takes, whatever the number of moves."""


@dataclass(frozen=True)
class Pace:
    """When each element of a tour's picture appears: its moves follow each other at one speed.

    Attributes
    ----------
    moves : the number of moves; None where everything is there from the beginning.
    """

    moves: int | None = None

    def drawn(self, first: float, last: float) -> str:
        """Return the attributes of a line that is drawn from move `first` to move `last`."""
        if self.moves is None:
            return ""
        delay, end = self._seconds(first, self.moves), self._seconds(last, self.moves)
        return f' class="tour-draw" pathLength="1" style="animation-delay:{delay:g}s;animation-duration:{end - delay:.4g}s"'

    def shown(self, move: float) -> str:
        """Return the attributes of an element that appears with this move."""
        if self.moves is None:
            return ""
        return f' class="tour-wait" style="animation-duration:{self._seconds(move, self.moves):g}s"'

    @staticmethod
    def _seconds(move: float, moves: int) -> float:
        return round(min(LONGEST, max(SHORTEST, moves / MOVES_A_SECOND)) * move / max(1, moves), 2)
