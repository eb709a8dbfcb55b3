"""The solver `cp-sat`: the traps of its models, its options and its hints."""

import pytest

from graphs import Board, BoardError
from solvers import Budget, Meter, OptionError, Problem, enumerate_tours, solve
from solvers.methods.warnsdorff import warnsdorff_walk

LARGE = ["circuit", "lazy-cuts"]
MODELS = [*LARGE, "positions"]


@pytest.mark.parametrize("closed", [False, True])
def test_the_centre_of_3x3_is_not_left_out(closed, on_board):
    """A node without arcs is passed over by the circuit constraint; the ring of the other 8 squares is one circuit."""
    result = solve(on_board("3x3", closed=closed), "cp-sat")
    assert result.exists is False
    assert "(1, 1)" in result.reason


@pytest.mark.parametrize("model", MODELS)
def test_a_proof_tells_the_conflicts_that_it_took(model, on_board):
    result = solve(on_board("4x8", closed=True), "cp-sat", model=model)
    assert result.exists is False
    assert f"{result.nodes:,} conflicts" in result.reason


@pytest.mark.parametrize("model", LARGE)
def test_several_workers_find_a_tour_together(model, on_board):
    assert solve(on_board("8x8", closed=True), "cp-sat", workers=2, model=model).exists
    assert solve(on_board("4x6", closed=True), "cp-sat", workers=2, model=model).exists is False


@pytest.mark.parametrize("model", ["Circuit", "lazy_cuts", "", None, 1, ["circuit"]])
def test_an_unknown_model_is_refused_with_the_models_that_there_are(model, on_board):
    with pytest.raises(OptionError, match=r"unknown model .*available: circuit, positions, lazy-cuts") as refused:
        solve(on_board("5x5"), "cp-sat", model=model)
    assert refused.value.value == model
    with pytest.raises(OptionError, match="unknown model"):
        next(enumerate_tours(on_board("5x5"), "cp-sat", model=model))


@pytest.mark.parametrize("asked", [{}, {"start": (0, 0)}, {"closed": True}, {"start": (3, 3), "closed": True}])
def test_a_whole_tour_as_hint_has_a_value_for_each_move_so_that_it_is_found_without_a_conflict(asked):
    problem = Problem(Board(40, 40), **asked)
    tour = solve(problem, "construct").tour
    by_circuit, by_cuts = (solve(problem, "cp-sat", hint=tour.squares, model=model) for model in LARGE)
    assert (by_circuit.tour, by_circuit.nodes, by_cuts.nodes) == (tour, 0, 0)
    assert by_cuts.tour.squares in (tour.squares, tour.squares[::-1], (tour[0], *tour.squares[:0:-1]))


def test_a_hint_may_go_round_a_closed_tour_in_either_direction(on_board):
    problem = on_board("6x6", closed=True)
    tour = solve(problem, "cp-sat").tour.squares
    for hint in (tour, (tour[0], *tour[:0:-1])):
        assert solve(problem, "cp-sat", hint=hint).tour.squares == hint


@pytest.mark.parametrize("model", MODELS)
def test_a_whole_tour_as_hint_is_the_tour_found_where_only_its_end_is_given(model):
    tour = solve(Board(12, 12), "construct", start=(0, 0)).tour.squares[::-1]
    result = solve(Board(12, 12), "cp-sat", end=(0, 0), hint=tour, model=model)
    assert (result.tour.squares, result.nodes) == (tour, 0)


@pytest.mark.parametrize("model", MODELS)
def test_a_hint_may_be_a_part_or_be_wrong(model, on_board):
    problem = on_board("5x5", start=(0, 0))
    for hint in ([], [(0, 0)], [(0, 0), (1, 2)], [(0, 0), (4, 4), (2, 2)], [(2, 2), (0, 0), (2, 2)], [(1, 1)] * 25):
        assert solve(problem, "cp-sat", hint=hint, model=model).exists


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("limit", [1, 5, 12])
def test_a_hint_takes_no_conflicts_beside_the_node_limit(limit, model, on_board):
    hint = [(0, 0), (1, 2), (0, 4), (2, 3)]
    result = solve(on_board("4x8", closed=True), "cp-sat", hint=hint, budget=Budget(nodes=limit), model=model)
    assert result.nodes <= limit
    assert result.limit == ("node limit" if result.exists is None else "")


@pytest.mark.parametrize("hint", [[(9, 9)], ["a"], 5, [5], [{}], [[[0, 0], [1, 2]]], "0,0", "Warnsdorff", "warnsdorf", ""])
def test_a_hint_that_is_neither_a_list_of_squares_nor_the_rule_is_refused(hint, on_board):
    for board in ("1x1", "5x5"):
        with pytest.raises(OptionError, match="hint"):
            solve(on_board(board), "cp-sat", hint=hint)


HINTED = [{}, {"closed": True}, {"start": (0, 0)}, {"start": (5, 2)}, {"start": (0, 0), "end": (0, 1)}]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("asked", HINTED)
def test_a_hint_by_warnsdorffs_rule_is_the_walk_of_the_rule(asked, model, on_board):
    problem = on_board("8x8", **asked)
    walk = warnsdorff_walk(problem, Meter())
    by_rule, by_squares = (solve(problem, "cp-sat", hint=hint, model=model) for hint in ("warnsdorff", walk))
    assert (by_rule.tour, by_rule.nodes) == (by_squares.tour, by_squares.nodes)


def test_the_squares_of_a_hinted_walk_do_not_count_as_nodes(on_board):
    result = solve(on_board("8x8", start=(0, 0)), "cp-sat", hint="warnsdorff", budget=Budget(nodes=1))
    assert (result.exists, result.nodes) == (True, 0)


def test_a_hinted_walk_keeps_the_time_limit():
    result = solve(Board(300, 300), "cp-sat", hint="warnsdorff", budget=Budget(seconds=0.05))
    assert result.exists is None
    assert "time limit of 0.05 s" in result.reason


def test_enumeration_takes_one_worker(on_board):
    with pytest.raises(OptionError, match="workers=1"):
        list(enumerate_tours(on_board("5x5"), "cp-sat", workers=2))


def test_a_board_that_is_too_large_is_refused_before_anything_is_built():
    with pytest.raises(BoardError, match="9,000,000 squares is too large for CP-SAT"):
        solve(Board(3000, 3000), "cp-sat")
