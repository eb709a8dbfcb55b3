"""Solvers made to do harm: each gets the row that it deserves, no other run suffers, and no process is left."""

import os
import uuid
from dataclasses import dataclass, field

import pytest

from solvers.comparison import Competitor, Limits, Run, Task, run_all, run_one
from solvers.comparison.measuring import GRACE, Measurement
from solvers.workers import limits, thread_executor
from solvers.workers.slots import current_slot
from tests.processes import assert_all_end
from tests.solvers.comparison.tasks import AMPLE, CORNER, on, task

SHORT = Limits(0.2, clock="wall")
SMALL = Limits(60, memory=1 << 29)
MB = 1e6


ERRORS = ("BaseException", "GeneratorExit", "CancelledError", "KeyboardInterrupt")
CRASHES = [
    (task("crashes"), "ZeroDivisionError"),
    (task("leaves"), "SystemExit"),
    (task("mumbles"), "Unspeakable"),
    (task("babbles", what="raise"), "ValueError"),
    *[(task("patches", what=what), "TypeError") for what in ("judge", "judge+fault")],
    (task("dies"), "exit status 1"),
    *[(task("is-killed", by=signal), signal) for signal in ("SIGABRT", "SIGSEGV")],
    (task("scribbles"), "broken pipe"),
    (task("closes"), "exit status 1"),
    (task("raves"), "Unspeakable"),
    (task("forks", then="die"), "exit status 1"),
    (task("forks", then="crash"), "ZeroDivisionError"),
    (task("edits"), "NetworkXError"),
    (task("alters", what="solvers"), "UnknownSolver"),
    *[(task("raises", error=error), error) for error in ERRORS],
]
KILLED = [task("is-killed", by=signal) for signal in ("SIGKILL", "SIGTERM", "SIGHUP")]
WRONG = [task("errs"), task("despairs")]
PATCHES = "checker, verified, json, Problem, pack, clock, graph, chance"
PATCHING = [task("patches", what=what) for what in PATCHES.split(", ")]
HANGING = [task(name, SHORT) for name in ("hangs", "ignores", "sleeps-in-c", "stops")] + [task("forks", SHORT, then="hang")]
GREEDY = [task("hoards", SMALL), task("breeds", SMALL), task("raises", error="MemoryError")]
HARMLESS = [task("prints"), task("forks"), task("returns-twice"), task("keeps")]
ALTERATIONS = "folder, clock, alarm, priority, limits, open files, output, collector, files, thread, child"
ALTERING = [task("alters", what=what) for what in ALTERATIONS.split(", ")]
OTHERS = [task("comes-late", Limits(0.2, clock="cpu")), task("rambles"), task("babbles"), task("denies")]
ALL = [*(each for each, _ in CRASHES), *KILLED, *WRONG, *PATCHING, *GREEDY, *HARMLESS, *ALTERING, *OTHERS, *HANGING]


@dataclass
class Comparison:
    """The measurement of each task, and the templates of the two slots."""

    measurements: dict[Task, Measurement] = field(default_factory=dict)
    templates: set[int] = field(default_factory=set)

    def __getitem__(self, task):
        return self.measurements[task]

    @property
    def good(self):
        return [measurement for task, measurement in self.measurements.items() if task.competitor.solver == "warnsdorff"]


@pytest.fixture(scope="module")
def comparison(ill_behaved):
    """One comparison of all, with a run of a good solver after each of a bad one."""
    seen, name = Comparison(), f"KNIGHTS_TOUR_TEST_{uuid.uuid4().hex}"

    def both(bad, good):
        for each in (bad, good):
            seen.measurements[each] = run_one(each).measurement
            seen.templates.add(current_slot().call(os.getppid))

    good = [Task(CORNER, Competitor("warnsdorff"), limits=AMPLE, repeat=repeat) for repeat in range(len(ALL))]
    with pytest.MonkeyPatch.context() as patch, thread_executor(2) as threads:
        patch.setenv(name, "1")
        list(threads.map(both, ALL, good))
    assert_all_end(name)  # orphans, and daemons in sessions of their own, too
    return seen


def idfn(value):
    return value.competitor.name if isinstance(value, Task) else None


@pytest.mark.parametrize("made, what", CRASHES, ids=idfn)
def test_a_solver_that_crashes_has_a_row_that_says_how(comparison, made, what):
    measurement = comparison[made]
    assert measurement.termination == f"crashed: {what}"
    assert measurement.reason
    assert measurement.answer == ""
    assert measurement.seconds < 10


@pytest.mark.parametrize("made", KILLED, ids=idfn)
def test_a_solver_whose_process_is_killed_from_outside_is_not_at_fault(comparison, made):
    measurement = comparison[made]
    assert (measurement.termination, Run(task(), measurement, "", "").status) == ("interrupted", "unknown")
    assert measurement.reason == f"its process was killed from outside: {made.options['by']}"


@pytest.mark.parametrize("made", WRONG + PATCHING, ids=idfn)
def test_a_wrong_answer_is_one(comparison, made):
    assert comparison[made].termination == "wrong answer"
    assert comparison[made].packed is None


