"""The main loop of a worker process: it reads calls from its standard input, and writes what they return.

A message is a mark, a length and a body: a solver may write anything to every open file, so a reader must be able to tell a
message from rubbish. Before the first call, standard input, output and error are redirected to the null device, so that what a
solver prints does not mix with the replies. After each call the worker looks at its own condition: a call may leave behind what
would slow, change or kill the calls after it.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import math
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from functools import cache, partial
from operator import itemgetter
from pathlib import Path
from types import BuiltinFunctionType, FunctionType
from typing import IO, Any, NamedTuple

from graphs.loading import cpu_seconds

__all__ = ["Phase", "begin_phase", "receive", "send", "serve", "watch_phases"]

BYTES_OF_LENGTH = 8
FILES = 100
"""Open files are counted in hundreds: a library may keep a few open, and a solver must not use up all."""
SHARED = ("builtins", "graphs", "json", "math", "os", "pickle", "random", "solvers", "time")
"""Modules, and those in them, whose functions a call must leave as they are, for the calls after it need them."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""Requests of Linux's prctl(2)."""


class Phase(NamedTuple):
    """A part of a call.

    Attributes
    ----------
    name : str
    seconds : float
        The time after which the process is killed.
    spent : float
        The part of this time that had passed earlier, before another phase interrupted this one.
    clock : {"wall", "cpu"}
        The clock of both times. With "cpu", the children of the process count too.
    """

    name: str
    seconds: float = math.inf
    spent: float = 0.0
    clock: str = "wall"


_watcher: ContextVar[Callable[[Phase], object]] = ContextVar("watcher", default=bool)


def watch_phases(watcher: Callable[[Phase], object]) -> None:
    """Call a function with each phase that calls begin in this context from now on."""
    _watcher.set(watcher)


def begin_phase(name: str, seconds: float = math.inf, spent: float = 0.0, clock: str = "wall") -> None:
    """Begin or resume a phase of the call; the parameters are those of `Phase`."""
    _watcher.get()(Phase(name, seconds, spent, clock))


def serve(mark: bytes) -> None:
    """Carry out calls until the master closes the pipe.

    A request is a pickled pair of a function and its arguments. A reply is a pickled triple: `"phase"`, a `Phase` and the
    processor time so far; or `"returned"` or `"raised"`, a value or an exception, and whether the process must be replaced.
    """
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    _stay_with_master()
    if hasattr(os, "register_at_fork"):  # children would hold the pipes open after the death of this process
        os.register_at_fork(after_in_child=partial(_silence, [requests.fileno(), replies.fileno()]))
    _silence((0, 1, 2))
    process = os.getpid()

    def reply(kind: str, value: object, further: float) -> None:
        if os.getpid() == process:
            send(replies, mark, pickle.dumps((kind, value, further), protocol=pickle.HIGHEST_PROTOCOL))
        elif kind != "phase":  # a solver has forked, and its child arrives here too
            os._exit(0)

    watch_phases(lambda phase: reply("phase", phase, cpu_seconds()))
    try:
        while True:
            _carry_out(receive(requests, mark), reply)
    finally:  # without the end of Python, which threads and handlers of a solver could hold up
        os._exit(1)


def send(stream: IO[bytes], mark: bytes, body: bytes) -> None:
    """Write a message."""
    stream.write(mark + len(body).to_bytes(BYTES_OF_LENGTH, "big") + body)
    stream.flush()


def receive(stream: IO[bytes], mark: bytes) -> bytes:
    """Read a message, and return its body.

    Raises
    ------
    EOFError : the stream has ended, or what comes next is no message.

    Examples
    --------
    >>> from io import BytesIO
    >>> stream = BytesIO()
    >>> send(stream, b"mark", b"body")
    >>> receive(BytesIO(stream.getvalue()), b"mark")
    b'body'
    """
    head = stream.read(len(mark) + BYTES_OF_LENGTH)
    if len(head) < len(mark) + BYTES_OF_LENGTH or not head.startswith(mark):
        raise EOFError
    length = int.from_bytes(head[len(mark) :], "big")
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return body


def _stay_with_master() -> None:
    """Leave Ctrl-C to the master. On Linux, die with it, and before it where memory is short; adopt the orphans of solvers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        libc = ctypes.CDLL(None)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000")


def _silence(files: Iterable[int]) -> None:
    """Redirect open files to the null device."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in files:
        os.dup2(nothing, file)
    os.close(nothing)


def _carry_out(request: bytes, reply: Callable[[str, object, float], None]) -> None:
    """Carry out a call, and reply with what it returns, or the exception that it raises."""
    begin_phase("call")
    before = _condition()
    try:
        function, arguments = pickle.loads(request)
        functions = _functions()
        value = function(*arguments)
        is_altered = any(of(space) != those for space, of, those in functions)
        reply("returned", value, is_altered or _condition() != before)
    except BaseException as error:
        reply("raised", _portable(error), True)


def _portable(error: BaseException) -> BaseException:
    """Return the exception, or one that names it where it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


@cache
def _functions() -> Sequence[tuple[Any, itemgetter[Any], Any]]:
    """Return the namespaces of shared modules and of their classes, each with what takes its functions out of it, and these."""
    import networkx

    spaces: list[Any] = [vars(module) for name, module in sys.modules.items() if name.startswith(SHARED)]
    spaces += [vars(networkx.Graph)] + [vars(each) for space in spaces for each in space.values() if type(each) is type]
    kinds = FunctionType | BuiltinFunctionType | property
    names = ([name for name, each in space.items() if isinstance(each, kinds)] for space in spaces)
    return [(space, of := itemgetter("__doc__", *each), of(space)) for space, each in zip(spaces, names, strict=True)]


def _condition() -> tuple[Any, ...]:
    """Return what should be equal before and after a call."""
    return (
        _has_children(),
        len(sys._current_frames()),  # threads go on working
        (sys.stdin, sys.stdout, sys.stderr, sys.gettrace(), sys.getprofile(), gc.isenabled()),
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
