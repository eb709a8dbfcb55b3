from __future__ import annotations

import io
import json
import os
import runpy
import shlex
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from tests.checker import load_checker
from tests.processes import PATIENCE, PLUG_IN, ROOT, assert_all_end
from tests.registered import ill_behaved_solvers, same_solvers_afterwards

Done = subprocess.CompletedProcess


@pytest.fixture(scope="session")
def script():
    """Run a script as a person does, from the root of the repo: `script("check.py 3x4 --pairs", "--svg", path)`.

    It runs in the process of the test. With `without="matplotlib"` it runs as if this package were not installed.
    """

    def run(line, *more, stdin="", columns=120, without=None, plug_ins=False):
        words = [*shlex.split(line), *map(str, more)]
        given, out, err = map(stream, (stdin if isinstance(stdin, bytes) else stdin.encode(), b"", b""))
        handler = signal.getsignal(signal.SIGINT)
        with ill_behaved_solvers() if plug_ins else same_solvers_afterwards(), pytest.MonkeyPatch.context() as patch:
            patch.chdir(ROOT)
            patch.setenv("COLUMNS", str(columns))
            patch.setattr(sys, "argv", words)
            if without:
                patch.setitem(sys.modules, without, None)
            for name, each in (("stdin", given), ("stdout", out), ("stderr", err)):
                patch.setattr(sys, name, each)
            with pytest.raises(SystemExit) as ended:
                runpy.run_path(f"scripts/{words[0]}", run_name="__main__")
        signal.signal(signal.SIGINT, handler)
        return Done(words, ended.value.code or 0, *(each.buffer.getvalue().decode() for each in (out, err)))

    return run


def stream(content):
    return io.TextIOWrapper(io.BytesIO(content), "utf-8", write_through=True)


def command(name):
    """A fixture that runs one script: `check("3x4 --pairs", "--svg", path)`."""

    @pytest.fixture(scope="session")
    def run(script):
        return lambda line="", *more, **how: script(f"{name}.py {line}", *more, **how)

    return run


check, compare, count, puzzle, report, solve = map(command, ("check", "compare", "count", "puzzle", "report", "solve"))


@pytest.fixture(scope="session")
def document(script):
    """The JSON document of a run, and its exit status: `document("check.py 3x4")`."""

    def run(line, *more, **how):
        done = script(line, *more, "--json", **how)
        assert (done.stdout.count("\n"), done.stdout[:1]) == (1, "{")
        return json.loads(done.stdout), done.returncode

    return run


@pytest.fixture
def with_constants(monkeypatch, capsys):
    """Run a script in this process with other values of its constants, and return what it prints."""

    def run(name, *words, **constants):
        module = runpy.run_path(str(ROOT / "scripts" / name))
        module["main"].__globals__.update(constants)
        monkeypatch.setattr(sys, "argv", [name, *map(str, words)])
        assert module["main"]() == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def checked(monkeypatch, capsys, tmp_path):
    """Run the checker of certificates in this process on a path, a document or bytes; return its status and what it prints."""
    checker = load_checker()

    def run(what, *arguments):
        path = what if isinstance(what, Path) else tmp_path / "it.json"
        if path is not what:
            path.write_bytes(what if isinstance(what, bytes) else json.dumps(what).encode())
        monkeypatch.setattr(sys, "argv", ["check_certificate.py", str(path), *arguments])
        return checker.main(), "".join(capsys.readouterr())

    return run


@pytest.fixture
def begin(tmp_path_factory):
    """Start a script in a Python that starts from nothing. After the test, all its processes end.

    `first` is a program that Python runs before the script, in all its processes; `environment` adds to ours.
    """
    mark = f"KNIGHTS_TOUR_TEST_{uuid.uuid4().hex}"

    def start(line, *more, first="", plug_ins=False, environment=(), **how):
        folder = tmp_path_factory.mktemp("first")
        (folder / "sitecustomize.py").write_text(first)
        path = [str(folder), *([str(PLUG_IN)] if plug_ins else []), str(ROOT)]
        name, *words = line.split()
        return subprocess.Popen(
            [sys.executable, ROOT / "scripts" / name, *words, *map(str, more)],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path), mark: "1"} | dict(environment),
            **{"cwd": ROOT, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
            | {"start_new_session": True}
            | how,
        )

    yield start
    assert_all_end(mark)


@pytest.fixture
def alone(begin):
    """Run a script in a Python that starts from nothing, to its end."""

    def run(line, *more, **how):
        with begin(line, *more, **how) as process:
            said = process.communicate(timeout=PATIENCE)
        return Done(process.args, process.returncode, *said)

    return run
