"""Published theorems about tours of boards without holes.

As in the literature, m is the smaller side and n the larger. A theorem *covers* a problem if it implies that a tour exists, or
that none exists. `THEOREMS` are about the knight on boards without joined edges, `CYLINDERS` about the knight on cylinders, and
`TORI` about all leapers on tori, whose move graphs are Cayley graphs of Abelian groups. Each answer takes constant time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import combinations
from math import gcd
from typing import ClassVar, TypeAlias

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper, leaper_moves


@dataclass(frozen=True)
class TheoremProblem:
    """A tour problem on an m x n board, m <= n.

    `lines` are the coordinates of the ends along the shorter side.
    """

    m: int
    n: int
    ends: list[Square]
    lines: list[int]
    closed: bool

    @classmethod
    def of(cls, board: Board, leaper: Leaper, start: Square | None, end: Square | None, closed: bool) -> TheoremProblem | None:
        """Return a knight's problem on a plain board, else None."""
        if board.holes or board.wrap or tuple(sorted(leaper)) != KNIGHT:
            return None
        ends = [square for square in (start, end) if square is not None]
        lines = [end[board.rows > board.cols] for end in ends]
        m, n = sorted((board.rows, board.cols))
        return cls(m, n, ends, lines, closed)

    @property
    def colours_forbid(self) -> bool:
        """Whether the chessboard colouring rules out a tour."""
        return colours_forbid(self.m * self.n, self.ends, closed=self.closed)


Rule: TypeAlias = Callable[[TheoremProblem], "bool | None"]


@dataclass(frozen=True)
class Theorem:
    """A published theorem about the existence of tours."""

    name: str
    statement: str
    citation: str
    label: ClassVar[str] = "theorem"
    meaning: ClassVar[str] = "a published theorem rules out a tour"

    def __str__(self) -> str:
        return f"{self.name}: {self.statement} ({self.citation})"


def theorem_for(
    board: Board,
    *,
    leaper: Leaper = KNIGHT,
    start: Square | None = None,
    end: Square | None = None,
    closed: bool = False,
) -> tuple[Theorem, bool] | None:
    """Return a published theorem that decides a problem, with its answer.

    >>> theorem, exists = theorem_for(Board(4, 9), start=(1, 0))
    >>> theorem.name, exists
    ('4xn boards, inner rows', False)
    """
    if board.wrap is not None:
        return _with_joined_edges(board, leaper, [end for end in (start, end) if end is not None], closed)
    problem = TheoremProblem.of(board, leaper, start, end, closed)
    if problem is None:
        return None
    answers = ((theorem, rule(problem)) for theorem, rule in THEOREMS.items())
    return next(((theorem, exists) for theorem, exists in answers if exists is not None), None)


def colours_forbid(squares: int, ends: Collection[Square] = (), *, closed: bool) -> bool:
    """Return whether the chessboard colouring rules out a tour.

    Every move is assumed to change the colour.

    The ends of an open tour have the colour of the corners if the number of squares is odd, else different colours.
    """
    if closed:
        return squares % 2 == 1
    colours = [sum(end) % 2 for end in ends]
    return any(colours) if squares % 2 else len(colours) == 2 and colours[0] == colours[1]


def has_closed_tour(m: int, n: int) -> bool:
    """Return whether the m x n board has a closed knight's tour.

    The sides must be sorted: m <= n.
    """
    return not colours_forbid(m * n, closed=True) and m not in (1, 2, 4) and not (m == 3 and n in (4, 6, 8))


def has_open_tour(m: int, n: int) -> bool:
    """Return whether the m x n board has an open knight's tour.

    The sides must be sorted: m <= n.
    """
    return (m, n) in ((1, 1), (3, 4)) or (m == 3 and n >= 7) or (m == 4 and n >= 5) or m >= 5


