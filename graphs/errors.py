"""Exceptions that store the invalid value, and checks of arguments."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from operator import index
from typing import Any


class KnightsTourError(Exception):
    """Base class of all errors that `graphs` and `solvers` raise deliberately.

    Parameters
    ----------
    message : str
        Problem and remedy in one sentence. Line breaks become spaces.
    value : object, optional
        The invalid value, stored as the attribute `value`.
    """

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message.replace("\n", " "))
        self.value = value


class BoardError(KnightsTourError, ValueError):
    """Raised if a board or a square is invalid or too large."""


class MoveError(KnightsTourError, ValueError):
    """Raised if a leaper or a move order is invalid."""


class FormatError(KnightsTourError, ValueError):
    """Raised if a file is unreadable, unwritable or malformed."""


class InvalidTour(KnightsTourError, ValueError):
    """Raised if a sequence of squares is not a valid tour.

    Parameters
    ----------
    message : str
        The first fault.
    value : object, optional
        The invalid squares, vertices or grid.
    entry : int, optional
        0-based index of the first wrong entry, or None if no single entry is wrong, e.g. if squares are missing.
    """

    def __init__(self, message: str, value: object = None, entry: int | None = None) -> None:
        super().__init__(message, value)
        self.entry = entry


class WrongType(KnightsTourError, TypeError):
    """Raised if a value has the wrong type, or a `solvers.Result` is used as a bool."""


class NotLoaded(KnightsTourError, ImportError):
    """Raised if an installed module cannot be imported, e.g. for lack of memory."""


EXPECTED: dict[Any, str] = {
    "board": "a Board: write Board.parse('8x8') or Board(8, 8)",
    "tour": "a Tour: write Tour([(0, 0), (1, 2)])",
    "squares": "a sequence of squares: write [(0, 0), (1, 2)]",
    "square": "a square: write (0, 0)",
    "nodes": "a list of vertices: write ['a', 'b'], or range(100) for the vertices 0 to 99",
    "array": "a NumPy array",
    "cancel": "an event: write threading.Event(), or another object with is_set()",
    "graph": "a networkx graph: write nx.Graph(edges), or knight_graph(Board(8, 8))",
    "folder": "the path of a folder: write 'results', or Path('results')",
    "executor": "an executor: write ProcessPoolExecutor()",
    "advance": "a function: write print",
    "budget": "a budget: write Budget(seconds=10) or Budget(nodes=1000)",
    Iterable: "a list: write it in brackets",
    str: "a text in quotation marks",
    bool: "a bool: write True or False",
    int: "a whole number",
}
"""Descriptions of valid arguments for error messages, by parameter name or type."""


def expect(kind: Any, value: Any, name: str) -> Any:
    """Return a value, or raise WrongType if it has the wrong type.

    If `kind` is a text, the value must have the attribute `kind`.

    NumPy bools and integers become Python bools and integers. The error message contains the text `EXPECTED[name]`.
    """
    if hasattr(value, kind) if isinstance(kind, str) else isinstance(value, kind):
        return value
    if kind is bool and type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    if kind is int:
        with suppress(TypeError):
            return index(value)
    raise WrongType(f"{name}={value!r:.40} is not {EXPECTED.get(name) or EXPECTED[kind]}", value)
