"""Find all pairs of squares of one board that are the ends of an open tour.

A *rotation* of a tour replaces one of its moves by a move from its end. The result is a tour with the same start and another
end (see `solvers.methods.rotations_kernels`). Random rotations reach nearly all possible ends, in a few rotations per end. The
remaining pairs are processed in one of two ways:

- If a limit on search nodes is given, each remaining pair is decided within this limit.
- Otherwise, `warnsdorff-repair` searches for a tour of each remaining pair. The search stops at the first pair for which it
  finds none.

For each pair, the pair itself or one of its images under the symmetries of the board is examined. For this purpose, one start
is chosen in each orbit of squares. It is paired with the squares of its own orbit and of later orbits. Some examined pairs may
be images of each other.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, ClassVar

import numpy as np

from graphs.board import Board, Square
from graphs.leapers import Leaper, leaper_moves
from graphs.obstructions import Obstruction
from graphs.symmetry import orbits, symmetries
from graphs.theorems import colours_forbid
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.answer_texts import evidence_name
from solvers.existence.answers import STOPPED
from solvers.existence.theorem_certificates import WalkText, walk_text
from solvers.methods.construction.dividing import Dividing
from solvers.methods.rotations_kernels import replay_rotations, rotate
from solvers.methods.warnsdorff_repair import warnsdorff_repair
from solvers.solving.decide import decide_by_known_reasons, decide_problem

PATIENCE = 30
"""Maximum number of consecutive rotations that reach no new end, per square of the board."""
MOST_UNKNOWN = 3
"""Maximum number of unknown pairs of a board. Afterwards, pairs are decided only by the obstructions of earlier pairs."""


@dataclass(eq=False)
class BoardEnds:
    """The pairs of ends that were examined on one board.

    For each pair, the pair itself or one of its images was examined. Of the `pairs` that the colours allow, the two-move rule
    (see `all_ends`) forbids `blocked`. The others are in `none` (with the no-tour answer) or `unknown`, or are the ends of
    tours in `walks`, which are as in certificates. If `no_tour` is a result, the board has no open tour at all, and no pairs
    are examined. If `stopped`, the search stopped at a pair for which no tour was found, and all later pairs are unknown.
    """

    rows: int
    cols: int
    leaper: Leaper
    pairs: int = 0
    none: dict[tuple[Square, ...], Result] = field(default_factory=dict)
    unknown: list[tuple[Square, ...]] = field(default_factory=list)
    walks: list[WalkText] = field(default_factory=list)
    blocked: int = 0
    no_tour: Result | None = None
    stopped: bool = False

    names: ClassVar[tuple[str, ...]] = ("start", "end")
    """The names of the two squares in a JSON document."""

    @property
    def is_complete(self) -> bool:
        """Whether all pairs that the rules allow have a tour."""
        return not (self.none or self.unknown or self.stopped) and self.no_tour is None

    def exists(self, *squares: Square) -> bool | None:
        """Return whether an allowed pair has a tour, or None if unknown."""
        images = {each for map_ in symmetries(Board(self.rows, self.cols)) for each in permutations(map(map_, squares))}
        if self.no_tour is not None or not images.isdisjoint(self.none):
            return False
        return None if self.stopped or not images.isdisjoint(self.unknown) else True

    def problem(self, *squares: Square) -> Problem:
        """Return the problem of an open tour with the given ends."""
        start, end = squares or (None, None)
        return Problem.on_board(Board(self.rows, self.cols), self.leaper, start=start, end=end)

    def store(self, verdict: Result, *squares: Square) -> None:
        """Store the result of a pair, unless it has a tour."""
        if verdict.exists is False:
            self.none[squares] = verdict
        elif verdict.exists is None:
            self.unknown.append(squares)

    @property
    def single(self) -> dict[Problem, Result]:
        """The no-tour answers in `none` and `no_tour`, by problem."""
        answers = {} if self.no_tour is None else {self.problem(): self.no_tour}
        return answers | {self.problem(*squares): verdict for squares, verdict in self.none.items()}

    def __str__(self) -> str:
        """Return the numbers of pairs without a tour as text."""
        kinds = Counter(evidence_name(verdict) for verdict in self.none.values())
        reasons = ", ".join(f"{name} {number}" for name, number in kinds.most_common())
        none = f"{len(self.none)} of {self.pairs - self.blocked:,}" + f" ({reasons})" * bool(kinds)
        return none + f", {len(self.unknown)} unknown" * bool(self.unknown)

    def document(self) -> dict[str, Any]:
        """Return pairs without a tour and unknown pairs, as JSON.

        Each listed pair represents its images, some of which may also be listed.
        """
        if self.no_tour is not None:
            return {"reason": self.no_tour.reason}
        none = [dict(zip(self.names, some, strict=True)) | {"reason": verdict.reason} for some, verdict in self.none.items()]
        return {"pairs": self.pairs - self.blocked, "none": none, "unknown": self.unknown}

    @property
    def answer(self) -> bool | str:
        """The answer about all examined pairs, as in certificates."""
        return False if self.no_tour is not None else "some" if self.none else True


class BoardEndWalks:
    """Search for the ends of open tours on one board."""

    def __init__(self, rows: int, cols: int, leaper: Leaper, meter: Meter) -> None:
        self.board, self.leaper, self.meter = Board(rows, cols), leaper, meter
        self.problem = Problem.on_board(self.board, leaper)
        self.found = BoardEnds(rows, cols, leaper)
        self.moves = np.array(leaper_moves(leaper))
        self.dividing = Dividing(leaper)
        self.colour = np.add.outer(np.arange(rows), np.arange(cols)).ravel() % 2
        self.orbit = np.empty(self.board.size, np.int64)
        for number, orbit in enumerate(orbits(self.board)):
            self.orbit[[self._number(square) for square in orbit]] = number
        self.random = np.array([self.board.size], np.uint64)
        self.turns = np.empty(100 * self.board.size, np.uint8)
        self.path: Any = None
        self.reasons: list[Obstruction] = []

    def _number(self, square: Square) -> int:
        """Return the number of a square, row by row from 0."""
        return square[0] * self.board.cols + square[1]

    def _square(self, number: Any) -> Square:
        """Return the square that has a given number."""
        return divmod(int(number), self.board.cols)

    def run(self, effort: int) -> BoardEnds:
        """Examine all pairs, each with at most `effort` search nodes.

        If `effort` is 0, only a tour is searched for, and the first pair without one stops the search.
        """
        found, size = self.found, self.board.size
        if effort and (anywhere := decide_problem(self.problem, self.meter.step(100 * effort))).exists is False:
            found.no_tour = anywhere
            return found
        starts = (orbit[0] for orbit in orbits(self.board) if not colours_forbid(size, orbit[:1], closed=False))
        for start in starts:
            wanted = self._wanted(start)
            self._walk(start, wanted)
            for end in map(self._square, np.flatnonzero(wanted)):
                if effort:
                    self._decide(start, end, effort)
                elif not self._find(start, end):
                    found.stopped = True
                    return found
        return found

    def _wanted(self, start: Square) -> Any:
        """Return for each square whether its pair with `start` is wanted.

        Add the number of pairs that the colours allow to `found.pairs`, and that of the pairs that only the two-move rule
        forbids to `found.blocked`.
        """
        here, (rows, cols) = self._number(start), (self.board.rows, self.board.cols)
        wanted = (self.colour != self.colour[here]) if self.board.size % 2 == 0 else self.colour == 0
        wanted &= self.orbit >= self.orbit[here]
        wanted[here] = False
        self.found.pairs += int(wanted.sum())
        ends = np.flatnonzero(wanted)
        blocked = [end for end in ends if self.dividing.is_blocked(rows, cols, start, self._square(end))]
        wanted[blocked] = False
        self.found.blocked += len(blocked)
        return wanted

    def _walk(self, start: Square, wanted: Any) -> None:
        """Rotate tours from `start` until all wanted squares are ends.

        Stop earlier if a limit is reached. Remove the squares at which a tour ended from `wanted`.
        """
        for _ in range(3):
            self.meter.check()
            if not wanted.any() or not self._begin(start):
                return
            path = self.path.copy()
            left = wanted.copy()
            left[path[-1]] = False
            used = self._rotate(left)
            self._add(path, self.turns[:used].copy(), wanted)

    def _rotate(self, wanted: Any) -> int:
        """Rotate `self.path` to all wanted ends, or until a limit.

        Return the number of rotations up to the last one that reached a wanted end. They are stored in `self.turns`.
        """
        sides, patience = (self.board.rows, self.board.cols), PATIENCE * self.board.size
        return rotate(sides, self.moves, self.path, wanted, self.random, patience, self.turns)

    def _begin(self, start: Square) -> bool:
        """Set `self.path` to a tour from `start`, if one is found."""
        here = self._number(start)
        if self.path is not None and self.path[0] != here:
            if self.board.size % 2 == 0 and self.colour[self.path[-1]] != self.colour[here]:
                self.path = self.path[::-1].copy()
            if self.path[-1] != here:
                self._rotate(np.arange(self.board.size) == here)
            self.path = self.path[::-1].copy()
        if self.path is None or self.path[0] != here:
            step = self.meter.step()
            squares = warnsdorff_repair(self.problem.with_ends(start=start), step).squares
            self.path = None if squares is None else np.array([self._number(square) for square in squares])
        return self.path is not None

    def _add(self, path: Any, turns: Any, wanted: Any) -> None:
        """Verify a tour and its rotations, and store them as one walk.

        The ends of these tours are removed from `wanted`.
        """
        sides = self.board.rows, self.board.cols
        self.problem.verify([self._square(number) for number in path])
        reached = replay_rotations(sides, self.moves, path.copy(), turns)
        assert len(reached) == len(path), "a rotation uses a move that leaves the board"
        wanted &= ~reached
        squares = np.stack(np.divmod(path, self.board.cols), axis=1)
        self.found.walks.append(walk_text(squares, self.leaper, self.board.cols, turns.tolist()))

    def _find(self, start: Square, end: Square) -> bool:
        """Search for a tour between two squares, and store it."""
        for ends in ((start, end), (end, start)):
            squares = warnsdorff_repair(self.problem.with_ends(start=ends[0], end=ends[1]), self.meter.step()).squares
            if squares is not None:
                return self._add_tour(squares, start)
        return False

    def _add_tour(self, squares: Any, start: Square) -> bool:
        path = np.array([self._number(square) for square in squares])
        path = path if path[0] == self._number(start) else path[::-1].copy()
        self._add(path, self.turns[:0].copy(), np.zeros(self.board.size, bool))
        return True

    def _decide(self, start: Square, end: Square, effort: int) -> None:
        def decided(problem: Problem) -> Result:
            too_hard = len(self.found.unknown) >= MOST_UNKNOWN
            return STOPPED if too_hard else decide_problem(problem, self.meter.step(effort))

        verdict = decide_by_known_reasons(decided, self.reasons, self.problem.with_ends(start=start, end=end))
        if verdict.tour is not None:
            self._add_tour(verdict.tour, start)
        elif verdict.exists is None:
            self.meter.check()
        self.found.store(verdict, start, end)
