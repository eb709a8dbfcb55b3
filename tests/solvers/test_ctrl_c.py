"""Ctrl-C raises KeyboardInterrupt in every long call, whatever package works at that moment."""

import select
import signal
import subprocess
import sys

import psutil
import pytest

from solvers import solver_table
from tests.processes import PATIENCE, ROOT, wait_until
from tests.solvers.programs import python
from tests.tables import table

SECONDS_OF_WORK = 0.1
CALLER = """
import gc, sys
from itertools import count
from graphs import Board
from graphs.families import flower_snark
from solvers import *
snark, board = Problem(flower_snark(35), closed=True), Problem.on_board(Board(9, 10), closed=True)
for each in solver_table():
    if not each.refusal(snark):
        solve(snark, each.name, budget=Budget(nodes=1))
next(count_strips(5, closed=True))
print("all is loaded", flush=True)  # an import that is stopped half-way cannot be made again
for line in sys.stdin:
    gc.collect()  # Python drops an exception that rises while it frees what an earlier call left: types of numba have callbacks
    print("begun", flush=True)
    try:
        for seed in count():
            exec(line)
    except BaseException as error:
        print(f"{type(error).__name__} {error}".strip(), flush=True)
"""
LONG = table("long_calls.toml")
BUILT_IN = [each.name for each in solver_table() if each.run.__module__.startswith("solvers.")]
OF_SOLVERS = {name: LONG["solvers"].get(name, f"solve(snark, {name!r})") for name in BUILT_IN}
OTHERS = LONG["others"]


@pytest.fixture(scope="module")
def caller():
    """A process that makes one call after another until Ctrl-C."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", CALLER], cwd=ROOT, **pipes) as process:
        process.stdout.readline()
        yield process
        process.kill()


def line_of(process):
    assert select.select([process.stdout], [], [], PATIENCE)[0], "the call goes on after Ctrl-C"
    return process.stdout.readline().decode().rstrip()


def work_of(process):
    """Return the seconds of work of a process and of those that it has started."""
    processes = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
    return sum(sum(each.cpu_times()[:2]) for each in processes)


@pytest.mark.parametrize("call", (OF_SOLVERS | OTHERS).values(), ids=OF_SOLVERS | OTHERS)
def test_ctrl_c_stops_every_long_call(call, caller):
    caller.stdin.write(f"{call}\n".encode())
    caller.stdin.flush()
    assert line_of(caller) == "begun"
    before = work_of(caller)
    wait_until(lambda: work_of(caller) > before + SECONDS_OF_WORK)
    caller.send_signal(signal.SIGINT)
    assert line_of(caller) == "KeyboardInterrupt"


WHILE_CLINGO_READS = """
import os, signal, sys, threading, time
from graphs import Board
from solvers import solve

solve(Board(6, 6), "clingo")  # loads all code
pressed = []

def press():
    pressed.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)

threading.Timer(1, press).start()
try:
    solve(Board(100, 100), "clingo", closed=True)
except KeyboardInterrupt:
    print(time.process_time() - pressed[0], flush=True)
os._exit(0)
"""


def test_ctrl_c_stops_clingo_while_it_reads_a_large_board():
    assert float(python("-c", WHILE_CLINGO_READS).stdout) < 0.5


AS_LLVM_WORKS = """
import os, signal
from numba.core.codegen import JitEngine
from graphs import Board
from solvers import solve

former = JitEngine.finalize_object

def press(engine):
    JitEngine.finalize_object = former
    WORK
    os.kill(os.getpid(), signal.SIGINT)

solve(Board(5, 5), "warnsdorff")
JitEngine.finalize_object = press
try:
    solve(Board(5, 5), "warnsdorff-compiled")
except KeyboardInterrupt:
    print("KeyboardInterrupt")
print(solve(Board(5, 5), "warnsdorff-compiled").status.value)
"""


# A signal that arrives while LLVM works is handled afterwards.
@pytest.mark.parametrize("work", ["pass", "former(engine)"], ids=["before LLVM works", "while LLVM works"])
def test_ctrl_c_stops_the_compilation_of_a_kernel_which_can_be_compiled_again(work, tmp_path):
    done = python("-c", AS_LLVM_WORKS.replace("WORK", work), NUMBA_CACHE_DIR=str(tmp_path))
    assert (done.stdout, done.stderr) == ("KeyboardInterrupt\nfound\n", "")
