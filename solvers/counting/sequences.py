"""Sequences of numbers of tours: their boards, and the published terms.

A sequence has one board for each n = 1, 2, 3, …, and its n-th term is the number of tours of the n-th board. The table
`sequences.json` stores the sequences, their published terms and the sources of these terms.

A sequence from the OEIS (On-Line Encyclopedia of Integer Sequences) has its OEIS number as its name. The other sequences are
about leapers other than the knight, cylinders, tori, and boards without one corner. For most of these sequences, no published
number was found.

Counting rules:

- A closed tour counts once: its two directions are the same tour.
- An open tour and its reverse count as one, except in A165134.
- If two moves join the same squares, as on small tori, they count as one move.

Some boards have no tour. Take an (a, b) leaper, where a is at most b, on a board that is not a cylinder or torus. If a + b is
even, the leaper stays on squares of the colour of its first square, so it has no tour of two or more squares. If a + b is odd,
and a and b have no common divisor, the leaper can reach all squares of each board with at least a + b rows and 2b columns
(Knuth, 1994).

References
----------
N. J. A. Sloane and others, The On-Line Encyclopedia of Integer Sequences, https://oeis.org. D. E. Knuth, Leaper graphs, The
Mathematical Gazette 78, 1994. D. E. Knuth, The Art of Computer Programming, Prefascicle 8A: Hamiltonian paths and cycles, 2025.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import count, takewhile

from graphs.board import Board, Wrap
from graphs.leapers import KNIGHT, Leaper
from graphs.text import suggestion
from solvers.core.errors import ProblemError
from solvers.core.problem import Problem
from solvers.counting.counting import TourCount

_TABLE = json.loads(files("solvers.counting").joinpath("sequences.json").read_text(encoding="utf-8"))
GROUPS: dict[str, str] = _TABLE["groups"]
"""Groups of sequences: the name of each group, and its description."""
NOT_FOUND = "not found in print"


@dataclass(frozen=True)
class CountSequence:
    """Sequence of numbers of tours.

    Attributes
    ----------
    name : str
        Number of the sequence in the OEIS, or its name in this project.
    group : str
        Name of the group to which the sequence belongs, a key of `GROUPS`.
    title : str
        Description of the counted tours.
    closed : bool
        Whether the tours are closed.
    leaper : tuple of int
        The leaper.
    wrap : str or None
        Which edges of the boards are joined, as in `Board`.
    rows, cols : int
        Numbers that determine the n-th board if `squares` is 0. If `rows` is above 0, the board has `rows` rows and n * `cols`
        columns. If `rows` is 0, it is a square board of side n * `cols`.
    squares : int
        If above 0, `cols` is ignored: the n-th board has `rows` rows and n * `squares` squares. If the last column is not
        full, its lower squares are missing.
    without_corner : bool
        Whether the lower right corner of each board is missing.
    directed : bool
        Whether an open tour and its reverse count as two.
    source : str
        Publication that contains the numbers, or `NOT_FOUND` if none was found.
    published : mapping of int to int
        Published terms of the sequence. The keys are the indices n.
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
        """Return the n-th board.

        Parameters
        ----------
        n : int
            Index of the board, from 1.

        Returns
        -------
        Board
            The n-th board.
        """
        rows = self.rows or self.cols * n
        size = self.squares * n or rows * self.cols * n - self.without_corner
        cols = -(-size // rows)
        holes = [(row, cols - 1) for row in range(rows - (rows * cols - size), rows)]
        return Board(rows, cols, holes, self.wrap)

    def problem(self, n: int) -> Problem:
        """Return the problem whose tours the n-th term counts.

        Parameters
        ----------
        n : int
            Index of the term, from 1.

        Returns
        -------
        Problem
            The problem.
        """
        return Problem.on_board(self.board(n), self.leaper, closed=self.closed)

    def term(self, count: TourCount) -> int:
        """Return the term for a count: the number of directed tours if `directed` is true, and otherwise of undirected tours.

        Parameters
        ----------
        count : TourCount
            The number of tours of a board of the sequence.

        Returns
        -------
        int
            The term.
        """
        number = count.directed if self.directed else count.undirected
        assert number is not None
        return number

    def indices(self, squares: int) -> Iterator[int]:
        """Return an iterator over all n for which the n-th board has at most `squares` squares.

        Parameters
        ----------
        squares : int
            Maximum number of squares.

        Returns
        -------
        iterator of int
            The indices n, from 1, in ascending order.
        """
        return takewhile(lambda n: self.board(n).size <= squares, count(1))


def chosen_sequences(names: Sequence[str] = ()) -> list[CountSequence]:
    """Return the sequences that have a given name, or that belong to a group with a given name.

    Parameters
    ----------
    names : sequence of str, optional
        Names of sequences and groups. If empty, all sequences are returned.

    Returns
    -------
    list of CountSequence
        The sequences, in the order of the table `sequences.json`.

    Raises
    ------
    ProblemError
        If a name is neither that of a sequence nor that of a group.

    Examples
    --------
    >>> [each.name for each in chosen_sequences(["A193055", "2,3-closed-nxn"])]
    ['A193055', '2,3-closed-nxn']
    >>> len(chosen_sequences(["columns"]))
    11
    """
    by_name = {each.name: each for each in _sequences()}
    for name in names:
        if name not in by_name and name not in GROUPS:
            hint = suggestion(name, [*by_name, *GROUPS]) or f"the groups are {', '.join(GROUPS)}; "
            raise ProblemError(f"unknown sequence {name!r}: {hint}see knights-tour records counts --list-sequences", name)
    return [each for each in by_name.values() if not names or each.name in names or each.group in names]


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
