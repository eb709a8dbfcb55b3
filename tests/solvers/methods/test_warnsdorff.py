"""Warnsdorff's rule: greedy, never claiming more than it walked; and with backtracking, exact."""

import json
from hashlib import sha256
from pathlib import Path

import networkx as nx
import pytest

from graphs import Board, knight_graph
from solvers import Budget, OptionError, Problem, Status, UnsupportedProblem, solve

SEEDS = json.loads((Path(__file__).parents[2] / "data" / "seed_programs.json").read_text(encoding="utf-8"))["programs"]
TIE_BREAKS = ["first", "random", "roth", "pohl"]


def told(tour):
    return sha256(" ".join(f"{row},{col}" for row, col in tour).encode()).hexdigest()[:16]


def answers(name, solver, entries):
    """What our solver says to every start, written as in the data of the documents' programs."""
    graph = knight_graph(Board.parse(name))
    said = {}
    for start, entry in entries.items():
        problem = Problem(graph, start=tuple(map(int, start.split(","))))
        limit = Budget(nodes=entry["nodes"]) if entry["status"] == "unknown" else None
        result = solve(problem, solver, budget=limit, move_order="clockwise")
        said[start] = {"status": result.status.value, "nodes": result.nodes}
        if result.tour is not None:
            said[start]["tour_sha256"] = told(result.tour)
    return said


@pytest.mark.parametrize("board", ["5x5", "6x6", "7x7", "8x8"])
def test_the_rule_with_backtracking_searches_as_the_cpp_program_of_the_document(board):
    printed = SEEDS["cpp-warnsdorff"][board]
    assert len(printed) == len(Board.parse(board))
    assert answers(board, "warnsdorff-backtracking", printed) == printed


@pytest.mark.parametrize("board", ["5x5", "6x6", "7x7", "8x8"])
def test_the_greedy_walk_goes_where_the_python_program_of_the_document_goes(board):
    graph = knight_graph(Board.parse(board))
    for text, walk in SEEDS["python-warnsdorff"][board].items():
        result = solve(Problem(graph, start=tuple(map(int, text.split(",")))), "warnsdorff", move_order="clockwise")
        assert (result.status.value, result.nodes) == (walk["status"], walk["nodes"])
        if result.tour is None:
            row, col = walk["dead_end"].split(",")
            assert f"({row}, {col}) after {walk['nodes']} of {len(graph)}" in result.reason
        else:
            assert told(result.tour) == walk["tour_sha256"]


def test_a_dead_end_is_unknown_and_never_absence(on_board):
    """6x6 has a tour from each of its 36 squares; the greedy walk finds 35 of them."""
    starts = Board(6, 6)
    statuses = [solve(on_board("6x6", start=start), "warnsdorff", move_order="clockwise").status for start in starts]
    assert statuses.count(Status.FOUND) == 35
    assert statuses.count(Status.UNKNOWN) == 1


def test_a_dead_end_tells_how_far_the_walk_came(on_board):
    result = solve(on_board("3x3", start=(1, 1)), "warnsdorff")
    assert (result.status, result.nodes) == (Status.UNKNOWN, 1)
    assert "dead end at (1, 1) after 1 of 9 squares" in result.reason


def test_a_full_walk_that_does_not_close_is_unknown(on_board):
    result = solve(on_board("8x8", start=(0, 0), closed=True), "warnsdorff", move_order="clockwise")
    assert (result.status, result.nodes) == (Status.UNKNOWN, 64)
    assert "not a move from its start" in result.reason


def test_a_closed_tour_is_found_when_the_walk_happens_to_close(on_board):
    problem = on_board("8x8", start=(0, 0), closed=True)
    closed = [seed for seed in range(40) if solve(problem, "warnsdorff", tie_break="random", seed=seed).tour]
    assert closed


def test_the_greedy_walk_keeps_a_fixed_end_for_the_last(on_board):
    result = solve(on_board("8x8", start=(0, 0), end=(5, 2)), "warnsdorff", move_order="clockwise")
    assert (result.status, result.nodes) == (Status.FOUND, 64)
    assert result.tour[-1] == (5, 2)


def test_the_greedy_walk_takes_an_end_without_a_start():
    result = solve(Problem(nx.path_graph(5), end=4), "warnsdorff")
    assert result.tour.squares == (0, 1, 2, 3, 4)


def test_two_squares_are_a_tour_with_a_fixed_end():
    assert solve(Problem(nx.path_graph(2), start=0, end=1), "warnsdorff").tour.squares == (0, 1)


def test_the_walk_goes_to_the_square_with_the_fewest_free_neighbours():
    cross = nx.Graph([("start", "many"), ("start", "few"), ("many", "a"), ("many", "b"), ("few", "many")])
    assert "at a after 4" in solve(Problem(cross, start="start"), "warnsdorff").reason


