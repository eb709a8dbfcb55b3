"""A slot: the place of one call at a time, with the template process that forks a child for each call (see `worker`).

The *master* is the process that makes the calls. The *family* of a child consists of all processes that descend from it. If a
call exceeds a limit, the child is killed, and the template kills its family and continues. A template leads its own session, so
that Ctrl-C at a terminal does not reach it.
"""

from __future__ import annotations

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
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from functools import cache
from queue import Empty, SimpleQueue
from typing import Any

import psutil

from solvers.core.errors import SolverError
from solvers.core.memory import total_memory
from solvers.workers.worker import BEGUN, CALL, DATA, ENDED, PREPARE, WorkerPhase, send, worker_memory

BETWEEN_LOOKS = 0.05
"""Number of seconds between two checks of the limits of time and memory."""
SHARE_FOR_FAMILY = 1 / 300
"""Maximum share of a core for finding the descendants of a child, whose memory and processor time count as the child's."""
SLEEPING = 10
"""Maximum wall time of a phase, as a multiple of its time limit, even if the limit is on processor time."""
CLOSING = 5.0
"""Maximum number of seconds to wait for a template that ends its children."""
ALLOCATION = {"MALLOC_MMAP_THRESHOLD_": str(1 << 20), "MALLOC_TRIM_THRESHOLD_": str(1 << 26)}
"""Settings of glibc, with which memory blocks of at least 1 MiB always come from the operating system."""
MARK = "KNIGHTS_TOUR_TEMPLATE"
"""Environment variable that a template and its family have, with a value of their own."""
GIVEN_UP = "given up"
START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from {} import worker
worker.serve()
"""


class ProcessEnded(SolverError):
    """Raised if a process ends during its call."""

    how: str
    phase: str
    seconds: float
    cpu_seconds: float
    peak_memory: int


class CallLost(SolverError, BrokenExecutor):
    """Raised if every process that executed a call died."""


class Slot:
    """Place of one call at a time, with a template process.

    `branch` is the branch of the template that carries out calls. `prepared` notes what its user has prepared.
    """

    def __init__(self) -> None:
        self.prepared: set[Any] = set()
        self.branch = ""
        self._popen: Any = None
        self._master = os.getpid()
        self._messages: SimpleQueue[tuple[str, Any] | None] = SimpleQueue()
        self._end: Callable[[], object] = lambda: None

    def call(self, function: Callable[..., Any], *arguments: Any, memory: int | None = None) -> Any:
        """Return the value of a call in a new process.

        The call may begin phases (see `worker.begin_worker_phase`). `memory` limits the number of bytes that the process and
        its descendants add to their resident memory (default: `memory_per_slot()`).
        """
        self._send(CALL, function, arguments)
        kind, value = self._reply(memory_per_slot() if memory is None else memory)
        if not hasattr(os, "fork"):
            self.end()
        if kind == "raised":
            raise value
        return value

    def prepare(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Carry out a call in the template, ignoring value and exceptions."""
        if hasattr(os, "fork"):
            self._send(PREPARE, function, arguments)
            if self._messages.get() is None:
                raise self._template_ended(self._popen, _Watched())

    def end(self) -> None:
        """End the template, its child, and all descendants."""
        self._popen = None
        self._end()

    def _send(self, kind: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        request = pickle.dumps((function, arguments), protocol=pickle.HIGHEST_PROTOCOL)
        if self._popen is None or self._master != os.getpid() or self._popen.poll() is not None:
            self._end()  # has no effect in a forked copy of the master, which leaves the template to the master
            self._start()
        with contextlib.suppress(OSError, ValueError, AttributeError):  # it has died or was ended; then there is no reply
            send(self._popen.stdin, kind, self.branch, request)

    def _start(self) -> None:
        mark = secrets.token_hex(8)
        try:
            popen = subprocess.Popen(
                [sys.executable, "-c", START.format(__package__), json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=os.environ | ALLOCATION | {MARK: mark},
                start_new_session=True,
            )
        except OSError as error:
            raise SolverError(f"a worker process cannot start: {error.strerror}") from error
        self._popen, self._messages, self._master = popen, SimpleQueue(), os.getpid()
        self.prepared.clear()
        self._end = weakref.finalize(self, _end, popen, mark, os.getpid())
        threading.Thread(target=_read, args=(popen.stdout, self._messages), daemon=True).start()

    def _reply(self, memory: int) -> tuple[str, Any]:
        """Wait for the reply of the call, and check the limits."""
        popen, messages, watched, limit = self._popen, self._messages, _Watched(), ""
        while True:
            try:
                message = messages.get(timeout=BETWEEN_LOOKS)
            except Empty:
                if not limit and (limit := watched.broken_limit(memory)):
                    watched.kill()
                continue
            if message is None:
                if not limit:
                    raise self._template_ended(popen, watched)
                self._end()  # waits until it has ended, so that the next call starts another one
                raise watched.ended(limit)
            kind, body = message
            if kind == BEGUN:
                watched = _Watched(body)
            elif kind == DATA:
                watched.read(body)
            elif kind == ENDED:
                if watched.reply is None:
                    raise watched.ended(limit or ("broken pipe" if watched.is_faulty else _described(body)))
                return watched.reply

    def _template_ended(self, popen: Any, watched: _Watched) -> SolverError:
        """Return the error for an ended template. Kill remaining processes."""
        if popen is None or self._popen is not popen:
            return watched.ended(GIVEN_UP)
        with contextlib.suppress(subprocess.TimeoutExpired):
            popen.wait(CLOSING)
        how = _described(popen.returncode)
        if watched.process is None and how.startswith("exit"):
            why = popen.stderr.read().decode(errors="replace").strip().rpartition("\n")[2]
            return SolverError(f"a worker process cannot start: {why or how}")
        self._end()
        return watched.ended(how)


class _Watched:
    """A running child: its reply, phase, processor time and memory."""

    reply: tuple[str, Any] | None = None
    is_faulty = False
    process: psutil.Process | None = None

    def __init__(self, number: int | None = None) -> None:
        with contextlib.suppress(psutil.Error):  # it has ended
            self.process = psutil.Process(number) if number else None
        self._phase, self._base = WorkerPhase("start"), -1
        self._began = self._next_look_at_family = time.monotonic()
        self._cpu_before = self._cpu_seconds = self._cpu_of_family = 0.0
        self._memory_before = self._peak = self._memory_of_family = 0

    def read(self, data: bytes) -> None:
        """Read a message of the child, which may be anything."""
        try:
            kind, value, cpu_seconds, memory = pickle.loads(data)
            if kind == "phase":
                self._phase, self._began, self._cpu_before, self._cpu_seconds = value, time.monotonic(), cpu_seconds, 0.0
                self._base = memory if self._base < 0 else self._base
                self._memory_before, self._peak = memory - self._base, 0
            else:
                self.reply = kind, value
        except Exception:  # an invalid message can raise any error
            self.is_faulty = True

    def kill(self) -> None:
        """Kill the child. Its template then kills its family."""
        with contextlib.suppress(psutil.Error):
            if self.process:
                self.process.kill()

    @property
    def _seconds(self) -> float:
        """The time spent in the current phase, in seconds."""
        return self._phase.spent + (self._cpu_seconds if self._phase.clock == "cpu" else time.monotonic() - self._began)

    def ended(self, how: str) -> ProcessEnded:
        """Return the error for the end of the child."""
        error = ProcessEnded(f"a worker process ended: {how}")
        error.how, error.phase, error.seconds = how, self._phase.name, self._seconds
        error.cpu_seconds, error.peak_memory = self._cpu_seconds, self._peak
        return error

    def broken_limit(self, memory: int) -> str:
        """Return the name of the exceeded limit, or ""."""
        if self.process is None or self._base < 0:
            return ""
        limit = self._limit(memory, time.monotonic() > self._next_look_at_family)
        return limit and self._limit(memory, look_at_family=True)  # count the family again: some processes may have ended

    def _limit(self, memory: int, look_at_family: bool) -> str:
        used = 0
        with contextlib.suppress(psutil.Error):
            assert self.process
            cpu_seconds, used = _cpu_of(self.process), self._added(self.process)
            if look_at_family:
                began = time.monotonic()
                family = self.process.children(recursive=True)  # takes long if the machine has many processes
                self._memory_of_family = sum(map(self._added, family))
                self._cpu_of_family = sum(map(_cpu_of, family))
                self._next_look_at_family = (ended := time.monotonic()) + (ended - began) / SHARE_FOR_FAMILY
            self._cpu_seconds = max(0.0, cpu_seconds + self._cpu_of_family - self._cpu_before)
            used += self._memory_of_family
            self._peak = max(self._peak, used - self._memory_before)
        if used > memory:
            return "memory limit"
        is_asleep = time.monotonic() - self._began > SLEEPING * self._phase.seconds
        return "time limit" if is_asleep or self._seconds > self._phase.seconds else ""

    def _added(self, process: psutil.Process) -> int:
        """Return a process's additional resident memory, in bytes."""
        return max(0, worker_memory(process.pid) - self._base)


def _cpu_of(process: psutil.Process) -> float:
    """Return the processor time of a process and its ended children, in seconds."""
    with contextlib.suppress(psutil.Error):
        return sum(process.cpu_times()[:4])
    return 0.0


def _read(stream: Any, messages: SimpleQueue[tuple[str, Any] | None]) -> None:
    """Put a template's messages into a queue, and then None."""
    with stream, contextlib.suppress(Exception):
        while True:
            messages.put(pickle.load(stream))
    messages.put(None)


def _end(popen: Any, mark: str, master: int) -> None:
    """End a template, and kill the remaining processes with its mark."""
    if os.getpid() != master:  # this process was forked from the master, which still uses the template
        return
    with contextlib.suppress(OSError):
        popen.stdin.close()
    try:
        popen.wait(CLOSING)
    except subprocess.TimeoutExpired:
        popen.kill()
        popen.wait()
    while popen.returncode and (members := [*_marked(mark)]):
        for process in members:
            with contextlib.suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(members, timeout=CLOSING)
    popen.stderr.close()


def _marked(mark: str) -> Iterator[psutil.Process]:
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):  # it may have ended, or belong to another user
            if process.environ().get(MARK) == mark and process.status() != psutil.STATUS_ZOMBIE:
                yield process


def _described(status: int | None) -> str:
    try:
        return signal.Signals(-(status or 0)).name
    except ValueError:
        return f"exit status {status}"


_here = threading.local()


def current_slot(slot: Slot | None = None) -> Slot:
    """Return this thread's slot, after setting or creating it if needed."""
    if slot is not None or not hasattr(_here, "slot"):
        _here.slot = slot or Slot()
    here: Slot = _here.slot
    return here


@cache
def memory_per_slot() -> int:
    """Return the memory per available core, in bytes.

    It is rounded down to a multiple of 100 MB. It does not depend on how much memory is free.
    """
    return max(LEAST_MEMORY, total_memory() // available_cores() // 10**8 * 10**8)


LEAST_MEMORY = 1 << 28
"""Smallest memory limit in bytes."""


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
