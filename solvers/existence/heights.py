"""Which boards of one height have a tour, for every length at once: `decide_height`.

The lengths are decided one by one. Three things end that. A tour that can be stretched (`stretches`) answers for all lengths in
steps of its block; rows that cut the board into too many parts (`row_cuts`), for all lengths from some one on; an odd number of
squares, for every second length. As soon as each further length has such an answer, all are known. A length that none of them
reaches within the limits stays unknown, and is said to be.

Cost: seconds for leapers of short moves, most of them for the last lengths without a tour.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count, product
from math import lcm
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper, as_leaper
from graphs.obstructions.row_cuts import RowCut, find_row_cut
from graphs.theorems import colours_forbid
from solvers.budget import Budget, Meter
from solvers.errors import BudgetSpent, ProblemError
from solvers.existence.decision import decide_question
from solvers.methods.construction.piles import MOST_COLS, MOST_SQUARES, pile_tour
from solvers.methods.construction.stretches import Move, Stretch, find_some_stretch
from solvers.outcome import Status
from solvers.problem import Problem
from solvers.question import Question
from solvers.result import Result

__all__ = ["HeightVerdict", "OddLengths", "decide_height", "height_verdict"]

MOST_ROWS, MOST_START = 1_000, 10_000
"""The greatest height, and the columns in which a start may be; the boards that are looked at show little of such ones."""
EFFORTS = 2_000, 50_000
"""Conflicts of the solver for one block, at the first and at the second look at all lengths."""
MOST_NODES = 500_000
"""Nodes for the verdict on one length: some seconds. A length that takes more stays unknown."""


@dataclass(frozen=True)
class OddLengths:
    """Boards of odd height and length have one square more of the colour of their corners than of the other.

    So no tour of theirs is closed, and none starts on the other colour. Every move has to change the colour.
    """

    start: Square | None

    def rules_out(self, cols: int) -> bool:
        """Return whether the length is odd."""
        return cols % 2 == 1

    def __str__(self) -> str:
        if self.start is None:
            return "the number of squares is odd, and each move changes the colour of the square"
        return f"the number of squares is odd, and a tour starts on the colour of the corners, which {self.start} is not"


@dataclass(frozen=True)
class HeightVerdict:
    """The boards of one height that have a tour, and those that have none, with the evidence for each.

    Attributes
    ----------
    rows, leaper, closed, start : the question.
    single : the verdicts on single lengths.
    stretches : tours that can be stretched.
    barriers : why infinitely many lengths have no tour.

    Examples
    --------
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
    single: dict[int, Result] = field(default_factory=dict, hash=False)
    stretches: tuple[Stretch, ...] = ()
    barriers: tuple[OddLengths | RowCut, ...] = ()

    @property
    def first(self) -> int:
        """The length of the shortest board that has the start."""
        return 1 if self.start is None else self.start[1] + 1

    @property
    def row_cut(self) -> RowCut | None:
        """The rows that cut the boards into too many parts; None where none are known."""
        return next((each for each in self.barriers if isinstance(each, RowCut)), None)

    def problem(self, cols: int) -> Problem:
        """Return the question for one length.

        Raises
        ------
        ProblemError : the start is not on this board.
        """
        return Problem.on_board(Board(self.rows, cols), self.leaper, start=self.start, closed=self.closed)

    def exists(self, cols: int) -> bool | None:
        """Return whether the board with so many columns has a tour; None where that is unknown.

        Raises
        ------
        ProblemError, BoardError : there is no such board, or the start is not on it.
        """
        self.problem(cols)
        if self.is_shown(cols):
            return not any(barrier.rules_out(cols) for barrier in self.barriers)
        return self.single[cols].exists if cols in self.single else None

    def is_shown(self, cols: int) -> bool:
        """Return whether the board is one of infinitely many that one proof answers for."""
        return any(barrier.rules_out(cols) for barrier in self.barriers) or any(each.reaches(cols) for each in self.stretches)

    def verdict(self, cols: int) -> Result:
        """Return the verdict on one length, with its tour where there is one.

        Raises
        ------
        ProblemError, BoardError : as for `exists`.
        UnsupportedProblem : the tour is too large for the memory.
        """
        problem, exists = self.problem(cols), self.exists(cols)
        if cols in self.single:
            return self.single[cols]
        reason = next((str(barrier) for barrier in self.barriers if barrier.rules_out(cols)), "no answer within the limits")
        tour = None
        for stretch in self.stretches:
            if exists and stretch.reaches(cols):
                tour = problem.verify(pile_tour(problem, [stretch], Meter()))
                columns = f"{stretch.cut} to {stretch.cut + stretch.block - 1}"
                reason = f"a tour of {stretch.board} was stretched: its columns {columns} can be repeated"
        status = {True: Status.FOUND, False: Status.IMPOSSIBLE, None: Status.UNKNOWN}[exists]
        return Result(status, tour, reason).about(problem)

    @property
    def step(self) -> int:
        """The answers come again after so many columns, from `last` on."""
        return lcm(2, *(stretch.block for stretch in self.stretches))

    @property
    def last(self) -> int:
        """The length from which on the answers come again and again."""
        begin = (self.row_cut and self.row_cut.first) or 0
        return max(self.first, *self.single, *(1 + stretch.board.cols for stretch in self.stretches), begin) + 1

    @cached_property
    def answers(self) -> dict[int, bool | None]:
        """The answers for the lengths up to the third time that they come again."""
        return {cols: self.exists(cols) for cols in range(self.first, self.last + 3 * self.step)}

    def lengths(self, answer: bool | None) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the lengths with an answer: some one by one, and for the others from which one on, and in which steps.

        Examples
        --------
        >>> decide_height(4).lengths(True)
        ([3], [(5, 1)])
        """
        hits = {cols for cols, known in self.answers.items() if known is answer}
        tail = range(self.last, self.last + self.step)
        steps = (step for step in range(1, self.step + 1) if self.step % step == 0)
        step = next(each for each in steps if all((cols in hits) == (cols + each in hits) for cols in tail))
        begins = sorted(
            next(cols for cols in count(begin, -step) if cols - step not in hits) for begin in tail[:step] if begin in hits
        )
        reached = {cols for begin in begins for cols in range(begin, self.last + 3 * self.step, step)}
        return sorted(hits - reached), [(begin, step) for begin in begins]

    def document(self) -> dict[str, Any]:
        """Return the answer as JSON holds it."""
        (tours, tours_on), (unknown, unknown_on) = self.lengths(True), self.lengths(None)
        return {key: value for key, value in self._asked.items() if value is not None} | {
            "tours": {"lengths": tours, "from": _steps(tours_on)},
            "none": self._none(),
            "unknown": [*unknown, *_steps(unknown_on)],
        }

    def _none(self) -> list[dict[str, Any]]:
        """Return why lengths have no tour: all or all odd ones, perhaps only from one on; then single ones."""
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

    def proofs(self) -> dict[str, dict[str, Any]]:
        """Return what proves the answers for infinitely many lengths, as certificates hold it, each with a name."""
        proofs = {f"stretch_{each.board.cols}": self._asked | each.witness() for each in self.stretches}
        cuts = {} if self.row_cut is None else {"row_cut": self._asked | {"kind": "row-cut", "cut": self.row_cut.cut}}
        return proofs | cuts

    def index(self, certificates: Sequence[str]) -> dict[str, Any]:
        """Return the index of the files of certificates: whether lengths have a tour, the first of them, and in which steps."""
        found = [(answer, *self.lengths(answer)) for answer in (True, False, None)]
        lengths = [(answer, cols, 0) for answer, single, _ in found for cols in single]
        lengths += [(answer, *begin) for answer, _, begins in found for begin in begins]
        return {"kind": "height", **self._asked, "lengths": lengths, "certificates": certificates}

    def to_json(self) -> str:
        """Return the answer as JSON text: which lengths have a tour, why the others have none, and what is unknown."""
        return json.dumps(self.document())


def decide_height(
    rows: int,
    leaper: Leaper = KNIGHT,
    *,
    start: Any = None,
    closed: bool = False,
    budget: Budget | None = None,
) -> HeightVerdict:
    """Decide which of the boards with so many rows have a tour, for every number of columns at once.

    Parameters
    ----------
    rows : the height of the boards.
    leaper, closed, start : as in `Problem`.
    budget : for the whole answer; None is no limit but those of this module, which leave a few lengths unknown.

    Raises
    ------
    ProblemError, BoardError, MoveError : as of `Problem.on_board`.
    SolverUnavailable : python-sat is not installed.

    Examples
    --------
    >>> decide_height(5, leaper=(1, 4), closed=True).document()["tours"]
    {'lengths': [24, 32, 34], 'from': [{'length': 38, 'step': 2}]}
    """
    return height_verdict(rows, as_leaper(leaper), Meter(budget), closed=closed, start=start)


def height_verdict(
    rows: int,
    leaper: Leaper,
    meter: Meter,
    *,
    closed: bool,
    start: Any = None,
    moves: Sequence[Move] = (),
    parities: Sequence[int] = (0, 1),
) -> HeightVerdict:
    """Return what `decide_height` returns, perhaps for even or odd lengths only; tours that are stretched have the moves."""
    if rows not in range(1, MOST_ROWS + 1):
        raise ProblemError(f"a height of {rows!r}: boards of every length must have 1 to {MOST_ROWS:,} rows", rows)
    start = Problem.on_board(Board(rows, MOST_START), leaper, start=start, closed=closed).start
    cut = find_row_cut(rows, leaper, closed, start)
    is_odd = rows % 2 == sum(leaper) % 2 == 1 and colours_forbid(1, [start] if start else [], closed=closed)
    barriers = (cut,) if cut else (OddLengths(None if closed else start),) if is_odd else ()
    found = HeightVerdict(rows, leaper, closed, start, barriers=barriers)
    with suppress(BudgetSpent):
        for conflicts, cols in product(EFFORTS, range(found.first, min(MOST_COLS, MOST_SQUARES // rows) + 1)):
            if all(found.is_shown(each) for each in range(cols, cols + found.step) if each % 2 in parities):
                break
            if cols % 2 in parities and not found.is_shown(cols):
                found = _with_length(found, cols, meter)
                if found.single[cols].exists:
                    found = _with_stretch(found, cols, meter, moves, conflicts)
    return found


def _with_length(found: HeightVerdict, cols: int, meter: Meter) -> HeightVerdict:
    """Return the answer with that for one length.

    Raises
    ------
    BudgetSpent : the budget ran out.
    """
    if cols in found.single:
        return found
    step = meter.step(MOST_NODES)
    verdict = decide_question(Question(found.problem(cols), step))
    meter.nodes += step.nodes
    return replace(found, single=found.single | {cols: verdict})


def _with_stretch(found: HeightVerdict, cols: int, meter: Meter, moves: Sequence[Move], most_conflicts: int) -> HeightVerdict:
    """Return the answer with a tour of this length that can be stretched, if one is found."""
    with suppress(BudgetSpent):  # the verdict on this length is there
        stretch = find_some_stretch(found.problem(cols), meter, moves=moves, most_conflicts=most_conflicts)
        if stretch is not None:
            for length in range(cols, cols + (stretch.period or 0) * stretch.block, stretch.block):
                problem = found.problem(length)
                problem.verify(pile_tour(problem, [stretch], Meter()))
            return replace(found, stretches=(*found.stretches, stretch))
    return found


def _steps(pairs: list[tuple[int, int]]) -> list[dict[str, int]]:
    return [{"length": begin, "step": step} for begin, step in pairs]
