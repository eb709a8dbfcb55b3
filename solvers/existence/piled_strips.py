"""Find the strips of a leaper that have tours which can be stretched and piled.

Strips, stretching and piling are explained in `all_boards`, which decides with these tours which boards have a tour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import inf, lcm
from typing import NamedTuple

from graphs.leapers import Leaper
from solvers.errors import BudgetSpent
from solvers.existence.heights import height_verdict
from solvers.existence.lengths import HeightVerdict
from solvers.meter import Meter
from solvers.methods.construction.piles import joints
from solvers.methods.construction.stretches import Stretch

HIGHEST = 8
"""For the leaper (a, b), only strips of fewer than `HIGHEST * (a + b)` rows are examined."""


class Kind(NamedTuple):
    """A kind of strips (boards with few rows): strips of even or of odd length, with closed or with open tours.

    Strips of even length may have any height. Strips of odd length have even heights if the tours are closed, because a closed
    tour has an even number of squares. They have odd heights if the tours are open: strips of even heights have closed tours,
    which are also open ones.

    Attributes
    ----------
    closed : bool
        Whether the tours are closed.
    parity : int
        0 if the lengths are even, 1 if they are odd.
    """

    closed: bool
    parity: int

    def has(self, rows: int) -> bool:
        """Return whether strips of this kind may have a given height.

        Parameters
        ----------
        rows : int
            The height.

        Returns
        -------
        bool
            True if the lengths are even. If they are odd, whether the height is even for closed tours, or odd for open tours.
        """
        return self.parity == 0 or (rows % 2 == 0) == self.closed


class Strips:
    """The tours of strips that can be stretched and piled, and the answers for the heights that were examined.

    For the knight, the result is the following table. The number in brackets after a height is its entry in `least`: of the
    lengths that the row allows (even or odd), all from this number onwards have tours that can be piled. The last two columns
    are the entries of `ends`:

        tours   lengths  heights [least length]       last height  higher strips have tours
        closed  even     3 [14], 5 [8], 6 [8], 7 [8]            7  from length 14 onwards
        closed  odd      6 [9], 8 [7], 10 [7]                  10  from length 9 onwards
        open    odd      3 [11], 5 [7], 7 [7]                   7  from length 11 onwards

    In the first row, the least height is h = 3, and strips of the h consecutive heights 5, 6 and 7 have tours. So each higher
    strip is a pile of one of these strips and of strips of height 3. It has tours for even lengths from max(14, 8, 8, 8) = 14
    onwards.

    Parameters
    ----------
    leaper : tuple of int
        The leaper.
    meter : Meter
        The budget.

    Attributes
    ----------
    answers : dict of tuple to HeightVerdict
        The answers for all lengths, by height and whether the tours are closed.
    least : dict of tuple to int
        For each height and kind, the length from which onwards all strips of this height and kind have tours that can be piled.
    ends : dict of Kind to tuple
        For each kind, the last height that was examined, and the length from which onwards all higher strips of this kind have
        tours. The length is infinite until it is proven that such a length exists.
    """

    def __init__(self, leaper: Leaper, meter: Meter) -> None:
        self.leaper, self.meter = leaper, meter
        self.answers: dict[tuple[int, bool], HeightVerdict] = {}
        self.least: dict[tuple[int, Kind], int] = {}
        self.ends: dict[Kind, tuple[int, float]] = {}

    def run_strategy(self, kinds: Iterable[Kind]) -> None:
        """Examine the heights 1, 2, 3, … for each kind, until all higher strips of this kind are piles with tours.

        The examination also ends if the budget is spent, or before the height `HIGHEST * (a + b)` for the leaper (a, b).

        Parameters
        ----------
        kinds : iterable of Kind
            The kinds of strips to examine.
        """
        self.ends = dict.fromkeys(kinds, (0, inf))
        with suppress(BudgetSpent):
            for rows in range(1, HIGHEST * sum(self.leaper)):
                unfinished = [kind for kind, (_, least) in self.ends.items() if least == inf and kind.has(rows)]
                for closed in {kind.closed: None for kind in unfinished}:
                    self._look_at(rows, [kind for kind in unfinished if kind.closed == closed])
                self.ends |= {kind: (rows, self._sums_from(rows, kind)) for kind in unfinished}

    def _look_at(self, rows: int, kinds: Sequence[Kind]) -> None:
        """Find, for each kind, the length from which onwards strips of `rows` rows have tours that can be piled.

        The lengths are stored in `least`. Either all kinds have closed tours, or all have open tours.
        """
        own: tuple[Stretch, ...] = ()
        closed = kinds[0].closed
        sums = {kind: self._sums(rows, kind) for kind in kinds}
        if not all(sums.values()):
            self.meter.check()
            moves = joints(rows, self.leaper)[not closed :]  # a strip with an open tour is joined only below
            parities = [kind.parity for kind in kinds]
            answer = height_verdict(rows, self.leaper, self.meter, closed=closed, moves=moves, parities=parities)
            self.answers[rows, closed], own = answer, answer.stretches
        for kind in kinds:
            if firsts := sums[kind] + first_of(own, kind.parity):
                self.least[rows, kind] = min(firsts)

    def _sums(self, rows: int, kind: Kind) -> list[int]:
        """Return, for each pile of two known strips with `rows` rows in total, the length from which onwards it has tours.

        A pile is two strips, one above the other. A strip is known if it has an entry in `least`.
        """
        pairs = (((one, kind), (rows - one, Kind(True, kind.parity))) for one in range(1, rows))
        return [max(map(self.least.__getitem__, pair)) for pair in pairs if self.least.keys() >= {*pair}]

    def _sums_from(self, rows: int, kind: Kind) -> float:
        """Return the length from which onwards all strips with more than `rows` rows have tours, or infinity if unknown."""
        added_kind = Kind(True, kind.parity)
        height = next((each for each in range(1, rows + 1) if (each, added_kind) in self.least), None)
        if height is None:
            return inf
        last = (self.least.get((each, kind), inf) for each in range(rows, rows - height, -1 - kind.parity))
        return max(self.least[height, added_kind], *last)

    def stretches(self, closed: bool) -> list[Stretch]:
        """Return all tours that can be stretched and piled.

        Parameters
        ----------
        closed : bool
            If True, the closed tours are returned, otherwise the open ones.

        Returns
        -------
        list of Stretch
            The tours.
        """
        return [each for (_, kind), answer in self.answers.items() if kind == closed for each in answer.stretches]


def first_of(strips: Sequence[Stretch], parity: int) -> list[int]:
    """Return the least length from which onwards every even length, or every odd one, has a stretched tour.

    A tour is stretched by repeating a block of its columns.

    Parameters
    ----------
    strips : sequence of Stretch
        The tours that are stretched.
    parity : int
        0 for the even lengths, 1 for the odd lengths.

    Returns
    -------
    list of int
        A list that contains only this length, or an empty list if there is none.
    """
    step = lcm(2, *(each.block for each in strips))
    cols = max((each.board.cols for each in strips), default=0) // 2 * 2 + 2 + parity
    if not all(any(strip.reaches(each) for strip in strips) for each in range(cols, cols + step, 2)):
        return []
    while any(strip.reaches(cols - 2) for strip in strips):
        cols -= 2
    return [cols]
