"""Solvers made to do harm: each gets the row that it deserves, no other run suffers, and no process is left."""

import os
import uuid
from types import SimpleNamespace

import pytest

from solvers.comparison import Competitor, Limits, Run, Task, run_all, run_one
from solvers.comparison.measuring import GRACE
from solvers.workers import limits, thread_executor
from solvers.workers.slots import current_slot
from tests.processes import assert_all_end
from tests.solvers.comparison.tasks import AMPLE, CORNER, on, task

pytestmark = pytest.mark.usefixtures("ill_behaved")
SHORT = Limits(0.2, clock="wall")
SMALL = Limits(60, memory=1 << 29)
MB = 1e6


CRASHES = {
    "crashes": "ZeroDivisionError",
    "leaves": "SystemExit",
    "mumbles": "Unspeakable",
    "babbles what=raise": "ValueError",
    "patches what=judge": "TypeError",
    "patches what=judge+fault": "TypeError",
    "dies": "exit status 1",
    "is-killed by=SIGABRT": "SIGABRT",
    "is-killed by=SIGSEGV": "SIGSEGV",
    "scribbles": "broken pipe",
    "closes": "exit status 1",
    "raves": "Unspeakable",
    "forks then=die": "exit status 1",
    "forks then=crash": "ZeroDivisionError",
    "edits": "NetworkXError",
    "alters what=solvers": "UnknownSolver",
    "raises error=BaseException": "BaseException",
    "raises error=GeneratorExit": "GeneratorExit",
    "raises error=CancelledError": "CancelledError",
    "raises error=KeyboardInterrupt": "KeyboardInterrupt",
}
KILLED = ["SIGKILL", "SIGTERM", "SIGHUP"]
PATCHES = ["checker", "verified", "json", "Problem", "pack", "clock", "graph", "chance"]
WRONG = ["errs", "despairs", *(f"patches what={what}" for what in PATCHES)]
HANGING = ["hangs", "ignores", "sleeps-in-c", "stops", "forks then=hang"]
GREEDY = ["hoards", "breeds"]
ALTERATIONS = "folder, clock, alarm, priority, limits, open files, output, collector, files, thread, child"
HARMLESS = ["prints", "forks", "returns-twice", "keeps", *(f"alters what={what}" for what in ALTERATIONS.split(", "))]
OTHERS = [*(f"is-killed by={signal}" for signal in KILLED), "raises error=MemoryError", "rambles", "babbles", "denies"]
ALL = (
    dict.fromkeys([*CRASHES, *WRONG, *HARMLESS, *OTHERS], AMPLE)
    | dict.fromkeys(HANGING, SHORT)
    | dict.fromkeys(GREEDY, SMALL)
    | {"comes-late": Limits(0.2, clock="cpu")}
)
"""The limits of each solver, some with an option."""


@pytest.fixture(scope="module")
def comparison(ill_behaved):
    """The measurements of the bad solvers, of a good one after each of them, and the templates of the two slots."""
    seen, name = SimpleNamespace(bad={}, good=[], templates=set()), f"KNIGHTS_TOUR_TEST_{uuid.uuid4().hex}"

    def both(bad):
        solver, _, option = bad.partition(" ")
        options = [option.split("=")] if option else []
        seen.bad[bad] = run_one(task(solver, ALL[bad], **dict(options))).measurement
        seen.good.append(run_one(task()).measurement)
        seen.templates.add(current_slot().call(os.getppid))

    with pytest.MonkeyPatch.context() as patch, thread_executor(2) as threads:
        patch.setenv(name, "1")
        list(threads.map(both, ALL))
    assert_all_end(name)  # orphans, and daemons in sessions of their own, too
    return seen


@pytest.mark.parametrize("bad", CRASHES)
def test_a_solver_that_crashes_has_a_row_that_says_how(comparison, bad):
    measurement = comparison.bad[bad]
    assert measurement.termination == f"crashed: {CRASHES[bad]}"
    assert measurement.reason
    assert measurement.answer == ""
    assert measurement.seconds < 10


@pytest.mark.parametrize("by", KILLED)
def test_a_solver_whose_process_is_killed_from_outside_is_not_at_fault(comparison, by):
    measurement = comparison.bad[f"is-killed by={by}"]
    assert (measurement.termination, Run(task(), measurement, "", "").status) == ("interrupted", "unknown")
    assert measurement.reason == f"its process was killed from outside: {by}"


@pytest.mark.parametrize("bad", WRONG)
def test_a_wrong_answer_is_one(comparison, bad):
    assert comparison.bad[bad].termination == "wrong answer"
    assert comparison.bad[bad].packed is None


