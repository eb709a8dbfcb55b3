"""How the checker of certificates ends: its exit statuses, and what it prints where."""

import json
import os
import resource
import signal
import subprocess
import sys

import pytest

from graphs import Board
from solvers import Problem, decide
from solvers.existence.certificates import certificate
from tests.checker import CHECKER


@pytest.fixture
def tour(tmp_path):
    """The file of a certificate for an open tour of 3x4."""
    problem = Problem.on_board(Board(3, 4), start=(0, 0))
    (tmp_path / "tour.json").write_bytes(certificate(problem, decide(problem)))
    return tmp_path / "tour.json"


def run(*arguments, **how):
    """Run the checker as a person does, in 500 MB of memory."""
    limit = 500_000_000
    return subprocess.run(
        [sys.executable, "-I", CHECKER, *arguments],
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
        **({"stdout": subprocess.PIPE} | how),
    )


@pytest.mark.parametrize("board", ["5000x5000", "99999999999999999999x99999999999999999999", "12x0"])
def test_a_board_larger_than_the_graph_is_refused_before_it_is_built(board, tour):
    done = run(tour, "--board", board)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "refused: the board does not have as many squares as the graph has vertices\n"


@pytest.mark.parametrize(
    "words", [["--board", "8"], ["--board", "8xx"], ["--board", "3x4", "--leaper", "1"], ["--leaper", "1,2"], []]
)
def test_bad_usage_is_told_on_standard_error(words, tour):
    done = run(*([tour] if words else []), *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("changed", [{}, {"closed": True}], ids=["accepted", "refused"])
def test_an_output_that_nobody_can_read_is_no_answer(changed, tour):
    tour.write_text(json.dumps(json.loads(tour.read_text()) | changed))
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as closed, open("/dev/full", "w") as full:
        for arguments in ([tour], ["--help"]):
            gone = run(*arguments, stdout=closed)
            assert (gone.returncode, gone.stderr) == (141, "")
            done = run(*arguments, stdout=full)
            assert done.returncode == 70
            assert done.stderr == "check_certificate.py: the output cannot be written: No space left on device\n"


def test_ctrl_c_ends_it_without_a_traceback(tmp_path):
    os.mkfifo(tmp_path / "it.json")
    started = subprocess.Popen([sys.executable, "-I", CHECKER, tmp_path / "it.json"], stderr=subprocess.PIPE, text=True)
    with open(tmp_path / "it.json", "w"):  # this waits until the checker has opened the file
        started.send_signal(signal.SIGINT)
        _, words = started.communicate(timeout=60)
    assert (started.returncode, words) == (130, "check_certificate.py: stopped\n")


def test_its_help_fits_80_columns():
    done = run("--help", env={"COLUMNS": "80"})
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "141 the reader" in " ".join(done.stdout.split())
