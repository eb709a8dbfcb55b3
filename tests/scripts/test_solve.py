"""scripts/solve.py as a person uses it."""

import json
import subprocess
import sys
import time
from pathlib import Path

import networkx as nx
import pytest

from graphs import Board, knight_graph, leaper_graph, verify_tour

ROOT = Path(__file__).parents[2]
KEYS = ["board", "leaper", "start", "end", "closed", "solver", "options", "status", "reason", "nodes", "seconds", "tour"]
CLASSIC = ["backtracking", "warnsdorff", "warnsdorff-backtracking", "cp-sat"]
FOUND, IMPOSSIBLE, BAD, UNKNOWN = 0, 1, 2, 3

TOUR_OF_3X4 = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n"


@pytest.fixture
def solve(script):
    return lambda *arguments, **how: script("solve.py", *arguments, **how)


@pytest.fixture
def document(solve):
    """The JSON document of a run, and its exit status."""

    def run(*arguments, **how):
        done = solve(*arguments, "--json", **how)
        assert done.stderr == ""
        assert done.stdout.count("\n") == 1
        return json.loads(done.stdout), done.returncode

    return run


def squares(tour):
    return [tuple(square) for square in tour]


def test_a_tour_is_shown_as_a_grid_with_a_summary_beside_it(solve):
    done = solve("5x5", "--start", "0,0")
    assert done.returncode == FOUND
    grid = [line.split() for line in done.stdout.splitlines()]
    assert sorted(int(number) for line in grid for number in line) == list(range(1, 26))
    assert grid[0][0] == "1"
    assert done.stderr.startswith("auto: found, 25 squares, 25 nodes, ")
    assert done.stderr.count("\n") == 1


def test_a_grid_wider_than_the_terminal_gives_way_to_the_summary(solve):
    assert len(solve("8x8", columns=23).stdout.splitlines()) == 8
    narrow = solve("8x8", columns=22)
    assert narrow.stdout.startswith("auto: found, 64 squares")
    assert narrow.stdout.count("\n") == 1


def test_the_summary_is_one_line(solve):
    done = solve("5x5", "--start", "2,2", "--solver", "warnsdorff", "--format", "summary")
    assert done.stdout.startswith("warnsdorff: found, 25 squares, 25 nodes, ")
    assert done.stdout.endswith(" s\n")
    assert done.stdout.count("\n") == 1


def test_squares_are_listed_one_a_line(solve):
    lines = solve("5x5", "--start", "0,0", "--end", "4,4", "--format", "squares").stdout.splitlines()
    tour = [tuple(map(int, line.split(","))) for line in lines]
    assert verify_tour(knight_graph(Board(5, 5)), tour, start=(0, 0), end=(4, 4))


def test_a_grid_can_be_asked_for(solve):
    assert len(solve("8x8", "--format", "grid", columns=10).stdout.splitlines()) == 8


def test_json_is_one_document_with_the_keys_of_the_contract(document):
    answer, status = document("5x5", "--start", "0,0", "--solver", "backtracking", "--option", "move_order=clockwise")
    assert status == FOUND
    assert list(answer) == KEYS
    tour, seconds = answer.pop("tour"), answer.pop("seconds")
    assert answer == {
        "board": "5x5",
        "leaper": [1, 2],
        "start": [0, 0],
        "end": None,
        "closed": False,
        "solver": "backtracking",
        "options": {"move_order": "clockwise"},
        "status": "found",
        "reason": "",
        "nodes": 8840,
    }
    assert 0 < seconds < 60
    assert verify_tour(knight_graph(Board(5, 5)), squares(tour), start=(0, 0))


def test_what_is_impossible_has_a_reason_and_status_1(document):
    answer, status = document("3x3", "--solver", "backtracking")
    assert (status, answer["status"], answer["tour"]) == (IMPOSSIBLE, "impossible", None)
    assert list(answer) == KEYS
    assert "exhausted" in answer["reason"]


@pytest.mark.parametrize("limit", [("--node-limit", 1000), ("--time-limit", 0.2)])
def test_what_is_not_settled_within_the_budget_has_a_reason_and_status_3(document, limit):
    answer, status = document("20x20", "--closed", "--solver", "backtracking", *limit)
    assert (status, answer["status"], answer["tour"]) == (UNKNOWN, "unknown", None)
    assert "limit" in answer["reason"]
    assert list(answer) == KEYS


