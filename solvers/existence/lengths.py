"""The answers for all boards of one height: which lengths have a tour, with the evidence for each.

The module `heights` explains the proofs, and finds them.

References
----------
S. Singhun, K. Karudilok and R. Boonklurb, Some forbidden rectangular chessboards with generalized knight's moves, Thai Journal
of Mathematics, 2020: lengths of boards with a + b rows that have no closed tour of the leaper (a, b).
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from math import lcm
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import Leaper
from graphs.obstructions.row_cuts import RowCut
from solvers.core.budget import Meter
from solvers.core.outcome import Status
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.theorem_certificates import Claim, ProvenTheorem, walk_text
from solvers.methods.construction.stretched_tours import stretched_tour
from solvers.methods.construction.stretches import Stretch


@dataclass(frozen=True)
class OddLengths:
    """Proof that odd boards lack closed tours, or tours from `start`.

    If every move of the leaper changes the colour, the colours alternate along a tour. On a board with an odd number of
    squares, there is one square more of the colour of the corners. So there is no closed tour, and every open tour starts on
    the colour of the corners, which `start` does not have.
    """

    start: Square | None

    def rules_out(self, cols: int) -> bool:
        """Return whether this proof rules out boards with `cols` columns."""
        return cols % 2 == 1

    def __str__(self) -> str:
        if self.start is None:
            return "the number of squares is odd, and each move changes the colour of the square"
        return f"the number of squares is odd, and a tour starts on the colour of the corners, which {self.start} is not"


@dataclass(frozen=True)
class HeightVerdict(ProvenTheorem):
    """The answers for all boards of one height, with evidence.

    Attributes
    ----------
    rows : int
        The height.
    leaper : tuple of int
        The leaper.
    closed : bool
        Whether the tours are closed.
    start : tuple of int or None
        The given start of the tours, or None.
    single : dict of int to Result
        The results for the lengths that were decided one by one, by length.
    stretches : tuple of Stretch
        Tours that can be stretched: a block of their columns can be repeated any number of times.
    barriers : tuple of OddLengths or RowCut
        Proofs that infinitely many lengths have no tour.

    Examples
    --------
    >>> from solvers import decide_height
    >>> verdict = decide_height(3, closed=True)
    >>> [cols for cols in range(1, 20) if verdict.exists(cols)]
    [10, 12, 14, 16, 18]
    >>> verdict.exists(10**100)
    True
    """

    rows: int
    leaper: Leaper
    closed: bool
    start: Square | None
    single: dict[int, Result] = field(default_factory=dict, repr=False, hash=False)
    stretches: tuple[Stretch, ...] = field(default=(), repr=False)
    barriers: tuple[OddLengths | RowCut, ...] = field(default=(), repr=False)

    @property
    def first(self) -> int:
        """The shortest length that contains the start, otherwise 1."""
        return 1 if self.start is None else self.start[1] + 1

    @property
    def row_cut(self) -> RowCut | None:
        """The row cut in `barriers`, or None if there is none."""
        return next((each for each in self.barriers if isinstance(each, RowCut)), None)

    def problem(self, cols: int) -> Problem:
        """Return the problem on the board of one length.

        Parameters
        ----------
        cols : int
            The length.

        Returns
        -------
        Problem
            The problem.
        """
        return Problem.on_board(Board(self.rows, cols), self.leaper, start=self.start, closed=self.closed)

    def exists(self, cols: int) -> bool | None:
        """Return whether a board has a tour, or None if unknown.

        Parameters
        ----------
        cols : int
            The length.

        Returns
        -------
        bool or None
            The answer.
        """
        self.problem(cols)
        if self.is_shown(cols):
            return not any(barrier.rules_out(cols) for barrier in self.barriers)
        return self.single[cols].exists if cols in self.single else None

    def is_shown(self, cols: int) -> bool:
        """Return whether a proof for many lengths answers the length `cols`.

        Parameters
        ----------
        cols : int
            The length.

        Returns
        -------
        bool
            The answer.
        """
        return any(barrier.rules_out(cols) for barrier in self.barriers) or any(each.reaches(cols) for each in self.stretches)

    def verdict(self, cols: int) -> Result:
        """Return the result for one length, with any known tour.

        Parameters
        ----------
        cols : int
            The length.

        Returns
        -------
        Result
            The result. If the length was not decided on its own, its tour is a stretched tour of a shorter board.

        Raises
        ------
        UnsupportedProblem
            If the tour does not fit into memory.
        """
        problem, exists = self.problem(cols), self.exists(cols)
        if cols in self.single:
            return self.single[cols]
        reason = next((str(barrier) for barrier in self.barriers if barrier.rules_out(cols)), "no answer within the limits")
        tour = None
        for stretch in self.stretches:
            if exists and stretch.reaches(cols):
                tour = problem.verify(stretched_tour(problem, stretch, Meter()))
                columns = f"{stretch.cut} to {stretch.cut + stretch.block - 1}"
                reason = f"a tour of {stretch.board} was stretched: its columns {columns} can be repeated"
        status = {True: Status.FOUND, False: Status.IMPOSSIBLE, None: Status.UNKNOWN}[exists]
        return Result(status, tour, reason).about(problem)

    @property
    def step(self) -> int:
        """Period of the answers from the length `last` onwards, in columns."""
        return lcm(2, *(stretch.block for stretch in self.stretches))

    @property
    def last(self) -> int:
        """A length from which the answers have the period `step`."""
        begin = (self.row_cut and self.row_cut.first) or 0
        return max(self.first, *self.single, *(1 + stretch.board.cols for stretch in self.stretches), begin) + 1

    @cached_property
    def answers(self) -> dict[int, bool | None]:
        """The answers by length, up to three periods after `last`."""
        return {cols: self.exists(cols) for cols in range(self.first, self.last + 3 * self.step)}

    def lengths(self, answer: bool | None) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the lengths with an answer, as numbers and arithmetic progressions.

        Parameters
        ----------
        answer : bool or None
            True for lengths with a tour, False for lengths without one, or None for unknown lengths.

        Returns
        -------
        single : list of int
            The lengths that are in no progression, in ascending order.
        progressions : list of tuple of int
            The first length and the step of each progression, such as `(5, 2)` for 5, 7, 9, … All progressions have the same
            step.

        Notes
        -----
        From the length `last` onwards, the answers repeat after `step` columns. The step of the progressions is the smallest
        divisor of `step` after which the lengths with the given answer repeat. Each progression begins as early as possible.

        Examples
        --------
        >>> from solvers import decide_height
        >>> decide_height(4).lengths(True)
        ([3], [(5, 1)])
        """
        hits = {cols for cols, value in self.answers.items() if value is answer}
        tail = range(self.last, self.last + self.step)
        steps = (step for step in range(1, self.step + 1) if self.step % step == 0)
        step = next(each for each in steps if all((cols in hits) == (cols + each in hits) for cols in tail))
        begins = sorted(
            next(cols for cols in count(begin, -step) if cols - step not in hits) for begin in tail[:step] if begin in hits
        )
        reached = {cols for begin in begins for cols in range(begin, self.last + 3 * self.step, step)}
        return sorted(hits - reached), [(begin, step) for begin in begins]

    def document(self) -> dict[str, Any]:
        """Return the answers for boards of every length as a JSON document.

        Returns
        -------
        dict
            The question (`rows`, `leaper`, `closed`, and `start` if given), and three lists of lengths: those with a tour
            (`tours`), those without one (`none`, with the reasons), and `unknown`.
        """
        (tours, tours_on), (unknown, unknown_on) = self.lengths(True), self.lengths(None)
        return {key: value for key, value in self._asked.items() if value is not None} | {
            "tours": {"lengths": tours, "from": _steps(tours_on)},
            "none": self._none(),
            "unknown": [*unknown, *_steps(unknown_on)],
        }

    def _none(self) -> list[dict[str, Any]]:
        """Return the reasons against tours, with their lengths, as JSON."""
        none: list[dict[str, Any]] = []
        for barrier in self.barriers:
            begin = barrier.first if isinstance(barrier, RowCut) else None
            is_later = begin and any(self.answers[cols] is not False for cols in range(self.first, begin))
            kind = {"lengths": "odd" if isinstance(barrier, OddLengths) else "all"}
            none.append(kind | ({"from": begin} if is_later else {}) | {"reason": str(barrier)})
        alike: dict[str, list[int]] = {}
        for cols, verdict in self.single.items():
            if verdict.exists is False:
                alike.setdefault(verdict.reason, []).append(cols)
        return none + [{"lengths": cols, "reason": reason} for reason, cols in alike.items()]

    @property
    def _asked(self) -> dict[str, Any]:
        return {"rows": self.rows, "leaper": self.leaper, "closed": self.closed, "start": self.start}

    @property
    def decided(self) -> dict[Problem, Result]:
        """The results in `single`, by problem."""
        return {self.problem(cols): result for cols, result in self.single.items()}

    def _claims(self, unproven: Collection[Problem] = ()) -> list[Claim]:
        single = {cols: result for cols, result in self.single.items() if self.problem(cols) not in unproven}
        known = replace(self, single=single)
        claims: list[Claim] = []
        for answer in (True, False, None):
            lengths, begins = known.lengths(answer)
            claims += [(answer, self.rows, cols, 0) for cols in lengths] + [(answer, self.rows, *begin) for begin in begins]
        return claims

    @property
    def regions(self) -> list[dict[str, Any]]:
        """The proofs for infinitely many lengths, as certificates contain them."""
        cuts = [] if self.row_cut is None else [{"kind": "row-cut", "rows": self.rows, "cut": self.row_cut.cut}]
        stretches = (
            {"path": walk_text(each.tour.squares, self.leaper, each.board.cols)[:2], "cut": each.cut, "block": each.block}
            | {"kind": "stretch", "rows": self.rows, "cols": each.board.cols}
            for each in self.stretches
        )
        return [*stretches, *cuts]

    def to_json(self) -> str:
        """Return the answers for all lengths as JSON text.

        Returns
        -------
        str
            The text of `document`.
        """
        return json.dumps(self.document())


def _steps(pairs: list[tuple[int, int]]) -> list[dict[str, int]]:
    return [{"length": begin, "step": step} for begin, step in pairs]
