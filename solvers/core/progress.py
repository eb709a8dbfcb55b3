"""Report the steps of a long search to its caller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Watcher: TypeAlias = Callable[[str], object]
"""Type of functions that receive the name of a step."""

_watcher: ContextVar[Watcher] = ContextVar("watcher", default=lambda _: None)


@contextmanager
def watch_steps(watcher: Watcher) -> Iterator[None]:
    """Report each step of a long search within a `with` block.

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
    """Report the beginning of a step, e.g. "trying construct"."""
    _watcher.get()(name)


def prefix_steps(name: str) -> AbstractContextManager[None]:
    """Prefix the names of steps that are reported in the `with` block."""
    watcher = _watcher.get()
    return watch_steps(lambda step: watcher(f"{name}: {step}"))
