"""Executors of processes: templates start with the first call, a few calls are in flight, and a call survives its process."""

import os
import signal
import sys
from concurrent.futures import Executor, Future
from itertools import count, islice
from pathlib import Path

import pytest

from graphs import Board
from solvers import Problem, SolverError, SolverUnavailable
from solvers.comparison import run_all
from solvers.existence.answers import PairMap
from solvers.existence.maps import board_map, each_map_answer
from solvers.workers import process_executor, thread_executor
from solvers.workers.executors import as_finished
from solvers.workers.slots import CallLost, current_slot
from tests.processes import children
from tests.solvers.comparison.tasks import on, task


@pytest.fixture(autouse=True)
def without_workers_of_other_tests():
    current_slot().end()


def workers():
    """The templates of this process."""
    return [each.pid for each in children("worker.serve(")]


def process_ids(_=None):
    return os.getppid(), os.getpid()


def die_once(path):
    """Die in the first call, and return the number of the template in the second."""
    if not os.path.exists(path):
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getppid()


def die(_=None):
    os.kill(os.getpid(), signal.SIGKILL)


def test_one_call_starts_one_template_and_each_call_has_a_process_of_its_own():
    with process_executor(8) as executor:
        template, _ = executor.submit(process_ids).result()
        assert [template] == workers()
    with process_executor(1) as executor:
        calls = [executor.submit(process_ids).result() for _ in range(3)]
    assert (len({template for template, _ in calls}), len({process for _, process in calls})) == (1, 3)
    assert workers() == []


def test_a_call_whose_process_dies_is_made_again(tmp_path):
    with process_executor(2) as executor:
        assert executor.submit(die_once, str(tmp_path / "died")).result() in workers()


def test_a_call_whose_process_dies_twice_is_lost_and_says_of_what():
    with process_executor(2) as executor:
        with pytest.raises(CallLost, match=r"died twice \(SIGKILL\)"):
            executor.submit(die).result()
        assert executor.submit(abs, -1).result() == 1


def test_the_end_of_the_block_gives_up_calls_that_have_not_ended():
    with process_executor(2) as executor:
        calls = [executor.submit(signal.pause) for _ in range(4)]
    assert all(call.done() for call in calls)
    assert workers() == []


def test_endless_work_is_taken_a_few_items_at_a_time():
    taken = []
    with thread_executor(2) as executor:
        finished = as_finished(executor, abs, (taken.append(number) or number for number in count()))
        results = [(item, future.result()) for item, future in islice(finished, 100)]
        finished.close()
    assert all(item == result for item, result in results)
    assert len(taken) <= 100 + 4 * 2


class Losing(Executor):
    """An executor that loses its first call, and carries out the others."""

    at_a_time = 1

    def __init__(self):
        self.lost = False

    def submit(self, function, /, *arguments, **named):
        future = Future()
        if self.lost:
            future.set_result(function(*arguments))
        else:
            future.set_exception(CallLost("4 Dask workers died on it"))
        self.lost = True
        return future


def test_the_question_whose_process_died_is_named():
    with pytest.raises(SolverError, match=r"the \(1, 2\)-leaper on 3x3: 4 Dask workers died on it"):
        list(board_map([Board(3, 3)], executor=Losing()))
    with pytest.raises(SolverError, match=r"an open tour of 3x4 from \(0, 0\) to \(0, 1\): 4 Dask workers died"):
        list(each_map_answer(PairMap, Problem("3x4"), executor=Losing()))


def test_a_run_whose_workers_were_lost_is_a_run_and_the_others_go_on():
    tasks = [task(problem=on(start=start)) for start in ((0, 0), (2, 2))]
    lost, found = sorted(run_all(tasks, executor=Losing()), key=lambda run: run.order)
    assert (lost.task, lost.measurement.termination, lost.status) == (tasks[0], "interrupted", "unknown")
    assert lost.measurement.reason == "4 Dask workers died on it"
    assert found.status == "found"


def test_without_the_package_a_scheduler_is_refused_with_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    needed = r"Dask clusters need distributed, not installed here: pip install 'knights-tour\[cluster\]'"
    with pytest.raises(SolverUnavailable, match=needed), process_executor(2, "tcp://127.0.0.1:8786"):
        pass
