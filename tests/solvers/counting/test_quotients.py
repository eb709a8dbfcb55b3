"""Tours that a symmetry maps onto themselves: numbers in print, lists of all tours of small boards, and the sums of weights."""

import random
from dataclasses import replace
from itertools import pairwise, permutations
from math import prod

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board
from graphs.symmetry import symmetries
from solvers import (
    Budget,
    BudgetSpent,
    Problem,
    SolverError,
    SymmetricCount,
    UnsupportedProblem,
    count_symmetric_tours,
    list_tours,
)
from solvers.counting.count_plan import count_plan_of
from solvers.counting.quotients import Quotient, check_quotient_count, quotient_symmetry
from solvers.methods.frontier.order import narrow_order
from tests.brute_force import moves_of
from tests.plain_frontier import states_after
from tests.solvers.data import data

IN_PRINT = data("symmetric")


def tables():
    """Return Knuth's tables: for rows, columns and a symmetry, the number of tours of one or both kinds."""
    boards = {}
    for title, table in IN_PRINT["closed_by_axis"].items():
        if title != "source":
            symmetry, kind = title.split(", ")
            for rows, numbers in table.items():
                for index, number in enumerate(numbers):
                    boards.setdefault((int(rows), 3 + 2 * index, symmetry), {})[kind] = number
    return [(*board, numbers) for board, numbers in boards.items()]


@pytest.mark.parametrize(
    "rows, cols, symmetry, numbers",
    [pytest.param(*each, marks=[pytest.mark.slow] if each[0] * each[1] > 50 else []) for each in tables()],
    ids=str,
)
def test_boards_with_an_odd_side_have_as_many_as_in_print(rows, cols, symmetry, numbers):
    count = count_symmetric_tours(Board(rows, cols), symmetry, closed=True)
    assert {kind: getattr(count, kind) for kind in numbers} == numbers


@pytest.mark.parametrize("known", IN_PRINT["closed_of_squares"]["counts"], ids=str)
def test_square_boards_have_as_many_as_in_print(known):
    problem = Problem.on_board(Board(known["side"], known["side"]), tuple(known["leaper"]), closed=True)
    count = count_symmetric_tours(problem, known["symmetry"])
    assert (count.tours, count.distinct) == (known["tours"], known["distinct"])


def test_open_tours_are_as_many_as_in_print():
    """In 4 rows only boards of odd length have any (OEIS A328340)."""
    counts = [count_symmetric_tours(Board(4, cols)).distinct for cols in range(1, 12)]
    assert counts[::2] == data("strips")["symmetric_open_4xn"]["terms"][:6]
    assert not any(counts[1::2])
    assert count_symmetric_tours("5x7").distinct == IN_PRINT["open_5x7"]["distinct"]


def listed(problem, symmetry, tours):
    """Return how many tours of a list the symmetry shifts along themselves, and how many it reverses."""
    shifted = []
    for tour in tours:
        images = [*map(symmetry, tour)]
        if moves_of(images, closed=problem.closed) == moves_of(tour, closed=problem.closed):
            shifted.append(tour.index(images[1]) - tour.index(images[0]) in (1, 1 - len(tour)))
    return sum(shifted), len(shifted) - sum(shifted)


def orbits_listed(problem, symmetry, tours):
    """Return how many orbits there are of the tours that the symmetry maps onto themselves."""
    own = [tour for tour in tours if sum(listed(problem, symmetry, [tour]))]
    images = ([[*map(each, tour)] for each in symmetries(problem.board)] for tour in own)
    return len({frozenset(moves_of(image, closed=problem.closed) for image in each) for each in images})


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "open"])
@pytest.mark.parametrize("text, leaper, wrap", IN_PRINT["listed"], ids=str)
def test_the_counts_are_those_of_a_list_of_all_tours(text, leaper, wrap, closed):
    board = Board.parse(text, wrap=wrap)
    problem = Problem.on_board(board if closed or board.size <= 12 else Board(3, 4), tuple(leaper), closed=closed)
    tours = [[*tour] for tour in list_tours(problem, symmetric=True)]
    names = [*dict.fromkeys(each.name for each in symmetries(problem.board)[1:])][:9]
    assert names
    for name in names:
        symmetry = quotient_symmetry(problem, name)
        try:
            count = count_symmetric_tours(problem, name)
        except UnsupportedProblem:  # of a torus with three rows or columns
            assert "shift" in name
            continue
        assert (count.shifted, count.reversed) == listed(problem, symmetry, tours)


