"""The program of a worker process: a template, which imports code and forks a child for each call.

The *master* is the process that starts templates and makes the calls. A template carries out one request at a time, and sends
one reply to each:

1. The master may ask the template to *prepare*: to call a function that imports modules or loads compiled code.
2. The master sends a pickled call. The template forks a child, which has all loaded code, but nothing of earlier calls.
3. The child carries out the call, and sends its phases and its result to the template, which checks the limits of the phases
   and of the memory (see `limits`).
4. When the child has replied, has ended or exceeds a limit, the template kills it with its family, and replies to the master.

The more libraries a template has loaded, the longer a fork takes. So a template can have named *branches*: templates that are
forked from it and load further code. The template passes the requests that name a branch on to it, and carries out no calls
itself if it has branches.

If the master ends, so do its templates and their children. If the system has no `fork`, the process itself carries out one call
and ends, and a thread checks the limits.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Pipe
from threading import Thread
from typing import IO, Any, NoReturn, TypeAlias

import psutil

from graphs.loading import cpu_seconds
from solvers.workers.limits import LINUX, WatchedCall, WorkerPhase, begin_worker_phase, worker_memory, worker_phase_watcher

BETWEEN_LOOKS = 0.05
"""Number of seconds between two checks of the limits of time and memory."""
Request: TypeAlias = tuple[str, bytes, int | None]
"""A request to a template: the name of a branch, a pickled call, and its memory limit, or None to prepare."""
DONE = pickle.dumps((None, None))
"""Reply of a template that is ready or has prepared. A reply is a pickled pair: None or an exception, and a value."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""Numbers of two operations of the Linux system call prctl(2)."""


def send(stream: IO[bytes], message: Any) -> None:
    """Write a message to a stream. `pickle.load` reads it."""
    pickle.dump(message, stream, protocol=pickle.HIGHEST_PROTOCOL)
    stream.flush()


