"""`--certificate DIR` of solve.py and check.py: one file for each answer, each of which check_certificate.py takes."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from tests.processes import complaint

FOUND, NONE, UNKNOWN = 0, 1, 3


@pytest.fixture
def refused(checked):
    """Return which certificates in a folder the checker does not accept."""
    return lambda folder: [path for path in folder.rglob("*.json") if checked(path)[0] != 0]


def starts(rows, cols):
    return [f"start_{row}_{col}" for row in range(rows) for col in range(cols)]


def atlas(*questions):
    return [f"{each}_{n}x{n}_{question}" for each in ("0_1", "1_2", "1_4", "2_3") for n in (4, 5, 6) for question in questions]


PAIRS = [f"{start}_end{end[5:]}" for start, end in permutations(starts(3, 4), 2)]
ANSWERS = {
    "check.py 3x7": (FOUND, [*starts(3, 7), "closed"]),
    "check.py 3x4 --pairs --json": (FOUND, [*starts(3, 4), *PAIRS, "closed"]),
    "check.py --boards 3..3x3": (NONE, [f"3x3/{name}" for name in (*starts(3, 3), "closed")]),
    "check.py --boards 3..3x3..4 --closed": (NONE, ["3x3/closed", "3x4/closed"]),
    "check.py --boards 4..6 --square --leapers 5": (FOUND, atlas("open", "closed")),
    "check.py --boards 4..6 --square --leapers 5 --closed": (FOUND, atlas("closed")),
    "check.py 3x3 --closed --without-one": (FOUND, [name.replace("start", "without") for name in starts(3, 3)]),
    "solve.py 5x5 --start 0,0": (FOUND, ["start_0_0"]),
    "solve.py 7x7 --closed --solver cp-sat": (NONE, ["closed"]),
    "solve.py 3x8 --closed --solver cp-sat": (NONE, ["closed"]),
    "solve.py tests/data/graphs/petersen.col --closed --solver cp-sat": (NONE, ["closed"]),
    "solve.py 8x8 --solver backtracking --node-limit 10": (UNKNOWN, []),
    "check.py 3x7 --start 1,3 --node-limit 9": (UNKNOWN, []),
}
"""The exit status and the certificates of each question; folders are those of boards."""


@pytest.mark.parametrize("line", ANSWERS)
def test_each_answer_has_a_certificate(line, script, refused, tmp_path):
    status, names = ANSWERS[line]
    done = script(f"{line} --certificate", tmp_path)
    assert (done.returncode, "no certificate" in done.stderr) == (status, status == UNKNOWN), done.stderr
    assert {f"{path.relative_to(tmp_path)}" for path in tmp_path.rglob("*.json")} == {f"{name}.json" for name in names}
    assert refused(tmp_path) == []


@pytest.mark.parametrize("line, found", [("3x7", 10), ("3x3 --closed --without-one", 1)])
def test_certificates_have_the_answers(line, found, check, tmp_path):
    check(f"{line} --certificate", tmp_path)
    assert [json.loads(path.read_text())["answer"] for path in tmp_path.iterdir()].count(True) == found


def test_a_certificate_has_the_moves_of_its_leaper(check, checked, tmp_path):
    check("--boards 6 --square --leapers 5 --closed --certificate", tmp_path)
    path = tmp_path / "2_3_6x6_closed.json"
    assert [checked(path, "--board", "6x6", "--leaper", leaper)[0] for leaper in ("2,3", "1,4")] == [0, 1]


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


@pytest.mark.parametrize("line", ["solve.py 5x5 --step 13=c3", "check.py 40x40 --pairs", "check.py MxN --start 0,0"])
def test_bad_input_leaves_no_folder(line, script, tmp_path):
    folder = tmp_path / "proofs"
    assert complaint(script(line, "--certificate", folder))
    assert not folder.exists()
