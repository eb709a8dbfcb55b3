"""scripts/check.py --leapers: the atlas of leapers."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ATLAS = ["--boards", "3..8", "--square", "--leapers", "3"]


def test_the_atlas_in_text(check):
    done = check(*ATLAS)
    assert done.returncode == 0
    assert done.stdout.splitlines()[:3] == [
        "           3 4 5 6 7 8",
        "0,1 wazir  ◐ ● ◐ ● ◐ ●",
        "1,2 knight × × ◐ ● ◐ ●",
    ]


def test_the_atlas_in_json_and_csv(check, document):
    answer, status = document(*ATLAS, "--jobs", "2")
    assert status == 0
    cells = {(tuple(cell["leaper"]), cell["board"]): cell for cell in answer["cells"]}
    assert len(cells) == 12
    knight = cells[(1, 2), "4x4"]
    assert (knight["open"]["exists"], knight["open"]["evidence"], knight["open"]["tour"]) == (False, "cut set", None)
    assert len(cells[(1, 2), "8x8"]["closed"]["tour"]) == 64
    rows = list(csv.DictReader(io.StringIO(check(*ATLAS, "--csv").stdout)))
    assert [(row["leaper"], row["board"]) for row in rows][:3] == [("0,1", "3x3"), ("1,2", "3x3"), ("0,1", "4x4")]


def test_the_poster_and_the_page_are_written(check, tmp_path):
    assert check(*ATLAS, "--svg", tmp_path / "poster.svg").returncode == 0
    assert "1,2 knight" in (tmp_path / "poster.svg").read_text(encoding="utf-8")
    assert check(*ATLAS, "--html", tmp_path / "page.html").returncode == 0
    assert "Tours of 2 leapers on square boards" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_poster_of_the_readme_is_what_its_command_draws(check, tmp_path):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = re.search(r"`check\.py (--boards .* --leapers \d+) --svg atlas\.svg`", readme)[1]
    assert check(*command.split(), "--svg", tmp_path / "atlas.svg").returncode == 0
    assert (tmp_path / "atlas.svg").read_bytes() == (ROOT / ".github" / "atlas.svg").read_bytes()


def test_the_poster_of_the_readme_is_small_and_names_its_leapers():
    poster = (ROOT / ".github" / "atlas.svg").read_text(encoding="utf-8")
    assert len(poster) < 150_000
    for name in ("1,4 giraffe", "2,3 zebra", "3,4 antelope", "25x25"):
        assert f">{name}</text>" in poster


def test_closed_tours_alone(document):
    answer, status = document(*ATLAS[:1], "3..4", *ATLAS[2:], "--closed")
    assert status == 0
    assert [(cell["leaper"], cell["closed"]["exists"]) for cell in answer["cells"]] == [
        ([0, 1], False),
        ([1, 2], False),
        ([0, 1], True),
        ([1, 2], False),
    ]
    assert all("open" not in cell for cell in answer["cells"])


def test_what_is_kept_is_not_decided_again(check, tmp_path):
    assert check(*ATLAS, "--out", tmp_path).returncode == 0
    lines = (tmp_path / "atlas.jsonl").read_bytes()
    assert len([json.loads(line) for line in lines.splitlines()]) == 12
    assert check(*ATLAS, "--out", tmp_path, "--node-limit", 1).returncode == 0
    assert (tmp_path / "atlas.jsonl").read_bytes() == lines


def test_unknown_answers_have_status_3(check):
    done = check("--boards", "11", "--square", "--leapers", "5", "--node-limit", 1)
    assert done.returncode == 3
    assert "left open" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--boards", "3..8", "--leapers", "3"], "--leapers goes with square boards"),
        (["--leapers", "3"], "--leapers goes with square boards"),
        (["8x8", "--square"], "--square has no effect"),
        (["--boards", "3..8x3", "--square"], "not a range of sides"),
        (["--boards", "8..3", "--square"], "not a range of sides"),
        (["--boards", "1..100", "--square"], "250,000 squares at most"),
        ([*ATLAS, "--leaper", "1,2"], "--leaper has no effect with --leapers"),
        ([*ATLAS, "--wrap", "both"], "--wrap has no effect with --leapers"),
        (["--boards", "3..4x3", "--out", "kept"], "--out has no effect with --boards"),
        (["--boards", "3..4", "--square", "--leapers", "0"], "not a sum"),
        (["--boards", "3..4", "--square", "--leapers", "100"], "not a sum"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_bad_input_is_refused_in_one_line(check, arguments, said):
    done = check(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_table_of_square_boards_of_one_piece(document):
    answer, status = document("--boards", "3..6", "--square")
    assert status == 0
    assert [row["board"] for row in answer["boards"]] == ["3x3", "4x4", "5x5", "6x6"]
