"""Processes that tests start: how to find them, and how to wait for their end."""

import time
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[1]
PLUG_IN = ROOT / "tests" / "data" / "plug_in"
PATIENCE = 600
"""Seconds after which a test gives up waiting. It is far more than any test needs, also on a busy machine."""


def traced(name):
    """Return the living processes that have a variable in their environment."""
    living = []
    for process in psutil.process_iter():
        try:
            if process.status() != psutil.STATUS_ZOMBIE and name in process.environ():
                living.append(process)
        except psutil.Error:
            continue
    return living


def children(word):
    """Return the living children of this process that have a word in their command line."""
    living = [each for each in psutil.Process().children() if each.status() != psutil.STATUS_ZOMBIE]
    return [each for each in living if word in " ".join(each.cmdline())]


def assert_all_end(name):
    wait_until(lambda: not traced(name))


def wait_until(condition):
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def complaint(done):
    """Return the one line that a script prints about bad input, and nothing else."""
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(done.args[0])
    assert len(done.stderr) < 1200
    assert "Errno" not in done.stderr
    return done.stderr
