"""Ctrl-C in scripts/check.py keeps what is done."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
INTERRUPTED = 130
SECONDS_TO_END = 2

# The signal is real; it comes when a decision is asked for, so that it always comes at the same place.
PRESS = """
import os, runpy, signal, sys
from solvers.existence import maps
import solvers
after, sys.argv = int(sys.argv[1]), ["check.py", *sys.argv[2:]]
decide = maps.decide
def decide_or_press(*arguments, **named):
    global after
    if not after:
        os.kill(os.getpid(), signal.SIGINT)
    after -= 1
    return decide(*arguments, **named)
maps.decide = solvers.decide = decide_or_press
runpy.run_path("scripts/check.py", run_name="__main__")
"""


def pressed(after, *arguments):
    """Run check.py and press Ctrl-C when so many decisions about squares, pairs and boards have been made."""
    done = subprocess.run(
        [sys.executable, "-c", PRESS, str(after), *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == INTERRUPTED
    assert "Traceback" not in done.stderr
    return done


def test_ctrl_c_prints_the_squares_that_are_done_and_says_how_many_are_left_open():
    done = pressed(3, "5x5")
    marks = [mark for line in done.stdout.splitlines()[1:6] for mark in line.split()[1:]]
    assert "●" in marks
    assert "?" in marks
    assert done.stderr == f"check.py: {marks.count('?')} answers are left open\n"


def test_ctrl_c_before_any_square_is_done_prints_an_open_map():
    done = pressed(1, "5x5")
    assert "unknown for all 25 squares whether they start an open tour" in done.stdout
    assert "25 answers are left open" in done.stderr


def test_ctrl_c_prints_json_of_what_is_done():
    answer = json.loads(pressed(3, "5x5", "--json").stdout)
    assert {True, None} <= {exists for row in answer["starts"] for exists in row}


def test_ctrl_c_among_the_pairs_says_how_many_are_left_open():
    done = pressed(10, "5x5", "--pairs")
    assert 0 < int(re.search(r"(\d+) of \d+ pairs", done.stdout)[1]) < 84
    assert re.search(r"check.py: (\d+)", done.stderr)[1] == re.search(r"pairs .*, (\d+) are unknown", done.stdout)[1]


def test_ctrl_c_prints_the_boards_that_are_done():
    done = pressed(12, "--boards", "5x5..9")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("5x5 ")
    assert not any(line.startswith("5x9 ") for line in lines)


# Processes.

PRESS_AFTER_TWO_BOARDS = """
import os, runpy, signal, sys
from solvers.existence import tables
sys.argv = ["check.py", "--boards", "3x3..20", "--jobs", "2"]
each_cell = tables.each_cell
def press_after_two(*arguments, **named):
    for number, each in enumerate(each_cell(*arguments, **named), 1):
        yield each
        if number == 2:
            os.kill(os.getpid(), signal.SIGINT)
tables.each_cell = press_after_two
runpy.run_path("scripts/check.py", run_name="__main__")
"""


def test_ctrl_c_prints_the_boards_that_processes_have_done():
    done = subprocess.run([sys.executable, "-c", PRESS_AFTER_TWO_BOARDS], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == INTERRUPTED
    assert len(re.findall(r"^3x\d+ ", done.stdout, re.MULTILINE)) == 2
    assert done.stderr == "check.py: 16 boards are left open\n"


# The first worker process presses Ctrl-C for the script while it starts.
PRESS_AT_START = """
import os, signal, sys
if "worker.serve(" in " ".join(sys.orig_argv):
    try:
        os.mkdir(os.environ["PRESSED"])
        os.kill(os.getppid(), signal.SIGINT)
    except FileExistsError:
        pass
"""


def test_ctrl_c_while_a_process_starts_leaves_no_traceback_and_no_process(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(PRESS_AT_START)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "scripts/check.py", "--boards", "3x3..20", "--jobs", "2"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path, "PRESSED": str(tmp_path / "pressed")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == INTERRUPTED
    assert re.fullmatch(r"check.py: \d+ boards are left open\n", done.stderr)
    processes = [each for each in psutil.process_iter(["environ"]) if str(tmp_path) in str(each.info["environ"])]
    assert not psutil.wait_procs(processes, timeout=SECONDS_TO_END)[1]
