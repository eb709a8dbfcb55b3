"""Check proofs that infinitely many boards have tours: a line divides a board, and tours of its two parts are joined.

*Corner joint.* A line between two columns divides a board into a left and a right part. Let the left part have more than b
rows, `width` > b columns, and a tour that neither ends at its top right corner nor leaves it out. This corner has only two
moves in the left part, so the tour uses both. One leads to the square s = (b, width - 1 - a). A *loop* is a tour of the right
part from a neighbour of the corner to a neighbour of s. If the loop replaces the move from the corner to s, the result is a
tour of the whole board in the same case. The bottom right corner and lines between rows serve as well.

*Crossing.* If the two ends of an open tour are in different parts, a move over the line joins a tour of each part.
"""

from functools import cache
from itertools import product

from checker.question import require
from checker.row_lengths import check_lasting

MOST_SIDE = 100  # larger values are rejected: they take long


def check_joined(theorem, rows, first, **loops):
    """Check a proof by induction that infinitely many boards have tours, because finitely many small boards have.

    The proof is about the boards with both sides at least `first`, or if `rows` is not null, about the boards with `rows` rows
    and at least `first` columns. Return the proven answer, the least side, and the step.
    """
    valid = (theorem.a + theorem.b) % 2 and theorem.start is None and max(first, rows or 0) <= MOST_SIDE
    require(valid, f"boards of {rows} rows, from {first} onwards, cannot be joined", 2)
    (check_divided if theorem.case == "ends" else check_looped)(theorem, rows, first, **loops)
    return "some" if loops.get("exceptions") else True, first, 1


def check_looped(theorem, rows, first, base, exceptions):
    """Check a proof by corner joints that boards have tours, or closed tours of all squares except one.

    Let `width` be `base` or, if it is odd, `base` + 1.

    1. Loops. If `rows` is null, each board with an even number of squares and sides from `base` to `base` + `width` - 1 must
       have a loop. All larger boards with an even number of squares then have loops: a corner joint joins the loop of a part to
       another loop. (The ends of a loop are not both corners at the line.) Otherwise, the board with `rows` rows and `width`
       columns must have a loop.
    2. All boards with sides from `first` to `end` - 1 must have tours (if closed, those with an even number of squares). On a
       longer board, a line divides off a right part of `width` columns, which has a loop. The left part has a tour by
       induction. It is closed, or it starts at (0, 0) and so does not end at both corners at a line.
    3. If a square is left out, it is enough by symmetry that it is in the left half. Let n >= 2 * `width` + 4b + 1. Then at
       least 2b columns are between the square and the line, so it is also allowed in the left part.
    4. Some squares in the first 2b columns may be `exceptions`, with their images, each with evidence (see `check_lasting`).
       Each image in the left part is also one in the whole board, or in the last 2b columns of this part. So it is not the
       square that is left out.
    """
    a, b, is_tour, width = theorem.a, theorem.b, theorem.case == "tour", base + base % 2
    valid = a + b < base <= first and (not exceptions if rows is None else rows > b and not is_tour)
    require(valid, f'invalid "first" {first}, "rows" {rows}, "base" or "exceptions" of a proof that joins boards', 2)
    for (r, c), evidence in exceptions:
        require(rows < first and c < 2 * b, f"the exception {[r, c]} is not near the left side of a long board")
        check_lasting(theorem, rows, first, [(r, c)], evidence)
    for m, n in product(range(base, base + width), repeat=2) if rows is None else [(rows, width)]:
        require(m * n % 2 or theorem.loops & theorem.board(m, n).open, f"no tour of {m}x{n} is a loop (see joined_boards.py)")
    end = first + width if is_tour else max(2 * width + 4 * b + 1, first + width)
    for m, n in product([rows] if rows else range(first, end), range(first, end)):
        board = theorem.board(*sorted((m, n)) if rows is None else (m, n))
        if is_tour:
            is_shown = () in board.closed or (m * n % 2 if theorem.closed else any((0, 0) in ends for ends in board.open))
        else:
            is_shown = board.missing().issubset(image for square, _ in exceptions for image in board.images(tuple(square)))
        require(is_shown, f"not all allowed cases of {m}x{n} have tours that can be joined")


