"""check.py --leapers --out --certificate: killed, interrupted, on a full disk, and beside another run; nothing is lost."""

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scripts.test_dying import SURROUNDINGS, Ended

ROOT = Path(__file__).parents[2]
YES, BAD, OURS, INTERRUPTED, NOT_READ = 0, 2, 70, 130, 141
ATLAS = ["check.py", "--boards", "3..12", "--square", "--leapers", "5"]
MOMENTS = (4_000, 9_000, 10_000, 11_000, 20_000)
"""Moments of an undisturbed run; see `SURROUNDINGS`."""


def run(*arguments, env=os.environ, **how):
    command = [sys.executable, f"scripts/{arguments[0]}", *map(str, arguments[1:])]
    surroundings = env | {"PYTHONDONTWRITEBYTECODE": "1"}  # on a full disk Python keeps half a file of bytecode
    return subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=60, **how)


@pytest.fixture(scope="module")
def whole(script, tmp_path_factory):
    """What an undisturbed run says, and its folder with the atlas and the certificates."""
    folder = tmp_path_factory.mktemp("whole")
    done = script(*ATLAS, "--out", folder, "--certificate", folder / "proofs")
    assert (done.returncode, done.stderr) == (YES, "")
    return done.stdout, folder


def pages_of(folder):
    """The lines of an atlas without their times, each of which may differ."""
    return sorted(json.dumps(json.loads(line) | {"seconds": 0}) for line in (folder / "atlas.jsonl").read_bytes().splitlines())


def certificates_of(folder):
    return {path.name: path.read_bytes() for path in (folder / "proofs").glob("[!.]*")}


