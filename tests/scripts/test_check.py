"""scripts/check.py as a person uses it."""

import os
import re
import subprocess
import sys

import pytest

from graphs import Board, board_svg
from tests.processes import PATIENCE, ROOT
from tests.solvers.programs import python

YES, NO, UNKNOWN = 0, 1, 3


def test_a_map_wider_than_the_terminal_is_printed_whole_and_said_to_be_wider(check):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "wb") as terminal:
        asked = [sys.executable, "scripts/check.py", "3x20"]
        surroundings = os.environ | {"COLUMNS": "40", "TERM": "xterm"}
        run = subprocess.run(asked, cwd=ROOT, env=surroundings, stdout=terminal, stderr=subprocess.PIPE, timeout=PATIENCE)
        shown = re.sub(r"\x1b\[[0-9;]*m", "", os.read(ours, 100_000).decode())  # while it is open, else it may fail
    os.close(ours)
    assert (run.returncode, shown.splitlines()[:4]) == (YES, check("3x20").stdout.splitlines()[:4])
    assert re.fullmatch(rb"check.py: the map is wider than the terminal\b.*--svg FILE\b.*\n", run.stderr)


@pytest.mark.parametrize(
    "asked", ["5x5", "3x4 --pairs", "--boards 4x3..5", "5x5 --closed --without-one", "--boards 3..8 --square --leapers 3"]
)
def test_processes_change_no_answer(check, asked):
    assert check(f"{asked} --jobs 2").stdout == check(asked).stdout


def test_every_process_prints_the_same_map():
    board = "..#...\n......\n.....#\n##..##\n......\n"
    assert len({python("scripts/check.py", "-", check=False, stdin=board, PYTHONHASHSEED=seed).stdout for seed in "0123"}) == 1


def test_a1_is_dark_on_every_board():
    """The even-odd rule fills the squares that lie in exactly one of the drawn columns and rows."""
    for rows in (3, 4, 5, 8):
        picture = board_svg(Board(rows, 3))
        lines = {int(y) // 10 for y in re.findall(r"M0 (\d+)h30v10h-30z", picture)}
        columns = {int(x) // 10 for x in re.findall(r"M(\d+) 0v", picture)}
        assert ((rows - 1 in lines) != (0 in columns), (rows - 1 in lines) != (1 in columns)) == (True, False)


def test_the_atlas_in_json_has_open_and_closed_tours(document):
    answer, status = document("check.py --boards 4..8 --square --leapers 3")
    assert status == 0
    cells = {(tuple(cell["leaper"]), cell["board"]): cell for cell in answer["cells"]}
    knight = cells[(1, 2), "4x4"]
    assert (knight["open"]["exists"], knight["open"]["evidence"], knight["open"]["tour"]) == (False, "cut set", None)
    assert len(cells[(1, 2), "8x8"]["closed"]["tour"]) == 64


@pytest.mark.slow
def test_the_poster_of_the_readme_shows_the_answers_of_its_command(check, tmp_path):
    """Another search may find other tours."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = re.search(r"check\.py (--boards [^#\n]* --leapers \d+) --svg atlas\.svg", readme)[1]
    assert check(command, "--svg", tmp_path / "atlas.svg").returncode == 0
    drawn, shown = (
        re.sub(r' d="M0 0l[^"]*"', "", (folder / "atlas.svg").read_text(encoding="utf-8"))
        for folder in (tmp_path, ROOT / ".github")
    )
    assert drawn == shown


def test_the_poster_of_the_readme_is_small_and_names_its_leapers():
    poster = (ROOT / ".github" / "atlas.svg").read_text(encoding="utf-8")
    assert len(poster) < 150_000
    for name in ("1,4 giraffe", "2,3 zebra", "3,4 antelope", "25x25"):
        assert f">{name}</text>" in poster
