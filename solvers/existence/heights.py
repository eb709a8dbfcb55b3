"""Decide which boards with a given number of rows have a tour, for all numbers of columns at once.

The height of a board is its number of rows, and its length is its number of columns. The lengths are decided one by one, from
the shortest onwards. Four kinds of proofs each apply to infinitely many lengths:

- A tour that can be stretched (`solvers.methods.construction.stretches`). A block of its columns can be repeated any number of
  times. So there are tours for the length of its board, and for this length plus every multiple of the block's length. On small
  boards, such a tour is searched for. On larger ones, loops are joined to any tour (see `base_tours`), if there is a loop.
- A row cut (`graphs.obstructions.row_cuts`): rows without which the boards fall into too many parts for a tour. It proves that
  no board from some length onwards has a tour.
- An odd number of squares (`OddLengths`). If every move changes the colour, boards of odd height and odd length have no
  closed tour, and no open tour that starts on the colour with fewer squares.
- A reason against tours of one board that is also a reason against tours of all longer boards (`lasting`).

Proofs of the last three kinds are called *barriers*. The search stops as soon as all further lengths have a proof. Lengths that
are not decided within the limits are reported as unknown.

The computation takes seconds for leapers with short moves. Most of the time is spent on the last lengths without a tour.

References
----------
S. Singhun, K. Karudilok and R. Boonklurb, Some forbidden rectangular chessboards with generalized knight's moves, Thai Journal
of Mathematics, 2020: lengths of boards with a + b rows that have no closed tour of the leaper (a, b).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, product
from math import lcm
from typing import Any, ClassVar

from immutabledict import immutabledict

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper, as_leaper
from graphs.obstructions.row_cuts import RowCut, find_row_cut
from graphs.theorems import colours_forbid
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, ProblemError
from solvers.core.outcome import Status
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.base_tours import find_narrow_loop, joined_stretch
from solvers.existence.certificates import Claim, ProvenTheorem, walk_text
from solvers.existence.lasting import LastingProof, lasting_proof
from solvers.methods.construction.stretched_tours import (
    BLOCKS,
    MOST_COLS,
    MOST_CONFLICTS,
    MOST_SQUARES,
    find_some_stretch,
    stretched_tour,
)
from solvers.methods.construction.stretches import Stretch
from solvers.solving.decide import decide_within

MOST_ROWS, MOST_START = 1_000, 10_000
"""Maximum number of rows, and maximum number of columns of the shortest board that contains the start."""
LAST_CONFLICTS = 50_000
"""Limit on SAT conflicts in the last searches for tours that can be lengthened, by 2b columns for the leaper (a, b)."""
SMALL = 100
"""Maximum number of squares for which no loop is joined: a block that is found by search is shorter."""
LOOPS = 8
"""Number of columns up to which boards are decided one by one, divided by the columns of a loop that can be joined.

