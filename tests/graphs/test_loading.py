"""Loading code is no part of any time limit, in whatever thread and however deep, and nothing else stops the clock."""

import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, thread_time

import pytest

from graphs.loading import clock, load, loader, watch_loading
from solvers import Budget, BudgetSpent, Meter

WAITS = "import time; until = time.{} + {}\nwhile time.{} < until: pass\n"


def waits(seconds, now=perf_counter):
    until = now() + seconds
    while now() < until:
        pass


@pytest.fixture
def slow(monkeypatch, tmp_path):
    """Return the name of a module whose import takes a twentieth of a second of a clock, and imports another such one."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)

    def write(now="perf_counter()"):
        waiting = WAITS.format(now, 0.05, now)
        (tmp_path / "slow_inside.py").write_text(waiting)
        (tmp_path / "slow_outside.py").write_text(f"from graphs.loading import load; load('slow_inside')\n{waiting}")
        return "slow_outside"

    yield write
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.mark.parametrize("kind, now", [("wall", perf_counter), ("cpu", thread_time)])
def test_the_clock_stands_still_while_code_is_loaded(slow, kind, now):
    meter = Meter(Budget(seconds=0.05, clock=kind))
    load(slow(f"{now.__name__}()"))
    meter.check()
    waits(0.05, now)
    with pytest.raises(BudgetSpent):
        meter.check()


def test_a_search_cannot_stop_its_clock():
    with pytest.raises(ValueError, match=r"test_loading\.waits must not be decorated"):
        loader(waits)


def test_the_clock_goes_on_after_a_module_that_cannot_be_imported():
    with pytest.raises(ImportError):
        load("no_such_module")
    started = clock()
    waits(0.01)
    assert clock() - started >= 0.01


def test_what_one_thread_loads_stops_no_clock_of_another(slow):
    started = clock()
    with ThreadPoolExecutor(1) as other:
        other.submit(load, slow()).result()
    assert clock() - started >= 0.1


def test_only_what_is_not_there_yet_is_loaded(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "a_module_that_waits.py").touch()
    seen = []
    with watch_loading(seen.append):
        load("sys", "a_module_that_waits")
        load("a_module_that_waits")
    assert seen == [True, False]
    del sys.modules["a_module_that_waits"]