def test_a_node_limit_is_kept_to_the_node(document):
    answer, _ = document("8x8", "--solver", "backtracking", "--node-limit", 12_345)
    assert answer["nodes"] == 12_345


def test_a_dead_end_of_the_greedy_walk_has_status_3(solve):
    done = solve("3x3", "--solver", "warnsdorff", "--start", "1,1")
    assert done.returncode == UNKNOWN
    assert "dead end at (1, 1)" in done.stdout


def test_a_closed_tour_with_fixed_ends(document):
    answer, status = document("6x6", "--closed", "--start", "2,2", "--end", "4,3", "--solver", "cp-sat")
    assert (status, answer["closed"], answer["start"], answer["end"]) == (FOUND, True, [2, 2], [4, 3])
    assert verify_tour(knight_graph(Board(6, 6)), squares(answer["tour"]), start=(2, 2), end=(4, 3), closed=True)


def test_another_leaper_on_a_joined_board(document):
    answer, status = document("4x4", "--leaper", "0,1", "--wrap", "both", "--closed")
    assert (status, answer["leaper"]) == (FOUND, [0, 1])
    assert verify_tour(leaper_graph(Board(4, 4, wrap="both"), 0, 1), squares(answer["tour"]), closed=True)


@pytest.mark.parametrize("name", CLASSIC)
def test_a_board_of_nothing_but_holes_has_no_tour_and_says_why(document, name):
    answer, status = document("-", "--solver", name, stdin="##\n##\n")
    assert (status, answer["status"]) == (IMPOSSIBLE, "impossible")
    assert "no squares" in answer["reason"]


def test_a_board_text_is_read_from_a_file(document, tmp_path):
    ring = tmp_path / "ring.txt"
    ring.write_text("...\n.#.\n...\n")
    answer, status = document(ring, "--closed")
    assert (status, answer["board"], len(answer["tour"])) == (FOUND, "...\n.#.\n...", 8)


def test_a_board_text_is_read_from_standard_input(solve):
    done = solve("-", stdin="...\n.#.\n...\n")
    assert done.returncode == FOUND
    assert len(done.stdout.splitlines()) == 3


