"""scripts/benchmark.py on a tiny comparison."""

import runpy
import shutil
import subprocess

from solvers import solve
from tests.processes import ROOT

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


def test_the_benchmark_prints_solvers_beside_cpp_and_commands(with_constants, tmp_path):
    (tmp_path / "tiny.toml").write_text(TINY)
    text = with_constants("benchmark.py", "--repeats", 1, SUITE=str(tmp_path / "tiny.toml"), COMMANDS=("solve 5x5",))
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
