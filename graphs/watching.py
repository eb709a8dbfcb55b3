"""Watches: functions by which a caller can stop a long computation.

A function that works for a long time has a parameter `watched`, and iterates over `watched(items)` instead of `items`. The
caller passes a *watch*: a function that yields the same items, but raises an exception if the work must stop, for example if
the time limit is exceeded. `solvers.Meter.watched` is a watch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Protocol, TypeVar

T = TypeVar("T")


class Watch(Protocol):
    """A function that returns an iterable of the given items. Reading an item may raise an exception, to stop a long loop."""

    def __call__(self, items: Iterable[T], /) -> Iterable[T]: ...


def unwatched(items: Iterable[T]) -> Iterable[T]:
    """Return the items unchanged: a watch that never stops the work.

    Parameters
    ----------
    items : iterable
        The items.

    Returns
    -------
    iterable
        The same object.
    """
    return items


def ticks(watched: Watch) -> Iterator[None]:
    """Return an endless iterator, from which a loop reads once per step, so that a watch can stop the loop.

    Parameters
    ----------
    watched : Watch
        The watch.

    Returns
    -------
    iterator of None
        The iterator. It always yields None, or raises the exception of the watch.

    Examples
    --------
    >>> tick = ticks(unwatched)
    >>> steps = 0
    >>> while steps < 3:
    ...     next(tick)
    ...     steps += 1
    """
    return iter(watched(repeat(None)))


def look(watched: Watch) -> None:
    """Let a watch raise an exception now, before a long step that cannot be interrupted.

    Parameters
    ----------
    watched : Watch
        The watch.
    """
    for _ in watched((None,)):
        pass
