"""Weighted cuts: what they explain, and that weights which are wrong in any way do not hold."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, knight_graph, leaper_graph
from graphs.obstructions import Ends, WeightedCuts, find_weighted_cuts
from graphs.obstructions.obstruction import bounds
from tests.graphs.obstructions.test_obstructions import planted

ANY, CLOSED = Ends(), Ends(closed=True)
STAR = nx.star_graph(3)
LEAVES = WeightedCuts(frozenset({(1, 1), (2, 1), (3, 1)}), frozenset(), 4, 3)
TWO_TRIANGLES = nx.Graph([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (2, 3)])
BRIDGE = WeightedCuts(frozenset(), frozenset({(frozenset({0, 1, 2}), 1)}), 2, 1)
HALF = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
CUBIC = [*HALF, *((one + 5, other + 5) for one, other in HALF)]

NO_TOUR = {
    "the giraffe on 11x11 (J. Waldmann, by a SAT solver)": (leaper_graph(Board(11, 11), 1, 4), ANY),
    "the (1, 8)-leaper on 16x16": (leaper_graph(Board(16, 16), 1, 8), ANY),
    "3x8, closed (A. Schwenk, 1991)": (knight_graph(Board(3, 8)), CLOSED),
    "three leaves": (STAR, ANY),
    "a bridge": (TWO_TRIANGLES, CLOSED),
    "a bridge, where every square has three moves": (nx.Graph([*CUBIC, (0, 5)]), CLOSED),
}


def claims_of(graph, problem):
    return list(find_weighted_cuts(graph, problem))


@pytest.mark.parametrize("graph, problem", NO_TOUR.values(), ids=NO_TOUR)
def test_weights_show_that_there_is_no_tour(graph, problem):
    (claim,) = claims_of(graph, problem)
    assert claim.holds(graph, problem)
    assert claim.squares <= set(graph)
    assert "weigh" in str(claim)
    assert claim == claims_of(graph, problem)[0]


@pytest.mark.parametrize("problem", [ANY, CLOSED, Ends((0, 0)), Ends((0, 0), (7, 0)), Ends((0, 0), (2, 1), closed=True)])
def test_there_are_no_weights_where_there_is_a_tour(problem):
    assert claims_of(knight_graph(Board(8, 8)), problem) == []


def test_the_petersen_graph_satisfies_the_relaxation():
    """With 2/3 on every edge: it has no Hamiltonian cycle, but no weights show that."""
    assert claims_of(nx.petersen_graph(), CLOSED) == []


def test_the_examples_hold():
    assert LEAVES.holds(STAR, ANY)
    assert (LEAVES.squares, dict(LEAVES.count(STAR, ANY).numbers)) == (set(), {1: 1, 2: 1, 3: 1})
    assert BRIDGE.holds(TWO_TRIANGLES, CLOSED)
    assert BRIDGE.holds(TWO_TRIANGLES, Ends(3, 4))


@given(planted(most=7).filter(lambda case: len(case[0]) > 2), st.randoms(use_true_random=False))
def test_no_weights_whatever_hold_where_there_is_a_tour(case, chance):
    graph, problem, tour = case
    weights = frozenset((square, chance.choice([-2, -1, 1, 1, 2])) for square in tour if chance.random() < 0.8)
    sets = {frozenset(chance.sample(tour, chance.randint(1, len(tour) - 1))) for _ in range(chance.randint(0, 2))}
    cuts = frozenset((some, chance.randint(1, 2)) for some in sets)
    claims = (WeightedCuts(weights, cuts, least, most) for least in range(-10, 30) for most in range(least - 3, least))
    assert not any(claim.holds(graph, problem) for claim in claims)


def test_an_end_on_a_square_without_weight_lowers_nothing():
    assert bounds(nx.path_graph(4), Ends(), {1: -1, 2: -1}, []) == (-4, 0)
