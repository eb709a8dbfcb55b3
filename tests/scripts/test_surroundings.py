"""The scripts in surroundings that are not as they should be: streams that are closed, not UTF-8, or not read to the end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = [["solve.py", "8x8"], ["check.py", "3x4"], ["compare.py", "--boards", "5x5", "--solvers", "warnsdorff"]]


def run(arguments, **how):
    return subprocess.run([sys.executable, f"scripts/{arguments[0]}", *arguments[1:]], cwd=ROOT, timeout=120, **how)


@pytest.mark.parametrize("arguments", COMMANDS, ids=str)
def test_standard_output_may_be_closed(arguments):
    done = run(arguments, preexec_fn=lambda: os.close(1), stderr=subprocess.PIPE)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", COMMANDS, ids=str)
def test_a_terminal_that_knows_only_ascii_gets_all_answers(arguments):
    done = run(arguments, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "ascii:strict"})
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)


@pytest.mark.parametrize("arguments", COMMANDS, ids=str)
def test_a_reader_that_goes_away_is_not_told_another_answer(arguments):
    """Status 1 would say that there is no tour, or that two solvers disagree."""
    with subprocess.Popen(
        [sys.executable, f"scripts/{arguments[0]}", *arguments[1:]], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        started.stdout.close()
        assert b"Traceback" not in started.stderr.read()
    assert started.returncode in (0, 141)


@pytest.mark.parametrize("delay", [0.5, 0.8, 1.2])
@pytest.mark.parametrize("arguments", [["check.py", "--boards", "3..8x3..10"], ["compare.py", "--jobs", "2"]], ids=str)
def test_ctrl_c_at_any_moment_gives_no_traceback(arguments, delay):
    with subprocess.Popen(
        [sys.executable, f"scripts/{arguments[0]}", *arguments[1:]],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as started:
        time.sleep(delay)
        os.killpg(started.pid, signal.SIGINT)
        said = started.stderr.read()
    assert b"Traceback" not in said
    assert started.returncode in (130, -signal.SIGINT)


def test_a_folder_with_the_name_of_a_board_is_not_read(tmp_path):
    (tmp_path / "8x8").mkdir()
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "solve.py", "8x8", "--format", "summary"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith("auto: found")
