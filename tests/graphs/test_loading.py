"""Loading code is no part of any time limit, in whatever thread and however deep."""

import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import pytest

from graphs.loading import clock, load, loading, watch_loading
from solvers import Budget, BudgetSpent, Meter


def waits(seconds):
    until = perf_counter() + seconds
    while perf_counter() < until:
        pass


def test_the_clock_stands_still_while_code_is_loaded():
    meter = Meter(Budget(seconds=0.05))
    with loading():
        waits(0.05)
        with loading():
            waits(0.01)
    meter.check()
    waits(0.05)
    with pytest.raises(BudgetSpent):
        meter.check()


def test_the_clock_goes_on_after_a_module_that_cannot_be_imported():
    with pytest.raises(ImportError):
        load("no_such_module")
    started = clock()
    waits(0.01)
    assert clock() - started >= 0.01


def test_what_one_thread_loads_stops_no_clock_of_another():
    def loads():
        with loading():
            waits(0.01)

    started = clock()
    with ThreadPoolExecutor(1) as other:
        other.submit(loads).result()
    assert clock() - started >= 0.01


def test_only_what_is_not_there_yet_is_loaded(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "a_module_that_waits.py").touch()
    seen = []
    with watch_loading(seen.append):
        load("sys", "a_module_that_waits")
        load("a_module_that_waits")
    assert seen == [True, False]
    del sys.modules["a_module_that_waits"]
