"""Ctrl-C ends a script with 130, keeps what is done, and says how much is left open."""

import json
import os
import re
import signal

import pytest

from tests.processes import PATIENCE, wait_until
from tests.scripts.test_killed import runs_in

INTERRUPTED = 130

AT_STEP = """
import runpy, signal, sys
def press(_):
    press.steps -= 1
    if not press.steps:
        signal.raise_signal(signal.SIGINT)
class AtImport:
    def find_spec(self, name, path, target=None):
        if name == "solvers.commands.check":
            sys.meta_path.remove(self)
            from solvers import watch_steps
            press.steps = {step}
            press.watching = watch_steps(press)
            press.watching.__enter__()
sys.meta_path.insert(0, AtImport())
"""


@pytest.fixture
def pressed(alone):
    """Run check.py and press Ctrl-C when it begins this step, counted from 1."""

    def run(step, line, *more):
        done = alone(f"check.py {line}", *more, first=AT_STEP.format(step=step))
        assert done.returncode == INTERRUPTED
        return done

    return run


def test_a_map_shows_the_squares_that_are_done_and_says_how_many_are_left_open(pressed):
    done = pressed(4, "5x5")
    marks = [mark for line in done.stdout.splitlines()[1:6] for mark in line.split()[1:]]
    assert 0 < marks.count("?") < 25
    assert done.stderr == f"check.py: {marks.count('?')} answers are unknown\n"
    answer = json.loads(pressed(4, "5x5 --json").stdout)
    assert {True, None} <= {exists for row in answer["starts"] for exists in row}


def test_pairs_that_are_left_open_are_counted(pressed):
    done = pressed(12, "5x5 --pairs")
    assert 0 < int(re.search(r"(\d+) of \d+ pairs", done.stdout)[1]) < 84
    assert re.search(r"check.py: (\d+)", done.stderr)[1] == re.search(r"pairs .*, (\d+) are unknown", done.stdout)[1]


def test_a_table_holds_the_boards_that_are_done(pressed):
    done = pressed(12, "--boards 5x5..9")
    boards = re.findall(r"^5x(\d) ", done.stdout, re.MULTILINE)
    assert 0 < len(boards) < 5
    assert done.stderr == f"check.py: {5 - len(boards)} boards are not decided\n"


def test_an_atlas_shows_what_is_done(pressed):
    done = pressed(15, "--boards 3..8 --square --leapers 5")
    shown = sum(done.stdout.count(mark) for mark in "●◐×") - 3  # the legend
    assert 0 < shown < 24
    assert done.stderr == f"check.py: {24 - shown} boards are not decided\n"


# The first worker process presses Ctrl-C for the script while it starts.
AT_START = """
import os, signal, sys
if "worker.serve(" in " ".join(sys.orig_argv):
    try:
        os.mkdir("{mark}")
        os.kill(os.getppid(), signal.SIGINT)
    except FileExistsError:
        pass
"""


@pytest.mark.parametrize("line", ["check.py --boards 3x3..20 --jobs 2", "compare.py --boards 8x8 --jobs 2"])
def test_while_a_process_starts_it_leaves_no_traceback_and_no_process(alone, line, tmp_path):
    done = alone(line, first=AT_START.format(mark=tmp_path / "pressed"))
    assert done.returncode == INTERRUPTED
    assert re.fullmatch(r"check.py: \d+ boards are not decided\n|compare.py: stopped.*\n", done.stderr)


def test_a_list_whose_first_tours_come_at_once_stops(begin):
    """There are 10^16 tours of 8x8."""
    with begin("solve.py 8x8 --all") as run:
        first = run.stdout.readline()
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=PATIENCE)
    assert (run.returncode, said, len(first.split())) == (INTERRUPTED, "solve.py: stopped\n", 64)


def test_a_comparison_keeps_and_shows_what_is_finished(begin, tmp_path):
    line = "compare.py --boards 5x5 --starts 0,0 --solvers warnsdorff hangs --time-limit 100 --jobs 2 --out"
    kept, begun = tmp_path / "kept", tmp_path / "begun"
    with begin(line, kept, plug_ins=True, environment={"ILL_BEHAVED_BEGUN": str(begun)}) as process:
        wait_until(lambda: begun.exists() and runs_in(kept))
        os.killpg(process.pid, signal.SIGINT)
        output, messages = process.communicate(timeout=PATIENCE)
    assert (process.returncode, "Traceback" in messages) == (INTERRUPTED, False)
    assert "compare.py: stopped after 1 of 2 runs; rerun the command" in messages
    assert "competitor" in output


def test_a_watched_search_keeps_what_was_recorded(alone, tmp_path):
    page = tmp_path / "search.html"
    first = AT_STEP.format(step=1).replace("solvers.commands.check", "solvers.commands.solve")
    later = "import threading; threading.Timer(1, signal.raise_signal, [signal.SIGINT]).start()"
    first = first.replace("signal.raise_signal(signal.SIGINT)", later)  # the search alone takes longer than anyone waits
    done = alone("solve.py 8x8 --closed --solver backtracking --watch", page, first=first)
    assert done.returncode == INTERRUPTED
    assert done.stdout.startswith("backtracking: unknown (cancelled")
    events = re.search(r'"events":\[([\d,]+)\]', page.read_text())[1].split(",")
    assert len(events) > 10
