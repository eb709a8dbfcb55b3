"""The clock of all time limits, which stops while code is loaded or compiled: `loading` and `load` see to that."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from time import perf_counter

from graphs.errors import KnightsTourError, NotLoaded

__all__ = ["clock", "load", "loading", "loading_seconds", "watch_loading"]


class _Here(threading.local):
    """What a thread knows of its own loading."""

    seconds = 0.0
    is_loading = False
    watcher: Callable[[bool], object] = staticmethod(bool)


_here = _Here()


def clock() -> float:
    """Return the seconds of `time.perf_counter`, less those in which this thread has loaded code."""
    return perf_counter() - _here.seconds


def loading_seconds() -> float:
    """Return the seconds in which this thread has loaded code."""
    return _here.seconds


@contextmanager
def loading() -> Iterator[None]:
    """Load or compile code within the block, which is no part of any time limit.

    Examples
    --------
    >>> started = clock()
    >>> with loading():
    ...     import fractions
    >>> clock() - started < 0.1
    True
    """
    if _here.is_loading:
        yield
        return
    began = perf_counter()
    try:
        _here.is_loading = True
        _here.watcher(True)
        yield
    finally:
        _here.is_loading = False
        _here.seconds += perf_counter() - began
        _here.watcher(False)


def load(*modules: str) -> None:
    """Import modules that the caller imports next, so that this is no part of any time limit.

    Raises
    ------
    NotLoaded : one is there and cannot be loaded, for lack of memory or with what is set in the environment.

    Examples
    --------
    >>> load("fractions")
    >>> from fractions import Fraction
    """
    for module in modules:
        if module not in sys.modules:
            try:
                with loading():
                    import_module(module)
            except KnightsTourError:
                raise
            except Exception as error:
                why = error.__cause__ or error
                raise NotLoaded(f"{module} cannot be loaded here: {type(why).__name__}: {why}", module) from error


@contextmanager
def watch_loading(watcher: Callable[[bool], object]) -> Iterator[None]:
    """Call a function with True when this thread begins to load code within the block, and with False at the end."""
    before, _here.watcher = _here.watcher, watcher
    try:
        yield
    finally:
        _here.watcher = before
