"""A guardian: a small process that kills the workers of a master process after the master has died for any reason.

The *master* is the process that starts workers. Its *mark* is the name of an environment variable that all of its workers and
their descendants have. When the master dies, even by `kill -9`, the operating system closes the pipe between the master and its
guardian. The guardian then kills every process with the mark. The workers need not cooperate: a worker that hangs in C code,
ignores signals, forks or leaves its session is also killed.

This file is also run as a script. It imports nothing from this project, so that a guardian starts fast.
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

KILLING_TIME = 5.0
"""Maximum number of seconds for killing processes. Processes that still run after this time are left alone."""
BETWEEN_LOOKS = 0.002
"""Number of seconds between two searches for processes to kill."""
START = "import json, runpy, sys; sys.path[:] = json.loads(sys.argv[1]); runpy.run_path(sys.argv[2], run_name='__main__')"


class Guardian:
    """A separate process that waits until the current process has died, for any reason, and then kills its workers.

    Attributes
    ----------
    mark : str
        The name of an environment variable that all workers of the current process have. It is random, so that it is unique.
    """

    def __init__(self) -> None:
        self.mark = f"KNIGHTS_TOUR_WORKER_OF_{secrets.token_hex(8)}"
        self._lock = threading.Lock()
        self._popen: Any = None

    def start(self) -> None:
        """Start the guardian process unless it is running."""
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
        """In a forked child process, close the pipe to the guardian, which then watches only the parent."""
        if self._popen is not None:
            self._popen.stdin.close()


def _dismiss(popen: Any, master: int) -> None:
    if os.getpid() == master:
        popen.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            popen.wait(KILLING_TIME)


def end_family(mark: str, value: str | None = None, leader: int | None = None) -> None:
    """Kill all processes with a given environment variable, a given process, and all descendants of these processes.

    Parameters
    ----------
    mark : str
        The name of an environment variable.
    value : str, optional
        The required value of this variable. If None, every value matches.
    leader : int, optional
        The id of a process that is killed even if it does not have the environment variable. If None, there is none.

    Notes
    -----
    The search for these processes is repeated until none is left, but for at most `KILLING_TIME` seconds.
    """
    until = time.monotonic() + KILLING_TIME
    while (members := _family(mark, value, leader)) and time.monotonic() < until:
        for process in members:
            with contextlib.suppress(psutil.Error):
                process.kill()
        time.sleep(BETWEEN_LOOKS)


def _family(mark: str, value: str | None, leader: int | None) -> list[psutil.Process]:
    parents: dict[psutil.Process, int] = {}
    members = set() if leader is None else {leader}
    for each in psutil.pids():
        with contextlib.suppress(psutil.Error, OSError):  # the process may have ended, or belong to another user
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
