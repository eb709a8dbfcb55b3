"""scripts/compare.py as a person uses it."""

import csv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

AGREED, BAD, DISAGREED, INTERRUPTED = 0, 2, 4, 130


@pytest.fixture
def compare(script):
    return lambda *arguments, **how: script("compare.py", *arguments, **how)


def kept(folder):
    with (folder / "runs.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_solvers_that_agree(compare, tmp_path):
    arguments = ["--boards", "3x4", "5x5", "--starts", "0,0", "0,1", "--solvers", "warnsdorff", "cp-sat", "--time-limit", 20]
    done = compare(*arguments, "--out", tmp_path / "runs")
    assert done.returncode == AGREED
    assert "Who solves how many?" in done.stdout
    assert "cross-check: the solvers agree on all 4 questions that were settled" in done.stdout
    assert "Traceback" not in done.stderr
    rows = kept(tmp_path / "runs")
    assert len(rows) == 8
    assert {row["status"] for row in rows if row["solver"] == "cp-sat" and row["start"] == "0,1"} == {"impossible"}
    assert {row["time_limit"] for row in rows} == {"20.0"}
    assert all(row["status"] != "impossible" for row in rows if row["solver"] == "warnsdorff")


def test_a_start_as_in_chess_is_the_square_of_that_name_on_each_board(compare, tmp_path):
    compare("--boards", "3x4", "5x5", "--starts", "a1", "--solvers", "warnsdorff", "--jobs", 1, "--out", tmp_path / "runs")
    assert [(row["board"], row["start"]) for row in kept(tmp_path / "runs")] == [("3x4", "2,0"), ("5x5", "4,0")]


@pytest.mark.parametrize(("starts", "count"), [([], 6), (["--starts", "all"], 25)])
def test_one_start_of_each_kind_or_all_starts(compare, tmp_path, starts, count):
    compare("--boards", "5x5", *starts, "--solvers", "warnsdorff", "--jobs", 1, "--out", tmp_path / "runs")
    assert len({row["start"] for row in kept(tmp_path / "runs")}) == len(kept(tmp_path / "runs")) == count


def test_closed_tours_and_a_node_limit(compare, tmp_path):
    arguments = ["--boards", "6x6", "4x5", "--closed", "--solvers", "backtracking", "cp-sat", "--node-limit", 3000, "--jobs", 1]
    assert compare(*arguments, "--out", tmp_path / "runs").returncode == AGREED
    rows = kept(tmp_path / "runs")
    assert [(row["board"], row["start"], row["solver"]) for row in rows] == [
        ("6x6", "", "backtracking"),
        ("6x6", "", "cp-sat"),
        ("4x5", "", "backtracking"),
        ("4x5", "", "cp-sat"),
    ]
    assert (rows[0]["status"], rows[0]["nodes"], rows[0]["node_limit"]) == ("unknown", "3000", "3000")
    assert [rows[1]["status"], rows[3]["status"]] == ["found", "impossible"]


def test_a_board_from_a_file(compare, tmp_path):
    (tmp_path / "ring.txt").write_text("...\n.#.\n...\n")
    done = compare("--boards", tmp_path / "ring.txt", "--closed", "--solvers", "backtracking", "cp-sat")
    assert done.returncode == AGREED
    assert ".../.#./... closed" in done.stdout
    assert "all 2 tours verified" in done.stdout


def test_a_disagreement_is_printed_in_full_and_the_status_says_so(compare):
    done = compare("--boards", "5x5", "--starts", "0,0", "--solvers", "warnsdorff", "denies", plug_ins=True)
    assert done.returncode == DISAGREED
    assert "5x5 open from 0,0: the solvers disagree" in done.stdout
    assert "warnsdorff: found, tour verified" in done.stdout
    assert "denies: impossible, none, it says" in done.stdout
    assert "the solvers agree" not in done.stdout


@pytest.mark.parametrize("solver", ["crashes", "dies", "leaves"])
def test_a_solver_at_fault_is_named_and_the_others_go_on(compare, tmp_path, solver):
    arguments = ["--boards", "5x5", "--starts", "0,0", "--solvers", solver, "warnsdorff", "--out", tmp_path / "runs"]
    done = compare(*arguments, plug_ins=True)
    assert done.returncode == DISAGREED
    assert f"failed: 5x5 open from 0,0 | {solver}" in done.stdout
    assert {row["solver"]: row["status"] for row in kept(tmp_path / "runs")} == {solver: "error", "warnsdorff": "found"}


def test_ctrl_c_keeps_what_is_finished(compare, tmp_path):
    """The second solver presses Ctrl-C, for the script and all its processes, as a terminal does."""
    arguments = ["--boards", "5x5", "--starts", "0,0", "--solvers", "warnsdorff", "interrupts", "cp-sat", "--jobs", 1]
    done = compare(*arguments, "--time-limit", 100, "--out", tmp_path / "runs", plug_ins=True)
    assert done.returncode == INTERRUPTED
    assert "Traceback" not in done.stderr
    assert "stopped after 1 of 3 runs" in done.stderr
    assert "Who solves how many?" in done.stdout
    assert [row["solver"] for row in kept(tmp_path / "runs")] == ["warnsdorff"]


def test_ctrl_c_while_a_process_starts_leaves_no_traceback(compare):
    """The first solver presses Ctrl-C while the process for the second is on its way."""
    arguments = ["--boards", "5x5", "--starts", "0,0", "--solvers", "interrupts", "warnsdorff", "--jobs", 2]
    done = compare(*arguments, "--time-limit", 100, plug_ins=True)
    assert done.returncode == INTERRUPTED
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_the_standard_comparison_ends_in_agreement(compare, tmp_path):
    done = compare("--out", tmp_path / "runs")
    assert done.returncode == AGREED
    assert "the solvers agree on all" in done.stdout
    rows = kept(tmp_path / "runs")
    assert {row["status"] for row in rows} == {"found", "impossible", "unknown"}
    assert {row["closed"] for row in rows} == {"True", "False"}


BAD_INPUT = {
    "an unknown solver": (["--solvers", "warnsdorf"], "did you mean 'warnsdorff'"),
    "a board that is none": (["--boards", "8by8"], "8by8"),
    "a board without rows": (["--boards", "0x5"], "0x5"),
    "a directory for a board": (["--boards", "tests"], "tests"),
    "an empty board": (["--boards", "-"], "empty"),
    "a start off the board": (["--boards", "5x5", "--starts", "5,5"], "(5, 5)"),
    "a start that is no square": (["--boards", "5x5", "--starts", "corner"], "--starts"),
    "starts of no board": (["--starts", "0,0"], "--boards"),
    "closed tours of no board": (["--closed"], "--boards"),
    "no time": (["--time-limit", "0"], "time limit"),
    "half a node": (["--node-limit", "1.5"], "--node-limit"),
    "no jobs": (["--jobs", "0"], "--jobs"),
    "jobs that are no number": (["--jobs", "many"], "--jobs"),
    "an unknown argument": (["--colour", "red"], "--colour"),
    "a negative start": (["--boards", "5x5", "--starts", "0,0", "-1,-1"], "(-1, -1)"),
    "a start in digits of another script": (["--boards", "5x5", "--starts", "٣,٤"], "is not a square"),
    "a folder with a name that is too long": (["--boards", "5x5", "--out", "x" * 300], "cannot be written"),
    "a folder that cannot be": (["--boards", "5x5", "--out", "/dev/null/runs"], "cannot be written"),
}


@pytest.fixture(scope="module")
def on_bad_input(scripts_at_once):
    return scripts_at_once("compare.py", {case: (arguments, "") for case, (arguments, _) in BAD_INPUT.items()})


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_gets_one_line(on_bad_input, case):
    done = on_bad_input[case]
    assert (done.returncode, done.stdout) == (BAD, "")
    assert done.stderr.startswith("compare.py: ")
    assert done.stderr.count("\n") == 1
    assert BAD_INPUT[case][1] in done.stderr


def test_a_board_of_nothing_but_holes_leaves_nothing_to_compare(compare):
    done = compare("--boards", "-", stdin="##\n##\n")
    assert done.returncode == BAD
    assert "nothing to compare" in done.stderr


def test_runs_kept_earlier_are_not_overwritten(compare, tmp_path):
    (tmp_path / "runs.csv").write_text("precious\n")
    done = compare("--boards", "5x5", "--out", tmp_path)
    assert (done.returncode, done.stdout) == (BAD, "")
    assert "there already" in done.stderr
    assert (tmp_path / "runs.csv").read_text() == "precious\n"