@pytest.mark.parametrize("made", HANGING, ids=idfn)
def test_the_time_limit_holds_for_a_solver_that_does_not_heed_it(comparison, made):
    measurement = comparison[made]
    assert measurement.termination == "time limit"
    assert "killed" in measurement.reason
    assert SHORT.seconds + GRACE <= measurement.seconds < 60


@pytest.mark.usefixtures("ill_behaved")
@pytest.mark.parametrize("generation", [0, 2])
def test_a_limit_of_processor_time_holds_for_a_solver_and_its_children(trace, generation):
    spinning = task("spins", Limits(0.2, clock="cpu"), generation=generation)
    measurement = run_one(spinning).measurement
    assert measurement.termination == "time limit"
    assert 0.2 + GRACE <= measurement.seconds == pytest.approx(measurement.cpu_seconds, abs=0.01)


def sleeps_briefly():
    limits.SLEEPING = 1


@pytest.mark.usefixtures("ill_behaved")
def test_a_solver_that_sleeps_past_a_limit_of_processor_time_is_killed(trace):
    current_slot().end()
    current_slot().prepare(sleeps_briefly)
    measurement = run_one(task("hangs", Limits(0.2, clock="cpu"))).measurement
    current_slot().end()
    assert measurement.termination == "time limit"
    assert measurement.seconds < 0.2


@pytest.mark.parametrize("made", GREEDY, ids=idfn)
def test_the_memory_limit_holds_for_a_solver_and_its_children(comparison, made):
    measurement = comparison[made]
    assert measurement.termination == "memory limit"
    assert measurement.seconds < 30


@pytest.mark.parametrize("made", GREEDY[:2], ids=idfn)
def test_a_killed_run_has_the_memory_that_it_and_its_children_added(comparison, made):
    """The process has some 100 MB before the run, so that most of the limit is left for the run."""
    measurement = comparison[made]
    assert SMALL.memory / 4 < measurement.peak_memory < 2 * SMALL.memory
    assert f"added {measurement.peak_memory / 1e9:.2f} GB" in measurement.reason


@pytest.mark.parametrize("made", HARMLESS + ALTERING, ids=idfn)
def test_a_solver_that_answers_has_its_answer_whatever_else_it_does(comparison, made):
    assert comparison[made].termination == "found"
    assert comparison[made].packed == comparison[task("forks")].packed


def test_an_answer_after_the_time_limit_is_kept_and_does_not_count(comparison):
    late = comparison[OTHERS[0]]
    assert (late.termination, late.answer) == ("time limit", "found")
    assert SHORT.seconds < late.seconds < SHORT.seconds + GRACE


def test_a_long_reason_is_cut_and_a_large_number_fits_the_store(comparison):
    rambling = comparison[task("rambles")]
    assert (rambling.termination, len(rambling.reason)) == ("dead end", 1000)
    assert rambling.nodes < 2**63


@pytest.mark.usefixtures("ill_behaved")
def test_a_tour_that_only_a_patched_checker_accepts_is_named_also_on_a_large_board():
    measurement = run_one(task("patches", problem=on("101x101", start=(0, 0)), what="checker")).measurement
    assert (measurement.termination, measurement.answer, measurement.packed) == ("wrong answer", "", None)
    assert "a move apart" in measurement.reason


@pytest.mark.parametrize("made", [task("babbles"), task("babbles", what="raise")], ids=idfn)
def test_what_nobody_can_print_stands_as_an_escape(comparison, made):
    assert comparison[made].reason.rpartition(": ")[2].strip() == r"\ud800 \x1b[2J \x00"


def test_a_false_proof_is_an_answer_until_it_is_cross_checked(comparison):
    assert comparison[task("denies")].answer == "impossible"


def test_memory_is_that_of_the_run(comparison):
    assert comparison[task("keeps")].peak_memory > 300 * MB
    assert all(each.peak_memory < 10 * MB for each in comparison.good)


def test_all_others_go_on(comparison):
    assert len(comparison.good) == len(ALL)
    assert {(each.termination, each.nodes, each.packed) for each in comparison.good} == {
        ("found", 25, comparison.good[0].packed)
    }
    assert all(0 < each.seconds < 10 for each in comparison.good)


def test_no_solver_ends_a_template(comparison):
    assert len(comparison.templates) == 2


@pytest.mark.usefixtures("ill_behaved")
def test_what_a_solver_does_to_a_graph_or_prints_reaches_nobody(trace, capfd):
    good = Competitor("backtracking", {"move_order": "adjacency"})
    tasks = [task("prints"), Task(CORNER, good)]
    for repeat, by in enumerate(("method", "attribute", "force", "ruin"), 1):
        tasks += [task("edits", by=by), Task(CORNER, good, repeat=repeat)]
    runs = {run.task: run.measurement for run in run_all(tasks, jobs=1)}
    assert [runs[each].termination == "found" for each in tasks] == [True, True] + 4 * [False, True]
    assert len({(runs[each].packed, runs[each].nodes) for each in tasks if each.competitor == good}) == 1
    assert capfd.readouterr() == ("", "")
