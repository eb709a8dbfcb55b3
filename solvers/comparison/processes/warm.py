"""A warm process: it carries out one call after another, and is killed with all that it has started when a limit is passed.

The process leads a session and a group of its own, which Ctrl-C at a terminal does not reach. Its start takes some tenths of a
second, a call some tenths of a millisecond.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import psutil

from solvers.comparison.processes import guardian
from solvers.errors import SolverError

__all__ = ["Phase", "ProcessEnded", "WarmProcess", "end_processes", "warm_process"]

BETWEEN_LOOKS = 0.02
"""Seconds between two looks at the memory and the clock."""
LOOKS_AT_FAMILY = 5
"""The memory of the processes that a solver has started is added at one look in so many, for to find them takes longer."""
GUARDIAN = guardian.Guardian()
START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {} import worker; worker.serve()"


class Phase(NamedTuple):
    """The part of a call that begins: its name, and the seconds that it may take."""

    name: str
    seconds: float | None = None


class ProcessEnded(SolverError):
    """A process ended before its call did.

    Attributes
    ----------
    how : `"time limit"`, `"memory limit"`, the name of a signal such as `"SIGSEGV"`, or `"exit status 3"`.
    phase : the name of the phase in which it ended.
    seconds : wall time since this phase began.
    cpu_seconds, peak_memory : of the process, when someone last looked; memory in bytes.
    """

    def __init__(self, how: str, phase: str, seconds: float, cpu_seconds: float, peak_memory: int) -> None:
        super().__init__(f"a worker process ended: {how}")
        self.how, self.phase, self.seconds = how, phase, seconds
        self.cpu_seconds, self.peak_memory = cpu_seconds, peak_memory


class WarmProcess:
    """A process that carries out calls. It starts at the first call, and again at the call after its end."""

    def __init__(self) -> None:
        self.owner = threading.current_thread()
        self._popen: subprocess.Popen[bytes] | None = None
        self._replies: SimpleQueue[tuple[str, Any] | None] = SimpleQueue()
        self._end: Callable[[], object] = bool

    def call(self, function: Callable[..., Any], *arguments: Any, memory: int | None = None) -> Any:
        """Carry out a call in the process, and return what it returns.

        Parameters
        ----------
        function : a function of a module. A generator function yields each `Phase` that it begins, and returns a value.
        memory : bytes of resident memory that the process and what it starts may take together; None for its share of the
            machine's memory.

        Raises
        ------
        ProcessEnded : the process died, or was killed at a limit of time or memory.
        BaseException : the function raised it.
        """
        popen = self._started()
        try:
            assert popen.stdin is not None
            pickle.dump((function, arguments), popen.stdin, protocol=pickle.HIGHEST_PROTOCOL)
            popen.stdin.flush()
            kind, value = self._answer(popen, _share_of_memory() if memory is None else memory)
        except BrokenPipeError:
            raise self._ended(popen, _Watched(popen.pid), Phase("start"), "") from None
        except BaseException:
            self.end()
            raise
        result, has_children = value
        if has_children:  # they would take time from the next call
            self.end()
        if kind == "raised":
            raise result
        return result

    def end(self) -> None:
        """Kill the process and all that it has started."""
        self._end()
        self._popen = None

    def _answer(self, popen: subprocess.Popen[bytes], memory: int) -> tuple[str, Any]:
        """Wait for the end of the call, and watch the limits meanwhile."""
        watched, phase = _Watched(popen.pid), Phase("start")
        while True:
            try:
                reply = self._replies.get(timeout=BETWEEN_LOOKS)
            except Empty:
                broken = watched.broken_limit(phase, memory)
                if broken:
                    raise self._ended(popen, watched, phase, broken) from None
                continue
            if reply is None:
                raise self._ended(popen, watched, phase, "")
            if reply[0] != "phase":
                return reply
            phase = reply[1]
            watched.began = time.monotonic()

    def _ended(self, popen: subprocess.Popen[bytes], watched: _Watched, phase: Phase, limit: str) -> ProcessEnded:
        seconds = time.monotonic() - watched.began
        if not limit:
            with contextlib.suppress(subprocess.TimeoutExpired):  # it may have closed its pipe, and live
                popen.wait(BETWEEN_LOOKS)
        self.end()
        return ProcessEnded(limit or _described(popen.returncode), phase.name, seconds, watched.cpu_seconds, watched.peak)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._popen is not None:
            return self._popen
        popen = subprocess.Popen(
            [sys.executable, "-c", START.format(__package__), json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        GUARDIAN.note("+", popen.pid)
        self._end = weakref.finalize(self, _end, popen)
        self._replies = SimpleQueue()
        threading.Thread(target=_read, args=(popen, self._replies), daemon=True).start()
        if self._replies.get() is None:
            assert popen.stderr is not None
            why = popen.stderr.read().decode(errors="replace").strip().rpartition("\n")[2]
            self.end()
            if not why and popen.returncode < 0:
                raise ProcessEnded(_described(popen.returncode), "start", 0.0, 0.0, 0)
            raise SolverError(f"a worker process cannot start: {why or _described(popen.returncode)}")
        self._popen = popen
        return popen


@dataclass
class _Watched:
    """What is seen of a process while a call goes on: when its phase began, its processor time, its greatest memory."""

    process: int
    looks: int = 0
    cpu_seconds: float = 0.0
    peak: int = 0

    def __post_init__(self) -> None:
        self.began = time.monotonic()

    def broken_limit(self, phase: Phase, memory: int) -> str:
        """Look at the process, and return the limit that it has passed, or an empty string."""
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self.process)
            used = process.memory_info().rss
            self.looks += 1
            if self.looks % LOOKS_AT_FAMILY == 0:
                self.cpu_seconds = sum(process.cpu_times()[:2])
                for child in process.children(recursive=True):
                    with contextlib.suppress(psutil.Error):
                        used += child.memory_info().rss
            self.peak = max(self.peak, used)
            if used > memory:
                return "memory limit"
        seconds = time.monotonic() - self.began
        return "time limit" if seconds > (math.inf if phase.seconds is None else phase.seconds) else ""


def _read(popen: subprocess.Popen[bytes], replies: SimpleQueue[tuple[str, Any] | None]) -> None:
    """Queue what the process writes, and None at its end."""
    assert popen.stdout is not None
    with contextlib.suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
        while True:
            replies.put(pickle.load(popen.stdout))
    replies.put(None)


def _end(popen: subprocess.Popen[bytes]) -> None:
    guardian.end_group(popen.pid)
    popen.wait()
    GUARDIAN.note("-", popen.pid)
    for stream in (popen.stdin, popen.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


def _described(status: int | None) -> str:
    if status is None:
        return "it closed its pipe"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"exit status {status}"


_processes = threading.local()
_living: weakref.WeakSet[WarmProcess] = weakref.WeakSet()


def warm_process() -> WarmProcess:
    """Return the warm process of this thread."""
    if not hasattr(_processes, "own"):
        _processes.own = WarmProcess()
        _living.add(_processes.own)
    process: WarmProcess = _processes.own
    return process


def end_processes(threads: Collection[threading.Thread]) -> None:
    """End the warm processes of threads that are to end, until all of these have ended."""
    while any(thread.is_alive() for thread in threads):
        for process in list(_living):
            if process.owner in threads:
                process.end()
        for thread in threads:
            thread.join(BETWEEN_LOOKS)


@cache
def _share_of_memory() -> int:
    """Return four fifths of the machine's memory, divided by the number of cores, in bytes."""
    total = psutil.virtual_memory().total
    for limit in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with contextlib.suppress(OSError, ValueError):
            total = min(total, int(Path(limit).read_text()))
    return total * 4 // 5 // (os.cpu_count() or 1)
