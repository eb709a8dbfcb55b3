"""The files that scripts read and write: whole or not at all, through what stands there, and checked before the work."""

import os
import resource
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOUND, BAD, OURS = 0, 2, 70
ENDLESS = {
    "solve.py": ["30x30", "--closed", "--solver", "backtracking"],
    "check.py": ["40x40", "--pairs"],
}


@pytest.fixture
def draw(script):
    return lambda path: script("solve.py", "5x5", "--start", "0,0", "--svg", path)


def is_picture(text):
    return text.startswith("<svg") and text.rstrip().endswith("</svg>")


def test_a_new_file_gets_the_usual_mode_and_nothing_else_is_left(draw, tmp_path):
    assert draw(tmp_path / "tour.svg").returncode == FOUND
    (tmp_path / "usual").touch()
    assert is_picture((tmp_path / "tour.svg").read_text())
    assert (tmp_path / "tour.svg").stat().st_mode == (tmp_path / "usual").stat().st_mode
    assert {path.name for path in tmp_path.iterdir()} == {"tour.svg", "usual"}


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_an_existing_file_keeps_its_mode(draw, tmp_path, mode):
    (tmp_path / "tour.svg").write_text("before")
    (tmp_path / "tour.svg").chmod(mode)
    assert draw(tmp_path / "tour.svg").returncode == FOUND
    assert is_picture((tmp_path / "tour.svg").read_text())
    assert stat.S_IMODE((tmp_path / "tour.svg").stat().st_mode) == mode


def test_no_other_file_is_touched(draw, tmp_path):
    (tmp_path / "tour.svg.part").write_text("precious")
    assert draw(tmp_path / "tour.svg").returncode == FOUND
    assert (tmp_path / "tour.svg.part").read_text() == "precious"


@pytest.mark.parametrize("existing", [True, False])
def test_a_link_stays_a_link(draw, tmp_path, existing):
    target = tmp_path / "folder" / "target.svg"
    target.parent.mkdir()
    if existing:
        target.write_text("before")
    (tmp_path / "tour.svg").symlink_to("folder/target.svg")
    assert draw(tmp_path / "tour.svg").returncode == FOUND
    assert (tmp_path / "tour.svg").is_symlink()
    assert is_picture(target.read_text())


def test_a_file_with_two_names_is_still_one_file(draw, tmp_path):
    (tmp_path / "other.svg").write_text("before")
    (tmp_path / "tour.svg").hardlink_to(tmp_path / "other.svg")
    assert draw(tmp_path / "tour.svg").returncode == FOUND
    assert is_picture((tmp_path / "other.svg").read_text())


def test_a_pipe_gets_the_picture(draw, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_text()), daemon=True)
    reader.start()
    assert draw(tmp_path / "pipe").returncode == FOUND
    reader.join(timeout=10)
    assert is_picture(read[0])
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def draw_into_descriptor(descriptor):
    """Write to a file that is open already, by its name in /proc: nothing can be made or replaced there by mistake."""
    return subprocess.run(
        [sys.executable, "scripts/solve.py", "5x5", "--start", "0,0", "--svg", f"/proc/self/fd/{descriptor}"],
        cwd=ROOT,
        pass_fds=[descriptor],
        capture_output=True,
        text=True,
    )


def test_standard_output_by_its_name_gets_the_picture():
    assert draw_into_descriptor(1).stdout.startswith("<svg")


def test_a_device_gets_the_picture(draw):
    ours, theirs = os.openpty()
    with os.fdopen(ours, "rb") as terminal:
        name = os.ttyname(theirs)
        before = os.stat(name)
        read = []
        reader = threading.Thread(target=lambda: read.append(terminal.read(4)), daemon=True)
        reader.start()
        assert draw(name).returncode == FOUND
        reader.join(timeout=10)
        assert (os.stat(name).st_ino, os.stat(name).st_mode) == (before.st_ino, before.st_mode)
    os.close(theirs)
    assert read == [b"<svg"]


def test_a_full_disk_is_not_the_users_mistake():
    with Path("/dev/full").open("w") as full:
        done = draw_into_descriptor(full.fileno())
        name = f"/proc/self/fd/{full.fileno()}"
    assert (done.returncode, done.stdout) == (OURS, "")
    assert done.stderr == f"solve.py: {name} cannot be written: No space left on device; --debug shows the traceback\n"


UNWRITABLE = {
    "/no/such/folder/tour.svg": "there is no folder /no/such/folder",
    "tests": "it is a folder",
    "README.md/tour.svg": "Not a directory",
    "x" * 300: "File name too long",
    "": "without a name",
}


@pytest.mark.parametrize("path", UNWRITABLE, ids=lambda path: path[:30])
@pytest.mark.parametrize("name", ENDLESS)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(script, name, path):
    done = script(name, *ENDLESS[name], "--svg", path, seconds=30)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (BAD, "", 1)
    assert "cannot be written" in done.stderr
    assert UNWRITABLE[path] in done.stderr
    assert "Errno" not in done.stderr


NO_PERMISSION = """
import os, runpy, sys
os.access = lambda path, mode: False
sys.argv = ["solve.py", *sys.argv[1:]]
runpy.run_path("scripts/solve.py", run_name="__main__")
"""


@pytest.mark.parametrize("existing", [True, False])
def test_without_permission_nothing_is_begun(tmp_path, existing):
    """Whoever runs the tests may be allowed everything, so the answer of the system is replaced."""
    path = tmp_path / "tour.svg"
    if existing:
        path.write_text("before")
    command = [sys.executable, "-c", NO_PERMISSION, *ENDLESS["solve.py"], "--svg", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (BAD, f"solve.py: {path} cannot be written: permission denied\n")


def run_in_small_memory(name, *arguments, **how):
    """Run a script that may hold 4 GiB, so that one which reads for ever ends before the machine is full."""
    return subprocess.run(
        [sys.executable, f"scripts/{name}", *map(str, arguments)],
        cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32)),
        capture_output=True,
        text=True,
        timeout=60,
        **how,
    )


@pytest.mark.parametrize("name", ["solve.py", "check.py"])
def test_a_file_without_end_is_not_read_for_ever(name):
    done = run_in_small_memory(name, "/dev/zero")
    assert (done.returncode, done.stdout) == (BAD, "")
    assert done.stderr == f"{name}: /dev/zero is too large: at most 64 MiB of text are read\n"


def test_a_tour_and_a_graph_without_end_are_not_read_for_ever(tmp_path):
    (tmp_path / "graph.col").symlink_to("/dev/zero")
    assert "too large" in run_in_small_memory("solve.py", tmp_path / "graph.col").stderr
    assert "too large" in run_in_small_memory("solve.py", "5x5", "--verify", "/dev/zero").stderr


def test_standard_input_without_end_is_not_read_for_ever():
    with Path("/dev/zero").open("rb") as endless:
        done = run_in_small_memory("solve.py", "-", stdin=endless)
    assert done.returncode == BAD
    assert done.stderr == "solve.py: standard input is too large: at most 64 MiB of text are read\n"


def test_line_ends_of_other_systems_are_read(script, tmp_path):
    (tmp_path / "board.txt").write_bytes(b"...\r\n.#.\r\n...\r\n")
    assert script("solve.py", tmp_path / "board.txt", "--closed").returncode == FOUND
    assert script("solve.py", "-", "--closed", stdin=b"...\r.#.\r...\r").returncode == FOUND
