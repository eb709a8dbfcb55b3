"""The errors of this project: a sentence that says what is wrong and what would be right, and the value at fault."""

from __future__ import annotations

from typing import Any

__all__ = ["BoardError", "FormatError", "InvalidTour", "KnightsTourError", "MoveError", "NotLoaded", "WrongType", "expect"]


class KnightsTourError(Exception):
    """Base of every error that `graphs` and `solvers` raise on purpose.

    Parameters
    ----------
    message : one sentence: what is wrong, and what would be right; its lines become one.
    value : the value at fault, kept as the attribute `value`.
    """

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message.replace("\n", " "))
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


class WrongType(KnightsTourError, TypeError):
    """A value of a type that has no meaning here: a text where a bool is needed, a verdict in an `if`."""


class NotLoaded(KnightsTourError, ImportError):
    """A module that is there and cannot be loaded: no memory is left, or a variable of the environment keeps it from that."""


EXPECTED = {
    "board": "a Board: write Board.parse('8x8') or Board(8, 8)",
    "tour": "a Tour: write Tour([(0, 0), (1, 2)])",
    "squares": "a sequence of squares: write [(0, 0), (1, 2)]",
    "square": "a square: write (0, 0)",
    "array": "an array of numpy",
    "cancel": "an event: write threading.Event(), or another object with is_set()",
    "graph": "a networkx graph: write nx.Graph(edges), or knight_graph(Board(8, 8))",
    "folder": "the path of a folder: write 'results', or Path('results')",
    "executor": "an executor: write ProcessPoolExecutor()",
    "text": "a text in quotation marks",
}
"""What a parameter of this name needs, and how it is written; any other needs a bool."""


def expect(kind: Any, value: Any, name: str) -> Any:
    """Return a value if it is of the kind that a parameter needs; a bool of numpy as one of Python.

    Parameters
    ----------
    kind : a type, or the name of an attribute that all values of the kind have.
    value, name : the value, and the parameter that it was given for.

    Raises
    ------
    WrongType : it is of another kind.

    Examples
    --------
    >>> expect(bool, "no", "closed")
    Traceback (most recent call last):
        ...
    graphs.errors.WrongType: closed='no' is not a bool: write True or False
    """
    if hasattr(value, kind) if isinstance(kind, str) else isinstance(value, kind):
        return value
    if kind is bool and type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise WrongType(f"{name}={value!r:.40} is not {EXPECTED.get(name, 'a bool: write True or False')}", value)
