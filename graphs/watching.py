"""Watched work: whoever starts work that may take long can stop it, and the work itself looks at no clock.

The work reads the items that it goes through by way of a *watch*, a function that returns the same items. The watch may raise
while they are read, for instance where the time is over; `solvers.Meter.watched` is such a watch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Protocol, TypeVar

__all__ = ["Watch", "look", "ticks", "unwatched"]

T = TypeVar("T")


class Watch(Protocol):
    """A function that returns the items that it gets. It may raise while they are read, and so end work that takes too long."""

    def __call__(self, items: Iterable[T], /) -> Iterable[T]: ...


def unwatched(items: Iterable[T]) -> Iterable[T]:
    """Return the items themselves: the watch of work that nobody wants to stop."""
    return items


def ticks(watched: Watch) -> Iterator[None]:
    """Return an endless iterator that is watched, for a loop that goes through no items: it takes one tick a step.

    Parameters
    ----------
    watched : the watch.

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
    """Let a watch look once, before a step that takes long and is not watched.

    Parameters
    ----------
    watched : the watch; it may raise.
    """
    for _ in watched((None,)):
        pass
