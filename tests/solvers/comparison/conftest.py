import importlib
import os
import sys
import time
import uuid
from pathlib import Path

import psutil
import pytest

from solvers import solver_names
from solvers.comparison.processes import warm_process
from solvers.registry import unregister

PLUG_IN = Path(__file__).parents[2] / "data" / "plug_in"
SECONDS_TO_END = 2


@pytest.fixture(scope="module")
def ill_behaved():
    """The plug-in with the solvers that crash, die, leave, hang, deny: known here and to the processes started from now on."""
    before = set(solver_names())
    warm_process().end()
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(PLUG_IN)
        importlib.import_module("ill_behaved")
        yield
        for name in set(solver_names()) - before:
            unregister(name)
        del sys.modules["ill_behaved"]


@pytest.fixture
def trace(monkeypatch):
    """A variable in the environment of every process that is started in a test; after the test none of them lives."""
    warm_process().end()
    name = f"KNIGHTS_TOUR_TEST_{uuid.uuid4().hex}"
    monkeypatch.setenv(name, "1")
    yield name
    warm_process().end()
    assert_all_end(name)


def traced(name):
    """Return the living processes that have a variable in their environment. A guardian lives as long as its master."""
    living = []
    for process in psutil.process_iter():
        try:
            dead = process.status() == psutil.STATUS_ZOMBIE
            if not dead and name in process.environ() and not is_our_guardian(process):
                living.append(process)
        except psutil.Error:
            continue
    return living


def is_our_guardian(process):
    return process.ppid() == os.getpid() and any(word.endswith("guardian.py") for word in process.cmdline())


def assert_all_end(name):
    wait_until(lambda: not traced(name))


def wait_until(condition, seconds=SECONDS_TO_END):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)
