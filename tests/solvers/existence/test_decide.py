"""How a decision is confirmed, contradicted, and ended by its budget."""

import networkx as nx
import pytest

from graphs import Board, Tour
from graphs.theorems import Theorem, theorem_for
from solvers import Budget, Outcome, Problem, SolverError, decide, solve

GIVES_UP = Outcome.unknown(1, "no idea")
DENIES = Outcome.impossible(7, "so it seems")
CONSTRUCT, SEARCH, CLAUSES, MODEL, REPAIR = "construct", "warnsdorff-backtracking", "sat", "cp-sat", "warnsdorff-repair"


def petersen():
    return Problem(nx.petersen_graph(), closed=True)


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
    lying(GIVES_UP, CONSTRUCT, REPAIR)
    lying(DENIES, SEARCH)
    problem = Problem("5x5", start=(0, 0))
    assert decide(problem).exists is False  # the liar is believed
    assert_disagreement(problem, solve(problem, MODEL).tour)


def test_a_model_that_denies_what_the_search_finds_is_an_error_with_both_sides(lying):
    """The search gives up when it is asked first, and finds the tour when it is asked to confirm."""
    problem = Problem("5x5", start=(0, 0))
    tour = solve(problem, SEARCH).tour
    lying(GIVES_UP, CONSTRUCT, REPAIR, CLAUSES, "frontier")
    lying(DENIES, MODEL)
    outcomes = iter([GIVES_UP, Outcome.found(list(tour), 25)])
    lying(lambda _: next(outcomes), SEARCH)
    assert_disagreement(problem, tour)


def test_a_no_that_the_second_solver_does_not_confirm_is_unknown(lying, only_searches):
    lying(GIVES_UP, MODEL)
    verdict = decide(petersen(), confirm=True)
    assert (verdict.exists, verdict.evidence, verdict.tour) == (None, None, None)
    assert "not confirmed" in verdict.reason
    assert "no idea" in verdict.reason


def test_a_tour_and_an_obstruction_need_no_confirmation(lying):
    lying(GIVES_UP, MODEL, SEARCH)
    assert decide("6x6", confirm=True).exists
    assert decide("4x6", start=(1, 0), confirm=True).exists is False


def test_a_solver_that_contradicts_a_theorem_is_an_error_that_quotes_it(lying):
    lying(GIVES_UP, CONSTRUCT, REPAIR)
    lying(DENIES, SEARCH)
    with pytest.raises(SolverError, match="Cull and De Curtins") as error:
        decide("5x5")
    assert "so it seems" in str(error.value)


@pytest.mark.parametrize(
    "problem, exists, evidence",
    [
        (Problem("2001x2001", closed=True), False, Theorem),
        (Problem("4x1000000", start=(1, 5)), False, Theorem),
        (Problem("2000x2000", start=(0, 0), end=(0, 2)), False, Theorem),
        (Problem.of(Board(2000, 2001, wrap="both"), (1, 5), closed=True), True, Theorem),
        (Problem("2000x2001", closed=True), True, Tour),
        (Problem("1200x1200", start=(0, 0), end=(0, 1)), True, Tour),
        (Problem.of("1001x1000", (3, 2), start=(7, 9)), True, Tour),
        (Problem.of(Board(2000, 2000, wrap="rows"), (1, 5), closed=True), None, None),
        (Problem(Board(2000, 2000, holes=[(0, 0), (1, 1)]), closed=True), None, None),
    ],
    ids=repr,
)
def test_a_board_too_large_to_search_rests_on_a_theorem_alone_or_has_a_tour_that_is_made_or_is_unknown(
    problem, exists, evidence
):
    verdict = decide(problem)
    assert verdict.exists is exists
    assert isinstance(verdict.evidence, evidence or type(None))
    assert evidence is Tour or "too large" in verdict.reason
    assert ("theorem alone" in verdict.reason) == (evidence is Theorem)
    if evidence is Theorem:
        theorem, _ = theorem_for(problem.board, leaper=problem.leaper, **problem.ends)
        assert verdict.evidence == verdict.theorem == theorem


@pytest.mark.parametrize(
    "problem",
    [
        Problem("5x5", start=(0, 0)),
        Problem("8x8"),
        Problem("8x8", closed=True),
        Problem("6x6", start=(0, 0), end=(0, 1)),
        Problem(Board(5, 5, wrap="both"), closed=True),
        petersen(),
    ],
    ids=str,
)
@pytest.mark.parametrize("limit", [Budget(nodes=1), Budget(nodes=8), Budget(seconds=1e-6)], ids=repr)
def test_a_budget_that_runs_out_leaves_it_open_and_says_why(problem, limit):
    """A theorem is the sole evidence only for boards that are too large to search."""
    verdict = decide(problem, budget=limit)
    assert (verdict.exists, verdict.evidence, verdict.tour) == (None, None, None)
    assert "limit" in verdict.reason
