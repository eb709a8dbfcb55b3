"""Worker processes: they end with the process that started them, and when it gives up their work; calls to them are safe."""

import importlib
import operator
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import psutil
import pytest

from solvers import SolverError
from solvers.comparison import run_all, run_one
from solvers.processes import thread_executor
from solvers.processes.supervisor import LEAST_SHARE, ProcessEnded, warm_process
from solvers.processes.worker import begin_phase, receive, send
from solvers.registry import unregister
from tests.processes import PATIENCE, PLUG_IN, ROOT, children, traced, wait_until
from tests.solvers.comparison.tasks import on, task

PROGRAM = """
import os, sys, threading
from graphs import Board
from solvers import Outcome, solver
from solvers.comparison import Competitor, Limits, NamedProblem, Task, run_all, run_one

def task(solver, seconds=None, **options):
    return Task(NamedProblem.on_board(Board(5, 5), start=(0, 0)), Competitor(solver, options), limits=Limits(seconds))

"""


@pytest.fixture
def program(trace, tmp_path):
    """Start a program that compares solvers. It and all that it starts can be found by the trace."""
    running = []

    def start(text):
        (tmp_path / "program.py").write_text(PROGRAM + text)
        path = os.pathsep.join([str(ROOT), str(PLUG_IN), os.environ.get("PYTHONPATH", "")])
        running.append(
            subprocess.Popen(
                [sys.executable, tmp_path / "program.py"],
                env=os.environ | {"PYTHONPATH": path, "ILL_BEHAVED_BEGUN": str(tmp_path / "begun")},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        return running[0]

    yield start
    for each in running:
        each.kill()
        each.communicate()


def lines(path):
    return len(path.read_text().splitlines()) if path.exists() else 0


@pytest.mark.parametrize(
    ("solver", "by"),
    [
        ("task('sleeps-in-c')", signal.SIGTERM),
        ("task('ignores')", signal.SIGKILL),
        ("task('forks', then='hang')", signal.SIGKILL),
    ],
)
def test_workers_end_with_their_master_whatever_they_do(program, trace, tmp_path, solver, by):
    master = program(f"list(run_all([{solver}, {solver}], 2))")
    wait_until(lambda: lines(tmp_path / "begun") == 2)
    master.send_signal(by)
    assert master.communicate(timeout=PATIENCE) == ("", "")
    assert master.returncode == -by
    wait_until(lambda: not traced(trace))


@pytest.mark.parametrize("processes", [1, 2, 3, 4])
def test_workers_end_with_a_master_that_dies_while_they_start(program, trace, processes):
    master = program("list(run_all([task('hangs'), task('hangs')], 2))")
    wait_until(lambda: len(traced(trace)) >= processes)
    master.kill()
    wait_until(lambda: not traced(trace))


def test_workers_end_with_a_program_that_ends_before_its_runs(program, trace):
    ended = program("runs = run_all([task('warnsdorff'), task('sleeps-in-c'), task('hangs')], 2); next(runs)")
    assert ended.communicate(timeout=PATIENCE) == ("", "")
    assert ended.returncode == 0
    wait_until(lambda: not traced(trace))


def test_ctrl_c_ends_the_program_and_its_workers(program, trace):
    ended = program("list(run_all([task('interrupts'), task('sleeps-in-c')], 2))")
    assert ended.communicate(timeout=PATIENCE)[1].strip().endswith("KeyboardInterrupt")
    wait_until(lambda: not traced(trace))


def test_a_fork_of_the_program_has_workers_of_its_own(program):
    ended = program("""
from solvers.processes.supervisor import warm_process
run_one(task("warnsdorff"))
worker = warm_process().call(os.getpid)
if not os.fork():
    print(run_one(task("warnsdorff")).status, warm_process().call(os.getpid) != worker, flush=True)
    sys.exit()
os.wait()
print(warm_process().call(os.getpid) == worker)
""")
    assert ended.communicate(timeout=PATIENCE) == ("found True\nTrue\n", "")


REGISTERED = """
from solvers import Outcome, solver
def register():
    @solver({name!r}, summary="", exact=False, closed=False, fixed_end=False, reference="none")
    def mine(problem, meter):
        return Outcome.unknown(0, "it is mine")
"""


@pytest.fixture
def module_with_a_solver(trace, monkeypatch, tmp_path):
    """Write and import a module of this name, with a solver of its name that is registered by a function, or at once."""
    names = []

    def write(name, more=""):
        (tmp_path / f"{name}.py").write_text(REGISTERED.format(name=name) + more)
        names.append(name)
        return importlib.import_module(name)

    monkeypatch.syspath_prepend(tmp_path)
    yield write
    for name in names:
        unregister(name)


def test_a_solver_at_the_top_level_of_any_module_can_run(module_with_a_solver):
    module_with_a_solver("at_once", "register()\n")
    assert run_one(task("at_once")).measurement.reason == "it is mine"


def test_a_solver_that_other_processes_do_not_register_is_refused(module_with_a_solver):
    module_with_a_solver("later").register()
    with pytest.raises(SolverError, match=r"unknown to the worker processes: register it at the top level .* not in later"):
        run_one(task("later"))


@pytest.mark.usefixtures("ill_behaved")
def test_closing_a_comparison_ends_its_processes(trace):
    runs = run_all([task(), task("sleeps-in-c"), task("hangs")], jobs=2)
    assert next(runs).status == "found"
    runs.close()
    wait_until(lambda: not traced(trace))


def test_two_threads_compare_at_once(trace):
    starts = [[(0, 0), (2, 2), (4, 4)], [(0, 2), (0, 4)]]
    with ThreadPoolExecutor(2) as threads:
        both = list(
            threads.map(lambda chosen: list(run_all([task(problem=on(start=each)) for each in chosen], jobs=1)), starts)
        )
    assert [[run.task.problem.problem.start for run in runs] for runs in both] == starts
    wait_until(lambda: not traced(trace))


def test_a_call_returns_or_raises_what_the_function_does(trace):
    process = warm_process()
    assert process.call(abs, -1) == 1
    with pytest.raises(ZeroDivisionError):
        process.call(operator.truediv, 1, 0)
    with pytest.raises((TypeError, AttributeError), match="pickle"):
        process.call(abs, threading.Lock())
    with pytest.raises(TypeError, match="pickle"):
        process.call(threading.Lock)
    pid = process.call(os.getpid)
    assert process.call(os.getpid) == pid


OCCUPIED = []
MB = 1 << 20


def occupies(size):
    """Occupy memory for as long as the process lives."""
    OCCUPIED.append(b"x" * size)


def test_a_process_is_replaced_if_earlier_calls_occupy_half_of_the_memory_of_the_next(trace):
    process = warm_process()
    pid = process.call(os.getpid)
    process.call(occupies, 300 * MB)
    assert process.call(os.getpid) == process.call(os.getpid, memory=1000 * MB) == pid
    assert process.call(os.getpid, memory=500 * MB) != pid


def allocates(size):
    return len(b"x" * size)


@pytest.mark.parametrize(("available", "jobs", "size"), [(4e9, 2, 1500 * MB), (4e9, 8, LEAST_SHARE // 2)])
def test_a_call_may_take_the_available_memory_divided_by_the_jobs(trace, monkeypatch, available, jobs, size):
    monkeypatch.setattr("solvers.processes.supervisor._available_memory", lambda: int(available))
    with thread_executor(jobs) as threads:
        assert threads.submit(lambda: warm_process().jobs).result() == jobs
        assert threads.submit(lambda: warm_process().call(allocates, size)).result() == size


def occupies_and_waits(size):
    occupies(size)
    signal.pause()


def test_a_call_that_takes_more_than_its_share_of_the_memory_is_ended(trace, monkeypatch):
    monkeypatch.setattr("solvers.processes.supervisor._available_memory", lambda: 0)
    with pytest.raises(ProcessEnded, match="memory limit"):
        warm_process().call(occupies_and_waits, LEAST_SHARE)


def test_what_lacks_the_mark_is_no_message():
    stream = BytesIO()
    send(stream, b"one mark", b"body")
    with pytest.raises(EOFError):
        receive(BytesIO(stream.getvalue()), b"another!")


def waits(seconds):
    begin_phase("waiting", seconds)
    threading.Event().wait()


def test_a_phase_has_its_limit(trace):
    with pytest.raises(ProcessEnded) as ended:
        warm_process().call(waits, 0.1)
    assert (ended.value.how, ended.value.phase) == ("time limit", "waiting")
    assert ended.value.seconds >= 0.1


def begins_and_waits(path):
    Path(path).touch()
    signal.pause()


def test_a_call_whose_process_another_thread_ends_was_given_up(trace, tmp_path):
    process = warm_process()

    def end():
        wait_until((tmp_path / "begun").exists)
        process.end()

    threading.Thread(target=end).start()
    with pytest.raises(ProcessEnded) as ended:
        process.call(begins_and_waits, str(tmp_path / "begun"))
    assert ended.value.how == "given up"


def test_a_process_that_dies_between_two_calls_is_replaced(trace):
    pid = warm_process().call(os.getpid)
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    assert warm_process().call(os.getpid) != pid


def test_a_guardian_that_died_is_replaced(trace):
    guardians = []
    for _ in range(2):
        warm_process().call(abs, -1)
        guardians += children("guardian.py")
        guardians[-1].kill()
        guardians[-1].wait()
        warm_process().end()
    assert guardians[0] != guardians[1]
    assert len(guardians) == 2
