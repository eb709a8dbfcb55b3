"""Checks of option values, with one sentence for all solvers."""

from __future__ import annotations

from solvers.errors import OptionError

__all__ = ["whole_number"]

MOST = 2**31 - 1


def whole_number(name: str, value: object, *, least: int, most: int = MOST) -> int:
    """The value, if it is a whole number from `least` to `most`.

    Raises
    ------
    OptionError : it is not.

    Examples
    --------
    >>> whole_number("workers", 2, least=1)
    2
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise OptionError(f"{name}={value!r} is out of range: it must be a whole number from {least} to {most}", value)
    return value
