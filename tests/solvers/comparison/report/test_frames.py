"""The frame of the runs of a store."""

import networkx as nx
import pytest

from graphs import Board
from solvers.comparison import Competitor, Limits, Measurement, NamedProblem, Run, Store, Task
from solvers.comparison.problem_sets import SuiteProblem
from solvers.comparison.report.frames import runs_frame


@pytest.fixture
def store():
    with Store.temporary() as kept:
        yield kept


def add(store, problem, solver, termination, *, seconds=10.0, seed=None, **options):
    answer = termination if termination in ("found", "impossible") else ""
    task = Task(problem, Competitor(solver, options), seed, Limits(seconds=seconds))
    store.add(Run(task, Measurement(termination, "", answer, 25, 0.5), "2026-01-01T00:00:00.000+00:00", "{}"))


def on(board, **ends):
    return NamedProblem.on_board(Board.parse(board), **ends)


def test_a_row_holds_the_problem_the_competitor_and_the_outcome(store):
    add(store, on("5x6", closed=True), "warnsdorff", "dead end", seed=3, tie_break="random")
    row = runs_frame(store).iloc[0]
    assert (row.problem, row.subject, row["size"], row.closed) == ("5x6 closed", "5x6", 30, True)
    assert (row.solver, row.competitor, row.seed) == ("warnsdorff", "warnsdorff tie_break=random", 3)
    assert (row.status, row.termination, row.solved, row.nodes, row.time_limit) == ("unknown", "dead end", False, 25, 10)


def test_where_limits_differ_they_stand_behind_every_name(store):
    add(store, on("5x5"), "warnsdorff", "found", seconds=5)
    add(store, on("5x5"), "warnsdorff", "found", seconds=None)
    add(store, on("5x5"), "cp-sat", "found", seconds=5)
    assert set(runs_frame(store)["competitor"]) == {"warnsdorff (5 s)", "warnsdorff (no time limit)", "cp-sat (5 s)"}


def test_problems_of_the_same_name_have_different_names(store):
    for graph in (nx.petersen_graph(), nx.tutte_graph()):
        add(store, NamedProblem.of_graph(graph, "graph.col"), "cp-sat", "found")
    add(store, on("5x5"), "cp-sat", "found")
    names = list(runs_frame(store)["problem"])
    assert len(set(names)) == 3
    assert all(name.startswith("graph.col open (") for name in names[:2])
    assert names[2] == "5x5 open"


def test_impossible_is_not_solved_where_another_run_found_a_tour(store):
    add(store, on("5x5"), "warnsdorff", "found")
    add(store, on("5x5"), "cp-sat", "impossible")
    add(store, on("3x3"), "cp-sat", "impossible")
    frame = runs_frame(store)
    assert dict(zip(zip(frame["problem"], frame["solver"], strict=True), frame["solved"], strict=True)) == {
        ("5x5 open", "warnsdorff"): True,
        ("5x5 open", "cp-sat"): False,
        ("3x3 open", "cp-sat"): True,
    }


def test_a_verified_tour_is_solved_also_where_a_suite_says_that_there_is_none(store):
    store.plan(Task(on("5x5"), Competitor("warnsdorff")), "wrong", SuiteProblem(on("5x5"), "impossible", "nobody"))
    add(store, on("5x5"), "warnsdorff", "found")
    add(store, on("5x5"), "cp-sat", "impossible")
    assert runs_frame(store)[["solver", "solved", "answer"]].values.tolist() == [
        ["warnsdorff", True, "found"],
        ["cp-sat", False, ""],
    ]
