"""Workers that are killed from outside: their runs are made again, and no solver is blamed; crashes are, until `--retry`."""

import os
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from solvers.comparison import Store
from tests.processes import PLUG_IN, assert_all_end, traced, wait_until

ROOT = Path(__file__).parents[2]
AGREED, DISAGREED = 0, 4
SECONDS_TO_START = 30
CORNER = ["--boards", "5x5", "--starts", "0,0", "--time-limit", "60", "--jobs", "1"]
INTERRUPTED = "Interrupted from outside, which is no fault of a solver: 1 run."


@pytest.fixture
def begun(monkeypatch, tmp_path):
    """Return how often the solvers of the plug-in have begun."""
    file = tmp_path / "begun"
    monkeypatch.setenv("ILL_BEHAVED_BEGUN", str(file))
    return lambda: len(file.read_text().splitlines()) if file.exists() else 0


@pytest.fixture
def compare_killed(compare, tmp_path):
    """Compare a solver that is killed by a signal so many times, and return the status, the report, and how its run ended.

    With `--option` each comparison first tries the values of the options, in a run of its own.
    """

    def run(by, times, *more):
        options = [word for option in (f"by={by}", f"times={times}") for word in ("--option", f"is-killed:{option}")]
        words = [*CORNER, "--solvers", "is-killed", *options, "--out", tmp_path / "kept", *more]
        done = compare(*words, plug_ins=True, without="matplotlib")  # which draws plots
        return done.returncode, done.stdout, *terminations(tmp_path / "kept")

    return run


def terminations(folder):
    with Store.read(folder) as store:
        return [termination for (termination,) in store.rows(["termination"])]


def test_a_run_whose_worker_was_killed_is_made_again_at_once(compare, begun):
    done = compare(*CORNER, "--solvers", "is-killed", plug_ins=True)
    assert done.returncode == AGREED
    assert "Interrupted" not in done.stdout
    assert begun() == 3


def test_a_run_that_is_killed_each_time_is_made_again_by_the_same_command(compare_killed, begun):
    status, report, termination = compare_killed("SIGKILL", 6)
    assert (status, termination, begun()) == (AGREED, "interrupted", 6)
    assert INTERRUPTED in report
    status, report, termination = compare_killed("SIGKILL", 6)
    assert (status, termination, begun()) == (AGREED, "found", 8)
    assert "Interrupted" not in report


def test_a_run_that_crashed_is_a_fault_until_it_is_made_again_on_demand(compare_killed, begun):
    assert compare_killed("SIGSEGV", 2)[::2] == (DISAGREED, "crashed: SIGSEGV")
    assert begun() == 2
    assert compare_killed("SIGSEGV", 2)[::2] == (DISAGREED, "crashed: SIGSEGV")
    assert begun() == 3  # to try the values of the options
    assert compare_killed("SIGSEGV", 2, "--retry")[::2] == (AGREED, "found")
    assert begun() == 5


def test_a_worker_that_someone_kills_again_and_again_ends_its_run_and_no_other(begun, tmp_path):
    mark = f"KNIGHTS_TOUR_TEST_{uuid.uuid4().hex}"
    path = os.pathsep.join([str(PLUG_IN), os.environ.get("PYTHONPATH", "")])
    words = [*CORNER, "--solvers", "hangs", "warnsdorff", "--out", str(tmp_path / "kept")]
    with subprocess.Popen(
        [sys.executable, "scripts/compare.py", *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path, mark: "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        for times in (1, 2, 3):
            wait_until(lambda times=times: begun() == times, SECONDS_TO_START)
            (worker,) = (each for each in traced(mark) if "worker.serve(" in " ".join(each.cmdline()))
            worker.send_signal(signal.SIGKILL)
        report = process.communicate(timeout=60)[0]
    assert_all_end(mark)
    assert (process.returncode, terminations(tmp_path / "kept")) == (AGREED, ["interrupted", "found"])
    assert INTERRUPTED in report
    assert "(1 interrupted from outside)" in (tmp_path / "kept" / "page.html").read_text()
