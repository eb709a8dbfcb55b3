"""The tours of a board with few rows as walks among states: a state is all that matters of a tour at a cut between columns.

A knight moves two columns at most. Cut a tour between two columns. The part at the left of the cut consists of paths, here
called strands. Only two things decide how it can go on: which squares of the last two columns still lack moves, and which of
them are the two ends of one strand. Together they are the state at the cut. Adding a column changes the state, and each tour
of a board is a walk from the empty state to the complete one (the transfer-matrix method: R. P. Stanley, Enumerative
Combinatorics 1, 1986; the states are those of D. E. Knuth's Simpath, The Art of Computer Programming 4A, 7.1.4, 2011).

Cost: there are some 1,600 states for 3 rows and some 14,000 for 4 rows; from 5 rows on there are too many to list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

__all__ = ["COMPLETE", "Links", "State", "count_steps", "first_state", "steps"]

State: TypeAlias = tuple[int, ...]
"""For each square of the last two columns, column by column: the square at the other end of its strand, or DONE or END."""

Links: TypeAlias = tuple[tuple[int, int], ...]
"""Moves that end in the last of three columns, as pairs of squares, which are numbered column by column."""

COMPLETE: State = ()
"""The state of a complete tour, to which no column can be added."""

DONE = -1
"""Stands for a square that has both its moves."""
END = -2
"""Stands for a square whose strand has an end of the tour as its other end."""


def first_state(rows: int) -> State:
    """Return the state before the first column."""
    return (DONE,) * (2 * rows)


@cache
def steps(rows: int, state: State, ends: tuple[int, ...] = ()) -> Mapping[State, Links]:
    """Return the states to which another column leads, each with the first set of moves that leads there.

    Parameters
    ----------
    rows : the number of rows.
    state : the state before the column.
    ends : the rows in which the new column has ends of the tour.

    Examples
    --------
    The first column of 3 rows adds three squares, each a strand by itself. Moves can end in the second column only.

    >>> [one] = steps(3, first_state(3))
    >>> one
    (-1, -1, -1, 3, 4, 5)
    >>> sorted(steps(3, one).items())[0]
    ((0, 1, 2, 3, 4, 5), ())
    """
    first: dict[State, Links] = {}
    for new, links in _Column(rows, state, ends).ways():
        first.setdefault(new, links)
    return first


def count_steps(rows: int, state: State, ends: tuple[int, ...] = ()) -> Mapping[State, int]:
    """Return the states to which another column leads, each with the number of sets of moves that lead there.

    The parameters are those of `steps`.

    Examples
    --------
    >>> [one] = count_steps(3, first_state(3))
    >>> len(count_steps(3, one)), max(count_steps(3, one).values())
    (4, 1)
    """
    return Counter(new for new, _ in _Column(rows, state, ends).ways())


class _Column:
    """The search for all ways to add a column: each move that may end in it is taken or left, one after the other.

    Moves from the same older square follow each other, so that a square which lacks a move is noticed early.
    """

    def __init__(self, rows: int, state: State, ends: tuple[int, ...]) -> None:
        self.rows = rows
        self.mates = [*state, *(END if row in ends else 2 * rows + row for row in range(rows))] if state else []
        self.links = _links(rows)
        self.taken: list[tuple[int, int]] = []
        self.found: list[tuple[State, Links]] = []

    def ways(self) -> list[tuple[State, Links]]:
        """Return all ways to add the column: the new state and the moves."""
        if self.mates:
            self._choose(0)
        return self.found

    def _choose(self, index: int) -> None:
        """Take or leave the moves from this index on."""
        mates, rows = self.mates, self.rows
        older = self.links[index][0] if index < len(self.links) else 2 * rows
        if any(mates[square] != DONE for square in range(min(older, rows))):
            return  # a square of the oldest column lacks a move, and none is left
        if index == len(self.links):
            self._note(tuple(mate if mate < 0 else mate - rows for mate in mates[rows:]))
            return
        self._choose(index + 1)
        one, other = self.links[index]
        if DONE in (mates[one], mates[other]):
            return
        kept = mates[:]
        self.taken.append((one, other))
        if not self._join(one, other):
            self._choose(index + 1)
        elif all(mate == DONE for mate in mates):
            self._note(COMPLETE)
        self.taken.pop()
        mates[:] = kept

    def _join(self, one: int, other: int) -> bool:
        """Take a move; return whether it closes a ring or joins the strands of the two ends of the tour."""
        mates = self.mates
        far, farther = mates[one], mates[other]
        if far != one:
            mates[one] = DONE
        if farther != other:
            mates[other] = DONE
        if far == other or far == farther == END:
            mates[one] = mates[other] = DONE
            return True
        for end, mate in ((far, farther), (farther, far)):
            if end >= 0:
                mates[end] = mate
        return False

    def _note(self, state: State) -> None:
        self.found.append((state, tuple(self.taken)))


@cache
def _links(rows: int) -> Links:
    """Return the moves from the two last columns into a new one."""
    far = [(row, 2 * rows + other) for row in range(rows) for other in (row - 1, row + 1) if 0 <= other < rows]
    near = [(rows + row, 2 * rows + other) for row in range(rows) for other in (row - 2, row + 2) if 0 <= other < rows]
    return (*far, *near)
