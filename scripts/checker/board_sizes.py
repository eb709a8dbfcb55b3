"""Checks of check_certificate.py for theorems that state which boards of all sizes have a tour."""

import runpy
from itertools import product
from math import gcd
from pathlib import Path, PurePosixPath

LENGTHS = runpy.run_path(str(Path(__file__).with_name("every_length.py")))
MOST_LEAST = 100  # larger values are rejected: they take long


class Theorem:
    """A certificate that every board has a tour of the "leaper", except the boards in "none".

    - "none" has three entries: "odd" (whether no board with an odd number of squares has a tour), "rows" (no board whose
      shorter side is in this list has a tour, except that a single square has an open tour), and "boards" (pairs of sides of
      single boards without a tour, the shorter side first).
    - "loops" (see `check`) and "tours" have entries [rows, cols, start, moves], which `path` converts to squares.
    - "heights" names files with certificates for one number of rows and all numbers of columns.
    - "single" names files with certificates for single boards.
    """

    fields = frozenset({"kind", "leaper", "closed", "moves", "least", "loops", "tours", "heights", "single", "none"})
    kinds = ("height",)

    def __init__(self, data, folder, read, require):
        self.data, self.folder, self.read, self.require = data, folder, read, require
        require(set(data) == self.fields, f"its fields must be {', '.join(sorted(self.fields))}", 2)
        self.leaper, self.moves, self.least = read_moves(data, require)
        self.closed = data.get("closed", False)
        require(type(self.closed) is bool, f'invalid "closed" {self.closed!a:.97}: must be true or false', 2)

    def check(self):
        """Check the certificates of boards with a side below "least", and the proof that all other boards have a tour.

        Of the other boards, those with a side of at least 2 * `least` + 2 are divided by a line between two columns (if only
        the number of rows is that large, exchange rows and columns first). Let the left part have `width` columns:

        1. If a tour of the left part does not end at the top right corner of this part, it uses both moves of the corner. One
           of these moves leads to the square s = (b, width - 1 - a).
        2. A *loop* is a tour of the right part from a neighbour of the corner to a neighbour of s. If the loop replaces the
           move from the corner to s, the result is a tour of the whole board.
        3. The same holds for the bottom right corner. A tour that starts at (0, 0) does not end at both corners.
        4. A loop of the left part becomes a loop of the whole board in the same way, also if the second loop is below it.

        So if all boards with sides from `least` to 2 * `least` + 1 have tours, and loops if their number of squares is even,
        then all larger boards have them.
        """
        require, least, none = self.require, self.least, self.data["none"]
        self.odd, self.rows, self.boards = none["odd"], set(none["rows"]), {tuple(sides) for sides in none["boards"]}
        sides = [*((rows, rows) for rows in none["rows"]), *self.boards]
        valid = set(none) == {"odd", "rows", "boards"} and all(type(m) is type(n) is int and 0 < m <= n for m, n in sides)
        require(valid, 'invalid "none": its sides must be positive integers, the shorter side of a board first', 2)
        require(self.closed or (1, 1) not in self.boards, '"none" lists 1x1, which has an open tour')
        base = [*product(range(least, 2 * least + 2), repeat=2)]
        loops = read_loops(self.data["loops"], least, self.leaper, self.moves, require)
        tours = {(rows, cols): path(rows, cols, *tour, self.moves, require) for rows, cols, *tour in self.data["tours"]}
        for m, n in base:
            require(m > n or (self.closed and m * n % 2) or (m, n) in tours, f'"tours" has no tour of {m}x{n}')
        for (m, n), tour in tours.items():
            closes = (tour[0][0] - tour[-1][0], tour[0][1] - tour[-1][1]) in self.moves
            require(
                tour[0] == (0, 0) if m * n % 2 else closes, f"the tour of {m}x{n} must be closed, or if odd, start at (0, 0)"
            )
        require(self.odd is self.closed, 'invalid "odd": must be true for closed tours and false for open tours')
        heights, boards = self.heights(), {}
        for name, sides, left_out, board in self.single(self.closed):
            require(not left_out and not board.ends, f"{name!a:.97} answers another question (given ends, or not all squares)")
            boards[tuple(sorted(sides))] = board.answer
        require(max([0, *self.rows, *(m for m, _ in self.boards)]) < least, f'"none" lists a shorter side of {least} or more')
        for m in range(1, least):
            self.check_rows(m, self.proven(m, heights, boards))
        return f"{len(loops) + len(tours)} tours and certificates for {len(heights)} numbers of rows and {len(boards)} boards"

    def proven(self, m, heights, boards):
        """Return the proven answers for boards of m rows and at least m columns, as entries (answer, first, step)."""
        proven = [*heights[m].data["lengths"]] if m in heights else []
        proven += [(answer, n, 0) for (one, n), answer in boards.items() if one == m]
        proven += [(False, n, 0) for n in range(max(2, m), self.leaper[1] + 1)]  # these boards have no moves
        return proven + [(not self.closed, 1, 0)] * (m == 1) + [(False, 1, 2)] * (m % 2 and self.closed)

    def check_rows(self, m, proven):
        """Check the answers for boards of m rows and at least m columns, up to a length from which onwards they all repeat."""
        single = [(False, n, 0) for one, n in self.boards if one == m]
        end = LENGTHS["horizon"]([*proven, *single, (None, m, 2)], self.require)
        for n, known in [*enumerate(LENGTHS["spread"](proven, end))][m:]:
            none = (self.odd and m * n % 2 == 1) or m in self.rows or (m, n) in self.boards
            answer = not none or (n == 1 and not self.closed)
            self.require(answer in known, f"no evidence for the answer on the board {m}x{n}")

    def files(self, key):
        for name in self.data[key]:
            is_inside = type(name) is str and ".." not in PurePosixPath(name).parts and name[:1] != "/"
            self.require(is_inside, f"invalid file name {name!a:.97}: must be a path inside the folder, without '..'", 2)
            yield name, self.read(self.folder / name)

    def heights(self):
        """Check the certificates in "heights", and return them by their numbers of rows."""
        heights, require = {}, self.require
        for name, height in self.files("heights"):
            require(height.data["kind"] in self.kinds, f"{name!a:.97} must be about one height", 2)
            same = (sorted(height.leaper), height.data.get("closed", False)) == (self.leaper, self.closed)
            require(same and not height.data.get("start"), f"{name!a:.97} answers another question (leaper, closed or start)")
            require(height.rows not in heights, f'"heights" names two files about {height.rows} rows')
            height.check()
            heights[height.rows] = height
        return heights

    def single(self, closed):
        """Check the certificates in "single". Yield for each its name, its sides, the squares it leaves out, and itself."""
        for name, board in self.files("single"):
            squares = {*map(tuple, board.data["vertices"])}
            rows, cols = (1 + max(numbers) for numbers in zip(*squares, strict=True))
            left_out = {*product(range(rows), range(cols))} - squares
            edges = {frozenset(map(tuple, edge)) for edge in board.data["edges"]}
            moves = ({(r, c), (r + i, c + j)} for r, c in squares for i, j in self.moves if (r + i, c + j) in squares)
            same = len(squares) == len(board.vertices) == rows * cols - len(left_out) and edges == {*map(frozenset, moves)}
            self.require(same, f"the edges of the graph in {name!a:.97} are not the moves on a board")
            self.require(board.closed == closed, f"{name!a:.97} answers another question (open or closed tours)")
            board.check()
            yield name, (rows, cols), left_out, board

    def describe(self, _board, _leaper, evidence):
        kind = "a closed" if self.closed else "an open"
        none = [*["an odd number of squares"] * self.odd, *(f"shorter side {m}" for m in sorted(self.rows))]
        none += [f"{m}x{n}" for m, n in sorted(self.boards)]
        return f"leaper {self.leaper}: every board has {kind} tour, except {', '.join(none) or 'none'}: {evidence}"


