"""The errors of this project. Each message states the problem and the remedy, and each error stores the invalid value."""

from __future__ import annotations

from contextlib import suppress
from operator import index
from typing import Any


class KnightsTourError(Exception):
    """Base class of all errors that `graphs` and `solvers` raise deliberately.

    Parameters
    ----------
    message : str
        One sentence that states the problem and the remedy. Line breaks in it become spaces.
    value : object, optional
        The invalid value, which becomes the attribute `value`.
    """

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message.replace("\n", " "))
        self.value = value


class BoardError(KnightsTourError, ValueError):
    """Raised if a board or a square is invalid, for example if a hole is off the board, or if the board is too large."""


class MoveError(KnightsTourError, ValueError):
    """Raised if a leaper is invalid (a negative length, or 0,0), or if a move order does not fit the graph."""


class FormatError(KnightsTourError, ValueError):
    """Raised if a file cannot be read or written, or if a text does not fit the format of a file."""


class InvalidTour(KnightsTourError, ValueError):
    """Raised if a sequence of squares is not the required tour.

    Parameters
    ----------
    message : str
        One sentence that states the first fault.
    value : object, optional
        The invalid squares or vertices, or the invalid grid. It becomes the attribute `value`.
    entry : int, optional
        The 0-based index of the first wrong entry of the sequence, which becomes the attribute `entry`. It is None if no single
        entry is wrong, for example if squares are left out or if a grid lacks numbers.
    """

    def __init__(self, message: str, value: object = None, entry: int | None = None) -> None:
        super().__init__(message, value)
        self.entry = entry


class WrongType(KnightsTourError, TypeError):
    """Raised if a value has a wrong type, such as a text instead of a bool, or if a `solvers.Result` is used as a bool."""


class NotLoaded(KnightsTourError, ImportError):
    """Raised if an installed module cannot be imported, for example because of a lack of memory."""


EXPECTED: dict[Any, str] = {
    "board": "a Board: write Board.parse('8x8') or Board(8, 8)",
    "tour": "a Tour: write Tour([(0, 0), (1, 2)])",
    "squares": "a sequence of squares: write [(0, 0), (1, 2)]",
    "square": "a square: write (0, 0)",
    "array": "a NumPy array",
    "cancel": "an event: write threading.Event(), or another object with is_set()",
    "graph": "a networkx graph: write nx.Graph(edges), or knight_graph(Board(8, 8))",
    "folder": "the path of a folder: write 'results', or Path('results')",
    "executor": "an executor: write ProcessPoolExecutor()",
    "text": "a text in quotation marks",
    bool: "a bool: write True or False",
    int: "a whole number",
}
"""Expected values and examples for error messages, by the name of the parameter, or by its type if that is bool or int."""


def expect(kind: Any, value: Any, name: str) -> Any:
    """Check that a value has the type that a parameter needs, and return the value.

    Parameters
    ----------
    kind : type or str
        The type, or the name of an attribute that all allowed values have.
    value : object
        The value.
    name : str
        The name of the parameter. The error message describes the allowed values by `EXPECTED`.

    Returns
    -------
    object
        The value. A NumPy bool is returned as a Python bool, and a NumPy integer as a Python integer.

    Raises
    ------
    WrongType
        If the value does not have this type or attribute.

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
    if kind is int:
        with suppress(TypeError):
            return index(value)
    raise WrongType(f"{name}={value!r:.40} is not {EXPECTED.get(name) or EXPECTED[kind]}", value)
