"""The main loop of a worker process: it reads calls from its standard input, and writes what they return.

Before the first call, standard input, output and error are redirected to the null device, so that what a solver prints does not
mix with the replies.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import signal
import sys
import time
from collections.abc import Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import GeneratorType
from typing import IO, Any

from solvers.comparison.processes.condition import condition
from solvers.comparison.processes.messages import receive, send

__all__ = ["serve"]

READY = b"ready"
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""Requests of Linux's prctl(2)."""


def serve(mark: bytes) -> None:
    """Carry out calls until the master closes the pipe.

    A request is a pickled pair of a function and its arguments. A reply is a pickled pair: `"phase"` with a `Phase` and the
    processor time so far; `"returned"` or `"raised"` with a value or an exception, and whether the process must be replaced.
    """
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    _stay_with_master()
    _keep_from_children(requests, replies)
    send(replies, mark, READY)
    _silence((0, 1, 2))
    process = os.getpid()
    try:
        while True:
            for reply in _replies(receive(requests, mark)):
                if os.getpid() != process:  # a solver has forked, and its child arrives here too
                    os._exit(0)
                send(replies, mark, reply)
    finally:  # without the end of Python, which threads and handlers of a solver could hold up
        os._exit(1)


def _stay_with_master() -> None:
    """Leave Ctrl-C to the master. On Linux, die with it, and before it where memory is short; adopt the orphans of solvers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        libc = ctypes.CDLL(None)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000")


def _keep_from_children(*streams: IO[bytes]) -> None:
    """Take the pipes from children, which would hold them open after the death of this process."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=partial(_silence, [stream.fileno() for stream in streams]))


def _silence(files: Iterable[int]) -> None:
    """Redirect open files to the null device."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in files:
        os.dup2(nothing, file)
    os.close(nothing)


def _replies(request: bytes) -> Iterator[bytes]:
    """Carry out a call, and yield each phase that it begins and what it returns, or the exception that it raises."""
    before = condition()
    try:
        function, arguments = pickle.loads(request)
        value = function(*arguments)
        if isinstance(value, GeneratorType):
            value = yield from _phases(value)
        yield _pickled("returned", value, condition() != before)
    except BaseException as error:
        yield _pickled("raised", _portable(error), condition() != before)


def _phases(steps: Generator[Any, None, Any]) -> Generator[bytes, None, Any]:
    """Yield the phases that a generator yields, and return what it returns."""
    while True:
        try:
            phase = next(steps)
        except StopIteration as end:
            return end.value
        yield _pickled("phase", phase, time.process_time())


def _pickled(kind: str, value: Any, further: float) -> bytes:
    return pickle.dumps((kind, (value, further)), protocol=pickle.HIGHEST_PROTOCOL)


def _portable(error: BaseException) -> BaseException:
    """Return the exception, or one that names it where it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
