"""scripts/solve.py as a person uses it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest
from pysat.formula import CNF
from pysat.solvers import Cadical153

from graphs import Board, knight_graph, verify_on_board, verify_tour
from graphs.formats import parse_tour, read_graph
from graphs.notation import parse_square
from solvers import count_tours, enumerate_tours, list_tours
from solvers.commands.input_output import NUMBERED
from tests.processes import ROOT, complaint
from tests.tables import table

PETERSEN = "tests/data/graphs/petersen.g6"
FOUND, IMPOSSIBLE, UNKNOWN = 0, 1, 3


def test_a_grid_wider_than_the_terminal_gives_way_to_the_summary(solve):
    assert len(solve("8x8", columns=23).stdout.splitlines()) == 8
    narrow = solve("8x8", columns=22)
    assert narrow.stdout.startswith("auto: found, 64 squares")
    assert narrow.stdout.count("\n") == 1
    assert re.fullmatch(r"solve.py: the grid is wider than the terminal\b.*--format grid\b.*\n", narrow.stderr)


def test_a_tour_that_is_printed_in_several_blocks_is_whole(solve):
    lines = solve("300x300 --format squares").stdout.splitlines()
    chess = solve("300x300 --format squares --squares chess").stdout.splitlines()
    printed = solve("300x300 --json").stdout
    tour = json.loads(printed)["tour"]
    assert [[*map(int, line.split(","))] for line in lines] == tour
    assert [parse_square(line, Board(300, 300)) for line in chess] == [*map(tuple, tour)]
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


def test_all_symmetric_tours_of_6x6_are_drawn_with_their_symmetries(solve, tmp_path):
    """Published: 22 symmetric closed tours up to symmetry, 5 of them have quarter turns."""
    paths = [tmp_path / "all.svg", tmp_path / "all.html"]
    for path in paths:
        done = solve("6x6 --closed --all --self-symmetric --up-to-symmetry", f"--{path.suffix[1:]}", path)
        assert (done.returncode, done.stdout, f"{path} is written" in done.stderr) == (FOUND, "", True)
    for text in map(Path.read_text, paths):
        assert (text.count('aria-label="A closed tour of the 6x6 board"'), text.count("half turn")) == (22, 22)
        assert text.count("quarter turn") == 5
    assert [">a<" in path.read_text() for path in paths] == [False, True]  # pages name squares as in chess
    assert solve("3x3 --all --svg", tmp_path / "none.svg").returncode == IMPOSSIBLE
    assert sorted(tmp_path.iterdir()) == sorted(paths)


def test_the_tours_found_before_a_limit_are_drawn(solve, tmp_path):
    stopped = solve("6x6 --closed --all --node-limit 2000 --limit 100000 --svg", tmp_path / "some.svg")
    assert (stopped.returncode, "possibly more exist" in stopped.stderr) == (UNKNOWN, True)
    assert "A closed tour of the 6x6 board" in (tmp_path / "some.svg").read_text()


def test_the_page_of_a_dead_end_replays_the_search_and_answers_the_question(solve, tmp_path):
    path = tmp_path / "stuck.html"
    for line, answer in [
        ("8x8 --start b2", "there is an open tour of 8x8 from b2, but this search missed it"),
        ("5x5 --start b5", "there is no such tour: there are 13 squares of one colour"),
    ]:
        assert solve(f"{line} --solver warnsdorff --html", path).returncode == UNKNOWN
        assert (answer in (page := path.read_text()), 'id="search"' in page, "Unknown" in page) == (True, True, False)


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
    assert table["cp-sat"]["options"] == {"model": "circuit", "workers": 1, "seed": 0, "parameters": ""}
    needed = "name summary exact closed fixed_end enumerates seeded needs_board available reference"
    assert set(needed.split()) <= set(table["cp-sat"])


def test_a_recording_stops_after_a_million_events_and_the_search_goes_on(solve, tmp_path):
    page = tmp_path / "search.html"
    done = solve("8x8 --start 0,0 --solver backtracking --node-limit 510000 --watch", page)
    assert done.stderr.count("\n") == 1
    assert "recording stops after 1,000,000 events" in done.stderr
    assert "stopped at the node limit of 510,000" in done.stdout
    assert "the recording stops after 1,000,000 events" in page.read_text()


# Lists of all tours


@pytest.mark.parametrize("line, count, words", [(line, *case) for line, case in table("printed.toml")["lists"].items()])
def test_every_tour_is_a_line_and_the_last_message_counts_them(solve, line, count, words):
    done = solve(f"{line} --all")
    assert done.returncode == (FOUND if count else IMPOSSIBLE)
    assert len(set(done.stdout.splitlines())) == count
    assert done.stderr == f"solve.py: {words}\n"


def test_jsonl_names_symmetries(solve):
    """G. P. Jelliss, Knight's Tour Notes, on 6x6."""
    lines = solve("6x6 --closed --all --self-symmetric --up-to-symmetry --format jsonl").stdout.splitlines()
    documents = [json.loads(line) for line in lines]
    names = sorted(document["symmetries"] for document in documents)
    assert names == [["half turn"]] * 17 + [["half turn", "quarter turn"]] * 5
    for document in documents:
        verify_tour(knight_graph(Board(6, 6)), document["tour"], closed=True)


