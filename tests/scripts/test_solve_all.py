"""solve.py --all as a person uses it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from graphs import Board, knight_graph, verify_tour

ROOT = Path(__file__).parents[2]
FOUND, IMPOSSIBLE, BAD, UNKNOWN, INTERRUPTED, NOT_READ = 0, 1, 2, 3, 130, 141


@pytest.fixture
def solve(script):
    return lambda *arguments, **how: script("solve.py", *arguments, **how)


@pytest.mark.parametrize(
    ("words", "count", "said"),
    [
        (["5x5"], 864, "864 open tours, all that there are"),
        (["5x5", "--start", "0,0"], 304, "304 open tours, all that there are"),
        (["5x5", "--end", "a5"], 304, "304 open tours, all that there are"),
        (["6x6", "--closed"], 9862, "9,862 closed tours, all that there are"),
        (["6x6", "--closed", "--up-to-symmetry"], 1245, "1,245 closed tours up to symmetry, all that there are"),
        (["6x6", "--closed", "--symmetric"], 78, "78 symmetric closed tours, all that there are"),
        (["4x4", "--closed", "--wrap", "both"], 1344, "1,344 closed tours, all that there are"),
        (["5x5", "--limit", "7"], 7, "7 open tours, the limit: there may be more"),
        (["1x1"], 1, "1 open tour, all that there are"),
    ],
)
def test_every_tour_is_a_line_and_the_last_message_counts_them(solve, words, count, said):
    done = solve(*words, "--all")
    assert done.returncode == FOUND
    assert len(set(done.stdout.splitlines())) == count
    assert done.stderr == f"solve.py: {said}\n"


def test_the_help_says_what_is_listed_once(solve):
    words = " ".join(solve("--help").stdout.split())
    assert "An open tour and its reverse are one tour, unless --start or --end is given." in words
    assert "A closed tour is listed once, whatever its direction and first square." in words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["4x4"], "0 open tours: there are none"),
        (["4x30", "--closed"], "0 closed tours: there are none"),
        (["3x4", "--start", "0,1"], "0 open tours: there are none"),
        (["5x6", "--closed", "--symmetric", "--leaper", "2,3"], "0 symmetric closed tours: there are none"),
    ],
)
def test_where_there_is_no_tour_nothing_is_printed(solve, words, said):
    done = solve(*words, "--all")
    assert (done.returncode, done.stdout, done.stderr) == (IMPOSSIBLE, "", f"solve.py: {said}\n")


def test_a_line_of_jsonl_and_a_grid_can_be_verified(solve):
    for form in ("jsonl", "grid"):
        printed = solve("6x6", "--closed", "--all", "--limit", 1, "--format", form).stdout
        assert solve("6x6", "--closed", "--verify", "-", stdin=printed).returncode == FOUND


def test_jsonl_names_symmetries(solve):
    lines = solve("6x6", "--closed", "--all", "--symmetric", "--up-to-symmetry", "--format", "jsonl").stdout.splitlines()
    documents = [json.loads(line) for line in lines]
    assert (
        sorted(document["symmetries"] for document in documents) == [["half turn"]] * 17 + [["half turn", "quarter turn"]] * 5
    )
    for document in documents:
        verify_tour(knight_graph(Board(6, 6)), document["tour"], closed=True)


def test_a_board_with_holes_comes_from_standard_input(solve):
    done = solve("-", "--closed", "--all", "--format", "grid", stdin="...\n.#.\n...\n")
    assert done.stdout == "1 4 7\n6 # 2\n3 8 5\n\n"


def test_all_tours_of_a_graph_file_are_listed(solve, tmp_path):
    path = tmp_path / "square.col"
    path.write_text("p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n")
    done = solve(path, "--all")
    assert sorted(done.stdout.splitlines()) == ["1 2 3 4", "1 4 3 2", "2 1 4 3", "3 2 1 4"]
    assert solve(path, "--closed", "--all").stdout == "1 2 3 4\n"


@pytest.mark.parametrize(("option", "value"), [("--node-limit", "500"), ("--time-limit", "0.3")])
def test_a_limit_of_the_search_is_told_after_the_tours_found_so_far(solve, option, value):
    done = solve("7x7", "--all", option, value)
    assert done.returncode == UNKNOWN
    what = {"--node-limit": "node limit of 500", "--time-limit": "time limit of 0.3 s"}[option]
    count = len(done.stdout.splitlines())
    assert count > 0
    assert done.stderr == f"solve.py: stopped at the {what}: {count:,} open tours, there may be more\n"


def test_a_limit_before_the_first_tour_leaves_the_answer_unknown(solve):
    done = solve("6x6", "--all", "--node-limit", 5)
    assert (done.returncode, done.stdout) == (UNKNOWN, "")
    assert done.stderr == "solve.py: stopped at the node limit of 5: 0 open tours, there may be more\n"


def endless():
    """A list of all 10^16 tours of 8x8, which must be stopped."""
    return subprocess.Popen(
        [sys.executable, "scripts/solve.py", "8x8", "--all"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_first_tours_come_at_once_and_a_reader_may_go_away():
    with endless() as run:
        assert run.stdout.readline().startswith("0,0 ")
        run.stdout.close()
        said = run.stderr.read()
        assert run.wait(timeout=60) == NOT_READ
    assert said == ""


def test_ctrl_c_stops_a_list():
    with endless() as run:
        first = run.stdout.readline()
        os.kill(run.pid, signal.SIGINT)
        _, said = run.communicate(timeout=60)
    assert run.returncode == INTERRUPTED
    assert said == "solve.py: stopped\n"
    assert len(first.split()) == 64


BAD_INPUT = {
    "a solver": (["5x5", "--all", "--solver", "auto"], "--solver has no effect with --all"),
    "an option": (["5x5", "--all", "--option", "seed=1"], "--option has no effect with --all"),
    "a picture": (["5x5", "--all", "--svg", "all.svg"], "--svg has no effect with --all"),
    "one document": (["5x5", "--all", "--json"], "--json has no effect with --all"),
    "a certificate": (["5x5", "--all", "--certificate", "proofs"], "--certificate has no effect with --all"),
    "a summary": (["5x5", "--all", "--format", "summary"], "use grid, squares or jsonl"),
    "a tour to verify": (["5x5", "--all", "--verify", "-"], "--all has no effect with --verify"),
    "the table of solvers": (["--list-solvers", "--all"], "--all has no effect with --list-solvers"),
    "a limit of nothing": (["5x5", "--all", "--limit", "0"], "--limit 0 lists no tour"),
    "a negative limit": (["5x5", "--all", "--limit", "-3"], "--limit -3 lists no tour"),
    "a limit that is no number": (["5x5", "--all", "--limit", "many"], "'many' is not a whole number"),
    "a limit without a list": (["5x5", "--limit", "3"], "--limit belongs to a list of tours: add --all"),
    "symmetric without a list": (["5x5", "--symmetric"], "--symmetric belongs to a list of tours: add --all"),
    "symmetry without a list": (["5x5", "--up-to-symmetry"], "--up-to-symmetry belongs to a list of tours: add --all"),
    "jsonl without a list": (["5x5", "--format", "jsonl"], "--format jsonl belongs to a list of tours: add --all"),
    "a board too large": (["2000x2000", "--all"], "4,000,000 squares are too many"),
    "too many symmetries": (["100x100", "--wrap", "both", "--all", "--symmetric"], "too many symmetries"),
    "no board": (["--all"], "no BOARD is given"),
}


@pytest.fixture(scope="module")
def refused(scripts_at_once):
    return scripts_at_once("solve.py", {name: (words, "") for name, (words, _) in BAD_INPUT.items()})


@pytest.mark.parametrize("name", BAD_INPUT)
def test_what_cannot_be_listed_is_refused_in_one_sentence(refused, name):
    done = refused[name]
    assert (done.returncode, done.stdout) == (BAD, "")
    assert BAD_INPUT[name][1] in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("option", ["--symmetric", "--up-to-symmetry", "--format=grid"])
def test_a_graph_file_has_no_symmetries_and_no_grid(solve, tmp_path, option):
    path = tmp_path / "edge.col"
    path.write_text("p edge 2 1\ne 1 2\n")
    done = solve(path, "--all", option)
    assert (done.returncode, done.stdout) == (BAD, "")
    assert "a graph file" in done.stderr
    assert done.stderr.count("\n") == 1
