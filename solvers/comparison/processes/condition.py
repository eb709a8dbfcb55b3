"""The condition of a worker process: what a call may leave behind that would slow, change or kill the calls after it."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

__all__ = ["condition"]

FILES = 100
"""Open files are counted in hundreds: a library may keep a few open, and a solver must not use up all."""


def condition() -> tuple[Any, ...]:
    """Return what should be equal before and after a call."""
    return (
        _has_children(),
        len(sys._current_frames()),  # threads go on working
        (sys.stdin, sys.stdout, sys.stderr, sys.gettrace(), sys.getprofile(), gc.isenabled(), time.perf_counter),
        _of_unix() if sys.platform != "win32" else (),
    )


def _has_children() -> bool:
    """Return whether a process that was started here still lives; those that have ended are collected."""
    with contextlib.suppress(ChildProcessError, AttributeError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
        return True
    return False


def _of_unix() -> tuple[Any, ...]:
    import resource

    limits = [resource.getrlimit(getattr(resource, name)) for name in dir(resource) if name.startswith("RLIMIT_")]
    timers = [signal.getitimer(each)[0] > 0 for each in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)]
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    folder, files = None, 0
    with contextlib.suppress(OSError):  # the folder may have been removed
        folder = Path.cwd()
    with contextlib.suppress(OSError):
        files = len(os.listdir("/dev/fd")) // FILES
    return limits, timers, cores, folder, files, os.getpriority(os.PRIO_PROCESS, 0)
