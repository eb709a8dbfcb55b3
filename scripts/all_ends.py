"""The part of check_certificate.py for the ends of open tours on all boards."""

import runpy
from functools import cache
from itertools import product
from pathlib import Path

BOARDS = runpy.run_path(str(Path(__file__).with_name("all_boards.py")))
MOST_SQUARES, MOST_SIDE = 50_000, 100  # larger values are rejected: they take long


class Theorem:
    """A certificate of the pairs of ends on all boards.

    On every board with both sides at least "least", two squares are the ends of an open tour of the "leaper" unless one of
    two rules forbids it. "lengths" has entries [rows, cols]: the same holds for boards of `rows` rows and at least `cols`
    columns. Colours: the ends differ in colour if the number of squares is even; otherwise both have that of the corners. Two
    moves: a square with only two moves uses both if it is not an end. No end is on two such moves, and no path of such moves
    joins the ends before all squares are visited. The other pairs are allowed. "moves" lists the moves; their numbers are used
    in the walks.
    """

    fields = frozenset({"kind", "leaper", "moves", "least", "lengths", "boards"})

    def __init__(self, data, _folder, _read, require):
        self.data, self.require = data, require
        require(set(data) == self.fields, "a field is missing or unknown", 2)
        self.leaper, self.moves, self.least = BOARDS["read_moves"](data, require)
        for each in (each for entry in data["lengths"] for each in entry):
            valid = type(each) is int and 0 <= each <= MOST_SIDE
            require(valid, f"invalid number {each!a:.97}: must be from 0 to {MOST_SIDE}", 2)
        self.reach = max(self.leaper[0], 1) + self.leaper[1]
        self.two_moves, self.divisible_from = cache(self.find_two_moves), cache(self.find_divisible_from)

    def check(self):
        """Check the boards that no line divides, one by one. For all others, the proof is by induction from smaller boards.

        A line divides a board into two parts, whose tours are joined (see `line`). The checker tests finitely many boards for
        such a line. These suffice because only squares near corners matter. Let z = max(a, 1) + b. If no side is below 2z, only
        squares nearer than z to both edges of a corner are in the rule of two moves. So boards of 2z + 2 or 2z + 3 rows
        represent all higher boards: rows in the middle are alike except for colours, and two of them remain. Of 6z + 8 or more
        columns, some 2z + 2 consecutive ones have no end. Remove the middle two of them: a line of the shorter board is one of
        the longer board, because an end beyond the removed columns is no nearer to the line than z. So at most 6z + 7 columns
        are tested.
        """
        shown, least, require = set(), self.least, self.require
        for rows, cols, walks in self.data["boards"]:
            valid = type(rows) is type(cols) is int and 0 < rows <= cols and rows * cols <= MOST_SQUARES
            sides = f"{rows!a:.9}x{cols!a:.9}"
            require(valid, f"invalid board {sides}: must have 1 to {MOST_SQUARES:,} squares, its shorter side first", 2)
            self.board(rows, cols, walks)
            shown.add((rows, cols))
        side = min([least, *(n for _, n in self.data["lengths"])])
        require(side >= 2 * self.reach, f"invalid side {side}: must be from {2 * self.reach} to {MOST_SIDE}", 2)
        highest = max(self.needed(m, parity, least) for m in range(least, least + 4) for parity in (0, 1))
        base = [(m, n) for m, n in product(range(least, highest), repeat=2) if m <= n and m < self.needed(n, m, least)]
        base = [(m, n, least) for m, n in base]
        for m, first in self.data["lengths"]:
            base += [(m, n, first) for n in range(first, max(self.needed(m, parity, first) for parity in (0, 1)))]
        for m, n, first in base:
            require((m, n) in shown or n >= self.needed(m, n, first), f"the board {m}x{n} is missing")
        return f"tours on {len(shown)} boards are checked, and all larger boards are divided by a line"

    def board(self, rows, cols, walks):
        """Check that rotations of the tours of a board reach every pair of ends that the two rules allow, up to symmetry.

        A walk is [start, moves, turns]: the number of a square, counted row by row, and the numbers of moves, each a digit. A
        turn is a rotation: if a move leads from the end e of a tour a … p q … e to p, the new tour is a … p e … q.
        """
        size, ends, require = rows * cols, set(), self.require
        squares = {divmod(square, cols): chr(square) for square in range(size)}
        for start, moves, turns in walks:
            path = BOARDS["path"](rows, cols, start, moves, self.moves, require)
            text = "".join(map(squares.__getitem__, path))  # one character per square, because texts are searched fast
            ends.add((start, ord(text[-1])))
            for turn in map(int, turns):
                row, col = divmod(ord(text[-1]), cols)
                to = squares.get((row + self.moves[turn][0], col + self.moves[turn][1]))
                require(to is not None, f"a rotation leaves the board {rows}x{cols}")
                place = text.index(to)
                text = text[: place + 1] + text[:place:-1]
                ends.add((start, ord(text[-1])))
        maps = [[r * cols + c for r, c in product(range(rows)[::i], range(cols)[::j])] for i, j in product((1, -1), repeat=2)]
        if rows == cols:
            maps += [[image[c * cols + r] for r, c in product(range(rows), repeat=2)] for image in maps]
        for one, other in product(range(size), repeat=2):
            (p, q), (r, s) = divmod(one, cols), divmod(other, cols)
            if 2 * p <= rows and 2 * q <= cols and self.has_colours(size, p + q, r + s) and one != other:
                images = ((image[one], image[other]) for image in maps)
                if not any((i, j) in ends or (j, i) in ends for i, j in images):
                    found = self.is_blocked(rows, cols, (p, q), (r, s))
                    require(found, f"no tour of {rows}x{cols} joins {(p, q)} and {(r, s)}")

    def has_colours(self, size, one, other):
        return (one + other) % 2 == 1 if size % 2 == 0 else one % 2 == other % 2 == 0

    def find_two_moves(self, rows, cols):
        """Return two dicts: the neighbours of each square with two moves, and for each neighbour, such squares next to it."""
        near = {(r, c): [(r + i, c + j) for i, j in self.moves] for r, c in product(range(rows), range(cols))}
        near = {square: [other for other in some if other in near] for square, some in near.items()}
        two = {square: some for square, some in near.items() if len(some) == 2}
        return two, {square: beside for square, some in near.items() if (beside := [each for each in some if each in two])}

    def is_blocked(self, rows, cols, start, end):
        """Return whether the rule of two moves forbids a pair of ends."""
        two, beside = self.two_moves(rows, cols)
        forced = [[each for each in beside.get(one, ()) if each != other] for one, other in ((start, end), (end, start))]
        if max(map(len, forced)) > 1 or not forced[0]:
            return max(map(len, forced)) > 1
        path = [start, forced[0][0]]
        while path[-1] != end and len(path) <= rows * cols:
            here = path[-1]
            onward = two[here] if here in two else [each for each in beside.get(here, ()) if each != end]
            onward = [each for each in onward if each != path[-2]]
            if len(onward) != 1:
                return False
            path.append(onward[0])
        return len(path) < rows * cols

    def is_allowed(self, rows, cols, one, other):
        right = self.has_colours(rows * cols, sum(one), sum(other))
        return right and one != other and not self.is_blocked(rows, cols, one, other)

    def line(self, rows, cols, one, other, least):
        """Return whether a line between columns divides the board into two parts whose tours can be joined.

        Each part has at least `least` columns. Ends in different parts: a move over the line leads from a square of an allowed
        pair of the left part to one of the right part. Both ends in the left part: its top right corner, or the bottom right
        one, is not an end. So its tour has both moves of the corner. The one to (b, width - 1 - a) is replaced by a tour of the
        right part, from a neighbour of the corner to one of this square. Both ends in the right part: the mirror image.
        """
        a, b = self.leaper
        for at in range(least, cols - least + 1):
            right = [square[1] >= at for square in (one, other)]
            if rows % 2 and (all(at % 2 == each for each in right) if cols % 2 else at % 2):
                continue  # a part would have an odd number of squares, without an end that has to be in it
            if right[0] != right[1]:
                near, far = sorted((one, other), key=lambda square: square[1])
                for i, j in self.moves:
                    for r in range(max(0, -i), min(rows, rows - i)) if j > 0 else ():
                        over = self.is_allowed(rows, at, near, (r, at - 1))
                        if over and self.is_allowed(rows, cols - at, (r + i, j - 1), (far[0], far[1] - at)):
                            return True
                continue
            width, flip = (cols - at, -1) if right[0] else (at, 1)
            ends = [(r, c if flip == 1 else cols - 1 - c) for r, c in (one, other)]
            if {(0, width - 1), (rows - 1, width - 1)} <= {*ends} or not self.is_allowed(rows, width, *ends):
                continue
            for entry, exit_ in product(((a, b - 1), (b, a - 1)), ((b - a, b - a - 1), (b + a, b - a - 1))):
                inside = all(0 <= r < rows and c >= 0 for r, c in (entry, exit_))
                if inside and self.is_allowed(rows, cols - width, entry, exit_):
                    return True
        return False

    def needed(self, rows, cols, least):
        """Return the number of columns, odd or even as `cols` is, from which on every allowed pair has a line (see `line`)."""
        alike = 2 * self.reach + 2 + rows % 2
        return self.divisible_from(min(rows, alike), cols % 2, least)

    def find_divisible_from(self, rows, parity, least):
        first = 2 * least + (2 * least + parity) % 2
        last = first - 2
        for cols in range(first, max(first + 1, 6 * self.reach + 8), 2):
            squares = list(product(range(rows), range(cols)))
            pairs = ((one, other) for one, other in product(squares, repeat=2) if 2 * one[0] <= rows and 2 * one[1] <= cols)
            if not all(self.line(rows, cols, *pair, least) for pair in pairs if self.is_allowed(rows, cols, *pair)):
                last = cols
        return last + 2

    def compare(self, *_):
        self.require(False, "--board has no effect on a certificate about all boards: leave it out", 2)

    def describe(self, _board, _leaper, evidence):
        where = [f"both sides at least {self.least}", *(f"{m} rows and at least {n} columns" for m, n in self.data["lengths"])]
        which = f"leaper {self.leaper}, boards with {', or '.join(where)}"
        return f"{which}: every pair that the two rules allow has a tour: {evidence}"
