"""The ends of open tours on boards with few rows and every number of columns."""

from functools import cache
from itertools import combinations, product
from math import lcm

from checker.partial_tours import COMPLETE, OPEN, processed, with_edge
from checker.question import require

MOST_SQUARES, MOST_LENGTH = 10, 100  # larger values are rejected: they take long


def check_end_rows(theorem, rows, end_rows, first, step, exceptions):
    """Check a list of the pairs of squares that are not the ends of an open tour, on boards with `rows` rows.

    All tours end in the rows `end_rows`. Two squares in these rows are the ends of a tour if they are an allowed pair, and
    `exceptions` does not contain it. `exceptions` has a list of pairs for each number of columns below `first` + `step`. From
    `first` columns onwards, the lists repeat after `step` columns. A square is [row, column]. In the right half of the board,
    columns are counted from the right, so the last one is -1.

    To compare the boards with fewer than 4 * (`begin` + `period`) columns is enough (see `Columns`). If squares far from the
    sides have more than two moves, the rule of two moves depends on the same three numbers of columns as tours, and also
    repeats. On a board of 4 * `begin` columns or more, at least one of the three numbers of each exception is `begin` or more.
    If only one of them is, boards with `period` more columns have the same exception, with this number increased. If two of
    them are, the boards with `period` more columns have more exceptions, and the comparison fails.
    """
    valid = 0 < rows * theorem.b <= MOST_SQUARES and min(first, step) > 0 and max(rows, first, step) <= MOST_LENGTH
    require(valid and theorem.case == "ends", f"invalid numbers {[rows, first, step]!a:.97}, or not about ends", 2)
    degrees = [sum(0 <= row + i < rows for i, _ in theorem.moves) for row in range(rows)]
    alike = not end_rows or ((theorem.a + theorem.b) % 2 and min(degrees) > 2)
    require(alike, "the colours, or the squares with two moves, do not repeat")
    columns, used = Columns(theorem, rows), set()
    begin, period = max(4 * theorem.b, columns.begin), lcm(2, step, columns.period)
    require(len(exceptions) == first + step - 1 <= 4 * begin, 'the number of lists in "exceptions" is wrong', 2)
    lists = [{frozenset(map(tuple, pair)) for pair in pairs} for pairs in exceptions]
    once = len({*end_rows}) == len(end_rows) and sum(map(len, lists)) == sum(map(len, exceptions))
    require(once, "a row or a pair is listed twice")
    for cols in range(1, 4 * (begin + period)):
        found = set()
        for one, other in combinations([(row, col) for col in range(cols) for row in range(rows)], 2):
            if columns.has_tour(cols, one, other):
                used |= {one[0], other[0]}
            elif {one[0], other[0]} <= {*end_rows} and theorem.board(rows, cols).is_allowed(one, other):
                found.add(frozenset((row, col if 2 * col < cols else col - cols) for row, col in (one, other)))
        listed = lists[(cols if cols < first else first + (cols - first) % step) - 1]
        require(found == listed, f"the exceptions on the board {rows}x{cols} are wrong")
    require(used == {*end_rows}, f"the end rows are wrong: tours end in the rows {sorted(used)}")
    return "some" if end_rows else False, 1, 1


class Columns:
    """The states of partial tours (see partial_tours.py) after each number of columns, which are processed from left to right.

    `lefts` lists the sets of states after 0, 1, … columns without an end, until the sets repeat. `middles` lists the sets after
    the left end, and `rights` those after both ends. In `middles` and `rights`, each state has a mask: one bit per position of
    the ends that leads to the state. So whether a pair has a tour depends on three numbers of columns: to the left of its left
    end, from its left end to its right end, and to the right of its right end. If such a number is `begin` or more, adding
    `period` to it changes nothing.
    """

    def __init__(self, theorem, rows):
        self.rows, self.after = rows, cache(self.find_after)
        self.later = [
            [(row + i, j) for i, j in theorem.moves if 0 <= row + i < rows and (j, i) > (0, 0)] for row in range(rows)
        ]
        self.lefts = lefts = self.repeated({OPEN: 1})
        one_end = [(at * rows + row, self.column(left, row)) for at, left in enumerate(lefts) for row in range(rows)]
        self.middles, self.width = self.repeated(merged(one_end)), len(lefts) * rows
        ends = []
        for (at, middle), row in product(enumerate(self.middles, 1), range(rows)):
            ends.append(((at * rows + row) * self.width, self.column(middle, row)))
        for (at, left), (one, other) in product(enumerate(lefts), combinations(range(rows), 2)):  # both ends in one column
            ends.append((other * self.width + at * rows + one, self.column(left, one, other)))
        self.rights = self.repeated(merged(ends))
        self.begin = max(lefts.begin, self.middles.begin + 1, self.rights.begin)
        self.period = lcm(*(len(each) - each.begin for each in (lefts, self.middles, self.rights)))

    def has_tour(self, cols, one, other):
        """Return whether a tour leads from the square `one` to another one, which is not further left."""
        left, apart, right = one[1], other[1] - one[1], cols - 1 - other[1]
        at = 1 + self.middles.place(apart - 1) if apart else 0
        joined = self.rights[self.rights.place(right)].get(COMPLETE, 0)
        return joined >> (at * self.rows + other[0]) * self.width + self.lefts.place(left) * self.rows + one[0] & 1

    def repeated(self, masks):
        """Return the sets of states after 0, 1, … columns without an end, until the sets repeat."""
        items = Repeating()
        while masks not in items:
            items.append(masks)
            masks = self.column(masks)
        items.begin = items.index(masks)
        return items

    def column(self, masks, *ends):
        """Process the next column, with ends of the tour in the rows `ends`. Return the new states.

        The mask of a new state combines the masks of the states that lead to it.
        """
        for row in range(self.rows):
            after = {}
            for state, mask in masks.items():
                for each in self.after(state, row, row in ends):
                    after[each] = after.get(each, 0) | mask
            masks = after
        return masks

    def find_after(self, state, row, is_end):
        """Return the states after the square of a row in the first column is processed. After the last row, all are shifted."""
        state = with_edge(state, (row, 0), None) if is_end else state
        states = processed(state, (row, 0), self.later[row]) if state else ()
        if row < self.rows - 1:
            return states
        return [frozenset(tuple(at and (at[0], at[1] - 1) for at in pair) for pair in each) for each in states]


class Repeating(list):
    """The first items of an endless sequence. The following items repeat those from the index `begin` onwards."""

    def place(self, number):
        return number if number < len(self) else self.begin + (number - self.begin) % (len(self) - self.begin)


def merged(parts):
    """Return the states of all parts. A part is (bits, states), and the masks of its states are shifted by `bits` bits."""
    masks = {}
    for bits, states in parts:
        for state, mask in states.items():
            masks[state] = masks.get(state, 0) | mask << bits
    return masks
