from __future__ import annotations

import json
import os
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
    """Run a script as a person does, from the root of the repo: `script("solve.py", "8x8", "--json")`."""

    def run(
        name: str,
        *arguments: object,
        stdin: str | bytes = "",
        plug_ins: bool = False,
        columns: int = 120,
        seconds: float = 120,
        without: str | None = None,
    ) -> Done:
        return forks.run(
            [name, *map(str, arguments)],
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
