"""Stopping long work from outside, without a clock in the work itself.

A function that works for a long time iterates over `watched(items)` instead of `items`. Here `watched` is a *watch*: a function
that returns the same items, but may raise an exception while they are read, for example if the time limit is exceeded. The
exception stops the work. `solvers.Meter.watched` is such a watch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Protocol, TypeVar

T = TypeVar("T")


class Watch(Protocol):
    """A function that returns the given items, but may raise an exception while they are read, in order to stop long work."""

    def __call__(self, items: Iterable[T], /) -> Iterable[T]: ...


def unwatched(items: Iterable[T]) -> Iterable[T]:
    """Return the items unchanged. This is the watch for work that is never stopped.

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
    """Return an endless watched iterator, so that a loop that reads no items can also be stopped.

    Parameters
    ----------
    watched : Watch
        The watch.

    Returns
    -------
    iterator of None
        The iterator, which yields None. The loop reads one item per step.

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
    """Give a watch one chance to raise an exception, before a long step that is not watched.

    Parameters
    ----------
    watched : Watch
        The watch.
    """
    for _ in watched((None,)):
        pass