def _with_joined_edges(board: Board, leaper: Leaper, ends: list[Square], closed: bool) -> tuple[Theorem, bool] | None:
    """Return the theorem that decides a torus or cylinder, and its answer."""
    rows, cols = board.rows, board.cols
    if board.holes or board.size < 3:
        return None
    if board.wrap != "both":
        free, around = (rows, cols) if board.wraps_cols else (cols, rows)
        covered = closed and len(ends) < 2 and tuple(sorted(leaper)) == KNIGHT
        return (CYLINDERS, free != 1 and not (free in (2, 4) and around % 2 == 0)) if covered else None
    moves = {(down % rows, right % cols) for down, right in leaper_moves(leaper)} - {(0, 0)}
    minors = (one[0] * other[1] - one[1] * other[0] for one, other in combinations([*moves, (rows, 0), (0, cols)], 2))
    connected = gcd(*minors) == 1  # the moves and the periods of the torus generate all of Z x Z
    return (TORI, connected) if len(ends) < 2 or not connected else None


THEOREMS: dict[Theorem, Rule] = {
    Theorem(
        "Schwenk",
        "an m x n board, m <= n, has a closed tour unless m and n are both odd, or m is 1, 2 or 4, or m = 3 and n is 4, 6 or 8",
        "A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64, 1991",
    ): lambda problem: has_closed_tour(problem.m, problem.n) if problem.closed and len(problem.ends) < 2 else None,
    Theorem(
        "Schwenk, rotated",
        "a board with a closed tour has an open tour from every square: the closed tour, started at this square",
        "A. J. Schwenk, Mathematics Magazine 64, 1991",
    ): lambda problem: True if not problem.closed and len(problem.ends) < 2 and has_closed_tour(problem.m, problem.n) else None,
    Theorem(
        "Cull and De Curtins",
        "there is an open tour on every board with both sides at least 5",
        "P. Cull and J. De Curtins, Knight's tour revisited, Fibonacci Quarterly 16, 1978",
    ): lambda problem: True if problem.m >= 5 and not problem.closed and not problem.ends else None,
    Theorem(
        "Chia and Ong",
        "an m x n board, m <= n, has an open tour unless m is 1 or 2 and n > 1, or m = 3 and n is 3, 5 or 6, or m = n = 4",
        "G. L. Chia and S.-H. Ong, Generalized knight's tours on rectangular chessboards, "
        "Discrete Applied Mathematics 150, 2005",
    ): lambda problem: (None if problem.closed or problem.ends else True) if has_open_tour(problem.m, problem.n) else False,
    Theorem(
        "odd boards",
        "on a board with an odd number of squares, an open tour begins and ends on the colour of the corners",
        "by counting the two colours",
    ): lambda problem: False if problem.m * problem.n % 2 and not problem.closed and problem.colours_forbid else None,
    Theorem(
        "4xn boards, inner rows",
        "no open tour of a 4 x n board begins or ends in the two inner rows",
        "by the half-set argument that is attributed to L. Pósa for closed tours",
    ): lambda problem: (
        False if problem.m == 4 < problem.n and not problem.closed and {1, 2}.intersection(problem.lines) else None
    ),
    Theorem(
        "laceable",
        "a board with both sides at least 6 and an even number of squares has an open tour between any two squares of "
        "different colours, and none between two squares of the same colour",
        "A. Conrad, T. Hindrichs, H. Morsy and I. Wegener, Solution of the knight's Hamiltonian path problem on chessboards, "
        "Discrete Applied Mathematics 50, 1994 (n x n); "
        "M. Dupuis and S. Wagon, Laceable knights, Ars Mathematica Contemporanea 9, 2015 (m x n)",
    ): lambda problem: (
        not problem.colours_forbid
        if problem.m >= 6 and problem.m * problem.n % 2 == 0 and len(problem.ends) == 2 and not problem.closed
        else None
    ),
}
"""Theorems with functions that apply them: True, False or None (not applicable)."""

TORI = Theorem(
    "tori",
    "if a leaper's moves join all squares of a torus of at least three squares, the torus has a closed tour, and so an open "
    "tour from every square, because its move graph is a connected Cayley graph of an Abelian group; otherwise it has no tour",
    "D. Marušič, Hamiltonian circuits in Cayley graphs, Discrete Mathematics 46, 1983; for the knight J. J. Watkins and "
    "R. L. Hoenigman, Knight's tours on a torus, Mathematics Magazine 70, 1997",
)
CYLINDERS = Theorem(
    "Watkins",
    "a cylinder of m rings with n squares each has a closed knight's tour unless m = 1, or m is 2 or 4 and n is even",
    "J. J. Watkins, Across the Board: The Mathematics of Chessboard Problems, 2004, p. 71",
)
