"""Check proofs about all long boards with a given number of rows.

The functions return an answer, the least number of columns (length) for which it is proven, and the step to the next one.
"""

from collections import defaultdict
from functools import cache
from itertools import combinations, count, pairwise
from math import gcd, lcm

from checker.partial_tours import BOTH, CLOSED, COMPLETE, OPEN, processed, shifted, with_edge
from checker.question import require

MOST_COPIES, MOST_SQUARES, MOST_LENGTH = 1000, 10, 100  # larger values are rejected: they take long


def check_stretch(theorem, rows, cols, path, cut, block):
    """Check that a tour stays a tour if `block` columns, from column `cut` onwards, are repeated any number of times.

    The moves of the tour are divided into those that begin, at their left end, before the block, in it, and after it. The moves
    before the block and in it give a state of partial tours (see partial_tours.py). From each state, the moves in the block,
    shifted, lead to the state with one more block. These states repeat, because each determines the next. If the moves after
    the block, shifted, complete the tour from each of them, there is a tour for each number of blocks.
    """
    board, after, closed, start = theorem.board(rows, cols), cut + block, theorem.closed, theorem.start
    tour = board.path(*path)
    fits = theorem.case == "tour" and start in (None, tour[0]) and (not closed or tour[-1] in board.near(tour[0]))
    require(fits, "the path does not fit the theorem")
    is_inside = 0 < cut < after < cols and (start is None or start[1] < cut)
    require(is_inside, "the block must have columns on both sides, and the start on its left")
    cycle = [tour[-1], *tour] if closed else [None, *tour, None]
    moves = defaultdict(list)  # by the column in which they begin
    for one, other in (sorted(move, key=lambda square: cols if square is None else square[1]) for move in pairwise(cycle)):
        moves[one[1]].append((one, other))

    seen = set()  # the states before the last moves, one per number of blocks

    def extended(state, first, end):
        """Return the state after all moves that begin in the columns from `first` to `end` - 1."""
        for column in range(first, end):
            for move in moves[column]:
                state = with_edge(state, *move)
            squares = {((row, column), BOTH) for row in range(rows)}
            require(state and squares <= state, f"with {len(seen)} more blocks, the moves do not form one tour")
            state -= squares
        return state

    state = extended(extended(CLOSED if closed else OPEN, 0, cut), cut, after)
    while state not in seen:
        require(len(seen) < MOST_COPIES, f"the states do not repeat within {MOST_COPIES:,} blocks")
        require(extended(state, after, cols) == COMPLETE, "the moves after the block do not complete the tour")
        seen.add(state)
        state = extended(shifted(state, block), cut, after)
    return True, cols, block


