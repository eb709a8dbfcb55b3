"""Supervision of a *warm process*, which is a worker process that carries out one call after another.

The *master* is the process that starts workers. The *family* of a worker consists of all processes that descend from it. If a
call exceeds a limit, the worker and its family are killed. A call consists of *phases* with separate time limits. The called
function begins each phase by calling `worker.begin_phase`.

A worker leads its own session and process group, so that Ctrl-C at a terminal does not reach it. Starting it takes some tenths
of a second. The overhead of a call is some tenths of a millisecond.
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
from queue import Empty, SimpleQueue
from typing import IO, Any, TypeAlias

import psutil

from solvers.errors import SolverError
from solvers.memory import free_memory
from solvers.parallel import available_cores
from solvers.processes import guardian
from solvers.processes.worker import Phase, receive, send

Reply: TypeAlias = tuple[str, Any, Any]
Replies: TypeAlias = SimpleQueue[Reply | None]

BETWEEN_LOOKS = 0.02
"""Number of seconds between two checks of the limits of time and memory."""
SHARE_FOR_FAMILY = 1 / 300
"""Maximum share of a core for finding the descendants of a worker, whose memory and processor time count as the worker's."""
SLEEPING = 10
"""Maximum wall time of a phase, as a multiple of its time limit, even if the limit is on processor time."""
LEAST_SHARE = 1 << 30
"""Minimum of the default memory limit of a call, in bytes. All solvers of this project can run within it."""
MOST_KEPT = 0.5
"""Share of the memory limit of a call. If a process occupies more memory before the call, a new process replaces it."""
CLOSING = 0.5
"""Number of seconds to wait for the end of a process that has closed its pipe."""
ALLOCATION = {"MALLOC_MMAP_THRESHOLD_": str(1 << 20), "MALLOC_TRIM_THRESHOLD_": str(1 << 26)}
"""Settings of glibc, with which memory blocks of at least 1 MiB always come from the operating system."""
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
    """Raised if a worker process ends before the call that it carries out. The parameters are stored as attributes.

    Parameters
    ----------
    how : str
        The cause: `"time limit"`; `"memory limit"`; `"given up"` if another thread ended the process; the name of a signal that
        the master did not send, such as `"SIGSEGV"`; an exit status, such as `"exit status 3"`; or `"broken pipe"`.
    phase : str
        The name of the phase in which the process ended.
    seconds : float
        The time spent in this phase, in seconds, by the clock of the phase.
    cpu_seconds : float
        Processor time of the process and its descendants in this phase, in seconds, at the last check.
    peak_memory : int
        Maximum number of bytes that the process and its descendants added to their resident memory in this phase.
    """

    def __init__(self, how: str, phase: str, seconds: float, cpu_seconds: float, peak_memory: int) -> None:
        super().__init__(f"a worker process ended: {how}")
        self.how, self.phase, self.seconds = how, phase, seconds
        self.cpu_seconds, self.peak_memory = cpu_seconds, peak_memory


