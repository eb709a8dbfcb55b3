"""One board of a theorem about many boards: which tours it can have, and which the evidence proves."""

from itertools import product

from checker.certificate import Certificate
from checker.question import require

MOST_SQUARES = 50_000  # larger boards are rejected: they take long


class TheoremBoard:
    """A board, and the questions about it (e.g. one per pair of ends) whose answers are proven.

    A *case* is a board with marked squares. The kinds of cases are:
    - "tour": no square is marked. Is there a tour, which is open or closed? (An open one may have a given `start`.)
    - "ends": two squares are marked. Is there an open tour that leads from one to the other?
    - "hole": one square is marked. Is there a closed tour of the other squares?

    If each move changes the colour, two rules forbid cases of the last two kinds. All other cases are *allowed*.

    - Colours: an open tour of an even number of squares has ends of both colours. Otherwise, the board has one square more of
      the colour of the corners: both ends of an open tour have it, and so has a square that a closed tour leaves out. A closed
      tour leaves out no square of a board with an even number of squares.
    - Two moves: a tour uses both moves of a square that has only two moves and is not an end. So no end may be on two of these
      moves, no path of these moves may join the ends before all squares are visited, and none may lead to a square left out.

    `open` contains the ends of the open tours in the evidence, `closed` the squares that closed tours leave out, and `none`
    cases without a tour, each with its images under the symmetries of the board. `shown` is `open` or `closed`, whichever the
    theorem is about. The case without marks is in `open` if a tour begins at the given start. `two` maps the squares with only
    two moves to their neighbours, and `beside` each of these neighbours to the squares of `two` next to it.
    """

    def __init__(self, theorem, rows, cols):
        self.theorem, self.rows, self.cols = theorem, rows, cols
        valid = type(rows) is type(cols) is int and min(rows, cols) > 0 and rows * cols <= MOST_SQUARES
        require(valid, f"invalid board {rows!a:.9}x{cols!a:.9}: must have 1 to {MOST_SQUARES:,} squares", 2)
        self.squares, self.is_even = {*product(range(rows), range(cols))}, rows * cols % 2 == 0
        self.two = {square: near for square in self.squares if len(near := self.near(square)) == 2}
        self.beside = {square: self.near(square) & self.two.keys() for square in set().union(*self.two.values())}
        self.open, self.closed, self.none = set(), set(), set()
        self.shown = self.closed if theorem.closed else self.open

    def near(self, square):
        r, c = square
        return self.squares.intersection((r + i, c + j) for i, j in self.theorem.moves)

    def is_allowed(self, *marks):
        """Return whether the marked squares are distinct, on the board, and forbidden by no rule."""
        odd = sum([(r + c) % 2 for r, c in marks])  # the colour of the corners is 0
        if 2 * odd != self.is_even * len(marks) or len(self.squares.intersection(marks)) < len(marks):
            return False
        return self.beside.keys().isdisjoint(marks) or (len(marks) == 2 and not self.is_blocked(*marks))

    def is_blocked(self, *ends):
        """Return whether squares with only two moves rule out a tour with these ends."""

        def forced(square):  # the squares to which a forced move leads
            if square in self.two and square not in ends:
                return self.two[square]
            return self.beside.get(square, set()).difference(ends)

        if max(len(forced(end)) for end in ends) > 1:
            return True
        path, onward = [ends[0]], forced(ends[0])
        while len(onward) == 1:  # the path cannot come back to one of its squares, which would then have three forced moves
            path += onward
            if path[-1] == ends[1]:
                return len(path) < len(self.squares)
            onward = forced(path[-1]) - {path[-2]}
        return False

    def path(self, start, digits):
        """Return the squares of a path, after checking that they are distinct and on the board.

        `start` is the number of the first square, counted row by row. Each digit is an index in the list of moves.
        """
        squares = [divmod(start, self.cols)]
        for digit in digits:
            (r, c), (i, j) = squares[-1], self.theorem.moves[int(digit)]
            squares.append((r + i, c + j))
        is_path = len({*squares}) == len(squares) and {*squares} <= self.squares
        require(is_path, f"a tour of {self.rows}x{self.cols} leaves the board or repeats a square")
        return squares

    def add_tour(self, start, digits, turns):
        """Check a tour (see `path`), and add the cases that it proves, e.g. its ends, also after rotations by `turns`."""
        path = self.path(start, digits)
        first, missing = path[0], self.squares.difference(path)
        is_cycle = len(path) > 2 and path[-1] in self.near(first)
        require(len(missing) <= is_cycle, f"a tour of {self.rows}x{self.cols} misses squares, or is not closed")
        if is_cycle:
            self.closed |= self.images(*missing)
        if not missing:
            ends = {(first, end) for end in self.rotated(path, turns)}  # rotations often lead to the same end
            self.open.update([()] * (self.theorem.start in (None, first)), *(self.images(*pair) for pair in ends))

    def rotated(self, path, turns):
        """Yield the last square of a path after each of 0, 1, … rotations.

        If a move leads from the end e of a tour a … p q … e to p, the rotation by this move changes it to a … p e … q, so that
        it ends at q.
        """
        path = [*path]
        yield path[-1]
        for turn in turns:
            (r, c), (i, j) = path[-1], self.theorem.moves[int(turn)]
            after = path.index((r + i, c + j)) + 1
            path[after:] = reversed(path[after:])
            yield path[-1]

    def add_none(self, marks, evidence):
        """Check the evidence that a case, e.g. a pair of ends, has no tour, and add the case to `none`.

        The evidence is that of a certificate without the graph and the question. For "ends", no marks mean all pairs of ends.
        """
        marks, theorem = [*map(tuple, marks)], self.theorem
        valid = len(marks) in (theorem.marks, theorem.marks % 2)
        require(valid, f"the case {marks!a:.97} must be {theorem.marks} squares of {self.rows}x{self.cols}", 2)
        start, end = marks if len(marks) == 2 else (theorem.start, None)
        squares = self.squares.difference(marks) if theorem.closed else self.squares
        edges = [(one, other) for one in squares for other in self.near(one) & squares if one < other]
        Certificate([*squares], edges, start, end, theorem.closed, False, **evidence).check()
        self.none |= self.images(*marks)

    def cases(self):
        """Yield the allowed cases (e.g. pairs of ends), at least one of each symmetry class."""
        quarter = [(r, c) for r, c in self.squares if 2 * r <= self.rows and 2 * c <= self.cols]
        cases = product(*[quarter, self.squares][: self.theorem.marks])
        return (tuple(sorted(case)) for case in cases if self.is_allowed(*case))

    def missing(self):
        """Return the allowed cases (e.g. pairs of ends), up to symmetry, that are not shown to have a tour."""
        return {*self.cases()} - self.shown

    def answer(self):
        """Return True if all allowed cases (e.g. pairs of ends) have tours, False if none has, "some", or None if unknown."""
        missing = self.missing()
        return False if () in self.none else None if missing - self.none else "some" if missing else True

    def images(self, *marks):
        """Return the images of the marked squares under the symmetries of the board, each sorted."""
        images = [marks]
        images += [[(self.rows - 1 - r, c) for r, c in image] for image in images]
        images += [[(r, self.cols - 1 - c) for r, c in image] for image in images]
        if self.rows == self.cols:
            images += [[(c, r) for r, c in image] for image in images]
        return {tuple(sorted(image)) for image in images}
