"""The solver `cp-sat`: its models against each other and within a budget, their traps, and its options."""

import time

import networkx as nx
import pytest

from graphs import Board, leaper_graph
from graphs.families import flower_snark
from solvers import Budget, BudgetSpent, Meter, OptionError, Problem, UnsupportedProblem, enumerate_tours, solve
from solvers.methods.cp_sat import cp_sat_tours
from tests.solvers.programs import python

LARGE = ["circuit", "lazy-cuts"]
"""The models that are good for more than about 100 squares."""
MODELS = [*LARGE, "positions"]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("asked", [{"name": "4x8"}, {"name": "5x6", "start": (0, 0)}], ids=str)
def test_the_node_limit_is_kept_also_where_one_step_holds_many_conflicts(asked, model, on_board):
    for limit in range(1, 64, 12):
        result = solve(on_board(**asked, closed=True), "cp-sat", budget=Budget(nodes=limit), model=model)
        assert result.nodes <= limit
        assert result.limit == ("node limit" if result.exists is None else "")


# The models.


@pytest.mark.parametrize("board, count", [("5x6", 8), ("3x10", 16), ("6x5", 8)])
def test_the_circuit_model_yields_each_closed_tour_in_one_direction(board, count, on_board):
    """So it searches half as much. The counts are published (tests/data/counts.json)."""
    assert sum(1 for _ in cp_sat_tours(on_board(board, closed=True), Meter())) == count


@pytest.mark.parametrize("asked", [{}, {"start": (0, 0)}, {"start": (0, 0), "end": (0, 1)}, {"end": (3, 4)}])
def test_all_models_yield_the_same_tours_of_4x5_each_once(asked, on_board):
    by_circuit, *others = (list(enumerate_tours(on_board("4x5", **asked), "cp-sat", model=model)) for model in MODELS)
    assert by_circuit
    for tours in others:
        assert len(tours) == len(set(tours)) == len(by_circuit)
        assert set(tours) == set(by_circuit)


def test_the_model_of_positions_refuses_large_boards_and_keeps_its_limit():
    with pytest.raises(UnsupportedProblem, match="at most 1,000 squares, not 1,024"):
        solve("32x32", "cp-sat", model="positions")
    before = time.process_time()
    result = solve("30x30", "cp-sat", model="positions", budget=Budget(seconds=0.5))
    assert (result.exists, time.process_time() - before < 3) == (None, True)


NO_TOUR = {
    "the giraffe on 11x11": (leaper_graph(Board(11, 11), 1, 4), {}),
    "the zebra on 13x13": (leaper_graph(Board(13, 13), 2, 3), {}),
    "an inner start on 4x20": (leaper_graph(Board(4, 20), 1, 2), {"start": (1, 3)}),
    "closed 4x20": (leaper_graph(Board(4, 20), 1, 2), {"closed": True}),
    "closed 9x9": (leaper_graph(Board(9, 9), 1, 2), {"closed": True}),
    "Petersen": (nx.petersen_graph(), {"closed": True}),
    "two parts": (nx.disjoint_union(nx.complete_graph(5), nx.complete_graph(5)), {}),
    "a bridge": (nx.barbell_graph(5, 0), {"closed": True}),
}


@pytest.mark.parametrize("model", LARGE)
@pytest.mark.parametrize("graph, asked", NO_TOUR.values(), ids=NO_TOUR)
def test_known_absences_take_few_conflicts(graph, asked, model):
    """Without the second stage, 4x20 takes more than 100,000 conflicts of the circuit model."""
    result = solve(graph, "cp-sat", model=model, **asked)
    assert result.exists is False
    assert result.nodes < 20_000


@pytest.mark.parametrize("model", LARGE)
@pytest.mark.parametrize("side", [16, 32])
def test_a_tour_takes_fewer_conflicts_than_there_are_squares(side, model):
    """In the first stage. Without it, CP-SAT solves linear programs for each of them."""
    for asked in ({}, {"closed": True}, {"start": (0, 0)}):
        result = solve(Board(side, side), "cp-sat", model=model, **asked)
        assert result.exists
        assert result.nodes < side**2


def snark(stars):
    """A graph without a closed tour: lazy cuts take 2 ** stars rounds."""
    return Problem(flower_snark(stars), closed=True)


@pytest.mark.parametrize("limit", [1, 7, 100, 300])
def test_the_conflicts_of_all_rounds_stay_within_the_node_limit(limit):
    result = solve(snark(7), "cp-sat", model="lazy-cuts", budget=Budget(nodes=limit))
    assert result.exists is None
    assert result.nodes <= limit
    assert "node limit" in result.reason


