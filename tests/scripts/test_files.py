"""The files that scripts read and write: whole or not at all, through what stands there, and checked before the work."""

import os
import resource
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.processes import PATIENCE, ROOT
from tests.solvers.programs import python

FOUND, BAD = 0, 2


@pytest.fixture
def draw(script):
    return lambda path: script("solve.py 5x5 --start 0,0 --svg", path)


def is_picture(text):
    return text.startswith("<svg") and text.rstrip().endswith("</svg>")


def test_a_new_file_gets_the_usual_mode_and_nothing_else_is_left(draw, tmp_path):
    assert draw(tmp_path / "tour.svg").returncode == FOUND
    (tmp_path / "usual").touch()
    assert is_picture((tmp_path / "tour.svg").read_text())
    assert (tmp_path / "tour.svg").stat().st_mode == (tmp_path / "usual").stat().st_mode
    assert {path.name for path in tmp_path.iterdir()} == {"tour.svg", "usual"}


def test_an_existing_file_keeps_its_mode_and_no_other_is_touched(draw, tmp_path):
    (tmp_path / "tour.svg").write_text("before")
    (tmp_path / "tour.svg").chmod(0o640)
    (tmp_path / "tour.svg.part").write_text("precious")
    done = draw(tmp_path / "tour.svg")
    assert (done.returncode, done.stdout[:11]) == (FOUND, "auto: found")
    assert (tmp_path / "tour.svg.part").read_text() == "precious"
    assert is_picture((tmp_path / "tour.svg").read_text())
    assert stat.S_IMODE((tmp_path / "tour.svg").stat().st_mode) == 0o640


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_a_link_stays_a_link(draw, tmp_path, link):
    target = tmp_path / "target.svg"
    target.write_text("before")
    link(tmp_path / "tour.svg", target)
    assert draw(tmp_path / "tour.svg").returncode == FOUND
    assert (tmp_path / "tour.svg").is_symlink() == (link is Path.symlink_to)
    assert is_picture(target.read_text())


def test_a_pipe_gets_the_picture(draw, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_text()), daemon=True)
    reader.start()
    assert draw(tmp_path / "pipe").returncode == FOUND
    reader.join(timeout=PATIENCE)
    assert is_picture(read[0])
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_standard_output_by_its_name_gets_the_picture():
    assert python("scripts/solve.py", "5x5", "--svg", "/proc/self/fd/1").stdout.startswith("<svg")


def test_a_device_gets_the_picture(draw):
    ours, theirs = os.openpty()
    with os.fdopen(ours, "rb") as terminal:
        name = os.ttyname(theirs)
        before = os.stat(name)
        read = []
        reader = threading.Thread(target=lambda: read.append(terminal.read(4)), daemon=True)
        reader.start()
        assert draw(name).returncode == FOUND
        reader.join(timeout=PATIENCE)
        assert (os.stat(name).st_ino, os.stat(name).st_mode) == (before.st_ino, before.st_mode)
    os.close(theirs)
    assert read == [b"<svg"]


@pytest.mark.parametrize(
    "line",
    [
        *(f"solve.py 3x4 --{option}" for option in ("svg", "export", "html", "certificate")),
        "check.py 3x4 --html",
    ],
)
def test_a_name_that_is_no_text_is_written_as_it_is(script, line, tmp_path):
    assert script(line, tmp_path / "\udcff.tour").returncode == FOUND
    assert (tmp_path / "\udcff.tour").exists()


NO_PERMISSION = """
import os, runpy, sys
os.access = lambda path, mode: False
sys.argv = ["solve.py", *sys.argv[1:]]
runpy.run_path("scripts/solve.py", run_name="__main__")
"""


def test_without_permission_nothing_is_begun(tmp_path):
    """Whoever runs the tests may be allowed everything, so the answer of the system is replaced."""
    path, search = tmp_path / "tour.svg", ["30x30", "--closed", "--solver", "backtracking", "--svg"]
    done = python("-c", NO_PERMISSION, *search, path, check=False)
    assert (done.returncode, done.stderr) == (BAD, f"solve.py: argument --svg: {path} cannot be written: permission denied\n")


@pytest.mark.parametrize("line", ["solve.py /dev/zero", "solve.py {graph}", "solve.py 5x5 --verify /dev/zero", "solve.py -"])
def test_a_file_without_end_is_not_read_for_ever(line, tmp_path):
    """The script may hold 4 GiB, so that one which reads for ever ends before the machine is full."""
    (tmp_path / "graph.col").symlink_to("/dev/zero")
    command = [sys.executable, *f"scripts/{line}".format(graph=tmp_path / "graph.col").split()]
    limit = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32)), "timeout": PATIENCE}
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(command, cwd=ROOT, stdin=endless, capture_output=True, text=True, **limit)
    assert (done.returncode, done.stdout) == (BAD, "")
    assert done.stderr.endswith(" is too large: a text file may have at most 64 MiB\n")


def test_line_ends_of_other_systems_are_read(document, tmp_path):
    (tmp_path / "board.txt").write_bytes(b"...\r\n.#.\r\n...\r\n")
    for board in (tmp_path / "board.txt", "-"):
        answer, status = document("solve.py --closed", board, stdin=b"...\r.#.\r...\r")
        assert (status, answer["board"], len(answer["tour"])) == (FOUND, "...\n.#.\n...", 8)
