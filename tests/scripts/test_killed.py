"""Scripts and their workers that are killed: no answer is ever cut short, and what was kept becomes whole."""

import os
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import cycle

import psutil
import pytest

from graphs.errors import FormatError
from solvers.comparison import Store
from tests.processes import PATIENCE, complaint, traced, wait_until

YES, DISAGREED, OURS = 0, 4, 70

# Python calls an audit hook at every import, file, pickled class and system call: hundreds to thousands of moments, spread over
# the whole life of a process. Those of a process that only waits are not counted. Only processes of the role count, each by
# itself; one of them is killed, or each.
AT_MOMENT = """
import os, signal, sys

words = " ".join(sys.orig_argv)
if os.environ["ROLE"] == ("worker" if "worker.serve(" in words else "master"):
    events, file = 0, os.open(f"{os.environ['EVENTS']}-{os.getpid()}", os.O_WRONLY | os.O_CREAT)
    last, killed = int(os.environ["KILLED_AT"]), os.environ["EVENTS"] + "-killed"

    def count(event, arguments):
        global events
        if event == "time.sleep" or "/proc" in str(arguments[:1]):  # their number depends on the load of the machine
            return
        events += 1
        if events == last:
            try:
                os.mkdir(killed)  # only one process can
            except FileExistsError:
                if os.environ["KILLED"] == "once":
                    return
            os.kill(os.getpid(), int(os.environ["SIGNAL"]))
        if not last:
            os.pwrite(file, b"%d" % events, 0)

    sys.addaudithook(count)
"""


@pytest.fixture
def killed(alone, tmp_path):
    """Run a script of which a process of a role is killed at a moment, and return how it ended, with `was_killed`."""

    def run(line, role, at=0, by=signal.SIGKILL, killed="once"):
        events = tmp_path / f"{role}-{at}-{killed}"
        environment = {"ROLE": role, "KILLED_AT": str(at), "SIGNAL": str(int(by)), "EVENTS": str(events), "KILLED": killed}
        done = alone(line, first=AT_MOMENT, environment=environment)
        done.was_killed = os.path.isdir(f"{events}-killed")
        done.events = max((int(file.read_text() or 0) for file in tmp_path.glob(f"{events.name}-[0-9]*")), default=0)
        return done

    return run


