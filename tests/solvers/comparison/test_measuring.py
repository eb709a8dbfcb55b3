"""What a run measures: the time of the solver alone, the memory of this run, the answer as it is worth."""

import gc
import pickle
import sys
from time import thread_time

import networkx as nx
import pytest

from graphs.loading import load
from solvers import Meter, Outcome, Problem, get_solver, solver
from solvers.comparison import Limits, NamedProblem
from solvers.comparison.measuring import GRACE, measure_task
from solvers.core.compiling import jit
from solvers.core.registry import unregister
from solvers.workers.limits import worker_phase_watcher
from solvers.workers.slots import Slot
from tests.graphs.test_loading import waits
from tests.solvers.comparison.tasks import on, task


def measure(task):
    """Return the phases of a run, and its measurement."""
    phases = []
    worker_phase_watcher.set(phases.append)
    return phases, measure_task(pickle.loads(pickle.dumps(task)), is_warmed=False)[0]


@pytest.fixture
def made():
    """Register a function as a solver, and return its measurement."""

    def run(function, limits=None, **abilities):
        unregister_if_there()
        solver("made", summary="", exact=True, closed=True, fixed_end=True, reference="none", **abilities)(function)
        run.phases, measurement = measure(task("made", limits or Limits()))
        return measurement

    def unregister_if_there():
        try:
            unregister("made")
        except KeyError:
            return

    yield run
    unregister_if_there()


def test_a_run_has_three_phases_and_the_limit_holds_in_one():
    measure(task())  # loads the code
    phases, measurement = measure(task(limits=Limits(2)))
    assert [phase.name for phase in phases] == ["preparation", "solving", "packing"]
    assert phases[1].seconds == 2.5
    assert measurement.termination == "found"


@pytest.mark.parametrize(
    "outcome, termination",
    [
        (Outcome.unknown(3, "a reason of its own"), "dead end"),
        (Outcome.unknown(3, "enough", "boredom"), "wrong answer"),  # there is no such limit
        (Outcome.unknown(11, "more nodes than the limit"), "wrong answer"),
    ],
)
def test_a_solver_that_stops_has_a_dead_end_or_is_wrong(made, outcome, termination):
    measurement = made(lambda problem, meter: outcome, Limits(nodes=10))
    assert measurement.termination == termination
    assert (measurement.reason, measurement.nodes) == (outcome.reason, outcome.nodes) or termination != "dead end"


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


def test_a_kernel_is_compiled_and_no_limit_holds_meanwhile(made):
    jit(lambda number: number - 1)(1)  # loads numba's own code
    kernel = jit(lambda number: number + 1)

    def compiles(problem, meter):
        return Outcome.unknown(int(kernel(1)), "")

    measurement = made(compiles, Limits(0.05))
    assert measurement.termination == "dead end"
    assert measurement.seconds < 0.05
    assert "loading" in [phase.name for phase in made.phases]


@pytest.fixture
def modules(tmp_path, monkeypatch):
    """The names of modules, each of which is imported for the first time by whoever takes the next one."""
    monkeypatch.syspath_prepend(tmp_path)
    names = [f"a_further_module_{number}" for number in range(20)]
    for name in names:
        (tmp_path / f"{name}.py").touch()
    yield iter(names)
    for name in names:
        sys.modules.pop(name, None)


def test_loading_code_interrupts_a_time_limit_and_does_not_renew_it(made, modules):
    def searches_and_loads(problem, meter):
        waits(0.1)
        load(next(modules), next(modules))
        return Outcome.unknown(0, "")

    made(searches_and_loads, Limits(1, clock="wall"))
    first = [phase for phase in made.phases if phase.name == "solving"][:3]
    assert [phase.name for phase in made.phases[1:6]] == ["solving", "loading", "solving", "loading", "solving"]
    assert first[0].spent < 0.1 <= first[1].spent <= first[2].spent
    assert {phase.seconds for phase in first} == {1 + GRACE}


@pytest.mark.parametrize("clock", ["wall", "cpu"])
def test_the_clock_of_the_limits_measures_the_run(made, clock):
    def waits_and_works(problem, meter):
        before = thread_time()
        waits(0.05, thread_time)
        worked.append(thread_time() - before)
        while clock == "wall" and meter.seconds < 2 * worked[-1]:
            pass
        return Outcome.unknown(0, "")

    worked = []
    measurement = made(waits_and_works, Limits(10, clock=clock))
    assert {phase.clock for phase in made.phases if phase.name == "solving"} == {clock}
    assert worked[-1] <= measurement.cpu_seconds
    if clock == "cpu":
        assert measurement.seconds == measurement.cpu_seconds
    else:
        assert measurement.seconds >= 2 * worked[-1]


def test_a_solver_without_a_graph_builds_its_own_in_every_run(made):
    built = []

    def builds(problem, meter):
        built.append(problem.graph)
        return Outcome.unknown(0, "")

    measurements = [made(builds, reads_graph=False) for _ in range(2)]
    assert [each.build_seconds for each in measurements] == [0, 0]
    assert len({id(graph) for graph in built}) == len(built) == 2


def test_a_problem_that_a_solver_refuses_when_it_sees_it_is_a_dead_end():
    crowded = NamedProblem.of(Problem(nx.complete_graph(40), closed=True), "K40")
    _, measurement = measure(task("warnsdorff-compiled", problem=crowded))
    assert measurement.termination == "dead end"
    assert "at most 31 are supported" in measurement.reason


def test_the_memory_of_a_run_does_not_depend_on_which_solvers_ran_before():
    names = ["warnsdorff", "cp-sat", "pruned-compiled", "clingo"]

    def memory(names):
        slot = Slot()
        try:
            tasks = [task(name, problem=on("20x20")) for name in names]
            return [slot.call(measure_task, each)[0].peak_memory for each in tasks]
        finally:
            slot.end()

    first, second = memory(names), memory(names[::-1])[::-1]
    assert first[-1] > 5_000_000
    assert all(abs(one - other) < 5_000_000 for one, other in zip(first, second, strict=True))


def test_no_run_collects_the_garbage_of_earlier_ones(made):
    def counts_collections(problem, meter):
        counts.append(gc.get_count())
        cycles = [[] for _ in range(5000)]
        for each in cycles:
            each.append(each)
        return Outcome.unknown(0, "")

    counts = []
    for _ in range(5):
        made(counts_collections)
    assert {older for _, *older_two in counts for older in older_two} == {0}
