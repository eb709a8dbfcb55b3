"""Pools of worker processes that ignore Ctrl-C: only the main process stops the work, and can then keep what is finished."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, wait
from multiprocessing import get_context, resource_tracker

__all__ = ["available_cores", "process_pool", "started_pool"]


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def process_pool(jobs: int) -> Iterator[Executor | None]:
    """Open a pool of worker processes for a `with` block; for one job yield None, since no process is needed.

    At the end of the block, calls that have not begun are cancelled.

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
        pool.shutdown(cancel_futures=True)


def started_pool(jobs: int) -> ProcessPoolExecutor:
    """Return a pool whose processes have all started and ignore Ctrl-C."""
    resource_tracker.ensure_running()  # started inside the block below, it would let Ctrl-C through
    with _interrupt_held_back():
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _ignore_interrupt)
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


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
