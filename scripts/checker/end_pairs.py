"""Checks of check_certificate.py for theorems that state which pairs of squares are the ends of open tours on all boards."""

import json
import runpy
from functools import cache
from itertools import product
from math import inf
from pathlib import Path

BOARDS = runpy.run_path(str(Path(__file__).with_name("board_sizes.py")))
LENGTHS = BOARDS["LENGTHS"]
MOST_SQUARES, MOST_SIDE = 50_000, 100  # larger values are rejected: they take long


class Theorem(BOARDS["Theorem"]):
    """A certificate that states which pairs of squares are the ends of an open tour of the "leaper".

    It covers all boards with both sides at least "least" and, for each entry [rows, cols] of "lengths", the boards with `rows`
    rows and at least `cols` columns. On these boards, two squares are the ends of a tour unless one of two rules forbids it:

    - Colours: if the number of squares is even, the ends differ in colour; otherwise, both have the colour of the corners.
    - Two moves: a tour uses both moves of a square that has only two moves and is not an end. So no end may be on two of these
      moves, and no path of these moves may join the ends before all squares are visited.

    The pairs that neither rule forbids are *allowed*. "moves" lists the moves, and "boards" the tours of boards (see `board`).
    "single" names files which prove that a board has no tour, or none between two ends. "heights" names files about all boards
    with one number of rows: certificates that they have no tour, or of the kind "strip-ends".
    """

    fields = frozenset({"kind", "leaper", "moves", "least", "lengths", "boards", "heights", "single"})
    kinds, step = ("height", "strip-ends"), 1

    def __init__(self, data, folder, read, require):
        super().__init__(data, folder, read, require)
        for each in (each for entry in data["lengths"] for each in entry):
            valid = type(each) is int and 0 < each <= MOST_SIDE
            require(valid, f"invalid number {each!a:.97}: must be from 1 to {MOST_SIDE}", 2)
        self.begins = {rows: first for rows, first, *_ in data["lengths"]}
        require(len(self.begins) == len(data["lengths"]), '"lengths" has two entries with the same rows', 2)
        self.reach = max(self.leaper[0], 1) + self.leaper[1]
        self.two_moves, self.divisible_from = cache(self.find_two_moves), cache(self.find_divisible_from)

    def check(self):
        """Check the boards that no line divides, one by one. The proof for the others is by induction from smaller boards.

        A line divides a board into two parts, whose tours are joined (see `line`). Let z = max(a, 1) + b. On boards with at
        least 2b rows and 2b columns, the squares with only two moves are less than max(a, 1) away from both edges of a corner,
        and their neighbours less than z. So on boards and parts of at least 2z columns, the rule of two moves is about four
        corners (or two sides, if there are fewer than 2z rows), whose forced moves do not meet. Therefore finitely many boards
        represent all others (see `needed` and `find_divisible_from`).
        """
        require, least = self.require, self.least
        side, rows = min([least, *self.begins.values()]), min([least, *self.begins])
        require(side >= 2 * self.reach, f"invalid side {side}: must be from {2 * self.reach} to {MOST_SIDE}", 2)
        require(rows >= 2 * self.leaper[1], f'"lengths" has {rows} rows: must be at least {2 * self.leaper[1]}', 2)
        none, shown = self.no_tours(), {}
        for m, n, walks in self.data["boards"]:
            valid = type(m) is type(n) is int and 0 < m <= n and m * n <= MOST_SQUARES and (m, n) not in shown
            sides = f"{m!a:.9}x{n!a:.9}"
            require(valid, f"invalid board {sides}: must have 1 to {MOST_SQUARES:,} squares, its shorter side first, once", 2)
            shown[m, n] = self.board(m, n, walks, none.get((m, n), set()))
        highest = max(self.needed(m, parity, least) for m in range(least, least + 4) for parity in (0, 1))
        base = [(m, n) for m, n in product(range(least, highest), repeat=2) if m <= n and m < self.needed(n, m, least)]
        base = [(m, n, least) for m, n in base]
        for m, first in self.begins.items():
            base += [(m, n, first) for n in range(first, max(self.needed(m, parity, first) for parity in (0, 1)))]
        for m, n, first in base:
            require(shown.get((m, n)) or n >= self.needed(m, n, first), f'"boards" must have tours of {m}x{n} for all pairs')
        without = [sides for sides in none if frozenset() in none[sides]]
        self.find_unknown(range(1, least), [*shown, *without])
        self.small += [f"{m}x{n}: {'no tour' if (m, n) in without else 'some pairs without a tour'}" for m, n in sorted(none)]
        return f"tours of {len(shown)} boards are checked, and tours of larger boards are joined from those of two parts"

    def no_tours(self):
        """Return for each board in "single" the set of pairs without a tour. An empty pair stands for all pairs."""
        none = {}
        for name, (m, n), left_out, board in self.single(closed=False):
            valid = m <= n and not board.answer and len(board.ends) != 1 and not left_out
            self.require(valid, f"{name!a:.97} must prove that there is no tour, between two given ends or any ends")
            none.setdefault((m, n), set()).add(frozenset(tuple(json.loads(end)) for end in board.ends))
        return none

    def find_unknown(self, numbers, answered):
        """Check the certificates in "heights". For each of the numbers of rows, find the first board without an answer.

        Boards without an open tour are `answered`, as are those in "lengths", and those of a height in "heights": its
        certificate must prove that no board with at least as many columns has a tour, or be of the kind "strip-ends".
        """
        heights, self.small, self.unknown = self.heights(), [], []
        for m, height in sorted(heights.items()):
            if height.data["kind"] == "height":
                proven = [*self.proven(m, heights, {}), (None, max(2, m), 1)]
                known = LENGTHS["spread"](proven, LENGTHS["horizon"](proven, self.require))
                self.require(all(False in each for each in known[max(2, m) :]), f"boards of {m} rows may have a tour")
            text = "no open tour" if height.data["kind"] == "height" else "the pairs in its own certificate"
            self.small.append(f"{m}xN, N >= {max(2, m)}: {text}")
        for m in numbers:
            n, begin = m, m if m in heights else self.begins.get(m, inf)
            while n < begin and (m, n) in answered:
                n += self.step
            self.unknown += [f"{m}xN, N >= {n}"] * (n < begin)

    def board(self, rows, cols, walks, none):
        """Check that the given tours and their rotations have all pairs of ends that the rules of `Theorem` allow, up to
        symmetry, except the pairs in `none`. Return whether there is no exception.

        Each entry of `walks` is [start, moves, turns]: the number of the first square of a tour, counted row by row; its moves;
        and the move of each rotation. A move is a digit, its index in "moves". If a move leads from the end e of a tour
        a … p q … e to p, the rotation by this move changes the tour to a … p e … q.
        """
        size, ends, is_complete, require = rows * cols, set(), True, self.require
        squares = {divmod(square, cols): chr(square) for square in range(size)}
        near = {here: [squares.get((r + i, c + j), "") for i, j in self.moves] for (r, c), here in squares.items()}
        near = {here: dict(zip(map(str, range(10)), some, strict=False)) for here, some in near.items()}
        for start, moves, turns in walks:
            path = BOARDS["path"](rows, cols, start, moves, self.moves, require)
            text = "".join(map(squares.__getitem__, path))  # one character per square, because texts are searched fast
            last = [text[-1]]
            for turn in turns:
                to = near[last[-1]][turn] or require(False, f"the move of a rotation leaves the board {rows}x{cols}")
                before, _, after = text.partition(to)
                text = before + to + after[::-1]
                last.append(after[0])
            ends |= {(start, ord(each)) for each in set(last)}
        maps = [[r * cols + c for r, c in product(range(rows)[::i], range(cols)[::j])] for i, j in product((1, -1), repeat=2)]
        if rows == cols:
            maps += [[image[c * cols + r] for r, c in product(range(rows), repeat=2)] for image in maps]
        for one, other in product(range(size), repeat=2):
            (p, q), (r, s) = divmod(one, cols), divmod(other, cols)
            if 2 * p <= rows and 2 * q <= cols and self.has_colours(size, p + q, r + s) and one != other:
                images = ((image[one], image[other]) for image in maps)
                if not any((i, j) in ends or (j, i) in ends for i, j in images):
                    images = (frozenset(divmod(image[each], cols) for each in (one, other)) for image in maps)
                    is_none = not none.isdisjoint(images)
                    found = is_none or self.is_blocked(rows, cols, (p, q), (r, s))
                    require(found, f"no tour of {rows}x{cols} joins {(p, q)} and {(r, s)}")
                    is_complete &= not is_none
        return is_complete

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
        if start not in beside and end not in beside:
            return False
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
        """Return the least N, even if `cols` is, such that N, N + 2, … columns have a `line` for each pair that is allowed.

        Let z = max(a, 1) + b, as in `check`. A board of S > 2z + 3 rows is represented by that of T = 2z + 2 or 2z + 3 rows,
        where S - T is even. Call the rows at least z away from both edges the middle. Move each end to a row of T: in the
        middle, to one of the same parity, and otherwise to one as far from the same edge. Move ends that are in one column to
        different rows. If this is impossible, both are in the middle, where z + 1 is the only row of their parity: then move
        one of them to the row z - 1. There it has at most one neighbour with only two moves. So the new pair is allowed, like
        the old one, and has a line. The same line serves S rows:

        1. If both ends are in one part, they are ends of a tour of this part: squares of the middle are on no forced move, and
           the others did not move. Whether the other part has its tour, which ends near a corner, does not depend on S.
        2. Let the ends be in different parts, and let an end have two forced moves in its part. Its tour then ends at one of
           the two squares that force them, which is at the line and less than max(a, 1) rows from an edge. So the move over the
           line is less than z rows from this edge, and the same move serves S rows.
        3. Let the ends be in different parts, without such an end. Then another move over the line serves, from a square u in
           the last column of the left part, of the right colour, to v = u + (a, b) or v = u + (-a, b). Let u be at least
           max(a, 1) rows away from both edges. So u and v are each on at most one forced move (u on none if a > 0). Forced
           moves that join v to the right end (or if a = 0, u to the left end) are less than z rows from one edge. To exclude
           them, choose v at least z rows away from the edge to which the right end is that near (if a = 0, also from that of
           the left end). For u, this leaves S - z rows if the right end is near an edge, and S - 2a rows otherwise; if a = 0,
           S - 4 rows if the ends are near both edges, S - 3 if they are near one, and S - 2 if near none. As S >= 2z + 4, one
           of them has the right parity, and neither u nor v in it is an end.
        """
        alike = 2 * self.reach + 2 + rows % 2
        return self.divisible_from(min(rows, alike), cols % 2, least)

    def find_divisible_from(self, rows, parity, least):
        """Return the result of `needed` for a board that represents others.

        Let z = max(a, 1) + b, as in `check`. Let a board have 6z + 8 or more columns. Some 2z + 2 consecutive ones contain no
        end. Remove the middle two of these. This changes no colour, and no corner with an end, so the pair stays allowed. A
        line of the shorter board also serves the longer one, one of whose parts has the two columns more: in this part, ends
        beyond these columns are at least z columns away from the line, and ends before them at least z columns from the
        opposite side. So it is enough to test numbers of columns below 6z + 8, if the largest tested one has a line for each
        pair.
        """
        first = 2 * least + (2 * least + parity) % 2
        last, lengths = first - 2, range(first, max(first + 4, 6 * self.reach + 8), 2)
        for cols in lengths:
            squares = list(product(range(rows), range(cols)))
            pairs = ((one, other) for one, other in product(squares, repeat=2) if 2 * one[0] <= rows and 2 * one[1] <= cols)
            if not all(self.line(rows, cols, *pair, least) for pair in pairs if self.is_allowed(rows, cols, *pair)):
                last = cols
        self.require(last < lengths[-1], f"no line divides a board of {rows}x{last}, so longer boards have no proof")
        return last + 2

    def describe(self, _board, _leaper, evidence):
        where = [f"both sides at least {self.least}", *(f"{m} rows and at least {n} columns" for m, n in self.begins.items())]
        which = f"leaper {self.leaper}, boards with {', or '.join(where)}"
        allowed = "a tour joins each pair of ends that neither the colours nor squares with two moves forbid"
        return f"{which}: {allowed}. {self.describe_small()}: {evidence}"

    def describe_small(self):
        return f"Other boards: {'; '.join(self.small) or 'none'}. Unknown: {'; '.join(self.unknown) or 'no board'}"
