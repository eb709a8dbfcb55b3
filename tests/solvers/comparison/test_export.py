"""Runs as files for other programs, and the tours that are verified again."""

import csv
import json
import sqlite3

import networkx as nx
import pandas as pd
import pytest

from graphs import Board
from graphs.errors import FormatError
from solvers.comparison import Competitor, Limits, NamedProblem, Store, Task
from solvers.comparison.export import each_record, write_runs
from solvers.comparison.runs import run_one

RING = NamedProblem.on_board(Board(3, 3, holes=[(1, 1)]), closed=True)
CORNER = NamedProblem.on_board(Board(5, 5), start=(0, 0))
PETERSEN = NamedProblem.of_graph(nx.petersen_graph(), "Petersen", start=3)
TASKS = [
    Task(RING, Competitor("backtracking", {"move_order": "clockwise"})),
    Task(CORNER, Competitor("warnsdorff"), seed=1, limits=Limits(2.0, 1000, 1 << 30)),
    Task(PETERSEN, Competitor("backtracking")),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    with Store.opened(folder) as store:
        for task in TASKS:
            store.add(run_one(task))
    return folder


@pytest.fixture
def store(folder):
    with Store.read(folder) as store:
        yield store


@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet"])
def test_a_file_that_cannot_be_written_gets_one_sentence(store, tmp_path, ending):
    (tmp_path / f"runs{ending}").mkdir()
    with pytest.raises(FormatError, match="cannot be written"):
        write_runs(store, tmp_path / f"runs{ending}")


def test_csv_has_a_line_a_run(store, tmp_path):
    write_runs(store, tmp_path / "runs.csv")
    with (tmp_path / "runs.csv").open(newline="") as file:
        ring, corner, petersen = csv.DictReader(file)
    assert (ring["board"], ring["closed"], ring["competitor"]) == (".../.#./...", "True", "backtracking move_order=clockwise")
    assert (corner["start"], corner["seed"], corner["time_limit"], corner["node_limit"]) == ("0,0", "1", "2.0", "1000")
    assert (petersen["board"], petersen["graph"], petersen["start"], petersen["status"]) == ("", "Petersen", "3", "found")
    assert {ring["nodes"], corner["nodes"]} == {"8", "25"}


def test_json_lines_and_parquet_hold_the_same(store, tmp_path):
    for name in ("runs.jsonl", "runs.parquet"):
        write_runs(store, tmp_path / name)
    lines = [json.loads(line) for line in (tmp_path / "runs.jsonl").read_text().splitlines()]
    records = list(each_record(store))
    assert [line["options"] for line in lines] == [{"move_order": "clockwise"}, {}, {}]
    assert [line | {"options": None} for line in lines] == [record | {"options": None} for record in records]
    frame = pd.read_parquet(tmp_path / "runs.parquet")
    assert frame["id"].tolist() == [task.id for task in TASKS]
    assert frame["nodes"].tolist() == [record["nodes"] for record in records]
    assert frame["seed"].isna().tolist() == [True, False, True]


def test_another_ending_is_refused(store, tmp_path):
    with pytest.raises(FormatError, match=r"must end in one of .csv, .jsonl, .parquet"):
        write_runs(store, tmp_path / "runs.xlsx")


def test_every_kept_tour_is_verified_again(store):
    assert [(each.problem, each.fault) for each in store.tours()] == [(RING, ""), (CORNER, ""), (PETERSEN, "")]


@pytest.mark.parametrize("spoilt", [None, b"", b"x", "another tour"])
def test_a_spoilt_tour_is_found(folder, tmp_path, spoilt):
    """One tour is lost, cut off, no tour at all, or the tour of another problem."""
    with sqlite3.connect(folder / "runs.sqlite") as source, sqlite3.connect(tmp_path / "runs.sqlite") as copy:
        source.backup(copy)
        (of_ring,) = copy.execute("SELECT tour FROM runs WHERE id = ?", (TASKS[0].id,)).fetchone()
        packed = of_ring if spoilt == "another tour" else spoilt
        copy.execute("UPDATE runs SET tour = ? WHERE id = ?", (packed, TASKS[1].id))
    source.close()
    copy.close()
    with Store.read(tmp_path) as store:
        assert [bool(each.fault) for each in store.tours()] == [False, True, False]
