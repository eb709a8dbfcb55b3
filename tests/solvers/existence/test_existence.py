"""Verdicts: as published, as a search of another kind finds, with evidence that holds; and never more than is known."""

import itertools

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from graphs import Board, Tour, orbits
from graphs.obstructions import Colours, CutSet, Disconnected, HalfSet, NoSquares, TooFewSquares
from solvers import Budget, Problem, SearchProof, board_map, decide, pair_map, solve
from tests.evidence import assert_holds
from tests.solvers.data import data, has_closed_tour, has_open_tour, starts_tour
from tests.solvers.problems import board_problems

FACTS = data("existence")
EXACT = ["backtracking", "warnsdorff-backtracking", "pruned", "pruned-compiled", "cp-sat", "sat", "clingo", "frontier"]
SIZES = [(m, n) for m in range(1, 9) for n in range(m, 11)] + [(m, n) for m in (3, 4) for n in range(11, 15)]


# What is in print, computed.


def test_every_board_and_every_start_is_as_published_and_measured_with_a_tour_or_a_reason_without_a_search():
    """By Schwenk, and by Cull and De Curtins."""
    for found in board_map(Board(m, n) for m, n in SIZES):
        starts, size = found.starts, (found.board.rows, found.board.cols)
        assert (starts.exists, starts.closed.exists) == (has_open_tour(*size), has_closed_tour(*size))
        assert {square: verdict.exists for square, verdict in starts.items()} == {
            square: starts_tour(*size, square) for square in found.board
        }
        for asked, verdict in starts.questions():
            assert_holds(asked, verdict)
            assert not isinstance(verdict.evidence, SearchProof), asked


@pytest.mark.parametrize("solver", EXACT)
def test_every_exact_solver_says_the_same_of_every_board_of_up_to_20_squares(solver):
    for m, n in (size for size in SIZES if size[0] * size[1] <= 20):
        problem = Problem(Board(m, n))
        expected = {problem.with_ends(start=first): starts_tour(m, n, first) for first, *_ in orbits(Board(m, n))}
        expected |= {problem: has_open_tour(m, n), problem.with_ends(closed=True): has_closed_tour(m, n)}
        assert {asked: solve(asked, solver).exists for asked in expected} == expected


def right_colours(board, start, end):
    """Both of the corners' colour on odd boards, else of opposite colours."""
    one, other = sum(start) % 2, sum(end) % 2
    return one == other == 0 if len(board) % 2 else one != other


@pytest.mark.parametrize(
    "name, pairs, without",
    [
        *((name, each["pairs"], each["without"]) for name, each in FACTS["pairs_without_tour"]["boards"].items()),
        ("5x7", 306, 0),
        ("5x8", 800, 70),
        ("6x6", 648, 0),
        ("6x7", 882, 0),
        ("6x8", 1152, 0),
    ],
)
def test_the_pairs_of_start_and_end_without_a_tour_are_as_many_as_measured(name, pairs, without):
    board = Board.parse(name)
    found = pair_map(board)
    assert list(found) == list(itertools.permutations(board, 2))
    for asked, verdict in found.questions():
        assert_holds(asked, verdict)
    assert not any(verdict.exists for pair, verdict in found.items() if not right_colours(board, *pair))
    right = [verdict.exists for pair, verdict in found.items() if right_colours(board, *pair)]
    assert (len(right), right.count(False)) == (pairs, without)


@pytest.mark.parametrize("cols", [5, 8, 12])
def test_the_inner_rows_of_4xn_start_no_tour_for_the_outer_rows_are_half_of_the_board(cols):
    for square in [(1, 0), (2, cols // 2), (1, cols - 1)]:
        verdict = decide(Board(4, cols), start=square)
        assert verdict.evidence == HalfSet(frozenset((row, col) for row in (0, 3) for col in range(cols)))
        assert verdict.theorem.name == "4xn boards, inner rows"


# Against a search of another kind.


@settings(max_examples=200)
@given(board_problems(most=48))
def test_random_boards_of_up_to_48_squares_are_decided_as_by_cp_sat(problem):
    verdict = decide(problem)
    assert_holds(problem, verdict)
    other = solve(problem, "cp-sat", budget=Budget(nodes=5_000))  # where colours leave no tour, it can go on for hours
    assume(other.exists is not None)
    assert verdict.exists is other.exists


# Graphs of other kinds, and edges of the definition.


@pytest.mark.parametrize(
    "graph, asked, kind",
    [
        (nx.petersen_graph(), {}, Tour),
        (nx.star_graph(3000), {}, Colours),
        (nx.barbell_graph(4, 0), {"closed": True}, CutSet),
        (nx.empty_graph(0), {"closed": True}, NoSquares),
        (nx.empty_graph(1), {"start": 0, "end": 0, "closed": True}, TooFewSquares),
        (nx.path_graph(2), {"start": 0, "end": 1, "closed": True}, TooFewSquares),
        (nx.empty_graph(2), {"start": 0, "end": 1}, Disconnected),
        (nx.path_graph(2), {"start": 1, "end": 0}, Tour),
        (nx.Graph([(0, 0), (0, 1), (1, 1)]), {}, Tour),
        (nx.Graph([("a", 1), (1, (0, 0)), ((0, 0), frozenset()), (frozenset(), "a")]), {"start": 1, "closed": True}, Tour),
    ],
)
def test_any_graph_is_decided(graph, asked, kind):
    problem = Problem(graph, **asked)
    verdict = decide(problem)
    assert verdict.exists is (kind is Tour)
    assert isinstance(verdict.evidence, kind)
    assert verdict.theorem is None
    assert_holds(problem, verdict)


# Budgets.


@given(board_problems(most=30), st.sampled_from([10, 26, 300, 5000]))
def test_the_same_node_budget_gives_the_same_verdict(problem, nodes):
    assert decide(problem, budget=Budget(nodes=nodes)) == decide(problem, budget=Budget(nodes=nodes))
