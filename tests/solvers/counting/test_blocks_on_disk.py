"""A count whose states do not fit into the memory: blocks on disk, the same number, and nothing left behind."""

import os
import resource

import numpy as np
import pytest

from graphs import Board, FormatError
from solvers import Budget, BudgetSpent, Problem, count_tours, watch_remarks
from solvers.counting import counting
from solvers.counting.plan import best_plan
from solvers.counting.rows import RowsOnDisk, temporary_rows
from tests.solvers.programs import python


@pytest.fixture
def written(monkeypatch):
    """The number of rows of each block that is written to disk."""
    numbers = []
    append = RowsOnDisk.append
    monkeypatch.setattr(RowsOnDisk, "append", lambda self, rows: (numbers.append(len(rows)), append(self, rows))[1])
    return numbers


@pytest.mark.parametrize(
    ("board", "closed", "number", "tours"),
    [
        ("6x7", True, 1_200_000, 1_067_638),
        ("6x6", False, 2_500_000, 3_318_960),
        ("5x7", False, 600_000, 622_868),
    ],
)
def test_a_count_on_disk_gives_the_same_number(board, closed, number, tours, room_of, written, tmp_path):
    room_of(number)
    board, said = Board.parse(board), []
    with watch_remarks(said.append):
        count = count_tours(board, closed=closed, temporary=tmp_path)
    assert count.undirected == tours
    assert sum(written) > count.peak
    (sentence,) = said
    assert sentence.startswith("the states need about ")
    assert f"they are written to temporary files in {tmp_path}" in sentence
    assert os.listdir(tmp_path) == []


def test_two_halves_that_do_not_fit_are_left_for_a_count_on_disk(room_of, written, monkeypatch):
    monkeypatch.setattr(counting, "EFFORT_OF_ONE_SWEEP", 0.0)
    problem, said = Problem(Board(6, 8), closed=True), []
    room_of(1_000_000)
    with watch_remarks(said.append):
        assert count_tours(problem).undirected == 55_488_142
    assert "the states of two halves exceed the memory limit: counting by one sweep over the board" in said
    assert written


def test_the_states_of_a_level_are_the_same_in_memory_and_on_disk(swept, room_of, monkeypatch):
    plan = best_plan(Problem(Board(6, 7), closed=True))

    def levels():
        for steps in (15, 22, 28, 35):
            level = swept(plan, steps)
            rows = level.rows[:]
            yield rows[np.lexsort(rows.T)].tobytes(), level.complete

    room_of(10**9)
    in_memory = list(levels())
    for number, cores in ((800_000, 1), (2_000_000, 3)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: range(cores))
        room_of(number)
        assert list(levels()) == in_memory


def test_rows_come_back_from_disk_as_they_were():
    chance = np.random.default_rng(1)
    blocks = [chance.integers(0, 2**64, (number, 5), np.uint64) for number in (5, 0, 7, 1)]
    rows, whole = temporary_rows(None, 5), np.concatenate(blocks)
    assert [rows.append(block) for block in blocks] == [0, 5, 5, 12]
    assert rows.shape == (13, 5)
    for first, last in ((0, 13), (4, 7), (11, 31), (13, 14)):
        np.testing.assert_array_equal(rows[first:last], whole[first:last])


def test_a_limit_that_is_too_small_even_with_a_disk(room_of):
    with pytest.raises(BudgetSpent, match=r"memory limit of 0.01 GB: it leaves 0 MB .* a limit of \d+\.\d+ GB may suffice"):
        count_tours(Board(5, 5), memory=0.01)
    room_of(10_000)
    with pytest.raises(BudgetSpent, match=r"even with blocks on disk they need .* MB"):
        count_tours(Board(5, 5))


def test_a_budget_ends_a_count_on_disk_too(room_of, tmp_path):
    room_of(2_500_000)
    with pytest.raises(BudgetSpent, match="node limit"):
        count_tours(Board(6, 6), budget=Budget(nodes=400_000), temporary=tmp_path)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("kind", ["missing", "file"])
def test_a_folder_for_temporary_files_is_tried_first(kind, tmp_path):
    folder = tmp_path / "folder"
    if kind == "file":
        folder.write_text("")
    with pytest.raises(FormatError, match=f"cannot be written to temporary files in {folder}: "):
        count_tours(Board(5, 5), temporary=folder)


TIGHT = """
import os, runpy, signal, sys
from solvers.counting import rows
from solvers.counting.compiled import frontier
possible_needs = frontier.possible_needs
frontier.possible_needs = lambda plan, most, meter, steps: possible_needs(plan, 2**28, meter, steps)
rows.LEAST = 0
rows.Room._free_bytes = lambda self: 3_000_000
append, appended = rows.RowsOnDisk.append, 0
def press(self, *arguments):
    global appended
    appended += 1
    if appended == int(os.environ.get("PRESS_AT", 0)):
        os.kill(os.getpid(), signal.SIGINT)
    return append(self, *arguments)
rows.RowsOnDisk.append = press
sys.argv[0] = "count.py"
runpy.run_path("scripts/count.py", run_name="__main__")
"""


def run_tight(folder, press_at=0, **how):
    return python("-c", TIGHT, "6x6", "--temporary-directory", folder, check=False, PRESS_AT=str(press_at), **how)


def test_a_full_disk_is_one_sentence_and_leaves_nothing(tmp_path):
    stopped = run_tight(tmp_path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000)))
    assert (stopped.returncode, stopped.stdout, stopped.stderr.count("\n")) == (70, "", 2)
    assert stopped.stderr.startswith("count.py: the states need about 0.0")
    assert f"written to temporary files in {tmp_path} (" in stopped.stderr
    sentence = f"the states cannot be written to temporary files in {tmp_path}: File too large"
    assert stopped.stderr.splitlines()[-1] == f"count.py: {sentence}; --debug shows the traceback"
    assert os.listdir(tmp_path) == []


def test_ctrl_c_among_the_blocks_leaves_nothing(tmp_path):
    stopped = run_tight(tmp_path, press_at=20)
    assert (stopped.returncode, stopped.stdout, stopped.stderr.splitlines()[-1]) == (130, "", "count.py: stopped")
    assert os.listdir(tmp_path) == []


PEAK = """
import atexit, pathlib, re, runpy, sys
peak = lambda: re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]
atexit.register(lambda: print(peak(), file=sys.stderr))
sys.argv[0] = "count.py"
runpy.run_path("scripts/count.py", run_name="__main__")
"""


@pytest.mark.slow
def test_a_memory_limit_is_kept_by_the_whole_process():
    """Without a limit, this count takes 1 GB."""
    done = python("-c", PEAK, "7x7", "--start", "0,0", "--memory-limit", "0.5", check=False, timeout=600)
    assert done.stdout == "19,023,006,776 open tours from 0,0\n"
    assert "they are written to temporary files" in done.stderr
    assert int(done.stderr.splitlines()[-1]) * 1024 < 0.5e9
