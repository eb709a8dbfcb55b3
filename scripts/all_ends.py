"""Checks of check_certificate.py for theorems that state which pairs of squares are the ends of open tours on all boards."""

import runpy
from functools import cache
from itertools import product
from pathlib import Path

BOARDS = runpy.run_path(str(Path(__file__).with_name("all_boards.py")))
MOST_SQUARES, MOST_SIDE = 50_000, 100  # larger values are rejected: they take long


class Theorem:
    """A certificate that states which pairs of squares are the ends of an open tour of the "leaper".

    It covers all boards with both sides at least "least" and, for each entry [rows, cols] of "lengths", the boards with `rows`
    rows and at least `cols` columns. On these boards, two squares are the ends of a tour unless one of two rules forbids it:

    - Colours: if the number of squares is even, the ends differ in colour; otherwise, both have the colour of the corners.
    - Two moves: a tour uses both moves of a square that has only two moves and is not an end. So no end may be on two of these
      moves, and no path of these moves may join the ends before all squares are visited.

    The pairs that neither rule forbids are *allowed*. "moves" lists the moves, and "boards" the tours of boards (see `board`).
    """

    fields = frozenset({"kind", "leaper", "moves", "least", "lengths", "boards"})

    def __init__(self, data, _folder, _read, require):
        self.data, self.require = data, require
        require(set(data) == self.fields, f"its fields must be {', '.join(sorted(self.fields))}", 2)
        self.leaper, self.moves, self.least = BOARDS["read_moves"](data, require)
        for each in (each for entry in data["lengths"] for each in entry):
            valid = type(each) is int and 0 <= each <= MOST_SIDE
            require(valid, f"invalid number {each!a:.97}: must be from 0 to {MOST_SIDE}", 2)
        self.reach = max(self.leaper[0], 1) + self.leaper[1]
        self.two_moves, self.divisible_from = cache(self.find_two_moves), cache(self.find_divisible_from)

    def check(self):
        """Check the boards that no line divides, one by one. The proof for the others is by induction from smaller boards.

        A line divides a board into two parts, whose tours are joined (see `line`). It is enough to look for such a line on
        finitely many boards, because only squares near corners matter. Let z = max(a, 1) + b. If both sides are at least 2z,
        the rule of two moves is only about squares that are nearer than z to both edges of a corner.

        - Rows: boards of 2z + 2 or 2z + 3 rows represent all higher boards, because further rows in the middle differ only in
          their colours.
        - Columns: of 6z + 8 or more columns, some 2z + 2 consecutive ones contain no end. Remove the middle two of these. A
          line of the shorter board is also a line of the longer board, because an end beyond the removed columns is at least z
          columns away from the line. So boards of at most 6z + 7 columns are enough.
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
            require((m, n) in shown or n >= self.needed(m, n, first), f'"boards" must list {m}x{n}')
        return f"tours of {len(shown)} boards are checked, and tours of larger boards are joined from those of two parts"

    def board(self, rows, cols, walks):
        """Check that the given tours and their rotations have all pairs of ends that the rules of `Theorem` allow, up to
        symmetry.

        Each entry of `walks` is [start, moves, turns]: the number of the first square of a tour, counted row by row; its moves;
        and the move of each rotation. A move is a digit, its index in "moves". If a move leads from the end e of a tour
        a … p q … e to p, the rotation by this move changes the tour to a … p e … q.
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
                require(to is not None, f"the move of a rotation leaves the board {rows}x{cols}")
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
        """Return two dicts about the squares with only two moves.

        The first maps each of them to its neighbours, and the second each of these neighbours to the squares next to it.
        """
        near = {(r, c): [(r + i, c + j) for i, j in self.moves] for r, c in product(range(rows), range(cols))}
        near = {square: [other for other in some if other in near] for square, some in near.items()}
        two = {square: some for square, some in near.items() if len(some) == 2}
        return two, {square: beside for square, some in near.items() if (beside := [each for each in some if each in two])}

    def is_blocked(self, rows, cols, start, end):
        """Return whether the rule of two moves (see `Theorem`) forbids a pair of ends."""
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
        """Return whether a line between columns divides the board into two parts such that tours of these parts can be joined.

        Each part must have at least `least` columns. There are three cases:

        - The ends `one` and `other` are in different parts. Then a move over the line must join a square of each part. In each
          part, this square and the end must be an allowed pair.
        - Both ends are in the left part, of `width` columns. Then its top or bottom right corner must not be an end, so that a
          tour of the left part uses both moves of this corner. One of these moves, for the top corner that to
          (b, width - 1 - a), is replaced by a tour of the right part between neighbours of the two squares of the move.
        - Both ends are in the right part: the mirror image of the second case.
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
        """Return the least N, even if `cols` is, such that N, N + 2, … columns have a `line` for each pair that is allowed."""
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

    def describe(self, _board, _leaper, evidence):
        where = [f"both sides at least {self.least}", *(f"{m} rows and at least {n} columns" for m, n in self.data["lengths"])]
        which = f"leaper {self.leaper}, boards with {', or '.join(where)}"
        allowed = "a tour joins each pair of ends that neither the colours nor squares with two moves forbid"
        return f"{which}: {allowed}: {evidence}"
