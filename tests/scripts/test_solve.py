"""scripts/solve.py as a person uses it."""

import json
import os
import re
import subprocess
import sys

import networkx as nx
import pytest

from graphs import Board, leaper_graph, verify_on_board, verify_tour
from solvers import count_tours, enumerate_tours, list_tours
from solvers.commands.input_output import NUMBERED
from tests.processes import ROOT, complaint

KEYS = ["board", "leaper", "start", "end", "closed", "solver", "options", "status", "reason", "nodes", "seconds", "tour"]
CLASSIC = ["backtracking", "warnsdorff", "warnsdorff-backtracking", "cp-sat"]
FOUND, IMPOSSIBLE, UNKNOWN = 0, 1, 3


def test_a_grid_wider_than_the_terminal_gives_way_to_the_summary(solve):
    assert len(solve("8x8", columns=23).stdout.splitlines()) == 8
    narrow = solve("8x8", columns=22)
    assert narrow.stdout.startswith("auto: found, 64 squares")
    assert narrow.stdout.count("\n") == 1
    assert re.fullmatch(r"solve.py: the grid is wider than the terminal\b.*--format grid\b.*\n", narrow.stderr)


def test_a_tour_that_is_printed_in_several_blocks_is_whole(solve):
    lines = solve("300x300 --format squares").stdout.splitlines()
    printed = solve("300x300 --json").stdout
    tour = json.loads(printed)["tour"]
    assert [[*map(int, line.split(","))] for line in lines] == tour
    assert verify_on_board(Board(300, 300), tour)
    assert printed == json.dumps(json.loads(printed)) + "\n"


def test_a_large_tour_is_printed_without_a_copy_in_memory():
    """As Python's objects, the tour alone would take more than 100 bytes a square."""
    assert peak_memory("1000x1000 --json") - peak_memory("1000x1000 --format summary") < 1_000_000 * 50


