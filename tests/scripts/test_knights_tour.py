"""`knights-tour COMMAND …`, as `python -m solvers COMMAND …` runs it too."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = ["solve", "check", "count", "compare", "records"]


def knights_tour(*words):
    command = [sys.executable, "-m", "solvers", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_its_script(script, name):
    words = {"compare": ["--list-suites"], "records": ["--to", "1"]}.get(name, ["3x4", "--json"])
    ours, theirs = knights_tour(name, *words), script(f"{name}.py", *words)
    assert ours.returncode == theirs.returncode == 0
    assert ours.stdout.partition('"seconds"')[0] == theirs.stdout.partition('"seconds"')[0]


def test_a_command_names_itself_in_messages():
    done = knights_tour("check", "0x8")
    assert (done.returncode, done.stderr.startswith("knights-tour check: ")) == (2, True)


@pytest.mark.parametrize("words", [[], ["slove", "8x8"], ["--slove"]])
def test_without_a_command_that_exists_one_line_says_so(words):
    done = knights_tour(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "COMMAND" in done.stderr


def test_help_lists_the_commands():
    done = knights_tour("--help")
    assert done.returncode == 0
    assert all(f"{name}: " in " ".join(done.stdout.split()) for name in COMMANDS)
