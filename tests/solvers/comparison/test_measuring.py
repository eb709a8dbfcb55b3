"""What a run measures: the time of the solver alone, the memory of this run, the answer as it is worth."""

import pickle

import networkx as nx
import pytest

from graphs import Board
from solvers import Meter, Outcome, get_solver, solver
from solvers.comparison import Competitor, Limits, NamedProblem, Task
from solvers.comparison.measuring import measured
from solvers.registry import unregister

CORNER = NamedProblem.on_board(Board(5, 5), start=(0, 0))


def measure(task):
    """Return the phases of a run, and its measurement."""
    steps, phases = measured(pickle.loads(pickle.dumps(task))), []  # as it comes to a worker process
    while True:
        try:
            phases.append(next(steps))
        except StopIteration as end:
            return phases, end.value


@pytest.fixture
def made():
    """Register a function as a solver, and return its measurement."""

    def run(function, limits=None, **abilities):
        unregister_if_there()
        solver("made", summary="", exact=True, closed=True, fixed_end=True, reference="none", **abilities)(function)
        return measure(Task(CORNER, Competitor("made"), limits=limits or Limits()))[1]

    def unregister_if_there():
        try:
            unregister("made")
        except KeyError:
            return

    yield run
    unregister_if_there()


def test_a_run_has_three_phases_and_the_limit_holds_in_one():
    phases, measurement = measure(Task(CORNER, Competitor("warnsdorff"), limits=Limits(2)))
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


def test_a_fault_before_the_clock_starts_takes_no_time(made):
    def fault(problem, meter):
        raise ZeroDivisionError

    measurement = made(fault, loads_from=1)  # the warm-up meets it first
    assert measurement.termination == "crashed: ZeroDivisionError"
    assert measurement.seconds == 0


def test_a_solver_without_a_graph_builds_its_own_in_every_run(made):
    built = []

    def builds(problem, meter):
        built.append(problem.graph)
        return Outcome.unknown(0, "")

    for _ in range(2):
        assert made(builds, reads_graph=False).build_seconds == 0
    assert built[0] is not built[1]


def test_a_problem_that_a_solver_refuses_when_it_sees_it_is_a_dead_end():
    crowded = NamedProblem.of_graph(nx.complete_graph(40), "K40", closed=True)
    _, measurement = measure(Task(crowded, Competitor("warnsdorff-compiled")))
    assert measurement.termination == "dead end"
    assert "at most 31 neighbours" in measurement.reason
