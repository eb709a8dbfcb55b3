"""An archive for reviewers: plain Python checks every tour and every certificate in it, and finds each lie."""

import csv
import io
import json
import random
import zipfile

import pytest

from tests.checker import CHECKER
from tests.solvers.programs import python
from tests.tables import table

ACCEPTED, REFUSED, NO_ARCHIVE = 0, 1, 2
SUITE = """
[[problems]]
boards = ["3x4", "5x5", ".../.#./..."]
starts = ["0,0", "0,1"]
[[problems]]
boards = ["6x6", "4x4"]
closed = true
[[problems]]
boards = ["4x5"]
wrap = "both"
leaper = [1, 4]
[[problems]]
boards = ["3x4"]
end = "0,1"
[[problems]]
boards = ["1 . .\\n. . .\\n. . .\\n. . ."]
[[problems]]
graphs = ["GP(5,2)", "Coxeter"]
closed = "both"
"""


@pytest.fixture(scope="module")
def archive(compare, tmp_path_factory):
    folder = tmp_path_factory.mktemp("archive")
    (folder / "mine.toml").write_text(SUITE.replace("/", "\\n").replace("[\n", "["))
    path = folder / "runs.zip"
    line = f"--suite {folder}/mine.toml --solvers pruned sat --jobs 1 --time-limit 5 --archive {path}"
    assert compare(line).returncode == ACCEPTED
    return path


@pytest.fixture(scope="module")
def files(archive):
    """The content of each file in the archive."""
    with zipfile.ZipFile(archive) as file:
        return {name: file.read(name) for name in file.namelist()}


@pytest.fixture(scope="module")
def proofs(files):
    return [name for name in files if name.startswith("certificates/")]


@pytest.fixture
def changed(checked, files, tmp_path):
    """Write the archive again with other files, or without those that are None, and check it."""

    def write(others):
        path = tmp_path / "changed.zip"
        with zipfile.ZipFile(path, "w") as new:
            for name, content in (files | others).items():
                if content is not None:
                    new.writestr(name, content)
        return checked(path)

    return write


@pytest.fixture
def rows(files):
    return list(csv.DictReader(io.StringIO(files["runs.csv"].decode())))


@pytest.fixture
def found(rows):
    """The first run that found a tour, and the name of its file."""
    row = next(row for row in rows if row["answer"] == "found")
    return row, f"tours/{row['id']}.json"


@pytest.fixture
def with_rows(changed):
    def write(rows):
        stream = io.StringIO()
        writer = csv.DictWriter(stream, [*rows[0]])
        writer.writeheader()
        writer.writerows(rows)
        return changed({"runs.csv": stream.getvalue()})

    return write


def test_all_is_checked_without_a_package_and_what_cannot_be_is_named(archive, files, proofs, rows):
    done = python("-I", "-S", CHECKER, archive, check=False)  # -S: without installed packages
    found = sum(row["answer"] == "found" for row in rows)
    none = {row["problem"]: row["problem_id"] for row in rows if row["status"] == "impossible"}
    assert {"runs.csv", "columns.csv", "sessions.json", "README.txt"} <= set(files)
    (session,) = json.loads(files["sessions.json"])
    assert "compare.py" in session["command"]
    assert session["machine"]["packages"]["networkx"]
    assert (done.returncode, done.stderr) == (ACCEPTED, "")
    assert f"{found} tours and {len(proofs)} certificates of {len(rows)} runs" in done.stdout
    unchecked = {name for name, number in none.items() if f"certificates/{number}.json" not in proofs}
    assert len(none) - len(unchecked) == len(proofs) > 2
    assert {line.split(": ")[1] for line in done.stdout.splitlines() if line.startswith("not checked")} == unchecked


def test_a_false_tour_is_refused(files, found, changed):
    row, name = found
    tour = json.loads(files[name])
    for false in (tour[:-1], [*tour[1:], tour[1]], [tour[0], *tour[:0:-1]], [], None, {"a": 1}, [[99, 99], *tour[1:]]):
        status, words = changed({name: json.dumps(false)})
        assert (status, row["problem"] in words) == (REFUSED, True), (false, words)


def test_a_tour_that_is_far_too_long_or_missing_and_one_of_no_run_are_refused(found, changed):
    assert changed({found[1]: "[" + "0," * 10**6 + "0]"})[0] == REFUSED
    assert "is missing" in changed({found[1]: None})[1]
    assert changed({"tours/of_nobody.json": "[]"})[0] == REFUSED


@pytest.mark.parametrize(("change", "word"), table("forged.json")["rows"])
@pytest.mark.parametrize("which", [slice(None), slice(1, None)], ids=["all", "not the first"])
def test_a_row_that_its_evidence_does_not_bear_out_is_refused(rows, with_rows, change, word, which):
    """A change of the other rows alone is as false: all rows of a problem have one question."""
    for row in [row for row in rows if row["problem"] == "5x5 open from 0,0"][which]:
        row.update(change)
    status, words = with_rows(rows)
    assert (status, words.count("\n"), "\x1b" in words) == (REFUSED, 1, False)
    assert word in words or (which.start and "differ in the column" in words)


def test_a_run_twice_is_refused(rows, with_rows):
    assert with_rows([*rows, rows[0]])[0] == REFUSED


def test_a_certificate_or_a_graph_of_another_problem_or_a_forged_one_is_refused(files, proofs, changed):
    for name in proofs:
        other = next(each for each in proofs if files[each] != files[name])
        assert changed({name: files[other]})[0] == REFUSED
    assert changed({proofs[0]: "nonsense"})[0] == REFUSED
    graphs = [name.replace("certificates", "problems") for name in proofs]
    for name in (proofs[0], next(name for name in graphs if "nodes" in json.loads(files[name]))):
        forged = json.loads(files[name])
        assert changed({name: json.dumps(forged | {"edges": forged["edges"][1:]})})[0] == REFUSED


def test_what_is_no_archive_is_not_accepted(tmp_path, checked, changed):
    (tmp_path / "text.zip").write_text("nothing")
    assert checked(tmp_path / "text.zip")[0] == NO_ARCHIVE
    for rows in (None, "", "hello", "id,problem\n1,2\n", b"\xff\xfe"):
        assert changed({"runs.csv": rows})[0] == NO_ARCHIVE


def test_a_damaged_archive_is_none_or_refused(archive, checked, tmp_path):
    good, draw = archive.read_bytes(), random.Random(1)
    for number in range(20):
        bad = bytearray(good)
        for _ in range(draw.randint(1, 5)):
            bad[draw.randrange(len(bad))] ^= 1 << draw.randrange(8)
        path = tmp_path / f"{number}.zip"
        path.write_bytes(bad)
        assert checked(path)[0] in (ACCEPTED, REFUSED, NO_ARCHIVE)


def test_a_table_that_is_too_large_is_not_cut_off(files, changed):
    assert changed({"runs.csv": files["runs.csv"] + b"\n" * 2**27})[0] == NO_ARCHIVE
