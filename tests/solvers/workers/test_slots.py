"""Slots: their processes end with the process that started them, and when it gives up their work; calls are safe."""

import importlib
import operator
import os
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import psutil
import pytest

from solvers import SolverError
from solvers.comparison import run_all, run_one
from solvers.core.registry import unregister
from solvers.workers import limits, process_executor
from solvers.workers.limits import begin_worker_phase
from solvers.workers.slots import ProcessEnded, Slot, current_slot, memory_per_slot
from tests.processes import PATIENCE, PLUG_IN, ROOT, traced, wait_until
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
    """Start a program that compares solvers. After the test, nothing lives that it started."""
    running = []

    def start(text):
        (tmp_path / "program.py").write_text(PROGRAM + text)
        running.append(
            subprocess.Popen(
                [sys.executable, tmp_path / "program.py"],
                env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{PLUG_IN}", "ILL_BEHAVED_BEGUN": str(tmp_path / "begun")},
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
    "solver, by",
    [
        ("task('sleeps-in-c')", signal.SIGTERM),
        ("task('ignores')", signal.SIGKILL),
        ("task('forks', then='hang')", signal.SIGKILL),
    ],
)
def test_workers_end_with_their_master_whatever_they_do(program, tmp_path, solver, by):
    master = program(f"list(run_all([{solver}, {solver}], 2))")
    wait_until(lambda: lines(tmp_path / "begun") == 2)
    master.send_signal(by)
    assert master.communicate(timeout=PATIENCE) == ("", "")
    assert master.returncode == -by


@pytest.mark.parametrize("processes", [1, 2, 3, 4])
def test_workers_end_with_a_master_that_dies_while_they_start(program, trace, processes):
    master = program("list(run_all([task('hangs'), task('hangs')], 2))")
    wait_until(lambda: len(traced(trace)) >= processes)
    master.kill()


@pytest.mark.parametrize(
    "text, status, message",
    [
        ("runs = run_all([task('warnsdorff'), task('sleeps-in-c'), task('hangs')], 2); next(runs)", 0, ""),
        ("list(run_all([task('interrupts'), task('sleeps-in-c')], 2))", -signal.SIGINT, "KeyboardInterrupt"),
    ],
)
def test_workers_end_with_a_program_that_ends_before_its_runs(program, text, status, message):
    ended = program(text)
    output, messages = ended.communicate(timeout=PATIENCE)
    assert (output, ended.returncode) == ("", status)
    assert messages.strip().rpartition("\n")[2] == message


def test_a_fork_of_the_program_has_workers_of_its_own(program):
    ended = program("""
from solvers.workers.slots import current_slot
run_one(task("warnsdorff"))
template = current_slot().call(os.getppid)
if not os.fork():
    print(run_one(task("warnsdorff")).status, current_slot().call(os.getppid) != template, flush=True)
    sys.exit()
os.wait()
print(current_slot().call(os.getppid) == template)
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
        monkeypatch.delitem(sys.modules, name, raising=False)  # of another test
        return importlib.import_module(name)

    monkeypatch.syspath_prepend(tmp_path)
    yield write
    for name in names:
        unregister(name)


@pytest.mark.parametrize("at_once", [True, False])
def test_a_solver_of_any_module_can_run_also_if_no_other_process_registers_it(module_with_a_solver, at_once):
    module = module_with_a_solver("mine", "register()\n" * at_once)
    if not at_once:
        module.register()
    assert run_one(task("mine")).measurement.reason == "it is mine"


def test_closing_a_comparison_ends_its_processes(ill_behaved, trace):
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


def test_a_call_returns_or_raises_what_the_function_does(trace):
    slot = current_slot()
    assert slot.call(abs, -1) == 1
    with pytest.raises(ZeroDivisionError):
        slot.call(operator.truediv, 1, 0)
    with pytest.raises((TypeError, AttributeError), match="pickle"):
        slot.call(abs, threading.Lock())
    with pytest.raises(TypeError, match="pickle"):
        slot.call(threading.Lock)
    assert slot.call(os.getppid) == slot.call(os.getppid) != slot.call(os.getpid) != slot.call(os.getpid)


CHANGED = []
MB = 1 << 20


def changes_and_counts():
    CHANGED.append(1)
    return len(CHANGED)


def loads_and_fails(module):
    importlib.import_module(module)
    CHANGED.append(1)
    raise ValueError


def is_loaded(module):
    return module in sys.modules


def test_a_call_sees_what_the_template_has_prepared_and_nothing_of_other_calls(trace):
    slot = current_slot()
    assert [slot.call(changes_and_counts) for _ in range(2)] == [1, 1]
    assert not slot.call(is_loaded, "antigravity")
    slot.prepare(loads_and_fails, "fractions")
    assert slot.call(is_loaded, "fractions")
    assert [slot.call(changes_and_counts) for _ in range(2)] == [2, 2]


def test_a_branch_has_what_its_template_had_and_nothing_of_other_branches(trace):
    slot, counts = Slot(), []
    slot.prepare(changes_and_counts)
    for slot.branch in ("one", "other", "one", "other"):
        slot.prepare(changes_and_counts)
        counts += [slot.call(changes_and_counts), slot.call(changes_and_counts)]
    assert counts == [3, 3, 3, 3, 4, 4, 4, 4]
    slot.end()


def test_a_branch_that_dies_between_two_calls_is_replaced_and_the_others_stay(trace):
    slot, templates = Slot(), {}
    for slot.branch in ("one", "other", "third"):
        templates[slot.branch] = slot.call(os.getppid)
    os.kill(templates["one"], signal.SIGKILL)
    wait_until(lambda: psutil.Process(templates["one"]).status() == psutil.STATUS_ZOMBIE)
    found = {}
    for slot.branch in templates:
        found[slot.branch] = slot.call(os.getppid)
    assert {name for name in found if found[name] != templates[name]} == {"one"}
    slot.end()


def draws():
    return random.random(), float(np.random.random())


def test_calls_draw_different_random_numbers(trace):
    slot = current_slot()
    slot.prepare(draws)
    one, other = slot.call(draws), slot.call(draws)
    assert one[0] != other[0]
    assert one[1] != other[1]


def occupies_and_waits(size):
    CHANGED.append(b"x" * size)
    signal.pause()


def occupies(size):
    return len(b"x" * size)


def test_the_memory_limit_is_on_what_a_call_adds(trace):
    slot = current_slot()
    slot.prepare(occupies_before, 300 * MB)
    assert slot.call(occupies, 100 * MB, memory=300 * MB) == 100 * MB
    with pytest.raises(ProcessEnded, match="memory limit") as ended:
        slot.call(occupies_and_waits, 350 * MB, memory=300 * MB)
    assert 300 * MB < ended.value.peak_memory < 500 * MB
    assert slot.call(abs, -1) == 1


def occupies_before(size):
    CHANGED.append(b"x" * size)


def test_the_default_memory_limit_does_not_depend_on_free_memory(monkeypatch):
    monkeypatch.setattr("solvers.workers.slots.available_cores", lambda: 3)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(total=10**10, available=1))
    monkeypatch.setattr(Path, "read_text", lambda path: "4000000000" if path.name == "memory.max" else "max")
    assert memory_per_slot.__wrapped__() == 1_300_000_000


def waits(seconds):
    begin_worker_phase("waiting", seconds)
    threading.Event().wait()


def test_a_phase_has_its_limit_and_the_template_survives(trace):
    slot = current_slot()
    template = slot.call(os.getppid)
    with pytest.raises(ProcessEnded) as ended:
        slot.call(waits, 0.1)
    assert (ended.value.how, ended.value.phase) == ("time limit", "waiting")
    assert ended.value.seconds >= 0.1
    assert slot.call(os.getppid) == template


def begins_and_waits(path):
    """Start a sleeping child and a daemon in a session of its own, and wait."""
    subprocess.Popen(["/bin/sleep", "1000"])
    if not os.fork():
        os.setsid()
        if os.fork():
            os._exit(0)
        signal.pause()
    Path(path).write_text(f"{os.getppid()} {os.getpid()}")
    signal.pause()


@pytest.mark.parametrize("branch", ["", "a branch"])
@pytest.mark.parametrize("victim, how", [("master", "given up"), ("template", "SIGKILL"), ("child", "SIGKILL")])
def test_a_call_whose_process_is_ended_says_how_and_leaves_nothing(trace, tmp_path, victim, how, branch):
    slot, path = Slot(), tmp_path / "begun"
    slot.branch = branch
    template = slot.call(os.getppid)

    def end():
        wait_until(lambda: path.exists() and path.read_text().count(" "))
        processes = path.read_text().split()
        if victim == "master":
            slot.end()
        else:
            os.kill(int(processes[victim == "child"]), signal.SIGKILL)

    thread = threading.Thread(target=end)
    thread.start()
    with pytest.raises(ProcessEnded) as ended:
        slot.call(begins_and_waits, str(path))
    thread.join()
    assert ended.value.how == how
    assert (slot.call(os.getppid) == template) == (victim == "child")
    wait_until(lambda: len(traced(trace)) == 1 + bool(slot.branch))  # the template and its branch
    slot.end()


@pytest.mark.parametrize("lists", [None, []])
def test_the_family_of_a_process_is_found_with_and_without_the_lists_of_linux(monkeypatch, lists):
    if lists is not None:
        monkeypatch.setattr(Path, "glob", lambda *_: lists)
    with subprocess.Popen(["/bin/sh", "-c", "/bin/sh -c 'sleep 100 & sleep 100' & sleep 100"]) as shell:
        wait_until(lambda: len([*psutil.Process(shell.pid).children(recursive=True)]) == 4)
        family = [shell.pid, *(each.pid for each in psutil.Process(shell.pid).children(recursive=True))]
        assert sorted(limits._family(shell.pid)) == sorted(family)
        for process in family:
            os.kill(process, signal.SIGKILL)
    assert [*limits._family(shell.pid)] == [shell.pid]  # it has ended


def written(path):
    wait_until(lambda: path.exists() and path.read_text())
    return path.read_text()


def has_ended(process):
    """Return whether a process is a zombie, or even that is gone, because its parent has ended as well."""
    try:
        return psutil.Process(process).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_a_template_that_dies_between_two_calls_is_replaced(trace):
    slot = Slot()
    template = slot.call(os.getppid)
    os.kill(template, signal.SIGKILL)
    wait_until(lambda: has_ended(template))
    assert slot.call(os.getppid) != template
    slot.end()


def test_a_branch_that_dies_just_after_a_call_is_replaced_by_a_run(trace):
    """Its template may notice it only with the next call, which a run then repeats."""
    assert run_one(task()).status == "found"
    branch = current_slot().call(os.getppid)
    os.kill(branch, signal.SIGKILL)
    wait_until(lambda: has_ended(branch))
    assert run_one(task()).status == "found"
    assert current_slot().call(os.getppid) != branch


@pytest.fixture
def without_fork(monkeypatch, tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import os\ndel os.fork\n")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{ROOT}")
    monkeypatch.delattr(os, "fork")


def test_without_fork_each_call_has_a_new_process(without_fork, trace):
    slot = Slot()
    slot.prepare(abs, -1)
    assert slot.call(os.getpid) != slot.call(os.getpid)
    with pytest.raises(ZeroDivisionError):
        slot.call(operator.truediv, 1, 0)
    with pytest.raises(ProcessEnded) as ended:
        slot.call(waits, 0.1)
    assert ended.value.how == "time limit"
    assert slot.call(abs, -1) == 1
    slot.end()


def test_a_worker_process_that_cannot_start_says_why(trace, monkeypatch):
    monkeypatch.setattr(sys, "path", [])
    with (
        pytest.raises(SolverError, match="a worker process cannot start: ModuleNotFoundError"),
        process_executor(1) as executor,
    ):
        executor.submit(abs, -1).result()


def notes_its_process_and_waits(file):
    Path(file).write_text(str(os.getpid()))
    waits(1)


def test_without_fork_a_process_ends_at_its_limit_although_its_master_was_killed(without_fork, tmp_path):
    call = "Slot().call(test_slots.notes_its_process_and_waits, 'process')"
    code = f"from solvers.workers.slots import Slot; from tests.solvers.workers import test_slots; {call}"
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.DEVNULL) as master:
        process = int(written(tmp_path / "process"))
        master.kill()
    wait_until(lambda: has_ended(process))
