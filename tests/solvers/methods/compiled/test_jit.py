"""Machine code that was kept is used only with the sources that it was made from."""

import os
import shutil
import subprocess
import sys

import numba
import pytest

from graphs.loading import watch_loading
from solvers.jit import jit
from tests.processes import ROOT

HELPED, CHANGED = "limit + state", "0 * state"
HELPER = f"""
from solvers.jit import inlined

@inlined
def below(state, limit):
    return {HELPED}[0]
"""
BASES = "BASE = 100_000"
LIMITS = """
from solvers.bases import BASE
LIMIT = 10 * BASE
"""
DRAWING = """
from solvers.limits import LIMIT
from graphs.loading import watch_loading
from solvers.jit import jit
from solvers.helper import below

@jit
def draw(state):
    return below(state, LIMIT)

@jit
def twice(number):
    return number + number
"""
DRAW = """
import numpy as np
from solvers.drawing import draw
print(draw(np.zeros(1, np.int64)), "loaded" if draw.stats.cache_hits else "compiled")
"""


@pytest.fixture
def packages(tmp_path):
    for name in ("graphs", "solvers"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    texts = {"__init__": "", "bases": BASES, "limits": LIMITS, "helper": HELPER, "drawing": DRAWING}
    for name, text in texts.items():
        (tmp_path / f"solvers/{name}.py").write_text(text)
    return tmp_path


def run(packages, code=DRAW):
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment |= {"PYTHONPATH": str(packages), "XDG_CACHE_HOME": str(packages / "drawing")}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=packages, env=environment, capture_output=True, text=True, check=True).stdout.split()


def change(file, before, after):
    text = file.read_text()
    assert text.count(before) == 1
    file.write_text(text.replace(before, after))


def kept(packages, name="draw"):
    return {*(packages / "solvers/__pycache__").glob(f"drawing.{name}-*.nb?")}


def test_a_kernel_follows_its_helpers_and_constants(packages):
    drawn, how = run(packages)
    change(packages / "solvers/bases.py", "100_000", "1_000")
    assert run(packages) == [str(int(drawn) // 100), how]
    change(packages / "solvers/helper.py", HELPED, CHANGED)
    assert run(packages) == ["0", how]


def test_a_process_keeps_code_for_the_sources_that_it_has_loaded(packages):
    """A helper changes between its import and that of a kernel, as where a new version is installed meanwhile."""
    code = f"""
from importlib import reload
from pathlib import Path
from solvers import helper
file = Path(helper.__file__)
file.write_text(file.read_text().replace("{HELPED}", "{CHANGED}"))
{DRAW}
from solvers import drawing
reload(helper)
reload(drawing)
{DRAW}
"""
    drawn, *others = run(packages, code)
    assert drawn != "0"
    assert others == ["compiled", "0", "compiled"]
    assert run(packages) == ["0", "loaded"]


def test_code_that_two_processes_kept_under_one_name_is_used_for_the_right_numbers(packages):
    code = "from solvers.drawing import twice; print(twice(2), twice(1.5))"
    assert run(packages, code) == ["4", "3.0"]
    one, other = sorted(file for file in kept(packages, "twice") if file.suffix == ".nbc")
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)
    assert run(packages, code) == ["4", "3.0"]


def test_a_kernel_runs_where_nothing_can_be_kept(packages):
    (packages / "solvers/__pycache__").touch()
    (packages / "drawing").touch()
    assert run(packages)[1] == "compiled"


@jit
def lost(number):
    return number.missing


def test_compiling_is_loading_also_when_it_fails():
    seen = []
    with watch_loading(seen.append), pytest.raises(numba.TypingError):
        lost(1)
    assert seen == [True, False]
