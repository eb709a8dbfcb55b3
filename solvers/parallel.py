"""Submit calls to an executor, a few at a time, so that a million calls take no more memory than a hundred."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import islice
from typing import TypeVar

from graphs.errors import expect
from solvers.errors import SolverError

IN_FLIGHT = 4
"""Maximum number of unfinished calls in an executor, as a multiple of the number of calls that it can execute at the same time.
It is greater than 1 so that no process has to wait for its next call."""

Item = TypeVar("Item")
Value = TypeVar("Value")


class CallLost(SolverError, BrokenExecutor):
    """Raised if a call has no result because each process that executed it died."""


def as_finished(
    executor: Executor, function: Callable[[Item], Value], items: Iterable[Item]
) -> Generator[tuple[Item, Future[Value]], None, None]:
    """Call a function with each item in an executor, and yield the calls as they finish.

    Parameters
    ----------
    executor : concurrent.futures.Executor
        The executor that executes the calls. Its attribute `at_a_time`, which the executors of `solvers.processes` have, is the
        number of calls that it can execute at the same time. If it does not have this attribute, the number of cores is used.
    function : callable
        A function of one argument. It must be picklable if the executor uses other processes.
    items : iterable
        The arguments, one per call. Only a few items are in memory at a time.

    Yields
    ------
    tuple of object and concurrent.futures.Future
        An item, and the finished future of its call.

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
            vacant = IN_FLIGHT * calls_at_a_time(executor) - len(futures)
            for item in islice(waiting, max(0, vacant)):
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
    """Call a function with each item, and yield the results as soon as they are available.

    Parameters
    ----------
    executor : concurrent.futures.Executor or None
        The executor that executes the calls. If None, the calls are made one after another in this thread.
    function : callable
        A function of one argument. It must be picklable if the executor uses other processes.
    items : iterable
        The arguments, one per call.
    name : callable, optional
        Function that returns the name of an item for error messages.

    Yields
    ------
    tuple
        An item and its result.

    Raises
    ------
    SolverError
        If the process that executed a call died, or if the executor is broken. Exceptions of `function` are raised unchanged.
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
    """Return the number of calls that an executor can execute at the same time.

    Parameters
    ----------
    executor : concurrent.futures.Executor
        The executor.

    Returns
    -------
    int
        The attribute `at_a_time` of the executor, or the number of cores if the executor does not have this attribute.
    """
    number: int = getattr(executor, "at_a_time", 0) or available_cores()
    return number


def available_cores() -> int:
    """Return the number of cores that this process may use.

    Returns
    -------
    int
        At least 1. If the system cannot restrict a process to some cores, all cores of the machine are counted.
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
