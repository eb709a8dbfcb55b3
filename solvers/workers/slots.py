"""Slots run calls one at a time, each in a new process forked from a template process (see `worker`).

The *master* is the process that makes the calls. A template leads its own session, so that Ctrl-C at a terminal does not reach
it.
"""

from __future__ import annotations

import json
import os
import pickle
import secrets
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from functools import cache
from typing import Any

import psutil

from solvers.core.errors import SolverError
from solvers.core.memory import available_cores, total_memory
from solvers.workers.limits import ProcessEnded
from solvers.workers.worker import described, send

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


class CallLost(SolverError, BrokenExecutor):
    """Raised if every process that executed a call died."""


class Slot:
    """A runner of one call at a time, each in a new process.

    `branch` names the branch of the template process that runs the calls (see `worker`).
    """

    def __init__(self) -> None:
        self.prepared: set[str] = set()
        self.branch = ""
        self._popen: Any = None
        self._master = os.getpid()
        self._end: Callable[[], object] = lambda: None

    def call(self, function: Callable[..., Any], *arguments: Any, memory: int | None = None) -> Any:
        """Call a function in a new process, and return its value.

        The call may begin phases (see `limits.begin_worker_phase`). `memory` limits the number of bytes that the process and
        its descendants add to their resident memory (default: `memory_per_slot()`).
        """
        reply = self._ask(function, arguments, memory_per_slot() if memory is None else memory)
        if not hasattr(os, "fork"):
            self.end()
        try:
            error, value = pickle.loads(reply)
        except Exception:  # an invalid reply can raise any error
            raise ProcessEnded("broken pipe") from None
        if error is not None:
            raise error
        return value

    def prepare(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Call a function in the template process, and ignore its value and exceptions."""
        if hasattr(os, "fork"):
            self._ask(function, arguments, None)

    def end(self) -> None:
        """End the template process and all its descendants."""
        self._popen = None
        self._end()

    def _ask(self, function: Callable[..., Any], arguments: tuple[Any, ...], memory: int | None) -> bytes:
        """Send a request to the template process, and return its reply."""
        request = pickle.dumps((function, arguments), protocol=pickle.HIGHEST_PROTOCOL)
        if self._popen is None or self._master != os.getpid() or self._popen.poll() is not None:
            self._end()  # has no effect in a forked copy of the master, which leaves the template to the master
            self._start()
        popen = self._popen
        with suppress(OSError, ValueError, AttributeError):  # it has died or was ended; then there is no reply
            send(popen.stdin, (self.branch, request, memory))
        return self._reply(popen)

    def _start(self) -> None:
        mark = secrets.token_hex(8)
        try:
            popen: Any = subprocess.Popen(
                [sys.executable, "-c", START.format(__package__), json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=os.environ | ALLOCATION | {MARK: mark},
                start_new_session=True,
            )
        except OSError as error:
            raise SolverError(f"a worker process cannot start: {error.strerror}") from error
        self._popen, self._master = popen, os.getpid()
        self.prepared.clear()
        self._end = weakref.finalize(self, _end, popen, mark, os.getpid())
        try:
            self._reply(popen)
        except ProcessEnded as ended:
            if ended.how.startswith("exit"):
                why = popen.stderr.read().decode(errors="replace").strip().rpartition("\n")[2]
                raise SolverError(f"a worker process cannot start: {why or ended.how}") from None
            raise

    def _reply(self, popen: Any) -> bytes:
        try:
            reply: bytes = pickle.load(popen.stdout)
        except Exception:  # it has ended, or its message is cut off
            if popen is None or self._popen is not popen:
                raise ProcessEnded(GIVEN_UP) from None
            self._popen = None
            with suppress(subprocess.TimeoutExpired):
                popen.wait(CLOSING)
            raise ProcessEnded(described(popen.returncode)) from None
        except BaseException:  # such as Ctrl-C: the next call must not read the reply to this one
            self.end()
            raise
        return reply


def _end(popen: Any, mark: str, master: int) -> None:
    """End a template process, and kill its remaining descendants, which have `mark` in their environment."""
    if os.getpid() != master:  # this process was forked from the master, which still uses the template
        return
    with suppress(OSError):
        popen.stdin.close()
    try:
        popen.wait(CLOSING)
    except subprocess.TimeoutExpired:
        popen.kill()
        popen.wait()
    while popen.returncode and (members := [*_marked(mark)]):
        for process in members:
            with suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(members, timeout=CLOSING)
    popen.stdout.close()
    popen.stderr.close()


def _marked(mark: str) -> Iterator[psutil.Process]:
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):  # it may have ended, or belong to another user
            if process.environ().get(MARK) == mark and process.status() != psutil.STATUS_ZOMBIE:
                yield process


class _Here(threading.local):
    def __init__(self) -> None:
        self.slot = Slot()


_here = _Here()


def current_slot() -> Slot:
    """Return the slot that runs the calls of this thread."""
    return _here.slot


@cache
def memory_per_slot() -> int:
    """Return the memory per available core, in bytes.

    It is rounded down to a multiple of 100 MB. It does not depend on how much memory is free.
    """
    return max(LEAST_MEMORY, total_memory() // available_cores() // 10**8 * 10**8)


LEAST_MEMORY = 1 << 28
"""Smallest memory limit in bytes."""
