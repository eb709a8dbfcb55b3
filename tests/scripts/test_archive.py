"""An archive for reviewers: plain Python checks every tour and every certificate in it, and finds each lie."""

import json
import platform
import random
import sys
import zipfile

import pytest

from solvers.comparison.run_columns import COLUMNS
from tests.checker import CHECKER, load_checker
from tests.scripts.forgery import CORNER, HARD, Forgery, replaced
from tests.solvers.programs import python
from tests.tables import csv_rows, table

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
def archive(compare, report, tmp_path_factory):
    folder = tmp_path_factory.mktemp("archive")
    (folder / "mine.toml").write_text(SUITE.replace("/", "\\n").replace("[\n", "["))
    path = folder / "runs.zip"
    line = f"--suite {folder}/mine.toml --solvers pruned sat --jobs 1 --time-limit 5 --out {folder}/results"
    assert compare(line, without="matplotlib").returncode == ACCEPTED
    assert report(folder / "results", "--archive", path).returncode == ACCEPTED
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
def forged(checked, files, tmp_path):
    """Change the archive by a function, and check it."""

    def write(forge, **how):
        forgery = Forgery(files)
        forge(forgery)
        return checked(forgery.write(tmp_path / "forged.zip", **how))

    return write


@pytest.fixture
def changed(forged):
    """Check the archive with other files, or without those that are None."""
    return lambda others: forged(replaced(**others))


@pytest.fixture
def rows(files):
    return csv_rows(files["runs.csv"].decode())


@pytest.fixture
def found(rows):
    """The first run that found a tour, and the name of its file."""
    row = next(row for row in rows if row["answer"] == "found")
    return row, f"tours/{row['id']}.json"


def test_all_is_checked_without_a_package_and_what_cannot_be_is_named(archive, files, proofs, rows):
    done = python("-I", "-S", CHECKER, archive, check=False)  # -S: without installed packages
    found = sum(row["answer"] == "found" for row in rows)
    none = {row["problem"]: row["problem_id"] for row in rows if row["status"] == "impossible"}
    assert {"runs.csv", "columns.csv", "sessions.json", "README.txt"} <= set(files)
    (session,) = json.loads(files["sessions.json"])
    assert session["machine"]["packages"]["networkx"]
    assert (done.returncode, done.stderr) == (ACCEPTED, "")
    assert f"{found} tours and {len(proofs)} certificates of {len(rows)} runs" in done.stdout
    unchecked = {f"'{name}'" for name, number in none.items() if f"certificates/{number}.json" not in proofs}
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


@pytest.mark.parametrize("change, word", table("forged.json")["rows"])
@pytest.mark.parametrize("which", [slice(None), slice(1, None)])
def test_a_row_that_its_evidence_does_not_bear_out_is_refused(forged, change, word, which):
    """A change of the other rows alone is as false: all rows of a problem have one question."""

    def forge(forgery):
        for row in forgery.of(CORNER)[which]:
            row.update(change)

    status, words = forged(forge)
    assert (status, words.count("\n"), "\x1b" in words) == (REFUSED, 1, False)
    assert word in words or (which.start and "column problem" in words)


FORGERIES = table("forgeries.toml")


@pytest.mark.parametrize("statements, word", FORGERIES.values(), ids=FORGERIES)
def test_a_forgery_with_digests_that_match_is_refused(forged, statements, word):
    status, words = forged(lambda forgery: forgery.execute(statements))
    assert (status in (REFUSED, NO_ARCHIVE), word in words) == (True, True), words


def test_what_no_evidence_shows_is_named_and_kept_by_digests(forged):
    def forge(forgery):
        forgery.change(CORNER, seconds="0.000001", packages="{}")

    assert forged(forge, is_sealed=False) == (REFUSED, "refused: SHA256SUMS does not have the digests of the tables\n")
    status, words = forged(forge)
    last = words.splitlines()[-1].split(": ")
    assert (status, last[0]) == (ACCEPTED, "not proven, only protected by digests")
    assert {
        "seconds",
        "peak_memory",
        "machine",
        "code",
        "packages",
        "order",
        "checked",
        "competitor",
        "known",
        "that no run is missing",
    } <= set(last[1].split(", "))


def test_every_column_is_checked_or_named(files):
    archive = sys.modules[load_checker().Archive.__module__]
    assert set(archive.FORMS) == {*Forgery(files).columns} == {*COLUMNS}
    assert set(archive.FORMS) > archive.NOT_PROVEN


@pytest.mark.parametrize("late", [True, False])
def test_an_answer_that_nothing_supports_is_listed(forged, late):
    """An answer after the time limit counts, and a known answer is stated by a suite."""

    def forge(forgery):
        if late:
            forgery.change(HARD, status="unknown", termination="time limit", solved="False", seconds="5.5")
        else:
            lost = {"status": "error", "termination": "wrong answer", "solved": "False", "refuted": "True"}
            forgery.change(HARD, known="found", truth="contradicted", **lost)

    status, words = forged(forge)
    assert (status, words.count(f"not checked: '{HARD}'")) == (ACCEPTED, 1)


def test_an_unconfirmed_answer_counts_neither_as_solved_nor_as_the_truth(forged):
    marks = {"checked": "", "truth": "undecided", "unconfirmed": "True", "solved": "False"}
    status, words = forged(lambda forgery: forgery.change(HARD, **marks))
    assert (status, f"not checked: '{HARD}'" in words) == (ACCEPTED, False)


def test_no_name_of_a_machine_and_no_command_is_archived(files):
    machine = json.loads(files["sessions.json"])[0]["machine"]
    assert {"processor", "system", "memory", "cores", "python", "packages"} <= set(machine)
    assert {row["machine"] for row in Forgery(files).rows} == {json.loads(files["sessions.json"])[0]["machine_id"]}
    for name in ("runs.csv", "sessions.json", "README.txt"):
        assert b"compare.py" not in files[name]
        assert f'"{platform.node()}"'.encode() not in files[name]
    assert "host" not in machine


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
