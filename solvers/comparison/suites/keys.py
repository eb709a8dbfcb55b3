"""The keys of a suite: which keys a table may have, and which values are valid."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, get_args

from graphs.board import Wrap
from graphs.errors import KnightsTourError
from graphs.text import suggestion

Key: TypeAlias = tuple[str, Callable[[Any], bool]]
"""A description of the valid values of a key, and a function that checks a value."""


class Fault(KnightsTourError):
    """Raised if a key of a suite is unknown or has an invalid value. The attribute `value` is the key."""


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_place(value: Any) -> bool:
    return _is_text(value) or type(value) is int


def _is_list(of: Callable[[Any], bool], least: int = 1) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(of, value))


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 1


OF_SUITE: dict[str, Key] = {
    "description": ("text", _is_text),
    "time_limit": (
        "a number of seconds above 0",
        lambda value: type(value) in (int, float) and 0 < value <= sys.float_info.max,
    ),
    "node_limit": ("a whole number of search nodes, at least 1", _is_count),
    "seeds": ("a whole number, at least 1", _is_count),
    "repeats": ("a whole number, at least 1", _is_count),
    "solvers": ('a list of competitors, such as ["all", "lazy: cp-sat model=lazy-cuts"]', _is_list(_is_text)),
    "problems": ("written as tables [[problems]]", _is_list(lambda each: isinstance(each, dict), 0)),
}
"""The keys at the top level of a suite, each with a description of valid values, and a function that checks a value."""

OF_PROBLEMS: dict[str, Key] = {
    "boards": ('a list of boards, such as ["5x5", "3..8x10"]', _is_list(_is_text)),
    "graphs": ('a list of graphs, such as ["GP(11,2)", "mine.hcp", "folder"]', _is_list(_is_text)),
    "starts": (
        '"all", "orbits", "any", or a list of squares, such as ["0,0"]',
        lambda value: value in ("all", "orbits", "any") or _is_list(_is_place)(value),
    ),
    "end": ('a square, such as "0,1", or the number of a vertex', _is_place),
    "closed": ('true, false or "both"', lambda value: isinstance(value, bool) or value == "both"),
    "wrap": ('"rows", "cols" or "both"', lambda value: value in get_args(Wrap)),
    "leaper": (
        "a list of two whole numbers, such as [1, 4]",
        lambda value: _is_list(lambda part: type(part) is int)(value) and len(value) == 2,
    ),
    "holes": ('a list of squares, such as ["0,0", "7,7"]', _is_list(_is_text)),
    "answer": ('"found" or "impossible"', lambda value: value in ("found", "impossible")),
    "source": ("text that names the source of the answer", _is_text),
    "solvers": ("a list of names of competitors, which alone run on these problems", _is_list(_is_text)),
    "section": ("text that names the section of the suite to which the problems belong", _is_text),
}
"""The keys of a table `[[problems]]`, each with a description of valid values, and a function that checks a value."""


def check_keys(table: Mapping[str, Any], keys: Mapping[str, Key]) -> None:
    """Check that a table has only known keys with valid values.

    Parameters
    ----------
    table : mapping of str to object
        The values by key.
    keys : mapping of str to Key
        The known keys: `OF_SUITE` or `OF_PROBLEMS`.

    Raises
    ------
    Fault
        If a key is unknown or has an invalid value.
    """
    for key, value in table.items():
        if key not in keys:
            hint = suggestion(key, keys).strip() or f"available: {', '.join(keys)}"
            raise Fault(f"unknown key {key}: {hint}", key)
        what, fits = keys[key]
        if not fits(value):
            raise Fault(f"{key} must be {what}", key)


def check_together(entry: Mapping[str, Any]) -> None:
    """Check that the keys of a table `[[problems]]` can be combined.

    Parameters
    ----------
    entry : mapping of str to object
        The values by key.

    Raises
    ------
    Fault
        If there are neither boards nor graphs, if a key would have no effect, or if only one of `answer` and `source` is given.
    """
    if not (entry.get("boards") or entry.get("graphs")):
        raise Fault("these problems have neither boards nor graphs: add one of these keys", "boards")
    for key in ("holes", "wrap", "leaper"):
        if key in entry and "boards" not in entry:
            raise Fault(f"{key} applies only to boards, and there are none: leave it out", key)
    for key in ("starts", "end"):
        if key in entry and entry.get("closed") is True:
            raise Fault(f"{key} applies only to open tours, because a closed tour visits every square: leave it out", key)
    for key, other in (("answer", "source"), ("source", "answer")):
        if key in entry and other not in entry:
            raise Fault(f"{key} is given without {other}: give both or neither", key)