def read_moves(data, require):
    """Return the leaper, its moves and the value of "least", after checking them. Each move must change the colour."""
    leaper, moves, least = sorted(data["leaper"]), [tuple(move) for move in data["moves"]], data["least"]
    a, b = leaper
    valid = all(type(each) is int and 0 <= each <= MOST_LEAST for each in (a, b, least)) and (a + b) % 2 == gcd(a, b) == 1
    problem = f'invalid leaper {leaper!a:.97} or "least" {least!a:.97}: must be at most {MOST_LEAST}, a + b odd, and gcd 1'
    require(valid, problem, 2)
    require(least > a + b, f'invalid "least" {least}: must be more than {a + b}', 2)
    steps = {(i, j) for p, q in ((a, b), (b, a)) for i, j in product((p, -p), (q, -q))}
    valid = set(moves) == steps and len(steps) == len(moves)
    require(valid, f"invalid moves: must be the {len(steps)} moves of the leaper {leaper}", 2)
    return leaper, moves, least


def path(rows, cols, start, digits, moves, require, left_out=0):
    """Return the squares of a tour, after checking that it visits all squares of a board except `left_out` of them.

    `start` is the number of the first square, counted row by row. Each digit is an index in `moves`.
    """
    squares = [divmod(start, cols)]
    for move in map(int, digits):
        squares.append((squares[-1][0] + moves[move][0], squares[-1][1] + moves[move][1]))
    is_short = len(squares) == len({*squares}) == rows * cols - left_out
    is_tour = is_short and {*squares} <= {*product(range(rows), range(cols))}
    require(is_tour, f"a tour of {rows!a:.9}x{cols!a:.9} does not visit every square once")
    return squares


def read_loops(entries, least, leaper, moves, require):
    """Check the loops (see `Theorem.check`), and return their boards as pairs (rows, cols).

    If `least` is not 0, each board with sides from `least` to 2 * `least` + 1 and an even number of squares must have a loop.
    """
    (a, b), loops = leaper, set()
    for rows, cols, *loop in entries:
        one, *_, other = path(rows, cols, *loop, moves, require)
        is_loop = one in {(a, b - 1), (b, a - 1)} and other in {(b - a, b - a - 1), (b + a, b - a - 1)}
        require(is_loop, f"invalid ends {one} and {other} of the loop of {rows}x{cols}")
        loops.add((rows, cols))
    for m, n in product(range(least, 2 * least + 2), repeat=2) if least else ():
        require(m * n % 2 or (m, n) in loops, f'"loops" has no tour of {m}x{n}')
    return loops
