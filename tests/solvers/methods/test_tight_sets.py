"""Tight sets: what they say holds for every tour, and it ends searches that would take hours."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board, leaper_graph
from graphs.leapers import ordered_neighbours
from solvers import Budget, BudgetSpent, Meter, Problem, Status, enumerate_tours, solve
from solvers.methods.sat import two_factor_of
from solvers.methods.tight_sets import tight_groups


def chosen_variables(tour, problem, two_factor):
    """The variables of the edges of a tour, with those of the apex."""
    number = {square: vertex for vertex, square in enumerate(problem.graph)}
    path = [two_factor.apex, *(number[square] for square in tour)]
    return {two_factor.variable[edge] for edge in zip(path, [*path[1:], path[0]], strict=True)}


def check_on_all_tours(problem, most=2000):
    """Check every group on every tour; return the numbers of groups and of tours."""
    two_factor = two_factor_of(problem, ordered_neighbours(problem.graph))
    groups = list(tight_groups(problem.graph, problem, two_factor))
    tours = 0
    for tours, tour in enumerate(enumerate_tours(problem), 1):
        chosen = chosen_variables(tour, problem, two_factor)
        assert all(len(chosen.intersection(variables)) == number for number, variables in groups)
        if tours == most:
            break
    return len(groups), tours


@pytest.mark.parametrize(("board", "start"), [("3x4", None), ("3x7", None), ("4x5", None), ("4x5", (0, 0)), ("5x5", (0, 0))])
def test_every_tour_of_a_board_satisfies_every_group(board, start):
    groups, tours = check_on_all_tours(Problem(leaper_graph(Board.parse(board), 1, 2), start=start))
    assert groups
    assert tours


@settings(deadline=None, max_examples=150)
@given(st.integers(3, 5), st.integers(1, 9), st.data())
def test_no_planted_tour_is_removed(low, more, data):
    """Sparse graphs with a path through all vertices, most of them with tight sets."""
    vertices = low + more
    graph = nx.path_graph(data.draw(st.permutations(range(vertices))))
    pairs = st.tuples(st.integers(0, low - 1), st.integers(0, vertices - 1)).filter(lambda pair: pair[0] != pair[1])
    graph.add_edges_from(data.draw(st.lists(pairs, max_size=2 * vertices)))
    start = data.draw(st.sampled_from([None, *graph]))
    check_on_all_tours(Problem(graph, start=start), most=50)


def test_a_closed_tour_gets_no_groups():
    problem = Problem(leaper_graph(Board(4, 5), 1, 2), closed=True)
    assert not list(tight_groups(problem.graph, problem, two_factor_of(problem, ordered_neighbours(problem.graph))))


def test_tight_sets_are_sought_within_the_time():
    problem = Problem(leaper_graph(Board(10, 10), 1, 2))
    late = Meter(Budget(seconds=1e-9))
    with pytest.raises(BudgetSpent):
        list(tight_groups(problem.graph, problem, two_factor_of(problem, ordered_neighbours(problem.graph)), late.watched))


@pytest.mark.parametrize(("leaper", "side"), [((3, 4), 24), ((2, 7), 24), ((1, 8), 16)])
def test_boards_that_need_counting_are_refuted_in_a_few_thousand_conflicts(leaper, side):
    problem = Problem.on_board(Board(side, side), leaper)
    assert solve(problem, "sat", presolve=False, budget=Budget(nodes=10_000)).status is Status.IMPOSSIBLE
