"""Calls shared out over an executor, a few at a time, so that a million calls take no more memory than a hundred."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import islice
from typing import TypeVar

from graphs.errors import expect
from solvers.errors import SolverError

__all__ = ["CallLost", "as_finished", "available_cores", "calls_at_a_time", "each_result"]

IN_FLIGHT = 4
"""Calls that an executor may hold for each that it carries out at a time, so that no process waits for the next one."""

Item = TypeVar("Item")
Value = TypeVar("Value")


class CallLost(SolverError, BrokenExecutor):
    """A call has no result, for each process that carried it out died."""


def as_finished(
    executor: Executor, function: Callable[[Item], Value], items: Iterable[Item]
) -> Generator[tuple[Item, Future[Value]], None, None]:
    """Call a function with each item, and yield the item and the future of its call when the call has ended.

    Parameters
    ----------
    executor : where the calls are carried out. Its attribute `at_a_time`, which the executors of `solvers.comparison.processes`
        have, says how many of them at a time; without it, that is the number of cores.
    function : a function of one argument; it must be picklable if the executor uses other processes.
    items : an iterable, of which only a few items are held at a time.

    Notes
    -----
    Closing the generator cancels the calls that have not started.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     sorted((item, future.result()) for item, future in as_finished(executor, abs, [-1, 2]))
    [(-1, 1), (2, 2)]
    """
    waiting = iter(items)
    futures: dict[Future[Value], Item] = {}
    try:
        while True:
            room = IN_FLIGHT * calls_at_a_time(executor) - len(futures)
            for item in islice(waiting, max(0, room)):
                futures[executor.submit(function, item)] = item
            if not futures:
                return
            wait(futures, return_when=FIRST_COMPLETED)
            for future in [each for each in futures if each.done()]:
                yield futures.pop(future), future
    finally:
        for future in futures:
            future.cancel()


def each_result(
    executor: Executor | None, function: Callable[[Item], Value], items: Iterable[Item], name: Callable[[Item], str] = str
) -> Iterator[tuple[Item, Value]]:
    """Yield each item and what a function returns for it, as soon as it is there; None for the executor makes the calls here.

    Raises
    ------
    SolverError : the process that carried out a call died, or the executor broke; the error calls the item by its `name`.
    """
    if executor is None:
        yield from ((item, function(item)) for item in items)
        return
    for item, future in as_finished(expect("submit", executor, "executor"), function, items):
        try:
            yield item, future.result()
        except BrokenExecutor as died:
            raise SolverError(f"{name(item)}: {died}", item) from died


def calls_at_a_time(executor: Executor) -> int:
    """Return how many calls an executor carries out at a time: its attribute `at_a_time`, or else the number of cores."""
    number: int = getattr(executor, "at_a_time", 0) or available_cores()
    return number


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
