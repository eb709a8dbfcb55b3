"""A warm process: it carries out one call after another, and is killed with all that it has started when a limit is passed.

The process leads a session and a group of its own, which Ctrl-C at a terminal does not reach. Its start takes some tenths of a
second, a call some tenths of a millisecond.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import pickle
import secrets
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any, TypeAlias

import psutil

from solvers.comparison.processes import guardian
from solvers.comparison.processes.worker import Phase, receive, send
from solvers.errors import SolverError

__all__ = ["Phase", "ProcessEnded", "WarmProcess", "end_processes", "warm_process"]

Reply: TypeAlias = tuple[str, Any, Any]
Replies: TypeAlias = SimpleQueue[Reply | None]

BETWEEN_LOOKS = 0.02
"""Seconds between two looks at the memory and the clock."""
SHARE_FOR_FAMILY = 1 / 300
"""The part of a core that may go into finding the processes that a solver has started, to add up their memory."""
CLOSING = 0.5
"""Seconds that a process may take to die after it has closed its pipe."""
GIVEN_UP = "given up"
GUARDIAN = guardian.Guardian()
_at_exit = threading.Event()
START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from {} import worker
worker.serve(bytes.fromhex(sys.argv[2]))
"""


class ProcessEnded(SolverError):
    """A process ended before its call did.

    Attributes
    ----------
    how : `"time limit"`, `"memory limit"`, `"given up"` where another thread ended the process, the name of a signal that the
        master did not send, such as `"SIGSEGV"`, or `"exit status 3"`.
    phase : the name of the phase in which it ended.
    seconds : wall time since this phase began.
    cpu_seconds, peak_memory : of the process in this phase, when someone last looked; of the memory, the bytes that it added.
    """

    def __init__(self, how: str, phase: str, seconds: float, cpu_seconds: float, peak_memory: int) -> None:
        super().__init__(f"a worker process ended: {how}")
        self.how, self.phase, self.seconds = how, phase, seconds
        self.cpu_seconds, self.peak_memory = cpu_seconds, peak_memory


