"""Runs: each is made once, in a process where nothing of another run remains."""

import os
import sys

import networkx as nx
import pytest

from solvers import Budget, Outcome, Problem, solve
from solvers.comparison import Competitor, Limits, NamedProblem, Task, competitors_for, plan_tasks, run_all, run_one
from solvers.core.registry import unregister
from solvers.workers.slots import current_slot
from tests.solvers.comparison.tasks import AMPLE, on, task
from tests.solvers.programs import python


@pytest.mark.parametrize(
    "made, termination, status",
    [
        (task(), "found", "found"),
        (task("cp-sat", problem=on(start=(0, 1))), "impossible", "impossible"),
        (task("backtracking", Limits(nodes=100), on("8x8")), "node limit", "unknown"),
        (task("backtracking", Limits(0.05), on("8x8", start=(0, 0))), "time limit", "unknown"),
        (task("backtracking", Limits(0.05, clock="wall"), on("8x8", start=(0, 0))), "time limit", "unknown"),
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


def test_a_run_does_not_depend_on_the_runs_before_it(trace):
    """Each process begins as the template is, whatever the solvers before have loaded, cached or changed."""
    names = ["warnsdorff", "pruned-compiled", "construct", "auto", "keeps-count", "sat"]

    def runs(names):
        competitors = [Competitor(keeps_count if name == "keeps-count" else name) for name in names]
        tasks = plan_tasks([on("6x6"), on("20x20"), on("5x6")], competitors, limits=AMPLE)
        return {run.task.id: (run.status, run.measurement.nodes, run.measurement.packed) for run in run_all(tasks, 1)}

    try:
        assert runs(names) == runs(names[::-1])
    finally:
        unregister("keeps_count")


CALLS = []


def keeps_count(problem, meter):
    """Return the number of calls in this process, of which one is on a small problem."""
    CALLS.append(problem)
    assert len(CALLS) == 2
    return Outcome.unknown(len(CALLS), "")


def test_the_template_loads_what_a_run_had_to_load(trace):
    slot = current_slot()
    run_one(task("pruned-compiled"))
    before = slot.call(kernels)
    run_one(task("pruned-compiled"))
    assert before == slot.call(kernels)
    assert any("pruned" in module for module, *_ in before)


def kernels():
    return list(sys.modules["solvers.core.compiling"].loaded_kernels())


def hangs_on_small_problems(problem, meter):
    while problem.size < 50:
        pass
    return Outcome.unknown(7, "it did not hang")


def crashes_on_small_problems(problem, meter):
    if problem.size < 50:
        os.abort()
    return Outcome.unknown(7, "it did not crash")


@pytest.mark.parametrize("function", [hangs_on_small_problems, crashes_on_small_problems])
def test_the_call_on_a_small_problem_does_not_decide_the_run(trace, function):
    try:
        run = run_one(Task(on("8x8"), Competitor(function), limits=AMPLE))
    finally:
        unregister(function.__name__)
    assert run.measurement.reason.startswith("it did not")


OF_A_SCRIPT = """
from solvers import Outcome, compare
from solvers.comparison import Competitor

TURN = 1

def helper(squares):
    return squares[::TURN]

def mine(problem, meter, *, turn=1):
    return Outcome.found(helper(list(problem.graph)), problem.size)

comparison = compare(boards=["1x1"], solvers=[mine, "warnsdorff"], jobs=1)
print(comparison.runs[["competitor", "status"]].values.tolist())
print(Competitor(mine).code)
"""
COMPARED = "[['mine', 'found'], ['warnsdorff', 'found']]"


def test_a_function_of_standard_input_is_a_competitor():
    assert python("-", stdin=OF_A_SCRIPT).stdout.splitlines()[0] == COMPARED


def test_a_function_of_a_script_without_a_guard_is_a_competitor(tmp_path):
    """Its code is that of the text of the function and of the functions that it names."""
    outputs = []
    for text in (OF_A_SCRIPT, OF_A_SCRIPT + "# unrelated", OF_A_SCRIPT.replace("squares[::TURN]", "squares[:]")):
        (tmp_path / "script.py").write_text(text)
        found, code = python(str(tmp_path / "script.py")).stdout.splitlines()
        assert found == COMPARED
        outputs.append(code)
    assert outputs[0] == outputs[1] != outputs[2]


def test_the_building_of_a_graph_and_the_loading_of_code_do_not_count(trace, monkeypatch, tmp_path):
    """On 1000 x 1000 a graph takes many times the limit, and so does the compilation of code, of which none is kept here."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    problem = on("1000x1000", start=(0, 0))
    competitors = competitors_for(["construct", "warnsdorff-compiled", "auto"])
    runs = {
        run.task.competitor.solver: run
        for run in run_all(plan_tasks([problem], competitors, limits=Limits(0.5, clock="cpu")), jobs=2)
    }
    assert {name: run.measurement.termination for name, run in runs.items()} == {
        "construct": "found",
        "warnsdorff-compiled": "dead end",
        "auto": "found",
    }
    assert all(run.measurement.build_seconds == 0 for run in runs.values())
    assert all(run.measurement.seconds < 0.5 for run in runs.values())


def test_a_graph_that_a_solver_reads_is_built_before_the_clock_starts(trace):
    problem = on("150x150", start=(0, 0))
    read, unread = run_all(plan_tasks([problem], competitors_for(["warnsdorff", "construct"]), limits=AMPLE), jobs=1)
    assert read.measurement.build_seconds > 0.01
    assert unread.measurement.build_seconds == 0


def test_runs_on_a_given_graph_leave_it_as_it_is(trace):
    graph = nx.cycle_graph(12)
    problem = NamedProblem.of(Problem(graph, closed=True), "a cycle")
    runs = list(run_all(plan_tasks([problem], competitors_for(["backtracking", "cp-sat"]), limits=AMPLE, repeats=2), jobs=1))
    assert [run.status for run in runs] == ["found"] * 4
    assert not nx.is_frozen(graph)
