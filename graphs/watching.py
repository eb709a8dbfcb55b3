"""Watches: functions by which a caller can stop a long computation.

A long-running function has a parameter `watched` and iterates over `watched(items)` instead of `items`. A *watch* yields the
same items, but raises an exception if the work must stop, e.g. at the time limit. `solvers.Meter.watched` is a watch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Protocol, TypeVar

T = TypeVar("T")


class Watch(Protocol):
    """Type of functions that pass items through, and may raise to stop the work."""

    def __call__(self, items: Iterable[T], /) -> Iterable[T]: ...


def unwatched(items: Iterable[T]) -> Iterable[T]:
    """Return the items unchanged: a watch that never stops the work."""
    return items


def watched_ticks(watched: Watch) -> Iterator[None]:
    """Return an endless iterator, through which the watch can stop the work."""
    return iter(watched(repeat(None)))


def look(watched: Watch, times: int = 1) -> None:
    """Give the watch chances to stop the work, as if items had been processed."""
    for _ in watched(range(times)):
        pass
