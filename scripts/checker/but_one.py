"""Checks of check_certificate.py for closed tours of all squares of a board except one."""

import runpy
from itertools import product
from pathlib import Path

BOARDS, ENDS = (runpy.run_path(str(Path(__file__).with_name(f"{name}.py"))) for name in ("board_sizes", "end_pairs"))


class Theorem(ENDS["Theorem"]):
    """A certificate that states which square can be left out such that the other squares of a board have a closed tour.

    A square is *allowed* if it has the colour of the corners, and no neighbour with only two moves.

    - If "base" is not 0: each allowed square can be left out of every board whose sides are odd and at least "least".
    - "lengths" has entries [rows, first, width]: each allowed square can be left out of the boards with `rows` rows and an odd
      number of columns, at least `first`, except the squares in "exceptions" and their mirror images.
    - "exceptions" has entries [rows, square, cut]: this square cannot be left out (see `exception`).
    - "boards" has entries [rows, cols, tours]: closed tours, each without one square.
    - "single" names files which prove that a square of a board cannot be left out, and "heights" files which prove that boards
      with one number of rows have no open tour, so that no square with a move can be left out.
    - "loops" are as in board_sizes.py, with "base" in place of "least", and also for `rows` x `width` of each entry of
      "lengths".
    """

    fields = ENDS["Theorem"].fields | {"base", "exceptions", "loops"}
    kinds, step = ("height",), 2

    def check(self):
        """Check the tours and the loops. Longer boards follow by induction.

        A line divides a board of n columns into a left part of n - `width` columns and a right part with a loop. A closed tour
        of the left part without a square uses both moves of the top right corner of this part. The loop replaces one of these
        moves, as in board_sizes.py. Let n >= 2 * `width` + 4b + 1, and let the square be in the left half of the board. Then at
        least 2b columns are between the square and the line. So the square is also allowed in the left part. Exceptions are in
        the first 2b columns, so their mirror images in the left part are not this square. So it is enough to check the numbers
        of columns that are below 2 * `width` + 4b + 1 or below `first` + `width`.
        """
        require, least, base, lengths = self.require, self.least, self.data["base"], self.data["lengths"]
        require(base or lengths, 'it is about no board: "base" is 0, and "lengths" is empty', 2)
        loops = BOARDS["read_loops"](self.data["loops"], base, self.leaper, self.moves, require)
        shown = {(rows, cols): self.board(rows, cols, tours) for rows, cols, tours in self.data["boards"]}
        valid = not base or (sum(self.leaper) < base <= least and least % 2)
        require(valid, f'"base" must be 0, or from {sum(self.leaper) + 1} to an odd "least"', 2)
        width, exceptions = base + base % 2, self.data["exceptions"]
        once = len({(rows, *square) for rows, square, _ in exceptions}) == len(exceptions)
        valid = once and all(rows in self.begins for rows, _, _ in exceptions)
        require(valid, '"exceptions" must be about rows in "lengths", and list no square twice', 2)
        strips = [(rows, least, width, ()) for rows in range(least, self.end(least, width), 2) if base]
        for rows, first, width in lengths:
            valid = rows % 2 == first % 2 == 1 and width % 2 == 0 and (rows, width) in loops and self.leaper[1] < rows <= first
            require(valid, f'invalid entry {[rows, first, width]!a:.97} of "lengths", or no loop of {rows}x{width}', 2)
            entries = (entry for each, *entry in exceptions if each == rows)
            strips.append((rows, first, width, [self.exception(rows, first, *entry) for entry in entries]))
        for rows, first, width, squares in strips:
            for cols in range(max(rows, first), self.end(first, width), 2):
                left = shown.get((rows, cols), set()).union(*(images(rows, cols, *square) for square in squares))
                missing = self.missing(rows, cols, left)
                require(not missing, f"no closed tour of {rows}x{cols} leaves out {missing[:1]}")
        self.check_other(range(3, least, 2) if base else self.begins, shown)
        return f"tours of {len(shown)} boards are checked, and tours of larger boards are joined from those of two parts"

    def check_other(self, numbers, shown):
        """Check the certificates that squares cannot be left out, and find the boards with `numbers` rows without an answer."""
        none = {}
        for name, (m, n), left_out, board in self.single(closed=True):
            valid = not board.answer and not board.ends and len(left_out) == 1 and m <= n
            self.require(valid, f"{name!a:.97} must prove that no closed tour leaves out a square")
            none.setdefault((m, n), set()).update(*(images(m, n, *square) for square in left_out))
        known = {(m, n): shown.get((m, n), set()) | none.get((m, n), set()) for m, n in {*shown, *none} if m * n % 2}
        answered = [sides for sides, left in known.items() if not self.missing(*sides, left)]
        self.find_unknown(numbers, answered)
        self.small += [f"{m}x{n}: some squares cannot be left out" for m, n in sorted(none)]

    def missing(self, rows, cols, left):
        """Return the squares that are allowed, but not in `left`."""
        left = left.union(self.two_moves(rows, cols)[1])
        return [(r, c) for r, c in product(range(rows), range(cols)) if (r + c) % 2 == 0 and (r, c) not in left]

    def end(self, first, width):
        return max(2 * width + 4 * self.leaper[1] + 1, first + width)

    def board(self, rows, cols, tours):
        """Check closed tours that omit one square of a board each. Return the omitted squares and their mirror images."""
        left, squares = set(), {*product(range(rows), range(cols))}
        for start, digits in tours:
            tour = BOARDS["path"](rows, cols, start, digits, self.moves, self.require, left_out=1)
            is_closed = len(tour) > 2 and (tour[0][0] - tour[-1][0], tour[0][1] - tour[-1][1]) in self.moves
            self.require(is_closed, f"a tour of {rows}x{cols} is not closed")
            ((r, c),) = squares.difference(tour)
            left |= images(rows, cols, r, c)
        return left

    def exception(self, rows, first, square, cut):
        """Check that a square cannot be left out of boards with `first` or more columns, and return the square.

        If the squares of the cut are also removed, the board has more parts than the cut has squares, so the other squares have
        no closed tour. Parts outside the last b columns are the same on longer boards, which have at least one further part.
        """
        b, near, parts = self.leaper[1], {*product(range(rows), range(first))}.difference([tuple(square)], map(tuple, cut)), 0
        while near:
            part = [near.pop()]
            for r, c in part:
                beside = {(r + i, c + j) for i, j in self.moves} & near
                near -= beside
                part += beside
            parts += max(c for _, c in part) < first - b
        is_near = first > rows and tuple(square) in {*product(range(rows), range(2 * b))} and all(c < first - b for _, c in cut)
        self.require(cut and is_near and parts >= len(cut), f"no proof that {square} cannot be left out for {rows} rows")
        return square

    def describe(self, _board, _leaper, evidence):
        where = [f"both sides at least {self.least}"] * (self.data["base"] > 0)
        where += [f"{m} rows and at least {n} columns" for m, n, _ in self.data["lengths"]]
        none = [f"{square} for {rows} rows" for rows, square, _ in self.data["exceptions"]]
        boards = f"leaper {self.leaper}, boards with odd sides, {', or '.join(where)}"
        which = "closed tours can leave out each square of the corners' colour that has no neighbour with only two moves"
        return f"{boards}: {which}{', except ' * bool(none)}{', '.join(none)}. {self.describe_small()}: {evidence}"


def images(rows, cols, r, c):
    squares = ((r, c), (c, r)) if rows == cols else ((r, c),)
    return {(abs(i - r), abs(j - c)) for r, c in squares for i in (0, rows - 1) for j in (0, cols - 1)}
