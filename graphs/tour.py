"""Tour: squares in the order of the visit, and the grid of visiting numbers. A value; `graphs.verify` checks it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import index
from typing import TYPE_CHECKING, Any

from graphs.board import SHOWN_UP_TO, Board
from graphs.errors import InvalidTour

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Tour", "are_plain", "as_square", "as_squares"]


class Tour(Sequence[Any]):
    """Squares in the order of the visit. A value that cannot be changed; `graphs.verify_tour` checks it, making one does not.

    Parameters
    ----------
    squares : the squares `(row, col)`, or the nodes of any graph, from first to last.
    closed : whether the last square is meant to be a move away from the first.
    board : the board, where there is one; for `grid` and the pictures. It does not count when tours are compared.

    Examples
    --------
    >>> tour = Tour([(0, 0), (1, 2), (2, 0)])
    >>> len(tour), tour[0], (1, 2) in tour
    (3, (0, 0), True)
    """

    __slots__ = ("_array", "_squares", "board", "closed")

    _squares: tuple[Any, ...] | None
    _array: npt.NDArray[Any] | None
    closed: bool
    board: Board | None

    def __init__(self, squares: Iterable[Any], closed: bool = False, board: Board | None = None) -> None:
        fields = {"_squares": as_squares(squares), "_array": None, "closed": bool(closed), "board": board}
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Tour cannot be changed: make another one instead of setting {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Tour cannot be changed: make another one instead of deleting {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        if self._array is None:
            return Tour, (self._squares, self.closed, self.board)
        return Tour.from_array, (self._array, self.closed, self.board)

    @classmethod
    def from_array(cls, array: npt.NDArray[Any], closed: bool = False, board: Board | None = None) -> Tour:
        """Return the tour whose squares are the rows of an integer array of shape (number of squares, 2).

        It keeps the array and does not copy it, and makes the tuple of `squares` only when someone reads it: for tours of
        millions of squares. Through the tour, nobody can write to the array.
        """
        tour = cls((), closed, board)
        view = array.view()
        view.flags.writeable = False
        object.__setattr__(tour, "_squares", None)
        object.__setattr__(tour, "_array", view)
        return tour

    @property
    def squares(self) -> tuple[Any, ...]:
        """The squares, or the nodes of the graph, from first to last."""
        if self._squares is None:
            assert self._array is not None
            object.__setattr__(self, "_squares", tuple(map(tuple, self._array.tolist())))
        squares: tuple[Any, ...] = self._squares or ()
        return squares

    def array(self) -> npt.NDArray[Any]:
        """Return the squares as an integer array of shape (number of squares, 2)."""
        if self._array is not None:
            return self._array
        import numpy as np

        return np.array(self.squares, dtype=np.int64).reshape(-1, 2)

    @classmethod
    def from_grid(cls, grid: Iterable[Iterable[int]], *, first: int = 1, closed: bool = False) -> Tour:
        """Return the tour that visits the squares in the order of their numbers, from `first`; smaller numbers mark holes.

        Raises
        ------
        InvalidTour : the rows have different lengths, or the numbers are not `first`, `first` + 1, … each once.

        Examples
        --------
        >>> Tour.from_grid([[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]]).squares[:3]
        ((0, 0), (1, 2), (2, 0))
        """
        try:
            rows = [[index(int(number) if number == int(number) else number) for number in row] for row in grid]
        except (TypeError, ValueError, OverflowError):
            raise InvalidTour("the grid holds something else than whole numbers", grid) from None
        if len({len(row) for row in rows}) != 1 or not rows[0]:
            raise InvalidTour(
                "the grid is ragged or empty: every row must hold as many numbers as the first, at least one", rows
            )
        at = {(row, col): number for row, line in enumerate(rows) for col, number in enumerate(line)}
        holes = [square for square, number in at.items() if number < first]
        visits = sorted((number, square) for square, number in at.items() if number >= first)
        _check_numbers([number for number, _ in visits], first)
        return cls((square for _, square in visits), closed, Board(len(rows), len(rows[0]), holes))

    def grid(self) -> npt.NDArray[np.int64]:
        """Return the visiting numbers as a rows x cols array: 1 on the first square, 0 where the tour does not go.

        Raises
        ------
        InvalidTour : an entry is no square `(row, col)`.

        Examples
        --------
        >>> Tour([(0, 0), (1, 2), (2, 0)]).grid().tolist()
        [[1, 0, 0], [0, 0, 2], [3, 0, 0]]
        """
        import numpy as np

        rows, cols = self.shape
        numbers = np.zeros((rows, cols), dtype=np.int64)
        squares = self.array()
        numbers[squares[:, 0], squares[:, 1]] = np.arange(1, len(self) + 1)
        return numbers

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns: of the board where it is known, else of the smallest board that holds the squares.

        Raises
        ------
        InvalidTour : an entry is no square `(row, col)`.
        """
        if self._array is not None and self.board is not None:
            return self.board.rows, self.board.cols
        for entry, square in enumerate(self.squares):
            if not _is_square(square):
                raise InvalidTour(f"entry {entry}, {square!r}, is no square (row, col), so there is no grid", square, entry)
            if self.board is not None and not (square[0] < self.board.rows and square[1] < self.board.cols):
                raise InvalidTour(f"entry {entry}, {square}, is not on the board of the tour", square, entry)
        if self.board is not None:
            return self.board.rows, self.board.cols
        return max((row for row, _ in self.squares), default=-1) + 1, max((col for _, col in self.squares), default=-1) + 1

    def __len__(self) -> int:
        return len(self.squares) if self._array is None else len(self._array)

    def __getitem__(self, index: Any) -> Any:
        if self._array is not None and self._squares is None and isinstance(index, int):
            return tuple(self._array[index].tolist())
        return self.squares[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tour) and self.closed == other.closed and self.squares == other.squares

    def __hash__(self) -> int:
        return hash((self.squares, self.closed))

    def __repr__(self) -> str:
        closed = ", closed=True" if self.closed else ""
        if len(self) <= 16:
            return f"Tour({self.squares!r}{closed})"
        return f"<Tour of {len(self):,} squares, {self[0]!r} to {self[-1]!r}{closed}>"

    def __iter__(self) -> Iterator[Any]:
        return iter(self.squares)

    def __str__(self) -> str:
        from graphs.text import tour_text

        return tour_text(self) if all(map(_is_square, self.squares)) else " ".join(map(str, self.squares))

    def _repr_svg_(self) -> str | None:
        from graphs.svg.tours import tour_svg

        drawable = 0 < len(self) <= SHOWN_UP_TO and all(map(_is_square, self.squares))
        return tour_svg(self) if drawable else None


