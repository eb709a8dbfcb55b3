"""Clocks for time limits. They stop while code is *loaded*, that is, imported or compiled."""

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

LOADERS = ("graphs.loading._imported", "solvers.core.compiling._compiled")
"""Full names of the functions that import or compile code. Only these functions may stop the clocks, so that a solver cannot
stop them during its own work."""

Value = TypeVar("Value")


class _Here(threading.local):
    """The time that one thread has spent on loading code, and whether it is loading code now.

    Attributes
    ----------
    seconds, cpu_seconds : float
        The time that the thread has spent on loading code: wall time, and processor time as returned by `cpu_seconds()`.
    is_loading : bool
        Whether the thread is loading code at present.
    watcher : callable
        The function that is called with True when loading begins, and with False when it ends.
    """

    seconds = cpu_seconds = 0.0
    is_loading = False
    watcher: Callable[[bool], object] = staticmethod(bool)


_here = _Here()


def clock(kind: str = "wall") -> float:
    """Return the time of a clock, minus the time that this thread has spent on loading code.

    Parameters
    ----------
    kind : {"wall", "cpu"}, optional
        The clock: wall time (`time.perf_counter`) or processor time (`cpu_seconds`).

    Returns
    -------
    float
        Seconds since an arbitrary moment.
    """
    return perf_counter() - _here.seconds if kind == "wall" else cpu_seconds() - _here.cpu_seconds


def cpu_seconds() -> float:
    """Return the processor time of this process and of its child processes that have ended.

    Returns
    -------
    float
        Seconds of user and system time.
    """
    times = os.times()
    return process_time() + times.children_user + times.children_system


def loading_seconds() -> float:
    """Return the wall time that this thread has spent on loading code.

    Returns
    -------
    float
        Seconds, added up since the thread began.
    """
    return _here.seconds


def loader(function: Callable[..., Value]) -> Callable[..., Value]:
    """Decorate a function that loads code, so that its calls do not count towards time limits.

    Parameters
    ----------
    function : callable
        A function whose name is in `LOADERS`.

    Returns
    -------
    callable
        A function with the same positional parameters and the same return value.

    Raises
    ------
    ValueError
        If the name of the function is not in `LOADERS`.
    """
    if (name := f"{function.__module__}.{function.__qualname__}") not in LOADERS:
        raise ValueError(f"{name} must not be decorated with @loader: only {' and '.join(LOADERS)} may stop the clocks")

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
    """Import modules before the caller's own import statement, so that the import does not count towards time limits.

    Parameters
    ----------
    *modules : str
        The full names of the modules. Modules that are already imported are skipped.

    Raises
    ------
    NotLoaded
        If a module cannot be imported, for example because there is too little memory, or because an environment variable is
        not set.

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
    """Within a `with` block, call a function whenever this thread starts or stops loading code.

    Parameters
    ----------
    watcher : callable
        It is called with True when loading begins, and with False when it ends.

    Yields
    ------
    None
        The `with` block receives no value.
    """
    before, _here.watcher = _here.watcher, watcher
    try:
        yield
    finally:
        _here.watcher = before
