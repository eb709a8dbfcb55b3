"""Checks of check_certificate.py: the ends of open tours on boards with few rows and every number of columns."""

from functools import cache
from itertools import combinations, product
from math import lcm

MOST_SQUARES, MOST_LENGTH = 10, 100  # larger values are rejected: they take long
END, BOTH = 254, 255


class PartialTours:
    """A proof which pairs of squares are the ends of an open tour, on boards with `rows` rows, by all states of partial tours.

    All tours end in the rows `end_rows`. Two squares in these rows are the ends of a tour if they are an allowed pair, and
    `exceptions` does not contain it. `exceptions` has a list of pairs for each number of columns below `first` + `step`. From
    `first` columns onwards, the lists repeat after `step` columns. A square is [row, column]. In the right half of the board,
    columns are counted from the right, so the last one is -1.
    """

    def __init__(self, boards):
        self.boards, self.require = boards, boards.require

    def check(self, rows, end_rows, first, step, exceptions):
        """Find the pairs of ends of all tours, for every number of columns, and compare them with the exceptions.

        The columns are processed from left to right. `lefts` lists the sets of states (see `States`) after 0, 1, … columns
        without an end, until the sets repeat. `middles` lists the sets after the left end, and `rights` those after both ends.
        In `middles` and `rights`, each state has a mask: one bit per position of the ends that leads to the state. So whether
        a pair has a tour depends on three numbers of columns: to the left of its left end, from its left end to its right end,
        and to the right of its right end. If such a number is `begin` or more, adding `period` to it changes nothing.
        """
        b, valid = self.boards.b, 0 < rows * self.boards.b <= MOST_SQUARES and 0 < min(first, step) <= max(first, step)
        valid = valid and max(rows, first, step) <= MOST_LENGTH and self.boards.case == "ends"
        self.require(valid, f"invalid numbers {[rows, first, step]!a:.97}, or not about ends", 2)
        states, each_row = States(rows, b, self.boards.moves), range(rows)
        lefts = states.repeated({states.empty: 1})
        one_end = [(at * rows + row, states.column(left, row)) for at, left in enumerate(lefts) for row in each_row]
        middles, width = states.repeated(merged(one_end)), len(lefts) * rows
        ends = []
        for (at, middle), row in product(enumerate(middles, 1), each_row):
            ends.append(((at * rows + row) * width, states.column(middle, row)))
        for (at, left), (one, other) in product(enumerate(lefts), combinations(each_row, 2)):  # both ends in one column
            ends.append((other * width + at * rows + one, states.column(left, one, other)))
        rights = states.repeated(merged(ends))
        joined = [each.get(states.empty, 0) for each in rights]
        begin = max(4 * b, lefts.begin, middles.begin + 1, rights.begin)
        period = lcm(2, step, *(len(each) - each.begin for each in (lefts, middles, rights)))

        def has_tour(left, one, apart, other, right):
            at = 1 + middles.place(apart - 1) if apart else 0
            return joined[rights.place(right)] >> (at * rows + other) * width + lefts.place(left) * rows + one & 1

        degrees = [sum(0 <= row + i < rows for i, _ in self.boards.moves) for row in each_row]
        alike = not end_rows or ((self.boards.a + b) % 2 and min(degrees) > 2)
        self.require(alike, "the colours, or the squares with two moves, do not repeat")
        self.require(len(exceptions) == first + step - 1 <= 4 * begin, 'the number of lists in "exceptions" is wrong', 2)
        lists = [{frozenset(map(tuple, pair)) for pair in pairs} for pairs in exceptions]
        once = len({*end_rows}) == len(end_rows) and sum(map(len, lists)) == sum(map(len, exceptions))
        self.require(once, "a row or a pair is listed twice")
        used = set()
        for cols in range(1, 4 * (begin + period)):
            found = self.exceptions(rows, cols, {*end_rows}, has_tour, used)
            listed = lists[(cols if cols < first else first + (cols - first) % step) - 1]
            self.require(found == listed, f"the exceptions on the board {rows}x{cols} are wrong")
        self.require(used == {*end_rows}, f"the end rows are wrong: tours end in the rows {sorted(used)}")
        return "some" if end_rows else False, 1, 1

    def exceptions(self, rows, cols, end_rows, has_tour, used):
        """Return the exceptions on a board, and add the rows in which tours end to `used`.

        To compare the boards with fewer than 4 * (`begin` + `period`) columns is enough. If squares far from the sides have
        more than two moves, the rule of two moves depends on the same three numbers of columns as tours (see `check`), and also
        repeats. On a board of 4 * `begin` columns or more, at least one of the three numbers of each exception is `begin` or
        more. If only one of them is, boards with `period` more columns have the same exception, with this number increased. If
        two of them are, the boards with `period` more columns have more exceptions, and the comparison fails.
        """
        found = set()
        for one, other in combinations([(row, col) for col in range(cols) for row in range(rows)], 2):
            if has_tour(one[1], one[0], other[1] - one[1], other[0], cols - 1 - other[1]):
                used |= {one[0], other[0]}
            elif {one[0], other[0]} <= end_rows and self.boards.is_allowed(rows, cols, one, other):
                found.add(frozenset((row, col if 2 * col < cols else col - cols) for row, col in (one, other)))
        return found


class Repeating(list):
    """The first items of an endless sequence. The following items repeat those from the index `begin` onwards."""

    def place(self, number):
        return number if number < len(self) else self.begin + (number - self.begin) % (len(self) - self.begin)


class States:
    """The states of partial tours. The squares are processed column by column: each gets all its edges to later squares.

    A state is a text with a character for each square of the next columns: the number of the square at the other end of its
    path (its own number if it has no edges), END if its path leads to an end of the tour, or BOTH if it has both its edges.
    """

    def __init__(self, rows, b, moves):
        size = (b + 1) * rows
        self.rows, self.empty, self.last, self.after = rows, bytes(range(size)), bytes([size - 1]), cache(self.find_after)
        self.later = [[j * rows + i for i, j in moves if 0 <= row + i < rows and j * rows + i > 0] for row in range(rows)]
        self.shifted = bytes([0, *range(size - 1), *range(size, 256)])

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
        """Return the states that result if the first square of a state, which is in the given row, is processed and removed."""
        states = [self.join(state, END) if is_end else state]
        for square in self.later[row]:
            states += [self.join(each, square) for each in states if each]
        return [each[1:].translate(self.shifted) + self.last for each in states if each and each[0] == BOTH]

    def join(self, state, other):
        """Return the state with an edge from the first square to another one (or to END), or None if this is impossible."""
        far, beyond, after = state[0], END if other == END else state[other], bytearray(state)
        if BOTH in (far, beyond) or far == other != END:
            return None
        for square, end in ((0, far), (other, beyond)):
            if end != square and square != END:
                after[square] = BOTH
        for square, end in ((far, beyond), (beyond, far)):
            if square != END:
                after[square] = end
        return bytes(after)


def merged(parts):
    """Return the states of all parts. A part is (bits, states), and the masks of its states are shifted by `bits` bits."""
    masks = {}
    for bits, states in parts:
        for state, mask in states.items():
            masks[state] = masks.get(state, 0) | mask << bits
    return masks
