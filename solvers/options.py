"""Check the values of solver options, with the same message for every solver."""

from __future__ import annotations

from solvers.errors import OptionError

__all__ = ["whole_number"]

MOST = 2**31 - 1


def whole_number(name: str, value: object, *, least: int, most: int = MOST) -> int:
    """Return the value of an option, which must be a whole number.

    Parameters
    ----------
    name : the option, for the message.
    value : the value that the user gave.
    least, most : the range of good values, both ends included.

    Raises
    ------
    OptionError : the value is no whole number, or out of range.

    Examples
    --------
    >>> whole_number("workers", 2, least=1)
    2
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise OptionError(f"{name}={value!r} is out of range: it must be a whole number from {least} to {most}", value)
    return value
