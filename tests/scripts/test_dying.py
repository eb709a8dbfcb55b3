"""Scripts and their workers that are killed: no answer is ever cut short, and no process is left behind."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
YES, NO, OURS = 0, 1, 70
SECONDS_TO_END = 2

# Python calls an audit hook at every import, file, pickled class and system call: hundreds to thousands of moments, spread over
# the whole life of a process. Both processes read the same file; only the one of the role counts.
SURROUNDINGS = """
import os, signal, sys

words = " ".join(sys.orig_argv)
role = "worker" if "--multiprocessing-fork" in words else "other" if "resource_tracker" in words else "master"
if role == os.environ["ROLE"]:
    events, file = 0, os.open(os.environ["EVENTS"], os.O_WRONLY | os.O_CREAT)
    last = int(os.environ["KILLED_AT"])

    def count(*_):
        global events
        events += 1
        if events == last:
            os.kill(os.getpid(), int(os.environ["SIGNAL"]))
        if not last:
            os.pwrite(file, b"%d" % events, 0)

    sys.addaudithook(count)
"""


class Ended:
    """How a script ended that was killed at a moment of its life: what it said, once every process of it was gone."""

    def __init__(self, folder, command, role, at=0, by=signal.SIGKILL):
        self.events = folder / "events"
        surroundings = {"ROLE": role, "KILLED_AT": str(at), "SIGNAL": str(int(by)), "EVENTS": str(self.events)}
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
            try:
                self.status = process.wait(timeout=60)
                # every process of the script holds these pipes open, and this returns when the last of them is gone
                self.output, self.messages = process.communicate(timeout=SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise


def ends_at_twenty_moments(folder, command, role, by=signal.SIGKILL):
    """The undisturbed run, and the runs in which a process of this role was killed, from its first moment to its last."""
    (folder / "sitecustomize.py").write_text(SURROUNDINGS)
    whole = Ended(folder, command, role)
    events = int(whole.events.read_text())
    assert events > 100
    moments = [1 + part * (events - 2) // 19 for part in range(20)]
    with ThreadPoolExecutor(os.cpu_count()) as several:
        return whole, list(several.map(lambda at: Ended(folder, command, role, at, by), moments))


SOLVE = {YES: ["solve.py", "8x8", "--format", "squares"], NO: ["solve.py", "4x4", "--format", "summary"]}
CHECK = ["check.py", "--boards", "3..4x3..5", "--jobs", "2", "--csv"]


@pytest.mark.parametrize("status", SOLVE)
def test_a_solve_that_is_killed_has_no_status_of_an_answer(status, tmp_path):
    whole, ends = ends_at_twenty_moments(tmp_path, SOLVE[status], "master")
    assert whole.status == status
    assert whole.output
    assert [end.status for end in ends] == [-signal.SIGKILL] * 20


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_a_check_that_is_killed_has_no_status_of_an_answer_and_leaves_no_worker(by, tmp_path):
    whole, ends = ends_at_twenty_moments(tmp_path, CHECK, "master", by)
    assert whole.status == YES
    assert [end.status for end in ends] == [-by] * 20


def test_a_check_whose_worker_is_killed_gives_the_whole_answer_or_is_an_error_of_ours(tmp_path):
    whole, ends = ends_at_twenty_moments(tmp_path, CHECK, "worker")
    errors = [end for end in ends if end.status == OURS]
    assert len(errors) > 10  # a worker that dies when it has nothing left to do harms nobody
    for end in errors:
        assert end.output == ""
        assert end.messages.startswith("check.py: an error of ours: BrokenProcessPool")
        assert end.messages.count("\n") == 1
    assert {(end.status, end.output) for end in ends} <= {(OURS, ""), (whole.status, whole.output)}
