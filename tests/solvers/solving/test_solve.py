"""`solve` runs a solver, times it, and believes nothing that it has not verified."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

from graphs import Board, knight_graph
from solvers import (
    Budget,
    OptionError,
    Outcome,
    Problem,
    Result,
    Solver,
    SolverError,
    Status,
    enumerate_tours,
    get_solver,
    solve,
)

CLASSIC = ["backtracking", "warnsdorff", "warnsdorff-backtracking", "cp-sat"]


def claims(outcome):
    """A solver that always gives this outcome."""
    return lambda problem, meter: outcome


@pytest.mark.parametrize("name", CLASSIC)
def test_a_result_tells_what_was_asked_and_what_came_of_it(name, on_board):
    options = {"move_order": "java"} if name != "cp-sat" else {"seed": 2}
    problem = on_board("5x5", start=(2, 2))
    before = {square: list(near) for square, near in problem.graph.adjacency()}
    result = solve(problem, name, budget=Budget(seconds=60), **options)
    assert {square: list(near) for square, near in problem.graph.adjacency()} == before
    assert (result.status, result.solver, result.reason, dict(result.options)) == (Status.FOUND, name, "", options)
    assert (result.tour[0], result.tour.closed) == ((2, 2), False)
    assert solve(nx.cycle_graph(5), name, closed=True).tour.closed
    assert result.nodes >= 0
    assert 0 < result.seconds < 60


@pytest.mark.parametrize("name", CLASSIC)
@pytest.mark.parametrize("closed", [False, True])
def test_no_squares_no_tour_and_a_reason(name, closed):
    for why, subject in (("no vertices", nx.Graph()), ("no squares", Board.parse("##\n##"))):
        result = solve(subject, name, closed=closed)
        assert (result.exists, result.nodes) == (False, 0)
        assert why in result.reason


@pytest.mark.parametrize("name", CLASSIC)
def test_an_unknown_option_is_told_the_known_ones(name, on_board):
    with pytest.raises(OptionError, match="no option 'colour'") as refused:
        solve(on_board("5x5"), name, colour="red")
    assert all(option in str(refused.value) for option in get_solver(name).options)
    assert refused.value.value == "colour"


@pytest.mark.parametrize(
    "squares, asked",
    [
        *((squares, {}) for squares in ([0, 1], [0, 1, 2, 1], [0, 2, 1], [0, 1, 7], [], [[0], [1], [2]])),
        # the tour of another problem; of an end alone, a solver sees a start
        *(([0, 1, 2], asked) for asked in ({"start": 2}, {"end": 2}, {"start": 0, "end": 1}, {"closed": True})),
    ],
)
def test_a_wrong_tour_is_the_solvers_fault(temporary_solver, squares, asked):
    name = temporary_solver(claims(Outcome.found(squares, 3)), "liar")
    with pytest.raises(SolverError, match="solver 'liar' gave a wrong tour") as told:
        solve(nx.path_graph(3), name, **asked)
    assert told.value.__cause__ is not None


def test_a_solver_that_is_not_registered_may_be_called():
    right, wrong = (Outcome.found(squares, np.int64(3)) for squares in ([0, 1, 2], [0, 2, 1]))
    entry = Solver("mine", claims(right), summary="", reference="", exact=False, closed=False, fixed_end=False)
    result = solve(nx.path_graph(3), entry)
    assert (result.tour.squares, result.solver) == ((0, 1, 2), "mine")
    assert Result.from_json(result.to_json(), nx.path_graph(3)) == result
    with pytest.raises(SolverError, match="solver 'mine' gave a wrong tour"):
        solve(nx.path_graph(3), replace(entry, run=claims(wrong)))


def test_only_an_exact_solver_may_say_impossible(temporary_solver):
    name = temporary_solver(claims(Outcome.impossible(1, "it seems so")), "hasty", exact=False)
    with pytest.raises(SolverError, match=r"'hasty' .*IMPOSSIBLE.* not exact"):
        solve(nx.path_graph(3), name)


def test_a_crash_names_the_solver_and_keeps_its_cause(temporary_solver):
    def crash(problem, meter):
        raise ZeroDivisionError("by nought")

    name = temporary_solver(crash, "unwell", tours=crash)
    for call in (solve, lambda problem, name: list(enumerate_tours(problem, name))):
        with pytest.raises(SolverError, match="solver 'unwell' crashed: ZeroDivisionError: by nought") as told:
            call(Problem(nx.path_graph(3)), name)
        assert isinstance(told.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize(
    "answer, words",
    [
        (None, "an Outcome with a Status"),
        (Outcome("found", [0], 1), "an Outcome with a Status"),
        (Outcome(Status.FOUND, 5), ""),
        (Outcome.unknown(1, "tired", "patience"), "gave the reason 'tired' and the limit 'patience'"),
        (Outcome.unknown(1, None), "gave the reason None"),
        (Outcome.unknown(-1, "lost count"), "reports -1 nodes"),
        (Outcome.unknown(None, "lost count"), "reports None nodes"),
        (Outcome.unknown(11, "went on"), "reports 11 nodes, with a limit of 10"),
        (Outcome.found([0, 1, 2], 11), "reports 11 nodes, with a limit of 10"),
    ],
)
@pytest.mark.parametrize("asked", [{}, {"end": 2}])
def test_an_answer_that_cannot_be_is_the_solvers_fault(temporary_solver, answer, words, asked):
    name = temporary_solver(claims(answer), "mumbler")
    with pytest.raises(SolverError, match=f"'mumbler' .*{words}"):
        solve(nx.path_graph(3), name, budget=Budget(nodes=10), **asked)


def test_a_solver_out_of_budget_is_unknown_with_the_nodes_so_far(temporary_solver):
    def spend(problem, meter):
        nodes = 0
        while True:
            nodes = meter.more(nodes)

    result = solve(nx.path_graph(3), temporary_solver(spend), budget=Budget(nodes=5000))
    assert (result.exists, result.nodes, result.tour) == (None, 5000, None)
    assert "node limit of 5,000" in result.reason


@pytest.mark.parametrize("end", [None, (0, 2)])
def test_a_tour_may_be_an_array(temporary_solver, end):
    squares = [(0, 0), (0, 1), (0, 2)][:: -1 if end else 1]
    name = temporary_solver(claims(Outcome.found(np.array(squares), 3)))
    assert solve("1x3", name, leaper=(0, 1), end=end).tour.squares == ((0, 0), (0, 1), (0, 2))


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemError, SystemExit, ImportError])
@pytest.mark.parametrize("as_cause", [False, True])
def test_ctrl_c_or_an_error_in_its_place_is_not_a_crash(error, as_cause, temporary_solver):
    def stopped(problem, meter):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as pressed:
            raise error from (pressed if as_cause else None)

    with pytest.raises(KeyboardInterrupt):
        solve(nx.path_graph(3), temporary_solver(stopped, tours=stopped))
    with pytest.raises(KeyboardInterrupt):
        list(enumerate_tours(nx.path_graph(3), "temporary"))


def test_a_crash_after_ctrl_c_was_handled_is_a_crash(temporary_solver):
    def crash(problem, meter):
        raise ZeroDivisionError

    name = temporary_solver(crash)
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt:
        with pytest.raises(SolverError, match="ZeroDivisionError"):
            solve(nx.path_graph(3), name)


@pytest.mark.parametrize(
    "asked, seen",
    [
        ({}, {}),
        ({"start": 0}, {"start": 0}),
        ({"end": 0}, {"start": 0}),
        ({"start": 0, "end": 2}, {"start": 0, "end": 2}),
        ({"end": 0, "closed": True}, {"start": 0, "closed": True}),
        ({"start": 0, "end": 2, "closed": True}, {"start": 0, "end": 2}),
    ],
)
def test_a_solver_gets_no_end_without_a_start_and_no_closed_tour_with_both(temporary_solver, asked, seen):
    problems = []
    name = temporary_solver(lambda problem, meter: problems.append(problem) or Outcome.unknown(0, ""))
    triangle = Problem(nx.cycle_graph(3))
    solve(triangle.with_ends(**asked), name)
    assert problems == [triangle.with_ends(**seen)]


@pytest.mark.parametrize("subject", [Board(6, 6), knight_graph(Board(6, 6)), Board(10_000, 10_000)])
def test_a_closed_tour_whose_ends_are_not_a_move_apart_needs_no_solver(subject):
    for name in ("warnsdorff-repair", "construct", "pruned-compiled", "sat", "auto"):
        result = solve(subject, name, start=(0, 0), end=(0, 1), closed=True)
        assert (result.exists, result.nodes) == (False, 0)
        assert result.reason == "a closed tour ends a move away from its start, and (0, 1) is not a move from (0, 0)"
