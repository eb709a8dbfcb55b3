"""Runs: each is made once, in a process where nothing of another run remains."""

import os

import networkx as nx
import pytest

from solvers import Budget, solve
from solvers.comparison import Limits, NamedProblem, Store, competitors_for, run_all, run_one, tasks_for
from solvers.comparison.report.frame import runs_frame
from solvers.processes.supervisor import warm_process
from tests.solvers.comparison.tasks import AMPLE, on, task


@pytest.mark.parametrize(
    ("made", "termination", "status"),
    [
        (task(), "found", "found"),
        (task("cp-sat", problem=on(start=(0, 1))), "impossible", "impossible"),
        (task("backtracking", Limits(nodes=100), on("8x8")), "node limit", "unknown"),
        (task("backtracking", Limits(0.05), on("8x8", start=(0, 0))), "time limit", "unknown"),
        (task(limits=Limits(1e-9)), "time limit", "unknown"),
        (task(problem=on(start=(0, 1))), "dead end", "unknown"),
        (task(tie_break="foo"), "crashed: OptionError", "error"),
    ],
)
def test_a_run_ends_in_one_of_these_ways(made, termination, status):
    run = run_one(made)
    assert (run.task, run.measurement.termination, run.status) == (made, termination, status)
    assert bool(run.measurement.reason) == (status != "found")


def test_a_run_is_what_the_solver_does_here():
    made = task("backtracking", move_order="clockwise")
    run = run_one(made)
    result = solve(made.problem.problem, "backtracking", budget=Budget(60), move_order="clockwise")
    assert run.measurement.nodes == result.nodes == 8_840
    assert made.problem.unpack(run.measurement.packed).tolist() == result.tour.array().tolist()
    assert 0 < run.measurement.seconds < 60
    assert run.measurement.cpu_seconds > 0


def test_a_process_lives_on_and_each_solver_loads_its_code_in_it_once(trace):
    """The code of CP-SAT takes 90 MB and machine code 70 MB, which no run leaves behind."""
    problems = [on(start=(row, row)) for row in range(5)]
    tasks = tasks_for(problems, competitors_for(["cp-sat", "pruned-compiled", "highs", "clingo"]), limits=AMPLE)
    seen = [(run_one(each), warm_process().call(os.getpid)) for each in tasks]
    assert len({pid for _, pid in seen}) == 1
    assert all(run.measurement.tries > 1 for run, _ in seen[:4])
    assert [run.measurement.tries for run, _ in seen[-4:]] == [1] * 4


def test_runs_by_two_clocks_are_two_runs_of_two_competitors():
    with Store.temporary(run_one(task(limits=Limits(1, clock=clock))) for clock in ("wall", "cpu")) as store:
        assert set(store.rows(["clock"])) == {("wall",), ("cpu",)}
        assert set(runs_frame(store)["competitor"]) == {"warnsdorff (wall clock)", "warnsdorff (cpu clock)"}


def test_the_building_of_a_graph_and_the_loading_of_code_do_not_count(trace, monkeypatch, tmp_path):
    """On 1000 x 1000 a graph takes many times the limit, and so does the compilation of code, of which none is kept here."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    problem = on("1000x1000", start=(0, 0))
    competitors = competitors_for(["construct", "warnsdorff-compiled", "auto"])
    runs = {
        run.task.competitor.solver: run
        for run in run_all(tasks_for([problem], competitors, limits=Limits(0.5, clock="cpu")), jobs=2)
    }
    assert {name: run.measurement.termination for name, run in runs.items()} == {
        "construct": "found",
        "warnsdorff-compiled": "dead end",
        "auto": "found",
    }
    assert all(run.measurement.build_seconds == 0 for run in runs.values())
    assert all(run.measurement.seconds < 0.5 for run in runs.values())
    assert all(run.measurement.tries > 1 for run in runs.values())


def test_a_graph_that_a_solver_reads_is_built_before_the_clock_starts(trace):
    problem = on("150x150", start=(0, 0))
    read, unread = run_all(tasks_for([problem], competitors_for(["warnsdorff", "construct"]), limits=AMPLE), jobs=1)
    assert read.measurement.build_seconds > 0.01
    assert unread.measurement.build_seconds == 0


def test_runs_on_a_given_graph_leave_it_as_it_is(trace):
    graph = nx.cycle_graph(12)
    problem = NamedProblem.of_graph(graph, "a cycle", closed=True)
    runs = list(run_all(tasks_for([problem], competitors_for(["backtracking", "cp-sat"]), limits=AMPLE, repeats=2), jobs=1))
    assert [run.status for run in runs] == ["found"] * 4
    assert not nx.is_frozen(graph)
