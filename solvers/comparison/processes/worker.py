"""The main loop of a worker process: it reads calls from its standard input, and writes what they return.

Before the first call, standard output and standard error are pointed at nothing, so that what a solver prints lands in no
document of ours.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import signal
import sys
from collections.abc import Generator, Iterator
from types import GeneratorType
from typing import Any, BinaryIO, TypeAlias

__all__ = ["serve"]

Reply: TypeAlias = tuple[str, Any]

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""Requests of Linux's prctl(2)."""


def serve() -> None:
    """Carry out calls until the master closes the pipe."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    _stay_with_master()
    _send(replies, ("ready", None))
    _silence()
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            function, arguments = pickle.load(requests)
            for reply in _replies(function, arguments):
                _send(replies, reply)


def _stay_with_master() -> None:
    """Leave Ctrl-C to the master. On Linux, die with it, and adopt the orphans of the processes that a solver starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        libc = ctypes.CDLL(None)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        libc.prctl(PR_SET_CHILD_SUBREAPER, 1)


def _silence() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)


def _replies(function: Any, arguments: tuple[Any, ...]) -> Iterator[Reply]:
    """Call the function, and yield each phase that it begins and what it returns, or the exception that it raises."""
    try:
        value = function(*arguments)
        if isinstance(value, GeneratorType):
            value = yield from _phases(value)
        yield "returned", (value, _has_children())
    except BaseException as error:
        yield "raised", (_portable(error), _has_children())


def _phases(steps: Generator[Any, None, Any]) -> Generator[Reply, None, Any]:
    """Yield the phases that a generator yields, and return what it returns."""
    while True:
        try:
            phase = next(steps)
        except StopIteration as end:
            return end.value
        yield "phase", phase


def _has_children() -> bool:
    """Return whether a process that was started here still lives; those that have ended are collected."""
    with contextlib.suppress(ChildProcessError, AttributeError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
        return True
    return False


def _portable(error: BaseException) -> BaseException:
    """Return the exception, or one that names it where it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _send(replies: BinaryIO, reply: Reply) -> None:
    pickle.dump(reply, replies, protocol=pickle.HIGHEST_PROTOCOL)
    replies.flush()
