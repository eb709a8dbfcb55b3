"""Scripts and their workers that are killed: no answer is ever cut short, and no process is left behind."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).parents[2]
YES, OURS = 0, 70
SECONDS_TO_END = 2

# Python calls an audit hook at every import, file, pickled class and system call: hundreds to thousands of moments, spread over
# the whole life of a process. All processes of a script read the same file; only those of the role count, each by itself.
SURROUNDINGS = """
import os, signal, sys

words = " ".join(sys.orig_argv)
role = "worker" if "worker.serve(" in words else "guardian" if "guardian.py" in words else "master"
if role == os.environ["ROLE"]:
    events, file = 0, os.open(f"{os.environ['EVENTS']}-{os.getpid()}", os.O_WRONLY | os.O_CREAT)
    last, killed = int(os.environ["KILLED_AT"]), os.environ["EVENTS"] + "-killed"

    def count(*_):
        global events
        events += 1
        if events == last:
            try:
                os.mkdir(killed)  # only one process can
            except FileExistsError:
                if os.environ["KILLED"] == "once":
                    return
            os.kill(os.getpid(), int(os.environ["SIGNAL"]))
        if not last:
            os.pwrite(file, b"%d" % events, 0)

    sys.addaudithook(count)
"""


class Ended:
    """How a script ended that was killed at a moment of its life: what it said. No process of it is left after two seconds."""

    def __init__(self, folder, command, role, at=0, by=signal.SIGKILL, killed="once"):
        name = f"{role}-{at}-{int(by)}-{killed}"
        self.events = str(folder / name)
        surroundings = {"ROLE": role, "KILLED_AT": str(at), "SIGNAL": str(int(by)), "EVENTS": self.events, "KILLED": killed}
        path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
        with subprocess.Popen(
            [sys.executable, f"scripts/{command[0]}", *command[1:]],
            cwd=ROOT,
            env=os.environ | surroundings | {"PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            self.output, self.messages = process.communicate(timeout=60)
        self.status, self.was_killed = process.returncode, os.path.isdir(f"{self.events}-killed")
        until = time.monotonic() + SECONDS_TO_END
        while left := self.processes():
            assert time.monotonic() < until, left

    def processes(self):
        """The processes that have the name of the events in their environment."""
        processes = psutil.process_iter(["environ"])
        return [each for each in processes if (each.info["environ"] or {}).get("EVENTS") == self.events]

    def counted(self):
        """The most events of a process of the role."""
        return max(int(file.read_text()) for file in Path(self.events).parent.glob(f"{Path(self.events).name}-*"))


def ends_at_many_moments(folder, command, role, by=signal.SIGKILL):
    """The undisturbed run, and the runs in which a process of this role was killed, at moments spread over the whole run."""
    (folder / "sitecustomize.py").write_text(SURROUNDINGS)
    whole = Ended(folder, command, role)
    events = whole.counted()
    assert events > 100
    moments = [1 + part * events // 12 for part in range(12)]  # the events of two runs differ by a few
    with ThreadPoolExecutor(os.cpu_count()) as several:
        return whole, list(several.map(lambda at: Ended(folder, command, role, at, by), moments))


CHECK = ["check.py", "--boards", "3x3..5", "--jobs", "2", "--csv"]


def test_a_solve_that_is_killed_has_no_status_of_an_answer(tmp_path):
    whole, ends = ends_at_many_moments(tmp_path, ["solve.py", "8x8"], "master")
    assert (whole.status, whole.output != "") == (YES, True)
    assert {end.status for end in ends} == {-signal.SIGKILL}


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_a_check_that_is_killed_has_no_status_of_an_answer_and_leaves_no_worker(by, tmp_path):
    whole, ends = ends_at_many_moments(tmp_path, CHECK, "master", by)
    assert whole.status == YES
    assert sum(end.was_killed for end in ends) > 6  # one that waited less for its workers has fewer moments
    assert [end.status for end in ends] == [-by if end.was_killed else YES for end in ends]


def test_a_check_whose_worker_is_killed_gives_the_whole_answer(tmp_path):
    whole, ends = ends_at_many_moments(tmp_path, CHECK, "worker")
    assert whole.status == YES
    assert {(end.status, end.output, end.messages) for end in ends} == {(YES, whole.output, "")}
    assert sum(end.was_killed for end in ends) > 6  # a worker that had less work has fewer moments


def test_a_check_whose_workers_all_die_prints_what_is_finished_and_names_the_question(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(SURROUNDINGS)
    end = Ended(tmp_path, ["check.py", "5x5", "--jobs", "2"], "worker", at=20, killed="always")
    assert end.status == OURS
    marks = [mark for line in end.output.splitlines()[1:6] for mark in line.split()[1:]]
    assert {"●", "?"} <= set(marks)
    open_answers, sentence = end.messages.splitlines()
    assert open_answers == f"check.py: {marks.count('?')} answers are left open"
    assert sentence.startswith("check.py: an open tour of 5x5 from (0, ")
    assert sentence.endswith("a worker process died twice (SIGKILL); --debug shows the traceback")


def kept(folder):
    """The pages of an atlas without their times, each of which may differ, and its certificates."""
    pages = sorted(json.dumps(json.loads(line) | {"seconds": 0}) for line in (folder / "atlas.jsonl").read_bytes().splitlines())
    return pages, {path.name: path.read_bytes() for path in (folder / "proofs").glob("[!.]*")}


def test_an_atlas_that_is_killed_again_and_again_becomes_whole(script, tmp_path):
    atlas = "check.py --boards 3..9 --square --leapers 5 --jobs 2"
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    undisturbed = script(atlas, "--out", whole, "--certificate", whole / "proofs")
    (tmp_path / "sitecustomize.py").write_text(SURROUNDINGS)
    command = [*atlas.split(), "--out", str(killed), "--certificate", str(killed / "proofs")]
    ends = [Ended(tmp_path, command, "master", at=at) for at in (4_000, 8_000, 9_000, 10_000)]
    assert any(end.was_killed for end in ends)
    done = script(*command)
    assert (done.returncode, done.stdout, done.stderr) == (YES, undisturbed.stdout, "")
    assert kept(killed) == kept(whole)
