"""Check which squares are the ends of open tours, for boards of few rows and any number of columns."""

from functools import cache
from itertools import combinations
from math import lcm

from checker.partial_tours import COMPLETE, OPEN, processed, shifted, with_edge
from checker.question import require

MOST_SQUARES, MOST_LENGTH = 10, 100  # larger values are rejected: they take long


def check_end_rows(theorem, rows, end_rows, first, step, exceptions):
    """Check a list of all pairs of squares that no open tour joins, on boards with `rows` rows.

    All tours end in the rows `end_rows`. Two squares in these rows are the ends of a tour if they are an allowed pair, and
    `exceptions` does not contain it. `exceptions` has a list of pairs for each number of columns below `first` + `step`. From
    `first` columns onwards, the lists repeat after `step` columns. A square is [row, column]. In the right half of the board,
    columns are counted from the right, so the last one is -1. Squares and pairs are ordered by column, then by row.

    To compare the boards with fewer than 4 * (`begin` + `period`) columns is enough (see `all_lengths`). If squares far from
    the sides have more than two moves, the rule of two moves depends on the same three numbers of columns as tours, and also
    repeats. On a board of 4 * `begin` columns or more, at least one of the three numbers of each exception is `begin` or more.
    If only one of them is, boards with `period` more columns have the same exception, with this number increased. If two of
    them are, the boards with `period` more columns have more exceptions, and the comparison fails.
    """
    valid = 0 < rows * theorem.b <= MOST_SQUARES and min(first, step) > 0 and max(first, step) <= MOST_LENGTH
    require(valid and theorem.case == "ends", f'"case" is not "ends", or invalid numbers {[rows, first, step]!a:.97}', 2)
    degrees = [sum(0 <= row + i < rows for i, _ in theorem.moves) for row in range(rows)]
    require(not end_rows or min(degrees) > 2, "some squares have only two moves, however long the board is")
    begin, period, has_tour = all_lengths(theorem, rows)
    begin, period, used = max(4 * theorem.b, begin), lcm(2, step, period), set()
    require(len(exceptions) == first + step - 1 <= 4 * begin, 'the number of lists in "exceptions" is wrong', 2)
    for cols in range(1, 4 * (begin + period)):
        board, found = theorem.board(rows, cols), []
        for one, other in combinations([(row, col) for col in range(cols) for row in range(rows)], 2):
            if has_tour(cols, one, other):
                used |= {one[0], other[0]}
            elif {one[0], other[0]} <= {*end_rows} and board.is_allowed(one, other):
                found.append([[row, col if 2 * col < cols else col - cols] for row, col in (one, other)])
        listed = exceptions[min(cols, first + (cols - first) % step) - 1]
        require(found == listed, f"the exceptions on the board {rows}x{cols} are wrong")
    require(sorted(used) == end_rows, f"the end rows are wrong: tours end in the rows {sorted(used)}")
    return "some" if end_rows else False, 1, 1


def all_lengths(theorem, rows):
    """Return a function that decides whether a tour joins two squares, and the numbers `begin` and `period`.

    The columns are processed from left to right. `lefts` lists the sets of states of partial tours (see partial_tours.py) after
    0, 1, … columns without an end, until the sets repeat. `middles` lists the sets after the left end, and `rights` those after
    both ends. In `middles` and `rights`, each state has a mask: one bit per position of the ends that leads to the state. So
    whether a pair has a tour depends on three numbers of columns: to the left of its left end, from its left end to its right
    end, and to the right of its right end. If such a number is `begin` or more, adding `period` to it changes nothing.
    """
    unique = {}  # equal states become one object, so that they are compared fast

    @cache
    def after(state, row, is_end):
        """Return the states after one more square of the first column. After its last square, shift them by a column."""
        later = [(row + i, j) for i, j in theorem.moves if 0 <= row + i < rows and (j, i) > (0, 0)]
        state = with_edge(state, (row, 0), None) if is_end else state
        states = processed({state}, (row, 0), later) if state else ()
        states = states if row < rows - 1 else [shifted(each, 1) for each in states]
        return [unique.setdefault(each, each) for each in states]

    def column(*parts):
        """Return the states after one more column. A part is (states, shift of their masks, rows of ends in the column)."""
        total = {}
        for masks, bits, *ends in parts:
            for row in range(rows):
                reached = {}
                for state, mask in masks.items():
                    for each in after(state, row, row in ends):
                        reached[each] = reached.get(each, 0) | mask
                masks = reached
            for state, mask in masks.items():
                total[state] = total.get(state, 0) | mask << bits
        return total

    lefts = repeated({OPEN: 1}, column)
    one_end = [(left, at * rows + row, row) for at, left in enumerate(lefts[0]) for row in range(rows)]
    middles, width = repeated(column(*one_end), column), len(one_end)
    two_ends = [(middle, (at * rows + row) * width, row) for at, middle in enumerate(middles[0], 1) for row in range(rows)]
    two_ends += [(left, other * width + bits, one, other) for left, bits, one in one_end for other in range(one + 1, rows)]
    rights = repeated(column(*two_ends), column)

    def has_tour(cols, one, other):
        """Return whether a board of `cols` columns has a tour from `one` to `other`, which is not left of `one`."""
        apart = other[1] - one[1]
        at = 1 + place(middles, apart - 1) if apart else 0
        joined = rights[0][place(rights, cols - 1 - other[1])].get(COMPLETE, 0)
        return joined >> (at * rows + other[0]) * width + place(lefts, one[1]) * rows + one[0] & 1

    periods = [len(items) - begin for items, begin in (lefts, middles, rights)]
    return 1 + max(begin for _, begin in (lefts, middles, rights)), lcm(*periods), has_tour


def repeated(masks, column):
    """Return the sets of states after 0, 1, … columns, until the sets repeat, and the index of the first that repeats."""
    items = []
    while masks not in items:
        items.append(masks)
        masks = column((masks, 0))
    return items, items.index(masks)


def place(sequence, number):
    """Return the index of the item at position `number` of a sequence that eventually repeats."""
    items, begin = sequence
    return number if number < len(items) else begin + (number - begin) % (len(items) - begin)
