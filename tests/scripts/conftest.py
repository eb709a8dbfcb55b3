from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.processes import PLUG_IN

ROOT = Path(__file__).parents[2]
Done = subprocess.CompletedProcess


@pytest.fixture(scope="session")
def script() -> Callable[..., Done]:
    """Run a script as a person does, from the root of the repo: `script("solve.py", "8x8", "--json")`."""

    def run(
        name: str,
        *arguments: object,
        stdin: str | bytes = "",
        plug_ins: bool = False,
        columns: int = 120,
        seconds: float = 120,
    ) -> Done:
        surroundings = os.environ | {"COLUMNS": str(columns)}
        if plug_ins:
            surroundings["PYTHONPATH"] = os.pathsep.join([str(PLUG_IN), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(
            [sys.executable, f"scripts/{name}", *map(str, arguments)],
            cwd=ROOT,
            env=surroundings,
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            capture_output=True,
            timeout=seconds,
            start_new_session=True,
        )
        return Done(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture(scope="session")
def scripts_at_once(script: Callable[..., Done]) -> Callable[..., dict[str, Done]]:
    """Run a script once for each case, arguments and standard input, several at a time, for one by one would take long."""

    def run(name: str, cases: Mapping[str, tuple[Sequence[object], str]]) -> dict[str, Done]:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            done = pool.map(lambda case: script(name, *case[0], stdin=case[1]), cases.values())
            return dict(zip(cases, done, strict=True))

    return run


WITHOUT = """
import importlib.util, runpy, sys
find_spec = importlib.util.find_spec
package = sys.argv.pop()
importlib.util.find_spec = lambda name, *rest: None if name == package else find_spec(name, *rest)
sys.path.insert(0, "scripts")
del sys.argv[0]
runpy.run_path(f"scripts/{sys.argv[0]}", run_name="__main__")
"""


@pytest.fixture(scope="session")
def script_without() -> Callable[..., Done]:
    """Run a script as if a package were not installed: `script_without("matplotlib", "compare.py", "--boards", "5x5")`."""

    def run(package: str, *words: object) -> Done:
        command = [sys.executable, "-c", WITHOUT, *map(str, words), package]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)

    return run


@pytest.fixture(scope="session")
def without_matplotlib(script_without: Callable[..., Done]) -> Callable[..., Done]:
    return partial(script_without, "matplotlib")


@pytest.fixture
def compare(script):
    return lambda *arguments, **how: script("compare.py", *arguments, **how)


@pytest.fixture
def check(script):
    return lambda *arguments, **how: script("check.py", *arguments, **how)


@pytest.fixture
def document(check):
    """The JSON document of a run, and its exit status."""

    def run(*arguments, **how):
        done = check(*arguments, "--json", **how)
        assert done.stdout.count("\n") == 1
        return json.loads(done.stdout), done.returncode

    return run
