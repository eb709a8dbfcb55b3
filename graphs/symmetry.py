"""Symmetries of boards and tours, orbits of squares, and canonical tours.

A symmetry is a rotation or a reflection of a board that preserves squares, holes and joined edges. If edges are joined, it may
also shift squares across these edges. Symmetries map moves to moves, whatever the leaper.

`symmetries` takes constant time on a board without holes or joined edges. Otherwise, all functions take time proportional to
the number of symmetries times the number of squares.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from graphs.board import Board, Square
from graphs.errors import expect
from graphs.tour import Tour

NAMES = (
    ("identity", "reflection left to right", "reflection top to bottom", "half turn"),
    ("reflection in the main diagonal", "quarter turn", "quarter turn", "reflection in the other diagonal"),
)
"""Names of rotations and reflections.

Those in the second row swap rows and columns.

In each row: nothing is reversed, the columns are, the rows are, or both are.
"""


@dataclass(frozen=True)
class Symmetry:
    """A symmetry of a board, e.g. a reflection or a quarter turn.

    Attributes
    ----------
    rows, cols : int
        Size of the board.
    transpose : bool
        Whether rows and columns are swapped.
    mirror_rows, mirror_cols : bool
        Whether the order of the rows or of the columns is reversed.
    shift : tuple of int
        Numbers of rows and columns by which all squares are shifted, across joined edges.

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
        """Name of the symmetry, such as `"half turn"` or `"quarter turn"`."""
        name = NAMES[self.transpose][2 * self.mirror_rows + self.mirror_cols]
        if self.shift == (0, 0):
            return name
        shift = f"shift by {self.shift[0]},{self.shift[1]}"
        return shift if name == "identity" else f"{name} and {shift}"


def symmetries(board: Board, fixed: Square | None = None) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board.

    Parameters
    ----------
    board : Board
        The board.
    fixed : tuple of int, optional
        If given, return only symmetries that map this square to itself.

    Returns
    -------
    tuple of Symmetry
        Distinct symmetries, the identity first.

    Examples
    --------
    >>> len(symmetries(Board(8, 8))), len(symmetries(Board(5, 7))), len(symmetries(Board(3, 4, wrap="both")))
    (8, 4, 48)
    >>> [each.name for each in symmetries(Board(5, 6), fixed=(2, 0))]
    ['identity', 'reflection top to bottom']
    """
    expect(Board, board, "board")
    corner = ((0, 0), (0, min(1, board.cols - 1)), (min(1, board.rows - 1), 0))  # their images determine the symmetry
    transposable = board.rows == board.cols and board.wraps_rows == board.wraps_cols
    shifts = product(range(board.rows if board.wraps_rows else 1), range(board.cols if board.wraps_cols else 1))
    by_image: dict[tuple[Square, ...], Symmetry] = {}
    flips = product((False, True)[: 1 + transposable], (False, True), (False, True))
    for shift, flip in product(shifts, flips):
        symmetry = Symmetry(board.rows, board.cols, *flip, shift)
        if all(symmetry(hole) in board.holes for hole in board.holes) and (fixed is None or symmetry(fixed) == fixed):
            by_image.setdefault(tuple(map(symmetry, corner)), symmetry)
    if not board.holes:
        return tuple(by_image.values())
    distinct: list[Symmetry] = []  # some of them may differ only on holes
    for symmetry in by_image.values():
        if not any(all(symmetry(square) == other(square) for square in board) for other in distinct):
            distinct.append(symmetry)
    return tuple(distinct)


def orbits(board: Board, fixed: Square | None = None) -> tuple[tuple[Square, ...], ...]:
    """Return the orbits of squares under the symmetries of a board.

    Parameters
    ----------
    board : Board
        The board.
    fixed : tuple of int, optional
        If given, use only symmetries that map this square to itself.

    Returns
    -------
    tuple of tuple
        The orbits, each sorted, in the order of their first squares.

    Examples
    --------
    >>> [orbit[0] for orbit in orbits(Board(5, 5))]
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    """
    maps = symmetries(board, fixed)
    seen: set[Square] = set()
    classes = []
    for square in board:
        if square not in seen:
            classes.append(tuple(sorted({symmetry(square) for symmetry in maps})))
            seen.update(classes[-1])
    return tuple(classes)


def canonical_tour(tour: Tour, board: Board) -> Tour:
    """Return the canonical representative of a tour's symmetry class.

    Two tours are equivalent if they differ only by a symmetry of the board, by direction or, if closed, by their start. The
    canonical form is the lexicographically smallest equivalent tour.

    Parameters
    ----------
    tour : Tour
        The tour.
    board : Board
        Its board.

    Returns
    -------
    Tour
        The canonical form. Equivalent tours have the same one.

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
    """Return the symmetries of a board that map a tour to itself.

    The direction of the tour is ignored, and also the start of a closed tour.

    Parameters
    ----------
    tour : Tour
        The tour.
    board : Board
        Its board.

    Returns
    -------
    tuple of Symmetry
        The symmetries, the identity first.

    Raises
    ------
    InvalidTour
        If an entry of the tour is not a square of the board.

    Examples
    --------
    >>> ring = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
    >>> len(tour_symmetries(Tour(ring, closed=True), Board(3, 3, holes=[(1, 1)])))
    8
    """
    squares = expect(Tour, tour, "tour").squares
    _ = Tour(squares, board=board).shape  # raises InvalidTour if an entry is not on the board
    moves = list(zip(squares, squares[1:] + squares[:1] if tour.closed else squares[1:], strict=False))
    edges = set(map(frozenset, moves))
    return tuple(symmetry for symmetry in symmetries(board) if edges == {frozenset(map(symmetry, move)) for move in moves})


def _rotated(squares: tuple[Square, ...]) -> tuple[Square, ...]:
    first = squares.index(min(squares)) if squares else 0
    return squares[first:] + squares[:first]
