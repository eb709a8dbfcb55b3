"""What holds for all tests: properties without a deadline; processes keep bytecode and heed signals; an order of the tests."""

import os
import signal
import sys

import pytest
from hypothesis import settings

from tests.registered import same_solvers_afterwards

settings.register_profile("usual", deadline=None, max_examples=80)  # how long an example takes depends on what else runs
settings.load_profile("usual")

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # where it is set, every process compiles all modules, a third of its time
sys.dont_write_bytecode = False

for each in (signal.SIGINT, signal.SIGHUP):  # which a shell has its processes in the background ignore, and nohup
    signal.signal(each, signal.default_int_handler if each == signal.SIGINT else signal.SIG_DFL)


@pytest.fixture(autouse=True)
def same_solvers():
    """No test sees the solvers that another one has registered."""
    with same_solvers_afterwards():
        yield


def pytest_xdist_auto_num_workers():
    """One worker more than cores, because many tests wait for processes, browsers and clocks."""
    return (os.cpu_count() or 1) + 1


LONG_TO_MAKE = {"comparison", "lies", "cluster", "caller", "browser", "knight"}


def pytest_collection_modifyitems(items):
    """Begin with the tests that share what takes seconds to make: xdist takes work from the end of a worker's share.

    Elsewhere in the order, two or three workers would make the same.
    """
    items.sort(key=lambda item: LONG_TO_MAKE.isdisjoint(getattr(item, "fixturenames", ())))
