"""Report the steps of a long search to its caller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Watcher: TypeAlias = Callable[[str], object]
"""A function that receives the name of a step."""

_watcher: ContextVar[Watcher] = ContextVar("watcher", default=lambda _: None)


@contextmanager
def watch_steps(watcher: Watcher) -> Iterator[None]:
    """Within a `with` block, report each step of a long search.

    A step is a part of the work, such as the run of one solver. Steps in other threads or processes are not reported.

    Parameters
    ----------
    watcher : callable
        Function of the name of a step, called when the step begins. It must be fast.

    Yields
    ------
    None
        During the block, steps are reported.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import decide, watch_steps
    >>> with watch_steps(print):
    ...     verdict = decide(Board(8, 8))
    trying construct
    """
    before = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(before)


def begin_step(name: str) -> None:
    """Report that a step, such as "trying construct", begins."""
    _watcher.get()(name)


def prefix_steps(name: str) -> AbstractContextManager[None]:
    """Within a `with` block, prefix the names of reported steps with `name`."""
    watcher = _watcher.get()
    return watch_steps(lambda step: watcher(f"{name}: {step}"))
