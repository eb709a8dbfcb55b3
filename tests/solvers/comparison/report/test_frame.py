"""The frame of the runs of a store, and the runs as files for other programs."""

from dataclasses import replace

import networkx as nx
import pandas as pd
import pytest

from graphs import FormatError
from solvers import Problem
from solvers.comparison import Competitor, Limits, NamedProblem, Task
from solvers.comparison.report.frame import check_frame_conditions, conditions_of, frame_parts, runs_frame
from solvers.comparison.report.summary import apart_text, summaries_of
from tests.solvers.comparison.tasks import add, on, plan_known


def test_a_row_holds_the_problem_the_competitor_and_the_outcome(store):
    add(store, on("5x6", closed=True), "warnsdorff", "dead end", limits=Limits(10, 1000), seed=3, tie_break="random")
    row = runs_frame(store).iloc[0]
    assert (row.problem, row.subject, row["size"], row.closed) == ("5x6 closed", "5x6", 30, True)
    assert (row.solver, row.competitor, row.seed) == ("warnsdorff", "warnsdorff tie_break=random", 3)
    assert (row.status, row.termination, row.solved, row.nodes) == ("unknown", "dead end", False, 25)
    assert (row.time_limit, row.node_limit) == (10, 1000)


def test_limits_that_differ_are_conditions_and_no_names(store):
    add(store, "5x5", "warnsdorff", "found", limits=Limits(5))
    add(store, "5x5", "warnsdorff", "found", limits=Limits())
    add(store, "5x5", "cp-sat", "found", limits=Limits(5))
    runs = runs_frame(store)
    assert {*zip(runs["competitor"], runs["conditions"], strict=True)} == {
        *(("warnsdorff", "5 s"), ("warnsdorff", "no time limit"), ("cp-sat", "5 s"))
    }
    assert runs["weight"].tolist() == [1, 1, 1]
    assert apart_text(summaries_of(runs)) == "separate tables: conditions differ (no time limit; 5 s)"
    with pytest.raises(FormatError, match="select one of 'no time limit', '5 s'"):
        check_frame_conditions(runs)
    check_frame_conditions(runs[runs["time_limit"] == 5])


def test_conditions_name_what_differs_and_packages_only_those_that_a_solver_may_call():
    packages = ['{"python": "3.11"}', '{"python": "3.11", "ortools": "9.11"}', '{"python": "3.11", "ortools": "9.12"}']
    runs = pd.DataFrame(
        {
            "clock": "cpu",
            "time_limit": 1.0,
            "node_limit": None,
            "memory_limit": [2e9, 2.5e9, 2e9],
            "machine": ["91c0aaaa", "91c0aaaa", "77aa0000"],
            "base_code": ["3f2a00112233", "3f2a00112233", "11"],
            "packages": packages,
        }
    )
    assert conditions_of(runs) == [
        "2 GB, machine 91c0aaaa, code 3f2a00",
        "2.5 GB, machine 91c0aaaa, code 3f2a00, ortools 9.11",
        "2 GB, machine 77aa0000, code 11, ortools 9.12",
    ]
    assert conditions_of(runs.iloc[:1]) == [""]


def test_problems_of_the_same_name_have_different_names(store):
    for graph in (nx.petersen_graph(), nx.tutte_graph()):
        add(store, NamedProblem.of(Problem(graph), "graph.col"), "cp-sat", "found")
    add(store, "5x5", "cp-sat", "found")
    names = list(runs_frame(store)["problem"])
    assert len(set(names)) == 3
    assert all(name.startswith("graph.col open (") for name in names[:2])
    assert names[2] == "5x5 open"


def test_a_verified_tour_is_solved_also_against_a_suite_and_impossible_is_not_against_a_tour(store):
    plan_known(store, on(), "impossible", solver="warnsdorff")
    add(store, "5x5", "warnsdorff", "found")
    add(store, "5x5", "cp-sat", "impossible")
    add(store, "3x3", "cp-sat", "impossible")
    frame = runs_frame(store)
    assert frame["solved"].tolist() == [True, False, False]
    assert frame["refuted"].tolist() == [False, True, False]
    assert frame["unconfirmed"].tolist() == [False, False, True]
    assert frame["status"].tolist() == ["found", "error", "impossible"]
    assert frame["truth"].tolist() == ["contradicted", "contradicted", "undecided"]


def test_a_problem_that_two_suites_share_is_in_the_part_of_each(store):
    for suite, board in (("first", "5x5"), ("second", "5x5"), ("", "5x5"), ("", "6x6")):
        problem = replace(on(board), suite=suite)
        store.plan(Task(problem, Competitor("auto")))
        add(store, problem, "auto", "found")
    found = {name: list(part["subject"]) for name, part in frame_parts(runs_frame(store), "suite")}
    assert found == {"first": ["5x5"], "second": ["5x5"], "no suite": ["6x6"]}
