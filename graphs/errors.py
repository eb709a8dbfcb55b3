"""The errors of this project: a sentence that says what is wrong and what would be right, and the value at fault."""

from __future__ import annotations

__all__ = ["BoardError", "FormatError", "InvalidTour", "KnightsTourError", "MoveError"]


class KnightsTourError(Exception):
    """Base of every error raised on purpose by `graphs` and `solvers`.

    Parameters
    ----------
    message : one sentence: what is wrong, and what would be right.
    value : the value at fault, kept as the attribute `value`.
    """

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message)
        self.value = value


class BoardError(KnightsTourError, ValueError):
    """A board that cannot be: no rows, ragged text, a hole off the board, too large for what is asked."""


class MoveError(KnightsTourError, ValueError):
    """A leaper or a move order that does not fit the graph."""


class FormatError(KnightsTourError, ValueError):
    """A file or a text that is not in the format that it should be in."""


class InvalidTour(KnightsTourError, ValueError):
    """A sequence of squares that is not the tour it should be.

    The attribute `entry` is the number (from 0) of the first entry that is wrong, or None where the fault is in the
    whole: squares left out, a grid that lacks numbers. `value` holds the squares at fault.
    """

    def __init__(self, message: str, value: object = None, entry: int | None = None) -> None:
        super().__init__(message, value)
        self.entry = entry
