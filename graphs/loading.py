"""Clocks that exclude the time for importing and compiling code."""

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
"""The only functions that may be decorated with `loader`, by name.

Other functions, such as solvers, must not stop the clocks during their own work.
"""

Value = TypeVar("Value")


class _LoadingTimes(threading.local):
    """Time that each thread has spent on importing and compiling code."""

    seconds = cpu_seconds = 0.0
    is_loading = False
    watcher: Callable[[bool], object] = staticmethod(bool)


_loading = _LoadingTimes()


def clock(kind: str | None = None) -> float:
    """Return processor time if `kind` is "cpu", else wall time, excluding imports and compilation, in seconds."""
    return cpu_seconds() - _loading.cpu_seconds if kind == "cpu" else perf_counter() - _loading.seconds


def cpu_seconds() -> float:
    """Return the processor time of this process and its ended children."""
    times = os.times()
    return process_time() + times.children_user + times.children_system


def loading_seconds() -> float:
    """Return this thread's time for importing and compiling code, in seconds."""
    return _loading.seconds


def loader(function: Callable[..., Value]) -> Callable[..., Value]:
    """Decorate a function that imports or compiles code.

    `clock` then excludes its time.
    """
    if (name := f"{function.__module__}.{function.__qualname__}") not in LOADERS:
        raise ValueError(f"{name} must not be decorated with @loader: only {' and '.join(LOADERS)} may stop the clocks")

    @wraps(function)
    def timed(*arguments: Any) -> Value:
        if _loading.is_loading:
            return function(*arguments)
        began, cpu_began = perf_counter(), cpu_seconds()
        try:
            _loading.is_loading = True
            _loading.watcher(True)
            return function(*arguments)
        finally:
            _loading.is_loading = False
            _loading.seconds += perf_counter() - began
            _loading.cpu_seconds += cpu_seconds() - cpu_began
            _loading.watcher(False)

    return timed


@loader
def _imported(module: str) -> None:
    import_module(module)


def load(*modules: str) -> None:
    """Import modules without counting the time, or raise NotLoaded."""
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
    """Call `watcher(True)` before, and `watcher(False)` after, each import in a `with` block."""
    before, _loading.watcher = _loading.watcher, watcher
    try:
        yield
    finally:
        _loading.watcher = before
