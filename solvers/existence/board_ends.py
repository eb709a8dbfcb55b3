"""Decide which squares of one board are ends of an open tour, or can be left out by a closed tour.

A *case* is a pair of ends, or a square that is left out. Only *allowed* cases are examined: those that no rule forbids (see
`solvers.methods.construction.dividing`).

*Ends.* Rotations of a tour reach nearly all possible ends (see `solvers.methods.rotations`). The remaining pairs are processed
in one of two ways:

- If a limit on search nodes is given, each remaining pair is decided within this limit.
- Otherwise, a tour of each remaining pair is searched for, at first by walks. The search stops at the first pair for which
  none is found.

For each pair, the pair itself or one of its images under the symmetries of the board is examined. For this purpose, one start
is chosen in each orbit of squares. It is paired with the squares of its own orbit and of later orbits. Some examined pairs may
be images of each other.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import numpy as np

from graphs.board import Board, Square
from graphs.leapers import Leaper
from graphs.obstructions import Obstruction
from graphs.symmetry import orbits, symmetries
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.answer_texts import evidence_name
from solvers.existence.answers import STOPPED
from solvers.existence.base_tours import find_tour
from solvers.existence.certificates import Case, WalkText, walk_text
from solvers.methods.construction.dividing import Dividing
from solvers.methods.rotations import Rotations
from solvers.solving.decide import decide_by_known_reasons, decide_within

# Afterwards, pairs are decided only by the obstructions of earlier pairs.
MOST_UNKNOWN = 3
"""Maximum number of pairs of ends of a board that may remain unknown before the search gets faster."""


def case_images(rows: int, cols: int, *squares: Square) -> set[Case]:
    """Return the images of given squares under the symmetries of a board, in any order."""
    return {each for symmetry in symmetries(Board(rows, cols)) for each in permutations(map(symmetry, squares))}


@dataclass
class BoardEnds:
    """The cases of one board that were examined: pairs of ends of an open tour, or squares that a closed tour leaves out.

    For each allowed case, the case itself or one of its images was examined. There are `pairs` such cases. Each is in `none`
    (with the no-tour answer) or `unknown`, or has a tour in `walks`, which are as in certificates. If `none` contains the empty
    case (), the board has no open tour at all, and no cases are examined. If `stopped`, the search stopped at a pair for which
    no tour was found, and all later pairs are unknown.
    """

    rows: int
    cols: int
    leaper: Leaper
    pairs: int = 0
    none: dict[Case, Result] = field(default_factory=dict)
    unknown: list[Case] = field(default_factory=list)
    walks: list[WalkText] = field(default_factory=list)
    stopped: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether a tour exists wherever no rule forbids it."""
        return self.answer is True

    @property
    def answer(self) -> bool | str | None:
        """The answer in a certificate: True, False, "some" if some cases have no tour, or None if some are unknown."""
        if self.unknown or self.stopped:
            return None
        return False if () in self.none else "some" if self.none else True

    def exists(self, *squares: Square) -> bool | None:
        """Return whether there is a tour for the given squares, or None if unknown."""
        images = case_images(self.rows, self.cols, *squares)
        if () in self.none or not images.isdisjoint(self.none):
            return False
        return None if self.stopped or not images.isdisjoint(self.unknown) else True

    def problem(self, *squares: Square) -> Problem:
        """Return the problem of a case: without squares, that of an open tour with any ends."""
        if len(squares) == 1:
            return Problem.on_board(Board(self.rows, self.cols, squares), self.leaper, closed=True)
        ends: Any = dict(zip(("start", "end"), squares, strict=False))
        return Problem.on_board(Board(self.rows, self.cols), self.leaper, **ends)

    def add(self, verdict: Result, *squares: Square) -> None:
        """Add the result for given squares."""
        if verdict.tour is not None:
            self.walks.append(walk_text(verdict.tour.squares, self.leaper, self.cols))
        elif verdict.exists is False:
            self.none[squares] = verdict
        else:
            self.unknown.append(squares)

    @property
    def single(self) -> dict[Problem, Result]:
        """The no-tour answers, by problem."""
        return {self.problem(*squares): verdict for squares, verdict in self.none.items()}

    def __str__(self) -> str:
        kinds = Counter(map(evidence_name, self.none.values()))
        reasons = ", ".join(f"{name} {number}" for name, number in kinds.most_common())
        none = f"{len(self.none)} of {self.pairs:,}" + f" ({reasons})" * bool(kinds)
        return none + f", {len(self.unknown)} unknown" * bool(self.unknown)

    def document(self) -> dict[str, Any]:
        """Return the lists of impossible and of undecided squares, for JSON.

        Each listed case represents its images, some of which may also be listed.
        """
        if () in self.none:
            return {"reason": self.none[()].reason}
        names = {1: ["without"], 2: ["start", "end"]}
        none = [dict(zip(names[len(case)], case, strict=True)) | {"reason": each.reason} for case, each in self.none.items()]
        return {"pairs": self.pairs, "none": none, "unknown": self.unknown}


def examine_holes(rows: int, cols: int, leaper: Leaper, meter: Meter, effort: int) -> BoardEnds:
    """Decide which squares of a board a closed tour can leave out."""
    found, dividing = BoardEnds(rows, cols, leaper), Dividing(leaper)
    for hole, *_ in orbits(Board(rows, cols)):
        if dividing.is_allowed(rows, cols, hole):
            found.pairs += 1
            found.add(decide_within(found.problem(hole), meter, effort), hole)
    return found


def examine_ends(rows: int, cols: int, leaper: Leaper, meter: Meter, effort: int) -> BoardEnds:
    """Decide which pairs of squares are the ends of an open tour of a board.

    Each pair has at most `effort` search nodes. If `effort` is 0, only a tour is searched for, and the first pair without one
    stops the search.
    """
    found, board = BoardEnds(rows, cols, leaper), Board(rows, cols)
    problem, is_allowed, reasons = found.problem(), Dividing(leaper).is_allowed, list[Obstruction]()
    if effort and (anywhere := decide_within(problem, meter, 100 * effort)).exists is False:
        found.add(anywhere)
        return found

    def decided(pair: Problem) -> Result:
        return STOPPED if len(found.unknown) >= MOST_UNKNOWN else decide_within(pair, meter, effort)

    rotations, classes = Rotations(problem, meter), orbits(board)
    number = {square: place for place, orbit in enumerate(classes) for square in orbit}
    for place, (start, *_) in enumerate(classes):
        wanted = np.array([number[end] >= place and is_allowed(rows, cols, start, end) for end in board])
        found.pairs += int(wanted.sum())
        found.walks += (walk_text(squares, leaper, cols, turns) for squares, turns in rotations.tours(start, wanted))
        for end in [end for end, is_left in zip(board, wanted, strict=True) if is_left]:
            pair = problem.with_ends(start=start, end=end)
            if effort:
                found.add(decide_by_known_reasons(decided, reasons, pair), start, end)
                meter.check()
            elif (tour := find_tour(pair, meter)) is not None:
                found.walks.append(walk_text(tour.squares, leaper, cols))
            else:
                found.stopped = True
                return found
    return found
