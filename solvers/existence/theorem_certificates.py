"""Make the certificate of a theorem about many boards: its claims, and the evidence for them in one file.

The classes `Theorem` and `TheoremBoard` in `scripts/checker` explain the format and the proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import chain
from typing import Any, ClassVar, TypeAlias

from graphs.board import Board, Square
from graphs.errors import BoardError
from graphs.leapers import Leaper, leaper_moves
from solvers.core.budget import Budget, Meter
from solvers.core.errors import NoCertificate
from solvers.core.problem import Problem
from solvers.core.result import NotABool, Result
from solvers.existence.answers import board_of
from solvers.existence.certificates import no_tour_evidence
from solvers.pages.explorer import explorer_moves_text

Sides: TypeAlias = tuple[int, int]
Case: TypeAlias = tuple[Square, ...]
"""The marked squares of a board: none, the two ends of an open tour, or the square that a closed tour leaves out."""
Claim: TypeAlias = tuple[bool | str | None, int | None, int, int]
"""An answer, a number of rows, the least number of columns, and the step to the next one, as in certificates. If the number of
rows is None, the claim is about all boards with both sides at least the given number."""
WalkText: TypeAlias = tuple[int, str, str]
"""A tour and its rotations, as in certificates: the number of the first square, the moves, and the rotations. A digit is an
index in `leaper_moves(leaper)`."""


class ProvenTheorem(NotABool):
    """Base class of theorems about many boards: they have certificates."""

    case: ClassVar[str] = "tour"
    """What the theorem is about: "tour", "ends" or "hole"."""
    leaper: Leaper
    closed: bool

    @property
    def parts(self) -> Collection[ProvenTheorem]:
        """Theorems about boards of one height that this theorem contains."""
        return ()

    @property
    def decided(self) -> dict[Problem, Result]:
        """The answers for cases of single boards."""
        return {problem: result for part in self.parts for problem, result in part.decided.items()}

    @property
    def tours(self) -> dict[Sides, list[WalkText]]:
        """Further tours of single boards, by rows and columns."""
        return {}

    @property
    def regions(self) -> list[dict[str, Any]]:
        """The proofs about infinitely many boards, as in certificates."""
        return list(chain.from_iterable(part.regions for part in self.parts))

    def _claims(self, unproven: Collection[Problem] = ()) -> list[Claim]:
        """Return the claims that do not use the answers to `unproven` problems, or raise `NoCertificate`."""
        return list(chain.from_iterable(part._claims(unproven) for part in self.parts))

    def certificate(
        self, budget: Budget | None = None, missing: Callable[[Problem, Exception], None] = lambda *_: None
    ) -> dict[str, Any]:
        """Return the certificate, as a JSON document for `scripts/check_certificate.py`, or raise `NoCertificate`.

        Each search for checkable evidence has the full `budget`. `missing` is called with each problem for which none is found,
        and the error. The certificate then claims less.
        """
        tours, none, unproven = {sides: [*walks] for sides, walks in self.tours.items()}, [], []
        for problem, result in self.decided.items():
            board = board_of(problem)
            sides = board.rows, board.cols
            if result.tour is not None:
                tours.setdefault(sides, []).append(walk_text(result.tour.squares, self.leaper, board.cols))
                continue
            try:
                kind, witness = no_tour_evidence(problem, result, Meter(budget))
                marks = [*board.holes] or [problem.start, problem.end] * (problem.end is not None)
                none.append((*sides, marks, {"kind": kind, **witness}))
            except (NoCertificate, BoardError) as error:
                unproven.append(problem)
                missing(problem, error)
        return {
            "kind": "theorem",
            "case": self.case,
            "leaper": self.leaper,
            "moves": leaper_moves(self.leaper),
            "closed": self.closed,
            "start": getattr(self, "start", None),
            "claims": self._claims(unproven),
            "tours": [(*sides, walks) for sides, walks in tours.items()],
            "none": none,
            "regions": self.regions,
        }


def walk_text(squares: Any, leaper: Leaper, cols: int, turns: Sequence[int] = ()) -> WalkText:
    """Return a tour and its rotations as certificates contain them.

    >>> from graphs.leapers import leaper_moves
    >>> start, digits, _ = walk_text([(0, 1), (2, 0), (0, -1)], (1, 2), 3)
    >>> start, [leaper_moves((1, 2))[int(digit)] for digit in digits]
    (1, [(2, -1), (-2, -1)])
    """
    number, _, moves = explorer_moves_text(squares, Board(1, cols), leaper).partition(":")
    return int(number), moves, "".join(map(str, turns))
