"""Check the certificate of a theorem about infinitely many boards: its claims and their evidence."""

from collections import defaultdict
from functools import cache, partial
from itertools import product
from math import gcd, lcm

from checker.joined_boards import check_joined
from checker.question import leaper_moves, require
from checker.row_lengths import check_end_rows, check_lasting, check_row_cut, check_stretch
from checker.theorem_board import TheoremBoard

MOST_LENGTH, MOST_ANSWERS = 10**5, 10**7  # larger values are rejected: they take long
REGIONS = {
    "stretch": check_stretch,
    "row-cut": check_row_cut,
    "lasting": check_lasting,
    "joined": check_joined,
    "partial-tours": check_end_rows,
}
MARKS = {"tour": 0, "ends": 2, "hole": 1}  # the numbers of marked squares
QUESTIONS = {"tour": "which boards have one?", "ends": "which squares are their ends?", "hole": "which square can be left out?"}
ANSWERS = {True: "each allowed case", "some": "each allowed case except those in the evidence", False: "none", None: "unknown"}


class Theorem:
    """A theorem about the tours of a leaper on many boards, with its evidence.

    "case", "closed" and "start" are the question (see theorem_board.py, which also defines *allowed* cases). A claim [answer,
    rows, first, step] is about the boards with `rows` rows and first, first + step, … columns (if step is 0, only with `first`
    columns) or, if `rows` is null, about all boards with both sides at least `first`. The answers are:

    - true: all allowed cases have a tour. For the case "tour", this means that the boards have a tour. (For closed tours and
      `rows` null, this is only claimed of boards with an even number of squares.)
    - false: no case has a tour. (For the case "hole", a square without moves is an exception: it may be left out.)
    - "some": all allowed cases have a tour, except some that the evidence contains.
    - null: the answer is unknown.

    If `rows` is null in a claim, the theorem is about all boards, and the rows are along the shorter side. Then there must be
    claims for all numbers of rows below `first`. (For the case "hole", only odd numbers from 3 onwards.)

    The evidence consists of "tours" of single boards, of proofs that cases of single boards have "none" (see theorem_board.py),
    and of "regions": proofs about infinitely many boards (see REGIONS).
    """

    def __init__(self, kind, case, leaper, moves, closed, start, claims, tours, none, regions):
        check_numbers([leaper, start, regions, [numbers for _, *numbers in claims]])
        self.case, self.closed, self.tours, self.none, self.regions = case, closed, tours, none, regions
        self.a, self.b = a, b = sorted(leaper)
        row, col = start or (0, 0)
        self.moves, self.start = list(map(tuple, moves)), (row, col) if start else None
        can_join = (a + b) % 2 == gcd(a, b) == 1 and not start
        is_leaper = a >= 0 and sorted(self.moves) == sorted(leaper_moves(a, b))
        is_case = case == "tour" or (can_join and closed == (case == "hole"))
        is_question = is_case and is_leaper and min(row, col) >= 0 and type(closed) is bool
        require(is_question, 'invalid "case", "closed", "leaper", "moves" or "start"', 2)
        self.marks, ends = MARKS[case], product(((a, b - 1), (b, a - 1)), ((b - a, b - a - 1), (b + a, b - a - 1)))
        self.loops = {tuple(sorted(pair)) for pair in ends}
        self.board, self.claims, self.proven = cache(partial(TheoremBoard, self)), defaultdict(list), defaultdict(list)
        for answer, rows, first, step in claims:
            valid = answer in ANSWERS and type(answer) not in (int, float) and step >= 0
            valid = valid and first > col and (rows is None or rows > row)
            require(valid, f"invalid claim {[answer, rows, first, step]!a:.97}", 2)
            self.claims[rows].append((answer, first, step))
        require(self.claims, 'the list "claims" is empty', 2)

    def describe(self):
        """Check the certificate, and return the proven statements as text."""
        self.check()
        lines, marks = [], self.case != "tour"
        for rows, claims in sorted(self.claims.items(), key=lambda item: item[0] or MOST_LENGTH):
            lengths = defaultdict(list)
            for answer, first, step in claims:
                lengths[answer].append(f"{first}, {first + step}, ..." if step else str(first))
            even = "" if rows or marks or not self.closed else ", an even number of squares"
            for answer, numbers in lengths.items():
                which = f"{rows}xN, N = {'; '.join(numbers)}" if rows else f"both sides at least {claims[0][1]}{even}"
                lines.append(f"{which}: {'a tour' if answer and not marks else ANSWERS[answer]}")
        kind, start = "closed" if self.closed else "open", f" from {list(self.start)}" if self.start else ""
        return "\n".join([f"{kind} tours of the leaper {[self.a, self.b]}{start}: {QUESTIONS[self.case]}", *lines])

    def check(self):
        """Check that the evidence is valid, and that it proves all claims."""
        for rows, cols, tours in self.tours:
            for tour in tours:
                self.board(rows, cols).add_tour(*tour)
        for rows, cols, *none in self.none:
            self.board(rows, cols).add_none(*none)
        for region in self.regions:
            check = REGIONS[region.pop("kind")]
            self.proven[region["rows"]].append(check(self, **region))
        for rows, cols in {(rows, cols) for rows, cols, *_ in self.tours + self.none if rows in self.claims}:
            self.proven[rows].append((self.board(rows, cols).answer(), cols, 0))
        for rows in self.claims:
            self.check_claims(rows)
        if None in self.claims:
            self.check_coverage()

    def check_claims(self, rows):
        """Check that the evidence proves the claims about boards with `rows` rows.

        Claims and proven answers are about single lengths or arithmetic progressions. Beyond all their first lengths, they
        repeat, as obvious answers do beyond b. So it is enough to compare them up to one period beyond.
        """
        claims, proven = self.claims[rows], self.proven[rows]
        begin, entries = min(first for _, first, _ in claims), [*claims, *proven, (None, self.b, 2)]
        end = 1 + max(first for _, first, _ in entries) + lcm(*(step or 1 for _, _, step in entries))
        valid = end <= MOST_LENGTH and end * len(entries) <= MOST_ANSWERS
        require(valid, "the lengths or steps of the claims require too many checks", 2)
        for cols in range(begin, end):
            answers = about(claims, cols)
            require(len(answers) == 1, f"there is no claim about {rows}x{cols}, or there are two")
            known = about(proven, cols) | {None, *(self.obvious(rows, cols) if rows else ())}
            require(answers <= known, f"no evidence proves the claim about {rows}x{cols}")

    def obvious(self, rows, cols):
        """Yield the answers for a board that need no evidence.

        - If both sides are at most b, there are no moves. So several squares have no tour.
        - If each move changes the colour, a closed tour has an even number of squares, and an open tour of an odd number of
          squares starts on the colour of the corners.
        - No square of a board with an even number of squares can be left out: the rule of colours allows no case.
        """
        is_odd, is_hole = rows * cols % 2, self.case == "hole"
        if rows * cols > 1 and max(rows, cols) <= self.b:
            yield False
        if is_hole and not is_odd:
            yield True
        if not is_hole and is_odd and (self.a + self.b) % 2 and (self.closed or sum(self.start or (0, 0)) % 2):
            yield False

    def check_coverage(self):
        """Check that the claims cover the boards of all sizes, with rows along the shorter side m."""
        least = self.claims[None][0][1]
        rows = range(3, least, 2) if self.case == "hole" else range(1, least)
        side = 1 if self.case == "tour" else 2  # a single square has neither two ends nor a hole
        are_covered = all(any(first <= max(m, side) for _, first, _ in self.claims[m]) for m in rows)
        require(
            are_covered and self.claims[None] == [(True, least, 1)],
            f"the claims are not about all boards with fewer than {least} rows",
        )


def check_numbers(value):
    """Check that all numbers in a nested list or dict are integers, and not too large."""
    if isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            check_numbers(each)
    elif value is not None and type(value) is not str:
        is_whole = type(value) is int and abs(value) <= MOST_LENGTH
        require(is_whole, f"invalid number {value!a:.97}: must be an integer up to {MOST_LENGTH:,}", 2)


def about(entries, length):
    """Return the answers of all entries (answer, first, step) with `length` in first, first + step, …."""
    return {
        answer
        for answer, first, step in entries
        if length == first or (step and length > first and (length - first) % step == 0)
    }
