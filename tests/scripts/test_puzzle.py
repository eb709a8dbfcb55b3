"""scripts/puzzle.py."""

import json
import os
import re
import sys

import pytest

from solvers.commands import input_output
from solvers.commands.puzzle import main
from tests.processes import ROOT, complaint

README = (ROOT / "scripts" / "README.md").read_text(encoding="utf-8")
PRESSED_AT_THE_THIRD = """
import signal
from solvers.commands import puzzle as puzzles
make_puzzle = puzzles.make_puzzle
def pressed(problem, seed, **limits):
    if seed == 2:
        signal.raise_signal(signal.SIGINT)
    return make_puzzle(problem, seed, **limits)
puzzles.make_puzzle = pressed
"""
LESSON = re.findall(r"python scripts/(\S+ .*?) +#", README.partition("## A lesson")[2].partition("```\n\n")[0])


def test_the_sheet_read_back_gives_the_printed_solution(puzzle, solve, tmp_path):
    path = tmp_path / "puzzle.txt"
    done = puzzle("6x6 --closed --seed 5")
    path.write_text(done.stdout)
    found = solve(f"{path} --closed --unique --format squares")
    assert found.stderr == "unique: the only tour\n"
    (entry,) = json.loads(puzzle("6x6 --closed --seed 5 --json").stdout)["puzzles"]
    assert entry["text"] == done.stdout.rstrip("\n")
    assert [[*map(int, line.split(","))] for line in found.stdout.splitlines() if line] == entry["tour"]
    assert done.stderr == f"puzzle.py: seed 5: {len(entry['steps'])} steps given, all but the first and last are necessary\n"


def test_a_set_has_one_puzzle_per_seed(puzzle):
    several = puzzle("5x5 --seed 3 --count 2").stdout
    assert several == "".join(puzzle(f"5x5 --seed {seed}").stdout + "\n" for seed in (3, 4))


def test_the_solution_is_a_picture_of_its_own(puzzle, tmp_path):
    assert puzzle("5x5 --svg", tmp_path / "p.svg").returncode == 0
    given, solution = ((tmp_path / name).read_text() for name in ("p.svg", "p-solution.svg"))
    assert ('data-mark="given"' in given, "<path" in given, ">25<" in solution) == (True, True, True)
    assert "stroke-linejoin" not in given
    assert puzzle("5x5 --count 2 --svg", tmp_path / "two.svg").returncode == 0
    several, solutions = ((tmp_path / name).read_text() for name in ("two.svg", "two-solution.svg"))
    assert [text.count('aria-label="A') for text in (several, solutions)] == [2, 2]
    (tmp_path / "q-solution.svg").mkdir()
    assert "q-solution.svg cannot be written: it is a folder" in complaint(puzzle("5x5 --svg", tmp_path / "q.svg"))
    assert not (tmp_path / "q.svg").exists()


def test_a_device_receives_the_puzzle_without_a_solution_next_to_it(monkeypatch):
    written = []
    monkeypatch.setattr(input_output, "write_output_text", lambda path, text: written.append(path))
    monkeypatch.setattr(sys, "argv", ["puzzle.py", "4x5", "--svg", os.devnull])
    assert main() == 0
    assert written == [os.devnull]


def test_ctrl_c_keeps_the_puzzles_that_are_complete(alone, tmp_path):
    path = tmp_path / "sheet.html"
    done = alone("puzzle.py 5x5 --count 9 --html", path, first=PRESSED_AT_THE_THIRD)
    assert (done.returncode, "puzzle.py: stopped after 2 puzzles" in done.stderr.splitlines()) == (130, True)
    assert ("Puzzle 2," in path.read_text(), "Puzzle 3," in path.read_text()) == (True, False)


def test_a_lesson_has_five_commands():
    assert len(LESSON) == 5


@pytest.mark.parametrize("line", LESSON)
def test_each_command_of_the_lesson_writes_what_the_class_looks_at(script, tmp_path, line):
    (name,) = re.findall(r"\w+\.(?:html|svg)$", line)
    done = script(line.replace(name, str(tmp_path / name)))
    assert done.returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == [name]
    text = (tmp_path / name).read_text()
    shown = {
        "map.html": "No tour starts on the other 12 squares",
        "search.html": "warnsdorff: an open tour of 6x6 from a1",
        "tour.html": "Is there a closed tour of 6x6? Yes.",
        "sheet.html": "Puzzle 4, hard: ",
        "lengths.html": "Yes: N = 6, 8, 10, … without end.",
    }
    assert shown[name] in text
