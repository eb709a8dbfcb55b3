"""Checkpoints of a count: it goes on after every kind of end, and refuses what is not its own."""

import json
import os
import resource
import signal

import pytest
from filelock import FileLock

from graphs import Board, FormatError
from solvers import Budget, BudgetSpent, Problem, count_starts, count_tours, watch_remarks, watch_steps
from solvers.counting import checkpoints, counting
from solvers.counting.checkpoints import ANSWER, NAME
from tests.solvers.programs import python

BOARD, TOURS = Board(6, 7), 1_067_638


@pytest.fixture(autouse=True)
def every_level_is_kept(monkeypatch):
    monkeypatch.setattr(checkpoints, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(checkpoints, "SHARE", 1e9)


def counted(folder, nodes=None, board=BOARD, closed=True):
    """The number of tours, None if the budget is too small; and what was said."""
    said = []
    with watch_remarks(said.append):
        try:
            return count_tours(board, budget=Budget(nodes=nodes), closed=closed, checkpoint=folder).undirected, said
        except BudgetSpent:
            return None, said


def test_a_count_that_was_stopped_goes_on_where_it_was(tmp_path):
    assert counted(tmp_path, 1_000) == (None, [])
    treated = []
    for nodes in (20_000, 60_000):
        number, said = counted(tmp_path, nodes)
        assert number is None
        assert said[0].startswith("resuming from the checkpoint: ")
        treated.append(int(said[0].split()[4]))
    number, said = counted(tmp_path)
    assert number == TOURS
    treated.append(int(said[0].split()[4]))
    assert 0 < treated[0] < treated[1] < treated[2] < 42


def test_a_count_that_is_finished_is_kept_without_its_states(tmp_path):
    first = counted(tmp_path)
    assert first == (TOURS, [])
    assert (tmp_path / ANSWER).stat().st_size < 500
    assert counted(tmp_path, nodes=1) == (TOURS, ["the number was counted before, and is read from the checkpoint"])


def test_open_tours_and_the_peak_survive(tmp_path):
    whole = count_tours(Board(6, 6))
    counted(tmp_path, 300_000, Board(6, 6), closed=False)
    again = count_tours(Board(6, 6), checkpoint=tmp_path)
    assert (again, again.peak) == (whole, whole.peak)


def test_a_checkpoint_of_states_that_do_not_fit_stays_on_disk(tmp_path, room_of):
    counted(tmp_path, 60_000)
    room_of(450_000)
    number, said = counted(tmp_path)
    assert number == TOURS
    assert said[0].startswith("resuming from the checkpoint: ")
    assert said[1].startswith("the states need about")


def test_checkpoints_are_not_written_again_and_again(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints, "SECONDS_BETWEEN", 3600.0)
    counted(tmp_path, 60_000)
    assert not (tmp_path / NAME).exists()
    assert counted(tmp_path)[0] == TOURS
    assert (tmp_path / ANSWER).exists()


class Stopped(Exception):
    pass


@pytest.mark.parametrize(
    ("board", "tours"),
    [pytest.param(Board(6, 8), 55_488_142, marks=pytest.mark.slow), (Board(6, 8, holes=[(0, 0), (5, 6)]), None)],
    ids=str,
)
def test_a_count_by_two_halves_goes_on_in_each_part_of_it(board, tours, tmp_path, monkeypatch):
    """The board with holes has no symmetry that maps one half to the other."""
    tours = tours or count_tours(board, closed=True).undirected
    monkeypatch.setattr(counting, "EFFORT_OF_ONE_SWEEP", 0.0)
    parts = ["in the first half"] + ["in the second half"] * (board.rows * board.cols > len(board))
    for words in (*parts, "parts of the halves joined"):

        def stop(step, words=words):
            if words in step and int(step.split()[1]) > 8:
                raise Stopped

        with pytest.raises(Stopped), watch_steps(stop):
            count_tours(board, closed=True, checkpoint=tmp_path)
    said = []
    with watch_remarks(said.append):
        assert count_tours(board, closed=True, checkpoint=tmp_path).undirected == tours
    assert [sentence.split(" in the ")[1][:8] for sentence in said] == ["first ha", "second h"][: len(parts)]
    assert sorted(os.listdir(tmp_path)) == [ANSWER, "count.lock"]
    assert counted(tmp_path, board=board)[1] == ["the number was counted before, and is read from the checkpoint"]


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (Problem(BOARD), r"another problem .*a closed tour of 6x7.* not of an open tour of 6x7:"),
        (Problem(Board(7, 6), closed=True), r"another problem .*a closed tour of 6x7.* not of a closed tour of 7x6:"),
        (Problem.on_board(BOARD, (2, 3), closed=True), "another count: the graph, or the order"),
    ],
    ids=["open", "another board", "another leaper"],
)
def test_a_checkpoint_of_another_question_is_refused_and_stays(problem, reason, tmp_path):
    counted(tmp_path, 20_000)
    content = (tmp_path / NAME).read_bytes()
    with pytest.raises(FormatError, match=f"{NAME} is a checkpoint of {reason}"):
        count_tours(problem, checkpoint=tmp_path)
    assert (tmp_path / NAME).read_bytes() == content


