"""The store: what was put in comes out, once, in the order of the plan; and what is no store is refused in one sentence."""

import json
import os
import platform
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace

import networkx as nx
import pytest

from graphs.errors import FormatError
from solvers import Problem
from solvers.comparison import Competitor, Limits, NamedProblem, Store, Task, fill
from solvers.comparison.exports import export_archive
from solvers.comparison.problems import named_problem_of
from solvers.comparison.report.frame import runs_frame
from solvers.comparison.runs import run_machine_document, run_one
from tests.solvers.comparison.tasks import CORNER, add, made, on

NO_TOUR = on(start=(0, 1))
TOO_LARGE = on("900x900", (6, 7), start=(0, 0), end=(0, 1))  # for a check of a second
WALK, SEARCH = Competitor("warnsdorff"), Competitor("backtracking")
RUN = made(Task(CORNER, WALK))


def here(*task, **measured):
    """Return a run of a task on this machine."""
    return replace(made(*task, **measured), machine=run_machine_document())


def test_the_order_is_that_of_the_plan_whatever_finishes_first(store):
    tasks = [Task(problem, competitor) for problem in (NO_TOUR, CORNER) for competitor in (WALK, SEARCH)]
    for task in tasks:
        store.plan(task)
    for task in (tasks[2], tasks[1], tasks[3], tasks[0]):
        store.add(made(task))
    assert list(store.rows(["id"])) == [(made(task).id,) for task in tasks]


def test_each_run_is_kept_once(tmp_path):
    tasks = [Task(CORNER, WALK, seed=seed, repeat=repeat) for seed in (None, 0, 1) for repeat in (0, 1)]
    tasks += [Task(CORNER, WALK, limits=limits) for limits in (Limits(1.0), Limits(nodes=5), Limits(memory=1 << 30))]
    for _ in range(2):
        with Store.opened(tmp_path / "runs") as store:
            for task in tasks:
                store.add(here(task, seconds=0.5))
                store.add(here(task, "dead end"))
            assert list(store.rows(["termination", "seconds"])) == [("found", 0.5)] * len(tasks)
            assert [*store.missing([*tasks, Task(CORNER, SEARCH)])] == [Task(CORNER, SEARCH)]


@pytest.mark.parametrize("ended, last", [("interrupted", ("found", 0.5)), ("crashed: SIGSEGV", ("crashed: SIGSEGV", 0.25))])
def test_only_a_run_that_was_interrupted_is_made_again_and_replaced(store, ended, last):
    task = Task(CORNER, WALK)
    assert [*store.missing([task])] == [task]
    store.add(here(task, ended, seconds=0.25))
    assert ([*store.missing([task])] == [], *store.rows(["termination"])) == (ended != "interrupted", (ended,))
    store.add(here(task, seconds=0.5))
    assert [*store.missing([task])] == []
    assert list(store.rows(["termination", "seconds"])) == [last]


def test_a_second_writer_is_refused_at_once_and_a_reader_is_not(tmp_path):
    with Store.opened(tmp_path) as store:
        store.add(RUN)
        with pytest.raises(FormatError, match="another process writes to"):
            Store.opened(tmp_path)
        with Store.read(tmp_path) as reader:
            assert list(reader.rows(["problem", "competitor"])) == [("5x5 open from 0,0", "warnsdorff")]
    with Store.opened(tmp_path) as store:
        assert len(store) == 1


def test_a_session_says_what_was_run_and_on_which_kind_of_machine(tmp_path):
    with Store.opened(tmp_path) as store:
        store.begin_session("compare.py --boards 5x5", shuffle=7)
        store.add(RUN)
        session, of_another_machine = store.sessions()
    assert of_another_machine["machine"] == {}
    assert (session["command"], session["shuffle"]) == ("compare.py --boards 5x5", 7)
    assert session["machine"]["packages"]["networkx"] == nx.__version__
    assert {"processor", "cores", "python", "memory"} <= set(session["machine"])
    assert platform.node() not in json.dumps(session)


