"""The part of check_certificate.py for theorems about all boards."""

import runpy
from itertools import pairwise
from math import lcm
from pathlib import Path, PurePosixPath

MOST_ENTRIES, MOST_LENGTH = 10**7, 10**4  # larger values are rejected: they take long


class Theorem:
    """A certificate: every board has a tour of the "leaper", except those in "none".

    "none" has "odd" (boards with an odd number of squares have none), "rows" (boards with such a shorter side have none, except
    a single square if tours are open), and "boards" (pairs, the shorter side first). "strips" are tours that can be stretched,
    "heights" and "boards" the names of files: certificates for all lengths of one height, and for single boards.
    """

    def __init__(self, data, folder, read, require):
        self.data, self.folder, self.read, self.require = data, folder, read, require
        self.every_length = runpy.run_path(str(Path(__file__).with_name("every_length.py")))["Theorem"]
        fields = {"kind", "leaper", "closed", "strips", "heights", "boards", "none"}
        require(set(data) == fields, f"the fields of this kind are {', '.join(sorted(fields))}", 2)
        self.leaper, self.closed, none = sorted(data["leaper"]), data["closed"], data["none"]
        kind = f'invalid leaper {self.leaper!a:.97} or "closed" {self.closed!a:.97}: must be an odd a + b, and true or false'
        require(sum(self.leaper) % 2 == 1 and type(self.closed) is bool, kind, 2)
        self.odd, self.rows, self.boards = none["odd"], set(none["rows"]), {tuple(sides) for sides in none["boards"]}

    def check(self):
        """Check that each board is a pile of strips, or is decided by a certificate. Boards may be turned by 90 degrees.

        In a pile, strips of equal length are one above the other. If the upper one has h rows, its tour has the move
        (h - b, a), (h - b + a, a + b). The tour of the lower one has the move (0, 0), (a, b). They are opposite sides of a
        parallelogram of moves, whose other two sides replace them. Only the tour of the top strip may be open. From the length
        `first` onwards, lengths of strips and certificates of heights are periodic. So one period is enough. If `least` is
        the height of a closed strip, and the `least` heights up to `most` are piles, all higher ones are also piles.
        """
        require = self.require
        strips = [self.strip(each) for each in self.data["strips"]]
        heights = {height.rows: height.data["lengths"] for height in map(self.height, self.data["heights"])}
        single = dict(map(self.board, self.data["boards"]))
        claims = [(cols, step) for lengths in heights.values() for _, cols, step in lengths]
        starts = [(cols, step) for _, _, cols, step in strips] + claims
        first = 1 + max([2, *self.leaper, *(cols for cols, _ in starts), *(n for _, n in self.boards)])
        period = lcm(2, *(step for _, step in starts if step))
        most = 4 * max([1, *(rows for rows, *_ in strips)]) + max([1, *heights, *self.rows])
        require(max(most, first + period) ** 2 <= MOST_ENTRIES, "a number is too large", 2)
        piles = {n: self.piles(strips, n, max(most, first)) for n in range(1, max(most, first + period) + 1)}
        for n in range(1, first + period):
            for m in range(1, (n if n < first else most) + 1):
                known = self.answers(heights.get(m, ()), n) | ({True} if m in piles[n] else set())
                if n < first:
                    known |= self.answers(heights.get(n, ()), m) | ({True} if n in piles[m] else set()) | {single.get((m, n))}
                known |= {False} if (m * n % 2 and self.closed) or (m <= n <= self.leaper[1] and n > 1) else set()
                none = (self.odd and m * n % 2 == 1) or m in self.rows or (m, n) in self.boards
                claim = n == 1 if none and not self.closed else not none
                require(claim in known or (m == n == 1 and claim is not self.closed), f"no evidence for the answer for {m}x{n}")
        for n in range(first, first + period):
            least = min((rows for rows, closed, *strip in strips if closed and covers(strip, n)), default=most)
            last = {m for m in range(most - least + 1, most + 1) if not (self.odd and m * n % 2)}
            require(last <= piles[n], f"boards of length {n} and large heights are not piles")
        return f"{len(strips)} strips, {len(heights)} heights and {len(single)} single boards give all others"

    def strip(self, data):
        """Check a tour that can be stretched and piled. Return its rows, whether it is closed, its columns, and the period."""
        (a, b), rows = self.leaper, data["rows"]
        stretch = self.every_length(data | {"kind": "stretch", "leaper": self.leaper}, self.folder, self.read, self.require)
        stretch.check()
        tour = [tuple(square) for square in data["tour"]]
        moves = {frozenset(move) for move in pairwise([*tour, *tour[: data["closed"]]])}
        joints = [((rows - b, a), (rows - b + a, a + b)), ((0, 0), (a, b))][: 1 + data["closed"]]
        fixed = all(frozenset(joint) in moves and joint[0][1] < data["cut"] + data["block"] for joint in joints)
        self.require(fixed and len({*joints}) == len(joints), "a strip has no move where it is joined to another")
        return rows, data["closed"], *stretch.covers[1:]

    def other(self, name):
        is_inside = type(name) is str and ".." not in PurePosixPath(name).parts and name[:1] != "/"
        self.require(is_inside, f"invalid file name {name!a:.97}: must be a path inside the folder, without '..'", 2)
        return self.read(self.folder / name)

    def height(self, name):
        height = self.other(name)
        self.require(height.data["kind"] == "height" and height.start is None, f"{name!a:.97} is not about a height", 2)
        height.compare(height.rows, 0, *self.leaper)
        self.require(height.closed == self.closed, f"{name!a:.97} answers another question (open or closed tours)")
        height.check()
        return height

    def board(self, name):
        board = self.other(name)
        sides = [1 + max(numbers) for numbers in zip(*board.data["vertices"], strict=True)]
        board.compare(*sides, *self.leaper)
        self.require(
            (board.closed, board.ends) == (self.closed, []),
            f"{name!a:.97} answers another question (open or closed tours, or given ends)",
        )
        board.check()
        return tuple(sorted(sides)), board.answer

    def piles(self, strips, cols, most):
        usable = [(rows, closed) for rows, closed, *strip in strips if covers(strip, cols)]
        piles = {0}
        for rows in range(1, most + 1):
            if any(closed and rows - each in piles for each, closed in usable):
                piles.add(rows)
        tops = () if self.closed else (each for each, closed in usable if not closed)
        return piles - {0} | {rows + each for each in tops for rows in piles if rows + each <= most}

    def answers(self, lengths, cols):
        return {answer for answer, *each in lengths if covers(each, cols)}

    def compare(self, *_):
        self.require(False, "--board has no effect on a certificate about all boards: leave it out", 2)

    def describe(self, _board, _leaper, evidence):
        kind = "a closed" if self.closed else "an open"
        none = [*["an odd number of squares"] * self.odd, *(f"{m} rows" for m in sorted(self.rows))]
        none += [f"{m}x{n}" for m, n in sorted(self.boards)]
        return f"leaper {self.leaper}: every board has {kind} tour, except {', '.join(none) or 'none'}: {evidence}"


def covers(progression, cols):
    """Return whether a length is in a progression, given by its first length and its step (0 if it has only one length)."""
    first, step = progression
    return cols == first or (step > 0 and cols > first and (cols - first) % step == 0)
