import importlib
import sys
import uuid

import pytest

from solvers import solver_names
from solvers.comparison.processes.warm import warm_process
from solvers.registry import unregister
from tests.processes import PLUG_IN, assert_all_end


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
