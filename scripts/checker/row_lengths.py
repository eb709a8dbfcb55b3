"""Check proofs about boards with a given number of rows and infinitely many numbers of columns.

The functions return an answer, the least number of columns (length) for which it is proven, and the step to the next one.
"""

from collections import defaultdict
from itertools import pairwise
from math import gcd

from checker.partial_tours import BOTH, CLOSED, COMPLETE, OPEN, shifted, with_edge
from checker.question import require

MOST_COPIES = 1000  # more copies of a block are not checked: it would take long


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

    Without these rows, an endless board has parts, which may be finite or endless. Shifted by any number of columns, a part is
    a part again. Take a board of n columns, and let no move be longer than n columns, so that the board lies in no gap of a
    part. The squares of the board are in at least so many parts:

    - A finite part that spans e + 1 columns, together with the shifted parts, gives n + e parts.
    - An endless part that is equal to itself if it is shifted by p columns, but not if by fewer, gives p parts.

    Each row of the cut has n squares. If there are more parts than squares of the cut, no tour is closed or starts in the cut.
    If there are at least 2 parts more, there is no tour. If there are equally many, and all parts are single squares, a tour
    that is closed or starts in the cut alternates between squares of the cut and other squares. If also each move changes the
    colour, such a tour would miss half of the squares, so none exists. A board of one row is a path or disconnected.

    If no board has an open tour, no square with a move can be left out such that the others have a closed tour: the square, one
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
