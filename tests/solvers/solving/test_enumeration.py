"""Every tour once, lazily, as many as are published."""

import threading

import networkx as nx
import numpy as np
import pytest

from graphs import Board
from solvers import (
    Budget,
    BudgetSpent,
    OptionError,
    Outcome,
    Problem,
    SolverError,
    UnknownSolver,
    UnsupportedProblem,
    WrongAnswer,
    enumerate_tours,
    get_solver,
)
from tests.processes import PATIENCE
from tests.solvers.data import COUNTS, published
from tests.solvers.programs import python

ENUMERATE = ["backtracking", "warnsdorff-backtracking", "pruned", "pruned-compiled", "cp-sat", "sat", "clingo", "choco"]


def all_tours(problem, solver, **options):
    """All tours as plain tuples; no two are equal."""
    tours = [tour.squares for tour in enumerate_tours(problem, solver, **options)]
    assert len(set(tours)) == len(tours)
    return tours


@pytest.mark.parametrize("solver", ENUMERATE)
@pytest.mark.parametrize(
    "board, count",
    published("undirected_open_3xn", "3x4", "3x5") + published("undirected_open_4xn", "4x5"),
)
def test_an_open_tour_and_its_reverse_are_two(solver, board, count, on_board):
    tours = all_tours(on_board(board), solver)
    assert len(tours) == 2 * count
    assert {tour[::-1] for tour in tours} == set(tours)


def test_all_tours_of_5x5_take_no_more_than_a_moment_by_default(on_board):
    tours = enumerate_tours(on_board("5x5"), budget=Budget(nodes=200_000))
    assert sum(1 for _ in tours) == COUNTS["directed_open"]["5x5"]


def test_an_enumeration_loses_no_tour_while_its_reader_is_busy(on_board):
    tours = enumerate_tours(on_board("5x5"), "cp-sat")
    first = next(tours)
    assert len(all_tours(on_board("5x5", start=(2, 2)), "cp-sat")) == 64
    assert 1 + sum(1 for tour in tours if tour != first) == COUNTS["directed_open"]["5x5"] == 1728


def test_a_process_ends_with_an_enumeration_that_is_not_read_to_its_end():
    begun = "from solvers import *; import networkx; tours = enumerate_tours(networkx.complete_graph(8), 'cp-sat'); next(tours)"
    assert python("-c", begun).stderr == ""


def test_out_of_budget_comes_after_the_tours_found_so_far(on_board):
    """The first tour of this search is found at node 8,840 (the C++ program's count)."""
    problem = on_board("5x5", start=(0, 0))
    found = enumerate_tours(problem, "backtracking", move_order="clockwise", budget=Budget(nodes=8_840))
    assert next(found)[0] == (0, 0)
    with pytest.raises(BudgetSpent, match="8,840"):
        next(found)
    with pytest.raises(BudgetSpent):
        next(enumerate_tours(problem, "backtracking", move_order="clockwise", budget=Budget(nodes=8_839)))


@pytest.mark.parametrize("solver", ENUMERATE)
@pytest.mark.parametrize("closed", [False, True])
def test_a_node_limit_is_a_limit_of_tours(solver, closed):
    before, found = set(threading.enumerate()), []
    with pytest.raises(BudgetSpent, match="stopped at the node limit of 10") as spent:
        found.extend(enumerate_tours(nx.complete_graph(7), solver, closed=closed, budget=Budget(nodes=10)))
    assert len(found) <= 10
    assert spent.value.limit == "node limit"
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_a_fault_in_the_request_is_told_at_once(on_board):
    problem = on_board("5x5")
    with pytest.raises(UnsupportedProblem, match="cannot enumerate") as refused:
        enumerate_tours(problem, "warnsdorff")
    assert all(name in str(refused.value) for name in ENUMERATE)
    with pytest.raises(UnknownSolver):
        enumerate_tours(problem, "warnsdorf")
    with pytest.raises(OptionError):
        enumerate_tours(problem, "backtracking", colour="red")


@pytest.fixture
def giving(temporary_solver):
    """Return a function that registers a solver, which gives what a function makes of each tour of `backtracking`."""

    def register(made_of, name="temporary"):
        def tours(problem, meter):
            for tour in get_solver("backtracking").tours(problem, meter):
                yield from made_of(tour)

        return temporary_solver(lambda problem, meter: Outcome.unknown(0, ""), name, tours=tours)

    return register


def all_forms(tour):
    turned = [tour[place:] + tour[:place] for place in range(len(tour))]
    return [*turned, *(each[::-1] for each in turned)]


FORMS = {
    "from another node": lambda tour: [tour[2:] + tour[:2]],
    "backwards": lambda tour: [tour[::-1]],
    "twice": lambda tour: [tour, tour],
    "in all forms": all_forms,
    "in one direction": lambda tour: [tour[3:] + tour[:3]] if repr(tour[1]) < repr(tour[-1]) else [],
    "as an iterator": lambda tour: [iter(tour)],
}
SHUFFLED = nx.Graph([(-2, "b"), ((), -1), ("b", ()), (-1, -2), (-2, ()), ("b", -1), ("c", -1), ("c", "b"), ("c", -2)])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("ends", [{}, {"start": "b"}, {"end": "b"}])
def test_a_closed_tour_counts_once_in_whatever_form_a_solver_gives_it(form, ends, giving):
    problem = Problem(SHUFFLED, closed=True, **ends)
    tours = all_tours(problem, "backtracking")
    assert len(tours) > 3
    place = list(SHUFFLED).index
    assert all(place(tour[1]) < place(tour[-1]) for tour in tours if "end" not in ends)
    assert set(all_tours(problem, giving(FORMS[form]))) == set(tours)
    again = giving(FORMS["twice"], "again")
    assert all_tours(Problem(SHUFFLED, **ends), again) == all_tours(Problem(SHUFFLED, **ends), "backtracking")


def test_open_tours_between_free_ends_that_come_in_one_direction_only_are_not_taken_for_all(giving):
    name = giving(lambda tour: [tour] if repr(tour[0]) < repr(tour[-1]) else [])
    with pytest.raises(WrongAnswer, match="an open tour, but not its reverse, although no start or end is given"):
        list(enumerate_tours(SHUFFLED, name))


@pytest.mark.parametrize("ends", [{}, {"start": "b"}, {"end": "b"}, {"closed": True}, {"closed": True, "start": "b"}])
@pytest.mark.parametrize(
    "wrong",
    [
        lambda tour: tour[1:],
        lambda tour: [*tour[:-1], tour[0]],
        lambda tour: [*tour[:-1], "elsewhere"],
        lambda tour: [(), "c", *(node for node in tour if node not in ((), "c"))],
        lambda tour: [[node] for node in tour],
        lambda tour: None,
    ],
)
def test_what_is_no_tour_is_the_solvers_fault(wrong, ends, giving):
    with pytest.raises(SolverError, match="solver 'temporary'"):
        list(enumerate_tours(SHUFFLED, giving(lambda tour: [tour, wrong(tour)]), **ends))


@pytest.mark.parametrize("rows", [list, np.array])
@pytest.mark.parametrize("closed", [False, True])
def test_squares_may_be_given_as_rows(rows, closed, giving):
    ring = Problem(Board(3, 3, holes=[(1, 1)]), closed=closed)
    assert all_tours(ring, giving(lambda tour: [rows([list(square) for square in tour])])) == all_tours(ring, "backtracking")
    tour = next(enumerate_tours(ring, "backtracking"))
    assert (tour.closed, tour.board) == (closed, ring.board)