At most MOST_COLS columns to the left of a given start are not counted.
"""
MOST_NODES = 500_000
"""Maximum number of search nodes for deciding one board: the work of some seconds."""


@dataclass(frozen=True)
class OddLengths:
    """Proof that boards with an odd number of squares have no closed tour, or no open tour from `start`.

    If every move of the leaper changes the colour, the colours alternate along a tour. On a board with an odd number of
    squares, there is one square more of the colour of the corners. So there is no closed tour, and every open tour starts on
    the colour of the corners, which `start` does not have.
    """

    start: Square | None
    first: ClassVar[int] = 1  # the least number of columns for which this is a proof

    def rules_out(self, cols: int) -> bool:
        """Return whether this proof rules out boards with `cols` columns."""
        return cols % 2 == 1

    def __str__(self) -> str:
        if self.start is None:
            return "the number of squares is odd, and each move changes the colour of the square"
        return f"the number of squares is odd, and a tour starts on the colour of the corners, which {self.start} is not"


@dataclass(frozen=True)
class HeightVerdict(ProvenTheorem):
    """For each board with a given number of rows: whether it has a tour, with evidence.

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
    single : mapping of int to Result
        The results for the lengths that were decided one by one, by length.
    stretches : tuple of Stretch
        Tours that can be stretched: a block of their columns can be repeated any number of times.
    barriers : tuple of OddLengths, RowCut or LastingProof
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
    single: Mapping[int, Result] = field(default_factory=dict, repr=False, hash=False)
    stretches: tuple[Stretch, ...] = field(default=(), repr=False)
    barriers: tuple[OddLengths | RowCut | LastingProof, ...] = field(default=(), repr=False)

    @property
    def first(self) -> int:
        """The least number of columns of a board that contains the start."""
        return 1 if self.start is None else self.start[1] + 1

    @property
    def row_cut(self) -> RowCut | None:
        """The row cut in `barriers`, or None if there is none."""
        return next((each for each in self.barriers if isinstance(each, RowCut)), None)

    def problem(self, cols: int) -> Problem:
        """Return the problem for the board with `cols` columns.

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
        """Return whether the board with `cols` columns has a tour, or None if unknown.

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
        proof = self.proof(cols)
        if proof is None:
            return self.single[cols].exists if cols in self.single else None
        return isinstance(proof, Stretch)

    def proof(self, cols: int) -> OddLengths | RowCut | LastingProof | Stretch | None:
        """Return a proof that decides the board with `cols` columns and infinitely many others, or None.

        Parameters
        ----------
        cols : int
            The length.

        Returns
        -------
        OddLengths, RowCut, LastingProof, Stretch or None
            A proof in `barriers` that there is no tour, a tour in `stretches` that can be stretched to this length, or None.
        """
        none = (barrier for barrier in self.barriers if barrier.rules_out(cols))
        return next(chain(none, (each for each in self.stretches[::-1] if each.reaches(cols))), None)

    def verdict(self, cols: int) -> Result:
        """Return the result for the board with `cols` columns, including any known tour.

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
        problem, proof = self.problem(cols), self.proof(cols)
        if cols in self.single:
            return self.single[cols]
        if isinstance(proof, Stretch):
            tour, columns = stretched_tour(problem, proof, Meter()), f"{proof.cut} to {proof.cut + proof.block - 1}"
            reason = f"a tour of {proof.board} was stretched: its columns {columns} can be repeated"
            result = Result(Status.FOUND, problem.verify(tour), reason)
        elif proof is not None:
            result = Result(Status.IMPOSSIBLE, None, str(proof))
        else:
            result = Result(Status.UNKNOWN, None, "no answer within the limits")
        return result.about(problem)

    @property
    def step(self) -> int:
        """Number of columns after which the answers repeat, from `last` columns onwards."""
        return lcm(2, *(stretch.block for stretch in self.stretches))

    @property
    def last(self) -> int:
        """Number of columns from which the answers repeat."""
        begins = [self.first, *(barrier.first or 1 for barrier in self.barriers)]
        return max([*begins, *self.single, *(1 + stretch.board.cols for stretch in self.stretches)]) + 1

    @cached_property
    def answers(self) -> dict[int, bool | None]:
        """The answer for each number of columns, up to three periods after `last`."""
        return {cols: self.exists(cols) for cols in range(self.first, self.last + 3 * self.step)}

    def lengths(self, answer: bool | None) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the numbers of columns with a given answer.

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
        hits, end = {cols for cols, value in self.answers.items() if value is answer}, self.last + 3 * self.step
        tail = range(self.last, self.last + self.step)
        steps = (step for step in range(1, self.step + 1) if self.step % step == 0)
        step = next(each for each in steps if all((cols in hits) == (cols + each in hits) for cols in tail))
        endless = [cols for cols in self.answers if hits.issuperset(range(cols, end, step))]
        return sorted(hits.difference(endless)), [(cols, step) for cols in endless if cols - step not in hits]

    def document(self) -> dict[str, Any]:
        """Return the answers for boards of every length as a JSON document.

        Returns
        -------
        dict
            The question (`rows`, `leaper`, `closed`, and `start` if given), and three lists of lengths: those with a tour
            (`tours`), those without one (`none`, with the reasons), and `unknown`.
        """
        tours, unknown = self.lengths(True), self.lengths(None)
        later = ([{"length": first, "step": step} for first, step in each[1]] for each in (tours, unknown))
        start = {} if self.start is None else {"start": self.start}
        return {
            "rows": self.rows,
            "leaper": self.leaper,
            "closed": self.closed,
            **start,
            "tours": {"lengths": tours[0], "from": next(later)},
            "none": self._none(),
            "unknown": [*unknown[0], *next(later)],
        }

    def _none(self) -> list[dict[str, Any]]:
        """Return the reasons why boards have no tour as JSON, with the numbers of columns."""
        none: list[dict[str, Any]] = []
        for barrier in self.barriers:
            shorter = range(self.first, barrier.first or 1)
            is_later = isinstance(barrier, LastingProof) or any(self.answers[cols] is not False for cols in shorter)
            begin = {"from": barrier.first} if is_later else {}
            none.append({"lengths": "odd" if isinstance(barrier, OddLengths) else "all", **begin, "reason": str(barrier)})
        alike: dict[str, list[int]] = {}
        for cols, verdict in self.single.items():
            if verdict.exists is False:
                alike.setdefault(verdict.reason, []).append(cols)
        return none + [{"lengths": cols, "reason": reason} for reason, cols in alike.items()]

    @property
    def decided(self) -> dict[Problem, Result]:
        return {self.problem(cols): result for cols, result in self.single.items()}

    def _claims(self, unproven: Collection[Problem]) -> list[Claim]:
        single = {cols: result for cols, result in self.single.items() if self.problem(cols) not in unproven}
        known, claims = replace(self, single=single), list[Claim]()
        for answer in (True, False, None):
            lengths, begins = known.lengths(answer)
            claims += [(answer, self.rows, *begin) for begin in [*((cols, 0) for cols in lengths), *begins]]
        return claims

    @property
    def regions(self) -> list[dict[str, Any]]:
        stretches = (
            {"path": walk_text(each.tour.squares, self.leaper, each.board.cols)[:2], "cut": each.cut, "block": each.block}
            | {"kind": "stretch", "rows": self.rows, "cols": each.board.cols}
            for each in self.stretches
        )
        return [*stretches, *(each.region for each in self.barriers if not isinstance(each, OddLengths))]

    def to_json(self) -> str:
        """Return the answers for all lengths as JSON text.

        Returns
        -------
        str
            The text of `document`.
        """
        return json.dumps(self.document())


def decide_height(
    rows: int,
    leaper: Leaper = KNIGHT,
    *,
    start: Any = None,
    closed: bool = False,
    budget: Budget | None = None,
) -> HeightVerdict:
    """Decide which boards with a given number of rows have a tour.

    Parameters
    ----------
    rows : int
        The height of the boards.
    leaper : tuple of int, optional
        The leaper (default: the knight).
    start : square, optional
        The given first square of the tours, as in `Problem`.
    closed : bool, optional
        Whether the tours must be closed (default: False).
    budget : Budget, optional
        Limits of the whole computation. If None, only the limits for single lengths apply, so a few lengths may remain unknown.

    Returns
    -------
    HeightVerdict
        The answers for all lengths, with the evidence.

    Raises
    ------
    ProblemError
        If `rows` is not from 1 to `MOST_ROWS`, or if the start is invalid.
    MoveError
        If the leaper is invalid.
    SolverUnavailable
        If python-sat is not installed.

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
) -> HeightVerdict:
    """Decide which boards with `rows` rows have a tour, within the limits of `meter`."""
    if rows not in range(1, MOST_ROWS + 1):
        raise ProblemError(f"invalid height {rows!r}: it must be from 1 to {MOST_ROWS:,} rows", rows)
    board = Board(rows, MOST_START)
    rows, start = board.rows, Problem.on_board(board, leaper, start=start, closed=closed).start
    cut = find_row_cut(rows, leaper, closed, start)
    is_odd = rows % 2 == sum(leaper) % 2 == 1 and colours_forbid(1, [start] if start else [], closed=closed)
    barriers = (cut,) if cut else (OddLengths(None if closed else start),) if is_odd else ()
    single: dict[int, Result] = {}
    verdict = HeightVerdict(rows, leaper, closed, start, single, barriers=barriers)
    with suppress(BudgetSpent):
        loop = None if cut else find_narrow_loop(rows, leaper, meter)
        end = min(MOST_COLS, MOST_SQUARES // rows) + 1
        if loop:
            end = LOOPS * loop.shape[1] + min(verdict.first - 1, MOST_COLS)
        searches = (BLOCKS, MOST_CONFLICTS), ((2 * max(leaper),), LAST_CONFLICTS)
        for search, cols in product(searches, range(verdict.first, end)):
            if all(verdict.proof(each) for each in range(cols, cols + verdict.step)):
                break
            if verdict.proof(cols):
                continue
            problem = verdict.problem(cols)
            if cols not in single:
                single[cols] = decide_within(problem, meter, MOST_NODES)
            if proof := lasting_proof(problem, single[cols]):
                del single[cols]
                verdict = replace(verdict, barriers=(*verdict.barriers, proof))
            elif (tour := single[cols].tour) is not None:
                joined = joined_stretch(tour, loop, leaper) if loop and problem.size > SMALL else None
                verdict = _with_stretch(verdict, problem, joined, meter, *search)
    return replace(verdict, single=immutabledict(single))


def _with_stretch(
    found: HeightVerdict, problem: Problem, joined: Stretch | None, meter: Meter, blocks: Sequence[int], most_conflicts: int
) -> HeightVerdict:
    """Add a tour that can be stretched to the answers: `joined`, or one that is found on the board of `problem`."""
    with suppress(BudgetSpent):  # without a stretch, the result for this length remains
        stretch = joined or find_some_stretch(problem, meter, blocks, most_conflicts)
        if stretch and stretch.period and not found.proof(first := stretch.board.cols):
            for length in range(first, first + stretch.period * stretch.block, stretch.block):
                longer = found.problem(length)
                longer.verify(stretched_tour(longer, stretch, Meter()))
            return replace(found, stretches=(*found.stretches, stretch))
    return found
