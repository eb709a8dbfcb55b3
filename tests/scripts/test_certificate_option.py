"""`--certificate DIR` of solve.py and check.py: one file for each answer, each of which check_certificate.py takes."""

from __future__ import annotations

import json

import pytest

from tests.processes import complaint

FOUND, NONE, UNKNOWN = 0, 1, 3


@pytest.fixture
def refused(checked):
    """Return which certificates in a folder the checker does not accept."""
    return lambda folder: [path for path in folder.rglob("*.json") if checked(path)[0] != 0]


def test_a_map_has_a_certificate_for_each_question(check, refused, tmp_path):
    done = check("3x7 --certificate", tmp_path)
    assert (done.returncode, done.stderr) == (FOUND, "")
    names = {path.name for path in tmp_path.iterdir()}
    questions = {f"start_{row}_{col}.json" for row in range(3) for col in range(7)} | {"closed.json"}
    assert names == questions
    assert refused(tmp_path) == []
    answers = [json.loads((tmp_path / name).read_text())["answer"] for name in questions]
    assert answers.count(True) == 10


def test_pairs_have_certificates(check, refused, tmp_path):
    assert check("3x4 --pairs --json --certificate", tmp_path).returncode == FOUND
    assert len(list(tmp_path.glob("start_*_end_*.json"))) == 12 * 11
    assert refused(tmp_path) == []


@pytest.mark.parametrize("closed, files", [([], 9 + 1), (["--closed"], 1)])
def test_a_table_has_a_folder_for_each_board(closed, files, check, refused, tmp_path):
    assert check("--boards 3..3x3..4", *closed, "--certificate", tmp_path / "new").returncode in (FOUND, NONE)
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"3x3", "3x4"}
    assert len(list((tmp_path / "new" / "3x3").iterdir())) == files
    assert refused(tmp_path) == []


@pytest.mark.parametrize("closed, questions", [([], {"open", "closed"}), (["--closed"], {"closed"})])
def test_an_atlas_has_a_certificate_for_each_cell_and_question(closed, questions, check, checked, refused, tmp_path):
    done = check("--boards 4..6 --square --leapers 5", *closed, "--certificate", tmp_path)
    assert (done.returncode, done.stderr) == (FOUND, "")
    leapers = ["0_1", "1_2", "1_4", "2_3"]
    names = {f"{leaper}_{n}x{n}_{question}.json" for leaper in leapers for n in (4, 5, 6) for question in questions}
    assert {path.name for path in tmp_path.iterdir()} == names
    assert refused(tmp_path) == []
    statuses = [checked(tmp_path / "2_3_6x6_closed.json", "--board", "6x6", "--leaper", leaper)[0] for leaper in ("2,3", "1,4")]
    assert statuses == [0, 1]


@pytest.mark.parametrize(
    "line, status, names",
    [
        ("5x5 --start 0,0", FOUND, ["start_0_0.json"]),
        ("7x7 --closed --solver cp-sat", NONE, ["closed.json"]),
        ("3x8 --closed --solver cp-sat", NONE, ["closed.json"]),
        ("tests/data/graphs/petersen.col --closed --solver cp-sat", NONE, ["closed.json"]),
        ("8x8 --solver backtracking --node-limit 10", UNKNOWN, []),
    ],
)
def test_what_solve_finds_has_a_certificate(line, status, names, solve, refused, tmp_path):
    done = solve(f"{line} --certificate", tmp_path)
    assert done.returncode == status, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert ("no certificate" in done.stderr) == (status == UNKNOWN)
    assert refused(tmp_path) == []


def test_an_answer_that_is_unknown_has_none_and_the_script_says_so(check, tmp_path):
    done = check("3x7 --start 1,3 --node-limit 9 --certificate", tmp_path)
    assert done.returncode == UNKNOWN
    assert done.stderr.startswith("check.py: no certificate for start_1_3")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "line, name",
    [
        ("solve.py 6x6 --closed", "closed"),
        ("check.py 4x4 --closed", "closed"),
        ("check.py 4x4", "start_2_1"),
        *((f"check.py {line}", "index") for line in ("3xN --closed", "5xN --pairs", "MxN", "MxN --without-one --closed")),
    ],
)
def test_what_is_in_the_way_of_a_certificate_is_found_before_the_work(script, tmp_path, line, name):
    (tmp_path / f"{name}.json").mkdir()
    said = complaint(script(line, "--certificate", tmp_path))
    assert said.endswith(f"{tmp_path}/{name}.json cannot be written: it is a folder\n")
