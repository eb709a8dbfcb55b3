"""Executors that carry out calls in processes of their own, so that no solver can harm another, or the comparison.

`thread_executor` has threads, of this machine or of a Dask cluster; `process_executor` gives each of them a warm process. A
process is killed when it passes a limit, and ends when its master ends.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from solvers.comparison.processes.warm import ProcessEnded, end_processes, warm_process
from solvers.parallel import CallLost, available_cores, calls_at_a_time

__all__ = ["process_executor", "thread_executor"]


def thread_executor(jobs: int | None = None, scheduler: str | None = None) -> AbstractContextManager[Executor]:
    """Return an executor of threads for a `with` block; at its end, the threads and their warm processes are gone.

    Parameters
    ----------
    jobs : the number of threads; None for the number of cores that this process may use.
    scheduler : the address of a Dask scheduler, such as `"tcp://127.0.0.1:8786"`. The calls are then made in the threads of its
        workers, and `jobs` has no effect.

    Raises
    ------
    SolverUnavailable : the package `distributed` is missing, here or where a Dask worker runs.
    NoCluster : no scheduler answers at the address, or it has no workers.

    Notes
    -----
    The attribute `at_a_time` of the executor is the number of its threads.
    """
    if scheduler is None:
        return _Threads(jobs or available_cores())
    from solvers.comparison.processes.cluster import cluster_executor

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
    """Open an executor that makes each call in a warm process.

    The parameters are those of `thread_executor`. A process starts when there is work for it. When a process dies, its call is
    made again, once.

    Raises
    ------
    SolverUnavailable, NoCluster : as in `thread_executor`.
    CallLost : the future of a call raises it if the process died both times.

    Examples
    --------
    >>> with process_executor(2) as executor:
    ...     list(executor.map(abs, [-1, 2]))
    [1, 2]
    """
    with thread_executor(jobs, scheduler) as threads:
        yield _Processes(threads)


class _Processes(Executor):
    """It makes each call in the warm process of the thread that carries it out."""

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