class WarmProcess:
    """A worker process that carries out one call after another. A call starts the process if it is not running.

    Attributes
    ----------
    jobs : int
        The number of warm processes that share the memory of the machine.
    """

    def __init__(self) -> None:
        self.jobs = available_cores()
        self._mark = b""
        self._popen: Any = None
        self._replies: Replies = SimpleQueue()
        self._end: Callable[[], object] = lambda: None

    def call(self, function: Callable[..., Any], *arguments: Any, memory: int | None = None) -> Any:
        """Carry out a call in the process, and return its value.

        Parameters
        ----------
        function : callable
            A function at the top level of a module. It may call `begin_phase` to begin a phase with a time limit of its own.
        *arguments : object
            Positional arguments of the function.
        memory : int, optional
            Limit on the resident memory of the process and its descendants, in bytes. If None, it is the available memory
            divided by `jobs`, but at least `LEAST_SHARE`.

        Returns
        -------
        object
            The value of the function.

        Raises
        ------
        ProcessEnded
            If the process dies, or is killed because it exceeds a limit on time or memory.
        SolverError
            If no process can start.
        BaseException
            If the function raises it, or if the call cannot be pickled.
        """
        if memory is None:
            memory = max(LEAST_SHARE, _available_memory() // self.jobs)
        if self._popen is not None and _memory_of(self._popen.pid) > MOST_KEPT * memory:
            self.end()
        request = pickle.dumps((function, arguments), protocol=pickle.HIGHEST_PROTOCOL)
        is_spoilt = True
        try:
            popen = self._started()
            with contextlib.suppress(OSError, ValueError):  # if the process has died, `_answer` raises the error
                send(popen.stdin, self._mark, request)
            kind, value, is_spoilt = self._answer(popen, memory)
        finally:
            if is_spoilt:
                self.end()
        if kind == "raised":
            raise value
        return value

    def end(self) -> None:
        """Kill the process and all processes that it has started."""
        self._popen = None
        self._end()

    def _started(self) -> Any:
        """Return the running process. If it is not running, start it first."""
        if self._popen is not None and self._popen.poll() is None:
            return self._popen
        self.end()
        _check_not_exiting()
        GUARDIAN.start()
        mark = secrets.token_bytes(8)  # the mark precedes each message, and is in the environment of the process
        try:
            popen = subprocess.Popen(
                [sys.executable, "-c", START.format(__package__), json.dumps(sys.path), mark.hex()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=os.environ | ALLOCATION | {GUARDIAN.mark: mark.hex()},
                start_new_session=True,
            )
        except OSError as error:
            raise SolverError(f"a worker process cannot start: {error.strerror}") from error
        self._popen, self._mark, self._replies = popen, mark, SimpleQueue()
        self._end = weakref.finalize(self, _end, popen, mark, os.getpid())
        threading.Thread(target=_read, args=(popen.stdout, mark, self._replies), daemon=True).start()
        return popen

    def _answer(self, popen: Any, memory: int) -> Reply:
        """Wait for the end of the call, and return its reply. Check the limits while waiting."""
        watched, is_dead = _Watched(popen.pid), False
        while True:
            try:
                reply = self._replies.get(timeout=BETWEEN_LOOKS)
            except Empty:
                _check_not_exiting()
                limit = watched.broken_limit(memory)
                if limit or is_dead:
                    raise self._ended(popen, watched, limit) from None
                is_dead = popen.poll() is not None  # a child of the process may still hold the pipe open
                continue
            if reply is None:
                raise self._ended(popen, watched, "")
            if reply[0] != "phase":
                return reply
            watched.begin(*reply[1:])

    def _ended(self, popen: Any, watched: _Watched, limit: str) -> SolverError:
        """Return the error for a process that has ended, or that will be killed because it exceeded a limit."""
        seconds, phase = watched.seconds, watched.phase
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
    """Measurements of a running worker: its current phase, and the processor time and memory that this phase has added."""

    def __init__(self, number: int) -> None:
        self.phase, self._number = Phase("start"), number
        self._began = self._next_look_at_family = time.monotonic()
        self._cpu_before = self.cpu_seconds = self._cpu_of_family = 0.0
        self._memory_before = self.peak = self._memory_of_family = 0

    @property
    def seconds(self) -> float:
        """The time spent in the current phase so far, in seconds, by the clock of the phase."""
        return self.phase.spent + (self.cpu_seconds if self.phase.clock == "cpu" else time.monotonic() - self._began)

    def begin(self, phase: Phase, cpu_seconds: float) -> None:
        """Begin a phase. `cpu_seconds` is the processor time that the worker used before this phase, in seconds."""
        self.phase, self._began, self._cpu_before, self.cpu_seconds = phase, time.monotonic(), cpu_seconds, 0.0
        self._memory_before, self.peak = _memory_of(self._number), 0

    def broken_limit(self, memory: int) -> str:
        """Return the name of the limit that the process has exceeded, or an empty string."""
        limit = self._limit(memory, time.monotonic() > self._next_look_at_family)
        return limit and self._limit(memory, look_at_family=True)  # count the family again: some processes may have ended

    def _limit(self, memory: int, look_at_family: bool) -> str:
        used = 0
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self._number)
            cpu_seconds, used = _cpu_of(process), process.memory_info().rss
            if look_at_family:
                began = time.monotonic()
                family = process.children(recursive=True)  # takes long if the machine has many processes
                self._memory_of_family = sum(_memory_of(each.pid) for each in family)
                self._cpu_of_family = sum(map(_cpu_of, family))
                self._next_look_at_family = (ended := time.monotonic()) + (ended - began) / SHARE_FOR_FAMILY
            self.cpu_seconds = max(0.0, cpu_seconds + self._cpu_of_family - self._cpu_before)
            used += self._memory_of_family
            self.peak = max(self.peak, used - self._memory_before)
        if used > memory:
            return "memory limit"
        is_asleep = time.monotonic() - self._began > SLEEPING * self.phase.seconds
        return "time limit" if is_asleep or self.seconds > self.phase.seconds else ""


def _cpu_of(process: psutil.Process) -> float:
    """Return the processor time of a process and its ended children, in seconds, or zero if the process does not exist."""
    with contextlib.suppress(psutil.Error):
        return sum(process.cpu_times()[:4])
    return 0.0


def _memory_of(process: int) -> int:
    with contextlib.suppress(psutil.Error):
        return psutil.Process(process).memory_info().rss
    return 0


def _check_not_exiting() -> None:
    if _at_exit.is_set():
        raise SolverError("worker processes cannot be used: Python is exiting")


def _read(stream: IO[bytes], mark: bytes, replies: Replies) -> None:
    """Put the replies in `stream` into the queue `replies`. Put None at the end of the stream or at the first invalid reply."""
    with stream:
        with contextlib.suppress(Exception):  # an invalid message can raise any error
            while True:
                replies.put(pickle.loads(receive(stream, mark)))
        replies.put(None)
        while stream.read(2**16):  # read until the process ends, so that it never waits for a full pipe
            pass


def _end(popen: Any, mark: bytes, master: int) -> None:
    if os.getpid() != master:  # this process was forked from the master, which still uses its workers
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
    """Return the warm process of the current thread: a worker process that carries out one call after another.

    Returns
    -------
    WarmProcess
        The process. Each thread has its own.
    """
    return _processes.setdefault(threading.current_thread(), WarmProcess())


def end_processes(threads: Collection[threading.Thread]) -> None:
    """End the warm processes of threads, and wait for the end of the threads.

    Parameters
    ----------
    threads : collection of Thread
        Threads that end as soon as their calls end. The current thread is ignored.
    """
    others = set(threads) - {threading.current_thread()}  # the garbage collector may close a comparison in any thread
    while any(thread.is_alive() for thread in others):
        for thread in others:
            if thread in _processes:
                _processes[thread].end()
            thread.join(BETWEEN_LOOKS)


def _leave_to_parent() -> None:
    """In a forked child process, forget all worker processes, because they belong to the parent."""
    global GUARDIAN
    GUARDIAN.leave()
    GUARDIAN = guardian.Guardian()
    _processes.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
getattr(threading, "_register_atexit", atexit.register)(_at_exit.set)  # before Python waits for the threads of executors

_available_memory = cache(free_memory)
"""Return the number of bytes that were free at the first call, so that all calls of a comparison have the same limit."""
