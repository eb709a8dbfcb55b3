"""The tours of a board with few rows as walks among states: a state is all that matters of a tour at a cut between columns.

A knight moves two columns at most. Cut a tour between two columns. The part at the left of the cut consists of paths, here
called strands. Only two things decide how it can go on: which squares of the last two columns still lack moves, and which of
them are the two ends of one strand. Together they are the state at the cut. Adding a column changes the state, and each tour
of a board is a walk from the empty state to the complete one (the transfer-matrix method: R. P. Stanley, Enumerative
Combinatorics 1, 1986; the states are those of D. E. Knuth's Simpath, The Art of Computer Programming 4A, 7.1.4, 2011).

Cost: there are some 1,600 states for 3 rows and some 14,000 for 4 rows; from 5 rows on there are too many to list.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from solvers.frontier.plan import END
from solvers.frontier.plan import FULL as DONE
from solvers.frontier.state import join

__all__ = ["COMPLETE", "DONE", "END", "Links", "State", "first_state", "steps"]

State: TypeAlias = tuple[int, ...]
"""For each square of the last two columns, column by column: the square at the other end of its strand, or DONE or END."""

Links: TypeAlias = tuple[tuple[int, int], ...]
"""Moves that end in the last of three columns, as pairs of squares, which are numbered column by column."""

COMPLETE: State = ()
"""The state of a complete tour, to which no column can be added."""


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

    Notes
    -----
    Each move that may end in the column is left or taken, one after the other. Once all moves from a square of the oldest
    column are through, the ways in which it still lacks one are given up.

    Examples
    --------
    The first column of 3 rows adds three squares, each a strand by itself. Moves can end in the second column only.

    >>> [one] = steps(3, first_state(3))
    >>> one
    (-1, -1, -1, 3, 4, 5)
    >>> sorted(steps(3, one).items())[0]
    ((0, 1, 2, 3, 4, 5), ())
    """
    if state == COMPLETE:
        return {}
    column = [END if row in ends else 2 * rows + row for row in range(rows)]
    ways: list[tuple[dict[int, int], Links]] = [(dict(enumerate((*state, *column))), ())]
    for one in range(2 * rows):
        for other in _reached(rows, one):
            taken = []
            for mates, links in ways:
                taken.append((mates, links))
                if mates[one] != DONE != mates[other]:
                    joined = dict(mates)
                    if not join(joined, one, other) or set(joined.values()) == {DONE}:
                        taken.append((joined, (*links, (one, other))))
            ways = taken
        if one < rows:
            ways = [way for way in ways if way[0][one] == DONE]
    first: dict[State, Links] = {}
    for mates, links in ways:
        first.setdefault(_shifted(rows, mates), links)
    return first


def _shifted(rows: int, mates: dict[int, int]) -> State:
    """Return the state of the last two columns out of three, which are numbered anew."""
    state = tuple(mate if mate < 0 else mate - rows for mate in list(mates.values())[rows:])
    return COMPLETE if set(state) == {DONE} else state


@cache
def _reached(rows: int, square: int) -> list[int]:
    """Return the squares of the third column that are a move from a square of the first two."""
    col, row = divmod(square, rows)
    return [2 * rows + other for other in (row - 1 - col, row + 1 + col) if 0 <= other < rows]
