"""Processes that work for this one, and leave Ctrl-C to it."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, wait
from multiprocessing import get_context, resource_tracker

__all__ = ["available_cores", "process_pool", "started_pool"]


def available_cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def process_pool(jobs: int) -> Iterator[Executor | None]:
    """Processes that share out many short calls, None for one job; calls that still wait at the end are given up.

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
    """A pool whose processes are all there, and ignore Ctrl-C, which is for the process that the person started."""
    resource_tracker.ensure_running()  # which would let Ctrl-C through if it were started below
    with _interrupt_held_back():
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _ignore_interrupt)
        wait([pool.submit(os.getpid) for _ in range(jobs)])  # a pool starts a process for each, for none is ready yet
    return pool


@contextlib.contextmanager
def _interrupt_held_back() -> Iterator[None]:
    """Ctrl-C waits, also for a process that is started meanwhile, until that one can ignore it."""
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