class WarmProcess:
    """A process that carries out calls. It starts at the first call, and again at the call after its end.

    Attributes
    ----------
    memory_kept : bytes that calls have left behind, as far as the caller adds them up here; 0 in a new process.
    """

    def __init__(self) -> None:
        self.memory_kept = 0
        self._mark = b""
        self._popen: Any = None
        self._replies: Replies = SimpleQueue()
        self._end: Callable[[], object] = lambda: None

    def call(self, function: Callable[..., Any], *arguments: Any, memory: int | None = None) -> Any:
        """Carry out a call in the process, and return what it returns.

        Parameters
        ----------
        function : a function of a module. It may begin a `Phase` by `begin_phase`.
        memory : bytes of resident memory that the process and what it starts may take together; None for its share of the
            machine's memory.

        Raises
        ------
        ProcessEnded : the process died, or was killed at a limit of time or memory.
        SolverError : no process can start.
        BaseException : the function raised it, or cannot be pickled.
        """
        request = pickle.dumps((function, arguments), protocol=pickle.HIGHEST_PROTOCOL)
        try:
            popen = self._started()
            with contextlib.suppress(OSError, ValueError):  # where the process has died, the answer says so
                send(popen.stdin, self._mark, request)
            kind, value, is_spoilt = self._answer(popen, _share_of_memory() if memory is None else memory)
        except BaseException:
            self.end()
            raise
        if is_spoilt:
            self.end()
        if kind == "raised":
            raise value
        return value

    def end(self) -> None:
        """Kill the process and all that it has started."""
        self._popen = None
        self._end()

    def _started(self) -> Any:
        """Return the process, which is started if none lives."""
        if self._popen is not None and self._popen.poll() is None:
            return self._popen
        self.end()
        _check_that_python_goes_on()
        GUARDIAN.start()
        mark = secrets.token_bytes(8)  # it precedes the messages, and is in the environment
        try:
            popen = subprocess.Popen(
                [sys.executable, "-c", START.format(__package__), json.dumps(sys.path), mark.hex()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=os.environ | {GUARDIAN.mark: mark.hex()},
                start_new_session=True,
            )
        except OSError as error:
            raise SolverError(f"a worker process cannot start: {error.strerror}") from error
        self._popen, self._mark, self._replies, self.memory_kept = popen, mark, SimpleQueue(), 0
        self._end = weakref.finalize(self, _end, popen, mark, os.getpid())
        threading.Thread(target=_read, args=(popen.stdout, mark, self._replies), daemon=True).start()
        return popen

    def _answer(self, popen: Any, memory: int) -> Reply:
        """Wait for the end of the call, and watch the limits meanwhile."""
        watched, phase, is_dead = _Watched(popen.pid), Phase("start"), False
        while True:
            try:
                reply = self._replies.get(timeout=BETWEEN_LOOKS)
            except Empty:
                _check_that_python_goes_on()
                limit = watched.broken_limit(phase, memory)
                if limit or is_dead:
                    raise self._ended(popen, watched, phase, limit) from None
                is_dead = popen.poll() is not None  # a child may hold its pipe open
                continue
            if reply is None:
                raise self._ended(popen, watched, phase, "")
            if reply[0] != "phase":
                return reply
            _, phase, cpu_seconds = reply
            watched.begin(cpu_seconds)

    def _ended(self, popen: Any, watched: _Watched, phase: Phase, limit: str) -> SolverError:
        """Return what is raised for a process that has ended, or that is to be ended at a limit."""
        seconds = time.monotonic() - watched.began
        how = limit or ("" if self._popen is popen else GIVEN_UP)
        if not how:
            with contextlib.suppress(subprocess.TimeoutExpired):
                popen.wait(CLOSING)
            how = _described(popen.returncode)
            if phase.name == "start" and how.startswith("exit"):
                why = popen.stderr.read().decode(errors="replace").strip().rpartition("\n")[2]
                return SolverError(f"a worker process cannot start: {why or how}")
        return ProcessEnded(how, phase.name, seconds, watched.cpu_seconds, watched.peak)


class _Watched:
    """What the master knows of a running worker: when its phase began, its processor time, its greatest memory."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.began = self.next_look_at_family = time.monotonic()
        self.cpu_seconds_before = self.cpu_seconds = 0.0
        self.of_family = self.before = self.peak = 0

    def begin(self, cpu_seconds: float) -> None:
        """Begin a phase."""
        self.began, self.cpu_seconds_before, self.cpu_seconds = time.monotonic(), cpu_seconds, 0.0
        self.before, self.peak = _memory_of(self.number), 0

    def broken_limit(self, phase: Phase, memory: int) -> str:
        """Look at the process, and return the limit that it has passed, or an empty string."""
        now = time.monotonic()
        limit = "time limit" if phase.seconds is not None and now - self.began > phase.seconds else ""
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self.number)
            used = process.memory_info().rss + self.of_family
            self.peak = max(self.peak, used - self.before)
            if used > memory:
                limit = "memory limit"
            if limit or now > self.next_look_at_family:
                self.cpu_seconds = max(0.0, sum(process.cpu_times()[:2]) - self.cpu_seconds_before)
                self.of_family = sum(
                    _memory_of(each.pid) for each in process.children(recursive=True)
                )  # long, where there are many processes
                ended = time.monotonic()
                self.next_look_at_family = ended + (ended - now) / SHARE_FOR_FAMILY
        return limit


def _memory_of(process: int) -> int:
    with contextlib.suppress(psutil.Error):
        return psutil.Process(process).memory_info().rss
    return 0


def _check_that_python_goes_on() -> None:
    if _at_exit.is_set():
        raise SolverError("Python ends, and its worker processes with it")


def _read(stream: IO[bytes], mark: bytes, replies: Replies) -> None:
    """Queue what the process writes, and None at its end, or where it writes rubbish."""
    with stream:
        with contextlib.suppress(Exception):  # rubbish is read in many ways
            while True:
                replies.put(pickle.loads(receive(stream, mark)))
        replies.put(None)
        while stream.read(2**16):  # until the process ends: how it ends must not depend on its pipe
            pass


def _end(popen: Any, mark: bytes, master: int) -> None:
    if os.getpid() != master:  # this process was forked from the master, which keeps its workers
        return
    guardian.end_family(GUARDIAN.mark, mark.hex(), popen.pid if popen.poll() is None else None)
    popen.wait()
    for stream in (popen.stdin, popen.stderr):
        with contextlib.suppress(OSError):
            stream.close()


def _described(status: int | None) -> str:
    if status is None:
        return "broken pipe"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"exit status {status}"


_processes: weakref.WeakKeyDictionary[threading.Thread, WarmProcess] = weakref.WeakKeyDictionary()


def warm_process() -> WarmProcess:
    """Return the warm process of this thread."""
    return _processes.setdefault(threading.current_thread(), WarmProcess())


def end_processes(threads: Collection[threading.Thread]) -> None:
    """End the warm processes of threads that are to end, until all of these have ended."""
    others = set(threads) - {threading.current_thread()}  # the garbage collector may close a comparison in any thread
    while any(thread.is_alive() for thread in others):
        for thread in others:
            if thread in _processes:
                _processes[thread].end()
            thread.join(BETWEEN_LOOKS)


def _leave_to_parent() -> None:
    """Leave all processes to the parent, in a process that it has forked."""
    global GUARDIAN
    GUARDIAN.leave()
    GUARDIAN = guardian.Guardian()
    _processes.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
getattr(threading, "_register_atexit", atexit.register)(_at_exit.set)  # before Python waits for the threads of executors


@cache
def _share_of_memory() -> int:
    """Return four fifths of the machine's memory, divided by the number of cores, in bytes."""
    total = psutil.virtual_memory().total
    for limit in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with contextlib.suppress(OSError, ValueError):
            total = min(total, int(Path(limit).read_text()))
    return total * 4 // 5 // (os.cpu_count() or 1)
