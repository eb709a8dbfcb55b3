"""Executors: threads of this process, each with a warm process, or a Dask cluster."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Any

from solvers.comparison.processes.warm import ProcessEnded, end_processes, warm_process

__all__ = ["available_cores", "local_executor", "process_executor"]


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def local_executor(jobs: int) -> Iterator[Executor]:
    """Open an executor of threads for a `with` block; at its end, the threads and their warm processes are gone."""
    with _ending(ThreadPoolExecutor(jobs)) as executor:
        yield executor


@contextlib.contextmanager
def process_executor(jobs: int) -> Iterator[Executor | None]:
    """Open an executor that makes each call in a warm process, for a `with` block; for one job yield None: none is needed.

    A process starts when there is work for it. A call whose process dies is made again, once.

    Examples
    --------
    >>> with process_executor(2) as executor:
    ...     list(executor.map(abs, [-1, 2]))
    [1, 2]
    """
    if jobs == 1:
        yield None
        return
    with _ending(_Processes(jobs)) as executor:
        yield executor


class _Processes(ThreadPoolExecutor):
    def submit(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Future[Any]:
        return super().submit(_in_process, partial(function, **keywords) if keywords else function, arguments)


def _in_process(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        return warm_process().call(function, *arguments)
    except ProcessEnded:
        return warm_process().call(function, *arguments)


@contextlib.contextmanager
def _ending(executor: ThreadPoolExecutor) -> Iterator[ThreadPoolExecutor]:
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        end_processes(executor._threads)
