"""What compare.py keeps in a folder: it is all there, it is resumed, and no accident spoils it."""

import re
import sqlite3
from contextlib import closing
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import pytest

from solvers.comparison import Store
from tests.processes import complaint
from tests.tables import csv_rows

AGREED = 0
CORNER = "--boards 5x5 --starts 0,0 --solvers warnsdorff"


def runs_in(folder):
    """What two comparisons of the same tasks have in common; the rest are times and memory."""
    with Store.read(folder) as store:
        return list(store.rows(["competitor", "problem", "termination", "answer", "nodes", "tour"]))


def when_drawn(folder):
    return [(folder / name).stat().st_mtime_ns for name in ("plots/cactus.svg", "page.html")]


def test_a_folder_holds_all_the_same_command_makes_nothing_again_and_more_solvers_join(compare, report, tmp_path):
    folder = tmp_path / "results"
    line = f"--boards 5x5 6x6 --starts 0,0 2,2 --jobs 1 --out {folder} --solvers warnsdorff cp-sat"
    first = compare(line)
    assert first.returncode == AGREED
    assert f"open {folder}/page.html in a browser" in first.stderr
    assert {"runs.sqlite", "runs.csv", "page.html"} <= {path.name for path in folder.iterdir()}
    assert {"cactus.svg", "cactus.png", "cactus.pdf"} <= {path.name for path in (folder / "plots").iterdir()}
    before, drawn = runs_in(folder), when_drawn(folder)
    again, read = compare(line), report(folder)
    assert (first.stdout, again.stdout, read.stderr) == (again.stdout, read.stdout, "")
    assert "compare.py: 8 of 8 runs stored\n" in again.stderr
    assert runs_in(folder) == before
    with Store.read(folder) as store:
        assert [session["command"].split()[0].endswith("compare.py") for session in store.sessions()] == [True, True]
    bare = compare(line, "auto", without="matplotlib")
    assert (bare.returncode, "pip install 'knights-tour[lab]'" in bare.stderr) == (AGREED, True)
    assert len(runs_in(folder)) == 12
    assert (folder / "runs.csv").read_text().count("\n") == 13
    assert not (folder / "page.html").exists()  # which lacks the last run, and cannot be drawn
    assert compare(line, "auto").returncode == AGREED
    assert all(now > then for now, then in zip(when_drawn(folder), drawn, strict=True))
    assert [run for run in runs_in(folder) if run[0] != "auto"] == before
    assert [run[2] for run in runs_in(folder) if run[0] == "auto"] == ["found"] * 4


def test_a_no_is_checked_once_and_verified_again_and_a_forged_reason_is_refused(compare, report, tmp_path):
    def write(verdict):
        with closing(sqlite3.connect(tmp_path / "runs.sqlite")) as store, store:
            store.execute(f"UPDATE problems SET verdict = {verdict}")

    line = f"--boards 5x5 --closed --jobs 1 --out {tmp_path} --solvers pruned"
    checked = "o-tour answers confirmed: 1 of 1 (1 by a reason)"
    assert f"N{checked}." in compare(line, without="matplotlib").stdout
    write("replace(verdict, '[0, 0]', '[0, 1]')")  # a square of the colour that is too common
    forged = report(tmp_path, "--archive", tmp_path / "runs.zip")
    assert (forged.returncode, forged.stderr.count("\n")) == (2, 1)
    with closing(sqlite3.connect(tmp_path / "runs.sqlite")) as store, store:
        store.execute("""UPDATE problems SET verdict = '{"exists": null, "reason": "no time"}', checked = ''""")
    doubted = compare(line, without="matplotlib")
    assert "No-tour answers confirmed: 0 of 1.\nNot confirmed, so not solved: 5x5 closed.\n" in doubted.stdout
    assert "Of 1 problem, 0 have a tour, 0 have none, 1 is undecided" in doubted.stdout
    assert f"N{checked}." in " ".join(compare(line, "sat", without="matplotlib").stdout.split())


def test_runs_are_found_again_under_a_new_name_and_a_name_stays_with_its_competitor(compare, tmp_path):
    line = f"--boards 5x5 --starts 0,0 --jobs 1 --out {tmp_path} --solvers"
    roth = "warnsdorff tie_break=roth"
    for words, names in (
        (roth, [roth]),
        (f"roth-walk: {roth}", ["roth-walk"]),
        ("plain-walk: warnsdorff", ["roth-walk", "plain-walk"]),
    ):
        done = compare(line, words)
        assert done.returncode == AGREED
        assert [run[0] for run in runs_in(tmp_path)] == names
        for shown in (done.stdout, *((tmp_path / file).read_text() for file in ("runs.csv", "page.html", "plots/cactus.svg"))):
            assert [name for name in ("roth-walk", "plain-walk") if name in shown] == [name for name in names if name != roth]
    refused = compare(line, "new: warnsdorff", "roth-walk: warnsdorff tie_break=pohl")
    assert "'roth-walk' is the name of warnsdorff" in complaint(refused)
    assert [run[0] for run in runs_in(tmp_path)] == names


def parts_of(text):
    """The competitors of each part of a CSV, by the name of the part."""
    return {
        part: [row["competitor"] for row in group if row["role"] == "ranked"]
        for part, group in groupby(csv_rows(text), itemgetter("part"))
    }


