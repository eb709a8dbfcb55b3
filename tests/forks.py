"""Scripts that start at once: each runs in a fork of a process that has loaded their modules (`tests.loaded`).

A run has a process, streams, a status and memory to itself. Tests of signals, and of what Python reads from the environment or
imports, need a process that starts from nothing: the fixtures `begin` and `alone`.
"""

import os
import runpy
import signal
import subprocess
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path

from tests.processes import ROOT

FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["tests.loaded"])


def run(words, *, stdin, environment, seconds, path=(), without=None):
    """Run a script, and return what it said and its status, as `subprocess.run` does.

    Parameters
    ----------
    words : the name of the script, and its arguments.
    path : folders in which Python looks for modules before all others, and then in that of the scripts.
    without : a package that is found missing.
    """
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder) / name for name in ("stdin", "stdout", "stderr")]
        streams[0].write_bytes(stdin)
        process = FORKS.Process(target=_run, args=(words, streams, environment, path, without))
        process.start()
        process.join(seconds)
        if process.is_alive():
            os.killpg(process.pid, signal.SIGKILL)
            raise subprocess.TimeoutExpired(words, seconds)
        return subprocess.CompletedProcess(words, process.exitcode, *(stream.read_bytes().decode() for stream in streams[1:]))


def _run(words, streams, environment, path, without):
    os.setsid()
    for number, name in enumerate(streams):
        os.dup2(os.open(name, os.O_RDWR | os.O_CREAT), number)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [f"scripts/{words[0]}", *words[1:]]
    sys.path[:0] = [*path, "scripts"]
    if path:
        sys.modules["solvers.core.registry"].packages_distributions.cache_clear()
    if without:
        sys.modules[without] = None
    os.chdir(ROOT)
    runpy.run_path(sys.argv[0], run_name="__main__")
