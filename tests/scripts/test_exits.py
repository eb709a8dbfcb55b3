"""How scripts end: a crash, Ctrl-C, a full disk or a lost stream never looks like an answer."""

import json
import os
import resource
import subprocess
import sys

import pytest

from tests.processes import ROOT
from tests.tables import table

YES, BAD, OURS, INTERRUPTED, NOT_READ = 0, 2, 70, 130, 141
COMPARE = "compare.py --boards 5x5 --solvers warnsdorff --jobs 1"

AT_IMPORT = """
import importlib.machinery, os, signal, sys, time
class AtImport:
    def find_spec(self, name, path, target=None):
        if name == "{module}":
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
SCRIPTS = "solve check count compare puzzle report benchmark findings"
NO_THREADS = {"NUMBA_NUM_THREADS": "0"}
DOING = {"PRESS": PRESS, "SWALLOW": SWALLOW}


def in_a_shell(command):
    return subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)


EXITS = table("exits.toml")


@pytest.mark.parametrize("module, what, status, words", EXITS["ends"])
def test_every_error_has_its_status_and_one_line(alone, module, what, status, words):
    done = alone("solve.py 6x6 --solver cp-sat", first=AT_IMPORT.format(module=module, what=DOING.get(what, what)))
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith(f"solve.py: {words}" if words else "")
    assert done.stderr.count("\n") == bool(words)


@pytest.mark.parametrize("command", ["solve.py", "../solvers/__main__.py solve"])
def test_ctrl_c_at_the_first_import_leaves_no_line(alone, command):
    done = alone(f"{command} 5x5", first=AT_IMPORT.format(module="solvers.commands.exits", what=PRESS))
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "")


def test_debug_shows_the_traceback(solve):
    lines = solve("5x5 --solver crashes --debug", plug_ins=True).stderr.splitlines()
    assert lines[0].startswith("Traceback")
    assert lines[-1] == "solve.py: solver 'crashes' crashed: ZeroDivisionError: by nought"


@pytest.mark.parametrize("name", SCRIPTS.split())
def test_every_script_has_help_that_names_the_statuses_and_a_version(script, name):
    words = " ".join(script(f"{name}.py --debug --help").stdout.split())
    assert "--debug show the traceback of an internal error" in words
    assert "Exit status" in words
    assert "70 internal error" in words
    assert script(f"{name}.py --version").stdout == "knights-tour 0.2.0\n"


@pytest.mark.parametrize("line", ["solve.py 8x8 --solver pruned-compiled", "count.py 4x4"])
@pytest.mark.parametrize(
    "environment, words",
    [({"NUMBA_DISABLE_JIT": "1"}, "NUMBA_DISABLE_JIT is set"), (NO_THREADS, "Number of threads specified")],
)
def test_without_its_compiler_numba_is_no_error_of_ours(alone, line, environment, words):
    done = alone(line, environment=environment)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (BAD, "", 1)
    assert words in done.stderr


def test_a_package_that_cannot_be_loaded_hinders_no_solver_that_does_without(alone):
    done = alone("compare.py --boards 5x5 --starts 0,0 --solvers warnsdorff --jobs 1", environment=NO_THREADS)
    assert (done.returncode, "fault" in done.stdout) == (YES, False)


BARE = "import sys; sys.modules |= dict.fromkeys('matplotlib jinja2 pysat clingo elkai distributed dask'.split())"


@pytest.mark.parametrize("line", EXITS["without_extras"])
def test_without_any_extra_each_script_answers(alone, line):
    done = alone(line, first=BARE)
    assert done.returncode == YES, done.stderr


@pytest.mark.parametrize("name", SCRIPTS.split())
def test_a_script_of_a_project_that_is_not_installed_says_how_to_install_it(name):
    done = in_a_shell(f"{sys.executable} -S scripts/{name}.py")  # -S: without installed packages
    assert (done.returncode, "pip install -e ." in done.stderr, done.stderr.count("\n")) == (BAD, True, 1)


def test_a_missing_package_is_named(solve):
    assert "numba" in solve("5x5 --solver backtracking-compiled", without="numba").stderr


# Streams


@pytest.mark.parametrize("words", ["3x4", "--help", "--version"])
@pytest.mark.parametrize(
    "stdout, said",
    [
        (">&-", "standard output is closed, so the answer cannot be printed"),
        (">/dev/full", "cannot be written: No space left on device"),
    ],
)
def test_an_answer_that_cannot_be_printed_is_no_answer(words, stdout, said):
    done = in_a_shell(f"{sys.executable} scripts/check.py {words} {stdout}")
    assert (done.returncode, done.stderr.count("\n")) == (OURS, 1)
    assert said in done.stderr


@pytest.mark.parametrize("line", EXITS["without_messages"])
def test_a_message_that_cannot_be_printed_takes_nothing_from_the_answer(alone, line):
    with open("/dev/full", "w") as full:
        done = alone(line, stderr=full)
    assert (done.returncode, done.stdout == alone(line).stdout) == (YES, True)


def test_a_worker_that_cannot_start_is_an_error_of_ours():
    done = in_a_shell(f"ulimit -n 10; {sys.executable} scripts/{COMPARE}")
    assert (done.returncode, done.stdout) == (OURS, "")
    assert done.stderr == "compare.py: a worker process cannot start: Too many open files; --debug shows the traceback\n"


@pytest.mark.parametrize(
    "line", ["solve.py 160x160 --format squares", "solve.py 8x8 --all", "check.py 200x200 --leaper 1,1", COMPARE]
)
def test_a_reader_that_goes_away_has_a_status_and_no_line(begin, line):
    """As in `solve.py … | head -1`; status 1 would say that there is no tour."""
    with begin(line) as started:
        if line is not COMPARE:
            assert started.stdout.readline()
        started.stdout.close()
        said = started.stderr.read()
    assert started.returncode == NOT_READ
    assert ("Traceback" in said, "Exception ignored" in said) == (False, False)


def test_what_a_solver_prints_never_lands_in_the_answer(alone):
    done = alone("solve.py 5x5 --solver prints --json", plug_ins=True)
    assert (done.returncode, json.loads(done.stdout)["status"], "spam" in done.stderr) == (YES, "found", True)
    done = alone("compare.py --boards 5x5 --starts 0,0 --solvers prints", plug_ins=True)
    assert (done.returncode, "spam" in done.stdout + done.stderr) == (YES, False)


def test_an_ascii_terminal_gets_all_answers(alone, tmp_path):
    def in_ascii(line, *more):
        done = alone(line, *more, environment={"PYTHONIOENCODING": "ascii:strict"})
        assert (done.returncode, "\\u" in done.stdout) == (YES, "--json" in line)
        return done.stdout

    rows = [line.split()[1:] for line in in_ascii("check.py 3x4").splitlines()[1:4]]
    assert rows == [["o", "x", "x", "o"]] * 3
    assert "warnsdorff" in in_ascii(COMPARE)
    (tmp_path / "é.hcp").write_text("DIMENSION : 3\nEDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\n")
    assert json.loads(in_ascii("solve.py --json", tmp_path / "é.hcp"))["tour"]


# The folder, the home and the disk


def test_a_folder_with_the_name_of_a_board_is_not_read(alone, tmp_path):
    (tmp_path / "8x8").mkdir()
    assert alone("solve.py 8x8 --format summary", cwd=tmp_path).stdout.startswith("auto: found")


def test_without_a_home_the_answers_are_the_same(check, alone, monkeypatch):
    asked = "--boards 3..8 --square --leapers 3"
    whole = check(asked)
    for name in [name for name in os.environ if name == "HOME" or name.startswith("XDG_")]:
        monkeypatch.delenv(name)
    done = alone(f"check.py {asked} --jobs 2")
    assert (done.returncode, done.stdout) == (YES, whole.stdout)


@pytest.fixture
def on_a_full_disk(alone):
    """Run a script; no file may become larger than this many bytes, with the error of a disk that is full for large files."""

    def run(size, line, *more):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        environment = {"PYTHONDONTWRITEBYTECODE": "1"}  # else Python keeps half a file of bytecode
        return alone(line, *more, environment=environment, preexec_fn=limit)

    return run


@pytest.mark.parametrize("line", EXITS["on_a_full_disk"])
def test_a_full_disk_is_an_error_of_ours_and_leaves_no_part_of_a_file(on_a_full_disk, line, tmp_path):
    done = on_a_full_disk(1_000, line, tmp_path / "target.tour")
    assert done.returncode == OURS
    assert done.stderr.endswith("cannot be written: File too large; --debug shows the traceback\n")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert done.stdout.startswith("auto: found, 64 squares") == ("summary" in line)  # the tour is printed before


def test_on_a_full_disk_the_tables_of_what_is_finished_are_printed(on_a_full_disk, tmp_path):
    line = "compare.py --boards 8x8 --starts all --solvers warnsdorff --time-limit 60 --out"
    done = on_a_full_disk(400_000, line, tmp_path)
    assert done.returncode == OURS
    assert "competitor" in done.stdout
    assert done.stderr.count("\n") == 1
    assert f"{tmp_path}/runs.sqlite cannot be used: " in done.stderr