def check_row_cut(theorem, rows, cut):
    """Check that removing the rows `cut` splits long boards into too many parts for a tour.

    Without these rows, a board that is endless to both sides splits into parts, finite or endless. A part shifted by any number
    of columns is also a part. Take a board of n of these columns, where no move is longer than n columns, so that no part jumps
    over the board. Its squares are in at least this number of parts:

    - A finite part that spans e + 1 columns, together with the shifted parts, gives n + e parts.
    - An endless part that is first equal to itself if it is shifted by p columns gives p parts.

    Each row of the cut has n squares. If there are at least 2 parts more than squares of the cut, there is no tour. For tours
    that start in the cut, or are closed, 1 part more is enough if the cut is not empty. If there are equally many, and all
    parts are single squares, such a tour alternates between squares of the cut and others. If also each move changes the
    colour, it would miss half of the squares, so none exists. One row is a path or disconnected, so it has no closed tour.

    If a board has no open tour, no square with a move can be left out such that the others have a closed tour: the square, one
    of its neighbours, and the other squares in the order of the closed tour would be an open tour.
    """
    cut = {*cut}.intersection(range(rows))
    left, spare, further, are_single = {*range(rows)} - cut, -len(cut), 0, True
    while left:
        column, period = {left.pop(): 0}, 0  # a square in each row of a part; the part is equal to itself, shifted by `period`
        reached = [*column]
        for row in reached:
            for i, j in theorem.moves:
                there = row + i
                if there in left:
                    left.remove(there)
                    reached.append(there)
                    column[there] = column[row] + j
                elif there in column:
                    period = gcd(period, column[row] + j - column[there])
        spare += period == 0
        further += period or max(column.values()) - min(column.values())
        are_single = are_single and period == 0 and len(column) == 1
    is_closed, start = theorem.closed and theorem.case == "tour", theorem.start
    least = 0 if (cut or rows == 1) and (is_closed or (start and start[0] in cut)) else 1
    is_half = least == further == 0 and (theorem.a + theorem.b) % 2 and are_single
    require(spare > 0 or (spare == 0 and (further > least or is_half)), "the cut does not leave too many parts for a tour")
    return False, max(2, theorem.b, (least - further) // spare + 1 if spare else 2), 1


def check_lasting(theorem, rows, cols, marks, evidence):
    """Check weights that prove for a board with `cols` columns that a case has no tour, and prove the same for longer boards.

    The squares that have a weight, or are in a set, leave 2b consecutive columns free, to the right of all marks and the start.
    Insert columns in the middle of these. No move of such a square leads over the middle, because the middle is at least b
    columns away. So no such square loses or gets a move, and all other moves have weight 0. The new squares have weight 0, like
    at least two of the free ones, so they are no better as ends of a tour. So the same weights are a proof for the longer
    board.

    The answer is false if no square is marked. Otherwise it is unknown, because the boards have further cases.
    """
    theorem.board(rows, cols).add_none(marks, evidence)
    used = {column for (_, column), _ in evidence["weights"]} | {column for cut, _ in evidence["cuts"] for _, column in cut}
    begin = 1 + max(column for _, column in [*marks, theorem.start or (0, -1)])
    free = (range(column, column + 2 * theorem.b) for column in range(begin, cols - 2 * theorem.b + 1))
    require(any(map(used.isdisjoint, free)), f"no columns of {rows}x{cols} are free of weights, so longer boards have no proof")
    return None if marks else False, cols, 1


def check_end_rows(theorem, rows, end_rows, first, step, exceptions):
    """Check a list of all pairs of squares that no open tour joins, on boards with `rows` rows.

    All tours end in the rows `end_rows`. Two squares in these rows are the ends of a tour if they are an allowed pair, and
    `exceptions` does not contain it. `exceptions` has a list of pairs for each number of columns below `first` + `step`. From
    `first` columns onwards, the lists repeat after `step` columns. A square is [row, column]. In the right half of the board,
    columns are counted from the right, so the last one is -1. Squares and pairs are ordered by column, then by row.

    Whether a pair has a tour depends on three numbers of columns: to the left of its left end, from its left end to its right
    end, and to the right of its right end. If such a number is `begin` or more, adding `period` to it changes nothing (see
    `strip`; the rule of two moves depends on the same numbers, if squares far from the sides have more than two moves).

    As `first` is at most 4 * `begin` + `period`, it is enough to compare boards with fewer than 4 * (`begin` + `period`)
    columns. From 4 * `begin` columns onwards, at least one of the three numbers of an exception is `begin` or more. If only one
    is, boards with `period` more columns have the same exception, with this number increased. If several are, reducing them
    gives an exception with fewer than 3 * (`begin` + `period`) columns. Each `period` adds more, so the comparison fails.
    """
    valid = 0 < rows * theorem.b <= MOST_SQUARES and min(first, step) > 0 and max(first, step) <= MOST_LENGTH
    valid = valid and theorem.case == "ends" and len(exceptions) == first + step - 1
    require(valid, f'"case" is not "ends", or invalid numbers {[rows, first, step]!a:.97} or lists in "exceptions"', 2)
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
            elif one[0] in end_rows and other[0] in end_rows and board.is_allowed(one, other):
                found.append([[row, col if 2 * col < cols else col - cols] for row, col in (one, other)])
        require(found == at((exceptions, first - 1), cols - 1), f"the exceptions on the board {rows}x{cols} are wrong")
    require(len(exceptions) <= 4 * begin + period, 'there are more lists in "exceptions" than needed', 2)
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

    def orbit(first):
        """Return the sets after 0, 1, … columns without an end, until they repeat, and the index of the first that repeats."""
        if first not in orbits:
            sets, states = [], first
            while states not in sets:
                sets.append(states)
                states = column(states)
            orbits[first] = sets, sets.index(states)
        return orbits[first]

    def has_tour(cols, row, col, other_row, other_col):
        """Return whether a tour of a board joins two squares, the first of which is not to the right of the second."""
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
