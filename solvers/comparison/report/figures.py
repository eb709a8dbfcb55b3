"""Numbers as a reader of a table wants them: two or three digits, a unit, and an interval in the same unit."""

from __future__ import annotations

from math import floor, isfinite, log10

from solvers.comparison.report.layout import NO_VALUE

__all__ = [
    "count_range",
    "p_text",
    "seconds_range",
    "seconds_text",
]

MILLION = 1_000_000


def seconds_text(seconds: float) -> str:
    """Return seconds with their unit.

    Examples
    --------
    >>> [seconds_text(each) for each in (0.00003, 0.00031, 0.012, 0.1234, 1.2345, 83.21, 4321.0, float("nan"))]
    ['0.03 ms', '0.31 ms', '12 ms', '123 ms', '1.23 s', '83.2 s', '4,321 s', '–']
    """
    return seconds_range(seconds, float("nan"), float("nan"))


def seconds_range(seconds: float, low: float, high: float) -> str:
    """Return seconds with their interval, if there is one.

    Examples
    --------
    >>> seconds_range(0.012, 0.0098, 0.0151), seconds_range(1.2, float("nan"), float("nan"))
    ('12 [10–15] ms', '1.2 s')
    """
    if seconds >= 0.9995:
        return _range(seconds, low, high, "s", 3)
    return _range(1000 * seconds, 1000 * low, 1000 * high, "ms", 2)


def count_range(count: float, low: float, high: float) -> str:
    """Return a number of nodes with its interval, if there is one.

    Examples
    --------
    >>> count_range(64, 49, 100), count_range(3_456_789, 12_345, 4_000_000)
    ('64 [49–100]', '3.46 [0.01–4] M')
    >>> none = float("nan")
    >>> [count_range(each, none, none) for each in (25, 12345.5, 3_456_789, none)]
    ['25', '12,346', '3.46 M', '–']
    """
    if count >= MILLION:
        return _range(count / MILLION, low / MILLION, high / MILLION, "M", 3)
    return _range(count, low, high, "", 1)


def p_text(p: float) -> str:
    """Return a p value.

    Examples
    --------
    >>> [p_text(each) for each in (0.0001, 0.0312, 1.0, float("nan"))]
    ['<0.001', '0.031', '1', '–']
    """
    return NO_VALUE if not isfinite(p) else "<0.001" if p < 0.001 else f"{p:.3f}" if p < 0.9995 else "1"


def _range(value: float, low: float, high: float, unit: str, digits: int) -> str:
    """Return a number with as many digits at least, and its interval with no more decimals than the number."""
    if not isfinite(value):
        return NO_VALUE
    number, *ends = (_plain(each, min(_decimals(each, digits), _decimals(value, digits))) for each in (value, low, high))
    interval = f" [{'–'.join(ends)}]" if isfinite(low) and isfinite(high) else ""
    return f"{number}{interval} {unit}".rstrip()


def _plain(value: float, decimals: int) -> str:
    """Return a number without an exponent and without zeros at its end."""
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _decimals(value: float, digits: int) -> int:
    """Return how many decimals show this number of digits of a number."""
    return max(0, digits - 1 - floor(log10(abs(value)))) if value and isfinite(value) else 0
