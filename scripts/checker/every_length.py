"""Checks of check_certificate.py for boards of every length: tours with a repeatable block, cuts of rows, and indexes."""

import json
from itertools import chain, pairwise, product
from math import lcm
from pathlib import Path

FIELDS = {"stretch": "tour cut block", "row-cut": "cut", "height": "lengths certificates"}
MOST_LENGTH, MOST_COPIES, MOST_CLAIMS, MOST_ANSWERS = 10**5, 1000, 1000, 10**7  # larger values are rejected: they take long


class Theorem:
    """A certificate about the tours of a "leaper" on boards with "rows" rows and every length (number of columns).

    A square is [row, column]. The check of a "stretch" or a "row-cut" sets `covers`: the proven answer, the least length for
    which it is proven, and the step to the next such length.
    """

    def __init__(self, data, folder, read, require):
        kind, self.data, self.folder, self.end = data["kind"], data, folder, None
        self.read, self.require = read, require
        expected = {"kind", "rows", "leaper", "closed", *FIELDS[kind].split()}
        require(set(data) - {"start"} == expected, f"its fields must be {', '.join(sorted(expected))}, and optionally start", 2)
        (self.rows,), (a, b), self.closed = self.whole(1, [data["rows"]]), self.whole(0, data["leaper"]), data["closed"]
        self.row, col = (0, 0) if data.get("start") is None else self.whole(0, data["start"])
        require(self.row < self.rows and type(self.closed) is bool, '"start" must be on the board, "closed" true or false', 2)
        self.start, self.first = data.get("start") and json.dumps(data["start"]), col + 1
        self.leaper, self.steps = [a, b], {(i, j) for p, q in ((a, b), (b, a)) for i, j in product((p, -p), (q, -q))}
        self.check = getattr(self, kind.replace("-", "_"))

    def stretch(self):
        """Check a "tour" in which a block of columns can be repeated: "block" columns, from column "cut" onwards.

        The moves across the right border of the block must be those across its left border, shifted. So if the block is
        repeated, each square has two moves, except the ends of an open tour, which are outside the block. The paths to the left
        of the last border join the moves across this border in pairs. These pairs determine whether all moves form one tour.
        Each repetition changes the pairs by the same rule. So repetitions are checked until the pairs are those of an earlier
        one.
        """
        require = self.require
        tour, (cut, block) = list(map(tuple, self.data["tour"])), self.whole(1, [self.data["cut"], self.data["block"]])
        cols, after, seen, _ = len(tour) // self.rows, cut + block, set(), self.whole(0, [*chain(*tour)])
        require(sorted(tour) == list(product(range(self.rows), range(cols))), "the tour does not visit each square once")
        moves = [sorted(step, key=lambda square: square[1]) for step in pairwise([*tour, *tour[: self.closed]])]
        require(all((r - p, c - q) in self.steps for (p, q), (r, c) in moves), "a step of the tour is not a move")
        require(len(tour) > 2 and self.start in (None, json.dumps(tour[0])), "the tour must have 3 squares and the given start")
        over = [{((p, q - at), (r, c - at)) for (p, q), (r, c) in moves if q < at <= c} for at in (cut, after)]
        require(over[0] == over[1], "the moves across the left and the right border of the block differ")
        ends = [] if self.closed else [(tour[0], None), (tour[-1], None)]
        require(all(not cut <= end[1] < after for end, _ in ends), "an end of the tour is in the block")
        require(self.first <= cut < after < cols, "the block must have columns on both sides, and the start on its left")
        while (pairs := self.pairs([*moves, *ends], cut, block, len(seen))) not in seen and len(seen) < MOST_COPIES:
            seen.add(pairs)
        require(pairs in seen, f"the moves across the border do not repeat within {MOST_COPIES:,} blocks")
        self.covers = True, cols, block
        return f"a tour of {cols} columns, {block} of which can be repeated: the same moves cross both borders of this block"

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

    def row_cut(self):
        """Check a "cut": rows whose removal leaves too many parts for a tour.

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
        """
        cut, found, parts, require = set(self.whole(0, self.data["cut"])), {}, [], self.require
        left = set(range(self.rows)) - cut  # a row outside the board has no effect
        for first in (each for each in product(left, range(2)) if each not in found):
            found[first], part, endless = first, [first], False
            for row, col in part:
                for there in ((row + i, col + j) for i, j in self.steps if row + i in left):
                    copy = there[0], there[1] % 2
                    part += [there] * (copy not in found)
                    endless |= found.setdefault(copy, there) != there
            parts.append((sorted(col for _, col in part), endless))
        finite = [cols for cols, endless in parts if not endless]
        spare, ends = len(finite) - 2 * len(cut), sum(cols[-1] - cols[0] for cols in finite) + 2 * (len(parts) - len(finite))
        least = 0 if (cut or self.rows == 1) and (self.closed or (self.start and self.row in cut)) else 2
        half = least == ends == 0 and sum(self.leaper) % 2 and all(len(cols) == 1 for cols in finite)
        require(spare > 0 or (spare == 0 and (ends > least or half)), "the cut does not leave too many parts for a tour")
        self.covers = False, max(2, *self.leaper, self.first, (least - ends) // spare + 1 if spare else 2), 1
        return f"without {len(cut)} rows, boards of {self.covers[1]} columns or more are a path or too many parts for a tour"

    def height(self):
        """Check the answers in "lengths" by the "certificates", which are about single lengths or of this class.

        An entry [answer, first, step] of "lengths" states whether the boards of the lengths first, first + step, … have a tour
        (if step is 0, only the length first). A null answer means unknown. If each move changes the colour, a tour of an odd
        number of squares is open, and starts on the colour of the corners. This is known without a certificate.
        """
        require = self.require
        is_odd = self.rows % 2 and sum(self.leaper) % 2 and (self.closed or (self.row + self.first) % 2 == 0)
        claims, shown = self.data["lengths"], [(False, 1, 2)] * bool(is_odd)
        for name in self.data["certificates"]:
            require(Path(name).name == name, f"{name!a:.97} must be a file in the folder of the index", 2)
            other = self.read(self.folder / name)
            cols = len(getattr(other, "vertices", ())) // self.rows
            other.compare(self.rows, cols, *self.leaper)
            same = (other.closed, other.start, other.end) == (self.closed, self.start, None)
            require(same, f"{name!a:.97} answers another question (closed, start or end)")
            other.check()
            shown.append(getattr(other, "covers", None) or (other.answer, cols, 0))
        self.whole(self.first, [first for _, first, _ in claims])
        self.whole(0, [step for _, _, step in claims])
        require(len(claims + shown) <= MOST_CLAIMS, f"there are more than {MOST_CLAIMS} answers and certificates", 2)
        end = horizon([*claims, *shown, (None, self.first, 1)], require)
        said, known = spread(claims, end), spread(shown, end)
        for length in range(self.first, end):
            require(len(said[length]) == 1, f"length {length} has no answer, or two different ones")
            require(said[length] <= known[length] | {None}, f"no certificate proves the answer for length {length}")
        texts = {answer: [] for answer in (True, False, None)}
        for answer, first, step in claims:
            texts[answer].append(f"{first}, {first + step}, …" if step else str(first))
        some, none, unknown = ("; ".join(lengths) or "none" for lengths in texts.values())
        return f"lengths N with a tour, as proven: {some}; without a tour: {none}; unknown: {unknown}"

    def compare(self, rows, _, *leaper):
        self.require((self.rows, self.leaper) == (rows, [*leaper]), f"it is about {self.rows} rows and leaper {self.leaper}")

    def describe(self, _board, _leaper, evidence):
        kind, start = "closed" if self.closed else "open", f" from {self.start}" if self.start else ""
        return f"{kind} tours{start} of {self.rows}xN with moves {self.leaper[0]},{self.leaper[1]}: {evidence}"

    def whole(self, least, values):
        """Check that the values are integers from `least` to MOST_LENGTH, and return them."""
        wrong = [each for each in values if type(each) is not int or not least <= each <= MOST_LENGTH]
        self.require(not wrong, f"invalid value in {wrong[:1]!s:.99}: must be an integer from {least} to {MOST_LENGTH:,}", 2)
        return values


def horizon(entries, require):
    """Return a number such that all answers are checked if those of the lengths below it are.

    An entry is (answer, first, step), as in "lengths" of a height. Above the largest first length, no single length is left,
    and all answers repeat. So one period above it is enough.
    """
    end = 1 + max(first for _, first, _ in entries) + lcm(*(step or 1 for _, _, step in entries))
    require(end <= MOST_LENGTH and end * len(entries) <= MOST_ANSWERS, "the lengths or steps require too many checks", 2)
    return end


def spread(entries, end):
    """Return for each length below `end` the set of the answers that the entries (see `horizon`) have for it."""
    table = [set() for _ in range(end)]
    for answer, first, step in entries:
        for answers in table[first :: step or end]:
            answers.add(answer)
    return table
