"""The symmetries of a board, the orbits of its squares, the canonical form of a tour and its own symmetries.

A symmetry is a rotation or a reflection of the board that maps squares onto squares, holes onto holes and joined edges
onto joined edges; where edges are joined, shifts along them count too. Each of them maps every leaper's moves onto moves.
Cost of `symmetries`: constant on a plain board; with holes or joined edges, at most the number of symmetries times the number
of squares. The others are linear.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from graphs.board import Board, Square
from graphs.errors import expect
from graphs.tour import Tour

__all__ = ["Symmetry", "canonical_tour", "orbits", "symmetries", "tour_symmetries"]

NAMES = (
    ("identity", "reflection left to right", "reflection top to bottom", "half turn"),
    ("reflection in the main diagonal", "quarter turn", "quarter turn", "reflection in the other diagonal"),
)
"""The names of symmetries that do not shift: those that transpose in the second line, mirroring no, columns, rows, both."""


@dataclass(frozen=True)
class Symmetry:
    """A map of the squares of one board: it transposes first, then mirrors the rows and the columns, then shifts.

    Examples
    --------
    >>> quarter_turn = Symmetry(3, 3, transpose=True, mirror_cols=True)
    >>> quarter_turn((0, 1))
    (1, 2)
    """

    rows: int
    cols: int
    transpose: bool = False
    mirror_rows: bool = False
    mirror_cols: bool = False
    shift: tuple[int, int] = (0, 0)

    def __call__(self, square: Square) -> Square:
        row, col = reversed(square) if self.transpose else square
        if self.mirror_rows:
            row = self.rows - 1 - row
        if self.mirror_cols:
            col = self.cols - 1 - col
        return (row + self.shift[0]) % self.rows, (col + self.shift[1]) % self.cols

    @property
    def name(self) -> str:
        """What the map is called; both quarter turns have one name.

        Of a tour, axial symmetry is symmetry under a reflection, central symmetry is symmetry under a half turn.

        Examples
        --------
        >>> [symmetry.name for symmetry in symmetries(Board(2, 3))]
        ['identity', 'reflection left to right', 'reflection top to bottom', 'half turn']
        """
        name = NAMES[self.transpose][2 * self.mirror_rows + self.mirror_cols]
        if self.shift == (0, 0):
            return name
        shift = f"shift by {self.shift[0]},{self.shift[1]}"
        return shift if name == "identity" else f"{name} and {shift}"


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Return all symmetries of a board, the identity first, no two of which map every square alike.

    Examples
    --------
    >>> len(symmetries(Board(8, 8))), len(symmetries(Board(5, 7))), len(symmetries(Board(3, 4, wrap="both")))
    (8, 4, 48)
    >>> len(symmetries(Board(2, 3, holes=[(1, 0), (1, 1), (1, 2)])))  # a row of three squares
    2
    """
    expect(Board, board, "board")
    corner = ((0, 0), (0, min(1, board.cols - 1)), (min(1, board.rows - 1), 0))  # three squares fix a map of the frame
    transposable = board.rows == board.cols and board.wraps_rows == board.wraps_cols
    shifts = product(range(board.rows if board.wraps_rows else 1), range(board.cols if board.wraps_cols else 1))
    found: dict[tuple[Square, ...], Symmetry] = {}
    flips = product((False, True)[: 1 + transposable], (False, True), (False, True))
    for shift, flip in product(shifts, flips):
        symmetry = Symmetry(board.rows, board.cols, *flip, shift)
        if all(symmetry(hole) in board.holes for hole in board.holes):
            found.setdefault(tuple(map(symmetry, corner)), symmetry)
    if not board.holes:
        return tuple(found.values())
    # Two maps agree on all squares if one is the other after a map that leaves every square where it is.
    identity, *others = found.values()
    still = [identity, *(each for each in others if all(each(square) == square for square in board))]
    distinct: dict[frozenset[tuple[Square, ...]], Symmetry] = {}
    for symmetry in found.values():
        alike = frozenset(tuple(symmetry(each(square)) for square in corner) for each in still)
        distinct.setdefault(alike, symmetry)
    return tuple(distinct.values())


def orbits(board: Board) -> tuple[tuple[Square, ...], ...]:
    """Return the squares of a board, grouped: two squares are in one orbit when a symmetry maps one onto the other.

    Each orbit is sorted, and its first square stands for it; the orbits are sorted by that square.

    Examples
    --------
    >>> [orbit[0] for orbit in orbits(Board(5, 5))]
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    """
    maps = symmetries(board)
    seen: set[Square] = set()
    found = []
    for square in board:
        if square not in seen:
            found.append(tuple(sorted({symmetry(square) for symmetry in maps})))
            seen.update(found[-1])
    return tuple(found)


def canonical_tour(tour: Tour, board: Board) -> Tour:
    """Return the one tour that stands for all tours which differ from it only by symmetry, direction or, if closed, start.

    It is the smallest of them in lexicographic order, so two tours of a board are equivalent exactly when their canonical
    tours are equal.

    Raises
    ------
    InvalidTour
        If an entry of the tour is not a square of the board.

    Examples
    --------
    >>> there = Tour([(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)], closed=True)
    >>> ring = Board(3, 3, holes=[(1, 1)])
    >>> canonical_tour(Tour(there.squares[::-1], closed=True), ring) == canonical_tour(there, ring)
    True
    """
    squares = expect(Tour, tour, "tour").squares
    _ = Tour(squares, board=board).shape  # raises InvalidTour if an entry is not on the board
    images = [tuple(map(symmetry, squares)) for symmetry in symmetries(board)]
    directed = [*images, *(image[::-1] for image in images)]
    return Tour(min(map(_rotated, directed) if tour.closed else directed), closed=tour.closed, board=board)


def tour_symmetries(tour: Tour, board: Board) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board that map a tour onto itself, the identity first.

    The direction of a tour does not count, nor does the start of a closed one: a tour is the set of its moves.

    Raises
    ------
    InvalidTour
        If an entry of the tour is not a square of the board.

    Examples
    --------
    >>> ring = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
    >>> len(tour_symmetries(Tour(ring, closed=True), Board(3, 3, holes=[(1, 1)])))
    8
    >>> [symmetry.name for symmetry in tour_symmetries(Tour([(0, 0), (1, 1), (0, 1), (1, 0)]), Board(2, 2))]
    ['identity', 'reflection top to bottom']
    """
    squares = expect(Tour, tour, "tour").squares
    _ = Tour(squares, board=board).shape  # raises InvalidTour if an entry is not on the board
    moves = list(zip(squares, squares[1:] + squares[:1] if tour.closed else squares[1:], strict=False))
    edges = set(map(frozenset, moves))
    return tuple(symmetry for symmetry in symmetries(board) if edges == {frozenset(map(symmetry, move)) for move in moves})


def _rotated(squares: tuple[Square, ...]) -> tuple[Square, ...]:
    first = squares.index(min(squares)) if squares else 0
    return squares[first:] + squares[:first]
