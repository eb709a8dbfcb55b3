"""What is proven in print about the knight on full boards: statement, citation, the problems that it covers.

m is the smaller side and n the larger, as in the literature. A theorem answers True (there is such a tour), False (there is
none) or None (it does not cover the problem). Boards with holes or joined edges, and other leapers, are covered by none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper

__all__ = ["THEOREMS", "Theorem", "theorem_for"]


@dataclass(frozen=True)
class Question:
    """What is asked of a full board of the knight, m <= n."""

    board: Board
    start: Square | None
    end: Square | None
    closed: bool

    @property
    def m(self) -> int:
        """The smaller side."""
        return min(self.board.rows, self.board.cols)

    @property
    def n(self) -> int:
        """The larger side."""
        return max(self.board.rows, self.board.cols)

    @property
    def ends(self) -> tuple[Square, ...]:
        """The given ends of the tour."""
        return tuple(square for square in (self.start, self.end) if square is not None)


Rule: TypeAlias = Callable[[Question], "bool | None"]


@dataclass(frozen=True)
class Theorem:
    """A published theorem.

    Attributes
    ----------
    name, statement, citation : for people.
    rule : what it says of a question about a full board.
    """

    name: str
    statement: str
    citation: str
    rule: Rule = field(repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.name}: {self.statement} ({self.citation})"

    def says(
        self,
        board: Board,
        *,
        leaper: Leaper = KNIGHT,
        start: Square | None = None,
        end: Square | None = None,
        closed: bool = False,
    ) -> bool | None:
        """True: there is a tour; False: there is none; None: not covered.

        Examples
        --------
        >>> [theorem.says(Board(8, 8), closed=True) for theorem in THEOREMS if theorem.name == "Schwenk"]
        [True]
        """
        if board.holes or board.wrap or tuple(sorted(leaper)) != KNIGHT:
            return None
        return self.rule(Question(board, start, end, closed))


def theorem_for(
    board: Board,
    *,
    leaper: Leaper = KNIGHT,
    start: Square | None = None,
    end: Square | None = None,
    closed: bool = False,
) -> tuple[Theorem, bool] | None:
    """The first theorem that covers a problem, and what it says; None where none does.

    Examples
    --------
    >>> theorem, exists = theorem_for(Board(4, 9), start=(1, 0))
    >>> theorem.name, exists
    ('4xn boards, inner rows', False)
    """
    for theorem in THEOREMS:
        exists = theorem.says(board, leaper=leaper, start=start, end=end, closed=closed)
        if exists is not None:
            return theorem, exists
    return None


def has_closed_tour(m: int, n: int) -> bool:
    """Schwenk's theorem, for m <= n.

    >>> has_closed_tour(3, 8), has_closed_tour(3, 10), has_closed_tour(5, 6)
    (False, True, True)
    """
    return not (m % 2 and n % 2) and m not in (1, 2, 4) and not (m == 3 and n in (4, 6, 8))


def has_open_tour(m: int, n: int) -> bool:
    """Cull and De Curtins' theorem, for m <= n.

    >>> has_open_tour(3, 6), has_open_tour(3, 7), has_open_tour(4, 4)
    (False, True, False)
    """
    return (m, n) in ((1, 1), (3, 4)) or (m == 3 and n >= 7) or (m == 4 and n >= 5) or m >= 5


def _schwenk(asked: Question) -> bool | None:
    return has_closed_tour(asked.m, asked.n) if asked.closed and len(asked.ends) < 2 else None


def _rotated(asked: Question) -> bool | None:
    return True if not asked.closed and len(asked.ends) < 2 and has_closed_tour(asked.m, asked.n) else None


def _no_open(asked: Question) -> bool | None:
    return None if has_open_tour(asked.m, asked.n) else False


def _open(asked: Question) -> bool | None:
    return None if asked.closed or asked.ends else has_open_tour(asked.m, asked.n)


def _odd(asked: Question) -> bool | None:
    odd = asked.m % 2 == 1 and asked.n % 2 == 1
    return False if odd and not asked.closed and any(sum(square) % 2 for square in asked.ends) else None


def _inner_rows(asked: Question) -> bool | None:
    if asked.m != 4 or asked.n < 5 or asked.closed:
        return None
    axis = 0 if asked.board.rows == 4 else 1
    return False if any(square[axis] in (1, 2) for square in asked.ends) else None


def _laceable(asked: Question) -> bool | None:
    if asked.closed or asked.m < 6 or asked.m * asked.n % 2 or len(asked.ends) < 2:
        return None
    return sum(map(sum, asked.ends)) % 2 == 1


THEOREMS: tuple[Theorem, ...] = (
    Theorem(
        "Schwenk",
        "an m x n board, m <= n, has a closed tour unless m and n are both odd, or m is 1, 2 or 4, or m = 3 and n is 4, 6 or 8",
        "A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64, 1991",
        _schwenk,
    ),
    Theorem(
        "Schwenk, rotated",
        "a board with a closed tour has an open tour from every square: the closed one, begun there",
        "A. J. Schwenk, Mathematics Magazine 64, 1991",
        _rotated,
    ),
    Theorem(
        "no open tour",
        "there is no open tour on 1 x n for n >= 2, 2 x n, 3 x 3, 3 x 5, 3 x 6 and 4 x 4",
        "P. Cull and J. De Curtins, Knight's tour revisited, Fibonacci Quarterly 16, 1978",
        _no_open,
    ),
    Theorem(
        "Cull and De Curtins",
        "there is an open tour on 1 x 1, 3 x 4, 3 x n for n >= 7, 4 x n for n >= 5, and every board with both sides at least 5",
        "P. Cull and J. De Curtins, Knight's tour revisited, Fibonacci Quarterly 16, 1978",
        _open,
    ),
    Theorem(
        "odd boards",
        "on a board with an odd number of squares an open tour begins and ends on the colour of the corners",
        "by counting the two colours",
        _odd,
    ),
    Theorem(
        "4xn boards, inner rows",
        "no open tour of a 4 x n board begins or ends in the two inner rows",
        "by the half-set argument that is attributed to L. Pósa for closed tours; see graphs.obstructions.HalfSet",
        _inner_rows,
    ),
    Theorem(
        "laceable",
        "a board with both sides at least 6 and an even number of squares has an open tour between any two squares of "
        "different colour, and none between two of the same",
        "A. Conrad, T. Hindrichs, H. Morsy and I. Wegener, Discrete Applied Mathematics 50, 1994 (n x n); "
        "S. Dupuis and S. Wagon, Laceable knights, Ars Mathematica Contemporanea 9, 2015 (m x n)",
        _laceable,
    ),
)
"""All theorems, the most specific first where two cover the same problem."""
