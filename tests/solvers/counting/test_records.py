"""Tables of counts: the published numbers are reproduced, a difference is an error, and what is too large stays unknown."""

from dataclasses import replace

import pytest

from graphs import Board
from solvers import Budget, BudgetSpent, ProblemError, SolverError, TourCount, count_tours
from solvers.counting import records
from solvers.counting.records import REPRODUCED, UNKNOWN, checked_terms, count_terms
from solvers.counting.sequences import GROUPS, NOT_FOUND, chosen_sequences


@pytest.mark.parametrize("squares", [22, pytest.param(36, marks=pytest.mark.slow)])
def test_what_stands_in_print_is_reproduced(squares):
    terms = list(count_terms(chosen_sequences(["knight", "columns", "corners"]), squares=squares))
    assert {term.status for term in terms if term.published is not None} == {REPRODUCED}
    assert sum(term.status == REPRODUCED for term in terms) > 150


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_the_4x4_torus_is_the_4_cube(kind):
    terms = {term.n: term for term in count_terms(chosen_sequences([f"torus-{kind}-nxn"]), squares=16)}
    assert (terms[4].number, terms[4].status) == ({"open": 45_696, "closed": 1344}[kind], REPRODUCED)
    assert terms[3].status == NOT_FOUND


def test_published_sequences_agree_with_each_other():
    """A board of k x n squares is in the sequence of its rows, of its columns, and of the squares column by column."""
    found = {}
    for sequence in chosen_sequences(["knight", "columns"]):
        for n, number in sequence.published.items():
            board = sequence.board(n)
            if sequence.directed:
                number = number if board.size == 1 else number // 2
            key = min((board.rows, board.cols), (board.cols, board.rows)) if not board.holes else (board.rows, board.holes)
            found.setdefault((sequence.closed, *key), {})[sequence.name] = number
    several = [numbers for numbers in found.values() if len(numbers) > 1]
    assert len(several) > 80
    assert all(len(set(numbers.values())) == 1 for numbers in several)


def test_a_number_that_differs_from_print_is_an_error():
    wrong = replace(chosen_sequences(["A169696"])[0], published={8: 376}, source="M. Kraitchik, 1927")
    with pytest.raises(SolverError, match=r"A169696, n = 8: 396 open tours .* but the published number is 376 \(M. Kraitchik"):
        list(count_terms([wrong], squares=24))


def test_a_board_of_several_sequences_is_counted_once():
    terms = list(count_terms(chosen_sequences(["A083386", "A306281", "A389755"]), squares=30))
    alike = {term.seconds for term in terms if term.number == 18_784}
    assert len(alike) == 1
    assert sum(term.number == 18_784 for term in terms) == 3


def test_a_number_may_stand_in_print_for_the_same_board_of_another_sequence():
    """7 x 4 without a corner is 4 x 7 without one, with rows for columns."""
    terms = {term.n: term for term in count_terms(chosen_sequences(["corner-open-7xn"]), squares=27)}
    assert (terms[4].number, terms[4].published) == (13_711, 13_711)
    assert terms[4].source.startswith("OEIS A389754")


def test_the_easiest_come_first_and_what_is_late_is_unknown():
    terms = list(count_terms(chosen_sequences(["A193055"]), squares=64, budget=Budget(seconds=1e-9)))
    assert {term.status for term in terms} == {UNKNOWN}
    assert {term.reason for term in terms} == {"stopped at the time limit of 1e-09 s"}
    assert [term.n for term in count_terms(chosen_sequences(["A193055"]), squares=40)] == [1, 2, 3, 4, 5]


def test_a_count_without_enough_memory_leaves_the_others(monkeypatch):
    def short_of_memory(problem, budget, *, memory):
        if problem.size == 25:
            raise BudgetSpent(f"stopped at the memory limit of {memory} GB", memory, "memory limit")
        return count_tours(problem, budget=budget, memory=memory)

    monkeypatch.setattr(records, "count_tours", short_of_memory)
    terms = {term.n: term for term in count_terms(chosen_sequences(["A083386"]), squares=30, memory=1.5)}
    assert (terms[5].number, terms[5].reason) == (None, "stopped at the memory limit of 1.5 GB")
    assert terms[6].number == 18_784


def test_what_is_not_in_print_is_checked_in_another_way():
    terms = count_terms(chosen_sequences(["torus-closed-nxn", "torus-closed-3xn"]), squares=16)
    for term in checked_terms(terms):
        assert ("gives the same number" in term.check) == (term.status == NOT_FOUND)
    (term,) = (each for each in count_terms(chosen_sequences(["torus-closed-3xn"]), squares=9) if each.n == 3)
    with pytest.raises(SolverError, match=r"47 tours, .*every tour listed.* 48"):
        list(checked_terms([replace(term, count=TourCount(None, 47))]))
    assert [each.check for each in checked_terms([term], Budget(seconds=1e-9))] == [""]


def test_a_cut_column_and_a_missing_corner():
    columns, corner = chosen_sequences(["A389757"])[0], chosen_sequences(["corner-open-7xn"])[0]
    assert columns.board(9) == Board(7, 2, [(row, 1) for row in range(2, 7)])
    assert columns.board(13) == corner.board(2) == Board(7, 2, [(6, 1)])


def test_every_group_has_sequences():
    assert {each.group for each in chosen_sequences()} == set(GROUPS)


def test_unknown_names_and_boards_without_squares_are_refused():
    with pytest.raises(ProblemError, match="did you mean 'A193055'"):
        chosen_sequences(["A19305"])
    with pytest.raises(ProblemError, match="the groups are knight"):
        chosen_sequences(["?"])
    with pytest.raises(ProblemError, match="at least 1"):
        next(count_terms(chosen_sequences(), squares=0))
