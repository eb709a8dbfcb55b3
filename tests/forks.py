"""Scripts that start at once: each runs in a fork of a process that has loaded the packages.

A run has a process, streams, a status and memory to itself. It is spared only the imports, which take ten times as long as most
scripts work. Tests of imports, signals and what Python reads from the environment when it starts need `subprocess` instead.
"""

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib import import_module
from importlib.util import spec_from_loader
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = "matplotlib.backends.backend_agg ortools.sat.python.cp_model pandas psutil rich.progress rich.table scipy.optimize"
"""What scripts load when they need it, beside numba."""


class Forks:
    """A process that has loaded the packages, and runs scripts in forks of itself, one after another."""

    def __init__(self):
        self._socket, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "tests.forks", str(theirs.fileno())]
            quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
            self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()], start_new_session=True, **quiet)
        self._replies = self._socket.makefile("rb", buffering=0)

    def run(self, words, *, stdin, environment, seconds, path=(), without=None):
        """Run a script, and return what it said and its status, as `subprocess.run` does.

        Parameters
        ----------
        words : the name of the script, and its arguments.
        path : folders in which Python looks for modules before all others.
        without : a package that is found missing.
        """
        with tempfile.TemporaryDirectory() as folder:
            streams = [Path(folder) / name for name in ("stdin", "stdout", "stderr")]
            streams[0].write_bytes(stdin)
            request = {"words": words, "environment": environment, "path": path, "without": without}
            status = self._status(request | {"streams": [*map(str, streams)]}, seconds)
            output, messages = (stream.read_bytes().decode() for stream in streams[1:])
        return subprocess.CompletedProcess(words, status, output, messages)

    def _status(self, request, seconds):
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        process = int(self._replies.readline())
        if not select.select([self._replies], [], [], seconds)[0]:
            os.killpg(process, signal.SIGKILL)
            self._replies.readline()
            raise subprocess.TimeoutExpired(request["words"], seconds)
        return int(self._replies.readline())

    def end(self):
        """End the process."""
        self._replies.close()
        self._socket.close()
        self._process.wait()


def _main():
    ended = _Ended()
    atexit.register(ended)  # the first of all, which Python calls last
    _load()
    request = _serve(socket.socket(fileno=int(sys.argv[1])))
    if request is not None:
        try:
            _run(request)
        except SystemExit as end:
            ended.status = end.code
            raise


class _Ended:
    """How a script ended. It leaves before Python takes all modules apart, which takes longer than most scripts work."""

    status = None

    def __call__(self):
        if self.status is not None:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(self.status)


def _load():
    """Load the packages, and the modules of graphs and solvers that need no numba."""
    paths = [path.relative_to(ROOT).with_suffix("") for room in ("graphs", "solvers") for path in (ROOT / room).rglob("*.py")]
    sys.modules["numba"] = None
    for name in [*PACKAGES.split(), *(".".join(path.parts) for path in paths if not path.name.startswith("__"))]:
        with suppress(ImportError):
            import_module(name)
    del sys.modules["numba"]
    before = set(sys.modules)
    numba = import_module("numba")
    numba.njit(lambda: 0)()  # the first compilation loads most of it
    sys.meta_path.insert(0, _Hidden({name: sys.modules.pop(name) for name in set(sys.modules) - before}))
    gc.collect()
    gc.freeze()


class _Hidden:
    """Modules that are loaded and not seen until they are imported: some methods look whether numba is loaded."""

    def __init__(self, modules):
        self._modules = modules

    def find_spec(self, name, path=None, target=None):
        return spec_from_loader(name, self) if name in self._modules else None

    def create_module(self, spec):
        return self._modules[spec.name]

    def exec_module(self, module):
        sys.modules.update(self._modules)


def _serve(master):
    """Start a fork for each request, and send its number, then its status. Return the request in the fork, None at the end."""
    with master, master.makefile("rb") as requests:
        for request in requests:
            process = os.fork()
            if not process:
                os.setsid()
                return json.loads(request)
            master.sendall(b"%d\n" % process)
            master.sendall(b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
    return None


def _run(request):
    """Run a script in this process."""
    for number, name in enumerate(request["streams"]):
        stream = os.open(name, os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY)
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(request["environment"])
    script, *arguments = request["words"]
    sys.argv = [f"scripts/{script}", *arguments]
    sys.path[:0] = request["path"]
    if request["without"]:
        sys.modules[request["without"]] = None
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    _main()
