"""Executors that carry out calls in separate processes, so that a solver cannot disturb other solvers or its caller.

`thread_executor` provides threads on this machine or on a Dask cluster. `process_executor` adds a *warm process* to each
thread: a worker process that carries out one call after another (see `supervisor`). A worker process is killed if it exceeds
a limit. It also ends when its *master*, the process that started it, ends.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from solvers.parallel import CallLost, available_cores, calls_at_a_time
from solvers.processes.supervisor import ProcessEnded, end_processes, warm_process


def thread_executor(jobs: int | None = None, scheduler: str | None = None) -> AbstractContextManager[Executor]:
    """Return an executor of threads, as a context manager.

    Parameters
    ----------
    jobs : int, optional
        The number of threads. If None, it is the number of cores that this process may use.
    scheduler : str, optional
        The address of a Dask scheduler, such as `"tcp://127.0.0.1:8786"`. If given, the calls are carried out in the threads of
        its workers, and `jobs` has no effect.

    Returns
    -------
    AbstractContextManager of Executor
        The executor. Its attribute `at_a_time` is the number of its threads. Without a scheduler, the threads and the worker
        processes that belong to them end with the `with` block.

    Raises
    ------
    SolverUnavailable
        If the package `distributed` is not installed here, or if a process of the cluster does not have this version of the
        project.
    NoCluster
        If no scheduler answers at the address, or if it has no workers.
    """
    if scheduler is None:
        return _Threads(jobs or available_cores())
    from solvers.processes.cluster import cluster_executor

    return cluster_executor(scheduler)


class _Threads(ThreadPoolExecutor):
    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, initializer=lambda: setattr(warm_process(), "jobs", jobs))
        self.at_a_time = jobs

    def __exit__(self, *_: object) -> None:
        self.shutdown(wait=False, cancel_futures=True)
        end_processes(self._threads)


@contextlib.contextmanager
def process_executor(jobs: int | None = None, scheduler: str | None = None) -> Iterator[Executor]:
    """Open an executor that carries out each call in a worker process. Each process carries out one call after another.

    Parameters
    ----------
    jobs : int, optional
        The number of processes, as in `thread_executor`.
    scheduler : str, optional
        The address of a Dask scheduler, as in `thread_executor`.

    Yields
    ------
    Executor
        The executor. Each of its processes starts with its first call.

    Raises
    ------
    SolverUnavailable, NoCluster
        As in `thread_executor`.

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
    """An executor that carries out each call in the warm process of one of its threads."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads

    @property
    def at_a_time(self) -> int:
        return calls_at_a_time(self._threads)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Future[Any]:
        return self._threads.submit(_in_process, function, arguments, keywords)


def _in_process(function: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    call = partial(function, *arguments, **keywords)
    with contextlib.suppress(ProcessEnded):
        return warm_process().call(call)
    try:
        return warm_process().call(call)
    except ProcessEnded as ended:
        raise CallLost(f"a worker process died twice ({ended.how})") from ended
