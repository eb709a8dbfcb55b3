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

from graphs.errors import FormatError
from solvers.comparison import Store

ROOT = Path(__file__).parents[2]

DONE, INTERRUPTED = 0, 130


def kept_rates(folder):
    with (folder / "tie-breaks.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_tie_break_trials_print_a_table_and_keep_runs_rates_and_a_plot(compare, tmp_path):
    arguments = ["--tie-breaks", "roth+random", "squirrel", "--boards", "7x7", "8x8", "6x7", "--seeds", 200, "--jobs", 1]
    done = compare(*arguments, "--out", tmp_path / "trials")
    assert (done.returncode, done.stderr.strip()) == (DONE, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["7x7", "42", "%", "(35–48)", "tour"] in lines
    assert ["8x8", "100", "%", "(98.1–100)", "tour"] in lines
    assert "–, squirrel  tie_break 'squirrel' is for n x n boards" in done.stdout
    assert [(row["board"], row["tie_break"], row["runs"]) for row in kept_rates(tmp_path / "trials")] == [
        ("7x7", "roth+random", "200"),
        ("7x7", "squirrel", "1"),
        ("8x8", "roth+random", "200"),
        ("8x8", "squirrel", "1"),
        ("6x7", "roth+random", "200"),
        ("6x7", "squirrel", "0"),
    ]
    assert ElementTree.parse(tmp_path / "trials" / "tie-breaks.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert compare("--report", tmp_path / "trials").stdout == compare(*arguments, "--out", tmp_path / "trials").stdout
    assert compare("--verify", tmp_path / "trials").stdout == "5 tours verified, 0 wrong\n"


def test_the_number_of_jobs_changes_neither_the_table_nor_a_file(compare, tmp_path):
    arguments = ["--tie-breaks", "random", "roth", "--boards", "5x5", "7x7", "30x30", "--starts", "0,0", "1,1", "--seeds", 100]
    one, two = (compare(*arguments, "--jobs", jobs, "--out", tmp_path / str(jobs)) for jobs in (1, 2))
    assert one.stdout == two.stdout
    assert {row["seed"] for row in kept_rates(tmp_path / "1")} == {"0", ""}
    for name in ("tie-breaks.csv", "tie-breaks.svg", "tie-breaks.png"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


@pytest.mark.parametrize(("starts", "rows"), [("any", ["any"]), ("orbits", ["0,0", "0,1", "0,2", "1,1", "1,2", "2,2"])])
def test_any_start_is_one_row_and_orbits_a_row_each(compare, tmp_path, starts, rows):
    compare("--tie-breaks", "roth", "--boards", "5x5", "--starts", starts, "--jobs", 1, "--out", tmp_path / "trials")
    assert [row["start"] for row in kept_rates(tmp_path / "trials")] == rows


def count_in(folder):
    try:
        with Store.read(folder) as store:
            return len(store)
    except FormatError:  # it is not there yet
        return 0


def test_ctrl_c_keeps_the_walks_that_are_finished(tmp_path):
    arguments = ["--tie-breaks", "roth", "random", "--boards", "50x50", "--seeds", "1000000", "--jobs", "1"]
    script = [sys.executable, "scripts/compare.py", *arguments, "--out", str(tmp_path)]
    with subprocess.Popen(script, cwd=ROOT, stdout=-1, stderr=-1, text=True, start_new_session=True) as process:
        until = time.monotonic() + 100
        while count_in(tmp_path) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, messages = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert "Traceback" not in messages
    assert " of 1,102 runs; the same command goes on" in messages
    assert "50x50" in output
