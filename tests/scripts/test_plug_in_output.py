"""What a solver of another package prints never lands in the answer."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TALKS = """
import os, sys
from solvers import Outcome, solver

@solver("talks", summary="prints", exact=True, closed=True, fixed_end=True, reference="none")
def talks(problem, meter):
    print("by Python")
    sys.stdout.flush()
    os.write(1, b"by the system\\n")
    sys.stdout.write("at the end")
    return Outcome.impossible(0, "it says")
"""


@pytest.fixture
def surroundings(tmp_path):
    """The environment of a script that finds the plug-in."""
    (tmp_path / "talking.py").write_text(TALKS)
    metadata = tmp_path / "talking-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: talking\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[knights_tour.solvers]\ntalking = talking\n")
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}


def test_the_json_of_solve_is_one_document(surroundings):
    command = [sys.executable, "scripts/solve.py", "8x8", "--solver", "talks", "--json"]
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert json.loads(done.stdout)["reason"] == "it says"
    assert {"by Python", "by the system", "at the end"} <= set(done.stderr.splitlines())


def test_the_tables_of_compare_hold_nothing_else(surroundings):
    command = [sys.executable, "scripts/compare.py", "--boards", "5x5", "--starts", "0,1", "--solvers", "talks"]
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert not any(words in done.stdout + done.stderr for words in ("by Python", "by the system", "at the end"))