@pytest.mark.parametrize("text", ["6x6", "5x6", "5x8", "3x10", "#..#\n....\n....\n#..#"], ids=str)
def test_the_number_of_orbits_is_that_of_a_list_of_all_tours(text):
    problem = Problem(text, closed=True)
    tours = [[*tour] for tour in list_tours(problem, symmetric=True)]
    for symmetry in symmetries(problem.board)[1:]:
        count = count_symmetric_tours(problem, symmetry.name)
        assert count.distinct in (None, orbits_listed(problem, symmetry, tours))


def test_the_number_of_orbits_is_known_for_turns_of_a_knights_board():
    for text in ("6x6", "6x7", "3x10", "5x8", "6x8"):
        assert count_symmetric_tours(text, closed=True).distinct is not None
    assert count_symmetric_tours(Board(4, 4, wrap="both"), closed=True).distinct is None


def test_the_check_counts_by_another_method():
    problem = Problem("6x6", closed=True)
    count = count_symmetric_tours(problem, "half turn")
    assert check_quotient_count(problem, "half turn", count) == "every tour listed"
    with pytest.raises(SolverError, match=r"77 tours.* 78"):
        check_quotient_count(problem, "half turn", SymmetricCount(77, 0, None))
    large = Problem("6x7", closed=True)
    assert check_quotient_count(large, "half turn", count_symmetric_tours(large)) == "another order"


def test_a_torus_can_be_shifted():
    """A quarter of the tour is four moves to the right or down; an odd number of them goes down: the 1st, 2nd, 3rd or 4th, or
    all but one. The order of a shift must be a power of two.
    """
    problem = Problem.on_board(Board(4, 4, wrap="both"), (0, 1), closed=True)
    assert count_symmetric_tours(problem, "shift by 1,3") == SymmetricCount(8, 0, None)
    with pytest.raises(UnsupportedProblem, match=r"order 3: .* power of two"):
        count_symmetric_tours(Board(3, 3, wrap="both"), "shift by 0,1", closed=True)


def test_what_cannot_be_counted_is_refused():
    with pytest.raises(BudgetSpent, match="node limit"):
        count_symmetric_tours("8x8", budget=Budget(nodes=1000), closed=True)
    with pytest.raises(BudgetSpent, match="time limit"):
        count_symmetric_tours("60x60", budget=Budget(seconds=0.1), closed=True)


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_weights_of_edges_are_multiplied_and_added_up(swept, seed):
    chance = random.Random(seed)
    graph = nx.gnp_random_graph(chance.randint(3, 7), 0.8, seed=seed)
    start = chance.choice([None, 0])
    problem = Problem(graph, start=start, closed=start is None)
    weights = {frozenset(edge): chance.choice([-(2**9), -3, -1, 0, 1, 2, 2**9]) for edge in graph.edges}
    plan = count_plan_of(problem, list(graph))
    plan = replace(plan, weights=weights)
    expected = weighted_by_brute_force(problem, weights)
    assert states_after(plan, problem.size)[1] == expected
    assert swept(plan).complete == expected


def weighted_by_brute_force(problem, weights):
    total = 0
    for order in permutations(problem.graph):
        moves = [*pairwise(order), *([(order[-1], order[0])] if problem.closed else [])]
        if order[0] == 0 and all(problem.graph.has_edge(*move) for move in moves):
            total += prod(weights[frozenset(move)] for move in moves)
    return total // 2 if problem.closed else total


@settings(max_examples=50)
@given(st.integers(0, 2**32))
def test_a_narrow_order_holds_every_vertex_once(seed):
    graph = nx.gnp_random_graph(random.Random(seed).randint(0, 9), 0.3, seed=seed)
    assert sorted(narrow_order(graph.adj)) == list(graph)


def test_a_narrow_order_is_narrower_than_the_rows():
    problem = Problem("14x14", closed=True)
    quotient = Quotient.of(problem, quotient_symmetry(problem, "quarter turn"))
    graph = nx.Graph(list(quotient.edges))
    widths = [count_plan_of(Problem(graph, closed=True), order).width for order in (narrow_order(graph.adj), sorted(graph))]
    assert widths == [17, 22]
