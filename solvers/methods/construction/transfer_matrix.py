"""Tours of a board of few rows as walks among states: what a tour looks like from a cut between two columns.

A knight moves two columns at most. Of the part of a tour at the left of a cut only this matters at its right: which squares
of the last two columns are not yet done with their two moves, and which of them are the two ends of one strand of the part.
That is a state. Adding a column leads from state to state, and the tours of all boards of so many rows are the walks from the
empty board to the complete tour (the transfer-matrix method: R. P. Stanley, Enumerative Combinatorics 1, 1986; the states
are those of D. E. Knuth's Simpath, The Art of Computer Programming 4A, 7.1.4, 2011).

For 3 rows there are some 1,600 states, for 4 rows some 14,000; from 5 rows on they are too many to be listed at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

__all__ = ["COMPLETE", "Links", "State", "first_state", "steps"]

State: TypeAlias = tuple[int, ...]
"""For each square of the last two columns, column by column: the square at the other end of its strand, DONE or END."""

Links: TypeAlias = tuple[tuple[int, int], ...]
"""Moves that end in the last of three columns. Squares are numbered column by column."""

COMPLETE: State = ()
"""The state of a tour that is complete: no column can be added."""

DONE = -1
"""A square that has both its moves."""
END = -2
"""A square whose strand ends, at the other side, with an end of the tour."""


def first_state(rows: int) -> State:
    """The state before the first column."""
    return (DONE,) * (2 * rows)


@cache
def steps(rows: int, state: State, ends: tuple[int, ...] = ()) -> Mapping[State, Links]:
    """The states to which another column leads, each with the moves that lead there (the first such set of moves).

    Parameters
    ----------
    rows : the board's.
    state : that of the part so far.
    ends : the rows in which the new column has ends of the tour.

    Examples
    --------
    The first column of 3 rows adds three squares, each a strand by itself; from the second on, moves come in.

    >>> [one] = steps(3, first_state(3))
    >>> one
    (-1, -1, -1, 3, 4, 5)
    >>> sorted(steps(3, one).items())[0]
    ((0, 1, 2, 3, 4, 5), ())
    """
    return _Column(rows, state, ends).added()


class _Column:
    """One column being added: its moves are taken or left, one after the other, those of the same older square in a row."""

    def __init__(self, rows: int, state: State, ends: tuple[int, ...]) -> None:
        self.rows = rows
        self.mates = [*state, *(END if row in ends else 2 * rows + row for row in range(rows))] if state else []
        self.links = _links(rows)
        self.taken: list[tuple[int, int]] = []
        self.states: dict[State, Links] = {}

    def added(self) -> dict[State, Links]:
        """All states with their moves."""
        if self.mates:
            self._choose(0)
        return self.states

    def _choose(self, index: int) -> None:
        """Choose among the moves from this one on."""
        mates, rows = self.mates, self.rows
        older = self.links[index][0] if index < len(self.links) else 2 * rows
        if any(mates[square] != DONE for square in range(min(older, rows))):
            return  # a square of the oldest column has no move left to take
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
        """Take a move; whether it closes a ring, or joins the strands of both ends of the tour."""
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
        self.states.setdefault(state, tuple(self.taken))


@cache
def _links(rows: int) -> Links:
    """The moves from the two last columns into a new one."""
    far = [(row, 2 * rows + other) for row in range(rows) for other in (row - 1, row + 1) if 0 <= other < rows]
    near = [(rows + row, 2 * rows + other) for row in range(rows) for other in (row - 2, row + 2) if 0 <= other < rows]
    return (*far, *near)