def test_no_free_neighbour_counts_as_the_fewest():
    """As in the documents' programs: the walk goes into a dead end even where others are left."""
    fork = nx.Graph([("start", "dead end"), ("start", "on"), ("on", "end")])
    result = solve(Problem(fork, start="start"), "warnsdorff")
    assert (result.status, result.nodes) == (Status.UNKNOWN, 2)
    assert "dead end at dead end" in result.reason


def test_ties_are_broken_by_the_first_in_the_move_order():
    for order in (["a", "b"], ["b", "a"]):
        square = nx.Graph([("start", order[0]), ("start", order[1]), ("a", "end"), ("b", "end")])
        assert solve(Problem(square, start="start"), "warnsdorff").tour[1] == order[0]


def test_pohl_breaks_ties_by_the_neighbours_of_the_neighbours():
    """Of the two ways round this ring, the one over `v` and `q` has fewer branches ahead: `p` has a chord."""
    ring = nx.Graph(["su", "sv", "up", "pw", "wx", "xq", "qv", "px"])
    walks = {name: solve(Problem(ring, start="s"), "warnsdorff", tie_break=name).tour for name in ("first", "pohl")}
    assert "".join(walks["first"]) == "supwxqv"
    assert "".join(walks["pohl"]) == "svqxwpu"


def test_roth_breaks_ties_by_the_distance_to_the_centre():
    middle_first = nx.Graph([((0, 3), (0, 4)), ((0, 3), (0, 0)), ((0, 4), (0, 6)), ((0, 0), (0, 6))])
    problem = Problem(middle_first, start=(0, 3))
    assert solve(problem, "warnsdorff", tie_break="first").tour[1] == (0, 4)
    assert solve(problem, "warnsdorff", tie_break="roth").tour[1] == (0, 0)


def test_roth_needs_a_board():
    with pytest.raises(UnsupportedProblem, match="roth"):
        solve(Problem(nx.path_graph(["a", "b"])), "warnsdorff", tie_break="roth")


def test_random_ties_follow_the_seed(on_board):
    problem = on_board("8x8", start=(0, 0))
    tours = [solve(problem, "warnsdorff", tie_break="random", seed=seed).tour for seed in (1, 1, 2)]
    assert tours[0] == tours[1] != tours[2]


def test_random_ties_are_the_same_on_any_machine(on_board):
    walk = solve(on_board("8x8", start=(0, 0)), "warnsdorff", tie_break="random", seed=2024, move_order="clockwise")
    assert told(walk.tour) == "1427ed015e51918a"


def test_tie_breaks_can_be_asked_in_turn(on_board):
    problem = on_board("8x8", start=(0, 0))
    both = [solve(problem, "warnsdorff", tie_break="roth+random", seed=seed) for seed in range(20)]
    assert all(result.status is Status.FOUND for result in both)  # Roth with random ties: 100 % of 1000 runs from a corner
    assert len({result.tour for result in both}) > 1


@pytest.mark.parametrize("tie_break", ["foo", "", "first+", "random,first", 3, None])
def test_an_unknown_tie_break_is_told_the_known_ones(tie_break, on_board):
    with pytest.raises(OptionError, match="tie_break") as refused:
        solve(on_board("5x5"), "warnsdorff", tie_break=tie_break)
    assert all(name in str(refused.value) for name in TIE_BREAKS)


@pytest.mark.parametrize("seed", [-1, 1.5, "3", None, True, 2**31])
def test_a_seed_is_a_whole_number(seed, on_board):
    with pytest.raises(OptionError, match="seed") as refused:
        solve(on_board("5x5"), "warnsdorff", seed=seed)
    assert refused.value.value == seed


def test_roth_finds_a_tour_of_300x300(graph_of_300x300):
    result = solve(Problem(graph_of_300x300, start=(0, 0)), "warnsdorff", tie_break="roth")
    assert (result.status, result.nodes) == (Status.FOUND, 90_000)


def test_the_order_in_which_squares_are_tried_does_not_change_the_cost_of_a_proof(on_board):
    problem = on_board("4x5", start=(1, 0))
    proofs = [solve(problem, "backtracking"), solve(problem, "warnsdorff-backtracking")]
    assert [proof.status for proof in proofs] == [Status.IMPOSSIBLE] * 2
    assert proofs[0].nodes == proofs[1].nodes


def test_the_rule_with_backtracking_finds_the_one_tour_that_the_greedy_walk_misses(on_board):
    missed = [
        start
        for start in Board(6, 6)
        if solve(on_board("6x6", start=start), "warnsdorff", move_order="clockwise").status is Status.UNKNOWN
    ]
    result = solve(on_board("6x6", start=missed[0]), "warnsdorff-backtracking", move_order="clockwise")
    assert result.status is Status.FOUND
    assert result.nodes > 36
