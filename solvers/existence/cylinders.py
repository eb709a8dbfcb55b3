"""Prove for all cylinders which have a closed knight's tour.

A cylinder consists of m rings, its rows, with n squares each. The module `solvers.methods.construction.cylinder_tours` explains
how closed tours are constructed. The other cylinders have none:

- One ring: no move joins two of its squares.
- Two rings, n even: each move leads two columns to a side. So no move joins an even to an odd column.
- Four rings, n even: no move joins two squares of the outer rings, which are half of all squares. So a closed tour alternates
  between outer and inner rings. As each move changes the colour of the square, all outer squares have the same colour. But
  adjacent ones do not.

References
----------
J. J. Watkins, Across the Board: The Mathematics of Chessboard Problems, 2004, p. 71.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from graphs.board import Board
from graphs.leapers import KNIGHT, Leaper, leaper_moves
from graphs.theorems import theorem_for
from solvers.core.budget import Budget
from solvers.core.problem import Problem
from solvers.core.result import NotABool
from solvers.existence.by_size import wrapped
from solvers.methods.construction.cylinder_tours import row_cycle

NONE = {
    "m = 1": "no move joins two squares of a ring",
    "m = 2, n even": "each move leads two columns to a side, so no move joins an even to an odd column",
    "m = 4, n even": "no move joins two squares of the outer rings, so a closed tour alternates between outer and inner rings; "
    "as each move changes the colour, all outer squares would have the same colour",
}
"""The cylinders without a closed tour, each with the reason."""


@dataclass(frozen=True)
class Cylinders(NotABool):
    """The theorem that states, for every cylinder, whether it has a closed knight's tour.

    The text of the theorem is `str(theorem)`. The columns of a cylinder are joined (`Board(rows, cols, wrap="cols")`).

    Examples
    --------
    >>> from solvers import Cylinders
    >>> theorem = Cylinders()
    >>> theorem.exists(4, 8), theorem.exists(4, 9), theorem.exists(10**9 + 1, 10**9 + 1)
    (False, True, True)
    """

    leaper: ClassVar[Leaper] = KNIGHT
    closed: ClassVar[bool] = True
    is_none: ClassVar[bool] = False
    is_complete: ClassVar[bool] = True

    def exists(self, rows: int, cols: int) -> bool:
        """Return whether a cylinder has a closed tour.

        Parameters
        ----------
        rows, cols : int
            The number of rings, and of squares in each.

        Returns
        -------
        bool
            The answer.
        """
        answer = theorem_for(Board(rows, cols, wrap="cols"), closed=True)
        return answer is not None and answer[1]

    def __str__(self) -> str:
        """Return the theorem as text, with one line per reason."""
        title = "Every cylinder of m rings with n squares each, m * n >= 3, has a closed tour of the knight, except these:"
        proof = "Proof: some moves that visit each ring once are repeated n times; for even m >= 6, two such tours are joined"
        return wrapped([title, *(f"  {which}: {reason}" for which, reason in NONE.items()), proof])

    def document(self) -> dict[str, Any]:
        """Return the theorem as a JSON document.

        Returns
        -------
        dict
            The entries `leaper`, `closed`, `wrap`, and `none` (the cylinders without a tour, with reasons).
        """
        none = [{"cylinders": which, "reason": reason} for which, reason in NONE.items()]
        return {"leaper": self.leaper, "closed": True, "wrap": "cols", "none": none}

    def certificate(
        self, budget: Budget | None = None, missing: Callable[[Problem, Exception], None] = lambda *_: None
    ) -> dict[str, Any]:
        """Return the certificate of the theorem as a JSON document.

        Parameters
        ----------
        budget : Budget, optional
            Not used.
        missing : callable, optional
            Not used.

        Returns
        -------
        dict
            The moves of the knight, and moves that visit each ring of 2, 3 and 4 rings once.
        """
        cycles = [row_cycle(rows) for rows in (2, 3, 4)]
        return {"kind": "cylinders", "moves": leaper_moves(KNIGHT), "cycles": cycles}
