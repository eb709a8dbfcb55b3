"""Check which squares are the ends of open tours, for boards of few rows and any number of columns."""

from functools import cache
from itertools import combinations, count
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

    Whether a pair has a tour depends on three numbers of columns: to the left of its left end, from its left end to its right
    end, and to the right of its right end. If such a number is `begin` or more, adding `period` to it changes nothing (see
    `strip`; the rule of two moves depends on the same numbers, if squares far from the sides have more than two moves).

    It is enough to compare the boards with fewer than 4 * (`begin` + `period`) columns. On a board of 4 * `begin` columns or
    more, at least one of the three numbers of each exception is `begin` or more. If only one of them is, boards with `period`
    more columns have the same exception, with this number increased. If two of them are, the boards with `period` more columns
    have more exceptions, and the comparison fails.
    """
    valid = 0 < rows * theorem.b <= MOST_SQUARES and min(first, step) > 0 and max(first, step) <= MOST_LENGTH
    require(valid and theorem.case == "ends", f'"case" is not "ends", or invalid numbers {[rows, first, step]!a:.97}', 2)
    degrees = [sum(0 <= row + i < rows for i, _ in theorem.moves) for row in range(rows)]
    require(not end_rows or min(degrees) > 2, "some squares have only two moves, however long the board is")
    (has_tour, orbits), used = strip(theorem, rows), set()
    for cols in count(1):
        begin = max(4 * theorem.b, *(1 + begin for _, begin in orbits.values()))
        period = lcm(2, step, *(len(sets) - begin for sets, begin in orbits.values()))
        if cols >= 4 * (begin + period):
            break
        board, found = theorem.board(rows, cols), []
        for one, other in combinations([(row, col) for col in range(cols) for row in range(rows)], 2):
            if has_tour(cols, *one, *other):
                used |= {one[0], other[0]}
            elif {one[0], other[0]} <= {*end_rows} and board.is_allowed(one, other):
                found.append([[row, col if 2 * col < cols else col - cols] for row, col in (one, other)])
        require(found == at((exceptions, first - 1), cols - 1), f"the exceptions on the board {rows}x{cols} are wrong")
    require(len(exceptions) == first + step - 1 <= 4 * begin, 'the number of lists in "exceptions" is wrong', 2)
    require(sorted(used) == end_rows, f"the end rows are wrong: tours end in the rows {sorted(used)}")
    return "some" if end_rows else False, 1, 1


def strip(theorem, rows):
    """Return a function that decides whether a tour joins two squares of a board, and the orbits that it has used.

    The columns are processed from left to right. From a set of states of partial tours (see partial_tours.py), a column leads
    to the next set. As the set determines all later ones, the sets after 0, 1, … columns without an end repeat at some time:
    they are an *orbit*. A tour has such columns at three places: before its left end, between its ends, and after its right
    end. So it depends on three orbits whether there is a tour. (Boards of all lengths up to three times the longest orbit use
    all orbits.)
    """
    orbits, unique = {}, {}  # equal states become one object, so that they are compared fast

    @cache
    def square(state, row):
        """Return the states after the square in this row of the first column."""
        later = [(row + i, j) for i, j in theorem.moves if 0 <= row + i < rows and (j, i) > (0, 0)]
        return [unique.setdefault(each, each) for each in processed({state}, (row, 0), later)] if state else ()

    @cache
    def after(state, row, ends):
        """Return the states after the squares of the first column from `row` onwards, which has ends in the rows `ends`."""
        if row == rows:
            return {shifted(state, 1)}
        is_end = row in ends[:1]
        states = square(with_edge(state, (row, 0), None) if is_end else state, row)
        return set().union(*(after(each, row + 1, ends[is_end:]) for each in states))

    @cache
    def column(states, *ends):
        states = frozenset().union(*(after(state, 0, ends) for state in states))
        return unique.setdefault(states, states)

    def orbit(states):
        """Return the sets after 0, 1, … columns without an end, until they repeat, and the index of the first that repeats."""
        if states not in orbits:
            sets = [states]
            while (states := column(sets[-1])) not in sets:
                sets.append(states)
            states, orbits[sets[0]] = sets[0], (sets, sets.index(states))
        return orbits[states]

    def has_tour(cols, row, col, other_row, other_col):
        """Return whether a board of `cols` columns has a tour between two squares, the second of which is not further left."""
        if 2 * row >= rows:  # the mirror image is as good
            row, other_row = rows - 1 - row, rows - 1 - other_row
        left, apart = at(lefts, col), other_col - col
        middle = at(orbit(column(left, row)), apart - 1) if apart else left
        both = column(middle, other_row) if apart else column(left, *sorted((row, other_row)))
        return COMPLETE in at(orbit(both), cols - 1 - other_col)

    lefts = orbit(frozenset({OPEN}))
    return has_tour, orbits


def at(orbit, number):
    """Return the item at position `number` of a sequence that eventually repeats."""
    items, begin = orbit
    return items[number if number < len(items) else begin + (number - begin) % (len(items) - begin)]
