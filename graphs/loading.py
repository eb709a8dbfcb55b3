"""The clocks of all time limits, which stop while code is imported or compiled."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from time import perf_counter, process_time
from typing import Any, TypeVar

from graphs.errors import KnightsTourError, NotLoaded

__all__ = ["clock", "cpu_seconds", "load", "loader", "loading_seconds", "watch_loading"]

LOADERS = ("graphs.loading._imported", "solvers.jit._Kernel.compile")
"""The functions that import or compile code. A solver must not be able to stop the clock for any other work."""

Value = TypeVar("Value")


class _Here(threading.local):
    """The state of one thread: its seconds of loading by each clock, and the function that is told of them."""

    seconds = cpu_seconds = 0.0
    is_loading = False
    watcher: Callable[[bool], object] = staticmethod(bool)


_here = _Here()


def clock(kind: str = "wall") -> float:
    """Return the time of a clock in seconds, without the time in which this thread has loaded code.

    Parameters
    ----------
    kind : {"wall", "cpu"}
        `time.perf_counter`, or `cpu_seconds`.

    Returns
    -------
    float
        Seconds since an arbitrary moment.
    """
    return perf_counter() - _here.seconds if kind == "wall" else cpu_seconds() - _here.cpu_seconds


def cpu_seconds() -> float:
    """Return the processor time of this process and of its children that have ended.

    Returns
    -------
    float
        Seconds of user and system time.
    """
    times = os.times()
    return process_time() + times.children_user + times.children_system


def loading_seconds() -> float:
    """Return the wall time in which this thread has loaded code.

    Returns
    -------
    float
        Seconds since the thread began.
    """
    return _here.seconds


def loader(function: Callable[..., Value]) -> Callable[..., Value]:
    """Exclude the calls of a function that loads code from all time limits.

    Parameters
    ----------
    function : callable
        One of `LOADERS`.

    Returns
    -------
    callable
        A function with the same positional parameters and value.

    Raises
    ------
    ValueError
        If the function is not one of `LOADERS`.
    """
    if (name := f"{function.__module__}.{function.__qualname__}") not in LOADERS:
        raise ValueError(f"{name} cannot stop the clock: only {' and '.join(LOADERS)} load code")

    @wraps(function)
    def timed(*arguments: Any) -> Value:
        if _here.is_loading:
            return function(*arguments)
        began, cpu_began = perf_counter(), cpu_seconds()
        try:
            _here.is_loading = True
            _here.watcher(True)
            return function(*arguments)
        finally:
            _here.is_loading = False
            _here.seconds += perf_counter() - began
            _here.cpu_seconds += cpu_seconds() - cpu_began
            _here.watcher(False)

    return timed


@loader
def _imported(module: str) -> None:
    import_module(module)


def load(*modules: str) -> None:
    """Import modules that the caller imports next, and exclude this from all time limits.

    Parameters
    ----------
    *modules : str
        Their full names. Modules that are already imported are skipped.

    Raises
    ------
    NotLoaded
        If an installed module cannot be imported, for example because of a lack of memory or the environment.

    Examples
    --------
    >>> started = clock()
    >>> load("fractions")
    >>> clock() - started < 0.1
    True
    """
    for module in modules:
        if module not in sys.modules:
            try:
                _imported(module)
            except KnightsTourError:
                raise
            except Exception as error:
                why = error.__cause__ or error
                raise NotLoaded(f"{module} cannot be loaded here: {type(why).__name__}: {why}", module) from error


@contextmanager
def watch_loading(watcher: Callable[[bool], object]) -> Iterator[None]:
    """Report within the block when this thread loads code.

    Parameters
    ----------
    watcher : callable
        It is called with True when loading begins, and with False when it ends.
    """
    before, _here.watcher = _here.watcher, watcher
    try:
        yield
    finally:
        _here.watcher = before
