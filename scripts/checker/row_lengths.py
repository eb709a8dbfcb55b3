"""Checks of check_certificate.py: boards with a given number of rows and every length, that is, number of columns."""

from itertools import pairwise, product

MOST_COPIES = 1000  # more copies of a block are not checked: it would take long


class Lengths:
    """Proofs that infinitely many boards with a given number of rows have a tour, or have none.

    The methods `stretch` and `row_cut` return the answer that is proven, the least length for which it is proven, and the step
    to the next such length.
    """

    def __init__(self, boards):
        self.boards, self.require = boards, boards.require

    def stretch(self, rows, cols, path, cut, block):
        """Check a tour in which a block of columns can be repeated: `block` columns, from column `cut` onwards.

        The moves across the right border of the block must be those across its left border, shifted. So if the block is
        repeated, each square has two moves, except the ends of an open tour, which are outside the block. The paths to the left
        of the last border join the moves across this border in pairs. These pairs determine whether all moves form one tour.
        Each repetition changes the pairs by the same rule. So repetitions are checked until the pairs are those of an earlier
        one.
        """
        require, closed, start = self.require, self.boards.closed, self.boards.start
        self.boards.check_board(rows, cols)
        tour, after, seen = self.boards.path(rows, cols, *path), cut + block, set()
        cycle = [*tour, *tour[:closed]]
        moves = [sorted(step, key=lambda square: square[1]) for step in pairwise(cycle)]
        is_tour = len(tour) == rows * cols > 2 and all((r - p, c - q) in self.boards.moves for (p, q), (r, c) in moves)
        require(is_tour and self.boards.case == "tour" and start in (None, tour[0]), "it is not a tour of the given kind")
        over = [{((p, q - at), (r, c - at)) for (p, q), (r, c) in moves if q < at <= c} for at in (cut, after)]
        require(over[0] == over[1], "the moves across the left and the right border of the block differ")
        ends = [] if closed else [(tour[0], None), (tour[-1], None)]
        require(all(not cut <= end[1] < after for end, _ in ends), "an end of the tour is in the block")
        require(self.boards.first <= cut < after < cols, "the block must have columns on both sides, and the start on its left")
        while (pairs := self.pairs([*moves, *ends], cut, block, len(seen))) not in seen and len(seen) < MOST_COPIES:
            seen.add(pairs)
        require(pairs in seen, f"the moves across the border do not repeat within {MOST_COPIES:,} blocks")
        return True, cols, block

    def pairs(self, moves, cut, block, times):
        """Check that the tour with `times` more blocks is a single tour. Return the pairs of moves across the last border.

        `moves` contains pairs of squares, the left one first. For an open tour, it also contains (end, None) for both ends.
        """
        near, line, require = {}, cut + times * block, self.require
        for one, other in moves:
            for each in range(times if one[1] >= cut + block else 0, 1 + (times if one[1] >= cut else 0)):
                here, there = (square and (square[0], square[1] + each * block) for square in (one, other))
                near.setdefault(here, []).append(there)
                near.setdefault(there, []).append(here)
        before, here = None, next(square for square in near if square is None or square[1] >= line)
        over, unseen = [], set(near)  # moves across the border, in order; the first goes left; an end is None
        while here in unseen:
            unseen.remove(here)
            one, other = near[here]
            before, here = here, other if one == before else one
            left, right = (square is not None and square[1] < line for square in (before, here))
            if left != right:
                square, beyond = (before, here) if left else (here, before)
                over.append(beyond and (square[0], square[1] - line, beyond[0], beyond[1] - line))
        require(not unseen, f"with {times} more blocks, the moves form several cycles")
        return frozenset(map(frozenset, zip(over[::2], over[1::2], strict=True)))

    def row_cut(self, rows, cut):
        """Check a cut: rows whose removal leaves too many parts for a tour.

        Without these rows, an endless board has finite and endless parts. Only the parts that begin in column 0 or 1 are
        examined, because all others are copies of them, shifted by 2, 4, … columns. Take two boards of n columns, which begin
        at columns 0 and 1 of the endless board. Count for the two boards together:

        - Each row of the cut has 2n squares.
        - A finite part that spans e + 1 columns, together with its copies, gives n + e parts. (No move is longer than n
          columns, so no board lies in a gap of a part.)
        - Each endless part gives two parts, one per board.

        If the two boards, which are equal, have more parts than squares of the cut, no tour is closed or starts in the cut. If
        they have at least 3 parts more, there is no tour. If they have equally many, and all parts are single squares, a tour
        that is closed or starts in the cut alternates between squares of the cut and other squares. If also each move changes
        the colour, such a tour would miss half of the squares, so none exists. A board of one row is a path or disconnected.

        If no board has an open tour, no square with a move can be left out such that the others have a closed tour: the square,
        one of its neighbours, and the other squares in the order of the closed tour would be an open tour.
        """
        boards, cut, found, parts = self.boards, set(cut), {}, []
        closed, start = boards.closed and boards.case == "tour", boards.start
        left = set(range(rows)) - cut  # a row outside the board has no effect
        for first in (each for each in product(left, range(2)) if each not in found):
            found[first], part, endless = first, [first], False
            for row, col in part:
                for there in ((row + i, col + j) for i, j in boards.moves if row + i in left):
                    copy = there[0], there[1] % 2
                    part += [there] * (copy not in found)
                    endless |= found.setdefault(copy, there) != there
            parts.append((sorted(col for _, col in part), endless))
        finite = [cols for cols, endless in parts if not endless]
        spare, ends = len(finite) - 2 * len(cut), sum(cols[-1] - cols[0] for cols in finite) + 2 * (len(parts) - len(finite))
        least = 0 if (cut or rows == 1) and (closed or (start and start[0] in cut)) else 2
        half = least == ends == 0 and (boards.a + boards.b) % 2 and all(len(cols) == 1 for cols in finite)
        self.require(spare > 0 or (spare == 0 and (ends > least or half)), "the cut does not leave too many parts for a tour")
        return False, max(2, boards.b, boards.first, (least - ends) // spare + 1 if spare else 2), 1
