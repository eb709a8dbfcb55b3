"""Ctrl-C ends a script with 130, keeps what is done, and says how much is left open."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).parents[2]
INTERRUPTED = 130
SECONDS_TO_END = 2

PRESS_AT_STEP = """
import runpy, signal, sys
from solvers import watch_steps
steps, sys.argv = int(sys.argv[1]), sys.argv[2:]
def press(_):
    global steps
    steps -= 1
    if not steps:
        signal.raise_signal(signal.SIGINT)
with watch_steps(press):
    runpy.run_path(f"scripts/{sys.argv[0]}", run_name="__main__")
"""


def pressed(step, line, *more):
    """Run a script and press Ctrl-C when it begins this step, counted from 1."""
    command = [sys.executable, "-c", PRESS_AT_STEP, str(step), *line.split(), *more]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == INTERRUPTED
    assert "Traceback" not in done.stderr
    return done


def test_a_map_shows_the_squares_that_are_done_and_says_how_many_are_left_open():
    done = pressed(4, "check.py 5x5")
    marks = [mark for line in done.stdout.splitlines()[1:6] for mark in line.split()[1:]]
    assert 0 < marks.count("?") < 25
    assert done.stderr == f"check.py: {marks.count('?')} answers are left open\n"


def test_json_holds_what_is_done():
    answer = json.loads(pressed(4, "check.py 5x5 --json").stdout)
    assert {True, None} <= {exists for row in answer["starts"] for exists in row}


def test_pairs_that_are_left_open_are_counted():
    done = pressed(9, "check.py 5x5 --pairs")
    assert 0 < int(re.search(r"(\d+) of \d+ pairs", done.stdout)[1]) < 84
    assert re.search(r"check.py: (\d+)", done.stderr)[1] == re.search(r"pairs .*, (\d+) are unknown", done.stdout)[1]


def test_a_table_holds_the_boards_that_are_done():
    done = pressed(12, "check.py --boards 5x5..9")
    boards = re.findall(r"^5x(\d) ", done.stdout, re.MULTILINE)
    assert 0 < len(boards) < 5
    assert done.stderr == f"check.py: {5 - len(boards)} boards are left open\n"


def test_an_atlas_shows_and_keeps_what_is_done(check, tmp_path):
    atlas = "--boards 3..8 --square --leapers 5"
    done = pressed(15, f"check.py {atlas} --out", tmp_path / "kept")
    kept = len((tmp_path / "kept" / "atlas.jsonl").read_bytes().splitlines())
    assert 0 < kept < 24
    assert done.stderr == f"check.py: {24 - kept} boards are left open\n"
    assert sum(done.stdout.count(mark) for mark in "●◐×") == kept + 3  # and the legend
    assert check(atlas, "--out", tmp_path / "kept").stdout == check(atlas).stdout


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


def surrounded(program, folder, words, **more):
    """Run a script in a Python that first runs a program, and has more variables in its environment."""
    (folder / "sitecustomize.py").write_text(program)
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, f"scripts/{words[0]}", *words[1:]]
    environment = os.environ | more | {"PYTHONPATH": path}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)


def test_while_a_process_starts_it_leaves_no_traceback_and_no_process(tmp_path):
    words = ["check.py", "--boards", "3x3..20", "--jobs", "2"]
    done = surrounded(PRESS_AT_START, tmp_path, words, PRESSED=str(tmp_path / "pressed"))
    assert done.returncode == INTERRUPTED
    assert re.fullmatch(r"check.py: \d+ boards are left open\n", done.stderr)
    processes = [each for each in psutil.process_iter(["environ"]) if str(tmp_path) in str(each.info["environ"])]
    assert not psutil.wait_procs(processes, timeout=SECONDS_TO_END)[1]


AT_IMPORT = """
import importlib.machinery, os, signal, sys, time
class AtImport:
    def find_spec(self, name, path, target=None):
        if name == os.environ["AT_IMPORT_OF"]:
            sys.meta_path.remove(self)
            {what}
sys.meta_path.insert(0, AtImport())
"""
PRESS = "os.kill(os.getpid(), signal.SIGINT); time.sleep(0.001)"
SWALLOW = f"""
            try:
                {PRESS}
            except KeyboardInterrupt:
                raise ImportError("initialization failed") from None
"""


@pytest.mark.parametrize(
    ("module", "what", "said"),
    [
        ("graphs.errors", PRESS, ""),
        ("solvers.registry", PRESS, ""),
        ("ortools.sat.python.cp_model", PRESS, "solve.py: stopped\n"),
        ("ortools", SWALLOW, "solve.py: stopped\n"),  # a package in C may turn the interrupt of its import into an ImportError
    ],
)
def test_in_an_import_it_ends_the_script(module, what, said, tmp_path):
    done = surrounded(AT_IMPORT.format(what=what), tmp_path, ["solve.py", "6x6", "--solver", "cp-sat"], AT_IMPORT_OF=module)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", said)


def test_a_crash_in_an_import_is_an_error_of_ours(tmp_path):
    crash = AT_IMPORT.format(what="raise RuntimeError('broken')")
    done = surrounded(crash, tmp_path, ["check.py", "3x4"], AT_IMPORT_OF="graphs.board")
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr == "check.py: an error of ours: RuntimeError: broken; --debug shows the traceback\n"