@pytest.mark.parametrize("bad", HANGING)
def test_the_time_limit_holds_for_a_solver_that_does_not_heed_it(comparison, bad):
    measurement = comparison.bad[bad]
    assert measurement.termination == "time limit"
    assert "killed" in measurement.reason
    assert SHORT.seconds + GRACE <= measurement.seconds < 60


@pytest.mark.parametrize("generation", [0, 2])
def test_a_limit_of_processor_time_holds_for_a_solver_and_its_children(trace, generation):
    spinning = task("spins", Limits(0.2, clock="cpu"), generation=generation)
    measurement = run_one(spinning).measurement
    assert measurement.termination == "time limit"
    assert 0.2 + GRACE <= measurement.seconds == pytest.approx(measurement.cpu_seconds, abs=0.01)


def sleeps_briefly():
    limits.SLEEPING = 1


def test_a_solver_that_sleeps_past_a_limit_of_processor_time_is_killed(trace):
    current_slot().end()
    current_slot().prepare(sleeps_briefly)
    measurement = run_one(task("hangs", Limits(0.2, clock="cpu"))).measurement
    current_slot().end()
    assert measurement.termination == "time limit"
    assert measurement.seconds < 0.2


@pytest.mark.parametrize("bad", [*GREEDY, "raises error=MemoryError"])
def test_the_memory_limit_holds_for_a_solver_and_its_children(comparison, bad):
    measurement = comparison.bad[bad]
    assert measurement.termination == "memory limit"
    assert measurement.seconds < 30


@pytest.mark.parametrize("bad", GREEDY)
def test_a_killed_run_has_the_memory_that_it_and_its_children_added(comparison, bad):
    """The process has some 100 MB before the run, so that most of the limit is left for the run."""
    measurement = comparison.bad[bad]
    assert SMALL.memory / 4 < measurement.peak_memory < 2 * SMALL.memory
    assert f"added {measurement.peak_memory / 1e9:.2f} GB" in measurement.reason


@pytest.mark.parametrize("bad", HARMLESS)
def test_a_solver_that_answers_has_its_answer_whatever_else_it_does(comparison, bad):
    assert comparison.bad[bad].termination == "found"
    assert comparison.bad[bad].packed == comparison.bad["forks"].packed


def test_an_answer_after_the_time_limit_is_kept_and_does_not_count(comparison):
    late = comparison.bad["comes-late"]
    assert (late.termination, late.answer) == ("time limit", "found")
    assert SHORT.seconds < late.seconds < SHORT.seconds + GRACE


def test_a_long_reason_is_cut_and_a_large_number_fits_the_store(comparison):
    rambling = comparison.bad["rambles"]
    assert (rambling.termination, len(rambling.reason)) == ("dead end", 1000)
    assert rambling.nodes < 2**63


def test_a_tour_that_only_a_patched_checker_accepts_is_named_also_on_a_large_board():
    measurement = run_one(task("patches", problem=on("101x101", start=(0, 0)), what="checker")).measurement
    assert (measurement.termination, measurement.answer, measurement.packed) == ("wrong answer", "", None)
    assert "a move apart" in measurement.reason


@pytest.mark.parametrize("bad", ["babbles", "babbles what=raise"])
def test_what_nobody_can_print_stands_as_an_escape(comparison, bad):
    assert comparison.bad[bad].reason.rpartition(": ")[2].strip() == r"\ud800 \x1b[2J \x00"


def test_a_false_proof_is_an_answer_until_it_is_cross_checked(comparison):
    assert comparison.bad["denies"].answer == "impossible"


def test_memory_is_that_of_the_run(comparison):
    assert comparison.bad["keeps"].peak_memory > 300 * MB
    assert all(each.peak_memory < 10 * MB for each in comparison.good)


def test_all_others_go_on(comparison):
    assert len(comparison.good) == len(ALL)
    assert {(each.termination, each.nodes, each.packed) for each in comparison.good} == {
        ("found", 25, comparison.good[0].packed)
    }
    assert all(0 < each.seconds < 10 for each in comparison.good)


def test_no_solver_ends_a_template(comparison):
    assert len(comparison.templates) == 2


def test_what_a_solver_does_to_a_graph_or_prints_reaches_nobody(trace, capfd):
    good = Competitor("backtracking", {"move_order": "adjacency"})
    tasks = [task("prints"), Task(CORNER, good)]
    for repeat, by in enumerate(("method", "attribute", "force", "ruin"), 1):
        tasks += [task("edits", by=by), Task(CORNER, good, repeat=repeat)]
    runs = {run.task: run.measurement for run in run_all(tasks, jobs=1)}
    assert [runs[each].termination == "found" for each in tasks] == [True, True] + 4 * [False, True]
    assert len({(runs[each].packed, runs[each].nodes) for each in tasks if each.competitor == good}) == 1
    assert capfd.readouterr() == ("", "")
