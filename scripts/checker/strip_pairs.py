"""Checks of check_certificate.py for theorems about the ends of open tours on all boards with a given number of rows."""

import runpy
from functools import cache
from itertools import combinations, product
from math import lcm
from pathlib import Path

ENDS = runpy.run_path(str(Path(__file__).with_name("end_pairs.py")))
MOST_ROWS, MOST_SQUARES, MOST_LENGTH = 10, 10, 100  # larger values are rejected: they take long
END, BOTH = 254, 255


class Theorem(ENDS["Theorem"]):
    """A certificate that states which pairs of squares are the ends of an open tour, on boards with "rows" rows.

    All tours of the "leaper" end in the rows "end_rows". Two squares in these rows are the ends of a tour if neither the
    colours nor the rule of two moves (see end_pairs.py) forbid this pair, and "exceptions" does not contain it. "exceptions"
    has a list of pairs for each number of columns from 1 to "first" + "step" - 1. From "first" columns onwards, the lists
    repeat after "step" columns. A square is [row, column]. In the right half of the board, columns are counted from the right,
    so the last one is -1.
    """

    fields = frozenset({"kind", "rows", "leaper", "end_rows", "first", "step", "exceptions"})

    def __init__(self, data, _folder, _read, require):
        self.data, self.require = data, require
        require(set(data) == self.fields, f"its fields must be {', '.join(sorted(self.fields))}", 2)
        self.rows, (a, b), self.first, self.step = data["rows"], sorted(data["leaper"]), data["first"], data["step"]
        limits = [(self.rows, 1, MOST_ROWS), (a, 0, b), (b, 1, MOST_SQUARES)]
        for number, least, most in limits + [(each, 1, MOST_LENGTH) for each in (self.first, self.step)]:
            valid = type(number) is int and least <= number <= most
            require(valid, f"invalid number {number!a:.97}: must be from {least} to {most}", 2)
        require(self.rows * b <= MOST_SQUARES, f"there are more than {MOST_SQUARES} squares in {b} columns", 2)
        self.leaper, self.moves = [a, b], {(i, j) for p, q in ((a, b), (b, a)) for i, j in product((p, -p), (q, -q))}
        self.two_moves = cache(self.find_two_moves)

    def check(self):
        """Find the pairs of ends of all tours, for every number of columns, and compare them with the exceptions.

        The columns are processed from left to right. `lefts` lists the sets of states (see `States`) after 0, 1, … columns
        without an end, until the sets repeat. `middles` lists the sets after the left end, and `rights` those after both ends.
        In `middles` and `rights`, each state has a mask: one bit per position of the ends that leads to the state. So whether
        a pair has a tour depends on three numbers of columns: to the left of its left end, from its left end to its right end,
        and to the right of its right end. If such a number is `begin` or more, adding `step` to it changes nothing.
        """
        states, rows = States(self.rows, self.leaper, self.moves), range(self.rows)
        lefts = states.repeated({states.empty: 1})
        one_end = [(at * self.rows + row, states.column(left, row)) for at, left in enumerate(lefts) for row in rows]
        middles, width = states.repeated(merged(one_end)), len(lefts) * self.rows
        ends = []
        for (at, middle), row in product(enumerate(middles, 1), rows):
            ends.append(((at * self.rows + row) * width, states.column(middle, row)))
        for (at, left), (one, other) in product(enumerate(lefts), combinations(rows, 2)):  # both ends in one column
            ends.append((other * width + at * self.rows + one, states.column(left, one, other)))
        rights = states.repeated(merged(ends))
        joined = [each.get(states.empty, 0) for each in rights]
        begin = max(4 * self.leaper[1], lefts.begin, middles.begin + 1, rights.begin)
        step = lcm(2, self.step, *(len(each) - each.begin for each in (lefts, middles, rights)))

        def has_tour(left, one, apart, other, right):
            at = 1 + middles.place(apart - 1) if apart else 0
            return joined[rights.place(right)] >> (at * self.rows + other) * width + lefts.place(left) * self.rows + one & 1

        self.compare_exceptions(has_tour, begin, step)
        return f"all partial tours were computed; from {begin} columns onwards, their states repeat after {step} columns"

    def compare_exceptions(self, has_tour, begin, step):
        """Compare the exceptions on all boards with fewer than 4 * (`begin` + `step`) columns.

        These boards are enough. If squares far from the sides have more than two moves, the rule of two moves depends on the
        same three numbers of columns as tours (see `check`), and also repeats. On a board of 4 * `begin` columns or more, at
        least one of the three numbers of each exception is `begin` or more. If only one of them is, boards with `step` more
        columns have the same exception, with this number increased. If two of them are, the boards with `step` more columns
        have more exceptions, and the comparison fails.
        """
        require, rows, ends, claims = self.require, self.rows, set(self.data["end_rows"]), self.data["exceptions"]
        degrees = [sum(0 <= row + i < rows for i, _ in self.moves) for row in range(rows)]
        alike = not ends or (sum(self.leaper) % 2 and min(degrees) > 2)
        require(alike, "the colours, or the squares with two moves, do not repeat")
        require(len(claims) == self.first + self.step - 1 <= 4 * begin, 'the number of lists in "exceptions" is wrong', 2)
        claims = [None] + [{frozenset(map(tuple, pair)) for pair in pairs} for pairs in claims]
        once = len(ends) == len(self.data["end_rows"]) and sum(map(len, claims[1:])) == sum(map(len, self.data["exceptions"]))
        require(once, "a row or a pair is listed twice")
        used = set()
        for cols in range(1, 4 * (begin + step)):
            found, squares = set(), ((row, col) for col in range(cols) for row in range(rows))
            for one, other in combinations(squares, 2):
                if has_tour(one[1], one[0], other[1] - one[1], other[0], cols - 1 - other[1]):
                    used |= {one[0], other[0]}
                elif {one[0], other[0]} <= ends and self.is_allowed(rows, cols, one, other):
                    found.add(frozenset((row, col if 2 * col < cols else col - cols) for row, col in (one, other)))
            claim = claims[cols if cols < self.first else self.first + (cols - self.first) % self.step]
            require(found == claim, f"the exceptions on the board {rows}x{cols} are wrong")
        require(used == ends, f"the end rows are wrong: tours end in the rows {sorted(used)}")

    def describe(self, _board, _leaper, evidence):
        which = f"leaper {self.leaper}, boards of {self.rows} rows and any number of columns"
        if not self.data["end_rows"]:
            return f"{which}: no board of at least two squares has an open tour: {evidence}"
        number = sum(map(len, self.data["exceptions"][self.first - 1 :]))
        rows = f"in the rows {self.data['end_rows']}, a tour joins exactly the pairs of ends"
        same = f"{rows} that neither the colours nor squares with two moves forbid"
        repeated = f"with {number} exceptions per {self.step} lengths"
        return f"{which}: from {self.first} columns onwards, {same}, {repeated}: {evidence}"


class Repeating(list):
    """The first items of an endless sequence. The following items repeat those from the index `begin` onwards."""

    def place(self, number):
        return number if number < len(self) else self.begin + (number - self.begin) % (len(self) - self.begin)


class States:
    """The states of partial tours. The squares are processed column by column: each gets all its edges to later squares.

    A state is a text with a character for each square of the next columns: the number of the square at the other end of its
    path (its own number if it has no edges), END if its path leads to an end of the tour, or BOTH if it has both its edges.
    """

    def __init__(self, rows, leaper, moves):
        size = (leaper[1] + 1) * rows
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
