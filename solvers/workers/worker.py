"""The program of a worker process: a template, which imports code and forks a child for each call.

The *master* is the process that starts templates and makes the calls. A template carries out one call at a time, in this way:

1. The master may ask the template to *prepare*: to call a function that imports modules or loads compiled code.
2. The master sends a pickled call. The template forks a child, which has all loaded code, but nothing of earlier calls.
3. The child carries out the call. It writes its phases and its result into a pipe, whose data the template forwards.
4. When the child has ended, the template kills all processes that the child has started, and reports how the child ended.

The more libraries a template has loaded, the longer a fork takes. So a template can have named *branches*: templates that are
forked from it and load further code. Only one of them serves the master at a time; the others sleep. A template that has
branches carries out no calls itself.

The template kills the child if the master asks for it, or if the master has ended. A call consists of *phases* with separate
time limits, which the master enforces. If the system has no `fork`, the process itself carries out one call and ends.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import math
import os
import pickle
import select
import signal
import sys
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from functools import partial
from multiprocessing.connection import Pipe
from typing import IO, Any, NamedTuple

import psutil

from graphs.loading import cpu_seconds

BYTES_OF_LENGTH = 8
CHUNK = 1 << 16
"""Maximum number of bytes that a template forwards at a time."""
PREPARE, CALL, KILL, BRANCH = b"p", b"c", b"k", b"b"
"""Kinds of messages to the template. The last one contains the name of the branch that receives further messages."""
PREPARED, BEGUN, DATA, ENDED = b"P", b"B", b"D", b"E"
"""Kinds of messages from the template. The last three contain the child's id, its data, and its exit code."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""Numbers of two operations of the Linux system call prctl(2)."""
LINUX = sys.platform == "linux"
PAGE = os.sysconf("SC_PAGE_SIZE") if LINUX else 0


class Phase(NamedTuple):
    """A part of a call that has a separate time limit."""

    name: str
    seconds: float = math.inf
    spent: float = 0.0
    clock: str = "wall"


_watcher: ContextVar[Callable[[Phase], object]] = ContextVar("watcher", default=bool)


def watch_phases(watcher: Callable[[Phase], object]) -> None:
    """Set the function that receives each `Phase` that begins in the current context."""
    _watcher.set(watcher)


def begin_phase(name: str, seconds: float = math.inf, spent: float = 0.0, clock: str = "wall") -> None:
    """Begin or resume a phase of the current call, with the attributes of `Phase`."""
    _watcher.get()(Phase(name, seconds, spent, clock))


def message(kind: bytes, body: bytes = b"") -> bytes:
    """Return a message: its kind (one byte), the length of its body, and the body."""
    return kind + len(body).to_bytes(BYTES_OF_LENGTH, "big") + body


def send(stream: IO[bytes], kind: bytes, body: bytes = b"") -> None:
    """Write a message to a stream that may be unbuffered."""
    rest = memoryview(message(kind, body))
    while rest:
        rest = rest[stream.write(rest) :]
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """Read a message, and return its kind and its body.

    Examples
    --------
    >>> from io import BytesIO
    >>> stream = BytesIO()
    >>> send(stream, CALL, b"body")
    >>> receive(BytesIO(stream.getvalue()))
    (b'c', b'body')
    """
    head = _read(stream, 1 + BYTES_OF_LENGTH)
    return head[:1], _read(stream, int.from_bytes(head[1:], "big"))


def _read(stream: IO[bytes], size: int) -> bytes:
    parts = []
    while size:
        parts.append(stream.read(min(size, 1 << 24)))
        if not parts[-1]:
            raise EOFError
        size -= len(parts[-1])
    return b"".join(parts)


def memory_of(process: int | None = None) -> int:
    """Return the resident memory of a process in bytes, or 0 if it cannot be read. None means this process."""
    with contextlib.suppress(psutil.Error, OSError):
        if LINUX:  # psutil takes ten times as long
            with open(f"/proc/{process or 'self'}/statm", "rb", 0) as file:
                return int(file.read().split()[1]) * PAGE
        return psutil.Process(process).memory_info().rss
    return 0


