"""The scripts in surroundings that are not as they should be: streams closed or not UTF-8, full disks, readers that go away."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
YES, OURS, NOT_READ = 0, 70, 141
ATLAS = "check.py --boards 3..12 --square --leapers 5"
COMPARE = "compare.py --boards 5x5 --solvers warnsdorff --jobs 1"


def run(line, *more, env=os.environ, **how):
    name, *words = line.split()
    command = [sys.executable, ROOT / "scripts" / name, *words, *more]
    surroundings = env | {"PYTHONDONTWRITEBYTECODE": "1"}  # on a full disk Python keeps half a file of bytecode
    pipes = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(command, env=surroundings, text=True, timeout=60, **(pipes | how))


def test_an_answer_on_a_closed_stream_is_no_answer():
    command = ["sh", "-c", f"{sys.executable} scripts/check.py 3x4 >&-"]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert done.returncode == OURS
    assert "standard output is closed, and the answer is lost" in done.stderr


def test_an_answer_that_cannot_be_printed_is_no_answer():
    with Path("/dev/full").open("w") as full:
        done = run("check.py 3x4", stdout=full)
    assert done.returncode == OURS
    assert done.stderr == "check.py: the output cannot be written: No space left on device; --debug shows the traceback\n"


@pytest.mark.parametrize(
    "line", ["solve.py 160x160 --format squares", "solve.py 8x8 --all", "check.py 200x200 --leaper 1,1", COMPARE]
)
def test_a_reader_that_goes_away_has_a_status_and_no_line(line):
    """As in `solve.py … | head -1`; status 1 would say that there is no tour."""
    name, *words = line.split()
    command = [sys.executable, f"scripts/{name}", *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        if name != "compare.py":
            assert started.stdout.readline()
        started.stdout.close()
        said = started.stderr.read()
    assert started.returncode == NOT_READ
    assert (b"Traceback" in said, b"Exception ignored" in said) == (False, False)


def in_ascii(line, *more):
    done = run(line, *more, env=os.environ | {"PYTHONIOENCODING": "ascii:strict"})
    assert (done.returncode, "\\u" in done.stdout) == (YES, False)
    return done.stdout


def test_an_ascii_terminal_gets_all_answers(tmp_path):
    rows = [line.split()[1:] for line in in_ascii("check.py 3x4").splitlines()[1:4]]
    assert rows == [["o", "x", "x", "o"]] * 3
    assert "warnsdorff" in in_ascii(COMPARE)
    (tmp_path / "é.hcp").write_text("DIMENSION : 3\nEDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\n")
    assert json.loads(run("solve.py --json", tmp_path / "é.hcp", env=os.environ | {"PYTHONIOENCODING": "ascii"}).stdout)["tour"]


def test_a_folder_with_the_name_of_a_board_is_not_read(tmp_path):
    (tmp_path / "8x8").mkdir()
    done = run("solve.py 8x8 --format summary", cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.stdout.startswith("auto: found")


def test_without_a_home_the_answers_are_the_same(script):
    homeless = {name: value for name, value in os.environ.items() if name != "HOME" and not name.startswith("XDG_")}
    done = run("check.py --boards 3..8 --square --leapers 3 --jobs 2", env=homeless)
    assert (done.returncode, done.stdout) == (YES, script("check.py --boards 3..8 --square --leapers 3").stdout)


def full_after(size):
    """No file may become larger; the error is that of a disk which is full for large files."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize(
    "line",
    [
        "check.py 6x6 --svg",
        "check.py 6x6 --certificate",
        "check.py --boards 3..5 --square --leapers 1 --html",
        "solve.py 20x20 --export",
        f"{COMPARE} --html",
    ],
)
def test_a_full_disk_is_an_error_of_ours_and_leaves_no_part_of_a_file(line, tmp_path):
    done = run(line, tmp_path / "target.tour", preexec_fn=full_after(1_000))
    assert done.returncode == OURS
    assert done.stderr.endswith("cannot be written: File too large; --debug shows the traceback\n")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_full_disk_takes_no_answer_away(tmp_path):
    """The tour is printed before its certificate is written."""
    done = run("solve.py 8x8 --format summary --certificate", tmp_path, preexec_fn=full_after(1_000))
    assert done.returncode == OURS
    assert done.stdout.startswith("auto: found, 64 squares")


def test_a_full_disk_leaves_whole_pages_of_an_atlas_and_the_next_run_goes_on(script, tmp_path):
    stopped = run(ATLAS, "--out", tmp_path, preexec_fn=full_after(10_000))
    assert stopped.returncode == OURS
    pages = [json.loads(line) for line in (tmp_path / "atlas.jsonl").read_bytes().splitlines()]
    assert 0 < len(pages) < 40
    left_open, sentence = stopped.stderr.splitlines()
    assert left_open == f"check.py: {40 - len(pages)} boards are left open"
    assert sentence == f"check.py: {tmp_path / 'atlas.jsonl'} cannot be written: File too large; --debug shows the traceback"
    again, whole = script(ATLAS, "--out", tmp_path), script(ATLAS)
    assert (again.returncode, again.stdout) == (YES, whole.stdout)
