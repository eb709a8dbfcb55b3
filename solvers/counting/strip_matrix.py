"""The transfer matrix of a strip: in how many ways one more column leads from each state to each other.

A strip is a board with few rows and any number of columns. `transfer_matrix` describes the part of a tour at the left of a cut
between two columns by a state, of which there are finitely many. Number the states. Entry (i, j) of the transfer matrix is
the number of sets of moves with which another column leads from state j to state i. A tour of n columns is a walk of n steps
from the state before the first column to the state of a complete tour, so the number of tours is one entry of the n-th power
of the matrix (R. P. Stanley, Enumerative Combinatorics 1, 1986, section 4.7).

Two things make the matrix smaller:

- Turn the strip upside down. A state and its mirror image are reached in equally many ways, and lead on in equally many. So
  one number stands for both: the number of ways to reach either. (J. G. Kemeny and J. L. Snell, Finite Markov Chains, 1960,
  section 6.3, call such a matrix lumped.)
- A state from which no complete tour can be reached adds nothing. A search backwards from the complete state finds the others.

Cost: a step for each set of moves of each state. States up to reflection, and those that remain: 3 rows 146 and 86 (closed),
847 and 425 (open); 4 rows 7,056 and 1,271 (open; none remain for closed tours); 5 rows 33,670 and 21,070 (closed), about 15
seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from solvers.methods.construction.transfer_matrix import COMPLETE, State, count_steps, first_state

__all__ = ["Place", "StripMatrix", "strip_matrix", "ways_with_end_in"]

Place: TypeAlias = tuple[State, int]
"""A state, and how many ends of the tour lie at the left of the cut."""


@dataclass(frozen=True, eq=False)
class StripMatrix:
    """The transfer matrix of a strip.

    Attributes
    ----------
    rows : the number of rows of the strip.
    ends : how many ends a tour has: 0 for closed tours, 2 for open ones.
    numbers : the number of each place: a state up to reflection, and the ends so far. The first place has number 0.
    ways : a sparse matrix of whole numbers; entry (i, j) is the number of ways from place j to place i.
    """

    rows: int
    ends: int
    numbers: dict[Place, int]
    ways: csr_array[Any, Any]

    @property
    def last(self) -> int | None:
        """The number of the place of a complete tour; None where no board with so many rows has a tour."""
        return self.numbers.get((COMPLETE, self.ends))


@cache
def strip_matrix(rows: int, ends: int) -> StripMatrix:
    """Return the transfer matrix of the strips with this number of rows.

    Parameters
    ----------
    rows : the number of rows.
    ends : how many ends a tour has: 0 for closed tours, 2 for open ones.

    Examples
    --------
    >>> strip_matrix(3, 0).ways.shape
    (86, 86)
    >>> strip_matrix(4, 0).last is None      # no board of 4 rows has a closed tour
    True
    """
    first = first_state(rows), 0
    numbers: dict[Place, int] = {first: 0}
    entries: dict[tuple[int, int], int] = {}
    todo = [first]
    for place in todo:
        for new, ways in _next_places(rows, place, ends):
            if new not in numbers:
                numbers[new] = len(numbers)
                todo.append(new)
            entry = numbers[new], numbers[place]
            entries[entry] = entries.get(entry, 0) + ways
    return _useful(StripMatrix(rows, ends, numbers, _sparse(entries, len(numbers))))


@cache
def ways_with_end_in(rows: int, row: int) -> csr_array[Any, Any]:
    """Return the matrix of a column that has an end of an open tour in this row, plus that for the row of its mirror image."""
    numbers = strip_matrix(rows, 2).numbers
    entries: dict[tuple[int, int], int] = {}
    for place, number in numbers.items():
        for end in {row, rows - 1 - row}:
            for new, ways in _next_places(rows, place, 2, end):
                if new in numbers:
                    entry = numbers[new], number
                    entries[entry] = entries.get(entry, 0) + ways
    return _sparse(entries, len(numbers))


def _next_places(rows: int, place: Place, ends: int, required: int | None = None) -> Iterator[tuple[Place, int]]:
    """Yield the places to which another column leads, with the number of ways; it has an end in the required row."""
    state, before = place
    for more in range(ends - before + 1):
        for placed in combinations(range(rows), more):
            if required is None or required in placed:
                for new, ways in count_steps(rows, state, placed).items():
                    yield (_up_to_reflection(rows, new), before + more), ways


def _up_to_reflection(rows: int, state: State) -> State:
    """Return the state or its mirror image, whichever is less."""
    return min(state, tuple(_reflected(rows, state[_reflected(rows, square)]) for square in range(len(state))))


def _reflected(rows: int, square: int) -> int:
    """Return the square in the same column with the row counted from the other side; DONE and END stay what they are."""
    return square if square < 0 else square - square % rows + rows - 1 - square % rows


def _sparse(entries: dict[tuple[int, int], int], size: int) -> csr_array[Any, Any]:
    to, origin = np.array(list(entries), dtype=np.int64).reshape(-1, 2).T
    return csr_array((np.array(list(entries.values()), dtype=np.int64), (to, origin)), shape=(size, size))


def _useful(matrix: StripMatrix) -> StripMatrix:
    """Return the part of the matrix that leads to a complete tour."""
    kept = np.zeros(len(matrix.numbers), dtype=bool)
    if matrix.last is not None:
        kept[_reaching(matrix.ways, matrix.last)] = True
    kept[0] = True
    order = np.flatnonzero(kept)
    renumbered = np.cumsum(kept) - 1
    numbers = {place: int(renumbered[number]) for place, number in matrix.numbers.items() if kept[number]}
    return StripMatrix(matrix.rows, matrix.ends, numbers, matrix.ways[order][:, order])


def _reaching(ways: csr_array[Any, Any], last: int) -> NDArray[np.int64]:
    """Return the places from which there is a walk to this one."""
    seen = {last}
    todo = [last]
    for place in todo:
        for before in ways.indices[ways.indptr[place] : ways.indptr[place + 1]].tolist():
            if before not in seen:
                seen.add(before)
                todo.append(before)
    return np.array(todo, dtype=np.int64)
