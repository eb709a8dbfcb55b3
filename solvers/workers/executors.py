"""Executors that run calls in worker processes, on this machine or on a Dask cluster.

`thread_executor` provides threads, each with a slot for worker processes (see `slots`). `process_executor` runs each call in a
new process.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from graphs.errors import expect
from solvers.core.errors import SolverError
from solvers.core.memory import available_cores
from solvers.core.registry import whole_number
from solvers.workers.limits import ProcessEnded
from solvers.workers.slots import CallLost, Slot, current_slot
from solvers.workers.worker import BETWEEN_LOOKS

IN_FLIGHT = 4
"""Maximum number of unfinished calls in an executor, as a multiple of the number of calls that it can execute at the same time.
It is greater than 1 so that no process has to wait for its next call."""

Item = TypeVar("Item")
Value = TypeVar("Value")


def thread_executor(jobs: int | None = None, scheduler: str | None = None) -> AbstractContextManager[Executor]:
    """Return an executor of threads, each with its own worker process."""
    if scheduler is None:
        return _Threads(available_cores() if jobs is None else whole_number("jobs", jobs, least=1, most=1024))
    from solvers.workers.cluster import cluster_executor

    return cluster_executor(scheduler)


class _Threads(Executor):
    """Executor of threads that end with Python even if a call hangs."""

    def __init__(self, jobs: int) -> None:
        self.at_a_time = jobs
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._slots: list[Slot] = []
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(jobs)]
        for thread in self._threads:
            thread.start()

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._calls.put((future, partial(function, *arguments, **keywords)))
        return future

    def _work(self) -> None:
        self._slots.append(current_slot())
        while call := self._calls.get():
            future, function = call
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(function())
                except BaseException as error:
                    future.set_exception(error)
            del call, future, function
        current_slot().end()

    def __exit__(self, *error: object) -> None:
        with suppress(Empty):
            while call := self._calls.get_nowait():
                call[0].cancel()
        for _ in self._threads:
            self._calls.put(None)
        others = set(self._threads) - {threading.current_thread()}  # the garbage collector may close a comparison in any thread
        while any(thread.is_alive() for thread in others):
            for slot in self._slots:
                slot.end()
            if sys.is_finalizing():  # then daemon threads are stopped, so waiting for them would never end
                return
            for thread in others:
                thread.join(BETWEEN_LOOKS)


@contextmanager
def process_executor(jobs: int | None = None, scheduler: str | None = None) -> Iterator[Executor]:
    """Open an executor that runs each call in a new process.

    Notes
    -----
    If a process dies, its call is repeated once. If the process dies again, the future of the call raises `CallLost`.

    Examples
    --------
    >>> with process_executor(2) as executor:
    ...     list(executor.map(abs, [-1, 2]))
    [1, 2]
    """
    with thread_executor(jobs, scheduler) as threads:
        yield _Processes(threads)


class _Processes(Executor):
    """Executor that runs each call in a new process."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads

    @property
    def at_a_time(self) -> int:
        return calls_at_a_time(self._threads)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Future[Any]:
        return self._threads.submit(_in_process, partial(function, *arguments, **keywords))


def _in_process(call: Callable[[], Any]) -> Any:
    slot = current_slot()
    try:
        with suppress(ProcessEnded):
            return slot.call(call)
        return slot.call(call)
    except ProcessEnded as ended:
        raise CallLost(f"a worker process died twice ({ended.how})") from ended


def as_finished(
    executor: Executor, function: Callable[[Item], Value], items: Iterable[Item]
) -> Generator[tuple[Item, Future[Value]], None, None]:
    """Call a function with each item, and yield pairs (item, future) as calls finish.

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
            for future in wait(futures, return_when=FIRST_COMPLETED).done:
                yield futures.pop(future), future
    finally:
        for future in futures:
            future.cancel()


def each_result(
    executor: Executor | None, function: Callable[[Item], Value], items: Iterable[Item], name: Callable[[Item], str] = str
) -> Iterator[tuple[Item, Value]]:
    """Call a function with each item, and yield pairs (item, result) as calls finish."""
    if executor is None:
        yield from ((item, function(item)) for item in items)
        return
    for item, future in as_finished(expect("submit", executor, "executor"), function, items):
        try:
            yield item, future.result()
        except BrokenExecutor as died:
            raise SolverError(f"{name(item)}: {died}", item) from died


def calls_at_a_time(executor: Executor) -> int:
    """Return the number of calls that an executor runs at a time."""
    return int(getattr(executor, "at_a_time", 0) or available_cores())
