"""The memory of a count: the same states for any number of shards and threads, and a limit that the process keeps."""

import os

import numpy as np
import pytest

from solvers import BudgetSpent, Problem, count_tours
from solvers.counting import sweep as sweeping
from solvers.counting.count_plan import best_count_plan
from tests.solvers.programs import python


def test_the_states_of_a_level_do_not_depend_on_shards_buffers_and_threads(swept, monkeypatch):
    plan = best_count_plan(Problem("6x7", closed=True))

    def levels():
        for steps in (15, 22, 28, 35, 42):
            level = swept(plan, steps)
            yield level.rows[np.lexsort(level.rows.T)].tobytes(), level.complete

    usual = list(levels())
    assert usual[-1][1] == 1_067_638
    for states, buffered, cores in ((100, 128, 1), (1_000, 256, 3), (100_000, 1024, 2)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: range(cores))
        monkeypatch.setattr(sweeping, "STATES_IN_A_SHARD", states)
        monkeypatch.setattr(sweeping, "BUFFERED", buffered)
        assert list(levels()) == usual


def test_states_that_do_not_fit_end_the_count(monkeypatch):
    with pytest.raises(BudgetSpent, match=r"memory limit of 0.01 GB: it leaves 0 MB for the states, and they need .* MB"):
        count_tours("5x5", memory=0.01)
    monkeypatch.setattr(sweeping, "LEAST", 0)
    monkeypatch.setattr(sweeping, "usable_memory", lambda: 1_200_000)
    with pytest.raises(BudgetSpent, match=r"four fifths of the free memory: it leaves 1.2 MB for the states, .* need \d.* MB"):
        count_tours("6x7", closed=True)


PEAK = """
import atexit, pathlib, re, runpy, sys
peak = lambda: re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]
atexit.register(lambda: print(peak(), file=sys.stderr))
sys.argv[0] = "count.py"
runpy.run_path("scripts/count.py", run_name="__main__")
"""


@pytest.mark.slow
@pytest.mark.parametrize("limit, answer", [("0.5", ""), ("2", "19,023,006,776 open tours from 0,0\n")])
def test_a_memory_limit_is_kept_by_the_whole_process(limit, answer):
    """Without a limit, this count takes 1 GB."""
    done = python("-c", PEAK, "7x7", "--start", "0,0", "--memory-limit", limit, check=False, timeout=600)
    *messages, peak = done.stderr.splitlines()
    assert done.stdout == answer
    assert [each.startswith(f"count.py: unknown: stopped at the memory limit of {limit} GB") for each in messages] == (
        [] if answer else [True]
    )
    assert int(peak) * 1024 < float(limit) * 1e9
