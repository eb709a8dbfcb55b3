"""scripts/compare.py --tie-breaks as a person uses it."""

import csv

import pytest


def kept_walks(folder):
    """The walks and the tours of each board, start and rule, from the table of runs."""
    found = {}
    with (folder / "runs.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            key = row["subject"], row["start"], row["competitor"].rpartition("=")[2]
            walks, tours = found.get(key, (0, 0))
            found[key] = walks + int(row["walks"]), tours + int(row["tours"])
    return found


def test_the_tie_break_trials_print_a_table_and_keep_runs(compare, tmp_path):
    line = f"--tie-breaks roth+random squirrel --boards 7x7 8x8 6x7 --seeds 200 --jobs 1 --out {tmp_path}"
    done = compare(line)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["7x7", "41.5", "%", "(34.9–48.4)", "tour"] in lines
    assert ["8x8", "100", "%", "(98.1–100)", "tour"] in lines
    assert "–, squirrel  tie_break 'squirrel' needs the knight" in done.stdout
    walks = {key: walks for key, (walks, _) in kept_walks(tmp_path).items()}
    assert walks == {
        (board, "0,0", rule): number
        for board, of_squirrel in (("7x7", 1), ("8x8", 1), ("6x7", 0))
        for rule, number in (("roth+random", 200), ("squirrel", of_squirrel))
    }
    assert compare("--report", tmp_path).stdout == compare(line).stdout
    assert compare("--verify", tmp_path).stdout == "5 tours verified, 0 wrong\n"


@pytest.mark.slow
def test_the_number_of_jobs_changes_no_walk_and_no_table(compare, tmp_path):
    line = "--tie-breaks random roth --boards 5x5 7x7 30x30 --starts 0,0 1,1 --seeds 100"
    one, two = (compare(line, "--jobs", jobs, "--out", tmp_path / str(jobs), without="matplotlib") for jobs in (1, 2))
    assert one.stdout == two.stdout
    assert kept_walks(tmp_path / "1") == kept_walks(tmp_path / "2")


@pytest.mark.parametrize(("starts", "rows"), [("any", [""]), ("orbits", ["0,0", "0,1", "0,2", "1,1", "1,2", "2,2"])])
def test_any_start_is_one_row_and_orbits_a_row_each(compare, tmp_path, starts, rows):
    compare(f"--tie-breaks roth --boards 5x5 --starts {starts} --jobs 1 --out", tmp_path, without="matplotlib")
    assert [start for _, start, _ in kept_walks(tmp_path)] == rows
