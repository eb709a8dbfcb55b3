"""The twin of `columns` and of the search of `transfer_matrix`, on arrays: the same ways, in another order.

The search leaves or takes each move that may end in the new column. It goes on without recursion: `choice` keeps what it does
with each move, and `saved` the mates before each move that it takes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.methods.compiled.jit import inlined, jit

__all__ = ["add_column_compiled"]

DONE, END = -1, -2
LEFT, TAKEN = 0, 1
NOTHING = -1
ENDS_SHIFT, COMPLETE = 60, 1 << 62


@jit
def add_column_compiled(rows: int, ends: int, places: Any, row: int) -> Any:
    """Return all ways to add a column, as `add_column` does."""
    links = _links(rows)
    mates = np.empty(3 * rows, dtype=np.int64)
    saved = np.empty((len(links), 3 * rows), dtype=np.int64)
    choice = np.empty(len(links), dtype=np.int64)
    origins = np.empty(1024, dtype=np.int64)
    after = np.empty(1024, dtype=np.int64)
    size = 0
    for origin in range(len(places)):
        for placed in range(1 << rows):
            used = (places[origin] >> ENDS_SHIFT & 3) + _ones(placed)
            if places[origin] >= COMPLETE or used > ends or (row >= 0 and not placed >> row & 1):
                continue
            _begin(rows, places[origin], placed, mates)
            index = 0
            forward = True
            while index >= 0:
                index, found = _search(rows, links, mates, saved, choice, index, forward)
                forward = False
                if found != NOTHING:
                    if size == len(after):
                        origins = np.append(origins, origins)
                        after = np.append(after, after)
                    origins[size] = origin
                    after[size] = found | used << ENDS_SHIFT
                    size += 1
    return origins[:size], after[:size]


@jit
def _search(rows: Any, links: Any, mates: Any, saved: Any, choice: Any, index: Any, forward: Any) -> Any:
    """Go on with the search up to the next state; return the move at which it goes on then, and the state.

    Forward, it decides about the move of this index. Otherwise it first takes back its last choices. At the end the index is
    -1, and there is no state.
    """
    while True:
        if forward:
            passed = min(links[index, 0], rows) if index < len(links) else rows
            if not _are_done(mates, passed):
                forward = False
                index -= 1
            elif index == len(links):
                return index - 1, _packed(rows, mates)
            else:
                choice[index] = LEFT
                index += 1
        elif index < 0:
            return -1, NOTHING
        elif choice[index] == TAKEN:
            _copy(saved[index], mates)
            index -= 1
        elif mates[links[index, 0]] == DONE or mates[links[index, 1]] == DONE:
            index -= 1
        else:
            choice[index] = TAKEN
            _copy(mates, saved[index])
            if not _join(mates, links[index, 0], links[index, 1]):
                forward = True
                index += 1
            elif _are_done(mates, 3 * rows):
                return index, COMPLETE


@inlined
def _links(rows: Any) -> Any:
    """Return the moves from the two last columns into a new one, in the order of the textbook."""
    links = np.empty((4 * rows, 2), dtype=np.int64)
    size = 0
    for column, step in ((0, 1), (1, 2)):
        for row in range(rows):
            for other in (row - step, row + step):
                if 0 <= other < rows:
                    links[size, 0] = column * rows + row
                    links[size, 1] = 2 * rows + other
                    size += 1
    return links[:size]


@inlined
def _ones(number: Any) -> Any:
    """Return the number of bits that are set."""
    count = 0
    while number:
        number &= number - 1
        count += 1
    return count


@inlined
def _begin(rows: Any, place: Any, placed: Any, mates: Any) -> None:
    """Set the mates before the first move of the new column."""
    for square in range(2 * rows):
        mate = place >> 4 * square & 15
        mates[square] = mate - 16 if mate >= 14 else mate
    for row in range(rows):
        mates[2 * rows + row] = END if placed >> row & 1 else 2 * rows + row


@inlined
def _are_done(mates: Any, count: Any) -> Any:
    """Return whether the first squares, so many, have all their moves."""
    done = True
    for square in range(count):
        done &= mates[square] == DONE
    return done


@inlined
def _copy(source: Any, target: Any) -> None:
    for square in range(len(target)):
        target[square] = source[square]


@inlined
def _join(mates: Any, one: Any, other: Any) -> Any:
    """Take a move; return whether it closes a ring or joins the strands of the two ends of the tour."""
    far, farther = mates[one], mates[other]
    if far != one:
        mates[one] = DONE
    if farther != other:
        mates[other] = DONE
    closed = far == other or (far == END and farther == END)
    if closed:
        mates[one] = DONE
        mates[other] = DONE
    else:
        if far >= 0:
            mates[far] = farther
        if farther >= 0:
            mates[farther] = far
    return closed


@inlined
def _packed(rows: Any, mates: Any) -> Any:
    """Return the number of the state of the two newer columns, or of its mirror image, whichever is less."""
    number, mirrored = np.int64(0), np.int64(0)
    for square in range(2 * rows):
        mate = mates[rows + square]
        image = square - square % rows + rows - 1 - square % rows
        if mate >= 0:
            mate -= rows
            number |= mate << 4 * square
            mirrored |= (mate - mate % rows + rows - 1 - mate % rows) << 4 * image
        else:
            number |= (mate + 16) << 4 * square
            mirrored |= (mate + 16) << 4 * image
    return min(number, mirrored)
