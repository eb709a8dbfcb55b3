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
    assert one.stdout == two.stdout
    assert {row["seed"] for row in kept_rates(tmp_path / "1")} == {"4"}
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


def test_rates_and_plots_kept_earlier_are_not_overwritten(scripts_at_once, tmp_path):
    names = ["tie-breaks.csv", "tie-breaks.svg", "tie-breaks.png"]
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / name).write_text("precious")
    trials = ["--tie-breaks", "roth", "--boards", "5x5", "--out"]
    for name, done in scripts_at_once("compare.py", {name: ([*trials, tmp_path / name], "") for name in names}).items():
        assert (done.returncode, done.stdout) == (BAD, "")
        assert f"{name} is there already" in done.stderr
        assert [(path.name, path.read_text()) for path in (tmp_path / name).iterdir()] == [(name, "precious")]