@pytest.mark.parametrize("model", LARGE)
def test_a_limit_of_one_conflict_more_than_needed_is_enough(model, on_board):
    for problem in (snark(5), on_board("4x8", closed=True), on_board("4x16", start=(1, 3)), on_board("5x6")):
        whole = solve(problem, "cp-sat", model=model)
        limited = solve(problem, "cp-sat", model=model, budget=Budget(nodes=whole.nodes + 1))
        assert (limited.status, limited.nodes, limited.tour) == (whole.status, whole.nodes, whole.tour)


def test_lazy_cuts_keep_the_time_limit_between_rounds():
    before = time.process_time()
    result = solve(snark(13), "cp-sat", model="lazy-cuts", budget=Budget(seconds=0.5))
    assert result.exists is None
    assert "time limit of 0.5 s" in result.reason
    assert time.process_time() - before < 3


@pytest.mark.parametrize("budget", [Budget(nodes=5), Budget(seconds=0.2)])
def test_an_enumeration_by_lazy_cuts_ends_with_its_budget(budget, on_board):
    with pytest.raises(BudgetSpent):
        list(enumerate_tours(on_board("8x8"), "cp-sat", model="lazy-cuts", budget=budget))


@pytest.mark.parametrize("options", [{}, {"seed": 7}, {"workers": 2}])
def test_the_same_question_gets_the_same_answer(options, on_board):
    for problem in (on_board("20x20", closed=True), snark(5), on_board("4x12", start=(1, 3))):
        one, other = (solve(problem, "cp-sat", model="lazy-cuts", **options) for _ in range(2))
        assert (one.status, one.tour, one.nodes, one.reason) == (other.status, other.tour, other.nodes, other.reason)


def test_parameters_of_cp_sat_replace_ours_and_unknown_ones_are_refused(on_board):
    for model in ("circuit", "positions", "lazy-cuts"):
        chosen = {"model": model, "parameters": "linearization_level:2, search_branching:FIXED_SEARCH, cp_model_presolve:true"}
        assert solve(on_board("6x6", closed=True), "cp-sat", **chosen).exists
        assert not solve(on_board("3x4", closed=True), "cp-sat", **chosen).exists
        assert len([*enumerate_tours(on_board("3x4"), "cp-sat", **chosen)]) == 16
    for wrong in ("nonsense:1", "linearization_level:x", "linearization_level"):
        with pytest.raises(OptionError, match="CP-SAT has no parameter"):
            solve(on_board("5x5"), "cp-sat", parameters=wrong)
    for wrong in (0, 3, True, None, {"linearization_level": 2}):
        with pytest.raises(OptionError, match="is not a text such as"):
            solve(on_board("5x5"), "cp-sat", parameters=wrong)


@pytest.mark.parametrize("name", ["fix_variables_to_their_hinted_value:true", "max_number_of_conflicts:9", "num_workers:4"])
def test_parameters_that_make_answers_or_limits_wrong_are_refused(name, on_board):
    """With lazy cuts, the first one made CP-SAT report that 5x6 has no closed tour."""
    with pytest.raises(OptionError, match="the solver sets CP-SAT's parameter"):
        solve(on_board("5x6", closed=True), "cp-sat", model="lazy-cuts", parameters=name)


def test_values_that_cp_sat_does_not_accept_do_not_become_an_empty_list_of_tours(on_board):
    with pytest.raises(OptionError, match="does not accept these values"):
        list(enumerate_tours(on_board("5x6", closed=True), "cp-sat", parameters="solution_pool_size:-1"))


@pytest.mark.parametrize("budget", [Budget(), Budget(seconds=1000), Budget(nodes=1000)])
def test_a_parameter_that_stops_cp_sat_is_no_limit_of_the_budget(budget, on_board):
    result = solve(on_board("8x8", closed=True), "cp-sat", parameters="stop_after_presolve:true", budget=budget)
    assert (result.exists, result.limit, result.reason) == (None, "", "CP-SAT stopped because of one of its parameters")


def test_a_node_limit_is_a_limit_of_the_budget_with_parameters(on_board):
    options = {"parameters": "cp_model_presolve:false,linearization_level:0,symmetry_level:0"}
    result = solve(on_board("14x14", closed=True), "cp-sat", **options, budget=Budget(nodes=1))
    assert (result.exists, result.limit, result.nodes) == (None, "node limit", 1)


def test_with_parameters_several_workers_get_no_hint():
    """With a hint, CP-SAT would end the whole process."""
    wanted = "interleave_search:true,cp_model_presolve:false,cp_model_probing_level:0,symmetry_level:0"
    options = [f"--option={each}" for each in ("model=lazy-cuts", "workers=2", f"parameters={wanted}")]
    run = python("scripts/solve.py", "3x4", "--closed", "--solver", "cp-sat", *options, check=False)
    assert (run.returncode, "CP-SAT proves" in run.stdout) == (1, True), run.stderr
