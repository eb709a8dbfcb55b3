"""The program of a worker process: a template, which imports code and forks a child for each call.

The *master* is the process that starts templates and makes the calls. A template carries out one request at a time:

1. The master may ask the template to *prepare*: to call a function that imports modules or loads compiled code.
2. The master sends a pickled call. The template forks a child, which has all loaded code, but nothing of earlier calls.
3. The child carries out the call. It sends its phases and its result to the template, which forwards these messages.
4. When the child has ended, the template kills all processes that the child has started, and reports how the child ended.

The more libraries a template has loaded, the longer a fork takes. So a template can have named *branches*: templates that are
forked from it and load further code. The template passes the requests that name a branch on to it, and carries out no calls
itself if it has branches.

The master kills the child at a limit. The template kills it if the master has ended. A call consists of *phases* with separate
time limits. If the system has no `fork`, the process itself carries out one call and ends.
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
from typing import IO, Any, NamedTuple, NoReturn

import psutil

from graphs.loading import cpu_seconds

CHUNK = 1 << 16
"""Maximum number of bytes that are read from the pipe that wakes a template."""
PREPARE, CALL = "prepare", "call"
"""Kinds of requests to a template. A request also contains the name of a branch, and a pickled call."""
PREPARED, BEGUN, DATA, ENDED = "prepared", "begun", "data", "ended"
"""Kinds of replies of a template. The last three contain the child's id, a message of the child, and its exit code."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""Numbers of two operations of the Linux system call prctl(2)."""
LINUX = sys.platform == "linux"
PAGE = os.sysconf("SC_PAGE_SIZE") if LINUX else 0


class WorkerPhase(NamedTuple):
    """A part of a call that has a separate time limit."""

    name: str
    seconds: float = math.inf
    spent: float = 0.0
    clock: str = "wall"


_watcher: ContextVar[Callable[[WorkerPhase], object]] = ContextVar("watcher", default=bool)


def watch_worker_phases(watcher: Callable[[WorkerPhase], object]) -> None:
    """Set the function that receives each new `WorkerPhase`."""
    _watcher.set(watcher)


def begin_worker_phase(name: str, seconds: float = math.inf, spent: float = 0.0, clock: str = "wall") -> None:
    """Begin or resume a phase of the current call."""
    _watcher.get()(WorkerPhase(name, seconds, spent, clock))


def send(stream: IO[bytes], *message: Any) -> None:
    """Write a message to a stream. `pickle.load` reads it."""
    pickle.dump(message, stream, protocol=pickle.HIGHEST_PROTOCOL)
    stream.flush()


def worker_memory(process: int | None = None) -> int:
    """Return a process's resident memory in bytes, or 0 if unreadable."""
    with contextlib.suppress(psutil.Error, OSError):
        if LINUX:  # psutil takes ten times as long
            with open(f"/proc/{process or 'self'}/statm", "rb", 0) as file:
                return int(file.read().split()[1]) * PAGE
        return psutil.Process(process).memory_info().rss
    return 0


