"""solve.py --export and --cnf: the graph, the tour and the clauses of a problem as files for other programs."""

import os

import networkx as nx
import pytest
from pysat.formula import CNF
from pysat.solvers import Cadical153

from graphs import Board, knight_graph
from graphs.formats import format_g6, parse_tour, read_graph

FOUND, IMPOSSIBLE, BAD, UNKNOWN = 0, 1, 2, 3


@pytest.fixture
def solve(script):
    return lambda *arguments, **how: script("solve.py", *arguments, **how)


@pytest.mark.parametrize("ending", [".hcp", ".col", ".g6"])
def test_the_graph_of_a_board_is_written_and_read_back(solve, tmp_path, ending):
    file = tmp_path / f"board{ending}"
    done = solve("5x6", "--closed", "--export", file)
    assert done.returncode == FOUND
    assert nx.is_isomorphic(read_graph(file), knight_graph(Board(5, 6)))
    assert solve(file, "--closed").returncode == FOUND
    assert os.listdir(tmp_path) == [file.name]


def test_the_answer_stays_what_it_is_without_the_files(solve, tmp_path):
    files = ["--export", tmp_path / "a.tour", "--export", tmp_path / "a.hcp", "--cnf", tmp_path / "a.cnf"]
    plain, done = solve("5x5", "--start", "0,0"), solve("5x5", "--start", "0,0", *files)
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
    (tmp_path / "petersen.g6").write_text(format_g6(nx.petersen_graph()))
    file = tmp_path / "petersen.tour"
    assert solve(tmp_path / "petersen.g6", "--export", file).returncode == FOUND
    assert sorted(parse_tour(file.read_text())) == list(range(1, 11))
    done = solve(tmp_path / "petersen.g6", "--verify", file)
    assert (done.returncode, done.stdout) == (FOUND, "an open tour of 10 vertices\n")


def test_a_tour_made_elsewhere_is_written_as_another_file(solve, tmp_path):
    text = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n"
    done = solve("3x4", "--verify", "-", "--export", tmp_path / "mine.tour", stdin=text)
    assert done.returncode == FOUND
    assert solve("3x4", "--verify", tmp_path / "mine.tour").returncode == FOUND


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["4x4"], IMPOSSIBLE), (["20x20", "--closed", "--solver", "backtracking", "--node-limit", "10"], UNKNOWN)],
)
def test_without_a_tour_no_tour_is_written_and_the_script_says_so(solve, tmp_path, arguments, status):
    done = solve(*arguments, "--export", tmp_path / "no.tour")
    assert done.returncode == status
    assert done.stderr.startswith(f"solve.py: there is no tour, and {tmp_path / 'no.tour'} is not written\n")
    assert os.listdir(tmp_path) == []


def test_a_wrong_tour_is_not_written_as_another_file(solve, tmp_path):
    done = solve("3x4", "--verify", "-", "--export", tmp_path / "no.tour", stdin="0,0\n1,2\n")
    assert (done.returncode, "there is no tour" in done.stderr) == (IMPOSSIBLE, True)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["8x8"], FOUND),
        (["8x8", "--closed"], FOUND),
        (["5x5", "--start", "0,0", "--end", "2,2"], FOUND),
        (["4x4"], IMPOSSIBLE),
        (["5x5", "--closed"], IMPOSSIBLE),
        (["6x6", "--closed", "--leaper", "1,4"], IMPOSSIBLE),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_sat_solver_says_of_the_clauses_what_the_script_says(solve, tmp_path, arguments, status):
    file = tmp_path / "clauses"
    assert solve(*arguments, "--cnf", file).returncode == status
    with Cadical153(bootstrap_with=CNF(from_file=str(file)).clauses) as cadical:
        assert cadical.solve() is (status == FOUND)


def test_clauses_of_a_graph_file(solve, tmp_path):
    (tmp_path / "petersen.g6").write_text(format_g6(nx.petersen_graph()))
    assert solve(tmp_path / "petersen.g6", "--closed", "--cnf", tmp_path / "clauses").returncode == IMPOSSIBLE
    assert "c 1: 0 to 1\n" in (tmp_path / "clauses").read_text()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["5x5", "--export", "tour.txt"], "argument --export: 'tour.txt' must end in one of .tour, .hcp, .col, .g6"),
        (["5x5", "--export", "-"], "argument --export: '-' must end in one of"),
        (["5x5", "--export", ""], "argument --export: '' must end in one of"),
        (["5x5", "--export", "/no/such/folder/a.tour"], "cannot be written: there is no folder /no/such/folder"),
        (["5x5", "--cnf", "/no/such/folder/a"], "cannot be written: there is no folder /no/such/folder"),
        (["5x5", "--cnf", "tests"], "tests cannot be written: it is a folder"),
        (["5x5", "--cnf", "-"], "argument --cnf: the answer goes to standard output, and the clauses need a file"),
        (["5x5", "--cnf", ""], "a file without a name cannot be written"),
        (["--list-solvers", "--export", "a.tour"], "--export has no effect with --list-solvers"),
        (["--list-solvers", "--cnf", "a"], "--cnf has no effect with --list-solvers"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(solve, arguments, why):
    done = solve(*arguments)
    assert (done.returncode, done.stdout) == (BAD, "")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["2000x2000", "--export", "a.tour"], "a board of 4,000,000 squares is too large for a .tour file"),
        (["2000x2000", "--export", "a.hcp"], "a board of 4,000,000 squares is too large for a networkx graph"),
        (["200x200", "--export", "a.g6"], "a graph of 40,000 vertices is too large for graph6: write .hcp or .col"),
        (["300x300", "--cnf", "a"], "the clauses of 892,816 steps are too many to write: 3,000,000 at most"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_board_that_is_too_large_for_a_file_is_refused(solve, tmp_path, arguments, why):
    done = solve(*arguments[:-1], tmp_path / arguments[-1])
    assert (done.returncode, done.stdout) == (BAD, "")
    assert why in done.stderr
    assert os.listdir(tmp_path) == []


def test_the_problem_is_written_before_the_search(solve, tmp_path):
    done = solve(
        "30x30", "--solver", "backtracking", "--node-limit", 1, "--cnf", tmp_path / "a", "--export", tmp_path / "a.col"
    )
    assert done.returncode == UNKNOWN
    assert sorted(os.listdir(tmp_path)) == ["a", "a.col"]
