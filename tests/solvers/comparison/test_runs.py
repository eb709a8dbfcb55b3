"""Every run stands alone: one that crashes, dies or hangs takes nothing with it."""

import csv
import os
import time

import pytest

from graphs import Board, FormatError
from solvers import Budget
from solvers.comparison import Run, Task, available_cores, csv_writer, run_all, run_one

AMPLE = Budget(seconds=60)


def task(solver="warnsdorff", board="5x5", start=(0, 0), budget=AMPLE, **options):
    return Task(Board.parse(board), solver, start, budget=budget, options=options)


def statuses(tasks, **how):
    return {run.task.solver: run.status for run in run_all(tasks, **how)}


@pytest.mark.parametrize(
    ("made", "status"),
    [
        (task("warnsdorff"), "found"),
        (task("cp-sat", start=(0, 1)), "impossible"),
        (task("backtracking", "8x8", budget=Budget(nodes=100)), "unknown"),
        (task("warnsdorff", tie_break="foo"), "error"),
        (task("no such solver"), "error"),
        (task("warnsdorff", start=(9, 9)), "error"),
    ],
)
def test_a_run_ends_in_one_of_four_ways(made, status):
    run = run_one(made)
    assert (run.task, run.status) == (made, status)
    assert bool(run.reason) == (status != "found")
    assert run.solved == (status in ("found", "impossible"))


def test_a_run_has_nodes_and_times():
    run = run_one(task("backtracking", "5x5", (0, 0), move_order="clockwise"))
    assert run.nodes == 8_840
    assert run.seconds > 0
    assert run.cpu_seconds > 0


def test_all_tasks_are_run_once():
    tasks = [task(solver, start=start) for solver in ("warnsdorff", "cp-sat") for start in ((0, 0), (0, 1), (2, 2))]
    runs = list(run_all(tasks, jobs=2))
    assert len(runs) == len(tasks)
    assert {run.task.name for run in runs} == {each.name for each in tasks}


def test_one_job_runs_in_the_order_of_the_tasks():
    tasks = [task(start=start) for start in ((0, 0), (2, 2), (0, 2))]
    assert [run.task.start for run in run_all(tasks, jobs=1)] == [(0, 0), (2, 2), (0, 2)]


def test_no_tasks_no_runs():
    assert list(run_all([])) == []


def test_tasks_are_taken_one_by_one():
    taken = []
    tasks = (taken.append(start) or task(start=start) for start in Board(5, 5))
    runs = run_all(tasks, jobs=1)
    next(runs)
    runs.close()
    assert len(taken) <= 2


def test_a_run_in_another_process_is_the_same_run():
    made = task("backtracking", "5x5", (0, 0), move_order="clockwise")
    (run,) = run_all([made], jobs=1)
    assert (run.task, run.status, run.nodes) == (made, "found", 8_840)


@pytest.mark.usefixtures("ill_behaved")
@pytest.mark.parametrize(
    ("solver", "reason"),
    [("crashes", "ZeroDivisionError: by nought"), ("dies", "process died"), ("leaves", "")],
)
def test_a_solver_at_fault_is_an_error_and_the_others_go_on(solver, reason):
    first, fault, last = run_all([task(), task(solver), task(start=(2, 2))], jobs=1)
    assert (first.status, fault.status, last.status) == ("found", "error", "found")
    assert fault.task.solver == solver
    assert reason in fault.reason
    assert fault.reason


@pytest.mark.usefixtures("ill_behaved")
@pytest.mark.parametrize("solver", ["hangs", "ignores"])
def test_a_run_that_ignores_its_time_limit_is_killed_and_the_others_go_on(solver):
    before = time.monotonic()
    hanging, good = run_all([task(solver, budget=Budget(seconds=0.1)), task()], jobs=1, grace=0.2)
    assert (hanging.status, good.status) == ("unknown", "found")
    assert "killed" in hanging.reason
    assert 0.3 <= hanging.seconds < 30
    assert time.monotonic() - before < 60


@pytest.mark.usefixtures("ill_behaved")
def test_two_slots_are_two_fates():
    tasks = [task("dies"), task(), task("hangs", budget=Budget(seconds=0.1)), task("cp-sat"), task("crashes")]
    expected = {"dies": "error", "warnsdorff": "found", "hangs": "unknown", "cp-sat": "found", "crashes": "error"}
    assert statuses(tasks, jobs=2, grace=0.2) == expected


@pytest.mark.usefixtures("ill_behaved")
def test_closing_the_comparison_ends_its_processes():
    runs = run_all([task(), task("hangs")], jobs=2)
    assert next(runs).status == "found"
    before = time.monotonic()
    runs.close()
    assert time.monotonic() - before < 30


def test_a_reader_may_take_longer_than_a_run():
    """The time before the next run is taken is not that run's time."""
    runs = run_all([task(budget=Budget(seconds=1)) for _ in range(4)], jobs=2, grace=0.2)
    read = [next(runs).status]
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        pass
    read += [run.status for run in runs]
    assert len(read) == 4
    assert "error" not in read


def test_the_cores_are_those_that_this_process_may_use():
    assert 1 <= available_cores() <= os.cpu_count()


def a_run(status="found", **how):
    return Run(task(**how), status, "" if status == "found" else "why", 25, 0.5, 0.25)


def test_one_row_a_run_is_kept(tmp_path):
    with csv_writer(tmp_path / "new" / "folder") as keep:
        keep(a_run())
        keep(a_run("unknown", board="3x3", start=None, tie_break="roth", seed=1))
        kept_so_far = (tmp_path / "new" / "folder" / "runs.csv").read_text().splitlines()
        assert len(kept_so_far) == 3  # a header and two rows, before the file is closed
    with (tmp_path / "new" / "folder" / "runs.csv").open(newline="") as file:
        first, second = csv.DictReader(file)
    assert first == {
        "board": "5x5",
        "wrap": "",
        "leaper": "1,2",
        "start": "0,0",
        "closed": "False",
        "solver": "warnsdorff",
        "options": "",
        "time_limit": "60",
        "node_limit": "",
        "status": "found",
        "reason": "",
        "nodes": "25",
        "seconds": "0.500000",
        "cpu_seconds": "0.250000",
    }
    assert (second["start"], second["options"], second["status"]) == ("", "seed=1 tie_break=roth", "unknown")


def test_a_board_with_holes_is_one_cell(tmp_path):
    with csv_writer(tmp_path) as keep:
        keep(Run(Task(Board(2, 2, holes=[(0, 1)]), "cp-sat"), "impossible", "why", 0, 0.0, 0.0))
    assert (tmp_path / "runs.csv").read_text().splitlines()[1].startswith(".#/..,")


def test_kept_runs_are_never_overwritten(tmp_path):
    (tmp_path / "runs.csv").write_text("precious")
    with pytest.raises(FormatError, match="there already"), csv_writer(tmp_path):
        pass
    assert (tmp_path / "runs.csv").read_text() == "precious"


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FormatError, match="cannot be written"), csv_writer(tmp_path / "file" / "folder"):
        pass