@pytest.mark.parametrize("role", ["master", "worker"])
def test_an_atlas_that_is_killed_again_and_again_becomes_whole(script, role, whole, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(SURROUNDINGS)
    folder = tmp_path / "kept"
    command = [*ATLAS, "--jobs", "2", "--out", str(folder), "--certificate", str(folder / "proofs")]
    ends = [Ended(tmp_path, command, role, at=at) for at in MOMENTS]
    assert any(end.was_killed for end in ends)
    if role == "master":
        assert [end.status for end in ends] == [-signal.SIGKILL if end.was_killed else YES for end in ends]
    else:
        assert [(end.status, end.output, end.messages) for end in ends] == [(YES, whole[0], "")] * len(ends)
    done = script(*command)
    assert (done.returncode, done.stdout, done.stderr) == (YES, whole[0], "")
    assert pages_of(folder) == pages_of(whole[1])
    assert certificates_of(folder) == certificates_of(whole[1])


PRESS = """
import os, runpy, signal, sys
from solvers.commands import certifying
from solvers.existence import tables
what, after, sys.argv = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
module, name = {"decide": (tables, "decide"), "certify": (certifying, "certificate")}[what]
function = getattr(module, name)
def press(*arguments, **named):
    global after
    if not after:
        os.kill(os.getpid(), signal.SIGINT)
    after -= 1
    return function(*arguments, **named)
setattr(module, name, press)
runpy.run_path("scripts/check.py", run_name="__main__")
"""


@pytest.mark.parametrize("what", ["decide", "certify"])
def test_ctrl_c_shows_and_keeps_what_is_done(script, what, whole, tmp_path):
    command = [*ATLAS, "--out", str(tmp_path), "--certificate", str(tmp_path / "proofs")]
    pressed = subprocess.run(
        [sys.executable, "-c", PRESS, what, "30", *command], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert pressed.returncode == INTERRUPTED
    kept = len(pages_of(tmp_path))
    assert 0 < kept < 40
    assert pressed.stderr == f"check.py: {40 - kept} boards are left open\n"
    assert sum(pressed.stdout.count(mark) for mark in "●◐×") == kept + 3  # and the legend
    done = script(*command)
    assert (done.returncode, done.stdout) == (YES, whole[0])
    assert certificates_of(tmp_path) == certificates_of(whole[1])


def full_after(size):
    """No file may become larger; the error is that of a disk which is full for large files."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_full_disk_leaves_whole_pages_and_the_next_run_goes_on(script, whole, tmp_path):
    command = [*ATLAS, "--out", tmp_path]
    stopped = run(*command, preexec_fn=full_after(10_000))
    assert stopped.returncode == OURS
    left_open, sentence = stopped.stderr.splitlines()
    kept = len(pages_of(tmp_path))
    assert 0 < kept < 40
    assert left_open == f"check.py: {40 - kept} boards are left open"
    assert sentence == f"check.py: {tmp_path / 'atlas.jsonl'} cannot be written: File too large; --debug shows the traceback"
    assert set(pages_of(tmp_path)) < set(pages_of(whole[1]))
    done = script(*command)
    assert (done.returncode, done.stdout) == (YES, whole[0])
    assert pages_of(tmp_path) == pages_of(whole[1])


def test_a_full_disk_leaves_whole_certificates(whole, tmp_path):
    command = [*ATLAS[:-1], "3", "--certificate", tmp_path / "proofs"]
    stopped = run(*command, preexec_fn=full_after(4_000))
    assert stopped.returncode == OURS
    assert stopped.stderr.splitlines()[-1].startswith(f"check.py: {tmp_path / 'proofs'}/")
    assert stopped.stderr.endswith("cannot be written: File too large; --debug shows the traceback\n")
    written = certificates_of(tmp_path)
    assert written
    assert written.items() < certificates_of(whole[1]).items()


FILES = [
    ["check.py", "6x6", "--svg"],
    ["check.py", "6x6", "--html"],
    ["check.py", "6x6", "--certificate"],
    [*ATLAS[:-1], "1", "--html"],
    [*ATLAS[:-1], "1", "--svg"],
    ["solve.py", "6x6", "--certificate"],
    ["compare.py", "--boards", "5x5", "--solvers", "warnsdorff", "--jobs", "1", "--html"],
]


@pytest.mark.parametrize("command", FILES, ids=" ".join)
def test_a_full_disk_is_an_error_of_ours_for_every_file(command, tmp_path):
    done = run(*command, tmp_path / "target", preexec_fn=full_after(1_000))
    assert done.returncode == OURS
    assert done.stderr.endswith("cannot be written: File too large; --debug shows the traceback\n")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_full_disk_takes_no_answer_away(tmp_path):
    """The tour is printed before its certificate is written."""
    done = run("solve.py", "8x8", "--format", "summary", "--certificate", tmp_path, preexec_fn=full_after(1_000))
    assert done.returncode == OURS
    assert done.stdout.startswith("auto: found, 64 squares")


def test_a_second_run_on_the_same_folder_is_refused(script, tmp_path):
    from solvers.existence.atlas_file import AtlasFile

    with AtlasFile(tmp_path):
        done = script(*ATLAS, "--out", tmp_path)
    assert (done.returncode, done.stdout) == (BAD, "")
    assert done.stderr.startswith(f"check.py: another process writes to {tmp_path / 'atlas.jsonl'}")


def test_a_reader_that_goes_away_has_cost_no_page(whole, tmp_path):
    command = [sys.executable, f"scripts/{ATLAS[0]}", *ATLAS[1:], "--out", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == NOT_READ
    assert pages_of(tmp_path) == pages_of(whole[1])


def test_without_a_home_the_atlas_is_the_same(whole, tmp_path):
    surroundings = {name: value for name, value in os.environ.items() if name != "HOME" and not name.startswith("XDG_")}
    done = run(*ATLAS, "--jobs", "2", "--out", tmp_path, env=surroundings)
    assert (done.returncode, done.stdout, done.stderr) == (YES, whole[0], "")


FOREIGN = {
    "foreign": (b'{"foreign": 1}\n', "its fields are not those of a page"),
    "foreign, without an end": (b'{"foreign": 1}', "its fields are not those of a page"),
    "binary": (b"\xff\xfe\x00\n", "its fields are not those of a page"),
    "empty line": (b"\n", "its fields are not those of a page"),
    "deep": (b"[" * 200_000 + b"\n", "its fields are not those of a page"),
    "no board": (b'{"leaper":[1,2],"board":"0x0","seconds":0}\n', "0x0"),
    "another leaper's tour": (
        b'{"leaper":[1,2],"board":"2x2","seconds":0,"open":{"reason":"","tour":[[0,0],[0,1],[1,1],[1,0]]}}\n',
        "not a move apart",
    ),
    "a no against a theorem": (
        b'{"leaper":[1,2],"board":"8x8","seconds":0,"closed":{"reason":"","witness":{"SearchProof":'
        b'{"solver":"sat","reason":"","nodes":1,"confirmed_by":null}}}}\n',
        "Schwenk",
    ),
    "a closed tour and no open one": (
        b'{"leaper":[0,1],"board":"2x2","seconds":0,"closed":{"reason":"","tour":[[0,0],[0,1],[1,1],[1,0]]},"open":'
        b'{"reason":"","witness":{"SearchProof":{"solver":"sat","reason":"","nodes":1,"confirmed_by":null}}}}\n',
        "it has a closed tour, and no open one",
    ),
}


@pytest.mark.parametrize("case", FOREIGN)
def test_a_line_that_is_no_page_is_refused_and_stays(case, tmp_path):
    from graphs import FormatError
    from solvers.existence.atlas_file import AtlasFile

    line, said = FOREIGN[case]
    (tmp_path / "atlas.jsonl").write_bytes(line)
    with pytest.raises(FormatError, match=f"line 1, is no page of an atlas: .*{said}"), AtlasFile(tmp_path):
        pass
    assert (tmp_path / "atlas.jsonl").read_bytes() == line


@pytest.mark.parametrize("kind", ["folder", "pipe", "link to itself", "folder as the lock"])
def test_what_is_no_plain_file_is_refused_in_one_line(script, kind, tmp_path):
    path = tmp_path / "atlas.jsonl"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "link to itself":
        path.symlink_to(path)
    else:
        path.with_suffix(".lock").mkdir()
    done = script(*ATLAS, "--out", tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (BAD, "", 1)
    assert str(path) in done.stderr


@pytest.mark.parametrize("option", ["--out", "--certificate"])
def test_a_folder_without_a_name_is_refused(script, option):
    done = script(*ATLAS, option, "")
    assert (done.returncode, done.stdout) == (BAD, "")
    assert done.stderr == "check.py: the name of the folder is empty: write a path\n"
