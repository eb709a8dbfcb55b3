"""Sequences of counts: which boards they count, and what stands about them in print.

A sequence has a board for each n. `sequences.json` is the table of them, with the terms in print and their source. Those with a
number in the OEIS (On-Line Encyclopedia of Integer Sequences) have that as their name. The others belong to families: other
leapers, cylinders, tori, and boards without one corner. For most of these no number was found in print.

Closed tours count once, whatever their direction. An open tour and its reverse count as one, except in A165134. Squares that
are joined in two ways, as on small tori, count as joined once. A leaper (a, b) with an even a + b never leaves the colour of
its first square: no tour of two squares or more. The other leapers reach every square of boards with a + b rows and 2b columns,
or more (D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994).

References
----------
N. J. A. Sloane and others, The On-Line Encyclopedia of Integer Sequences, https://oeis.org. D. E. Knuth, The Art of Computer
Programming, Prefascicle 8A: Hamiltonian paths and cycles, 2025.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import count, takewhile

from graphs.board import Board, Wrap
from graphs.leapers import KNIGHT, Leaper
from solvers.counting.counting import TourCount
from solvers.errors import ProblemError
from solvers.problem import Problem

__all__ = ["GROUPS", "NOT_FOUND", "CountSequence", "chosen_sequences"]

_TABLE = json.loads(files("solvers.counting").joinpath("sequences.json").read_text(encoding="utf-8"))
GROUPS: dict[str, str] = _TABLE["groups"]
NOT_FOUND = "not found in print"


@dataclass(frozen=True)
class CountSequence:
    """A sequence of numbers of tours.

    Attributes
    ----------
    name : the number in the OEIS, or what the sequence is called here.
    group : a key of `GROUPS`.
    title : what is counted.
    closed, leaper, wrap : the kind of the tours, and which edges of the boards are joined.
    rows, cols : the n-th board has this number of rows and n times this number of columns; 0 rows mean a square board.
    squares : if it is above 0, the n-th board has the first n times `squares` squares, column by column, instead.
    without_corner : whether the boards lack their last square.
    directed : whether an open tour and its reverse are two.
    source : where the numbers stand in print; `NOT_FOUND` where none was found.
    published : the numbers in print, for some n.
    """

    name: str
    group: str
    title: str
    closed: bool
    leaper: Leaper = KNIGHT
    wrap: Wrap | None = None
    rows: int = 0
    cols: int = 1
    squares: int = 0
    without_corner: bool = False
    directed: bool = False
    source: str = NOT_FOUND
    published: Mapping[int, int] = field(default_factory=dict, repr=False, compare=False)

    def board(self, n: int) -> Board:
        """Return the n-th board, from 1 on."""
        rows = self.rows or self.cols * n
        size = self.squares * n or rows * self.cols * n - self.without_corner
        cols = -(-size // rows)
        holes = [(row, cols - 1) for row in range(rows - (rows * cols - size), rows)]
        return Board(rows, cols, holes, self.wrap)

    def problem(self, n: int) -> Problem:
        """Return the problem whose tours the n-th term counts."""
        return Problem.on_board(self.board(n), self.leaper, closed=self.closed)

    def term(self, count: TourCount) -> int:
        """Return the term for a count: the directed or the undirected number."""
        number = count.directed if self.directed else count.undirected
        assert number is not None
        return number

    def indices(self, squares: int) -> Iterator[int]:
        """Return each n whose board has at most this number of squares."""
        return takewhile(lambda n: self.board(n).size <= squares, count(1))


def chosen_sequences(names: Sequence[str] = ()) -> list[CountSequence]:
    """Return the sequences and the groups with these names; all sequences where there are no names.

    Raises
    ------
    ProblemError : no sequence and no group has a name.

    Examples
    --------
    >>> [each.name for each in chosen_sequences(["A193055", "2,3-closed-nxn"])]
    ['A193055', '2,3-closed-nxn']
    >>> len(chosen_sequences(["columns"]))
    11
    """
    known = {each.name: each for each in _sequences()}
    for name in names:
        if name not in known and name not in GROUPS:
            near = difflib.get_close_matches(name, [*known, *GROUPS], 1)
            hint = f"perhaps {near[0]}" if near else f"the groups are {', '.join(GROUPS)}"
            raise ProblemError(f"there is no sequence {name!r}: {hint}; records.py counts --list-sequences shows all", name)
    return [each for each in known.values() if not names or each.name in names or each.group in names]


@cache
def _sequences() -> tuple[CountSequence, ...]:
    return tuple(
        CountSequence(
            **{name: value for name, value in row.items() if name not in ("first", "terms", "leaper")},
            leaper=tuple(row.get("leaper", KNIGHT)),
            published=dict(enumerate(row.get("terms", ()), row.get("first", 1))),
        )
        for row in _TABLE["sequences"]
    )