@pytest.mark.parametrize(
    "option, limit", [("--node-limit 500", "node limit of 500"), ("--time-limit 0.3", "time limit of 0.3 s")]
)
def test_a_limit_of_the_search_is_told_after_the_tours_found_so_far(solve, option, limit):
    done = solve(f"7x7 --all {option}")
    count = len(done.stdout.splitlines())
    assert (done.returncode, count > 0) == (UNKNOWN, True)
    assert re.fullmatch(rf"solve.py: .*\b{re.escape(limit)}: {count:,} open tours[,:;] possibly more exist\n", done.stderr)


# Tours that were made elsewhere

FORMATS = ["grid", "squares", "squares --squares chess", "jsonl --all --limit 1", "grid --all --limit 1"]
FORMATS += ["squares --all --limit 1"]
TOUR_OF_3X4 = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n"


@pytest.mark.parametrize("form", ["--json", *map("--format {}".format, FORMATS)])
def test_what_is_printed_can_be_verified(solve, form):
    printed = solve(f"8x8 {form}").stdout
    done = solve("8x8 --verify -", stdin=printed)
    assert (done.returncode, done.stdout) == (FOUND, "an open tour of 64 squares\n")


@pytest.mark.slow
def test_a_tour_of_more_squares_than_a_graph_holds_is_verified(solve):
    tour = solve("1001x1001 --json").stdout
    assert solve("1001x1001 --verify -", stdin=tour).stdout == "an open tour of 1,002,001 squares\n"


def test_a_verified_tour_is_drawn(solve, tmp_path):
    picture = tmp_path / "tour.svg"
    done = solve("3x4 --verify - --svg", picture, stdin=TOUR_OF_3X4)
    assert (done.returncode, done.stdout, done.stderr) == (FOUND, "an open tour of 12 squares\n", "")
    same = solve("3x4 --svg - --verify -", stdin=TOUR_OF_3X4)
    assert (same.returncode, same.stderr) == (FOUND, "an open tour of 12 squares\n")
    assert picture.read_text() == same.stdout


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_fault_of_many_digits_is_shortened(solve, form):
    done = solve("5x5 --verify -", *form, stdin=f"[[{'9' * 3000}, 0], [1, 2]]")
    assert done.returncode == IMPOSSIBLE
    assert "(3,000 characters)" in done.stdout
    assert len(done.stdout) < 500


# Files for other programs: the graph, the tour and the clauses of a problem