def _flipped(content, at):
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda content: _flipped(content, -100), "is damaged"),
        (lambda content: _flipped(content, -1), "is damaged"),
        (lambda content: content[:-7], "is damaged"),
        (lambda content: content.replace(b'"treated": ', b'"treated": 1', 1), "is damaged"),
        (lambda content: content.replace(b'"version": 3', b'"version": 2', 1), r"of another version \(2, not 3\)"),
        (lambda content: b"", "is not a checkpoint"),
        (lambda content: b"\xff\x00" * 50, "is not a checkpoint"),
        (lambda content: b"[" * 50_000, "is not a checkpoint"),
    ],
    ids=["states", "checksum", "cut off", "head", "version", "empty", "binary", "deep"],
)
def test_a_damaged_checkpoint_is_refused_and_stays(damage, reason, tmp_path):
    counted(tmp_path, 20_000)
    path = tmp_path / NAME
    path.write_bytes(damage(path.read_bytes()))
    content = path.read_bytes()
    with pytest.raises(FormatError, match=reason):
        count_tours(BOARD, closed=True, checkpoint=tmp_path)
    assert path.read_bytes() == content


def test_a_pipe_is_no_checkpoint(tmp_path):
    os.mkfifo(tmp_path / NAME)
    with pytest.raises(FormatError, match="is not a checkpoint"):
        count_tours(BOARD, closed=True, checkpoint=tmp_path)


def test_one_process_counts_in_a_folder(tmp_path):
    with (
        FileLock(tmp_path / "count.lock"),
        pytest.raises(
            FormatError,
            match=f"another process writes to {tmp_path}/count.checkpoint: wait until it ends, or use another folder",
        ),
    ):
        count_tours(BOARD, closed=True, checkpoint=tmp_path)
    assert counted(tmp_path)[0] == TOURS


@pytest.mark.parametrize("kind", ["file", "no name", "folder in its place"])
def test_a_folder_that_cannot_be_written_to(kind, tmp_path):
    folder = "" if kind == "no name" else tmp_path / "kept"
    if kind == "file":
        folder.write_text("")
    elif kind == "folder in its place":
        (folder / NAME).mkdir(parents=True)
    with pytest.raises(FormatError, match=r"name of the folder is empty|cannot be written: |is not a checkpoint"):
        count_tours(BOARD, closed=True, checkpoint=folder)


def test_each_kind_of_start_has_its_checkpoint(tmp_path):
    starts = count_starts(Board(5, 5))
    with pytest.raises(BudgetSpent):
        count_starts(Board(5, 5), budget=Budget(nodes=2_000), checkpoint=tmp_path)
    said = []
    with watch_remarks(said.append):
        assert count_starts(Board(5, 5), checkpoint=tmp_path) == starts
    assert said[0] == "the number was counted before, and is read from the checkpoint"
    assert sorted(os.listdir(tmp_path)) == [f"start-{number}" for number in range(1, 7)]


# An audit hook kills the process at the n-th event of a kind; the events of a checkpoint are the opening of the new file and
# its renaming.
KILLED = """
import os, runpy, signal, sys
from solvers.counting import checkpoints
checkpoints.SECONDS_BETWEEN, checkpoints.SHARE = 0.0, 1e9
kind, left = os.environ["EVENT"], int(os.environ["KILLED_AT"])
fsync = os.fsync
def count(event, arguments):
    global left
    if event == kind and str(arguments[0]).endswith("count.new"):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), int(os.environ["SIGNAL"]))
def synced(handle):
    count("fsync", ["count.new"])
    fsync(handle)
os.fsync = synced
sys.addaudithook(count)
sys.argv[0] = "count.py"
runpy.run_path("scripts/count.py", run_name="__main__")
"""


def run_killed(folder, event="", at=0, by=signal.SIGKILL, **how):
    surroundings = {"EVENT": event, "KILLED_AT": str(at), "SIGNAL": str(int(by))}
    return python("-c", KILLED, "6x7", "--closed", "--checkpoint", folder, check=False, **surroundings, **how)


def test_a_count_that_is_killed_again_and_again_goes_on(tmp_path):
    for event, at in (("fsync", 12), ("os.rename", 12)):
        assert run_killed(tmp_path, event, at).returncode == -signal.SIGKILL
    done = run_killed(tmp_path)
    assert (done.returncode, done.stdout) == (0, f"{TOURS:,} closed tours\n")
    assert done.stderr.startswith("count.py: resuming from the checkpoint: 1")
    assert sorted(os.listdir(tmp_path)) == [ANSWER, "count.lock"]


def test_ctrl_c_and_a_full_disk_leave_the_last_checkpoint(tmp_path):
    stopped = run_killed(tmp_path, "fsync", 20, signal.SIGINT)
    assert (stopped.returncode, stopped.stderr) == (130, "count.py: stopped\n")
    assert sorted(os.listdir(tmp_path)) == [NAME, "count.lock"]
    full = run_killed(tmp_path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)))
    assert full.returncode == 70
    sentence = f"the checkpoint {tmp_path / NAME} cannot be written: File too large"
    assert full.stderr.splitlines()[-1] == f"count.py: {sentence}; --debug shows the traceback"
    assert sorted(os.listdir(tmp_path)) == [NAME, "count.lock"]
    head = json.loads((tmp_path / NAME).read_bytes().split(b"\n")[0])
    assert 10 <= head["treated"] < 42
