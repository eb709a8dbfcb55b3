"""Limits on the time and memory of a call in a worker process. A call may have phases with separate time limits.

The *family* of a process consists of all processes that descend from it. Their memory and processor time count as its own.
"""

from __future__ import annotations

import math
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import psutil

from solvers.core.errors import SolverError

SLEEPING = 10
"""Maximum wall time of a phase, as a multiple of its time limit, even if the limit is on processor time."""
LINUX = sys.platform == "linux"
PAGE = os.sysconf("SC_PAGE_SIZE") if LINUX else 0


class WorkerPhase(NamedTuple):
    """A phase of a call, with its own time limit."""

    name: str
    seconds: float = math.inf
    spent: float = 0.0
    clock: str = "wall"


worker_phase_watcher: ContextVar[Callable[[WorkerPhase], object]] = ContextVar("worker_phase_watcher", default=bool)
"""The function that receives each new phase of a call."""


def begin_worker_phase(name: str, seconds: float = math.inf, spent: float = 0.0, clock: str = "wall") -> None:
    """Begin or resume a phase of the current call."""
    worker_phase_watcher.get()(WorkerPhase(name, seconds, spent, clock))


def worker_memory(process: int | None = None) -> int:
    """Return a process's resident memory in bytes, or 0 if unreadable."""
    with suppress(psutil.Error, OSError):
        if LINUX:  # psutil takes ten times as long
            with open(f"/proc/{process or 'self'}/statm", "rb", 0) as file:
                return int(file.read().split()[1]) * PAGE
        return psutil.Process(process).memory_info().rss
    return 0


@dataclass(eq=False)
class ProcessEnded(SolverError):
    """Raised if a process ends during its call.

    The times and the memory are those of its last phase.
    """

    how: str
    phase: str = "start"
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory: int = 0

    def __str__(self) -> str:
        return f"a worker process ended: {self.how}"


class WatchedCall:
    """A call in a child process, whose time and memory are measured."""

    reply = b""
    is_faulty = False

    def __init__(self, process: int, memory: int) -> None:
        self._process, self._most = process, memory
        self._phase, self._base = WorkerPhase("start"), -1
        self._began = time.monotonic()
        self._cpu_before = self._cpu_seconds = 0.0
        self._memory_before = self._peak = 0

    def read(self, data: bytes) -> None:
        """Read a message of the process, which may be invalid."""
        try:
            phase, self.reply, cpu_seconds, memory = pickle.loads(data)
            if phase:
                self._phase, self._began, self._cpu_before, self._cpu_seconds = phase, time.monotonic(), cpu_seconds, 0.0
                self._base = memory if self._base < 0 else self._base
                self._memory_before, self._peak = memory - self._base, 0
        except Exception:  # an invalid message can raise any error
            self.is_faulty = True

    @property
    def _seconds(self) -> float:
        """The time spent in the current phase, in seconds."""
        return self._phase.spent + (self._cpu_seconds if self._phase.clock == "cpu" else time.monotonic() - self._began)

    def ended(self, how: str) -> ProcessEnded:
        """Return the error for a process that has ended."""
        return ProcessEnded(how, self._phase.name, self._seconds, self._cpu_seconds, self._peak)

    def broken_limit(self) -> str:
        """Return the name of the exceeded limit, or ""."""
        if self._base < 0:
            return ""
        family = [*_family(self._process)]
        self._cpu_seconds = max(0.0, sum(map(_cpu_of, family)) - self._cpu_before)
        used = sum(max(0, worker_memory(each) - self._base) for each in family)
        self._peak = max(self._peak, used - self._memory_before)
        if used > self._most:
            return "memory limit"
        is_asleep = time.monotonic() - self._began > SLEEPING * self._phase.seconds
        return "time limit" if is_asleep or self._seconds > self._phase.seconds else ""


def _family(process: int) -> Iterator[int]:
    """Yield a process and its descendants."""
    yield process
    with suppress(psutil.Error, OSError):
        if lists := [*Path(f"/proc/{process}/task").glob("*/children")]:  # psutil would read the files of all processes
            for child in " ".join(each.read_text() for each in lists).split():
                yield from _family(int(child))
        else:
            yield from (each.pid for each in psutil.Process(process).children(recursive=True))


def _cpu_of(process: int) -> float:
    """Return the processor time of a process and its ended children, in seconds."""
    with suppress(psutil.Error):
        return sum(psutil.Process(process).cpu_times()[:4])
    return 0.0
