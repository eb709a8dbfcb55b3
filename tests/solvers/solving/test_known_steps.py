"""Known steps: the squares that a tour visits at given steps, in every way of asking, against brute force."""

import random

import networkx as nx
import numpy as np
import pytest

from graphs import Board
from graphs.errors import BoardError, FormatError, InvalidTour
from graphs.obstructions import Colours, StepsApart, find_known_steps, squares_at_steps
from solvers import (
    Budget,
    Problem,
    Result,
    Status,
    decide,
    solve,
)

"""Squares that brute force may place on a board."""


def test_the_first_and_the_last_step_are_the_start_and_the_end_and_the_others_are_kept_in_order():
    problem = Problem("5x5", steps={17: "c3", 25: (0, 0), 1: [4, 4], 3: (0, 2)})
    assert (problem.start, problem.end, list(problem.steps.items())) == ((4, 4), (0, 0), [(3, (0, 2)), (17, (2, 2))])
    assert problem == Problem("5x5", start=(4, 4), end=(0, 0), steps=[(17, (2, 2)), (3, "c5")])


@pytest.mark.parametrize(
    "steps, kind, told",
    [
        ({3: (0, 0), 5: (4, 4)}, StepsApart, "no walk of 2 moves joins them"),
        ({3: (0, 0), 4: (0, 1)}, StepsApart, "no move joins them"),
        ({3: (6, 1), 4: (2, 5)}, StepsApart, "no move joins them"),  # the squares also have the wrong colour
        ({3: (0, 0), 9: (0, 0)}, StepsApart, "steps 3 and 9 are both at (0, 0)"),
        ({2: (0, 0)}, Colours, "a tour is on the more frequent colour at every odd step"),
    ],
)
def test_contradictory_steps_are_impossible_for_a_reason_that_can_be_checked(steps, kind, told):
    problem = Problem("7x7", steps=steps)
    reason = decide(problem).evidence
    assert (type(reason), told in str(reason), reason.holds(problem.graph, problem)) == (kind, True, True)
    assert not reason.holds(problem.graph, problem.with_ends(steps={4: (1, 0)}))


def test_steps_are_not_apart_because_a_walk_avoids_a_known_step_between_them():
    problem = Problem(nx.path_graph(5), start=0, end=4, steps={3: 2})
    assert decide(problem).exists
    assert not StepsApart(1, 0, 5, 4).holds(problem.graph, problem)
    lie = Result(Status.IMPOSSIBLE, StepsApart(1, 0, 5, 4), "a lie").to_json()
    with pytest.raises(FormatError):
        Result.from_json(lie, problem)


@pytest.mark.parametrize("parity", [0, 1])
def test_whether_two_steps_are_joined_is_that_of_every_walk_on_random_graphs(parity):
    for seed in range(100 * parity, 100 * parity + 100):
        dice = random.Random(seed)
        graph = nx.gnp_random_graph(7, dice.uniform(0.1, 0.5), seed=seed)
        (one, other, *barred), moves = dice.sample(range(7), dice.randint(2, 4)), 2 * dice.randint(1, 3) + parity
        steps = {1: one, 1 + moves: other} | dict(enumerate(barred, 2 + moves))  # the barred ones come later
        big = nx.disjoint_union(graph, nx.path_graph(8))
        free = graph.subgraph(set(graph) - {one, other, *barred})
        inner = np.linalg.matrix_power(nx.to_numpy_array(free, dtype=int), moves - 2) if len(free) else np.zeros((0, 0))
        ends = [[int(graph.has_edge(end, square)) for square in free] for end in (one, other)]
        is_joined = bool(len(free)) and np.array(ends[0]) @ inner @ np.array(ends[1]) > 0
        assert StepsApart(1, one, 1 + moves, other).holds(big, Problem(big, steps=steps)) is not is_joined


def test_the_search_for_steps_apart_takes_linear_time_and_can_be_stopped():
    problem = Problem(nx.cycle_graph(12_000), start=0, closed=True, steps={6_000: 5_999})
    items = 0

    def counted(some):
        nonlocal items
        for item in some:
            items += 1
            yield item

    assert not [*find_known_steps(problem.graph, problem, counted)]
    assert 12_000 < items < 60_000


def test_the_checker_checks_the_steps():
    tour = solve("5x5", "warnsdorff").tour
    assert Problem("5x5", steps={17: tour[16]}).verify(tour) == tour
    with pytest.raises(InvalidTour, match=r"entry 16 is not .*, the square of the known step 17"):
        Problem("5x5", steps={17: tour[3]}).verify(tour)


@pytest.mark.parametrize("side", [20, 40])
def test_auto_and_decide_find_a_tour_with_a_known_step_on_large_boards(side):
    problem, budget = Problem(Board(side, side), steps={17: "c3"}), Budget(nodes=100_000)
    assert solve(problem, budget=budget).tour[16] == (side - 3, 2)
    assert decide(problem, budget=budget).exists


def test_steps_far_from_known_ones_share_their_sets_of_squares():
    problem = Problem("60x60", steps={17: "c3", 1_000: "c2"})
    layers = squares_at_steps(problem.neighbours(), problem)
    assert (len(layers), len({id(each) for each in layers})) == (3_600, len(set(layers)))
    assert solve(problem, "pruned", budget=Budget(nodes=100)).limit == "node limit"
    assert not [*find_known_steps(problem.graph, problem)]


def test_known_steps_on_a_board_too_large_for_them_are_refused(monkeypatch):
    monkeypatch.setattr("graphs.obstructions.known_steps.MOST", 5_000)
    problem = Problem("40x40", steps={2: "c3"})
    with pytest.raises(BoardError, match=r"1,600 squares are too many .* would exceed 5,000 entries"):
        squares_at_steps(problem.neighbours(), problem)
