"""The errors of this project: a sentence that says what is wrong and what would be right, and the value at fault."""

from __future__ import annotations

__all__ = ["BoardError", "FormatError", "InvalidTour", "KnightsTourError", "MoveError"]


class KnightsTourError(Exception):
    """Base of every error that `graphs` and `solvers` raise on purpose.

    Parameters
    ----------
    message : one sentence: what is wrong, and what would be right.
    value : the value at fault, kept as the attribute `value`.
    """

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message)
        self.value = value


class BoardError(KnightsTourError, ValueError):
    """An invalid board or square: no rows, ragged text, a hole off the board, or a board too large for the operation."""


class MoveError(KnightsTourError, ValueError):
    """An invalid leaper (a negative length, or 0,0), or a move order that does not fit the graph."""


class FormatError(KnightsTourError, ValueError):
    """A file that cannot be read, or a text that does not fit its format."""


class InvalidTour(KnightsTourError, ValueError):
    """A sequence of squares that is not the tour it should be.

    The attribute `entry` is the number, from 0, of the first wrong entry; None where the fault lies in no single entry:
    squares are left out, a grid lacks numbers. `value` holds the squares at fault.
    """

    def __init__(self, message: str, value: object = None, entry: int | None = None) -> None:
        super().__init__(message, value)
        self.entry = entry
