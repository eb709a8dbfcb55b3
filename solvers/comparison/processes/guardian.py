"""A guardian: a small process that ends the workers of a master that has died, however it died.

All workers of a master, and the processes that they start, carry its mark in their environment. When the master dies, of
`kill -9` too, the system closes the pipe between it and the guardian, which then kills every process with the mark. A worker
that hangs in C code, ignores signals, has forked or has left its session cannot escape, for the guardian needs no help from it.

This file is also a script, which imports nothing of this project, so that a guardian starts fast.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import subprocess
import sys
import threading
import time
import weakref
from typing import Any

import psutil

__all__ = ["Guardian", "end_family"]

PATIENCE = 5.0
"""Seconds after which processes that cannot be killed are left to the system."""
BETWEEN_LOOKS = 0.002
START = "import json, runpy, sys; sys.path[:] = json.loads(sys.argv[1]); runpy.run_path(sys.argv[2], run_name='__main__')"


class Guardian:
    """The guardian of this process's workers.

    Attributes
    ----------
    mark : the variable that all workers have in their environment.
    """

    def __init__(self) -> None:
        self.mark = f"KNIGHTS_TOUR_WORKER_OF_{secrets.token_hex(8)}"
        self._lock = threading.Lock()
        self._popen: Any = None

    def start(self) -> None:
        """Start the guardian, if it does not live."""
        with self._lock:
            if self._popen is None or self._popen.poll() is not None:
                self._popen = subprocess.Popen(
                    [sys.executable, "-c", START, json.dumps(sys.path), __file__, self.mark],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
                weakref.finalize(self, _dismiss, self._popen, os.getpid())

    def leave(self) -> None:
        """Leave the guardian to the parent, in a process that it has forked."""
        if self._popen is not None:
            self._popen.stdin.close()


def _dismiss(popen: Any, master: int) -> None:
    if os.getpid() == master:
        popen.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            popen.wait(PATIENCE)


def end_family(mark: str, value: str | None = None, leader: int | None = None) -> None:
    """Kill a process, those with a mark in their environment, and the descendants of all these, until none is left.

    Parameters
    ----------
    mark, value : a variable of the environment, and its value; None for any value.
    leader : a process; None for none.
    """
    until = time.monotonic() + PATIENCE
    while (members := _family(mark, value, leader)) and time.monotonic() < until:
        for process in members:
            with contextlib.suppress(psutil.Error):
                process.kill()
        time.sleep(BETWEEN_LOOKS)


def _family(mark: str, value: str | None, leader: int | None) -> list[psutil.Process]:
    parents: dict[psutil.Process, int] = {}
    members = set() if leader is None else {leader}
    for each in psutil.pids():
        with contextlib.suppress(psutil.Error, OSError):  # it may have ended, or belong to someone else
            process = psutil.Process(each)
            with process.oneshot():
                if process.status() == psutil.STATUS_ZOMBIE:
                    continue
                parents[process] = process.ppid()
            environment = process.environ()
            if mark in environment and value in (None, environment[mark]):
                members.add(each)
    while more := {process.pid for process, parent in parents.items() if parent in members} - members:
        members |= more
    return [process for process in parents if process.pid in members]


if __name__ == "__main__":
    sys.stdin.read()
    end_family(sys.argv[3])