def test_tables_of_each_leaper_or_board_are_apart_and_have_names_in_every_format(compare, report, tmp_path):
    tables = "\n[[problems]]\n".join(
        ["", 'boards = ["5x5", "3x10"]', 'boards = ["3x10", "5x5"]\nleaper = [1, 4]', 'graphs = ["GP(5,2)"]']
    )
    (tmp_path / "mixed.toml").write_text(tables)
    line = f"--suite {tmp_path}/mixed.toml --solvers auto --jobs 1 --out {tmp_path}/kept"
    assert compare(line, without="matplotlib").returncode == AGREED
    for by, names in (("leaper", ["leaper 1,2", "leaper 1,4", "graph"]), ("board", ["5x5", "3x10", "GP(5,2)"])):
        read = partial(report, tmp_path / "kept", "--by", by)
        assert [line for line in read().stdout.splitlines() if line in names] == names
        assert parts_of(read("--format", "csv").stdout) == {name: ["auto"] for name in names}
        assert re.findall("^### (.*)$", read("--format", "markdown").stdout, re.MULTILINE) == names
        assert len(set(re.findall(r"\\label{.*?}", read("--format", "latex").stdout))) == 3


def test_a_folder_that_holds_other_runs_is_left_alone(compare, tmp_path):
    (tmp_path / "runs.csv").write_text("precious\n")
    assert "runs.csv already exists" in complaint(compare("--boards 5x5 --out", tmp_path))
    assert [path.read_text() for path in tmp_path.iterdir()] == ["precious\n"]


@pytest.mark.parametrize(
    "name, make, told",
    [
        ("runs.sqlite", Path.mkdir, "cannot be "),
        ("runs.csv", Path.mkdir, "already exists"),
    ],
)
def test_a_folder_in_the_place_of_a_file_is_found_before_the_work(compare, tmp_path, name, make, told):
    make(tmp_path / name)
    assert f"{tmp_path}/{name} {told}" in complaint(compare(f"{CORNER} --out", tmp_path))
    assert {path.name for path in tmp_path.iterdir()} - {"runs.lock"} == {name}


def test_a_name_a_value_and_a_reason_that_nobody_can_print_are_kept_and_exported_as_escapes(compare, tmp_path):
    graph = tmp_path / "path\udcff.col"
    graph.write_text("p edge 3 2\ne 1 2\ne 2 3\n")
    kept = tmp_path / "\udcff"
    done = compare(
        "--solvers", "babbles what=\udcff", "warnsdorff", "--jobs", 1, "--boards", graph, "--out", kept, plug_ins=True
    )
    assert done.returncode == AGREED
    for text in ((kept / "runs.csv").read_text(), (kept / "page.html").read_text()):
        assert r"path\udcff.col" in text
        assert r"what=\udcff" in text
    assert {run[2] for run in runs_in(kept)} == {"dead end", "found"}


def test_a_scenario_without_a_folder_is_refused_before_the_report(report, tmp_path):
    Store.opened(tmp_path).close()
    assert "the name of the folder is empty" in complaint(report(tmp_path, "--aslib", ""))


def test_published_times_are_a_table_of_their_own(compare, report, tmp_path):
    folder, times = tmp_path / "kept", tmp_path / "times.csv"
    rows = ['"5x5 open from 0,0",asp,0.5,100,a paper', "99x99,asp,1,100,a paper"]
    times.write_text("\n".join(["problem,competitor,seconds,limit,source", *rows]))
    bare = compare(f"{CORNER} pruned --time-limit 20 --jobs 1 --out {folder}", without="matplotlib")
    done = report(folder, "--published", times)
    assert (done.returncode, done.stdout.startswith(bare.stdout)) == (AGREED, True)
    for form in ("text", "markdown", "latex"):
        text = report(folder, "--format", form, "--published", times).stdout
        for words in ("published times, on other machines", "asp", "500 ms", "a paper", "of 2 rows, 1 matches no problem"):
            assert words in text
    assert "asp" not in (folder / "runs.csv").read_text()


def test_a_folder_of_graphs_is_resumed_whatever_its_name(compare, report, tmp_path):
    kept, graphs, moved = tmp_path / "kept", tmp_path / "graphs", tmp_path / "moved"
    graphs.mkdir()
    for size in (10, 9):
        edges = "".join(f"e {one} {one % size + 1}\n" for one in range(1, size + 1))
        (graphs / f"ring{size}.col").write_text(f"p {size} {size}\n{edges}")
    line = f"--closed --jobs 1 --solvers pruned --out {kept} --graphs"
    assert compare(line, graphs).returncode == AGREED
    first = runs_in(kept)
    ends = {(run[1].rpartition("/")[2], run[2]) for run in first}
    assert ends == {("ring9.col closed", "found"), ("ring10.col closed", "found")}
    graphs.rename(moved)
    (moved / "path.g6").write_text("BW\n")
    assert compare(line, f"{moved}/*").returncode == AGREED
    assert runs_in(kept)[:2] == first
    assert [(run[1].rpartition("/")[2], run[2]) for run in runs_in(kept)[2:]] == [("path.g6 closed", "impossible")]