@pytest.mark.parametrize("ending", [".hcp", ".col", ".g6"])
def test_the_graph_of_a_board_is_written_and_read_back(solve, tmp_path, ending):
    file = tmp_path / f"board{ending}"
    done = solve("5x6 --closed --export", file)
    assert done.returncode == FOUND
    assert nx.is_isomorphic(read_graph(file), knight_graph(Board(5, 6)))
    assert solve(file, "--closed").returncode == FOUND
    assert os.listdir(tmp_path) == [file.name]


def test_the_answer_stays_what_it_is_without_the_files(solve, tmp_path):
    files = ["--export", tmp_path / "a.tour", "--export", tmp_path / "a.hcp", "--export", tmp_path / "a.cnf"]
    plain, done = solve("5x5 --start 0,0"), solve("5x5 --start 0,0", *files)
    assert (done.returncode, done.stdout) == (plain.returncode, plain.stdout)
    assert sorted(os.listdir(tmp_path)) == ["a.cnf", "a.hcp", "a.tour"]


@pytest.mark.parametrize("board", ["5x6", "...\n.#.\n...\n"])
def test_a_tour_of_a_board_is_written_and_verified(solve, tmp_path, board):
    (tmp_path / "board.txt").write_text(board)
    file = tmp_path / "mine.tour"
    assert solve(tmp_path / "board.txt", "--closed", "--export", file, "--export", tmp_path / "graph.hcp").returncode == FOUND
    for subject in ("board.txt", "graph.hcp"):  # the numbers of the tour are those of the graph file
        done = solve(tmp_path / subject, "--closed", "--verify", file)
        assert (done.returncode, done.stdout.startswith("a closed tour of ")) == (FOUND, True)


def test_a_tour_of_a_graph_file_numbered_from_0_is_written_and_verified(solve, tmp_path):
    file = tmp_path / "petersen.tour"
    assert solve(PETERSEN, "--export", file).returncode == FOUND
    assert sorted(parse_tour(file.read_text())) == list(range(1, 11))
    done = solve(PETERSEN, "--verify", file)
    assert (done.returncode, done.stdout) == (FOUND, "an open tour of 10 vertices\n")


def test_a_tour_made_elsewhere_is_written_as_another_file(solve, tmp_path):
    done = solve("3x4 --verify - --export", tmp_path / "mine.tour", stdin=TOUR_OF_3X4)
    assert done.returncode == FOUND
    assert solve("3x4 --verify", tmp_path / "mine.tour").returncode == FOUND


@pytest.mark.parametrize(
    "line, status", [("4x4", IMPOSSIBLE), ("20x20 --closed --solver backtracking --node-limit 10", UNKNOWN)]
)
@pytest.mark.parametrize("option, said", [("export", "no tour found"), ("svg", "no tour to draw")])
def test_without_a_tour_no_file_is_written_and_the_script_says_so(solve, tmp_path, line, status, option, said):
    done = solve(f"{line} --{option}", tmp_path / "no.tour")
    assert done.returncode == status
    assert done.stderr.startswith(f"solve.py: {said}: {tmp_path / 'no.tour'} is not written\n")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "line", ["8x8 --closed", "5x5 --start 0,0 --end 2,2", "4x4", "6x6 --closed --leaper 1,4", f"{PETERSEN} --closed"]
)
def test_a_sat_solver_says_of_the_clauses_what_the_script_says(solve, tmp_path, line):
    status = solve(f"{line} --export", tmp_path / "clauses.cnf").returncode
    with Cadical153(bootstrap_with=CNF(from_file=str(tmp_path / "clauses.cnf")).clauses) as cadical:
        assert cadical.solve() is {FOUND: True, IMPOSSIBLE: False}[status]


def test_the_problem_is_written_before_the_search(solve, tmp_path):
    done = solve("30x30 --solver backtracking --node-limit 1 --export", tmp_path / "a.cnf", "--export", tmp_path / "a.col")
    assert done.returncode == UNKNOWN
    assert sorted(os.listdir(tmp_path)) == ["a.cnf", "a.col"]
