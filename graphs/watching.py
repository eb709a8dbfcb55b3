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
    """Type of functions that yield the given items, but may raise an exception to stop a loop."""

    def __call__(self, items: Iterable[T], /) -> Iterable[T]: ...


def unwatched(items: Iterable[T]) -> Iterable[T]:
    """Return the items unchanged, so that a loop over them is never stopped."""
    return items


def watched_ticks(watched: Watch) -> Iterator[None]:
    """Return an endless iterator for a loop that `watched` can stop."""
    return iter(watched(repeat(None)))


def look(watched: Watch, times: int = 1) -> None:
    """Let `watched` stop the work, as in a loop over `times` items."""
    for _ in watched(range(times)):
        pass