def serve() -> None:
    """Carry out what arrives on standard input, until the master closes the pipe."""
    template = _Template(os.fdopen(os.dup(0), "rb", 0), os.fdopen(os.dup(1), "wb", 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _silence((0, 1, 2))
    try:
        while True:
            template.serve(*receive(template.requests))
    except (EOFError, OSError):  # the master has ended
        template.end_branches()
    finally:  # exit without Python's shutdown
        os._exit(0)


class _Template:
    """The state of a template or of one of its branches."""

    def __init__(self, requests: IO[bytes], replies: IO[bytes]) -> None:
        self.requests, self._replies = requests, replies
        self._name, self._origin, self._branches = b"", list[Any](), dict[bytes, tuple[int, Any]]()
        _prctl(PR_SET_CHILD_SUBREAPER, 1)

    def serve(self, kind: bytes, body: bytes) -> None:
        """Carry out a message of the master."""
        if kind == BRANCH:
            self._enter(body)
        elif kind == PREPARE:
            _prepare(body)
            send(self._replies, PREPARED)
        elif hasattr(os, "fork"):
            connections = [*self._origin, *(each for _, each in self._branches.values())]
            _Child(body, self.requests, self._replies, [each.fileno() for each in connections]).supervise()
        else:
            send(self._replies, BEGUN, str(os.getpid()).encode())
            _carry_out(body, lambda data: send(self._replies, DATA, message(DATA, data)))
            send(self._replies, ENDED, b"0")
            raise EOFError

    def _enter(self, name: bytes) -> None:
        """Let the branch `name` serve the master, and return when it is the turn of this process."""
        while name != self._name:
            if self._origin:
                self._origin[0].send_bytes(name)
                name = self._origin[0].recv_bytes()
            elif name not in self._branches:
                self._fork(name)
            else:
                process, connection = self._branches[name]
                try:
                    connection.send_bytes(name)
                    name = connection.recv_bytes()
                except (EOFError, OSError):  # the branch has ended; end in the same way
                    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
                    os.kill(os.getpid(), max(0, -status))
                    raise

    def _fork(self, name: bytes) -> None:
        """Fork a branch, which sleeps until it is its turn."""
        template, (upper, lower) = os.getpid(), Pipe()
        if process := os.fork():
            lower.close()
            self._branches[name] = process, upper
            return
        _die_with(template)
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
        self.end_branches()  # closes the copies of their connections
        upper.close()
        self._name, self._origin, self._branches = lower.recv_bytes(), [lower], {}

    def end_branches(self) -> None:
        """Close the connections to all branches, and wait for their end if they are children of this process."""
        for _, connection in self._branches.values():
            connection.close()
        with contextlib.suppress(ChildProcessError):
            while True:
                os.wait()


def _prctl(operation: int, value: int) -> None:
    if LINUX:
        ctypes.CDLL(None).prctl(operation, value)


def _die_with(template: int) -> None:
    """End this process, a child of `template`, when the template ends. On systems other than Linux, check only now."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != template:
        os._exit(1)


def _silence(files: Iterable[int]) -> None:
    """Redirect open files, given by their descriptors, to the null device."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in files:
        os.dup2(nothing, file)
    os.close(nothing)


def _prepare(request: bytes) -> None:
    """Carry out a pickled call in this process, and exclude all objects from later garbage collections.

    Exceptions are ignored, because a call that needs the same code will raise them again.
    """
    with contextlib.suppress(Exception):
        function, arguments = pickle.loads(request)
        function(*arguments)
    gc.collect()
    gc.freeze()


class _Child:
    """A forked process that carries out a pickled call."""

    def __init__(self, request: bytes, requests: IO[bytes], replies: IO[bytes], others: Iterable[int]) -> None:
        self._requests, self._replies = requests, replies
        self._ends, wake = os.pipe()
        self._source, sink = os.pipe()
        os.set_blocking(wake, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)  # a byte arrives whenever a child ends
        template = os.getpid()
        self._pid = os.fork()
        if not self._pid:
            try:
                self._begin(template, sink, [requests.fileno(), replies.fileno(), self._ends, wake, self._source, *others])
                with os.fdopen(sink, "wb", 0) as stream:
                    _carry_out(request, partial(send, stream, DATA))
                os._exit(0)
            finally:
                os._exit(1)
        with contextlib.suppress(OSError):  # the child does the same, and may have ended
            os.setpgid(self._pid, self._pid)
        self._files = [self._ends, wake, self._source]
        os.close(sink)

    def _begin(self, template: int, sink: int, files: Iterable[int]) -> None:
        """In the child: lead a group of its own, die with the template, and use none of its files except `sink`."""
        os.setpgid(0, 0)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _die_with(template)
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "wb", 0) as score:
            score.write(b"1000")  # if memory is short, Linux kills this process first
        for file in files:
            os.close(file)
        if "numpy" in sys.modules:  # unlike Python's, its global generator would be the same in each child
            sys.modules["numpy"].random.seed()
        os.register_at_fork(after_in_child=partial(_silence, [sink]))  # such processes must not hold the pipe open

    def supervise(self) -> None:
        """Forward the data of the child until it has ended. Then kill what it has started, and report its exit code."""
        send(self._replies, BEGUN, str(self._pid).encode())
        is_wanted, source = True, list[Any]([self._source])
        while (ended := os.waitpid(self._pid, os.WNOHANG))[0] == 0:
            ready, _, _ = select.select([*source, self._requests, self._ends], [], [])
            if self._requests in ready:
                is_wanted = self._requests.read(1) == KILL and bool(_read(self._requests, BYTES_OF_LENGTH))
                with contextlib.suppress(OSError):
                    os.killpg(self._pid, signal.SIGKILL)
                if not is_wanted:
                    os.waitpid(self._pid, 0)
                    break
            if self._ends in ready:
                os.read(self._ends, CHUNK)
            if self._source in ready and not self._forward():
                source = []
        self._end_family()
        if not is_wanted:
            raise EOFError
        os.set_blocking(self._source, False)
        with contextlib.suppress(BlockingIOError):
            while source and self._forward():
                pass
        signal.set_wakeup_fd(-1)
        for file in self._files:
            os.close(file)
        send(self._replies, ENDED, str(os.waitstatus_to_exitcode(ended[1])).encode())

    def _forward(self) -> bool:
        """Forward available data of the child, and return whether there were any."""
        data = os.read(self._source, CHUNK)
        if data:
            send(self._replies, DATA, data)
        return bool(data)

    def _end_family(self) -> None:
        """Kill the group of the child and, on Linux, all its descendants, and wait for their end."""
        with contextlib.suppress(OSError):
            os.killpg(self._pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while True:
                if os.waitpid(-1, os.WNOHANG)[0] == 0:
                    for each in psutil.Process().children(recursive=True):
                        with contextlib.suppress(psutil.Error):
                            each.kill()
                    os.waitpid(-1, 0)


def _carry_out(request: bytes, write: Callable[[bytes], None]) -> None:
    """Carry out a pickled call, and write its phases, and its value or the exception that it raises.

    Each message is a pickled tuple of its kind (`"phase"`, `"returned"` or `"raised"`), the phase, value or exception, the
    processor time of this process in seconds, and its resident memory in bytes.
    """
    process = os.getpid()

    def reply(kind: str, value: object) -> None:
        if os.getpid() == process:
            write(pickle.dumps((kind, value, cpu_seconds(), memory_of()), protocol=pickle.HIGHEST_PROTOCOL))
        elif kind != "phase":  # a process that the call has forked also arrives here
            os._exit(0)

    watch_phases(partial(reply, "phase"))
    begin_phase("call")
    try:
        function, arguments = pickle.loads(request)
        reply("returned", function(*arguments))
    except BaseException as error:
        reply("raised", _portable(error))


def _portable(error: BaseException) -> BaseException:
    """Return the exception. If it cannot be pickled, return a `RuntimeError` with its name and message instead."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
