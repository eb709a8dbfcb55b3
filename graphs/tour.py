"""Knight's tours as sequences of squares."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.board import SHOWN_UP_TO, Board
from graphs.errors import InvalidTour, expect

if TYPE_CHECKING:
    import numpy.typing as npt

    from graphs.leapers import Graph

Array: TypeAlias = "npt.NDArray[Any]"


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Tour(Sequence[Any]):
    """A tour as an immutable sequence of squares. Its moves are not checked.

    Parameters
    ----------
    squares : iterable of Hashable
        Squares `(row, col)`, or vertices of any graph, in the order of the visit.
    closed : bool, optional
        Whether the tour should return from the last square to the first.
    board : Board, optional
        The board for `grid` and pictures, ignored in comparisons.

    Examples
    --------
    >>> tour = Tour([(0, 0), (1, 2), (2, 0)])
    >>> len(tour), tour[0], (1, 2) in tour
    (3, (0, 0), True)
    """

    closed: bool
    board: Board | None
    _array: Array | None

    def __init__(self, squares: Iterable[Any], closed: bool = False, board: Board | None = None) -> None:
        closed, board = expect(bool, closed, "closed"), expect(Board | None, board, "board")
        self.__dict__.update(squares=as_tour_squares(squares), closed=closed, board=board, _array=None)

    @classmethod
    def from_array(cls, array: Array, closed: bool = False, board: Board | None = None) -> Tour:
        """Create a tour from an array with one row (row, col) per square.

        Parameters
        ----------
        array : numpy.ndarray
            Integers of shape (number of squares, 2). The array is not copied.
        closed : bool, optional
            Whether the tour should be closed.
        board : Board, optional
            The board of the tour.

        Returns
        -------
        Tour
            The tour, whose tuple `squares` is built at first use. This saves memory for millions of squares.
        """
        tour = cls((), closed, board)
        del tour.__dict__["squares"]
        tour.__dict__["_array"] = expect("dtype", array, "array")
        return tour

    @cached_property
    def squares(self) -> tuple[Any, ...]:
        """The squares or vertices, in the order of the visit."""
        return tuple(map(tuple, self.array().tolist()))

    def array(self) -> Array:
        """Return the squares as an integer array with two columns.

        Returns
        -------
        numpy.ndarray
            A read-only array of shape (number of squares, 2).
        """
        import numpy as np

        array = np.array(self.squares, dtype=np.int64).reshape(-1, 2) if self._array is None else self._array.view()
        array.flags.writeable = False
        return array

    @classmethod
    def from_grid(cls, grid: Iterable[Iterable[int]], *, closed: bool = False) -> Tour:
        """Create a tour from a grid of step numbers 1, 2, ….

        Parameters
        ----------
        grid : iterable of iterable of int
            Numbers from 1, row by row. A number below 1 marks a hole.
        closed : bool, optional
            Whether the tour should be closed.

        Returns
        -------
        Tour
            The tour, with its board.

        Raises
        ------
        InvalidTour
            If the rows have different lengths, or if the numbers are not 1, 2, 3, …, each once.

        Examples
        --------
        >>> Tour.from_grid([[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]]).squares[:3]
        ((0, 0), (1, 2), (2, 0))
        """
        try:
            rows = [[index(as_square(number)) for number in row] for row in grid]
        except TypeError:
            raise InvalidTour("the grid contains a value that is not a whole number", grid) from None
        if len({len(row) for row in rows}) != 1 or not rows[0]:
            raise InvalidTour("the grid is ragged or empty: all rows must have the same length, at least 1", rows)
        at = [(number, (row, col)) for row, line in enumerate(rows) for col, number in enumerate(line)]
        visits = sorted(visit for visit in at if visit[0] > 0)
        _check_numbers([number for number, _ in visits])
        holes = [square for number, square in at if number < 1]
        return cls([square for _, square in visits], closed, Board(len(rows), len(rows[0]), holes))

    def grid(self) -> Array:
        """Return the step numbers as an array in the shape of the board.

        Returns
        -------
        numpy.ndarray
            Numbers from 1, and 0 on squares that the tour does not visit.

        Raises
        ------
        InvalidTour
            If an entry is not a square of the board.

        Examples
        --------
        >>> Tour([(0, 0), (1, 2), (2, 0)]).grid().tolist()
        [[1, 0, 0], [0, 0, 2], [3, 0, 0]]
        """
        import numpy as np

        numbers = np.zeros(self.shape, dtype=np.int64)
        numbers[tuple(self.array().T)] = np.arange(1, len(self) + 1)
        return numbers

    def to_json(self) -> str:
        """Return the tour as JSON text.

        Returns
        -------
        str
            The text for `from_json`, without the board.

        Raises
        ------
        TypeError
            If a vertex is not made of numbers, texts and tuples.
        """
        return json.dumps({"closed": self.closed, "tour": self.squares})

    @classmethod
    def from_json(cls, text: str, graph: Graph | Board) -> Tour:
        """Read a tour from JSON text, and verify it.

        Parameters
        ----------
        text : str
            The text, as `to_json` returns it.
        graph : networkx.Graph or Board
            The graph of the tour, or the board of a knight's tour.

        Returns
        -------
        Tour
            The verified tour.

        Raises
        ------
        FormatError
            If the text is malformed, or if its sequence is not a tour of the graph.

        Examples
        --------
        >>> ring = Tour.from_grid([[1, 6, 3], [4, 0, 8], [7, 2, 5]], closed=True)
        >>> Tour.from_json(ring.to_json(), ring.board) == ring
        True
        """
        from graphs.formats.reading_texts import reading_json
        from graphs.verify import verify_tour

        with reading_json(text, "this is not a tour of the graph") as document:
            return verify_tour(graph, document["tour"], closed=document["closed"])

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns of the board or bounding box.

        Raises
        ------
        InvalidTour
            If an entry is not a square of the board.
        """
        size, array = None if self.board is None else (self.board.rows, self.board.cols), self._array
        if size and array is not None and ((array >= 0) & (array < size)).all():
            return size
        for entry, square in enumerate(self.squares):
            if not _is_square(square) or (size and not (square[0] < size[0] and square[1] < size[1])):
                raise InvalidTour(f"entry {entry}, {square!r}, is not a square (row, col) of the board", square, entry)
        rows, cols = zip(*self.squares, strict=True) if self.squares else ([-1], [-1])
        return size or (max(rows) + 1, max(cols) + 1)

    def __len__(self) -> int:
        return len(self.squares) if self._array is None else len(self._array)

    def __getitem__(self, index: Any) -> Any:
        if self._array is not None and isinstance(index, int):
            return tuple(self._array[index].tolist())
        return self.squares[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.squares)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tour) and self.closed == other.closed and self.squares == other.squares

    def __hash__(self) -> int:
        return hash((self.squares, self.closed))

    def __repr__(self) -> str:
        closed = ", closed=True" if self.closed else ""
        if len(self) <= 16:
            return f"Tour({self.squares!r}{closed})"
        return f"<Tour of {len(self):,} squares, {self[0]!r} to {self[-1]!r}{closed}>"

    def __str__(self) -> str:
        from graphs.text import tour_text

        try:
            return tour_text(self)
        except InvalidTour:
            return " ".join(map(str, self))

    def _repr_svg_(self) -> str | None:
        from graphs.svg.tours import tour_svg

        try:
            return tour_svg(self) if len(self) <= SHOWN_UP_TO else None
        except InvalidTour:
            return None


