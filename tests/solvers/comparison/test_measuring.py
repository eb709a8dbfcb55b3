"""What a run measures: the time of the solver alone, the memory of this run, the answer as it is worth."""

import pickle
from importlib import import_module

import networkx as nx
import pytest

from graphs import Board
from solvers import Meter, Outcome, get_solver, solver
from solvers.comparison import Competitor, Limits, NamedProblem, Task
from solvers.comparison.measuring import measured
from solvers.comparison.processes.warm import WarmProcess
from solvers.comparison.processes.worker import watch_phases
from solvers.jit import jit
from solvers.registry import unregister

CORNER = NamedProblem.on_board(Board(5, 5), start=(0, 0))


def measure(task):
    """Return the phases of a run, and its measurement."""
    phases = []
    watch_phases(phases.append)
    return phases, measured(pickle.loads(pickle.dumps(task)))  # as it comes to a worker process


@pytest.fixture
def made():
    """Register a function as a solver, and return its measurement."""

    def run(function, limits=None, **abilities):
        for each in (lambda problem, meter: Outcome.unknown(0, ""), function):  # a solver's first call counts as loading
            unregister_if_there()
            solver("made", summary="", exact=True, closed=True, fixed_end=True, reference="none", **abilities)(each)
            measurement = measure(Task(CORNER, Competitor("made"), limits=limits or Limits()))[1]
        return measurement

    def unregister_if_there():
        try:
            unregister("made")
        except KeyError:
            return

    yield run
    unregister_if_there()


def test_a_run_has_three_phases_and_the_limit_holds_in_one():
    task = Task(CORNER, Competitor("warnsdorff"), limits=Limits(2))
    measure(task)  # loads the code
    phases, measurement = measure(task)
    assert [phase.name for phase in phases] == ["preparation", "solving", "verification"]
    assert phases[1].seconds == 2.5
    assert measurement.termination == "found"


@pytest.mark.parametrize("limit", ["", "boredom", "the sea"])
def test_a_solver_that_stops_for_a_reason_of_its_own_has_a_dead_end(made, limit):
    measurement = made(lambda problem, meter: Outcome.unknown(3, "enough", limit))
    assert (measurement.termination, measurement.reason, measurement.nodes) == ("dead end", "enough", 3)


def test_more_nodes_than_the_limit_are_a_wrong_answer(made):
    assert made(lambda problem, meter: Outcome.unknown(11, ""), Limits(nodes=10)).termination == "wrong answer"


def test_a_proof_past_the_time_limit_does_not_count(made):
    def late(problem, meter):
        while meter.seconds_left:
            pass
        return Outcome.impossible(1, "none")

    measurement = made(late, Limits(0.01))
    assert (measurement.termination, measurement.answer) == ("time limit", "impossible")
    assert measurement.seconds > 0.01


def test_a_tour_that_is_yet_to_be_found_is_found_within_the_time_limit(made):
    def lazy(problem, meter):
        def squares():
            while meter.seconds < 0.02:
                pass
            yield from get_solver("warnsdorff").run(problem, Meter()).squares

        return Outcome.found(squares(), 25)

    assert made(lazy).termination == "found"
    assert made(lazy).seconds >= 0.02
    assert made(lazy, Limits(0.01)).termination == "time limit"


@pytest.mark.parametrize(("modules", "tries"), [([], 1), (["first"], 2), (["first", "second", "third", "fourth"], 3)])
def test_a_run_that_imports_a_module_is_made_again_three_times_at_most(made, modules, tries, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    waiting, called = [f"{name}_module_of_{len(modules)}" for name in modules], []
    for name in waiting:
        (tmp_path / f"{name}.py").touch()

    def imports(problem, meter):
        called.append(len(called))
        if waiting:
            import_module(waiting.pop(0))
        return Outcome.unknown(called[-1], "")

    measurement = made(imports)
    assert (measurement.tries, measurement.nodes, len(called)) == (tries, tries - 1, tries)


def test_a_run_that_compiles_a_kernel_is_made_again_and_no_limit_holds_meanwhile(made):
    kernel = jit(lambda number: number + 1)

    def compiles(problem, meter):
        return Outcome.unknown(int(kernel(1)), "")

    measurement = made(compiles, Limits(0.01))
    assert (measurement.tries, measurement.termination) == (2, "dead end")
    assert measurement.seconds < 0.01


def test_a_solver_without_a_graph_builds_its_own_in_every_run(made):
    built = []

    def builds(problem, meter):
        built.append(problem.graph)
        return Outcome.unknown(0, "")

    measurements = [made(builds, reads_graph=False) for _ in range(2)]
    assert [each.build_seconds for each in measurements] == [0, 0]
    assert len({id(graph) for graph in built}) == len(built) == sum(each.tries for each in measurements)


def test_a_problem_that_a_solver_refuses_when_it_sees_it_is_a_dead_end():
    crowded = NamedProblem.of_graph(nx.complete_graph(40), "K40", closed=True)
    _, measurement = measure(Task(crowded, Competitor("warnsdorff-compiled")))
    assert measurement.termination == "dead end"
    assert "at most 31 neighbours" in measurement.reason


def test_the_memory_of_a_run_does_not_depend_on_which_solvers_ran_before():
    problem, names = NamedProblem.on_board(Board(60, 60)), ["warnsdorff", "cp-sat", "sat", "pruned"]

    def memory(names):
        process = WarmProcess()
        try:
            return {name: process.call(measured, Task(problem, Competitor(name))).peak_memory for name in names}
        finally:
            process.end()

    first, second = memory(names), memory(names[::-1])
    assert first["cp-sat"] > 5_000_000
    assert all(abs(first[name] - second[name]) < 5_000_000 for name in names)
