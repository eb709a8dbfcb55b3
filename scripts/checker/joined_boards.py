"""Checks of check_certificate.py: a board is divided by a line, and tours of its two parts are joined."""

from functools import cache
from itertools import product

MOST_SIDE = 100  # larger values are rejected: they take long


class Joined:
    """Proofs by induction that all allowed cases of infinitely many boards have tours, from tours of finitely many boards.

    Each proof is about the boards with both sides at least `first`, or if `rows` is not null, about the boards with `rows` rows
    and at least `first` columns. `check` returns the answer, the least first side, and the step that are proven.

    *Corner joint.* A line between two columns divides a board into a left and a right part. Let the left part have `width`
    columns and a tour that does not end at its top right corner (or leave it out). This corner has only two moves in the left
    part, so the tour uses both. One of them leads to the square s = (b, width - 1 - a). A *loop* is a tour of the right part
    from a neighbour of the corner to a neighbour of s. If the loop replaces the move from the corner to s, the result is a tour
    of the whole board in the same case. The bottom right corner serves as well, and lines between rows.

    *Crossing.* If the two ends of an open tour are in different parts, a move over the line joins a tour of each part.
    """

    def __init__(self, boards):
        self.boards, self.require, self.divisible_from = boards, boards.require, cache(self.find_divisible_from)
        self.reach = max(boards.a, 1) + boards.b

    def check(self, rows, first, **proof):
        a, b = self.boards.a, self.boards.b
        valid = a + b < first <= MOST_SIDE and (rows is None or b < rows <= MOST_SIDE)
        self.require(valid, f"invalid first side {first} or rows {rows}: must be from {a + b + 1} to {MOST_SIDE}", 2)
        self.require((a + b) % 2 and self.boards.start is None, "boards are joined only if a + b is odd, without a start", 2)
        prove = self.divided if self.boards.case == "ends" else self.looped
        return prove(rows, first, **proof), first, 1

    def looped(self, rows, first, base, cuts):
        """Check a proof by corner joints only, for cases of the kinds "tour" and "hole".

        Let `width` be `base` or, if it is odd, `base` + 1.

        1. Loops. If `rows` is null, each board with an even number of squares and sides from `base` to `base` + `width` - 1
           must have a loop. All larger boards with an even number of squares then have loops: a corner joint joins the loop of
           a part to another loop. (The ends of a loop are not both corners at the line.) Otherwise, the board with `rows` rows
           and `width` columns must have a loop.
        2. All boards with sides from `first` to `end` - 1 must have tours. On a longer board, a line divides off a right part
           of `width` columns, which has a loop. The left part has a tour by induction. It is closed, or it starts at (0, 0) and
           so does not end at both corners at a line.
        3. If a square is left out, it is enough by symmetry that it is in the left half. Let n >= 2 * `width` + 4b + 1. Then at
           least 2b columns are between the square and the line, so it is also allowed in the left part.
        4. A square of `cuts` may be without a tour (see `exception`). It is in the first 2b columns, and so are its images in
           the left part or in the last 2b columns of this part, so they are not the square that is left out.
        """
        boards, width, is_hole = self.boards, base + base % 2, self.boards.case == "hole"
        end = max(2 * width + 4 * boards.b + 1, first + width) if is_hole else first + width
        sides = range(base, base + width)
        loops = [(m, n) for m, n in product(sides, sides) if m * n % 2 == 0] if rows is None else [(rows, width)]
        valid = 0 < base <= MOST_SIDE and is_hole if rows else boards.a + boards.b < base <= first and not cuts
        self.require(valid, f'invalid "base" {base}, "rows" or "cuts" of a proof by corner joints', 2)
        for m, n in loops:
            self.require((m, n) in boards.loops, f"no loop of {m}x{n}")
        squares = [self.exception(rows, first, *cut) for cut in cuts]
        for m, n in product(range(first, end) if rows is None else [rows], range(first, end)):
            none = {image for square in squares for image in boards.images(m, n, square)}
            if is_hole:
                shown = m > n or not boards.missing(m, n) - none
            else:
                shown = (boards.closed and m * n % 2) or (min(m, n), max(m, n)) in boards.joinable
            self.require(shown, f"not all allowed cases of {m}x{n} have tours that can be joined")
        return "some" if cuts else True

    def exception(self, rows, first, square, cut):
        """Check that a square cannot be left out of boards with `first` or more columns, and return the square.

        If the squares of the cut are also removed, the board has more parts than the cut has squares, so the other squares have
        no closed tour. Parts outside the last b columns are the same on longer boards, which have at least one further part.
        """
        square, cut, b, parts = tuple(square), [*map(tuple, cut)], self.boards.b, 0
        near = {*product(range(rows), range(first))}.difference([square], cut)
        while near:
            part = [near.pop()]
            for r, c in part:
                beside = {(r + i, c + j) for i, j in self.boards.moves} & near
                near -= beside
                part += beside
            parts += max(c for _, c in part) < first - b
        is_near = first > rows and square in {*product(range(rows), range(2 * b))} and all(c < first - b for _, c in cut)
        self.require(cut and is_near and parts >= len(cut), f"no proof that {square} cannot be left out for {rows} rows")
        return square

    def divided(self, rows, first):
        """Check a proof by corner joints and crossings, for cases of the kind "ends".

        All allowed cases must have tours on the boards that no line divides into two such boards (see `line`), neither between
        columns nor, if `rows` is null, between rows. Let z = max(a, 1) + b. On boards with at least 2b rows and 2b columns, the
        squares with only two moves are less than max(a, 1) away from both edges of a corner, and their neighbours less than z.
        So on boards and parts of at least 2z columns, the rule of two moves is about four corners (or two sides, if there are
        fewer than 2z rows), whose forced moves do not meet. Therefore finitely many boards represent all others (see `needed`
        and `find_divisible_from`).
        """
        least = 2 * self.boards.b if rows else 2 * self.reach
        valid = first >= 2 * self.reach and (rows or first) >= least
        self.require(valid, f"invalid side: must be at least {2 * self.reach}, or {least} rows", 2)
        end = max(self.needed(m, parity, first) for m in ([rows] if rows else range(first, first + 4)) for parity in (0, 1))
        for m, n in product([rows] if rows else range(first, end), range(first, end)):
            if n < self.needed(m, n, first) and (rows or (m <= n and m < self.needed(n, m, first))):
                self.require(not self.boards.missing(m, n), f"tours of {m}x{n} must join all allowed pairs of ends")
        return True

    def line(self, rows, cols, one, other, least):
        """Return whether a line between columns divides the board into two parts such that tours of these parts can be joined.

        Each part must have at least `least` columns. There are three cases:

        - The ends `one` and `other` are in different parts. Then a move over the line must join a square of each part. In each
          part, this square and the end must be an allowed pair.
        - Both ends are in the left part, of `width` columns. Then its top or bottom right corner must not be an end, so that a
          tour of the left part uses both moves of this corner. The ends of a loop of the right part must be an allowed pair.
        - Both ends are in the right part: the mirror image of the second case.
        """
        is_allowed, (near, far) = self.boards.is_allowed, sorted((one, other), key=lambda square: square[1])
        for at in range(least, cols - least + 1):
            if near[1] < at <= far[1]:
                for i, j in self.boards.moves:
                    for r in range(max(0, -i), min(rows, rows - i)) if j > 0 else ():
                        over = is_allowed(rows, at, near, (r, at - 1))
                        if over and is_allowed(rows, cols - at, (r + i, j - 1), (far[0], far[1] - at)):
                            return True
                continue
            width, ends = (at, (near, far)) if far[1] < at else (cols - at, [(r, cols - 1 - c) for r, c in (near, far)])
            is_corner_free = not {(0, width - 1), (rows - 1, width - 1)} <= {*ends}
            if is_corner_free and is_allowed(rows, width, *ends):
                for loop in self.boards.loop_ends:
                    inside = all(0 <= r < rows and c >= 0 for r, c in loop)
                    if inside and is_allowed(rows, cols - width, *loop):
                        return True
        return False

    def needed(self, rows, cols, least):
        """Return the least N, even if `cols` is, such that N, N + 2, … columns have a `line` for each pair that is allowed.

        Let z = max(a, 1) + b, as in `divided`. A board of S > 2z + 3 rows is represented by that of T = 2z + 2 or 2z + 3 rows,
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

        Let z = max(a, 1) + b, as in `divided`. Let a board have 6z + 8 or more columns. Some 2z + 2 consecutive ones contain no
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
            if not all(self.line(rows, cols, *pair, least) for pair in pairs if self.boards.is_allowed(rows, cols, *pair)):
                last = cols
        self.require(last < lengths[-1], f"no line divides a board of {rows}x{last}, so longer boards have no proof")
        return last + 2
