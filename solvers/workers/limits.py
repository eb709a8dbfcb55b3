"""The phases of a call, and the limits on their time and on the memory of the process and its family.

The *family* of a process consists of all processes that descend from it. Their memory and processor time count as its own.
"""

from __future__ import annotations

import contextlib
import math
import os
import pickle
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import NamedTuple

import psutil

from solvers.core.errors import SolverError

SHARE_FOR_FAMILY = 1 / 300
"""Maximum share of a core for finding the family of a process."""
SLEEPING = 10
"""Maximum wall time of a phase, as a multiple of its time limit, even if the limit is on processor time."""
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


def worker_memory(process: int | None = None) -> int:
    """Return a process's resident memory in bytes, or 0 if unreadable."""
    with contextlib.suppress(psutil.Error, OSError):
        if LINUX:  # psutil takes ten times as long
            with open(f"/proc/{process or 'self'}/statm", "rb", 0) as file:
                return int(file.read().split()[1]) * PAGE
        return psutil.Process(process).memory_info().rss
    return 0


@dataclass(eq=False)
class ProcessEnded(SolverError):
    """Raised if the process of a call ends: how, in which phase, and what it used in this phase."""

    how: str
    phase: str = "start"
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory: int = 0

    def __str__(self) -> str:
        return f"a worker process ended: {self.how}"


class WatchedCall:
    """A call in a process: its reply, phase, processor time and memory."""

    reply: bytes | None = None
    is_faulty = False

    def __init__(self, process: int, memory: int) -> None:
        self._process, self._most = process, memory
        self._phase, self._base = WorkerPhase("start"), -1
        self._began = self._next_look_at_family = time.monotonic()
        self._cpu_before = self._cpu_seconds = self._cpu_of_family = 0.0
        self._memory_before = self._peak = self._memory_of_family = 0

    def read(self, data: bytes) -> None:
        """Read a message of the process, which may be anything."""
        try:
            kind, value, cpu_seconds, memory = pickle.loads(data)
            if kind == "phase":
                self._phase, self._began, self._cpu_before, self._cpu_seconds = value, time.monotonic(), cpu_seconds, 0.0
                self._base = memory if self._base < 0 else self._base
                self._memory_before, self._peak = memory - self._base, 0
            else:
                self.reply = value
        except Exception:  # an invalid message can raise any error
            self.is_faulty = True

    @property
    def _seconds(self) -> float:
        """The time spent in the current phase, in seconds."""
        return self._phase.spent + (self._cpu_seconds if self._phase.clock == "cpu" else time.monotonic() - self._began)

    def ended(self, how: str) -> ProcessEnded:
        """Return how the process ended."""
        return ProcessEnded(how, self._phase.name, self._seconds, self._cpu_seconds, self._peak)

    def broken_limit(self) -> str:
        """Return the name of the exceeded limit, or ""."""
        if self._base < 0:
            return ""
        limit = self._limit(time.monotonic() > self._next_look_at_family)
        return limit and self._limit(look_at_family=True)  # count the family again: some processes may have ended

    def _limit(self, look_at_family: bool) -> str:
        used = 0
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self._process)
            cpu_seconds, used = _cpu_of(process), self._added(process)
            if look_at_family:
                began = time.monotonic()
                family = process.children(recursive=True)  # takes long if the machine has many processes
                self._memory_of_family = sum(map(self._added, family))
                self._cpu_of_family = sum(map(_cpu_of, family))
                self._next_look_at_family = (ended := time.monotonic()) + (ended - began) / SHARE_FOR_FAMILY
            self._cpu_seconds = max(0.0, cpu_seconds + self._cpu_of_family - self._cpu_before)
            used += self._memory_of_family
            self._peak = max(self._peak, used - self._memory_before)
        if used > self._most:
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
