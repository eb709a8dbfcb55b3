"""A guardian: a small process that ends the workers of a master that has died, however it died.

The master writes `+PID` for each worker that it starts, and `-PID` when the worker is gone. When the master dies, of `kill -9`
too, the system closes the pipe between them; the guardian then kills what is left. A worker that hangs in C code, ignores
signals or has forked cannot escape, for the guardian needs no help from it.

This file is also a script, which imports nothing of this project, so that a guardian starts in a few milliseconds.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from typing import Any

import psutil

__all__ = ["Guardian", "end_group", "watch"]


class Guardian:
    """The guardian of this process's workers, which starts with the first of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._popen: subprocess.Popen[str] | None = None

    def note(self, sign: str, worker: int) -> None:
        """Tell the guardian that a worker has started, `+`, or is gone, `-`."""
        with self._lock, contextlib.suppress(BrokenPipeError):
            if self._popen is None or self._popen.poll() is not None:
                self._popen = _started()
            assert self._popen.stdin is not None
            self._popen.stdin.write(f"{sign}{worker}\n")
            self._popen.stdin.flush()


def _started() -> subprocess.Popen[str]:
    silent: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = [sys.executable, "-I", __file__]
    return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True, text=True, **silent)


def end_group(leader: int) -> None:
    """Kill a process, the processes of its group, and its descendants in other groups."""
    descendants: list[psutil.Process] = []
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(leader)
        descendants = [*process.children(recursive=True), process]
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
    for each in descendants:
        with contextlib.suppress(psutil.Error):
            each.kill()


def watch(lines: Iterable[str]) -> None:
    """Read the comings and goings of workers, and end those that are left when the lines end."""
    living: set[int] = set()
    for line in lines:
        (living.add if line[0] == "+" else living.discard)(int(line[1:]))
    for leader in living:
        end_group(leader)


if __name__ == "__main__":
    watch(sys.stdin)
