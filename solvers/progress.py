"""The steps of a long search, each when it begins, and remarks on it, for a caller who wants to show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["begin_step", "prefix_steps", "remark", "watch_remarks", "watch_steps"]

_watcher: ContextVar[Callable[[str], None] | None] = ContextVar("watcher", default=None)
_reader: ContextVar[Callable[[str], None] | None] = ContextVar("reader", default=None)


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


@contextmanager
def prefix_steps(name: str) -> Iterator[None]:
    """Put a name before that of each step which begins within the block, such as the part of the work that it belongs to."""
    watcher = _watcher.get()
    if watcher is None:
        yield
        return
    with watch_steps(lambda step: watcher(f"{name}: {step}")):
        yield


@contextmanager
def watch_remarks(reader: Callable[[str], None]) -> Iterator[None]:
    """Call a function with each remark on what is done within the block, such as that a count goes on from a checkpoint.

    Parameters
    ----------
    reader : gets the sentence, without a full stop.

    Examples
    --------
    >>> with watch_remarks(print):
    ...     remark("blocks of states go to disk")
    blocks of states go to disk
    """
    before = _reader.set(reader)
    try:
        yield
    finally:
        _reader.reset(before)


def remark(sentence: str) -> None:
    """Give a sentence that a user should read to whoever watches."""
    reader = _reader.get()
    if reader is not None:
        reader(sentence)