def peak_memory(line):
    """The most memory that solve.py held at any time, in bytes."""
    run = subprocess.Popen([sys.executable, "scripts/solve.py", *line.split()], cwd=ROOT, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    assert run.returncode == FOUND
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def test_a_closed_tour_with_fixed_ends_of_another_leaper_on_a_joined_board(document):
    answer, status = document("solve.py --closed 4x4 --start 2,2 --end 2,1 --leaper 0,1 --wrap both --solver cp-sat")
    assert (status, answer["leaper"], answer["closed"], answer["start"], answer["end"]) == (FOUND, [0, 1], True, [2, 2], [2, 1])
    graph = leaper_graph(Board(4, 4, wrap="both"), 0, 1)
    assert verify_tour(graph, answer["tour"], start=(2, 2), end=(2, 1), closed=True)


@pytest.mark.parametrize(
    "name, text, first",
    [
        ("path.col", "c a path\np edge 3 2\ne 1 2\ne 2 3\n", "1"),
        ("path.hcp", "NAME : path\nTYPE : HCP\nDIMENSION : 3\nEDGE_DATA_SECTION\n1 2\n2 3\n-1\nEOF\n", "1"),
        ("path.g6", nx.to_graph6_bytes(nx.path_graph(3), header=False).decode(), "0"),
    ],
)
def test_a_tour_of_a_graph_file_is_a_list_of_its_numbers(solve, document, tmp_path, name, text, first):
    (tmp_path / name).write_text(text)
    lines = solve(tmp_path / name, "--start", first).stdout.splitlines()
    assert lines == [str(int(first) + step) for step in range(3)]
    answer, status = document("solve.py", tmp_path / name, "--end", first)
    assert list(answer) == KEYS
    assert (status, answer["leaper"], answer["board"]) == (FOUND, None, str(tmp_path / name))
    assert (answer["end"], answer["tour"]) == (int(first), [int(line) for line in lines[::-1]])


def test_no_picture_is_written_when_there_is_no_tour(solve, tmp_path):
    done = solve("3x3 --svg", tmp_path / "tour.svg")
    assert (done.returncode, "no tour to draw" in done.stderr) == (IMPOSSIBLE, True)
    assert solve("20x20 --closed --node-limit 10 --svg", tmp_path / "tour.svg").returncode == UNKNOWN
    assert list(tmp_path.iterdir()) == []


def test_a_picture_goes_to_standard_output_alone(solve):
    done = solve("5x5 --svg -")
    assert done.stdout.startswith("<svg")
    assert done.stdout.rstrip().endswith("</svg>")
    assert "found" in done.stderr
    assert solve("3x3 --svg -").stdout == ""


def test_a_page_plays_the_tour(solve, tmp_path):
    path = tmp_path / "tour.html"
    done = solve("5x5 --start a1 --html", path)
    assert (done.returncode, done.stderr) == (FOUND, "")
    assert done.stdout.startswith("auto: found, 25 squares")
    page = path.read_text()
    assert ("Is there an open tour of 5x5 from a1? Yes." in page, '"20:' in page) == (True, True)


def test_the_solvers_are_listed(solve):
    done = solve("--list-solvers")
    assert done.returncode == FOUND
    assert set(CLASSIC) <= set(done.stdout.splitlines())
    assert "options: move_order=adjacency, tie_break=first, seed=0" in done.stdout


def test_known_steps_are_given_one_by_one_or_as_numbers_of_a_grid(solve, document):
    answer, status = document("solve.py 8x8 --step 17=c3 --step 1=a1")
    assert (status, answer["steps"], answer["tour"][16]) == (FOUND, [[17, [5, 2]]], [5, 2])
    grid = solve("8x8 --step 17=c3").stdout
    assert solve("-", stdin=grid.replace("42", " .")).stdout == grid


def test_the_helps_and_docstrings_specify_in_the_same_words_which_tours_are_counted(script):
    def words(text):
        return " ".join(text.split())

    texts = [words(script(f"{name}.py --help", columns=10_000).stdout) for name in ("solve", "count")]
    texts += [words(each.__doc__) for each in (enumerate_tours, list_tours, count_tours)]
    texts.append(words((ROOT / "scripts" / "README.md").read_text(encoding="utf-8")))
    assert [text.count(NUMBERED) for text in texts] == [1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    "body, told",
    [
        ("raise ValueError('my fault')", "crashed: ValueError: my fault"),
        ("raise SystemExit(0)", "crashed: SystemExit: 0"),
        ("return None", "must return an Outcome with a Status, not None"),
        ("return Outcome.found([(0, 0)], 1)", "gave a wrong tour"),
    ],
)
def test_a_function_of_the_user_that_fails_is_bad_input(solve, tmp_path, body, told):
    path = tmp_path / "mine.py"
    path.write_text(f"from solvers import Outcome\n\ndef walk(problem, meter):\n    {body}\n")
    assert f"solver 'walk' {told}" in complaint(solve(f"5x5 --solver {path}:walk"))
    assert f"solver 'walk' {told}" in solve(f"5x5 --solver {path}:walk --debug").stderr.splitlines()[-1]


def test_the_solvers_are_listed_as_json(solve):
    table = {each["name"]: each for each in json.loads(solve("--list-solvers --json").stdout)}
    assert table["backtracking"]["exact"]
    assert not table["warnsdorff"]["exact"]
    assert table["cp-sat"]["options"] == {"model": "circuit", "workers": 1, "seed": 0}
    needed = "name summary exact closed fixed_end enumerates seeded needs_board available reference"
    assert set(needed.split()) <= set(table["cp-sat"])


def test_a_recording_stops_after_a_million_events_and_the_search_goes_on(solve, tmp_path):
    page = tmp_path / "search.html"
    done = solve("8x8 --start 0,0 --solver backtracking --node-limit 510000 --watch", page)
    assert done.stderr.count("\n") == 1
    assert "recording stops after 1,000,000 events" in done.stderr
    assert "stopped at the node limit of 510,000" in done.stdout
    assert "the recording stops after 1,000,000 events" in page.read_text()


def test_a_picture_names_its_ends_as_the_user_does(solve):
    assert ">start a8<" in solve("8x8 --start a8 --svg -").stdout
