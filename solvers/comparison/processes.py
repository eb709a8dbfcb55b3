"""Pools of worker processes that end when their master ends, however it ends, and that ignore Ctrl-C.

Each worker watches a pipe whose other end only the master holds. The system closes that end when the master dies, of
`kill -9` too; the master closes it to give up what the workers are doing. Ctrl-C is for the master alone, which can then keep
what is finished.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, wait
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from threading import Thread

__all__ = ["WorkerPool", "available_cores", "process_pool", "started_pool"]

GIVEN_UP = 1
"""The exit status of a worker whose master is gone; nobody is left to read it."""


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def process_pool(jobs: int) -> Iterator[Executor | None]:
    """Open a pool of worker processes for a `with` block; for one job yield None, since no process is needed.

    At the end of the block, calls that have not ended are given up, and the processes are gone.

    Examples
    --------
    >>> with process_pool(2) as executor:
    ...     list(executor.map(abs, [-1, 2]))
    [1, 2]
    """
    if jobs == 1:
        yield None
        return
    pool = started_pool(jobs)
    try:
        yield pool
    finally:
        pool.give_up()


class WorkerPool(ProcessPoolExecutor):
    """A pool whose processes end with the process that made it, or when it gives up their work."""

    def __init__(self, jobs: int) -> None:
        context = get_context("spawn")
        self._watched, self._held = context.Pipe(duplex=False)
        super().__init__(jobs, context, _begin_worker, (self._watched,))

    def give_up(self) -> None:
        """End the processes, whatever they are doing. Calls that have not ended are cancelled, or raise BrokenProcessPool."""
        self._held.close()
        self.shutdown(cancel_futures=True)
        self._watched.close()


def started_pool(jobs: int) -> WorkerPool:
    """Return a pool whose processes have all started and ignore Ctrl-C."""
    resource_tracker.ensure_running()  # started inside the block below, it would let Ctrl-C through
    with _interrupt_held_back():
        pool = WorkerPool(jobs)
        wait([pool.submit(os.getpid) for _ in range(jobs)])  # no process is idle yet, so the pool starts one for each call
    return pool


@contextlib.contextmanager
def _interrupt_held_back() -> Iterator[None]:
    """Block Ctrl-C, here and in processes started meanwhile, until each of them has set itself to ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker(watched: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_master, args=(watched,), daemon=True).start()


def _end_with_master(watched: Connection) -> None:
    """Wait until nobody holds the other end of the pipe, and end this process at once, in the middle of its work."""
    with contextlib.suppress(EOFError, OSError):
        watched.recv_bytes()
    os._exit(GIVEN_UP)
