"""Report the steps of a long search, and remarks, to its caller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Reader: TypeAlias = Callable[[str], None]
"""A function that receives the name of a step or a remark."""

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
    """Within a `with` block, call a function when a step of a search begins.

    A step is a part of the work, such as the run of one solver. Steps in other threads or processes are not reported.

    Parameters
    ----------
    watcher : callable
        Function of the name of a step, called when the step begins. It must be fast.

    Returns
    -------
    context manager
        The context of the block.

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
    """Report the begin of a step, such as "trying construct", to `watch_steps`."""
    _watcher.get()(name)


def prefix_steps(name: str) -> AbstractContextManager[None]:
    """Within a `with` block, put a prefix and a colon before the names of steps."""
    watcher = _watcher.get()
    return watch_steps(lambda step: watcher(f"{name}: {step}"))


def watch_remarks(reader: Reader) -> AbstractContextManager[None]:
    """Within a `with` block, call a function with each remark on the work.

    Parameters
    ----------
    reader : callable
        Function of the remark, a sentence without a full stop, e.g. that a recording is full.

    Returns
    -------
    context manager
        The context of the block.

    Examples
    --------
    >>> with watch_remarks(print):
    ...     remark("the recording is full")
    the recording is full
    """
    return _replaced(_reader, reader)


def remark(sentence: str) -> None:
    """Pass a remark, such as "the recording is full", to the function of `watch_remarks`."""
    _reader.get()(sentence)
