"""The scripts in surroundings that are not as they should be: streams that are closed, not UTF-8, or not read to the end."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPARE = ["compare.py", "--boards", "5x5", "--solvers", "warnsdorff", "--jobs", "1"]
COMMANDS = [["solve.py", "8x8"], ["check.py", "3x4"], COMPARE]


def run(arguments, **how):
    return subprocess.run([sys.executable, f"scripts/{arguments[0]}", *arguments[1:]], cwd=ROOT, timeout=120, **how)


@pytest.mark.parametrize("arguments", COMMANDS, ids=str)
def test_an_answer_that_has_nowhere_to_go_is_an_error(arguments):
    done = run(arguments, preexec_fn=lambda: os.close(1), stderr=subprocess.PIPE)
    assert done.returncode == 70
    assert b"standard output is closed, and the answer is lost" in done.stderr.splitlines()[-1]
    assert b"Traceback" not in done.stderr


def in_ascii(arguments):
    return run(arguments, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "ascii:strict"})


@pytest.mark.parametrize("arguments", COMMANDS, ids=str)
def test_an_ascii_terminal_gets_all_answers(arguments):
    done = in_ascii(arguments)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    assert b"\\u" not in done.stdout
    assert b"\\x" not in done.stdout


def test_an_ascii_terminal_gets_a_map_in_ascii():
    rows = [line.split()[1:] for line in in_ascii(["check.py", "3x4"]).stdout.decode().splitlines()[1:4]]
    assert rows == [["o", "x", "x", "o"]] * 3


def test_json_in_ascii_is_json(tmp_path):
    (tmp_path / "é.hcp").write_text("DIMENSION : 3\nEDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\n")
    done = in_ascii(["solve.py", str(tmp_path / "é.hcp"), "--json"])
    assert json.loads(done.stdout)["board"] == str(tmp_path / "é.hcp")


@pytest.mark.parametrize("arguments", COMMANDS, ids=str)
def test_a_reader_that_goes_away_gets_no_other_answer(arguments):
    """Status 1 would say that there is no tour, or that two solvers disagree."""
    with subprocess.Popen(
        [sys.executable, f"scripts/{arguments[0]}", *arguments[1:]], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        started.stdout.close()
        assert b"Traceback" not in started.stderr.read()
    assert started.returncode in (0, 141)


def test_a_folder_with_the_name_of_a_board_is_not_read(tmp_path):
    (tmp_path / "8x8").mkdir()
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "solve.py", "8x8", "--format", "summary"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith("auto: found")
