"""Functions by which a caller can stop a long computation, e.g. at a time limit.

A long-running function has a parameter `watched` and iterates over `watched(items)` instead of `items`. A *watch* yields the
same items, but raises an exception if the work must stop. `solvers.Meter.watched` is a watch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Protocol, TypeVar

T = TypeVar("T")


class Watch(Protocol):
    """Type of functions that yield items, or raise to stop a loop."""

    def __call__(self, items: Iterable[T], /) -> Iterable[T]: ...


def unwatched(items: Iterable[T]) -> Iterable[T]:
    """Return the items unchanged: a watch that never stops a loop."""
    return items


def watched_ticks(watched: Watch) -> Iterator[None]:
    """Return an endless iterator. Each `next` checks the clock as `watched` does."""
    return iter(watched(repeat(None)))


def look(watched: Watch, times: int = 1) -> None:
    """Call a watch once, with `times` items of work."""
    for _ in watched(range(times)):
        pass
