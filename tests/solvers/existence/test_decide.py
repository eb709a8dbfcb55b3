"""How a decision is confirmed, contradicted, and ended by its budget."""

import networkx as nx
import pytest

from graphs import Board, Tour
from graphs.theorems import Theorem, theorem_for
from solvers import Budget, Outcome, Problem, SolverError, decide, solve
from tests.solvers.programs import python

PETERSEN = nx.petersen_graph()


GIVES_UP = Outcome.unknown(1, "no idea")
DENIES = Outcome.impossible(7, "so it seems")
CONSTRUCT, SEARCH, CLAUSES, MODEL, REPAIR = "construct", "warnsdorff-backtracking", "sat", "cp-sat", "warnsdorff-repair"


def petersen():
    return Problem(PETERSEN, closed=True)


def test_a_no_that_two_solvers_of_different_kind_give_names_both(only_searches):
    assert decide(petersen()).evidence.confirmed_by is None
    verdict = decide(petersen(), confirm=True)
    assert verdict.exists is False
    assert {verdict.evidence.solver, verdict.evidence.confirmed_by} == {CLAUSES, MODEL}
    assert verdict.reason.endswith(f"confirmed by {verdict.evidence.confirmed_by}")


def assert_disagreement(problem, tour):
    """Check that two solvers which contradict each other end in an error with what both say."""
    with pytest.raises(SolverError) as error:
        decide(problem, confirm=True)
    assert any(isinstance(part, Problem) for part in error.value.value)
    words = (SEARCH, "so it seems", MODEL, str(tour).replace("\n", " "), "(0, 0)", "5x5")
    assert all(part in str(error.value) for part in words)


def test_a_search_that_denies_what_cp_sat_finds_is_an_error_with_both_sides(lying):
    lying(CONSTRUCT, GIVES_UP)
    lying(REPAIR, GIVES_UP)
    lying(SEARCH, DENIES)
    problem = Problem(Board(5, 5), start=(0, 0))
    assert decide(problem).exists is False  # the liar is believed
    assert_disagreement(problem, solve(problem, MODEL).tour)


def test_a_model_that_denies_what_the_search_finds_is_an_error_with_both_sides(lying):
    """The search gives up when it is asked first, and finds the tour when it is asked to confirm."""
    problem = Problem(Board(5, 5), start=(0, 0))
    tour = solve(problem, SEARCH).tour
    lying(CONSTRUCT, GIVES_UP)
    lying(REPAIR, GIVES_UP)
    lying(CLAUSES, GIVES_UP)
    lying("frontier", GIVES_UP)
    lying(MODEL, DENIES)
    outcomes = iter([GIVES_UP, Outcome.found(list(tour), 25)])
    lying(SEARCH, lambda _: next(outcomes))
    assert_disagreement(problem, tour)


def test_a_no_that_the_second_solver_does_not_confirm_is_unknown(lying, only_searches):
    lying(MODEL, GIVES_UP)
    verdict = decide(petersen(), confirm=True)
    assert (verdict.exists, verdict.evidence, verdict.tour) == (None, None, None)
    assert "not confirmed" in verdict.reason
    assert "no idea" in verdict.reason


def test_a_tour_and_an_obstruction_need_no_confirmation(lying):
    lying(MODEL, GIVES_UP)
    lying(SEARCH, GIVES_UP)
    assert decide(Board(6, 6), confirm=True).exists
    assert decide(Board(4, 6), start=(1, 0), confirm=True).exists is False


def test_a_solver_that_contradicts_a_theorem_is_an_error_that_quotes_it(lying):
    lying(CONSTRUCT, GIVES_UP)
    lying(REPAIR, GIVES_UP)
    lying(SEARCH, DENIES)
    with pytest.raises(SolverError, match="Cull and De Curtins") as error:
        decide(Board(5, 5))
    assert "so it seems" in str(error.value)


def test_what_is_too_large_to_search_rests_on_a_theorem_alone_and_says_so():
    for board, asked in [
        (Board(2001, 2001), {"closed": True}),
        (Board(4, 10**6), {"start": (1, 5)}),
        (Board(4, 10**6), {"closed": True}),
        (Board(2000, 2000), {"start": (0, 0), "end": (0, 2)}),
    ]:
        verdict = decide(board, **asked)
        assert verdict.exists is False
        assert isinstance(verdict.evidence, Theorem)
        assert verdict.evidence == verdict.theorem == theorem_for(board, **asked)[0]
        assert "theorem alone" in verdict.reason
        assert "too large" in verdict.reason


@pytest.mark.parametrize(
    "problem, exists",
    [
        (Problem(Board(2000, 2001), closed=True), True),
        (Problem(Board(3, 10**6), end=(1, 77)), True),
        (Problem(Board(1200, 1200), start=(0, 0), end=(0, 1)), True),
        (Problem.on_board(Board(2000, 2000, wrap="rows"), (1, 4), closed=True), None),
        (Problem(Board(2000, 2000, holes=[(0, 0), (1, 1)]), closed=True), None),
        (Problem.on_board(Board(1001, 1000), (3, 2), start=(7, 9)), True),
        (Problem.on_board(Board(1001, 1000), (1, 3), closed=True), None),
    ],
    ids=repr,
)
def test_a_board_too_large_to_search_has_a_tour_that_is_made_or_is_unknown(problem, exists):
    verdict = decide(problem)
    assert verdict.exists is exists
    assert isinstance(verdict.evidence, Tour) if exists else "too large" in verdict.reason


@pytest.mark.parametrize(
    "problem",
    [
        Problem(Board(5, 5), start=(0, 0)),
        Problem(Board(8, 8)),
        Problem(Board(8, 8), closed=True),
        Problem(Board(6, 6), start=(0, 0), end=(0, 1)),
        Problem(Board(5, 5, wrap="both"), closed=True),
        Problem(PETERSEN, closed=True),
    ],
    ids=str,
)
@pytest.mark.parametrize("limit", [Budget(nodes=1), Budget(nodes=8), Budget(seconds=1e-6)], ids=["1", "8", "time"])
def test_a_budget_that_runs_out_leaves_it_open_and_says_why(problem, limit):
    """A theorem is the sole evidence only for boards that are too large to search."""
    verdict = decide(problem, budget=limit)
    assert (verdict.exists, verdict.evidence, verdict.tour) == (None, None, None)
    assert "limit" in verdict.reason


def test_a_torus_too_large_to_search_has_a_tour_by_theorem_alone():
    verdict = decide(Board(2000, 2000, wrap="both"), leaper=(2, 3), closed=True)
    assert verdict.exists is True
    assert verdict.evidence == verdict.theorem
    assert "theorem alone" in verdict.reason


ONE_BOARD = """
from graphs import Board, Tour
from solvers import Problem, decide
board = Board.parse("..#...\\n......\\n.....#\\n##..##\\n......")
print(decide(Problem.on_board(board, start=(2, 1))).reason)
"""


def test_every_process_tells_the_same_reason():
    assert len({python("-c", ONE_BOARD, PYTHONHASHSEED=seed).stdout for seed in "0123"}) == 1
