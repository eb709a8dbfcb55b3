"""scripts/compare.py --tie-breaks as a person uses it."""

import csv
import xml.etree.ElementTree as ElementTree

import pytest


def kept_rates(folder):
    with (folder / "tie-breaks.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_tie_break_trials_print_a_table_and_keep_runs_rates_and_a_plot(compare, tmp_path):
    line = f"--tie-breaks roth+random squirrel --boards 7x7 8x8 6x7 --seeds 200 --jobs 1 --out {tmp_path}"
    done = compare(line)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["7x7", "42", "%", "(35–48)", "tour"] in lines
    assert ["8x8", "100", "%", "(98.1–100)", "tour"] in lines
    assert "–, squirrel  tie_break 'squirrel' is for n x n boards" in done.stdout
    assert [(row["board"], row["tie_break"], row["runs"]) for row in kept_rates(tmp_path)] == [
        (board, rule, runs)
        for board, of_squirrel in (("7x7", "1"), ("8x8", "1"), ("6x7", "0"))
        for rule, runs in (("roth+random", "200"), ("squirrel", of_squirrel))
    ]
    assert ElementTree.parse(tmp_path / "tie-breaks.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert compare("--report", tmp_path).stdout == compare(line).stdout
    assert compare("--verify", tmp_path).stdout == "5 tours verified, 0 wrong\n"


def test_the_number_of_jobs_changes_neither_the_table_nor_a_file(compare, tmp_path):
    line = "--tie-breaks random roth --boards 5x5 7x7 30x30 --starts 0,0 1,1 --seeds 100"
    one, two = (compare(line, "--jobs", jobs, "--out", tmp_path / str(jobs)) for jobs in (1, 2))
    assert one.stdout == two.stdout
    assert {row["seed"] for row in kept_rates(tmp_path / "1")} == {"0", ""}
    for name in ("tie-breaks.csv", "tie-breaks.svg", "tie-breaks.png"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


@pytest.mark.parametrize(("starts", "rows"), [("any", ["any"]), ("orbits", ["0,0", "0,1", "0,2", "1,1", "1,2", "2,2"])])
def test_any_start_is_one_row_and_orbits_a_row_each(compare, tmp_path, starts, rows):
    compare(f"--tie-breaks roth --boards 5x5 --starts {starts} --jobs 1 --out", tmp_path)
    assert [row["start"] for row in kept_rates(tmp_path)] == rows
