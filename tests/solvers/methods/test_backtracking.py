"""Classic backtracking makes the search of the usual programs, node for node."""

import networkx as nx
import pytest

from graphs import Board, MoveError, knight_graph, leaper_moves
from solvers import Problem, enumerate_tours, solve
from tests.solvers.data import data
from tests.solvers.problems import fingerprint

SEEDS = data("seed_programs")
PLAIN = SEEDS["programs"]["cpp-backtracking"]
JAVA = SEEDS["programs"]["java-backtracking"]


def first_tour(problem, move_order):
    result = solve(problem, "backtracking", move_order=move_order)
    return {"status": result.status.value, "nodes": result.nodes, "tour_sha256": fingerprint(result.tour)}


@pytest.mark.parametrize(
    "move_order, program", [("clockwise", PLAIN), ("java", JAVA), (leaper_moves((1, 2), "java"), JAVA)], ids=str
)
def test_5x5_is_searched_as_by_the_program_of_the_document(move_order, program):
    graph = knight_graph(Board(5, 5))
    printed = {tuple(map(int, start.split(","))): entry for start, entry in program["5x5"].items() if "tour_sha256" in entry}
    assert len(printed) == 13
    assert {start: first_tour(Problem(graph, start=start), move_order) for start in printed} == printed


@pytest.mark.slow
def test_8x8_from_the_corner_takes_8250733_nodes(on_board):
    assert first_tour(on_board("8x8", start=(0, 0)), "clockwise") == PLAIN["8x8"]["0,0"] | {"nodes": 8_250_733}


def test_every_tour_comes_in_the_order_in_which_the_java_program_prints_it(on_board):
    printed = SEEDS["every_tour"]["java-backtracking"]["5x5"]["0,0"]
    tours = list(enumerate_tours(on_board("5x5", start=(0, 0)), "backtracking", move_order="java"))
    assert (len(tours), fingerprint(*tours)) == (printed["tours"], printed["tours_sha256"])


def test_an_order_that_lacks_a_move_is_told_which(on_board):
    with pytest.raises(MoveError, match=r"no move from \(0, 0\) to \(2, 1\)"):
        solve(on_board("5x5"), "backtracking", move_order=[(1, 2)])


def test_a_path_of_thousands_of_squares_is_walked_without_recursion():
    result = solve(nx.path_graph(50_000), "backtracking", start=0)
    assert (result.exists, result.nodes) == (True, 50_000)
