"""The frame of the runs of a store, and the runs as files for other programs."""

import csv
import io
import json
from dataclasses import replace

import networkx as nx
import pandas as pd
import pytest

from graphs import Board, FormatError
from solvers.comparison import Competitor, Limits, Measurement, NamedProblem, Run, Store, Task
from solvers.comparison.report.frames import each_record, runs_frame, write_runs


@pytest.fixture
def store():
    with Store.temporary() as kept:
        yield kept


def add(store, problem, solver, termination, *, seconds=10.0, nodes=None, seed=None, **options):
    answer = termination if termination in ("found", "impossible") else ""
    task = Task(problem, Competitor(solver, options), seed, Limits(seconds, nodes))
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


def test_a_verified_tour_is_solved_also_against_a_suite_and_impossible_is_not_against_a_tour(store):
    store.plan(Task(replace(on("5x5"), known="impossible"), Competitor("warnsdorff")))
    add(store, on("5x5"), "warnsdorff", "found")
    add(store, on("5x5"), "cp-sat", "impossible")
    add(store, on("3x3"), "cp-sat", "impossible")
    frame = runs_frame(store)
    assert frame["solved"].tolist() == [True, False, True]
    assert frame["answer"].tolist() == ["found", "", "impossible"]


@pytest.fixture
def kept(store):
    """A store with runs on a board with a hole, on a board and on a graph."""
    add(store, on(".../.#./...".replace("/", "\n"), closed=True), "backtracking", "found", move_order="clockwise")
    add(store, on("5x5", start=(0, 0)), "warnsdorff", "found", seconds=2.0, nodes=1000, seed=1)
    add(store, NamedProblem.of_graph(nx.petersen_graph(), "Petersen", start=3), "backtracking", "dead end")
    return store


def test_csv_has_a_line_a_run(kept, tmp_path):
    write_runs(kept, tmp_path / "runs.csv")
    with (tmp_path / "runs.csv").open(newline="") as file:
        ring, corner, petersen = csv.DictReader(file)
    assert (ring["board"], ring["closed"], ring["competitor"]) == (".../.#./...", "True", "backtracking move_order=clockwise")
    assert (corner["start"], corner["seed"], corner["time_limit"], corner["node_limit"]) == ("0,0", "1", "2.0", "1000")
    assert (petersen["board"], petersen["graph"], petersen["start"], petersen["status"]) == ("", "Petersen", "3", "unknown")


def test_json_lines_and_parquet_hold_the_same(kept, tmp_path):
    as_lines, as_table = (tmp_path / f"no text \udcff.{ending}" for ending in ("jsonl", "parquet"))
    write_runs(kept, as_lines)
    write_runs(kept, as_table)
    lines = [json.loads(line) for line in as_lines.read_text().splitlines()]
    records = list(each_record(kept))
    assert [line["options"] for line in lines] == [{"move_order": "clockwise"}, {}, {}]
    assert [line | {"options": None} for line in lines] == [record | {"options": None} for record in records]
    frame = pd.read_parquet(io.BytesIO(as_table.read_bytes()))
    assert frame["id"].tolist() == [record["id"] for record in records]
    assert frame["seed"].isna().tolist() == [True, False, True]


def test_a_file_that_cannot_be_written_gets_one_sentence(kept, tmp_path):
    with pytest.raises(FormatError, match=r"must end in one of .csv, .jsonl, .parquet"):
        write_runs(kept, tmp_path / "runs.xlsx")
    for ending in (".csv", ".jsonl", ".parquet"):
        (tmp_path / f"runs{ending}").mkdir()
        with pytest.raises(FormatError, match="cannot be written"):
            write_runs(kept, tmp_path / f"runs{ending}")