def serve() -> None:
    """Carry out requests on standard input until it is closed."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _silence((0, 1, 2))
    send(replies, DONE)
    _Template(requests, replies).run(lambda: pickle.load(requests))


class _Template:
    """A template process, which forks a child for each call."""

    def __init__(self, requests: IO[bytes], replies: IO[bytes]) -> None:
        self._requests, self._replies = requests, replies
        self._branches: dict[str, tuple[int, Any]] = {}
        self._origin: Any = None

    def run(self, next_request: Callable[[], Request]) -> NoReturn:
        """Carry out requests until the master or template has ended."""
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
        try:
            while True:
                self._serve(*next_request())
        except (EOFError, OSError):
            for _, connection in self._branches.values():
                connection.close()
            with suppress(ChildProcessError):
                while self._branches:
                    os.wait()
        finally:  # exit without Python's shutdown
            os._exit(0)

    def _serve(self, branch: str, body: bytes, memory: int | None) -> None:
        if branch and hasattr(os, "fork"):
            self._pass_on(branch, ("", body, memory))
        elif memory is None:
            _prepare(body)
            send(self._replies, DONE)
        elif hasattr(os, "fork"):
            child, source = self._fork_child(body)
            call = WatchedCall(child, memory)
            how = self._supervise(child, source, call)
            self._reply(call, how)
        else:
            call = WatchedCall(os.getpid(), memory)
            Thread(target=self._watch_this_process, args=(call,), daemon=True).start()
            _carry_out(body, call.read)
            self._reply(call, "")
            raise EOFError
        if self._origin:
            self._origin.send(None)

    def _reply(self, call: WatchedCall, how: str) -> None:
        """Send the reply of a call to the master, or how its process ended."""
        send(self._replies, call.reply or pickle.dumps((call.ended(how), None)))

    def _watch_this_process(self, call: WatchedCall) -> None:
        while not (limit := call.broken_limit()):
            time.sleep(BETWEEN_LOOKS)
        try:
            self._reply(call, limit)
        finally:  # also if the master has ended
            os._exit(0)

    def _pass_on(self, branch: str, request: Request) -> None:
        """Send a request to a child process. If that process ends, end this one."""
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
        """Fork a process for a call, and return its id and its connection."""
        template, (source, sink) = os.getpid(), Pipe(duplex=False)
        if process := os.fork():
            sink.close()
            with suppress(OSError):  # the child does the same, and may have ended
                os.setpgid(process, process)
            return process, source
        try:
            os.setpgid(0, 0)
            _die_with(template)
            with suppress(OSError), open("/proc/self/oom_score_adj", "wb", 0) as score:
                score.write(b"1000")  # if memory is short, Linux kills this process first
            connections = [self._origin] if self._origin else [each for _, each in self._branches.values()]
            for each in (self._requests, self._replies, source, *connections):
                os.close(each.fileno())
            if "numpy" in sys.modules:  # unlike Python's, its global generator would be the same in each child
                sys.modules["numpy"].random.seed()
            os.register_at_fork(after_in_child=partial(_silence, [sink.fileno()]))  # such processes must not hold it open
            _carry_out(request, sink.send_bytes)
            os._exit(0)
        finally:
            os._exit(1)

    def _supervise(self, child: int, source: Any, call: WatchedCall) -> str:
        """Watch a child until it replies, ends or breaks a limit, kill it with its family, and return how it ended."""
        how, sources = "", [source]
        with source:
            while not (call.reply or how):
                ready, _, _ = select.select([*sources, self._requests], [], [], BETWEEN_LOOKS)
                if self._requests in ready:  # the master has ended
                    break
                if source in ready:
                    try:
                        call.read(source.recv_bytes())
                    except (EOFError, OSError) as error:  # it has ended, or its message is invalid
                        sources, call.is_faulty = [], call.is_faulty or not isinstance(error, EOFError)
                how = "" if ready and sources else call.broken_limit()
                if not sources and not how and (ended := os.waitpid(child, os.WNOHANG))[0]:
                    how = "broken pipe" if call.is_faulty else described(os.waitstatus_to_exitcode(ended[1]))
        with suppress(OSError):  # it may have been waited for
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        _end_family(child)
        if not (call.reply or how):
            raise EOFError
        return how


def described(status: int | None) -> str:
    """Return the name of the signal that ended a process, or its exit status as text."""
    try:
        return signal.Signals(-(status or 0)).name
    except ValueError:
        return f"exit status {status}"


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
    """Carry out a pickled call, and exclude all existing objects from garbage collection.

    Exceptions are ignored, because a call that needs the same code will raise them again.
    """
    with suppress(Exception):
        function, arguments = pickle.loads(request)
        function(*arguments)
    gc.collect()
    gc.freeze()


def _end_family(child: int) -> None:
    """Kill all descendants of a child process that has ended, and wait for them."""
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                for each in psutil.Process().children(recursive=True):
                    with suppress(psutil.Error):
                        each.kill()
                os.waitpid(-1, 0)


def _carry_out(request: bytes, write: Callable[[bytes], None]) -> None:
    """Carry out a pickled call, and write its phases and reply.

    Each message is a pickled tuple: a `WorkerPhase`, or None and the reply (see `DONE`); the processor time of this process in
    seconds, and its resident memory in bytes. Only the master unpickles the reply, because it may need modules that the
    template has not imported.
    """
    process, dumps = os.getpid(), partial(pickle.dumps, protocol=pickle.HIGHEST_PROTOCOL)

    def report(phase: WorkerPhase | None, reply: bytes = b"") -> None:
        if os.getpid() == process:
            write(dumps((phase, reply, cpu_seconds(), worker_memory())))
        elif reply:  # a process that the call has forked also arrives here
            os._exit(0)

    worker_phase_watcher.set(report)
    begin_worker_phase("call")
    try:
        function, arguments = pickle.loads(request)
        reply = dumps((None, function(*arguments)))
    except BaseException as error:
        reply = dumps((_portable(error), None))
    report(None, reply)


def _portable(error: BaseException) -> BaseException:
    """Return the exception, or a `RuntimeError` if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
