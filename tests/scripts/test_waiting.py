"""The line on standard error about a search that takes long."""

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NONE_EXISTS, INTERRUPTED = 1, 130
ENDLESS = ["solve.py", "20x20", "--closed", "--solver", "backtracking"]
pty = pytest.importorskip("pty")  # only where terminals are of the Unix kind


IMPATIENT = """
import runpy, sys
from solvers.commands import waiting
waiting.PATIENCE = 0.2
del sys.argv[0]
runpy.run_path(f"scripts/{sys.argv[0]}", run_name="__main__")
"""


@contextmanager
def on_a_terminal(name, *arguments, how=("-c", IMPATIENT)):
    """Start a script whose standard error is a terminal; yield the process and a function that reads the next text from it."""
    ours, theirs = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, *how, name, *arguments],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "120", "TERM": "xterm"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)

    def read():
        try:
            return os.read(ours, 4096).decode()
        except OSError:  # on Linux, the end of what a terminal says
            return ""

    try:
        yield run, read
    finally:
        run.kill()
        run.communicate()
        os.close(ours)


def said_until(words, read):
    """All that the terminal shows, up to these words."""
    said = ""
    while words not in said:
        more = read()
        assert more, said
        said += more
    return said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (ENDLESS, r"\d+ s: trying backtracking \(--time-limit S sets a limit, Ctrl-C stops\)"),
        ([*ENDLESS, "--time-limit", "600"], r"\d+ s: trying backtracking \(the limit is --time-limit 600, Ctrl-C stops\)"),
    ],
)
def test_a_long_search_says_what_is_tried_for_how_long_and_how_to_set_a_limit(arguments, words):
    with on_a_terminal(*arguments) as (_, read):
        assert re.search(words, said_until("Ctrl-C stops)", read))


def test_the_line_disappears_when_the_search_ends():
    with on_a_terminal(*ENDLESS) as (run, read):
        said_until("Ctrl-C stops)", read)
        run.send_signal(signal.SIGINT)
        said = said_until("stopped\r\n", read)
        assert "Ctrl-C stops" not in said.rpartition("\x1b[2K")[2]  # the line is wiped out
        assert run.wait() == INTERRUPTED


def test_a_map_says_what_is_tried():
    """There are 809,100 pairs."""
    with on_a_terminal("check.py", "30x30", "--pairs") as (_, read):
        assert re.search(r"\d+ s: (trying [a-z-]+|looking for a reason)", said_until("Ctrl-C stops)", read))


def test_a_long_count_shows_how_far_it_is():
    with on_a_terminal("count.py", "7x8", "--closed") as (_, read):
        assert "counting: " in said_until(" states", read)


def test_the_first_search_of_all_says_that_it_compiles(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with on_a_terminal("solve.py", "6x6", "--solver", "pruned-compiled") as (_, read):
        assert re.search(r"\d+ s: compiling, the first time only \(", said_until("compiling", read) + said_until(")", read))


def test_a_quick_answer_says_nothing_on_the_terminal():
    with on_a_terminal("scripts/check.py", "3x3", how=()) as (run, read):
        assert read() == ""
        assert run.wait() == NONE_EXISTS
