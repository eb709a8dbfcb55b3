"""scripts/compare.py --tie-breaks as a person uses it."""

import csv
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

DONE, BAD, INTERRUPTED = 0, 2, 130


def kept_rates(folder):
    with (folder / "tie-breaks.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_tie_break_trials_print_a_table_and_keep_rates_and_plots(compare, tmp_path):
    arguments = ["--tie-breaks", "roth+random", "squirrel", "--boards", "7x7", "8x8", "6x7", "--runs", 200, "--jobs", 1]
    done = compare(*arguments, "--out", tmp_path / "trials")
    assert (done.returncode, done.stderr.strip()) == (DONE, "")
    lines = [[cell.strip() for cell in line.split("│")[1:-1]] for line in done.stdout.splitlines() if line.startswith("│")]
    assert [line[0] for line in lines] == ["7x7", "8x8", "6x7"]
    assert [line[1] for line in lines[:2]] == ["42 % (35–48)", "100 % (98.1–100)"]
    assert [line[2] for line in lines] == ["tour", "tour", "–"]
    assert "–, squirrel: tie_break 'squirrel' is for n x n boards" in done.stdout
    assert [(row["board"], row["tie_break"], row["runs"]) for row in kept_rates(tmp_path / "trials")] == [
        ("7x7", "roth+random", "200"),
        ("7x7", "squirrel", "1"),
        ("8x8", "roth+random", "200"),
        ("8x8", "squirrel", "1"),
        ("6x7", "roth+random", "200"),
        ("6x7", "squirrel", "0"),
    ]
    assert ElementTree.parse(tmp_path / "trials" / "tie-breaks.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert (tmp_path / "trials" / "tie-breaks.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_the_number_of_jobs_changes_neither_the_table_nor_a_file(compare, tmp_path):
    arguments = ["--tie-breaks", "random", "roth", "--boards", "5x5", "7x7", "30x30", "--starts", "0,0", "1,1", "--runs", 100]
    one, two = (compare(*arguments, "--seed", 4, "--jobs", jobs, "--out", tmp_path / str(jobs)) for jobs in (1, 2))
    other = compare(*arguments, "--seed", 5, "--jobs", 1)
    assert one.stdout == two.stdout != other.stdout
    for name in ("tie-breaks.csv", "tie-breaks.svg", "tie-breaks.png"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


@pytest.mark.parametrize(("starts", "rows"), [("all", ["any"]), ("orbits", ["0,0", "0,1", "0,2", "1,1", "1,2", "2,2"])])
def test_all_starts_are_one_row_and_orbits_a_row_each(compare, tmp_path, starts, rows):
    compare("--tie-breaks", "roth", "--boards", "5x5", "--starts", starts, "--jobs", 1, "--out", tmp_path / "trials")
    assert [row["start"] for row in kept_rates(tmp_path / "trials")] == rows


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_the_rates_that_are_finished(tmp_path, jobs):
    folder = tmp_path / "trials"
    arguments = ["--tie-breaks", "roth", "random", "--boards", "50x50", "--runs", "1000000", "--jobs", str(jobs)]
    script = [sys.executable, "scripts/compare.py", *arguments, "--out", str(folder)]
    with subprocess.Popen(script, cwd=ROOT, stdout=-1, stderr=-1, text=True, start_new_session=True) as process:
        until = time.monotonic() + 100
        while not (folder / "tie-breaks.csv").exists() and time.monotonic() < until:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, messages = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert "Traceback" not in messages
    assert "stopped after 1 of 2 trials" in messages
    assert "50x50" in output
    assert [(row["tie_break"], row["successes"]) for row in kept_rates(folder)] == [("roth", "1")]
    assert (folder / "tie-breaks.svg").exists()


def test_without_matplotlib_the_plots_say_what_to_install_and_the_table_is_printed(without_matplotlib, tmp_path):
    arguments = ["compare.py", "--tie-breaks", "roth", "--boards", "5x5", "--jobs", 1]
    done = without_matplotlib(*arguments, "--out", tmp_path / "trials")
    assert (done.returncode, done.stdout) == (BAD, "")
    assert done.stderr.startswith("compare.py: the plots of the tie-break trials need matplotlib, not installed here")
    assert not (tmp_path / "trials").exists()
    assert "5x5" in without_matplotlib(*arguments).stdout


@pytest.mark.parametrize("name", ["tie-breaks.csv", "tie-breaks.svg", "tie-breaks.png"])
def test_rates_and_plots_kept_earlier_are_not_overwritten(compare, tmp_path, name):
    (tmp_path / name).write_text("precious")
    done = compare("--tie-breaks", "roth", "--boards", "5x5", "--out", tmp_path)
    assert (done.returncode, done.stdout) == (BAD, "")
    assert f"{name} is there already" in done.stderr
    assert (tmp_path / name).read_text() == "precious"
    assert len(list(tmp_path.iterdir())) == 1


BAD_INPUT = {
    "half a seed": (["--tie-breaks", "--seed", "0.5"], "--seed"),
    "an unknown tie-break": (["--tie-breaks", "rhot"], "it is one of first, random, roth, pohl, squirrel"),
    "half a walk": (["--tie-breaks", "--runs", "0.5"], "--runs"),
    "tie-breaks of solvers": (["--tie-breaks", "--solvers", "warnsdorff"], "--solvers has no effect with --tie-breaks"),
    "tie-breaks of closed tours": (["--tie-breaks", "--closed"], "--closed has no effect with --tie-breaks"),
    "tie-breaks within a time": (["--tie-breaks", "--time-limit", "1"], "--time-limit has no effect with --tie-breaks"),
    "tie-breaks within nodes": (["--tie-breaks", "--node-limit", "1"], "--node-limit has no effect with --tie-breaks"),
    "walks without tie-breaks": (["--runs", "5"], "--runs belongs to --tie-breaks"),
    "a seed without tie-breaks": (["--seed", "0"], "--seed belongs to --tie-breaks"),
    "tie-breaks in a folder that cannot be": (["--tie-breaks", "roth", "--out", "/dev/null/trials"], "cannot be written"),
    "tie-breaks in a folder without a name": (["--tie-breaks", "roth", "--boards", "5x5", "--out", ""], "without a name"),
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