def _check_numbers(numbers: list[int], first: int) -> None:
    if not numbers:
        raise InvalidTour("the grid holds no visiting number")
    wanted = range(first, first + len(numbers))
    if numbers == list(wanted):
        return
    faults = {
        "repeats": sorted(number for number, times in Counter(numbers).items() if times > 1),
        "lacks": sorted(set(wanted).difference(numbers)),
        "holds": sorted(set(numbers).difference(wanted)),
    }
    found = [f"{verb} {', '.join(map(str, some[:8]))}{', …' * (len(some) > 8)}" for verb, some in faults.items() if some]
    raise InvalidTour(
        f"the grid {'; '.join(found)}: {len(numbers)} squares are numbered {first} to {wanted[-1]}",
        {verb: tuple(some) for verb, some in faults.items()},
    )


def as_squares(squares: Iterable[Any]) -> tuple[Any, ...]:
    """Return each square as `as_square` does."""
    given = tuple(squares)
    return given if are_plain(given) else tuple(map(as_square, given))


def are_plain(squares: tuple[Any, ...]) -> bool:
    """Return whether all squares are pairs of Python's whole numbers, so that they need no further look."""
    pairs = set(map(type, squares)) == {tuple} and set(map(len, squares)) == {2}
    return pairs and set(map(type, chain.from_iterable(squares))) == {int}


def as_square(square: Any) -> Any:
    """Return a list or a row of an array as a tuple, which can be looked up; any other value as it is.

    Examples
    --------
    >>> as_square([0, 1]), as_square((0.0, True)), as_square("a")
    ((0, 1), (0, 1), 'a')
    """
    if hasattr(square, "tolist"):  # a row of a numpy array
        square = square.tolist()
    return tuple(map(_as_whole, square)) if isinstance(square, list | tuple) else square


def _as_whole(part: Any) -> Any:
    """Return a number that is equal to a whole one as that: it can be looked up either way, but is else no index of a grid."""
    if hasattr(part, "tolist"):
        part = part.tolist()
    return int(part) if isinstance(part, bool | float) and part == part // 1 else part


def _is_square(square: Any) -> bool:
    return isinstance(square, tuple) and len(square) == 2 and all(isinstance(part, int) and part >= 0 for part in square)