@pytest.mark.parametrize(
    ("name", "text", "first"),
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
    answer, status = document(tmp_path / name, "--end", first)
    assert list(answer) == KEYS
    assert (status, answer["leaper"], answer["board"]) == (FOUND, None, str(tmp_path / name))
    assert (answer["end"], answer["tour"]) == (int(first), [int(line) for line in lines[::-1]])


def test_a_graph_file_without_vertices_has_no_tour(solve, tmp_path):
    (tmp_path / "none.col").write_text("p edge 0 0\n")
    done = solve(tmp_path / "none.col")
    assert done.returncode == IMPOSSIBLE
    assert "no squares" in done.stdout


def test_a_picture_is_written_when_there_is_a_tour(solve, tmp_path):
    picture = tmp_path / "tour.svg"
    done = solve("5x5", "--svg", picture)
    assert done.returncode == FOUND
    assert picture.read_text().startswith("<svg")
    assert done.stdout.startswith("auto: found")
    assert list(tmp_path.iterdir()) == [picture]


def test_no_picture_is_written_when_there_is_no_tour(solve, tmp_path):
    assert solve("3x3", "--svg", tmp_path / "tour.svg").returncode == IMPOSSIBLE
    assert solve("20x20", "--closed", "--node-limit", 10, "--svg", tmp_path / "tour.svg").returncode == UNKNOWN
    assert list(tmp_path.iterdir()) == []


def test_a_picture_goes_to_standard_output_alone(solve):
    done = solve("5x5", "--svg", "-")
    assert done.stdout.startswith("<svg")
    assert done.stdout.rstrip().endswith("</svg>")
    assert "found" in done.stderr
    assert solve("3x3", "--svg", "-").stdout == ""


def test_options_of_the_solver_are_passed_on(document):
    moves = "[[1,2],[2,1],[2,-1],[1,-2],[-1,-2],[-2,-1],[-2,1],[-1,2]]"
    given, _ = document("5x5", "--solver", "backtracking", "--option", f"move_order={moves}")
    named, _ = document("5x5", "--solver", "backtracking", "--option", "move_order=java")
    assert given["options"] == {"move_order": json.loads(moves)}
    assert given["tour"] == named["tour"]
    both, _ = document("8x8", "--solver", "warnsdorff", "--option", "tie_break=roth+random", "--option", "seed=7")
    assert both["options"] == {"tie_break": "roth+random", "seed": 7}


def test_the_same_question_prints_the_same_answer(document):
    asked = ("8x8", "--solver", "warnsdorff", "--option", "tie_break=random", "--option", "seed=3")
    first, second = (document(*asked)[0] | {"seconds": 0} for _ in range(2))
    assert first == second


def test_the_solvers_are_listed(solve):
    done = solve("--list-solvers")
    assert done.returncode == FOUND
    assert set(CLASSIC) <= set(done.stdout.splitlines())
    assert "options: move_order=adjacency, tie_break=first, seed=0" in done.stdout


def test_the_solvers_are_listed_as_json(solve):
    table = {each["name"]: each for each in json.loads(solve("--list-solvers", "--json").stdout)}
    assert table["backtracking"]["exact"]
    assert not table["warnsdorff"]["exact"]
    assert table["cp-sat"]["options"] == {"workers": 1, "seed": 0, "hint": None}
    needed = {
        "name",
        "summary",
        "exact",
        "closed",
        "fixed_end",
        "enumerates",
        "seeded",
        "needs_board",
        "available",
        "reference",
    }
    assert needed <= set(table["cp-sat"])


def test_solvers_of_other_packages_are_listed_and_used(solve):
    assert "denies" in solve("--list-solvers", plug_ins=True).stdout.splitlines()
    assert solve("5x5", "--solver", "denies", plug_ins=True).returncode == IMPOSSIBLE


def test_a_solver_that_crashes_is_told_in_one_line(solve):
    done = solve("5x5", "--solver", "crashes", plug_ins=True)
    assert done.returncode not in (FOUND, IMPOSSIBLE, UNKNOWN)
    assert done.stdout == ""
    assert "solver 'crashes' crashed: ZeroDivisionError" in done.stderr
    assert done.stderr.count("\n") == 1


def test_help_names_the_exit_statuses(solve):
    done = solve("--help")
    assert done.returncode == 0
    assert "Exit status" in done.stdout


def test_a_time_limit_is_kept_by_the_whole_process(document):
    before = time.monotonic()
    answer, status = document("20x20", "--closed", "--solver", "backtracking", "--time-limit", 1)
    assert (status, "time limit of 1 s" in answer["reason"]) == (UNKNOWN, True)
    assert time.monotonic() - before < 4


# Bad input: one line on standard error, nothing on standard output, status 2.

BAD_INPUT = {
    "no board": ([], "BOARD"),
    "a board without rows": (["0x5"], "0x5"),
    "a board that is none": (["8by8"], "8by8"),
    "an empty name": ([""], "empty"),
    "a negative size": (["8x-8"], "8x-8"),
    "a board too large for a graph": (["3000x3000", "--solver", "warnsdorff"], "9,000,000 squares"),
    "a board too large for a graph, CP-SAT": (["3000x3000", "--solver", "cp-sat"], "9,000,000 squares"),
    "a start off the board": (["5x5", "--start", "5,0"], "(5, 0)"),
    "a negative start": (["5x5", "--start=-1,0"], "(-1, 0)"),
    "an end off the board": (["5x5", "--end", "0,5"], "(0, 5)"),
    "an end equal to the start": (["5x5", "--start", "0,0", "--end", "0,0"], "equal to the start"),
    "a start that is one number": (["5x5", "--start", "3"], "--start"),
    "a start that is three numbers": (["5x5", "--start", "0,0,0"], "--start"),
    "a start that is no number": (["5x5", "--start", "a,b"], "--start"),
    "an end that is no number": (["5x5", "--end", "corner"], "--end"),
    "an unknown solver": (["5x5", "--solver", "warnsdorf"], "did you mean 'warnsdorff'"),
    "an unknown option": (["5x5", "--solver", "warnsdorff", "--option", "colour=red"], "move_order"),
    "an option of another solver": (["5x5", "--solver", "backtracking", "--option", "tie_break=roth"], "tie_break"),
    "an option that is an argument of solve": (["5x5", "--option", "problem=1"], "problem"),
    "an option named as the budget": (["5x5", "--option", "budget=1"], "budget"),
    "an option named as the solver": (["5x5", "--option", "solver=cp-sat"], "solver"),
    "an option without a value": (["5x5", "--option", "move_order"], "K=V"),
    "an option without a name": (["5x5", "--option", "=java"], "K=V"),
    "a seed out of range": (["5x5", "--solver", "cp-sat", "--option", "seed=-1"], "seed=-1"),
    "workers out of range": (["5x5", "--solver", "cp-sat", "--option", "workers=0"], "workers=0"),
    "an unknown tie-break": (["5x5", "--solver", "warnsdorff", "--option", "tie_break=foo"], "first, random, roth, pohl"),
    "an unknown move order": (["5x5", "--solver", "backtracking", "--option", "move_order=foo"], "adjacency, clockwise, java"),
    "a move order that lacks moves": (["5x5", "--solver", "backtracking", "--option", "move_order=[[1,2]]"], "every move"),
    "a hint that is no list": (["5x5", "--solver", "cp-sat", "--option", "hint=5"], "hint"),
    "no time": (["5x5", "--time-limit", "0"], "time limit"),
    "negative time": (["5x5", "--time-limit", "-1"], "time limit"),
    "time that is no number": (["5x5", "--time-limit", "nan"], "time limit"),
    "endless time": (["5x5", "--time-limit", "inf"], "time limit"),
    "time in words": (["5x5", "--time-limit", "soon"], "--time-limit"),
    "no nodes": (["5x5", "--node-limit", "0"], "node limit"),
    "negative nodes": (["5x5", "--node-limit", "-5"], "node limit"),
    "half a node": (["5x5", "--node-limit", "1.5"], "--node-limit"),
    "no leaper": (["5x5", "--leaper", "0,0"], "leaper"),
    "a negative leaper": (["5x5", "--leaper=-1,2"], "leaper"),
    "a leaper of one number": (["5x5", "--leaper", "2"], "--leaper"),
    "an unknown wrap": (["5x5", "--wrap", "sideways"], "--wrap"),
    "an unknown format": (["5x5", "--format", "poem"], "--format"),
    "two forms of output": (["5x5", "--json", "--format", "grid"], "not allowed with"),
    "an unknown argument": (["5x5", "--colour", "red"], "--colour"),
    "a picture in no folder": (["5x5", "--svg", "/no/such/folder/tour.svg"], "cannot be written"),
    "a missing file": (["/no/such/board.txt"], "No such file"),
    "a missing graph file": (["/no/such/graph.hcp"], "No such file"),
    "a missing tour file": (["5x5", "--verify", "/no/such/tour.txt"], "No such file"),
    "a directory for a board": (["tests"], "tests"),
    "a directory for a tour": (["5x5", "--verify", "tests"], "tests"),
}

BAD_STANDARD_INPUT = {
    "a ragged board": (["-"], "...\n..\n", "ragged"),
    "an empty text": (["-"], "", "empty"),
    "empty lines": (["-"], "\n\n", "empty"),
    "a strange mark on the board": (["-"], "...\n.x.\n", "'x'"),
    "a start on a hole": (["-", "--start", "1,1"], "...\n.#.\n...\n", "hole"),
    "no text for a tour": (["5x5", "--verify", "-"], "", "tour"),
    "words for a tour": (["5x5", "--verify", "-"], "no tour", "tour"),
    "a grid with a strange mark": (["5x5", "--verify", "-"], "1 2\n3 x\n", "tour"),
    "a strange digit": (["5x5", "--verify", "-"], "0,0\n1,²\n", "tour"),
    "JSON without a tour": (["5x5", "--verify", "-"], "{}", "tour"),
    "JSON with no tour": (["5x5", "--verify", "-"], '{"tour": null}', "tour"),
    "broken JSON": (["5x5", "--verify", "-"], "[1, 2", "JSON"),
    "endless JSON": (["5x5", "--verify", "-"], "[" * 100_000, "tour"),
    "an endless number": (["5x5", "--verify", "-"], "9" * 5000, ""),
}

EDGE = "p edge 2 1\ne 1 2\n"
BAD_GRAPHS = {
    "no size": ("a.col", "e 1 2\n", [], "p edge"),
    "an edge to nowhere": ("a.col", "p edge 2 1\ne 1 7\n", [], "vertex 7"),
    "a strange digit": ("a.col", "p edge ² 0\n", [], "line 1"),
    "no edges": ("a.hcp", "DIMENSION : 3\n", [], "EDGE_DATA_SECTION"),
    "no graph6": ("a.g6", "no graph\n", [], "graph6"),
    "a start that is no vertex": ("a.col", EDGE, ["--start", "0"], "start 0"),
    "a start that is a square": ("a.col", EDGE, ["--start", "1,2"], "--start"),
    "a start that is a strange digit": ("a.col", EDGE, ["--start", "²"], "--start"),
    "a leaper on no board": ("a.col", EDGE, ["--leaper", "1,2"], "--leaper"),
    "edges joined on no board": ("a.col", EDGE, ["--wrap", "rows"], "--wrap"),
    "a grid of no board": ("a.col", EDGE, ["--format", "grid"], "--format"),
    "a picture of no board": ("a.col", EDGE, ["--svg", "a.svg"], "--svg"),
    "the centre of no board": ("a.col", EDGE, ["--solver", "warnsdorff", "--option", "tie_break=roth"], "roth"),
    "an order of moves on no board": ("a.col", EDGE, ["--solver", "backtracking", "--option", "move_order=java"], "adjacency"),
}


@pytest.fixture(scope="module")
def on_bad_input(scripts_at_once):
    return scripts_at_once("solve.py", {case: (arguments, "") for case, (arguments, _) in BAD_INPUT.items()})


@pytest.fixture(scope="module")
def on_bad_standard_input(scripts_at_once):
    return scripts_at_once("solve.py", {case: (arguments, text) for case, (arguments, text, _) in BAD_STANDARD_INPUT.items()})


@pytest.fixture(scope="module")
def on_bad_graphs(scripts_at_once, tmp_path_factory):
    cases = {}
    for case, (name, text, arguments, _) in BAD_GRAPHS.items():
        path = tmp_path_factory.mktemp("graph") / name
        path.write_text(text)
        cases[case] = ([path, *arguments], "")
    return scripts_at_once("solve.py", cases)


def complaint(done):
    """The one line that is said about bad input."""
    assert (done.returncode, done.stdout) == (BAD, "")
    assert done.stderr.startswith("solve.py: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_is_told_in_one_line(on_bad_input, case):
    assert BAD_INPUT[case][-1] in complaint(on_bad_input[case])


@pytest.mark.parametrize("case", BAD_STANDARD_INPUT)
def test_bad_standard_input_is_told_in_one_line(on_bad_standard_input, case):
    assert BAD_STANDARD_INPUT[case][-1] in complaint(on_bad_standard_input[case])


@pytest.mark.parametrize("case", BAD_GRAPHS)
def test_a_bad_graph_file_or_request_is_told_in_one_line(on_bad_graphs, case):
    assert BAD_GRAPHS[case][-1] in complaint(on_bad_graphs[case])


def test_a_ragged_board_file_is_told_in_one_line(solve, tmp_path):
    (tmp_path / "board").write_text("...\n..\n")
    assert "ragged" in complaint(solve(tmp_path / "board"))


def test_a_file_that_is_not_text_is_told_in_one_line(solve, tmp_path):
    picture = b"\x89PNG\r\n\x1a\n\x00\xff\xfe"
    (tmp_path / "board.txt").write_bytes(picture)
    assert "not text" in complaint(solve(tmp_path / "board.txt"))
    assert "not text" in complaint(solve("5x5", "--verify", tmp_path / "board.txt"))
    complaint(solve("-", stdin=picture))
    complaint(solve("5x5", "--verify", "-", stdin=picture))


# --verify: a tour that was made elsewhere.


@pytest.mark.parametrize(
    "text",
    [
        TOUR_OF_3X4,
        "[[0,0],[1,2],[2,0],[0,1],[1,3],[2,1],[0,2],[2,3],[1,1],[0,3],[2,2],[1,0]]",
        '{"tour": [[0,0],[1,2],[2,0],[0,1],[1,3],[2,1],[0,2],[2,3],[1,1],[0,3],[2,2],[1,0]]}',
        "0,0\n1,2\n2,0\n0,1\n1,3\n2,1\n0,2\n2,3\n1,1\n0,3\n2,2\n1,0\n",
    ],
)
def test_a_tour_made_elsewhere_is_verified(solve, text):
    done = solve("3x4", "--start", "0,0", "--end", "1,0", "--verify", "-", stdin=text)
    assert (done.returncode, done.stdout) == (FOUND, "an open tour of 12 squares\n")


def test_a_tour_in_a_file_is_verified(solve, tmp_path):
    (tmp_path / "tour").write_text(TOUR_OF_3X4)
    assert solve("3x4", "--verify", tmp_path / "tour").returncode == FOUND


@pytest.mark.parametrize("form", [["--json"], ["--format", "grid"], ["--format", "squares"]])
def test_what_is_printed_can_be_verified(solve, form):
    printed = solve("8x8", *form).stdout
    done = solve("8x8", "--verify", "-", stdin=printed)
    assert (done.returncode, done.stdout) == (FOUND, "an open tour of 64 squares\n")


def test_a_closed_tour_made_elsewhere_is_verified(solve, tmp_path):
    """The eight squares round the centre of 3x3."""
    (tmp_path / "ring.txt").write_text("...\n.#.\n...\n")
    done = solve(tmp_path / "ring.txt", "--closed", "--verify", "-", stdin="1 4 7\n6 # 2\n3 8 5\n")
    assert (done.returncode, done.stdout) == (FOUND, "a closed tour of 8 squares\n")


NO_TOURS = {
    "a number left out": (["3x4"], TOUR_OF_3X4.replace("12", "13"), "12"),
    "not closed": (["3x4", "--closed"], TOUR_OF_3X4, "not closed"),
    "another start": (["3x4", "--start", "0,1"], TOUR_OF_3X4, "entry 0"),
    "another end": (["3x4", "--end", "0,0"], TOUR_OF_3X4, "entry 11"),
    "a larger board": (["3x5"], TOUR_OF_3X4, "left out"),
    "a smaller board": (["3x3"], TOUR_OF_3X4, "(1, 3)"),
    "another leaper": (["3x4", "--leaper", "0,1"], TOUR_OF_3X4, "not a move apart"),
    "a bad step": (["2x2"], "0,0\n1,1\n", "not a move apart"),
    "nothing": (["2x2"], "[]", "at least one square"),
    "what the Java document prints": (
        ["5x5"],
        "1 12 7 18 23\n6 17 22 13 8\n11 2 19 24 15\n16 5 14 9 20\n3 10 25 4 21\n",
        "(4, 0) to (4, 3)",
    ),
}


@pytest.fixture(scope="module")
def on_no_tours(scripts_at_once):
    cases = {case: ([*arguments, "--verify", "-"], text) for case, (arguments, text, _) in NO_TOURS.items()}
    return scripts_at_once("solve.py", cases)


@pytest.mark.parametrize("case", NO_TOURS)
def test_what_is_no_tour_is_told_why_and_has_status_1(on_no_tours, case):
    done = on_no_tours[case]
    assert done.returncode == IMPOSSIBLE
    assert done.stdout.startswith("not a tour: ")
    assert NO_TOURS[case][-1] in done.stdout


def test_a_reader_that_goes_away_gets_no_traceback():
    """As in `solve.py … | head -1`, with more lines to come than a pipe holds."""
    asked = ["160x160", "--solver", "warnsdorff", "--option", "tie_break=roth", "--start", "0,0", "--format", "squares"]
    with subprocess.Popen(
        [sys.executable, "scripts/solve.py", *asked], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout.readline() == "0,0\n"
        run.stdout.close()
        said = run.stderr.read()
    assert "Traceback" not in said
    assert "Exception ignored" not in said
