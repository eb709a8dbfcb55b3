"""The part of check_certificate.py for closed tours of all squares of a board except one."""

import runpy
from itertools import product
from pathlib import Path

ENDS, BOARDS = (runpy.run_path(str(Path(__file__).with_name(f"all_{name}.py"))) for name in ("ends", "boards"))
FIELDS = {"kind", "leaper", "moves", "least", "base", "loops", "lengths", "boards"}


class Theorem(ENDS["Theorem"]):
    """A certificate of the squares that can be left out such that the other squares of a board have a closed tour.

    A square is allowed if it has the colour of the corners, and no neighbour with only two moves. On every board with odd sides
    of at least "least" (null: no such boards), each allowed square can be left out. "lengths" has entries [rows, first, width,
    exceptions]: the same holds for `rows` rows and each odd number of columns from `first` onwards, except for mirror images of
    the exceptions, which cannot be left out. An exception is [square, cut]. "boards" has entries [rows, cols, tours]: closed
    tours, each without one square. "loops" are those of all_boards.py, for all boards with both sides of at least "base", and
    for each entry of "lengths".
    """

    def __init__(self, data, _folder, _read, require):
        self.data, self.require, least = data, require, data["least"]
        require(set(data) == FIELDS, f"the fields of this kind are {', '.join(sorted(FIELDS))}", 2)
        self.base = 0 if least is None else data["base"]
        least = sum(data["leaper"]) + 1 if least is None else least
        self.leaper, self.moves, self.least = BOARDS["read_moves"]({**data, "least": least}, require)

    def check(self):
        """Check the tours and the loops. Longer boards follow by induction.

        A line divides a board of n columns into a left part of n - width columns and a loop. A closed tour of the left part
        without a square uses both moves of its top right corner, and the loop replaces one of them, as in all_boards.py. Let
        n >= 2 * width + 4b + 1, and let the square be in the left half. Then at least 2b columns are between it and the line.
        So it is also allowed in the left part, and it is not a mirror image of an exception there, because exceptions are in
        the first 2b columns. So the lengths below this number, and below `first` + `width`, are enough.
        """
        require, least, base = self.require, self.least, self.base
        loops = BOARDS["read_loops"](self.data["loops"], base, self.leaper, self.moves, require)
        shown = {(rows, cols): self.board(rows, cols, tours) for rows, cols, tours in self.data["boards"]}
        needed = []
        if base:
            require(sum(self.leaper) < base <= least and least % 2, "the least side is even, or less than the base", 2)
            sides = range(least, self.end(least, base + base % 2), 2)
            needed += [(m, n, ()) for m, n in product(sides, repeat=2) if m <= n]
        for rows, first, width, exceptions in self.data["lengths"]:
            is_odd = rows % 2 == first % 2 == 1 and width % 2 == 0
            is_valid = is_odd and (rows, width) in loops and self.leaper[1] < rows <= first <= ENDS["MOST_SIDE"]
            require(is_valid, f"invalid length of {rows} rows", 2)
            for square, cut in exceptions:
                self.exception(rows, first, tuple(square), {*map(tuple, cut)})
            squares = [square for square, _ in exceptions]
            needed += [(rows, cols, squares) for cols in range(first, self.end(first, width), 2)]
        for rows, cols, exceptions in needed:
            left = shown.get((rows, cols), set()) | self.two_moves(rows, cols)
            left |= {image for r, c in exceptions for image in images(rows, cols, r, c)}
            missing = [(r, c) for r, c in product(range(rows), range(cols)) if (r + c) % 2 == 0 and (r, c) not in left]
            require(not missing, f"no closed tour of {rows}x{cols} leaves out {missing[:1]}")
        return f"tours on {len(shown)} boards are checked, and all larger boards are divided by a line"

    def two_moves(self, rows, cols):
        return {*self.find_two_moves(rows, cols)[1]}

    def end(self, first, width):
        return max(2 * width + 4 * self.leaper[1] + 1, first + width)

    def board(self, rows, cols, tours):
        """Check closed tours, each without one square of a board, and return these squares and their images."""
        left = set()
        for start, digits in tours:
            tour = BOARDS["path"](rows, cols, start, digits, self.moves, self.require, left_out=1)
            is_closed = (tour[0][0] - tour[-1][0], tour[0][1] - tour[-1][1]) in self.moves and len(tour) > 2
            self.require(is_closed, f"a tour of {rows}x{cols} does not close")
            ((r, c),) = {*product(range(rows), range(cols))}.difference(tour)
            left |= images(rows, cols, r, c) | (images(rows, cols, c, r) if rows == cols else set())
        return left

    def exception(self, rows, first, square, cut):
        """Check that a square cannot be left out of boards of `first` or more columns.

        Without the cut, these have more parts than the cut has squares: those far from the right side, and at least one more.
        """
        far, near, parts = first - self.leaper[1], {*product(range(rows), range(first))} - {square} - cut, 0
        self.require(first > rows and square[1] < 2 * self.leaper[1], f"the exception {square} is too far from the left side")
        while near:
            part = [near.pop()]
            for r, c in part:
                beside = {(r + i, c + j) for i, j in self.moves} & near
                near -= beside
                part += beside
            parts += all(c < far for _, c in part)
        rules_out = cut and all(c < far for _, c in cut) and parts >= len(cut)
        self.require(rules_out, f"the cut does not rule out {square} for {rows} rows")

    def describe(self, _board, _leaper, evidence):
        where = [f"both sides at least {self.least}"] * (self.base > 0)
        for m, n, _, exceptions in self.data["lengths"]:
            where.append(f"{m} rows and at least {n} columns, except {[each for each, _ in exceptions]}")
        boards = f"leaper {self.leaper}, boards with odd sides, {', or '.join(where)}"
        return f"{boards}: each square that the two rules allow can be left out of a closed tour: {evidence}"


def images(rows, cols, r, c):
    return {(abs(i - r), abs(j - c)) for i in (0, rows - 1) for j in (0, cols - 1)}
