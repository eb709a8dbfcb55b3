"""scripts/benchmark.py and scripts/findings.py, each on a tiny comparison."""

import runpy
import shutil
import subprocess
import sys

import pytest

from solvers import solve
from tests.processes import ROOT
from tests.tables import csv_rows

TINY = """
[[problems]]
boards = ["5x5"]
starts = ["0,1"]
solvers = ["backtracking-compiled move_order=clockwise"]
[[problems]]
graphs = ["Petersen"]
closed = true
solvers = ["auto"]
"""


@pytest.fixture
def run(monkeypatch, capsys):
    """Run a script in this process with other values of its constants, and return what it prints."""

    def run_script(name, *words, **constants):
        module = runpy.run_path(str(ROOT / "scripts" / name))
        module["main"].__globals__.update(constants)
        monkeypatch.setattr(sys, "argv", [name, *map(str, words)])
        assert module["main"]() == 0
        return capsys.readouterr().out

    return run_script


def test_the_benchmark_prints_solvers_beside_cpp_and_commands(run, tmp_path):
    (tmp_path / "tiny.toml").write_text(TINY)
    text = run("benchmark.py", "--repeats", 1, SUITE=str(tmp_path / "tiny.toml"), COMMANDS=("solve 5x5",))
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]
    searched, graph, command = (row for row in rows if row[0][:3] in ("5x5", "Pet", "`kn"))
    assert searched[1:4:2] == ["`backtracking-compiled move_order=clockwise`", "1,829,421"]
    assert (searched[4][-1:] == "x") == bool(shutil.which("g++"))
    assert all(row[2].endswith(" s") for row in (searched, graph))
    assert command[0] == "`knights-tour solve 5x5`"


def test_the_cpp_program_searches_as_the_solvers_do(tmp_path):
    if shutil.which("g++"):
        program = tmp_path / "classic"
        subprocess.run(["g++", "-O1", "-o", program, ROOT / "scripts/classic.cpp"], check=True)
        calls = runpy.run_path(str(ROOT / "scripts/benchmark.py"))["CPP"]
        for (problem, solver), words in calls.items():
            board, _, _, start = problem.split()
            done = subprocess.run([program, *words.split()], capture_output=True, text=True, check=True)
            result = solve(board, f"{solver}-compiled", start=tuple(map(int, start.split(","))), move_order="clockwise")
            assert done.stdout.split()[1] == str(result.nodes), problem


def test_findings_are_printed_from_folders(run, compare, tmp_path):
    line = f"--suite {tmp_path}/tiny.toml --jobs 1 --out {tmp_path}/kept"
    sections = TINY.replace("[[problems]]", '[[problems]]\nsection = "all"')
    (tmp_path / "tiny.toml").write_text(sections.replace("backtracking-compiled move_order=clockwise", "pruned"))
    assert compare(line, without="matplotlib").returncode == 0
    text = run("findings.py", tmp_path / "kept")
    names = {row["competitor"] for row in csv_rows((tmp_path / "kept/runs.csv").read_text())}
    assert "## tiny: all\n" in text
    assert all(f"| {name} |" in text for name in {*names, "best of all"})
    assert "differences detected" in text


def test_findings_on_tie_breaks_have_intervals(run):
    rows = run("findings.py", "--tie-breaks", "--jobs", 1, BOARDS=("5x5",), WALKS=2).splitlines()[2:]
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
    assert {row[0] for row in cells} == {"5x5"}
    assert ["`random`", "2"] in [row[1:3] for row in cells]
    assert all(int(row[3]) <= int(row[2]) and "–" in row[5] for row in cells)
