"""CP-SAT's circuit model, and the traps that its circuit constraint sets."""

import networkx as nx
import pytest

from graphs import Board, knight_graph
from solvers import Budget, OptionError, Problem, Status, enumerate_tours, solve


def status(graph, **asked):
    return solve(Problem(graph, **asked), "cp-sat").status


@pytest.mark.parametrize("closed", [False, True])
def test_the_centre_of_3x3_is_not_left_out(closed, on_board):
    """A node without arcs is passed over by the circuit constraint; the ring of the other 8 squares is one circuit."""
    result = solve(on_board("3x3", closed=closed), "cp-sat")
    assert result.status is Status.IMPOSSIBLE
    assert "(1, 1)" in result.reason


def test_the_ring_of_3x3_without_its_centre_is_closed():
    ring = knight_graph(Board(3, 3, holes=[(1, 1)]))
    assert status(ring, closed=True) is Status.FOUND


def test_a_node_with_only_a_loop_is_not_left_out():
    triangle = nx.complete_graph(3)
    triangle.add_edge(3, 3)
    assert status(triangle) is Status.IMPOSSIBLE
    assert status(triangle, closed=True) is Status.IMPOSSIBLE


def test_a_loop_is_no_way_to_skip_a_square():
    star = nx.star_graph(3)
    star.add_edges_from((node, node) for node in list(star))
    assert status(star) is Status.IMPOSSIBLE


def test_there_and_back_is_no_closed_tour():
    assert status(nx.path_graph(2), closed=True) is Status.IMPOSSIBLE
    assert status(nx.path_graph(2)) is Status.FOUND
    assert status(nx.path_graph(3), closed=True) is Status.IMPOSSIBLE


def test_parallel_edges_do_not_make_there_and_back_a_closed_tour():
    assert status(nx.MultiGraph([(0, 1), (0, 1)]), closed=True) is Status.IMPOSSIBLE
    assert status(nx.MultiGraph([(0, 1), (0, 1), (1, 2), (1, 2)]), closed=True) is Status.IMPOSSIBLE


@pytest.mark.parametrize("closed", [False, True])
def test_a_graph_without_any_move_has_no_tour(closed):
    assert status(nx.empty_graph(4), closed=closed) is Status.IMPOSSIBLE


@pytest.mark.parametrize("closed", [False, True])
def test_two_rings_are_no_tour(closed):
    assert status(nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(4)), closed=closed) is Status.IMPOSSIBLE


def test_an_open_tour_may_begin_and_end_anywhere():
    assert {tour.squares for tour in enumerate_tours(Problem(nx.path_graph(3)), "cp-sat")} == {(0, 1, 2), (2, 1, 0)}


def test_an_open_tour_begins_and_ends_where_it_must(on_board):
    tour = solve(on_board("5x6", start=(0, 0), end=(0, 1)), "cp-sat").tour
    assert (tour[0], tour[-1]) == ((0, 0), (0, 1))


def test_an_open_tour_may_end_next_to_its_start():
    assert solve(Problem(nx.cycle_graph(5), start=0, end=1), "cp-sat").tour.squares == (0, 4, 3, 2, 1)


def test_a_tour_with_only_its_end_given_ends_there(on_board):
    assert solve(on_board("5x6", end=(2, 3)), "cp-sat").tour[-1] == (2, 3)


def test_a_closed_tour_begins_at_its_start_and_ends_at_its_end(on_board):
    tour = solve(on_board("6x6", start=(2, 2), end=(4, 3), closed=True), "cp-sat").tour
    assert (tour[0], tour[-1]) == ((2, 2), (4, 3))


def test_a_closed_tour_cannot_end_where_no_move_leads_back(on_board):
    result = solve(on_board("6x6", start=(2, 2), end=(2, 3), closed=True), "cp-sat")
    assert result.status is Status.IMPOSSIBLE
    assert "(2, 3)" in result.reason


def test_a_proof_tells_the_conflicts_that_it_took(on_board):
    result = solve(on_board("4x8", closed=True), "cp-sat")
    assert result.status is Status.IMPOSSIBLE
    assert f"{result.nodes:,} conflicts" in result.reason


