"""The steps of a long search, each when it begins, and remarks on it, for a caller who wants to show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TypeAlias

__all__ = ["begin_step", "prefix_steps", "remark", "watch_remarks", "watch_steps"]

Reader: TypeAlias = Callable[[str], None]


_watcher: ContextVar[Reader] = ContextVar("watcher", default=lambda _: None)
_reader: ContextVar[Reader] = ContextVar("reader", default=lambda _: None)


@contextmanager
def _replaced(variable: ContextVar[Reader], value: Reader) -> Iterator[None]:
    before = variable.set(value)
    try:
        yield
    finally:
        variable.reset(before)


def watch_steps(watcher: Reader) -> AbstractContextManager[None]:
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
    return _replaced(_watcher, watcher)


def begin_step(name: str) -> None:
    """Name the step that begins now to whoever watches."""
    _watcher.get()(name)


def prefix_steps(name: str) -> AbstractContextManager[None]:
    """Put a name before that of each step which begins within the block, such as the part of the work that it belongs to."""
    watcher = _watcher.get()
    return watch_steps(lambda step: watcher(f"{name}: {step}"))


def watch_remarks(reader: Reader) -> AbstractContextManager[None]:
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
    return _replaced(_reader, reader)


def remark(sentence: str) -> None:
    """Give a sentence that a user should read to whoever watches."""
    _reader.get()(sentence)
