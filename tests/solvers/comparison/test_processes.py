"""Worker processes: they end with the process that made them, and when it gives up their work."""

import math
import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import Event

import pytest

from graphs import Board
from solvers import solve
from solvers.comparison.processes import process_pool, started_pool

ROOT = Path(__file__).parents[3]
SECONDS_TO_END = 2


def work_for_ever(how):
    """Say that the work begins, and do not come to its end."""
    if how != "sleep":
        solve(Board(5, 5), how)  # compiled, or imported
    os.write(1, b"begun\n")
    if how == "sleep":
        Event().wait()
    solve(Board(25, 25), how, start=(0, 1))  # from the wrong colour of an odd board: there is no tour


MASTER = """
from solvers.comparison.processes import process_pool
from tests.solvers.comparison.test_processes import work_for_ever
if __name__ == "__main__":
    with process_pool(2) as executor:
        list(executor.map(work_for_ever, [{how!r}, {how!r}]))
"""


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("how", ["sleep", "backtracking", "backtracking-compiled", "cp-sat"])
def test_workers_end_with_their_master_whatever_they_do(how, by, tmp_path):
    (tmp_path / "master.py").write_text(MASTER.format(how=how))
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, tmp_path / "master.py"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as master:
        try:
            assert [master.stdout.readline() for _ in range(2)] == ["begun\n", "begun\n"]
            master.send_signal(by)
            assert master.communicate(timeout=SECONDS_TO_END)[0] == ""  # the workers hold the pipes open while they live
        finally:
            end_group(master.pid)
    assert master.returncode == -by


def end_group(leader):
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        return


def test_the_end_of_the_block_gives_up_what_is_not_done():
    before = time.monotonic()
    with process_pool(2) as executor:
        calls = [executor.submit(math.factorial, 5), *(executor.submit(time.sleep, 60) for _ in range(4))]
        assert calls[0].result() == 120
    assert time.monotonic() - before < 30
    assert all(call.done() for call in calls)


def test_a_pool_that_lost_a_process_can_still_be_given_up():
    pool = started_pool(2)
    with pytest.raises(BrokenProcessPool):
        pool.submit(signal.raise_signal, signal.SIGKILL).result()
    pool.give_up()


def test_one_job_needs_no_process():
    with process_pool(1) as executor:
        assert executor is None
