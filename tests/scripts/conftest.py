from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import pytest

from tests.forks import Forks
from tests.processes import PLUG_IN

Done = subprocess.CompletedProcess


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    """A process that has loaded the packages."""
    started = Forks()
    yield started
    started.end()


@pytest.fixture(scope="session")
def script(forks: Forks) -> Callable[..., Done]:
    """Run a script as a person does, from the root of the repo: `script("check.py 3x4 --pairs", "--svg", path)`."""

    def run(
        line: str,
        *more: object,
        stdin: str | bytes = "",
        plug_ins: bool = False,
        columns: int = 120,
        seconds: float = 120,
        without: str | None = None,
    ) -> Done:
        return forks.run(
            [*shlex.split(line), *map(str, more)],
            stdin=stdin if isinstance(stdin, bytes) else stdin.encode(),
            environment=os.environ | {"COLUMNS": str(columns)},
            path=[str(PLUG_IN)] if plug_ins else [],
            without=without,
            seconds=seconds,
        )

    return run


@pytest.fixture(scope="session")
def scripts_at_once(script: Callable[..., Done]) -> Callable[..., dict[str, Done]]:
    """Run a script once for each case, arguments and standard input."""

    def run(name: str, cases: Mapping[str, tuple[Sequence[object], str]]) -> dict[str, Done]:
        return {case: script(name, *arguments, stdin=text) for case, (arguments, text) in cases.items()}

    return run


@pytest.fixture(scope="session")
def script_without(script: Callable[..., Done]) -> Callable[..., Done]:
    """Run a script as if a package were not installed: `script_without("matplotlib", "compare.py", "--boards", "5x5")`."""
    return lambda package, *words: script(*words, without=package)


@pytest.fixture(scope="session")
def without_matplotlib(script_without: Callable[..., Done]) -> Callable[..., Done]:
    return partial(script_without, "matplotlib")


def command(name):
    """A fixture that runs one script: `check("3x4 --pairs", "--svg", path)`."""

    @pytest.fixture(scope="session")
    def run(script):
        return lambda line="", *more, **how: script(f"{name}.py {line}", *more, **how)

    return run


check, compare, count, solve = map(command, ("check", "compare", "count", "solve"))


@pytest.fixture(scope="session")
def document(script):
    """The JSON document of a run, and its exit status: `document("check.py 3x4")`."""

    def run(line, *more, **how):
        done = script(line, *more, "--json", **how)
        assert (done.stdout.count("\n"), done.stdout[:1]) == (1, "{")
        return json.loads(done.stdout), done.returncode

    return run