def _check_numbers(numbers: list[int]) -> None:
    if not numbers:
        raise InvalidTour("the grid contains no visiting number")
    expected = range(1, len(numbers) + 1)
    faults = {
        "repeats": sorted(number for number, times in Counter(numbers).items() if times > 1),
        "lacks": sorted(set(expected).difference(numbers)),
        "holds": sorted(set(numbers).difference(expected)),
    }
    differences = [f"{verb} {', '.join(map(str, some[:8]))}{', …' * (len(some) > 8)}" for verb, some in faults.items() if some]
    if differences:
        message = f"the grid {'; '.join(differences)}: its numbers must be 1 to {len(numbers)}, each once"
        raise InvalidTour(message, {verb: tuple(some) for verb, some in faults.items()})


def as_tour_squares(squares: Iterable[Any]) -> tuple[Any, ...]:
    """Convert squares to a tuple of hashable values, or raise WrongType."""
    try:
        entries = tuple(squares)
    except TypeError:
        entries = expect((), squares, "squares")
    return entries if are_plain(entries) else tuple(map(as_square, entries))


def are_plain(squares: tuple[Any, ...]) -> bool:
    """Return whether all squares, at least one, are pairs of Python integers."""
    pairs = set(map(type, squares)) == {tuple} and set(map(len, squares)) == {2}
    return pairs and set(map(type, chain.from_iterable(squares))) == {int}


def as_square(value: Any) -> Any:
    """Convert a square or vertex, e.g. [0, 1], to a hashable value.

    >>> as_square([0, 1]), as_square((0.0, True)), as_square("a")
    ((0, 1), (0, 1), 'a')
    """
    if hasattr(value, "tolist"):  # a NumPy array or scalar
        value = value.tolist()
    if isinstance(value, list | tuple):
        try:
            return tuple(map(as_square, value))
        except RecursionError:  # it contains itself
            expect((), value, "square")
    return int(value) if isinstance(value, bool | float) and value == value // 1 else value


def _is_square(square: Any) -> bool:
    return isinstance(square, tuple) and len(square) == 2 and all(isinstance(part, int) and part >= 0 for part in square)
