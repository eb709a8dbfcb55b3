"""A script that runs in a fork does what it does in a process that starts from nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = [
    (["check.py", "-"], "...\n.#.\n...\n"),
    (["solve.py", "4x4", "--start", "0,0", "--json", "--solver", "nothing"], ""),
    (["count.py", "4x5"], ""),
]


@pytest.mark.parametrize(("words", "text"), COMMANDS)
def test_a_fork_says_what_a_process_says_and_has_its_status(script, words, text):
    command = [sys.executable, f"scripts/{words[0]}", *words[1:]]
    alone = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"COLUMNS": "120"}, input=text, capture_output=True, text=True, timeout=60
    )
    done = script(*words, stdin=text)
    assert (done.returncode, done.stdout, done.stderr) == (alone.returncode, alone.stdout, alone.stderr)


def test_a_script_that_takes_too_long_is_killed_and_the_next_one_runs(script):
    with pytest.raises(subprocess.TimeoutExpired):
        script("solve.py 20x20 --closed --solver backtracking", seconds=0.2)
    assert script("solve.py 8x8").returncode == 0


def test_a_package_can_be_found_missing_in_one_run(script):
    words = ["solve.py", "5x5", "--solver", "backtracking-compiled"]
    assert "numba" in script(*words, without="numba").stderr
    assert script(*words).returncode == 0
