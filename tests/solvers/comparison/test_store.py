"""The store: what was put in comes out, once, in the order of the plan; and what is no store is refused in one sentence."""

import itertools
import os
import shutil
import sqlite3
import subprocess
import sys

import networkx as nx
import pytest

from graphs import Board
from graphs.errors import FormatError
from solvers.comparison import Competitor, Limits, Measurement, NamedProblem, Run, Store, Task
from solvers.comparison.problem_sets import SuiteProblem
from solvers.comparison.runs import run_one

CORNER = NamedProblem.on_board(Board(5, 5), start=(0, 0))
NO_TOUR = NamedProblem.on_board(Board(5, 5), start=(0, 1))
WALK, SEARCH = Competitor("warnsdorff"), Competitor("backtracking")


def made(task, termination="found", **measured):
    """A run that nobody has carried out."""
    return Run(task, Measurement(termination, "", answer="found", nodes=25, **measured), "2026-01-01T00:00:00.000+00:00", "{}")


def test_the_order_is_that_of_the_plan_whatever_finishes_first():
    tasks = [Task(problem, competitor) for problem in (NO_TOUR, CORNER) for competitor in (WALK, SEARCH)]
    for order in itertools.permutations(tasks):
        with Store.temporary() as store:
            for task in tasks:
                store.plan(task)
            for task in order:
                store.add(made(task))
            assert store.rows(["id"]) == [(task.id,) for task in tasks]


def test_each_run_is_kept_once(tmp_path):
    tasks = [Task(CORNER, WALK, seed=seed, repeat=repeat) for seed in (None, 0, 1) for repeat in (0, 1)]
    tasks += [Task(CORNER, WALK, limits=limits) for limits in (Limits(1.0), Limits(nodes=5), Limits(memory=1 << 30))]
    tasks += [Task(CORNER, Competitor("warnsdorff", {"tie_break": "roth"})), Task(NO_TOUR, WALK)]
    for _ in range(2):
        with Store.opened(tmp_path / "runs") as store:
            for task in tasks:
                store.add(made(task, seconds=0.5))
                store.add(made(task, "dead end"))
            assert len(store) == len(tasks) == len({task.id for task in tasks})
            assert set(store.rows(["termination", "seconds"])) == {("found", 0.5)}
            assert all(task in store for task in tasks)
            assert Task(CORNER, SEARCH) not in store


@pytest.mark.parametrize("ended", ["interrupted", "crashed: SIGSEGV"])
def test_a_run_that_was_interrupted_or_crashed_is_replaced_when_it_is_made_again(ended):
    task = Task(CORNER, WALK)
    with Store.temporary() as store:
        assert store.termination(task) == ""
        store.add(made(task, ended))
        assert (task in store, store.termination(task)) == (ended != "interrupted", ended)
        store.add(made(task, seconds=0.5))
        assert task in store
        assert store.rows(["termination", "seconds"]) == [("found", 0.5)]


def test_a_second_writer_is_refused_at_once_and_a_reader_is_not(tmp_path):
    with Store.opened(tmp_path) as store:
        store.add(made(Task(CORNER, WALK)))
        with pytest.raises(FormatError, match="another process writes to"):
            Store.opened(tmp_path)
        with Store.read(tmp_path) as reader:
            assert reader.rows(["problem", "competitor"]) == [("5x5 open from 0,0", "warnsdorff")]
    with Store.opened(tmp_path) as store:
        assert len(store) == 1


WRITES_AND_DIES = """
import os, sys
from graphs import Board
from solvers.comparison import Competitor, Measurement, NamedProblem, Run, Store, Task
corner = NamedProblem.on_board(Board(5, 5), start=(0, 0))
store = Store.opened(sys.argv[1])
for seed in range(50):
    store.add(Run(Task(corner, Competitor("warnsdorff"), seed=seed), Measurement("found", ""), "", "{}"))
os.kill(os.getpid(), 9)
"""


