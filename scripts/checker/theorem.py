"""Checks of check_certificate.py for theorems: what is claimed about all boards, or all lengths, and by which evidence."""

from collections import defaultdict
from itertools import product
from math import gcd, lcm

MOST_LENGTH, MOST_ANSWERS = 10**5, 10**7  # larger values are rejected: they take long
FIELDS = {"kind", "case", "leaper", "moves", "closed", "start", "claims", "tours", "none", "regions"}
QUESTIONS = {"tour": "which boards have one?", "ends": "which squares are their ends?", "hole": "which square can be left out?"}
ANSWERS = {True: "each allowed case", "some": "each allowed case except those in the evidence", False: "none", None: "unknown"}


class Theorem:
    """A certificate of a theorem about the tours of a "leaper": what it claims, and the evidence.

    "case", "closed" and "start" are the question (see board_cases.py, which also defines *allowed* cases). A claim is
    [answer, rows, first, step]. It is about the boards with `rows` rows and first, first + step, … columns (if step is 0, only
    with `first` columns), or if `rows` is null, about all boards with both sides at least `first`. The answers are:

    - true: all allowed cases have a tour. For the case "tour", this means that the boards have a tour (if `rows` is null, only
      those whose number of squares is even, unless tours are open).
    - false: no case has a tour. (For the case "hole", except that a square without moves may be left out.)
    - "some": all allowed cases have a tour, except some that the evidence contains.
    - null: this is unknown.

    If a claim has the rows null, the theorem is about all boards, which are named with their shorter side as the rows. Then
    there must be claims for all numbers of rows below `first`. (Of the case "hole", only odd numbers from 3 onwards.)

    The evidence consists of "tours" of single boards, of proofs that cases of single boards have "none" (see board_cases.py),
    and of "regions": proofs about infinitely many boards (see the other files).
    """

    def __init__(self, data, certificate, require, load):
        require(set(data) == FIELDS, f"its fields must be {', '.join(sorted(FIELDS))}", 2)
        self.data, self.require, self.load = data, require, load
        self.case, closed, start = data["case"], data["closed"], data["start"]
        self.check_numbers([data["leaper"], start, data["regions"], [numbers for _, *numbers in data["claims"]]])
        self.leaper, moves = sorted(data["leaper"]), [tuple(move) for move in data["moves"]]
        a, b = self.leaper
        steps = {(i, j) for p, q in ((a, b), (b, a)) for i, j in product((p, -p), (q, -q))}
        require(a >= 0 and b and len(moves) == len(steps) and {*moves} == steps, "moves must be those of the leaper", 2)
        asked = type(closed) is bool and closed in {"tour": (closed,), "ends": (False,), "hole": (True,)}.get(self.case, ())
        require(asked and (self.case == "tour" or (a + b) % 2 == gcd(a, b) == 1), 'invalid "case", "closed" or "leaper"', 2)
        row, col = start or (0, 0)
        require(min(row, col) >= 0 and (self.case == "tour" or not start), '"start" must be a square, or null', 2)
        self.boards = load("board_cases.py", "Boards")(
            self.case, (a, b), moves, closed, start and (row, col), certificate, require
        )

    def check_numbers(self, value):
        """Check that all numbers in a part of the certificate are integers of a size that can be checked."""
        if isinstance(value, list | dict):
            for each in value.values() if isinstance(value, dict) else value:
                self.check_numbers(each)
        elif value is not None and type(value) is not str:
            is_whole = type(value) is int and abs(value) <= MOST_LENGTH
            self.require(is_whole, f"invalid number {value!a:.97}: must be an integer up to {MOST_LENGTH:,}", 2)

    def check(self):
        """Check the evidence, and compare the claims with the answers that it proves. Return the claims as text."""
        boards, claims, known = self.boards, defaultdict(list), defaultdict(list)
        self.require(self.data["claims"], "it claims nothing", 2)
        for answer, rows, first, step in self.data["claims"]:
            valid = type(answer) in (bool, str, type(None)) and answer in ANSWERS and first > 0 <= step
            valid = valid and (boards.start or (0, 0))[0] < (MOST_LENGTH if rows is None else rows)
            self.require(valid, f"invalid claim {[answer, rows, first, step]!a:.97}", 2)
            claims[rows].append((answer, first, step))
        for tours in self.data["tours"]:
            boards.add_tours(*tours)
        for none in self.data["none"]:
            boards.add_none(*none)
        lengths = self.load("row_lengths.py", "Lengths")(boards)
        kinds = {"stretch": lengths.stretch, "row-cut": lengths.row_cut}
        kinds["joined"] = self.load("joined_boards.py", "Joined")(boards).check
        kinds["partial-tours"] = self.load("partial_tours.py", "PartialTours")(boards).check
        for region in self.data["regions"]:
            proof = {key: region[key] for key in region if key != "kind"}
            known[region["rows"]].append(kinds[region["kind"]](**proof))
        for m, n in {*boards.shown, *boards.none}:
            known[m] += [(boards.answer(m, n), n, 0)] if m in claims else []
        for m in claims:
            self.compare(m, claims[m], known[m] + (self.obvious(m) if m else []))
        if None in claims:
            self.check_covered(claims)
        return self.text(claims)

    def obvious(self, m):
        """Return the answers that need no evidence for boards with m rows, as entries (answer, first, step).

        - Several squares without any moves have no tour: both sides are at most b.
        - If each move changes the colour, a closed tour has an even number of squares, and an open tour of an odd number of
          squares starts on the colour of the corners.
        - No square of a board with an even number of squares can be left out: the rule of colours allows no case.
        """
        a, b = self.leaper
        none = [(False, n, 0) for n in range(1 + (m == 1), b + 1) if m <= b]
        if self.case == "hole":
            return [*none, (True, 2, 2) if m % 2 else (True, 1, 1)]
        is_odd = m % 2 and (a + b) % 2 and (self.boards.closed or sum(self.boards.start or (0, 0)) % 2)
        return [*none, (False, 1, 2)] if is_odd else none

    def compare(self, m, claims, known):
        """Check the claims for boards with m rows.

        Above the largest first length of an entry, no single length is left, and all answers repeat. So it is enough to compare
        the claims with the known answers up to one period above it.
        """
        entries, begin = [*claims, *known], min(first for _, first, _ in claims)
        end = 1 + max(first for _, first, _ in entries) + lcm(*(step or 1 for _, _, step in entries))
        valid = end <= MOST_LENGTH and end * len(entries) <= MOST_ANSWERS
        self.require(valid, "the lengths or steps of the claims require too many checks", 2)
        claimed, proven = spread(claims, end), spread(known, end)
        for n in range(begin, end):
            self.require(len(claimed[n]) == 1, f"there is no claim about {m}x{n}, or there are two")
            self.require(claimed[n] <= proven[n] | {None}, f"no evidence proves the claim about {m}x{n}")

    def check_covered(self, claims):
        """Check that the claims are about all boards."""
        least, is_tour = claims[None][0][1], self.case == "tour"
        rows = range(3, least, 2) if self.case == "hole" else range(1, least)
        covered = all(min(first for _, first, _ in claims.get(m, [(None, m + 2, 0)])) <= max(m, 2 - is_tour) for m in rows)
        valid = claims[None] == [(True, least, 1)] and claims.keys() == {None, *rows} and covered
        self.require(valid, f"the claims are not about all boards with fewer than {least} rows")

    def text(self, claims):
        start = f" from {self.data['start']}" if self.data["start"] else ""
        kind = "closed" if self.data["closed"] else "open"
        lines = [f"{kind} tours of the leaper {self.leaper}{start}: {QUESTIONS[self.case]}"]
        for m, entries in sorted(claims.items(), key=lambda claim: claim[0] or MOST_LENGTH):
            answers = defaultdict(list)
            for answer, first, step in entries:
                answers[answer].append(f"{first}, {first + step}, …" if step else str(first))
            which = f"{m}xN, N =" if m else "both sides at least"
            lines += [f"{which} {'; '.join(lengths)}: {ANSWERS[answer]}" for answer, lengths in answers.items()]
        return "\n".join(lines)

    def describe(self, _board, _leaper, evidence):
        return evidence


def spread(entries, end):
    """Return for each length below `end` the set of the answers that entries (answer, first, step) have for it."""
    table = [set() for _ in range(end)]
    for answer, first, step in entries:
        for answers in table[first :: step or end]:
            answers.add(answer)
    return table
