"""Solvers that are registered for a while."""

import sys
from contextlib import contextmanager
from importlib import import_module

import pytest

from solvers import solver_names
from solvers.core.registry import unregister
from solvers.workers.slots import current_slot
from tests.processes import PLUG_IN


@contextmanager
def same_solvers_afterwards():
    before = set(solver_names())
    yield
    for name in set(solver_names()) - before:
        unregister(name)


@contextmanager
def ill_behaved_solvers():
    """The solvers that crash, die, leave, hang, deny are known here, and to the processes started from now on."""
    current_slot().end()
    with same_solvers_afterwards(), pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(PLUG_IN)
        import_module("ill_behaved")
        yield
    del sys.modules["ill_behaved"]
