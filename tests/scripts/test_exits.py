"""How scripts end: a crash, a full disk or Ctrl-C never looks like an answer."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BAD, OURS, INTERRUPTED = 2, 70, 130

RAISE = """
import sys
from types import ModuleType
from solvers.commands.exits import run
sys.argv[0] = "solve.py"
from concurrent.futures.process import BrokenProcessPool
from graphs import FormatError
from solvers import SolverError, SolverUnavailable
def main():
    raise {error}
sys.modules["broken"] = ModuleType("broken")
sys.modules["broken"].main = main
run("broken")
"""

ENDS = {
    "TypeError('no')": (OURS, "an error of ours: TypeError: no; --debug shows the traceback"),
    "MemoryError()": (OURS, "out of memory; --debug shows the traceback"),
    "BrokenProcessPool('killed.')": (OURS, "an error of ours: BrokenProcessPool: killed; --debug shows the traceback"),
    "OSError(20, 'Not a directory', 'a/b')": (OURS, "an error of ours: NotADirectoryError: a/b: Not a directory"),
    "OSError(28, 'No space left on device')": (OURS, "the output cannot be written: No space left on device"),
    "SystemExit('enough')": (OURS, "an error of ours: SystemExit: enough"),
    "SolverError('it crashed')": (OURS, "it crashed; --debug shows the traceback"),
    "SolverUnavailable('install it')": (BAD, "install it\n"),
    "FormatError('two\\nlines')": (BAD, "two lines\n"),
    "KeyboardInterrupt()": (INTERRUPTED, "stopped\n"),
}


def python(code, *arguments, **how):
    return subprocess.run([sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, **how)


@pytest.mark.parametrize("error", ENDS)
def test_every_error_has_its_status_and_one_line(error):
    done = python(RAISE.format(error=error))
    status, words = ENDS[error]
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith(f"solve.py: {words}")
    assert done.stderr.count("\n") == 1


def test_debug_shows_the_traceback():
    done = python(RAISE.format(error="TypeError('no')"), "--debug")
    assert done.returncode == OURS
    assert done.stderr.startswith("Traceback")
    assert done.stderr.splitlines()[-1] == "solve.py: an error of ours: TypeError: no"


@pytest.mark.parametrize("name", ["solve", "check", "count", "compare", "records", "benchmark"])
def test_every_script_has_help_that_names_the_statuses_and_a_version(script, name):
    words = " ".join(script(f"{name}.py --debug --help").stdout.split())
    assert "--debug show the traceback of an error of ours" in words
    assert "Exit status" in words
    assert "70 an error of ours" in words
    assert script(f"{name}.py --version").stdout == "knights-tour 0.1.0\n"


def test_long_numbers_and_words_are_cut_in_messages():
    for length in (50, 100_000):
        done = python(RAISE.format(error="FormatError(sys.argv[1] + ' is too long')"), "9" * length)
        assert f"99999…99999 ({length:,} characters) is too long" in done.stderr
        assert len(done.stderr) < 200
    assert len(python(RAISE.format(error="FormatError('1 ' * 9_000)")).stderr) < 1_100
