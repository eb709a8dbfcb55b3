"""Bad input to any script: status 2, one line on standard error that says what is wrong, and nothing on standard output."""

import io
import runpy
import shlex
import signal
import subprocess
import sys

import pytest

from tests.processes import ROOT, complaint
from tests.tables import table

LINES = table("bad_input.toml")
GIVEN = {"search": "solve.py 30x30 --closed --solver backtracking", "long": "x" * 300, "nines": "9" * 5000}
"""What stands for the words in braces. Of the search without end, a fault of its files is reported before the work."""


@pytest.fixture(scope="module")
def edge(tmp_path_factory):
    path = tmp_path_factory.mktemp("graph") / "edge.col"
    path.write_text("p edge 2 1\ne 1 2\n")
    path.with_name("edge.col.csv").write_text("problem,competitor,seconds,limit,source\nedge,asp,1,9,a paper\n")
    return path


@pytest.fixture
def here(monkeypatch, capsys):
    """Run a script in the process of the test: it takes a tenth of the time of a process, and bad input is found at once."""
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(ROOT / "scripts")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    handler = signal.getsignal(signal.SIGINT)

    def run(line):
        words = shlex.split(line)
        monkeypatch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(f"scripts/{words[0]}", run_name="__main__")
        return subprocess.CompletedProcess(words, ended.value.code, *capsys.readouterr())

    yield run
    signal.signal(signal.SIGINT, handler)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:60])
def test_bad_input_gets_one_line(here, line, edge):
    assert LINES[line] in complaint(here(line.format(edge=edge, **GIVEN)))
