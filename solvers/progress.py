"""What a long search is doing: a caller names a function in a `with` block, which gets each step that begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["begin_step", "watch_steps"]

_watcher: ContextVar[Callable[[str], None] | None] = ContextVar("watcher", default=None)


@contextmanager
def watch_steps(watcher: Callable[[str], None]) -> Iterator[None]:
    """Call a function with the name of each step that `solve`, `decide` and the maps begin within the block.

    Parameters
    ----------
    watcher : gets the name of the step. It is called in the thread that searches, and must be quick.

    Notes
    -----
    Only what this thread does is watched: the steps that an executor takes in other processes are not.

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
    """Name the step that begins now to whoever watches."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(name)