@pytest.mark.parametrize("what", ["code_identity", "packages_identity"])
def test_after_a_change_of_the_code_or_a_package_a_run_is_made_again_and_the_old_one_stays(store, monkeypatch, what):
    store.add(here(Task(CORNER, Competitor("warnsdorff"))))
    monkeypatch.setattr(f"solvers.comparison.tasks.{what}", lambda _: "other")
    changed = [Task(CORNER, Competitor("warnsdorff"))]
    assert [*store.missing(changed)] == changed
    fill(store, changed, jobs=1)
    assert ([*store.missing(changed)], len(store)) == ([], 2)


def test_runs_of_another_machine_are_not_those_of_this_one(store):
    store.add(RUN)
    assert [*store.missing([RUN.task])] == [RUN.task]
    (other,) = store.rows(["machine"])
    assert [*store.missing([RUN.task], machines=other)] == []


def test_the_runs_are_shuffled_by_a_stored_seed_and_a_resumed_comparison_knows_what_is_stored():
    tasks = [Task(CORNER, WALK, seed=seed) for seed in range(5)]
    orders = []
    for shuffle in (1, 1, 2):
        with Store.temporary() as store:
            fill(store, tasks[:4], jobs=1, shuffle=shuffle)
            orders.append([seed for _, seed in sorted(store.rows(["order", "seed"]))])
            assert store.sessions()[0]["shuffle"] == shuffle
            assert [*store.missing(tasks)] == tasks[4:]
            said = []
            fill(store, tasks, jobs=1, advance=said.append)
            assert sorted(said) == ["found"] + ["stored"] * 4
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == list(range(4)) != orders[0]


def test_an_answer_that_nothing_confirms_neither_counts_as_solved_nor_is_the_truth(store):
    """The library and the command both check the no-tour answers by `fill`."""
    add(store, NO_TOUR, "pruned", "impossible")
    add(store, CORNER, "pruned", "impossible")
    columns = ["problem", "truth", "unconfirmed", "solved", "refuted"]
    assert {row[1:] for row in store.rows(columns)} == {("undecided", 1, 0, 0)}
    fill(store, [])
    assert {row[1:] for row in store.rows(columns, f"problems.id = '{NO_TOUR.id}'")} == {("none", 0, 1, 0)}
    assert {row[1:] for row in store.rows(columns, f"problems.id = '{CORNER.id}'")} == {("contradicted", 0, 0, 1)}


def test_an_answer_that_only_a_suite_states_is_not_confirmed(store):
    problem = replace(TOO_LARGE, known="impossible", source="a paper")
    store.plan(Task(problem, SEARCH))
    for each in (problem, TOO_LARGE.with_ends(start=(0, 0), end=(0, 2))):
        add(store, each, "pruned", "impossible")
    fill(store, [])
    assert [*store.rows(["truth", "unconfirmed", "solved"])] == [("none", 1, 0), ("undecided", 1, 0)]


RING = on("...\n.#.\n...", closed=True)
PETERSEN = NamedProblem.of(Problem(nx.petersen_graph(), start=3), "Petersen")


@pytest.fixture(scope="module")
def tours(tmp_path_factory):
    """A folder with three runs that a solver has made."""
    folder = tmp_path_factory.mktemp("runs")
    with Store.opened(folder) as store:
        for problem in (RING, CORNER, PETERSEN):
            store.add(run_one(Task(problem, Competitor("auto"))))
    return folder


@pytest.mark.parametrize("spoilt", [None, b"", b"x", "another tour"])
def test_a_spoilt_tour_is_found(tours, tmp_path, spoilt):
    """One tour is lost, cut off, no tour at all, or the tour of another problem."""
    with Store.read(tours) as store:
        (ring, of_ring), (corner, of_corner), (petersen, of_petersen) = store.rows(["document", "tour"])
    for document, packed in ((ring, of_ring), (corner, of_corner), (petersen, of_petersen)):
        assert named_problem_of(document).fault_of(packed) == ""
    assert named_problem_of(corner).fault_of(of_ring if spoilt == "another tour" else spoilt)


def refuses(path, sentence):
    for opening in (Store.read, Store.opened):
        with pytest.raises(FormatError, match=sentence):
            opening(path)


