"""How scripts end: a crash, a full disk or Ctrl-C never looks like an answer."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
YES, NO, BAD, UNKNOWN, OURS, INTERRUPTED, NOT_READ = 0, 1, 2, 3, 70, 130, 141

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
    "RecursionError('too deep')": (OURS, "an error of ours: RecursionError: too deep; --debug shows the traceback"),
    "MemoryError()": (OURS, "out of memory; --debug shows the traceback"),
    "BrokenProcessPool('killed.')": (OURS, "an error of ours: BrokenProcessPool: killed; --debug shows the traceback"),
    "OSError(20, 'Not a directory', 'a/b')": (OURS, "an error of ours: NotADirectoryError: a/b: Not a directory"),
    "OSError(28, 'No space left on device')": (OURS, "the output cannot be written: No space left on device"),
    "SystemExit(0)": (OURS, "an error of ours: SystemExit: 0"),
    "SystemExit('enough')": (OURS, "an error of ours: SystemExit: enough"),
    "GeneratorExit('gone')": (OURS, "an error of ours: GeneratorExit: gone"),
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


def test_a_reader_that_goes_away_has_a_status_and_no_line():
    done = python(RAISE.format(error="BrokenPipeError()"))
    assert (done.returncode, done.stderr) == (NOT_READ, "")


def test_debug_shows_the_traceback():
    done = python(RAISE.format(error="TypeError('no')"), "--debug")
    assert done.returncode == OURS
    assert done.stderr.startswith("Traceback")
    assert done.stderr.splitlines()[-1] == "solve.py: an error of ours: TypeError: no"


@pytest.mark.parametrize("name", ["solve.py", "check.py", "compare.py", "benchmark.py"])
def test_every_script_takes_debug_and_names_the_status(script, name):
    words = " ".join(script(name, "--debug", "--help").stdout.split())
    assert "--debug show the traceback of an error of ours" in words
    assert "70 an error of ours" in words


def test_long_numbers_and_words_are_cut_in_messages():
    for length in (50, 3_000, 5_000, 100_000):
        done = python(RAISE.format(error="FormatError(sys.argv[1] + ' is too long')"), "9" * length)
        assert f"99999…99999 ({length:,} characters) is too long" in done.stderr
        assert len(done.stderr) < 200
    assert len(python(RAISE.format(error="FormatError('1 ' * 9_000)")).stderr) < 1_100


SURROUNDINGS = """
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


def at_import_of(module, what, folder, *arguments):
    """Run a script in a Python that does this when the module is first imported."""
    (folder / "sitecustomize.py").write_text(SURROUNDINGS.format(what=what))
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, f"scripts/{arguments[0]}", *arguments[1:]],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path, "AT_IMPORT_OF": module},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("command", [["solve.py", "8x8"], ["check.py", "3x4"], ["compare.py"], ["benchmark.py"]], ids=str)
@pytest.mark.parametrize("module", ["graphs.errors", "graphs.board", "solvers.registry"])
def test_ctrl_c_among_the_imports_ends_with_130(module, command, tmp_path):
    done = at_import_of(module, PRESS, tmp_path, *command)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "")


@pytest.mark.parametrize("module", ["ortools", "ortools.sat.python.cp_model"])
@pytest.mark.parametrize("what", [PRESS, SWALLOW], ids=["raised", "swallowed"])
def test_ctrl_c_in_an_import_while_a_script_works_ends_with_130(module, what, tmp_path):
    """A package that is written in C may turn the interrupt of its import into an ImportError."""
    done = at_import_of(module, what, tmp_path, "solve.py", "6x6", "--solver", "cp-sat")
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "solve.py: stopped\n")


@pytest.mark.parametrize("module", ["graphs.board", "solvers.registry"])
def test_a_crash_among_the_imports_is_an_error_of_ours(module, tmp_path):
    done = at_import_of(module, "raise RuntimeError('broken')", tmp_path, "check.py", "3x4")
    assert (done.returncode, done.stdout) == (OURS, "")
    assert done.stderr == "check.py: an error of ours: RuntimeError: broken; --debug shows the traceback\n"


def test_an_answer_on_a_closed_stream_is_no_answer():
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} scripts/check.py 3x4 >&-"], cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == OURS
    assert "standard output is closed, and the answer is lost" in done.stderr


def test_an_answer_that_cannot_be_printed_is_no_answer():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "scripts/check.py", "3x4"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == OURS
    assert done.stderr == "check.py: the output cannot be written: No space left on device; --debug shows the traceback\n"
