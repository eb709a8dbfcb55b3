"""solve.py --export: the graph, the tour and the clauses of a problem as files for other programs."""

import os

import networkx as nx
import pytest
from pysat.formula import CNF
from pysat.solvers import Cadical153

from graphs import Board, knight_graph
from graphs.formats import format_g6, parse_tour, read_graph

FOUND, IMPOSSIBLE, UNKNOWN = 0, 1, 3


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
    (tmp_path / "petersen.g6").write_text(format_g6(nx.petersen_graph()))
    file = tmp_path / "petersen.tour"
    assert solve(tmp_path / "petersen.g6", "--export", file).returncode == FOUND
    assert sorted(parse_tour(file.read_text())) == list(range(1, 11))
    done = solve(tmp_path / "petersen.g6", "--verify", file)
    assert (done.returncode, done.stdout) == (FOUND, "an open tour of 10 vertices\n")


def test_a_tour_made_elsewhere_is_written_as_another_file(solve, tmp_path):
    text = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n"
    done = solve("3x4 --verify - --export", tmp_path / "mine.tour", stdin=text)
    assert done.returncode == FOUND
    assert solve("3x4 --verify", tmp_path / "mine.tour").returncode == FOUND


@pytest.mark.parametrize(
    "line, status", [("4x4", IMPOSSIBLE), ("20x20 --closed --solver backtracking --node-limit 10", UNKNOWN)]
)
def test_without_a_tour_no_tour_is_written_and_the_script_says_so(solve, tmp_path, line, status):
    done = solve(f"{line} --export", tmp_path / "no.tour")
    assert done.returncode == status
    assert done.stderr.startswith(f"solve.py: no tour found: {tmp_path / 'no.tour'} is not written\n")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("line", ["8x8 --closed", "5x5 --start 0,0 --end 2,2", "4x4", "6x6 --closed --leaper 1,4"])
def test_a_sat_solver_says_of_the_clauses_what_the_script_says(solve, tmp_path, line):
    status = solve(f"{line} --export", tmp_path / "clauses.cnf").returncode
    with Cadical153(bootstrap_with=CNF(from_file=str(tmp_path / "clauses.cnf")).clauses) as cadical:
        assert cadical.solve() is {FOUND: True, IMPOSSIBLE: False}[status]


def test_clauses_of_a_graph_file(solve, tmp_path):
    (tmp_path / "petersen.g6").write_text(format_g6(nx.petersen_graph()))
    assert solve(tmp_path / "petersen.g6", "--closed", "--export", tmp_path / "clauses.cnf").returncode == IMPOSSIBLE
    assert "c 1: 0 to 1\n" in (tmp_path / "clauses.cnf").read_text()


def test_the_problem_is_written_before_the_search(solve, tmp_path):
    done = solve("30x30 --solver backtracking --node-limit 1 --export", tmp_path / "a.cnf", "--export", tmp_path / "a.col")
    assert done.returncode == UNKNOWN
    assert sorted(os.listdir(tmp_path)) == ["a.cnf", "a.col"]