def test_what_was_added_before_kill_9_is_there_and_whole(tmp_path):
    command = [sys.executable, "-c", WRITES_AND_DIES, str(tmp_path / "runs")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == -9, done.stderr
    with Store.opened(tmp_path / "runs") as store:
        assert len(store) == 50
    with sqlite3.connect(tmp_path / "runs" / "runs.sqlite") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_session_says_what_was_run_and_where(tmp_path):
    with Store.opened(tmp_path) as store:
        store.begin_session("compare.py --boards 5x5")
        store.add(made(Task(CORNER, WALK)))
        session, of_another_machine = store.sessions()
    assert of_another_machine["machine"] == {}
    assert session["command"] == "compare.py --boards 5x5"
    assert {"host", "processor", "cores", "python", "packages", "governor", "memory"} <= set(session["machine"])
    assert session["machine"]["packages"]["networkx"] == nx.__version__


@pytest.mark.parametrize(
    "problem",
    [
        NamedProblem.on_board(Board(3, 3, holes=[(1, 1)]), closed=True),
        NamedProblem.on_board(Board(6, 7, wrap="both"), (1, 4), start=(0, 0)),
        NamedProblem.on_board(Board(8, 8), start=(0, 0), end=(7, 6)),
        NamedProblem.of_graph(nx.relabel_nodes(nx.cycle_graph(5), dict(enumerate("vwxyz"))), "C5", start="x"),
    ],
    ids=lambda problem: problem.subject,
)
def test_a_tour_comes_out_as_it_went_in(problem):
    run = run_one(Task(problem, Competitor("auto")))
    with Store.temporary() as store:
        store.add(run)
        (kept,) = store.tours()
    assert kept.problem == problem
    assert kept.problem.problem.verify(kept.problem.unpack(kept.packed)) == problem.problem.verify(
        problem.unpack(run.measurement.packed)
    )


def test_what_is_no_store_is_refused(tmp_path):
    with pytest.raises(FormatError, match=r"there is no .*runs.sqlite: compare.py --out"):
        Store.read(tmp_path)
    with pytest.raises(FormatError, match="the name of the folder is empty"):
        Store.opened("")
    (tmp_path / "runs.sqlite").write_text("board,solver\n5x5,warnsdorff\n" * 100)
    for opening in (Store.read, Store.opened):
        with pytest.raises(FormatError, match="cannot be used: file is not a database"):
            opening(tmp_path)
    (tmp_path / "runs.sqlite").unlink()
    with sqlite3.connect(tmp_path / "runs.sqlite") as other:
        other.execute("CREATE TABLE songs (title TEXT)")
    other.close()
    for opening in (Store.read, Store.opened):
        with pytest.raises(FormatError, match="is no store of runs: name another folder"):
            opening(tmp_path)
    with sqlite3.connect(tmp_path / "runs.sqlite") as older:
        older.execute("PRAGMA user_version = 1")
    older.close()
    with pytest.raises(FormatError, match="was written by another version of this program: name another folder"):
        Store.read(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(FormatError, match="cannot be written"):
        Store.opened(tmp_path / "file")


def test_what_a_later_suite_knows_of_a_problem_counts(tmp_path):
    task = Task(CORNER, WALK)
    for suite, known in [("", None), ("first", "impossible"), ("second", "found"), ("", None)]:
        with Store.opened(tmp_path) as store:
            store.plan(task, suite, None if known is None else SuiteProblem(CORNER, known, f"who wrote {suite}"))
            store.add(made(task))
    with Store.read(tmp_path) as store:
        assert store.rows(["suite", "known", "source"]) == [("second", "found", "who wrote second")]


def test_runs_that_a_killed_writer_left_in_the_log_are_read_where_nobody_may_write(tmp_path, monkeypatch):
    with Store.opened(tmp_path / "alive") as store:
        store.add(made(Task(CORNER, WALK)))
        shutil.copytree(tmp_path / "alive", tmp_path / "left")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with Store.read(tmp_path / "left") as store:
        assert len(store) == 1


@pytest.mark.parametrize("document", ["nonsense", "{}", '{"start": null, "end": null, "closed": false, "board": "0x0"}'])
def test_a_problem_that_cannot_be_read_gets_one_sentence(tmp_path, document):
    with Store.opened(tmp_path) as store:
        store.add(made(Task(CORNER, WALK)))
    with sqlite3.connect(tmp_path / "runs.sqlite") as connection:
        connection.execute("UPDATE problems SET document = ?", (document,))
    with Store.read(tmp_path) as store, pytest.raises(FormatError, match="describes no problem"):
        list(store.tours())


def test_a_damaged_file_is_found(tmp_path):
    with Store.opened(tmp_path) as store:
        for seed in range(1000):
            store.add(made(Task(CORNER, WALK, seed=seed)))
        store.check_file()
    path = tmp_path / "runs.sqlite"
    spoilt = bytearray(path.read_bytes())
    spoilt[len(spoilt) // 2 :] = bytes(len(spoilt) - len(spoilt) // 2)
    path.write_bytes(spoilt)
    with Store.read(tmp_path) as store, pytest.raises(FormatError, match=r"runs.sqlite (is damaged|cannot be used)"):
        store.check_file()
