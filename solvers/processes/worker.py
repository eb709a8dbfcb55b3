"""The main loop of a worker process, which reads calls from its standard input and writes the replies to its standard output.

The *master* is the process that started the worker and makes the calls. A message (a call or a reply) consists of a *mark*
(random bytes), a length and a body. The mark distinguishes messages from other data, because a solver may write anything to any
open file. Before the first call, standard input, output and error are redirected to the null device, so that solvers cannot
disturb the replies.

A call consists of *phases* with separate time limits, which the master enforces. After each call, the worker checks its own
state, because side effects of a call may slow down, change or kill later calls.
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

BYTES_OF_LENGTH = 8
FILES = 100
"""The numbers of open files before and after a call are divided by this number before they are compared, so that a few files
that a library leaves open rarely matter."""
SHARED = ("builtins", "graphs", "json", "math", "os", "pickle", "random", "solvers", "time")
"""Prefixes of module names. A call must not replace functions of these modules, because later calls need them."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""Numbers of two operations of the Linux system call prctl(2)."""


class Phase(NamedTuple):
    """A part of a call that has a separate time limit.

    Attributes
    ----------
    name : str
        The name of the phase.
    seconds : float
        The time limit of the phase in seconds. If it is exceeded, the process is killed.
    spent : float
        The time in seconds that the call spent in this phase before another phase interrupted it.
    clock : {"wall", "cpu"}
        The clock of both times. "cpu" is the processor time of the process and its descendants.
    """

    name: str
    seconds: float = math.inf
    spent: float = 0.0
    clock: str = "wall"


_watcher: ContextVar[Callable[[Phase], object]] = ContextVar("watcher", default=bool)


def watch_phases(watcher: Callable[[Phase], object]) -> None:
    """Set the function that receives each phase that begins in the current context.

    Parameters
    ----------
    watcher : callable
        The function, which is called with each `Phase` when it begins.
    """
    _watcher.set(watcher)


def begin_phase(name: str, seconds: float = math.inf, spent: float = 0.0, clock: str = "wall") -> None:
    """Begin or resume a phase of the current call: a part of the call that has a separate time limit.

    Parameters
    ----------
    name : str
        The name of the phase.
    seconds : float, optional
        The time limit of the phase in seconds.
    spent : float, optional
        The time in seconds that the call has already spent in this phase, if it is resumed.
    clock : {"wall", "cpu"}, optional
        The clock of both times, as in `Phase`.
    """
    _watcher.get()(Phase(name, seconds, spent, clock))


def serve(mark: bytes) -> None:
    """Carry out calls that arrive on standard input, until the process that started this one closes the pipe.

    Parameters
    ----------
    mark : bytes
        Random bytes that begin each message.

    Notes
    -----
    A request is a pickled pair of a function and its arguments. A reply is a pickled triple of one of these forms:

    - `"phase"`, the `Phase` that begins, and the processor time of this process so far in seconds.
    - `"returned"`, the value of the function, and whether this process must be replaced by a new one.
    - `"raised"`, the exception, and True, because this process must then be replaced.
    """
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    _stay_with_master()
    if hasattr(os, "register_at_fork"):  # otherwise children would hold the pipes open after the death of this process
        os.register_at_fork(after_in_child=partial(_silence, [requests.fileno(), replies.fileno()]))
    _silence((0, 1, 2))
    process = os.getpid()

    def reply(kind: str, value: object, further: float) -> None:
        if os.getpid() == process:
            send(replies, mark, pickle.dumps((kind, value, further), protocol=pickle.HIGHEST_PROTOCOL))
        elif kind != "phase":  # a child that a solver has forked also arrives here
            os._exit(0)

    watch_phases(lambda phase: reply("phase", phase, cpu_seconds()))
    try:
        while True:
            _carry_out(receive(requests, mark), reply)
    finally:  # exit without Python's shutdown, which threads and exit handlers of a solver could delay
        os._exit(1)


def send(stream: IO[bytes], mark: bytes, body: bytes) -> None:
    """Write a message: a mark, the length of the body, and the body.

    Parameters
    ----------
    stream : binary file
        The file to write to.
    mark : bytes
        The bytes that begin each message.
    body : bytes
        The content.
    """
    stream.write(mark + len(body).to_bytes(BYTES_OF_LENGTH, "big") + body)
    stream.flush()


def receive(stream: IO[bytes], mark: bytes) -> bytes:
    """Read a message, and return its body.

    Parameters
    ----------
    stream : binary file
        The file to read from.
    mark : bytes
        The bytes that begin each message.

    Returns
    -------
    bytes
        The body of the next message.

    Raises
    ------
    EOFError
        If the stream has ended, or the next data are not a message.

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
    """Make this process ignore Ctrl-C, and on Linux, tie it to its master.

    On Linux, this process then dies when the master dies. If memory is short, Linux kills this process before the master. A
    process that a solver has started becomes a child of this process if its own parent ends.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        libc = ctypes.CDLL(None)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000")


def _silence(files: Iterable[int]) -> None:
    """Redirect open files, given by their descriptors, to the null device."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in files:
        os.dup2(nothing, file)
    os.close(nothing)


def _carry_out(request: bytes, reply: Callable[[str, object, float], None]) -> None:
    """Carry out a pickled call, and reply with its value, or with the exception that it raises."""
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
    """Return the exception. If it cannot be pickled, return a `RuntimeError` with its name and message instead."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


@cache
def _functions() -> Sequence[tuple[Any, itemgetter[Any], Any]]:
    """Return a triple for each namespace whose functions a call of the master must not replace.

    The namespaces are those of the modules whose names begin with a prefix in `SHARED`, of the classes in these modules, and of
    `networkx.Graph`. A triple consists of the namespace, a getter that returns its functions, and the original functions.
    """
    import networkx

    spaces: list[Any] = [vars(module) for name, module in sys.modules.items() if name.startswith(SHARED)]
    spaces += [vars(networkx.Graph)] + [vars(each) for space in spaces for each in space.values() if type(each) is type]
    kinds = FunctionType | BuiltinFunctionType | property
    names = ([name for name, each in space.items() if isinstance(each, kinds)] for space in spaces)
    return [(space, of := itemgetter("__doc__", *each), of(space)) for space, each in zip(spaces, names, strict=True)]


def _condition() -> tuple[Any, ...]:
    """Return properties of this process that a call must not change, such as its child processes, threads and limits."""
    return (
        _has_children(),
        len(sys._current_frames()),  # threads that a call started would run during later calls
        (sys.stdin, sys.stdout, sys.stderr, sys.gettrace(), sys.getprofile(), gc.isenabled()),
        _of_unix() if sys.platform != "win32" else (),
    )


def _has_children() -> bool:
    """Return whether a child of this process is running. First, remove the children that have ended from the process table."""
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
    with contextlib.suppress(OSError):  # the working directory may have been removed
        folder = Path.cwd()
    with contextlib.suppress(OSError):
        files = len(os.listdir("/dev/fd")) // FILES
    return limits, timers, cores, folder, files, os.getpriority(os.PRIO_PROCESS, 0)
