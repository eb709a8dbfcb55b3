"""Checks of check_certificate.py: the cases of a theorem about many boards, and what is shown about single boards."""

from collections import defaultdict
from functools import cache
from itertools import product

MOST_SQUARES = 50_000  # larger boards are rejected: they take long


class Boards:
    """The cases of a theorem about the tours of a leaper. A *case* is a board with marked squares, of one of three kinds.

    - "tour": no square is marked. Is there a tour, which is open or closed? (An open one may have a given `start`.)
    - "ends": two squares are marked. Is there an open tour that leads from one to the other?
    - "hole": one square is marked. Is there a closed tour of the other squares?

    If each move changes the colour, two rules forbid cases of the last two kinds. All other cases are *allowed*.

    - Colours: an open tour of an even number of squares has ends of both colours. Otherwise, the board has one square more of
      the colour of the corners: both ends of an open tour have it, and so has a square that a closed tour leaves out. A closed
      tour leaves out no square of a board with an even number of squares.
    - Two moves: a tour uses both moves of a square that has only two moves and is not an end. So no end may be on two of these
      moves, no path of these moves may join the ends before all squares are visited, and none may lead to a square left out.
    """

    def __init__(self, case, leaper, moves, closed, start, certificate, require):
        self.case, (self.a, self.b), self.moves, self.closed, self.start = case, leaper, moves, closed, start
        self.certificate, self.require, self.first = certificate, require, start[1] + 1 if start else 1
        self.shown, self.none, self.loops, self.joinable = defaultdict(set), defaultdict(set), set(), set()
        self.two_moves, a, b = cache(self.find_two_moves), self.a, self.b
        self.loop_ends = [*product(((a, b - 1), (b, a - 1)), ((b - a, b - a - 1), (b + a, b - a - 1)))]

    def is_allowed(self, rows, cols, *marks):
        """Return whether neither rule forbids a case of the kind "ends" or "hole"."""
        signs = [1 - (r + c) % 2 * 2 for r, c in marks]  # 1 is the colour of the corners
        if sum(signs) != rows * cols % 2 * len(marks) or len({*marks}) < len(marks):
            return False
        if self.case == "ends":
            return not self.is_blocked(rows, cols, *marks)
        return marks[0] not in self.two_moves(rows, cols)[1]

    def find_two_moves(self, rows, cols):
        """Return two dicts about the squares with only two moves.

        The first maps each of them to its neighbours, and the second each of these neighbours to the squares next to it.
        """
        near = {(r, c): [(r + i, c + j) for i, j in self.moves] for r, c in product(range(rows), range(cols))}
        near = {square: [other for other in some if other in near] for square, some in near.items()}
        two = {square: some for square, some in near.items() if len(some) == 2}
        return two, {square: beside for square, some in near.items() if (beside := [each for each in some if each in two])}

    def is_blocked(self, rows, cols, start, end):
        """Return whether the rule of two moves forbids a pair of ends."""
        two, beside = self.two_moves(rows, cols)
        if start not in beside and end not in beside:
            return False

        def forced(square):  # the squares to which a forced move leads
            if square in two and square not in (start, end):
                return {*two[square]}
            return {each for each in beside.get(square, ()) if each not in (start, end)}

        if max(len(forced(start)), len(forced(end))) > 1:
            return True
        path = [start]
        while len(onward := forced(path[-1]) - {*path[-2:-1]}) == 1 and len(path) <= rows * cols:
            path += onward
            if path[-1] == end:
                return len(path) < rows * cols
        return False

    def path(self, rows, cols, start, digits):
        """Return the squares of a path, after checking that they are different squares of the board.

        `start` is the number of the first square, counted row by row. Each digit is an index in the list of moves.
        """
        squares = [divmod(start, cols)]
        for i, j in (self.moves[int(digit)] for digit in digits):
            squares.append((squares[-1][0] + i, squares[-1][1] + j))
        inside = all(0 <= r < rows and 0 <= c < cols for r, c in squares)
        self.require(inside and len({*squares}) == len(squares), f"a tour of {rows}x{cols} leaves it or repeats a square")
        return squares

    def add_tours(self, rows, cols, walks):
        """Check tours of a board, and add the cases that they show, and the images of these cases.

        Each of `walks` is [start, moves, turns]: a path (see `path`), and the moves of its rotations. If a move leads from the
        end e of a tour a … p q … e to p, the rotation by this move changes the tour to a … p e … q, so that it ends at q.

        Some tours can be joined to others (see joined_boards.py): these boards are added to `loops` and `joinable`.
        """
        self.check_board(rows, cols)
        shown = self.shown[rows, cols]
        for start, digits, turns in walks:
            path = self.path(rows, cols, start, digits)
            first, last, missing = path[0], path[-1], rows * cols - len(path)
            is_cycle = len(path) > 2 and (first[0] - last[0], first[1] - last[1]) in self.moves
            self.require(missing == 0 or (missing == 1 and self.case == "hole"), f"a tour of {rows}x{cols} misses squares")
            if missing:
                self.require(is_cycle, f"a tour of {rows}x{cols} is not closed")
                shown |= self.images(rows, cols, *{*product(range(rows), range(cols))}.difference(path))
                continue
            if self.case == "ends":
                ends = {(first, end) for end in self.rotated(rows, cols, path, turns)}
                shown.update(*(self.images(rows, cols, *pair) for pair in ends))
            elif self.case == "tour" and (is_cycle if self.closed else self.start in (None, first)):
                shown.add(())
            self.loops |= {(rows, cols)} if (first, last) in self.loop_ends else set()
            self.joinable |= {(rows, cols)} if is_cycle or (first == (0, 0) and not self.closed) else set()

    def rotated(self, rows, cols, path, turns):
        """Return the ends of a path after 0, 1, … rotations. The path is a text, because texts are searched fast."""
        text, ends = "".join(chr(r * cols + c) for r, c in path), [path[-1]]
        for i, j in (self.moves[int(turn)] for turn in turns):
            r, c = ends[-1][0] + i, ends[-1][1] + j
            self.require(0 <= r < rows and 0 <= c < cols, f"the move of a rotation leaves the board {rows}x{cols}")
            before, to, after = text.partition(chr(r * cols + c))
            text = before + to + after[::-1]
            ends.append(divmod(ord(text[-1]), cols))
        return ends

    def add_none(self, rows, cols, marks, evidence):
        """Check the evidence that a case has no tour, and add it to `none`. For the kind "ends", no marks mean all pairs.

        The evidence is that of a certificate about the graph of the board, without "vertices", "edges" and the question.
        """
        self.check_board(rows, cols)
        marks, squares, is_hole = [*map(tuple, marks)], {*product(range(rows), range(cols))}, self.case == "hole"
        number = {"tour": (0,), "ends": (0, 2), "hole": (1,)}[self.case]
        valid = len(marks) in number and {*marks} <= squares
        self.require(valid, f"the case {marks!a:.97} of {rows}x{cols} must be {number[-1]} squares of the board", 2)
        squares -= {*marks} if is_hole else set()
        edges = [(one, (one[0] + i, one[1] + j)) for one in squares for i, j in self.moves]
        start, end = marks if marks and not is_hole else (self.start, None)
        graph = {"vertices": [*squares], "edges": [edge for edge in edges if edge[0] < edge[1] and edge[1] in squares]}
        question = {"start": start, "end": end, "closed": self.closed, "answer": False}
        self.certificate(evidence | graph | question).check()
        self.none[rows, cols] |= self.images(rows, cols, *marks)

    def check_board(self, rows, cols):
        valid = type(rows) is type(cols) is int and min(rows, cols) > 0 and rows * cols <= MOST_SQUARES
        self.require(valid, f"invalid board {rows!a:.9}x{cols!a:.9}: must have 1 to {MOST_SQUARES:,} squares", 2)

    def missing(self, rows, cols):
        """Return the allowed cases of a board for which no tour is shown, at least one of each symmetry class."""
        squares = [*product(range(rows), range(cols))]
        quarter = [(r, c) for r, c in squares if 2 * r <= rows and 2 * c <= cols]
        if self.case == "tour":
            return {()} - self.shown[rows, cols]
        cases = {tuple(sorted(marks)) for marks in product(*[quarter, squares][: 1 + (self.case == "ends")])}
        return {marks for marks in cases - self.shown[rows, cols] if self.is_allowed(rows, cols, *marks)}

    def answer(self, rows, cols):
        """Return whether all allowed cases of a board have tours: true, false (none has), "some", or null (unknown)."""
        missing, none = self.missing(rows, cols), self.none[rows, cols]
        if () in none:
            return False
        return None if missing - none else "some" if missing else True

    @staticmethod
    def images(rows, cols, *marks):
        """Return the images of a case under the symmetries of the board. The squares of a case are sorted."""
        found = set()
        for down, right in product((0, rows - 1), (0, cols - 1)):
            image = [(abs(r - down), abs(c - right)) for r, c in marks]
            found |= {tuple(sorted(image)), tuple(sorted((c, r) for r, c in image))} if rows == cols else {tuple(sorted(image))}
        return found
