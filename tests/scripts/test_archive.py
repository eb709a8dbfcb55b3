"""An archive for reviewers: plain Python checks every tour and every certificate in it, and finds each lie."""

import csv
import io
import json
import random
import subprocess
import sys
import zipfile

import pytest

from tests.processes import ROOT

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


def check(path):
    command = [sys.executable, "-I", "-S", ROOT / "scripts" / "check_certificate.py", path]  # -S: without installed packages
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def archive(compare, tmp_path_factory):
    folder = tmp_path_factory.mktemp("archive")
    (folder / "mine.toml").write_text(SUITE.replace("/", "\\n").replace("[\n", "["))
    path = folder / "runs.zip"
    line = f"--suite {folder}/mine.toml --solvers pruned sat --jobs 1 --time-limit 5 --archive {path}"
    assert compare(line).returncode == ACCEPTED
    return path


@pytest.fixture
def changed(archive, tmp_path):
    """A function that writes the archive again, with changed, added (or, with None, without) files, and checks it."""

    def write(**files):
        files = {name.replace("__", "/"): content for name, content in files.items()}
        path = tmp_path / "changed.zip"
        with zipfile.ZipFile(archive) as old, zipfile.ZipFile(path, "w") as new:
            for name in dict.fromkeys([*old.namelist(), *files]):
                content = files[name] if name in files else old.read(name)
                if content is not None:
                    new.writestr(name, content)
        return check(path)

    return write


@pytest.fixture
def rows(archive):
    with zipfile.ZipFile(archive) as file:
        return list(csv.DictReader(io.StringIO(file.read("runs.csv").decode())))


def text_of(rows):
    stream = io.StringIO()
    writer = csv.DictWriter(stream, [*rows[0]])
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def content_of(archive, name):
    with zipfile.ZipFile(archive) as file:
        return json.loads(file.read(name))


def test_all_is_checked_without_a_package_and_what_cannot_be_is_named(archive, rows):
    done = check(archive)
    found = sum(row["answer"] == "found" for row in rows)
    none = {row["problem"]: row["problem_id"] for row in rows if row["status"] == "impossible"}
    with zipfile.ZipFile(archive) as file:
        proofs = [name for name in file.namelist() if name.startswith("certificates/")]
        assert {"runs.csv", "columns.csv", "sessions.json", "README.txt"} <= set(file.namelist())
        (session,) = json.loads(file.read("sessions.json"))
    assert "compare.py" in session["command"]
    assert session["machine"]["packages"]["networkx"]
    assert (done.returncode, done.stderr) == (ACCEPTED, "")
    assert f"{found} tours and {len(proofs)} certificates of {len(rows)} runs" in done.stdout
    unchecked = {name for name, number in none.items() if f"certificates/{number}.json" not in proofs}
    assert len(none) - len(unchecked) == len(proofs) > 2
    assert {line.split(": ")[1] for line in done.stdout.splitlines() if line.startswith("not checked")} == unchecked


def test_a_false_tour_is_refused(archive, rows, changed):
    for row in rows:
        if row["answer"] == "found":
            name = f"tours/{row['id']}.json"
            tour = content_of(archive, name)
            for false in (tour[:-1], [*tour[1:], tour[1]], [tour[0], *tour[:0:-1]], [], None, {"a": 1}, [[99, 99], *tour[1:]]):
                done = changed(**{name: json.dumps(false)})
                if false != tour and not (isinstance(false, list) and false[::-1] == tour):
                    assert done.returncode == REFUSED, (row["problem"], false, done)
                    assert row["problem"] in done.stdout
            return


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"answer": "", "status": "unknown", "solved": "False", "termination": "dead end"}, "tours/"),
        ({"status": "impossible", "termination": "impossible"}, "contradict each other"),
        ({"solved": "False"}, "contradict each other"),
        ({"termination": "impossible"}, "contradict each other"),
        ({"refuted": "True"}, "contradict each other"),
        ({"weight": "17"}, "contradict each other"),
        ({"start": "1,1"}, "ends"),
        ({"closed": "True"}, "tour"),
        ({"closed": "true"}, "closed"),
        ({"board": "5x6"}, "vertices"),
        ({"board": "5x6", "size": "30"}, "tour"),
        ({"board": "1x3000000000"}, "board"),
        ({"board": "1x200000000"}, "vertices"),
        ({"board": "0x5"}, "board"),
        ({"board": "-5x-5"}, "board"),
        ({"leaper": "1,3"}, "tour"),
        ({"leaper": "-1,2"}, "leaper"),
        ({"wrap": "torus"}, "wrap"),
        ({"truth": "none"}, "truth"),
        ({"problem": "x\naccepted: 99 tours\x1b[31m", "truth": "none"}, "truth"),
    ],
)
@pytest.mark.parametrize("which", [slice(None), slice(1, None)], ids=["all", "not the first"])
def test_a_row_that_its_evidence_does_not_bear_out_is_refused(rows, changed, change, word, which):
    """A change of the other rows alone is as false: all rows of a problem have one question."""
    for row in [row for row in rows if row["problem"] == "5x5 open from 0,0"][which]:
        row.update(change)
    done = changed(**{"runs.csv": text_of(rows)})
    assert (done.returncode, done.stdout.count("\n"), "\x1b" in done.stdout) == (REFUSED, 1, False)
    assert word in done.stdout or (which.start and "differ in" in done.stdout)


