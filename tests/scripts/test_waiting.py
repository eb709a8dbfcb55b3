"""The line on standard error about a search that takes long."""

import os
import re
import signal
from contextlib import contextmanager

import pytest

from solvers import Budget
from solvers.commands.waiting import cancelled_by_ctrl_c

NONE_EXISTS, INTERRUPTED = 1, 130
ENDLESS = "solve.py 20x20 --closed --solver backtracking"
IMPATIENT = "from solvers.commands import waiting; waiting.DELAY = 0.2"
PATIENT = IMPATIENT.replace("0.2", "600")
pty = pytest.importorskip("pty")  # only where terminals are of the Unix kind


@pytest.fixture
def on_a_terminal(begin):
    """Start a script whose standard error is a terminal; yield the process and a function that reads until some words."""

    @contextmanager
    def started(line, first=IMPATIENT, **environment):
        ours, theirs = pty.openpty()

        def read_until(words):
            said = ""
            while words not in said:
                try:
                    said += os.read(ours, 4096).decode()
                except OSError:  # on Linux, the end of what a terminal says
                    return said
            return said

        environment |= {"COLUMNS": "120", "TERM": "xterm"}
        with begin(line, first=first, environment=environment, stderr=theirs) as run:
            os.close(theirs)
            yield run, read_until
            run.kill()
        os.close(ours)

    return started


@pytest.mark.parametrize(
    "line, words",
    [
        (ENDLESS, r"\d+ s: trying backtracking \(--time-limit S sets a limit, Ctrl-C stops\)"),
        (f"{ENDLESS} --time-limit 600", r"trying backtracking \(the limit is --time-limit 600, Ctrl-C stops\)"),
        ("check.py 30x30 --pairs", r"\d+ s: (trying [a-z-]+|searching for a reason)"),  # there are 809,100 pairs
        ("count.py 7x8 --closed", r"\d+ s: counting: .* states"),
    ],
)
def test_a_long_search_says_what_is_tried_for_how_long_and_how_to_set_a_limit(on_a_terminal, line, words):
    with on_a_terminal(line) as (_, read_until):
        said = ""
        while not re.search(words, said):
            said += (more := read_until(")"))
            assert more, said


def test_the_line_disappears_when_the_search_ends(on_a_terminal):
    with on_a_terminal(ENDLESS) as (run, read_until):
        read_until("Ctrl-C stops)")
        run.send_signal(signal.SIGINT)
        said = read_until("stopped\r\n")
        assert "Ctrl-C stops" not in said.rpartition("\x1b[2K")[2]  # the line is wiped out
        assert run.wait() == INTERRUPTED


def test_the_first_search_of_all_says_that_it_loads_code(on_a_terminal, tmp_path):
    with on_a_terminal("solve.py 6x6 --solver pruned-compiled", NUMBA_CACHE_DIR=str(tmp_path)) as (_, read_until):
        assert "loading code, the first time only (" in read_until("time only (")


def test_a_quick_answer_says_nothing_on_the_terminal(on_a_terminal):
    with on_a_terminal("check.py 3x3", first=PATIENT) as (run, read_until):
        assert read_until("Ctrl-C") == ""
        assert run.wait() == NONE_EXISTS


def test_the_first_ctrl_c_cancels_a_watched_search_and_the_second_ends_the_command():
    with cancelled_by_ctrl_c(Budget(1)) as budget:
        assert not budget.cancel.is_set()
        signal.raise_signal(signal.SIGINT)
        assert budget.cancel.is_set()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
