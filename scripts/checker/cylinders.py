"""Check the certificate of the theorem about the closed knight's tours of all cylinders."""

from itertools import accumulate

from checker.question import leaper_moves, require


class Cylinders:
    """The theorem: a cylinder of m rings with n squares each has a closed tour, unless m = 1, or n is even and m is 2 or 4.

    Cylinders of fewer than 3 squares are left out. Columns are counted modulo n.

    - A *row cycle* is a sequence of moves that visits each ring once and comes back to the first, v columns further. If it is
      repeated n times, it begins in the columns 0, v, 2v, … of the first ring. If n and v have no common divisor, these are all
      columns, so each square is visited once, and the moves are a closed tour. "cycles" contains row cycles of 2, 3 and 4
      rings. For 3 rings, v must be 1 or -1. For 2 and 4 rings, it must be a power of two, so n can be any odd number.
    - Odd m: a row cycle of 3 rings has a move between each two rings. Between the last two, it is (1, 2) or (1, -2) in one
      direction. Replace it by the moves (2, 1), (1, 2) or (1, -2), and (-2, -1), which lead through two more rings and as many
      columns further. The result is a row cycle of 5 rings with the same v, whose first two and last two rings are joined as
      before. So there are row cycles of 7, 9, … rings.
    - Even m >= 6: put the tour of 3 rings above that of m - 3 rings, an odd number. Moves join the rings 1 and 2, and 3 and 4.
      They lead two columns to a side, the same in each column. Reflect the tours so that they contain the moves from (1, 2) to
      (2, 0), and from (3, 1) to (4, -1). Replace these two moves by those from (1, 2) to (3, 1), and from (2, 0) to (4, -1).
      This joins the two tours.
    - No tours: in 1 ring, no move joins two squares. In 2 rings, each move leads two columns to a side. So if n is even, no
      move joins an even to an odd column. In 4 rings, no move joins two squares of the outer rings, which are half of all
      squares. So a tour alternates between outer and inner rings. If n is even, each move changes the colour of the square. So
      all outer squares have the same colour. But (0, 0) and (0, 1) do not.
    """

    def __init__(self, kind, moves, cycles):
        self.cycles = [list(map(tuple, cycle)) for cycle in cycles]
        are_valid = sorted(map(tuple, moves)) == sorted(leaper_moves(1, 2)) and len(cycles) == 3
        require(are_valid, '"moves" must be those of the knight, and "cycles" of three numbers of rings', 2)

    def describe(self):
        """Check the row cycles, and return the theorem as text."""
        for rows, cycle in zip((2, 3, 4), self.cycles, strict=True):
            downs, rights = zip(*cycle, strict=True)
            visited, shift = sorted(accumulate(downs)), abs(sum(rights))
            is_cycle = {*cycle} <= {*leaper_moves(1, 2)} and visited == [*range(rows)] and sum(downs) == 0
            is_coprime = shift == 1 if rows == 3 else shift in (1, 2, 4, 8)
            require(is_cycle and is_coprime, f"the moves {cycle!a:.97} are not a row cycle of {rows} rings, or lead too far")
        which = "m rings of n squares, m * n >= 3, unless m = 1, or m = 2 or 4 and n is even: these have none"
        return f"closed tours of the knight: on all cylinders of {which}"
