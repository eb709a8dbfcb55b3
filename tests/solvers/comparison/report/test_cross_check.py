"""The cross-check finds every contradiction and every fault, and names their runs."""

import pytest

from solvers.comparison.report import texts
from solvers.comparison.report.frame import runs_frame
from tests.solvers.comparison.tasks import add, on, plan_known


def cross_check(store):
    return texts.CrossCheck(runs_frame(store))


def test_found_against_impossible_is_a_conflict(store):
    problem = on(start=(0, 0))
    add(store, problem, "warnsdorff", "found")
    add(store, problem, "cp-sat", "impossible", reason="exhausted")
    add(store, problem, "backtracking", "time limit")
    add(store, "6x6", "cp-sat", "found")
    (conflict,) = cross_check(store).conflicts
    head, *said = conflict.splitlines()
    assert head == "5x5 open from 0,0: contradictory answers, found and impossible"
    assert said[::3] == [
        "  warnsdorff on 5x5 open from 0,0: found",
        "  cp-sat on 5x5 open from 0,0: impossible, a wrong answer: exhausted",
    ]


@pytest.mark.parametrize("known, said", [("found", "impossible"), ("impossible", "found")])
def test_an_answer_against_what_is_known_is_a_conflict(store, known, said):
    plan_known(store, on(), known, "Euler")
    add(store, "5x5", "cp-sat", said)
    (conflict,) = cross_check(store).conflicts
    head = f"5x5 open: contradictory answers, {said} and known to be {known} (Euler)"
    assert conflict.startswith(f"{head}\n  cp-sat on 5x5 open: {said}")


def test_an_answer_that_came_too_late_to_count_is_checked(store):
    add(store, "5x5", "warnsdorff", "time limit", "found", "found after 12 s, past the limit of 10 s")
    add(store, "5x5", "cp-sat", "time limit", "impossible", "impossible after 11 s, past the limit of 10 s")
    (conflict,) = cross_check(store).conflicts
    assert "found, but too late: found after 12 s" in conflict
    assert "impossible, a wrong answer: impossible after 11 s" in conflict


def test_a_refused_tour_and_a_crash_are_failures_of_which_the_first_of_each_kind_is_shown(store):
    refused = add(store, "5x5", "warnsdorff", "wrong answer", reason="0,0 is visited twice")
    first, *_ = [add(store, f"5x{cols}", "warnsdorff", "crashed: SIGSEGV") for cols in range(6, 16)]
    other = add(store, "5x5", "cp-sat", "crashed: SIGSEGV", workers=1)
    add(store, "5x5", "backtracking", "dead end")
    add(store, "5x5", "auto", "memory limit")
    text = "\n".join(cross_check(store).failures)
    assert {line.split()[1] for line in text.splitlines() if line.startswith("  run")} == {
        f"{run}," for run in (refused, first, other)
    }
    assert "warnsdorff on 5x5 open: wrong answer: 0,0 is visited twice" in text
    found = cross_check(store)
    assert (found.counts["failed"], found.counts["contradicted"]) == (12, 0)
    assert "12 runs failed; the first of each competitor and termination:" in str(found)


def test_the_summary_counts_problems_by_what_is_known_of_them(store):
    add(store, on(start=(0, 0)), "warnsdorff", "found")
    add(store, on(start=(0, 0)), "cp-sat", "found")
    add(store, on(start=(0, 1)), "cp-sat", "impossible")
    add(store, on(start=(0, 1)), "warnsdorff", "dead end")
    add(store, on(start=(0, 2)), "warnsdorff", "dead end")
    assert str(cross_check(store)).splitlines() == [
        "Cross-check: no answers contradict each other. All tours (2) are verified.",
        "Of 3 problems, 1 has a tour, 0 have none, 2 are undecided, 0 contradicted.",
        "Two or more competitors agree on 1. No-tour answers confirmed: 0 of 1.",
        "Not confirmed, so not solved: 5x5 open from 0,1.",
    ]


def test_after_a_contradiction_every_problem_is_counted_once(store):
    for start in ((0, 0), (0, 1), (0, 2)):
        add(store, on(start=start), "cp-sat", "impossible")
    add(store, on(start=(0, 0)), "warnsdorff", "found")
    add(store, on(start=(1, 1)), "warnsdorff", "found")
    add(store, on(start=(2, 2)), "warnsdorff", "dead end")
    plan_known(store, on(start=(0, 1)), "found", "Euler")
    counts = cross_check(store).counts
    assert [counts[truth] for truth in ("tour", "none", "undecided", "contradicted")] == [1, 0, 2, 2]


def test_one_competitor_cannot_agree_with_others(store):
    add(store, "5x5", "cp-sat", "found")
    assert "agree" not in str(cross_check(store))
    add(store, "6x6", "cp-sat", "impossible")
    assert "\nNo-tour answers confirmed: 0 of 1." in str(cross_check(store))
    add(store, "6x6", "auto", "time limit")
    assert "\nTwo or more competitors agree on 0. No-tour answers confirmed: 0 of 1." in str(cross_check(store))


def test_two_competitors_of_one_solver_agree(store):
    for workers in (1, 2):
        add(store, "5x5", "cp-sat", "found", workers=workers)
    assert cross_check(store).counts["agreed"] == 1


def test_runs_that_were_interrupted_are_counted_and_are_nobodys_fault(store):
    for repeat in range(3):
        add(store, "5x5", "warnsdorff", "interrupted", repeat=repeat)
    found = cross_check(store)
    assert (found.failures, found.counts["failed"], found.counts["interrupted"]) == ([], 0, 3)
    assert "3 runs were interrupted from outside" in str(found)


def test_a_failure_names_the_call_and_the_ids_of_its_run_and_problem(store):
    problem = on("6x7", leaper=(1, 4), wrap="both", closed=True)
    run = add(store, problem, "warnsdorff", "wrong answer", seed=7, tie_break="random", move_order="4")
    _, call, ids = cross_check(store).failures[0].splitlines()
    assert call.startswith('  warnsdorff {"move_order": "4", "tie_break": "random"}, seed 7, version ')
    assert ids == f"  run {run}, problem {problem.id}"
