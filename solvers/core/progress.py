"""Report the progress of a long search to its caller: the name of each step when it begins, and remarks."""

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
    """Within a `with` block, call a function with the name of each step when the step begins.

    A step is a part of the work, such as the run of one solver. `solve`, `decide`, and the functions that count tours or make
    maps report their steps in this way.

    Parameters
    ----------
    watcher : callable
        Function of one argument, the name of the step. It is called in the thread that searches, and must be fast.

    Returns
    -------
    context manager
        The context of the block.

    Notes
    -----
    The function is called only for steps in this thread, and not for steps that an executor runs in other processes.

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
    """Report that a step of a long search begins: pass the step's name to the function that `watch_steps` has set.

    Parameters
    ----------
    name : str
        The name of the step, such as "trying construct".
    """
    _watcher.get()(name)


def prefix_steps(name: str) -> AbstractContextManager[None]:
    """Within a `with` block, add a prefix to the name of each step that begins.

    Parameters
    ----------
    name : str
        The prefix, such as the name of the part of the work to which the steps belong. A colon is added after the prefix.

    Returns
    -------
    context manager
        The context of the block.
    """
    watcher = _watcher.get()
    return watch_steps(lambda step: watcher(f"{name}: {step}"))


def watch_remarks(reader: Reader) -> AbstractContextManager[None]:
    """Within a `with` block, call a function with each remark on the work.

    Parameters
    ----------
    reader : callable
        Function of one argument, the remark: a sentence without a full stop.

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
    """Pass a remark to the function that `watch_remarks` has set.

    Parameters
    ----------
    sentence : str
        A sentence that a user should read, without a full stop.
    """
    _reader.get()(sentence)