@pytest.fixture
def killed_at_many_moments(killed):
    """Return the undisturbed run, and runs in which a process of a role was killed at moments spread over the whole run."""

    def runs(line, role, *signals, number=4):
        whole = killed(line, role)
        assert (whole.returncode, whole.events > 100) == (YES, True)
        moments = [1 + part * whole.events // number for part in range(number)]  # the events of two runs differ by a few
        with ThreadPoolExecutor(os.cpu_count()) as several:
            ends = list(several.map(lambda at, by: killed(line, role, at, by), moments, cycle(signals)))
        assert 2 * sum(end.was_killed for end in ends) > number  # one that waited less for its workers has fewer moments
        return whole, ends

    return runs


BOTH = signal.SIGKILL, signal.SIGTERM
CHECK = "check.py --boards 3x3..5 --jobs 2 --csv"


@pytest.mark.parametrize(
    "line, signals",
    [
        (CHECK, BOTH),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in [("solve.py 8x8", BOTH[:1]), (CHECK, BOTH[:1]), (CHECK, BOTH[1:])]
        ),
    ],
)
def test_a_script_that_is_killed_has_no_status_of_an_answer_and_leaves_no_process(killed_at_many_moments, line, signals):
    """The fixture `begin` waits for the end of its workers."""
    _, ends = killed_at_many_moments(line, "master", *signals, number=8 // len(signals))
    assert [end.returncode for end in ends] == [-by if end.was_killed else YES for end, by in zip(ends, cycle(signals))]


@pytest.mark.parametrize("number", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_a_check_whose_worker_is_killed_gives_the_whole_answer(killed_at_many_moments, number):
    whole, ends = killed_at_many_moments(CHECK, "worker", signal.SIGKILL, number=number)
    assert {(end.returncode, end.stdout, end.stderr) for end in ends} == {(YES, whole.stdout, "")}


def test_a_check_whose_workers_all_die_prints_what_is_finished_and_names_the_question(killed):
    end = killed("check.py 5x5 --jobs 2", "worker", at=20, killed="always")
    assert end.returncode == OURS
    marks = [mark for line in end.stdout.splitlines()[1:6] for mark in line.split()[1:]]
    assert {"●", "?"} <= set(marks)
    open_answers, sentence = end.stderr.splitlines()
    assert open_answers == f"check.py: {marks.count('?')} answers are unknown"
    assert sentence.startswith("check.py: an open tour of 5x5 from (0, ")
    assert sentence.endswith("a worker process died twice (SIGKILL); --debug shows the traceback")


def runs_in(folder):
    """What two comparisons of the same tasks have in common; the rest are times and memory."""
    try:
        with Store.read(folder) as store:
            return list(store.rows(["termination", "id", "problem", "competitor", "reason", "answer", "nodes", "tour"]))
    except FormatError:  # it is not there yet
        return []


@pytest.mark.slow
def test_a_comparison_that_is_killed_again_and_again_becomes_whole(script, begin, tmp_path):
    """No plots are drawn, and every other time one process works instead of two: their start takes most of the time."""
    line = "compare.py --boards 8x8 --starts all --solvers warnsdorff backtracking --time-limit 60 --node-limit 20000 --out"
    script(line, tmp_path / "whole", without="matplotlib")
    undisturbed, folder = runs_in(tmp_path / "whole"), tmp_path / "killed"
    assert len(undisturbed) == 128
    for number, kept in enumerate(range(1, 128, 12)):
        with begin(line, folder, "--jobs", 1 + number % 2) as process:
            wait_until(lambda kept=kept: len(runs_in(folder)) >= kept or process.poll() is not None)
            process.kill()
        assert len(runs_in(folder)) >= kept
        with closing(sqlite3.connect(folder / "runs.sqlite")) as connection, connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert script(line, folder, without="matplotlib").returncode == YES
    assert runs_in(folder) == undisturbed


CORNER = "compare.py --boards 5x5 --starts 0,0 --time-limit 60 --jobs 1"
INTERRUPTED = "1 run was interrupted"


@pytest.fixture
def begun(monkeypatch, tmp_path):
    """Return how often the solvers of the plug-in have begun."""
    file = tmp_path / "begun"
    monkeypatch.setenv("ILL_BEHAVED_BEGUN", str(file))
    return lambda: len(file.read_text().splitlines()) if file.exists() else 0


@pytest.fixture
def with_kills(script, begun, tmp_path):
    """Compare a solver that a signal kills the first few times; return the status, the report, its end, and how often it began.

    A run calls the solver on a small problem first, and is made again without this call if it ends there.
    """

    def run(by, times, *more):
        line = f"{CORNER} --solvers 'is-killed by={by} times={times}' --out"
        done = script(line, tmp_path / "kept", *more, plug_ins=True, without="matplotlib")  # which draws plots
        (ended,) = runs_in(tmp_path / "kept")
        return done.returncode, INTERRUPTED in done.stdout, ended[0], begun()

    return run


@pytest.mark.slow
def test_a_run_whose_worker_was_killed_is_made_again_at_once(with_kills):
    assert with_kills("SIGKILL", 2) == (YES, False, "found", 3)


def test_a_run_that_is_killed_each_time_is_made_again_by_the_same_command(with_kills):
    assert with_kills("SIGKILL", 3) == (YES, True, "interrupted", 3)
    assert with_kills("SIGKILL", 3) == (YES, False, "found", 5)


def test_a_run_that_crashed_is_a_fault_and_is_not_made_again(with_kills):
    for _ in range(2):
        assert with_kills("SIGSEGV", 4) == (DISAGREED, False, "crashed: SIGSEGV", 2)


@pytest.mark.slow
def test_a_worker_that_someone_kills_again_and_again_ends_its_run_and_no_other(begin, begun, tmp_path):
    mark, kept = str(tmp_path), tmp_path / "kept"
    with begin(f"{CORNER} --solvers hangs warnsdorff --out", kept, plug_ins=True, environment={mark: "1"}) as process:
        seen = 0
        while process.poll() is None:
            wait_until(lambda seen=seen: begun() > seen or process.poll() is not None)
            seen = begun()
            runs = (each for each in traced(mark) if "worker.serve(" in " ".join(each.cmdline()))
            if running := max(runs, key=psutil.Process.create_time, default=None):
                running.kill()
        report = process.communicate(timeout=PATIENCE)[0]
    assert (process.returncode, sorted(run[0] for run in runs_in(kept))) == (YES, ["found", "interrupted"])
    assert INTERRUPTED in report
    assert "(1 interrupted from outside)" in (kept / "page.html").read_text()


def test_a_second_comparison_in_the_folder_is_refused_at_once(begin, compare, report, tmp_path):
    line = f"{CORNER} --out {tmp_path} --solvers warnsdorff"
    with begin(f"{line} hangs --jobs 2", plug_ins=True) as first:
        wait_until(lambda: len(runs_in(tmp_path)) == 1)
        second, read = compare(line.removeprefix("compare.py")), report(tmp_path)
        first.terminate()
    assert "another process writes to" in complaint(second)
    assert (read.returncode, "warnsdorff" in read.stdout) == (YES, True)
