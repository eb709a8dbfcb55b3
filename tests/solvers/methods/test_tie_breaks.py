"""The tie-breaks of Warnsdorff's rule: which of the tied squares each of them keeps."""

from hashlib import sha256

import networkx as nx
import pytest

from graphs import Board
from solvers import Problem, UnsupportedProblem, solve
from solvers.methods.tie_breaks import centre_tie_break_array, centre_tie_break_ranks, squirrel_tie_break_stages
from tests.solvers.problems import fingerprint


def test_ties_are_broken_by_the_first_in_the_move_order():
    for order in (["a", "b"], ["b", "a"]):
        square = nx.Graph([("start", order[0]), ("start", order[1]), ("a", "end"), ("b", "end")])
        assert solve(square, "warnsdorff", start="start").tour[1] == order[0]


def test_pohl_breaks_ties_by_the_neighbours_of_the_neighbours():
    """Of the two ways round this ring, the one over `v` and `q` has fewer branches ahead: `p` has a chord."""
    ring = nx.Graph(["su", "sv", "up", "pw", "wx", "xq", "qv", "px"])
    walks = {name: solve(ring, "warnsdorff", start="s", tie_break=name).tour for name in ("first", "pohl")}
    assert "".join(walks["first"]) == "supwxqv"
    assert "".join(walks["pohl"]) == "svqxwpu"


def test_roth_breaks_ties_by_the_distance_to_the_centre():
    middle_first = nx.Graph([((0, 3), (0, 4)), ((0, 3), (0, 0)), ((0, 4), (0, 6)), ((0, 0), (0, 6))])
    problem = Problem(middle_first, start=(0, 3))
    assert solve(problem, "warnsdorff", tie_break="first").tour[1] == (0, 4)
    assert solve(problem, "warnsdorff", tie_break="roth").tour[1] == (0, 0)


def test_random_ties_are_the_same_on_any_machine(on_board):
    walk = solve(on_board("8x8", start=(0, 0)), "warnsdorff", tie_break="random", seed=2024, move_order="clockwise")
    assert fingerprint(walk.tour) == "1427ed015e51918a"


def test_tie_breaks_can_be_joined(on_board):
    problem = on_board("8x8", start=(0, 0))
    both = [solve(problem, "warnsdorff", tie_break="roth+random", seed=seed) for seed in range(20)]
    assert all(result.exists for result in both)  # Roth with random ties: 100 % of 1000 runs from a corner
    assert len({result.tour for result in both}) > 1


@pytest.mark.parametrize(
    "size", [*range(5, 60, 7), 63, 64, 65, 66, 74, 112, *(pytest.param(size, marks=pytest.mark.slow) for size in range(5, 112))]
)
def test_squirrels_orders_tour_square_boards_from_the_corner(size):
    """S. Ganzfried (2004): every n from 5 on but 74."""
    found = solve(Board(size, size), "warnsdorff-compiled", start=(0, 0), tie_break="squirrel")
    assert (found.tour is None) == (size == 74)


def test_squirrels_orders_and_squares_are_those_of_the_paper():
    """Read off once, for boards whose sides have each remainder by 16."""
    stages = [squirrel_tie_break_stages(Problem(Board(side, side))) for side in range(16, 32)]
    told = repr([[(tuple(moves), until) for moves, until in each] for each in stages])
    assert sha256(told.encode()).hexdigest()[:16] == "d4b3dc791e60ab5d"


@pytest.mark.parametrize("name", ["warnsdorff", "warnsdorff-compiled"])
@pytest.mark.parametrize(
    "problem",
    [
        Problem("8x9"),
        Problem("8x8", start=(0, 1)),
        Problem(Board(8, 8, holes=[(4, 4)])),
        Problem(Board(8, 8, wrap="both")),
        Problem.on_board("8x8", (1, 3)),
        Problem(nx.cycle_graph(64)),
    ],
)
def test_squirrels_orders_are_for_square_boards_from_the_corner(problem, name):
    with pytest.raises(UnsupportedProblem, match="n x n"):
        solve(problem, name, tie_break="squirrel")


def test_the_array_of_roths_ranks_holds_the_same_ranks():
    for board in (Board(5, 7), Board(6, 5, holes=[(0, 0), (2, 3), (5, 4)])):
        problem = Problem(board)
        assert centre_tie_break_array(problem).tolist() == list(centre_tie_break_ranks(problem).values())


@pytest.mark.parametrize("nodes", [range(5), "abc", [(0, 0, 0), (0, 0, 1)]])
def test_a_graph_without_rows_and_columns_has_no_centre(nodes):
    for solver in ("warnsdorff", "warnsdorff-compiled"):
        with pytest.raises(UnsupportedProblem, match="'roth' needs a board"):
            solve(nx.path_graph(nodes), solver, tie_break="roth")