def test_a_run_twice_and_a_tour_that_is_far_too_long_are_refused(archive, rows, changed):
    assert changed(**{"runs.csv": text_of([*rows, rows[0]])}).returncode == REFUSED
    found = next(row for row in rows if row["answer"] == "found")
    assert changed(**{f"tours/{found['id']}.json": "[" + "0," * 10**6 + "0]"}).returncode == REFUSED


def test_a_missing_tour_and_one_of_no_run_are_refused(rows, changed):
    found = next(row for row in rows if row["answer"] == "found")
    assert "is missing" in changed(**{f"tours/{found['id']}.json": None}).stdout
    assert changed(**{"tours/of_nobody.json": "[]"}).returncode == REFUSED


def test_a_certificate_about_another_problem_or_a_forged_one_is_refused(archive, rows, changed):
    with zipfile.ZipFile(archive) as file:
        proofs = [name for name in file.namelist() if name.startswith("certificates/")]
        contents = {name: file.read(name) for name in proofs}
    for name in proofs:
        other = next(each for each in proofs if contents[each] != contents[name])
        assert changed(**{name: contents[other]}).returncode == REFUSED
    forged = json.loads(contents[proofs[0]])
    forged["edges"] = forged["edges"][:-1]
    assert changed(**{proofs[0]: json.dumps(forged)}).returncode == REFUSED
    assert changed(**{proofs[0]: "nonsense"}).returncode == REFUSED


def test_a_graph_that_is_not_the_one_of_the_certificate_is_refused(archive, changed):
    with zipfile.ZipFile(archive) as file:
        proven = [name.replace("certificates", "problems") for name in file.namelist() if name.startswith("certificates/")]
        name, graph = next((name, graph) for name in proven if "nodes" in (graph := json.loads(file.read(name))))
    graph["edges"] = graph["edges"][1:]
    assert changed(**{name: json.dumps(graph)}).returncode == REFUSED


def test_what_is_no_archive_is_not_accepted(tmp_path, changed):
    (tmp_path / "text.zip").write_text("nothing")
    assert check(tmp_path / "text.zip").returncode == NO_ARCHIVE
    for table in (None, "", "hello", "id,problem\n1,2\n", b"\xff\xfe"):
        assert changed(**{"runs.csv": table}).returncode == NO_ARCHIVE


def test_a_damaged_archive_is_none_or_refused(archive, tmp_path):
    good, draw = archive.read_bytes(), random.Random(1)
    for number in range(20):
        bad = bytearray(good)
        for _ in range(draw.randint(1, 5)):
            bad[draw.randrange(len(bad))] ^= 1 << draw.randrange(8)
        path = tmp_path / f"{number}.zip"
        path.write_bytes(bad)
        done = check(path)
        assert done.returncode in (ACCEPTED, REFUSED, NO_ARCHIVE), done
        assert "Traceback" not in done.stderr


def test_a_table_that_is_too_large_is_not_cut_off(archive, changed):
    with zipfile.ZipFile(archive) as file:
        table = file.read("runs.csv")
    assert changed(**{"runs.csv": table + b"\n" * 2**27}).returncode == NO_ARCHIVE


def test_an_archive_has_a_name_that_says_so(compare, tmp_path):
    done = compare("--boards 5x5 --solvers auto --archive", tmp_path / "runs.tar")
    assert (done.returncode, done.stdout) == (2, "")
    assert "must end in .zip" in done.stderr