def check_divided(theorem, rows, first):
    """Check a proof by corner joints and crossings that boards have tours between all allowed pairs of ends.

    Lines between columns *divide* a board if, for each allowed pair of ends, one of them divides it into two such boards (see
    `splits`). All allowed pairs must have tours on the boards that neither they nor, if `rows` is null, lines between rows
    divide. Finitely many boards represent all others:

    Let z = max(a, 1) + b. On boards with at least 2b rows and 2b columns, the squares with only two moves are less
    than max(a, 1) away from both edges of a corner, and their neighbours less than z. So on boards and parts of at least 2z
    columns, the rule of two moves is about four corners (or two sides, if there are fewer than 2z rows), whose forced moves do
    not meet.

    A board of S > 2z + 3 rows is represented by that of T = 2z + 2 or 2z + 3 rows, where S - T is even. Call the rows at
    least z away from both edges the middle. Move each end to a row of T: in the middle, to one of the same parity, and
    otherwise to one as far from the same edge. Move ends that are in one column to different rows. If this is impossible,
    both are in the middle, where z + 1 is the only row of their parity: then move one of them to the row z - 1. There it
    has at most one neighbour with only two moves. So the new pair is allowed, like the old one, and has a line. The same
    line serves S rows:

    1. If both ends are in one part, they are ends of a tour of this part: squares of the middle are on no forced move, and
       the others did not move. Whether the other part has its tour, which ends near a corner, does not depend on S.
    2. Let the ends be in different parts, and let an end have two forced moves in its part. Its tour then ends at one of
       the two squares that force them, which is near the line and less than max(a, 1) rows from an edge. So the move over the
       line is less than z rows from this edge, and the same move serves S rows.
    3. Let the ends be in different parts, without such an end. Then another move over the line serves, from a square u in
       the last column of the left part, of the right colour, to v = u + (a, b) or v = u + (-a, b). Let u be at least
       max(a, 1) rows away from both edges. So u and v are each on at most one forced move (u on none if a > 0). Forced
       moves that join v to the right end (or if a = 0, u to the left end) are less than z rows from one edge. To exclude
       them, choose v at least z rows away from the edge to which the right end is that near (if a = 0, also from that of
       the left end). For u, this leaves S - z rows if the right end is near an edge, and S - 2a rows otherwise; if a = 0,
       S - 4 rows if the ends are near both edges, S - 3 if they are near one, and S - 2 if near none. As S >= 2z + 4, one
       of them has the right parity, and neither u nor v in it is an end.

    Let a board have 6z + 8 or more columns. Some 2z + 2 consecutive ones contain no end. Remove the middle two of these. This
    changes no colour, and no corner with an end, so the pair stays allowed. A line of the shorter board also serves the longer
    one, one of whose parts has the two columns more. Seen from the line, ends in this part beyond these columns are at least z
    columns away from it, and ends before them at least z columns from the opposite side. So it is enough to test boards with
    sides below `end`, if lines divide the boards with `end` - 2 and `end` - 1 columns.
    """

    z = max(theorem.a, 1) + theorem.b
    require(first >= 2 * z and (rows is None or rows >= 2 * theorem.b), f'invalid "first" {first} or "rows" {rows}', 2)

    @cache
    def is_divided(board):
        return all(any(splits(theorem, first, board, pair)) for pair in board.cases())

    def has_line(m, n):
        return is_divided(theorem.board(min(m, 2 * z + 2 + m % 2), n))

    end = max(2 * first + 4, 6 * z + 8)
    lengths = [first, *range(end - 1, first, -1)]  # the first board has no line, so the tests begin with its tours
    for m, n in product([rows] if rows else range(first, end), lengths):
        divided = has_line(m, n)
        require(divided or n < end - 2, f"no line divides a board of {m}x{n}, so longer boards have no proof")
        if not divided and (rows or (m <= n and not has_line(n, m))):
            require(not theorem.board(m, n).missing(), f"tours of {m}x{n} must join all allowed pairs of ends")


def splits(theorem, first, board, pair):
    """Yield, for lines between two columns, whether tours of the two parts can be joined to a tour of the board.

    Each part must have at least `first` columns. There are two cases, for the pair of ends and its mirror image:

    - The ends are in different parts. Then a move over the line must join a square of each part. In each part, this square and
      the end must be an allowed pair.
    - Both ends are in the left part. Then its top or bottom right corner must not be an end, so that a tour of the left part
      uses both moves of this corner. The ends of a loop of the right part must be an allowed pair.
    """
    rows, cols = board.rows, board.cols
    pair = sorted(pair, key=lambda square: square[1])
    mirrored = [(r, cols - 1 - c) for r, c in reversed(pair)]
    for (near, far), at in product((pair, mirrored), range(first, cols - first + 1)):
        left, right = theorem.board(rows, at), theorem.board(rows, cols - at)
        if near[1] < at <= far[1]:
            for r in range(rows):
                if left.is_allowed(near, (r, at - 1)):
                    yield any(j > 0 and right.is_allowed((r + i, j - 1), (far[0], far[1] - at)) for i, j in theorem.moves)
        elif far[1] < at and {near, far} != {(0, at - 1), (rows - 1, at - 1)} and left.is_allowed(near, far):
            yield any(right.is_allowed(*loop) for loop in theorem.loops)