def serve() -> None:
    """Carry out requests on standard input until it is closed."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _silence((0, 1, 2))
    _Template(requests, replies).run(lambda: pickle.load(requests))


class _Template:
    """A template or one of its branches."""

    def __init__(self, requests: IO[bytes], replies: IO[bytes]) -> None:
        self._requests, self._replies = requests, replies
        self._branches: dict[str, tuple[int, Any]] = {}
        self._origin: Any = None

    def run(self, next_request: Callable[[], tuple[str, str, bytes]]) -> NoReturn:
        """Carry out requests until the master or template has ended."""
        self._ends, wake = -1, -1
        if hasattr(os, "fork"):
            self._ends, wake = os.pipe()
            os.set_blocking(wake, False)
            signal.signal(signal.SIGCHLD, lambda *_: None)
            signal.set_wakeup_fd(wake, warn_on_full_buffer=False)  # a byte arrives whenever a child ends
            _prctl(PR_SET_CHILD_SUBREAPER, 1)
        try:
            while True:
                self._serve(*next_request())
        except (EOFError, OSError):
            for _, connection in self._branches.values():
                connection.close()
            with contextlib.suppress(ChildProcessError):
                while self._branches:
                    os.wait()
        finally:  # exit without Python's shutdown
            os._exit(0)

    def _serve(self, kind: str, branch: str, body: bytes) -> None:
        if branch and hasattr(os, "fork"):
            self._pass_on(branch, (kind, "", body))
        elif kind == PREPARE:
            _prepare(body)
            send(self._replies, PREPARED, None)
        elif hasattr(os, "fork"):
            self._supervise(*self._fork_child(body))
        else:
            send(self._replies, BEGUN, os.getpid())
            _carry_out(body, lambda data: send(self._replies, DATA, data))
            send(self._replies, ENDED, 0)
            raise EOFError
        if self._origin:
            self._origin.send(None)

    def _pass_on(self, branch: str, request: tuple[str, str, bytes]) -> None:
        """Pass a request to a branch, and end if it ends."""
        if branch not in self._branches or os.waitpid(self._branches[branch][0], os.WNOHANG)[0]:
            self._branches[branch] = self._fork_branch()
        process, connection = self._branches[branch]
        try:
            connection.send(request)
            connection.recv()
        except (EOFError, OSError):
            status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            os.kill(os.getpid(), max(0, -status))
            raise

    def _fork_branch(self) -> tuple[int, Any]:
        """Fork a branch, and return its process id and connection."""
        template, (upper, lower) = os.getpid(), Pipe()
        if process := os.fork():
            lower.close()
            return process, upper
        _die_with(template)
        for connection in (upper, *(each for _, each in self._branches.values())):
            connection.close()
        self._origin, self._branches = lower, {}
        return self.run(lower.recv)

    def _fork_child(self, request: bytes) -> tuple[int, Any]:
        """Fork a process for a call. Return its id and messages."""
        template, (source, sink) = os.getpid(), Pipe(duplex=False)
        if process := os.fork():
            sink.close()
            with contextlib.suppress(OSError):  # the child does the same, and may have ended
                os.setpgid(process, process)
            return process, source
        try:
            os.setpgid(0, 0)
            wake = signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _die_with(template)
            with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "wb", 0) as score:
                score.write(b"1000")  # if memory is short, Linux kills this process first
            connections = [self._origin] if self._origin else [each for _, each in self._branches.values()]
            for file in (wake, self._ends, *(each.fileno() for each in (self._requests, self._replies, source, *connections))):
                os.close(file)
            if "numpy" in sys.modules:  # unlike Python's, its global generator would be the same in each child
                sys.modules["numpy"].random.seed()
            os.register_at_fork(after_in_child=partial(_silence, [sink.fileno()]))  # such processes must not hold it open
            _carry_out(request, sink.send_bytes)
            os._exit(0)
        finally:
            os._exit(1)

    def _supervise(self, child: int, source: Any) -> None:
        """Forward a child's messages, kill its family, and report its exit."""
        send(self._replies, BEGUN, child)
        sources, is_wanted = [source], True
        while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
            ready, _, _ = select.select([*sources, self._requests, self._ends], [], [])
            if self._requests in ready:  # the master has ended
                is_wanted, sources = False, []
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                break
            if self._ends in ready:
                os.read(self._ends, CHUNK)
            if source in ready and not self._forward(source):
                sources = []
        _end_family(child)
        if not is_wanted:
            raise EOFError
        while sources and source.poll() and self._forward(source):
            pass
        source.close()
        send(self._replies, ENDED, os.waitstatus_to_exitcode(ended[1]))

    def _forward(self, source: Any) -> bool:
        """Forward a message, and return whether others may follow."""
        with contextlib.suppress(EOFError):
            try:
                send(self._replies, DATA, source.recv_bytes())
                return True
            except OSError:
                send(self._replies, DATA, b"")
        return False


def _prctl(operation: int, value: int) -> None:
    if LINUX:
        ctypes.CDLL(None).prctl(operation, value)


def _die_with(template: int) -> None:
    """End this process when the template ends (only checked once outside Linux)."""
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
    """Carry out a pickled call, and exclude objects from garbage collection.

    Exceptions are ignored, because a call that needs the same code will raise them again.
    """
    with contextlib.suppress(Exception):
        function, arguments = pickle.loads(request)
        function(*arguments)
    gc.collect()
    gc.freeze()


def _end_family(child: int) -> None:
    """Kill the family of an ended child, and wait for it."""
    with contextlib.suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                for each in psutil.Process().children(recursive=True):
                    with contextlib.suppress(psutil.Error):
                        each.kill()
                os.waitpid(-1, 0)


def _carry_out(request: bytes, write: Callable[[bytes], None]) -> None:
    """Carry out a pickled call, and write its phases and result.

    Each message is a pickled tuple of its kind (`"phase"`, `"returned"` or `"raised"`), the phase, value or exception, the
    processor time of this process in seconds, and its resident memory in bytes.
    """
    process = os.getpid()

    def reply(kind: str, value: object) -> None:
        if os.getpid() == process:
            write(pickle.dumps((kind, value, cpu_seconds(), worker_memory()), protocol=pickle.HIGHEST_PROTOCOL))
        elif kind != "phase":  # a process that the call has forked also arrives here
            os._exit(0)

    watch_worker_phases(partial(reply, "phase"))
    begin_worker_phase("call")
    try:
        function, arguments = pickle.loads(request)
        reply("returned", function(*arguments))
    except BaseException as error:
        reply("raised", _portable(error))


def _portable(error: BaseException) -> BaseException:
    """Return the exception, or a `RuntimeError` if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