def test_what_is_no_store_is_refused(tmp_path):
    with pytest.raises(FormatError, match=r"there is no store .*runs.sqlite: use knights-tour compare --out"):
        Store.read(tmp_path)
    refuses("", "the name of the folder is empty")
    (tmp_path / "runs.sqlite").write_text("board,solver\n5x5,warnsdorff\n" * 100)
    refuses(tmp_path, "cannot be used: file is not a database")
    (tmp_path / "runs.sqlite").write_bytes(b"")
    with pytest.raises(FormatError, match="is not a store of runs: name another folder"):
        Store.read(tmp_path)
    for statement, sentence in [
        ("CREATE TABLE songs (title TEXT)", "is not a store of runs: name another folder"),
        ("PRAGMA user_version = 1", "was written by another version of this program: name another folder"),
    ]:
        with closing(sqlite3.connect(tmp_path / "runs.sqlite")) as other, other:
            other.execute(statement)
        other.close()
        refuses(tmp_path, sentence)
    (tmp_path / "file").touch()
    with pytest.raises(FormatError, match="cannot be written"):
        Store.opened(tmp_path / "file")


def test_what_a_later_suite_knows_of_a_problem_counts(tmp_path):
    for suite, known in [("", ""), ("first", "impossible"), ("second", "found"), ("", "")]:
        task = Task(replace(CORNER, known=known, source=f"who wrote {suite}", suite=suite), WALK)
        with Store.opened(tmp_path) as store:
            store.plan(task)
            store.add(made(task))
    with Store.read(tmp_path) as store:
        assert list(store.rows(["suite", "known", "source"])) == [("first | second", "found", "who wrote second")]


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_a_run_that_was_interrupted_in_one_of_several_stores_is_that_of_the_other(tmp_path, order):
    for folder, termination in ("a", "interrupted"), ("b", "found"):
        with Store.opened(tmp_path / folder) as store:
            store.add(made(Task(CORNER, WALK), termination))
    with Store.read(*(tmp_path / folder for folder in order)) as store:
        assert list(store.rows(["termination"])) == [("found",)]


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_stores_in_which_different_competitors_have_the_same_name_are_not_merged(tmp_path, order):
    for folder, solver in ("a", "warnsdorff"), ("b", "backtracking"):
        with Store.opened(tmp_path / folder) as store:
            store.add(made(Task(CORNER, Competitor(solver, name="it"))))
    with pytest.raises(FormatError, match="'it' is the name of different competitors in these folders: name fewer folders"):
        Store.read(*(tmp_path / folder for folder in order))


def test_runs_that_a_killed_writer_left_in_the_log_are_read_where_nobody_may_write(tmp_path, monkeypatch):
    with Store.opened(tmp_path / "alive") as store:
        store.add(RUN)
        shutil.copytree(tmp_path / "alive", tmp_path / "left")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with Store.read(tmp_path / "left") as store:
        assert len(store) == 1


def archive(store):
    return export_archive(store, runs_frame(store))


def problems(store):
    return [*map(named_problem_of, store.documents().values())]


@pytest.mark.parametrize(
    "damage, read, sentence",
    [
        ("problems SET document = 'nonsense'", problems, "does not describe a problem"),
        ("problems SET document = '{}'", problems, "does not describe a problem"),
        (
            """problems SET document = '{"start": null, "end": null, "closed": false, "board": "0x0"}'""",
            problems,
            "does not describe a problem",
        ),
        ("runs SET seconds = 'abc'", archive, "cannot be used|is damaged"),
        ("runs SET tour = x'00010203'", archive, "cannot be used|is damaged"),
    ],
)
def test_a_damaged_row_gets_one_sentence(tmp_path, damage, read, sentence):
    with Store.opened(tmp_path) as store:
        store.add(RUN)
    with closing(sqlite3.connect(tmp_path / "runs.sqlite")) as connection, connection:
        connection.execute(f"UPDATE {damage}")
    with Store.read(tmp_path) as store, pytest.raises(FormatError, match=sentence):
        read(store)
