"""Machine code that was kept is used only with the sources that it was made from."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numba
import pytest
from numba.core.event import install_recorder

from graphs.loading import watch_loading
from solvers.core.compiling import jit
from tests.processes import ROOT

HELPED, CHANGED = "limit + state", "0 * state"
HELPER = f"""
from solvers.core.compiling import inlined

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
from solvers.core.compiling import jit
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
from numba.core.event import install_recorder
from solvers.drawing import draw
with install_recorder("numba:compile") as compiled:
    print(draw(np.zeros(1, np.int64)), "compiled" if compiled.buffer else "loaded")
"""


@pytest.fixture
def packages(tmp_path):
    for name in ("graphs", "solvers"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.nb?"))
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


def test_a_kernel_follows_its_helpers_and_constants_and_a_file_that_cannot_be_read_is_not_used(packages):
    drawn, how = run(packages)
    for file in kept(packages):
        file.write_bytes(b"")
    assert run(packages) == [drawn, how]
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


def test_code_for_other_types_has_another_file_so_that_two_processes_exchange_nothing(packages):
    code = "from solvers.drawing import twice; print(twice(2), twice(1.5))"
    assert run(packages, code) == ["4", "3.0"]
    names = kept(packages, "twice")
    assert len({name.name.partition(".nb")[0].partition(".1")[0] for name in names}) == 2, "numba names its files differently"
    assert len(names) == 4


def test_a_kernel_runs_where_nothing_can_be_kept(packages):
    shutil.rmtree(packages / "solvers/__pycache__")
    (packages / "solvers/__pycache__").touch()
    (packages / "drawing").touch()
    assert run(packages)[1] == "compiled"


def test_numba_compiles_a_kernel_by_the_method_that_jit_replaces():
    kernel, seen = jit(lambda number: number + 1), []
    with watch_loading(seen.append):
        assert [kernel(1), kernel(2), kernel(0.5)] == [2, 3, 1.5]
    assert seen == [True, False] * 2, "numba compiles without its method `compile`: see solvers.core.compiling"


def test_threads_that_call_a_new_kernel_at_once_compile_it_once():
    """Numba would compile a kernel that was added twice at every call."""
    kernel, threads = jit(lambda number: number + 1), Barrier(4)

    def call(number):
        threads.wait()
        return kernel(number)

    with install_recorder("numba:compile") as compiled, ThreadPoolExecutor(4) as pool:
        assert [*pool.map(call, range(4)), kernel(4)] == [1, 2, 3, 4, 5]
    assert len({event.data["dispatcher"] for _, event in compiled.buffer}) == 1


@jit
def lost(number):
    return number.missing


def test_compiling_is_loading_also_when_it_fails():
    seen = []
    with watch_loading(seen.append), pytest.raises(numba.TypingError):
        lost(1)
    assert seen == [True, False]