@pytest.mark.parametrize("board", ["20x20", "32x32"])
@pytest.mark.parametrize("closed", [False, True])
def test_large_boards_are_solved(board, closed, on_board):
    assert solve(on_board(board, closed=closed), "cp-sat").status is Status.FOUND


@pytest.mark.parametrize("workers", [2, 3])
def test_several_workers_find_a_tour_together(workers, on_board):
    assert solve(on_board("8x8", closed=True), "cp-sat", workers=workers).status is Status.FOUND
    assert solve(on_board("4x6", closed=True), "cp-sat", workers=workers).status is Status.IMPOSSIBLE


@pytest.mark.parametrize("seed", [0, 1, 2**31 - 1])
def test_any_seed_finds_a_tour(seed, on_board):
    assert solve(on_board("8x8", start=(0, 0)), "cp-sat", seed=seed).status is Status.FOUND


OUT_OF_RANGE = {"workers": [0, -1, 1.0, True, "2", 1025], "seed": [-1, 2**31, 0.5, None]}


@pytest.mark.parametrize(("option", "value"), [(option, value) for option, values in OUT_OF_RANGE.items() for value in values])
def test_an_option_out_of_range_is_told_the_range(option, value, on_board):
    with pytest.raises(OptionError, match=f"{option}=.* it must be a whole number from") as refused:
        solve(on_board("5x5"), "cp-sat", **{option: value})
    assert refused.value.value == value


def test_a_whole_tour_as_hint_is_the_tour_found(on_board):
    problem = on_board("6x6", start=(0, 0))
    for seed in range(3):
        tour = solve(problem, "warnsdorff-backtracking").tour if seed == 0 else solve(problem, "cp-sat", seed=seed).tour
        assert solve(problem, "cp-sat", hint=tour.squares).tour == tour


def test_a_hint_may_be_written_as_json(on_board):
    problem = on_board("5x5", start=(0, 0))
    tour = solve(problem, "backtracking").tour
    assert solve(problem, "cp-sat", hint=[list(square) for square in tour]).tour == tour


def test_a_hint_may_be_a_part_or_be_wrong(on_board):
    problem = on_board("5x5", start=(0, 0))
    for hint in ([], [(0, 0)], [(0, 0), (1, 2)], [(0, 0), (4, 4), (2, 2)], [(2, 2), (0, 0), (2, 2)]):
        assert solve(problem, "cp-sat", hint=hint).status is Status.FOUND


def test_a_hint_does_not_make_a_tour_where_there_is_none(on_board):
    assert solve(on_board("5x5", start=(0, 1)), "cp-sat", hint=[(0, 1), (2, 0)]).status is Status.IMPOSSIBLE


@pytest.mark.parametrize("hint", [[(9, 9)], ["a"], 5, [5], [{}], [[[0, 0], [1, 2]]], "0,0"])
def test_a_hint_that_is_no_list_of_squares_is_refused(hint, on_board):
    with pytest.raises(OptionError, match="hint"):
        solve(on_board("5x5"), "cp-sat", hint=hint)


@pytest.mark.parametrize("board", ["1x1", "5x5"])
def test_a_hint_is_looked_at_on_every_board(board, on_board):
    with pytest.raises(OptionError, match="hint"):
        solve(on_board(board), "cp-sat", hint=[(9, 9)])


def test_enumeration_takes_one_worker(on_board):
    with pytest.raises(OptionError, match="workers=1"):
        list(enumerate_tours(on_board("5x5"), "cp-sat", workers=2))


def test_a_hint_that_is_a_whole_tour_of_64x64_is_followed_without_a_conflict():
    hint = solve(Board(64, 64), "warnsdorff-repair", start=(0, 0), seed=3).tour
    result = solve(Board(64, 64), "cp-sat", start=(0, 0), hint=list(hint), budget=Budget(seconds=20))
    assert (result.status, result.nodes) == (Status.FOUND, 0)
