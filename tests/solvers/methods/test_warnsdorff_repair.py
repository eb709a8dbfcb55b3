"""Warnsdorff's walk with repair: it finds tours fast, from anywhere to anywhere, and never denies one."""

import random
from hashlib import sha256

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, knight_graph
from solvers import Budget, Meter, Problem, solve
from solvers.methods.warnsdorff_repair import warnsdorff_repair
from tests.solvers.problems import board_problems, graph_problems, right_pairs, same

NAME = "warnsdorff-repair"


def test_a_tour_of_8x8_from_the_corner_to_any_square_of_the_other_colour():
    for end in [square for square in Board(8, 8) if sum(square) % 2]:
        assert solve("8x8", NAME, start=(0, 0), end=end).exists  # verified there


@pytest.mark.parametrize("name", ["6x6", "8x8", "7x10", "10x10", "11x12", "15x16", "20x20", "5x40", "3x30"])
@pytest.mark.parametrize("seed", [0, 1])
def test_closed_tours(name, seed):
    assert solve(name, NAME, seed=seed, closed=True).exists


@given(st.integers(1, 40), st.integers(0, 2**32))
def test_a_path_that_is_hidden_among_many_other_moves_is_found(number, seed):
    """From 2 log n moves a square on, a random graph has many tours; the one that is hidden makes sure of one."""
    chance = random.Random(seed)
    tour = chance.sample(range(number), number)
    graph = nx.gnm_random_graph(number, 3 * number, seed=seed)
    nx.add_path(graph, [*tour, tour[0]])
    ends = {"start": tour[0], "end": tour[-1]} if number > 1 else {"start": tour[0]}
    assert solve(graph, NAME, **ends).exists
    assert number < 3 or solve(graph, NAME, start=tour[0], closed=True).exists


def test_a_tour_that_may_start_anywhere_is_found_when_none_starts_at_the_first_square():
    middle_first = nx.Graph()
    middle_first.add_nodes_from([1, 0, 2])
    nx.add_path(middle_first, [0, 1, 2])
    assert solve(middle_first, NAME).exists


# Nodes, seeds, options.


@pytest.mark.parametrize("limit", [1, 2, 24, 25, 26, 100, 2047, 2048, 2049, 5000])
def test_a_node_limit_is_kept_to_the_node(limit):
    held = solve("5x5", NAME, budget=Budget(nodes=limit), closed=True)  # 25 squares: no closed tour
    assert (held.exists, held.nodes) == (None, limit)
    assert "node limit" in held.reason


def test_the_same_seed_gives_the_same_walks_on_any_machine():
    boards = "5x6", "3x10", "5x12"
    found = [solve(board, NAME, seed=seed, walks=9, closed=True) for board in boards for seed in range(4)]
    assert [each.nodes for each in found] == [343, 612, 612, 1188, 894, 901, 320, 322, 64, 61, 61, 62]
    told = repr([(each.nodes, each.tour and each.tour.squares) for each in found])
    assert sha256(told.encode()).hexdigest()[:16] == "310b40c4689d1648"


def test_the_clock_is_looked_at_more_often_on_a_large_board_where_a_turn_takes_longer():
    class Noting(Meter):
        looks = 0

        def more(self, nodes, between=2048):
            self.looks += 1
            return super().more(nodes, between)

    def nodes_between_looks(side):
        problem, meter = Problem(Board(side, side), closed=True), Noting()  # of odd side: it turns in vain
        return warnsdorff_repair(problem, meter, walks=1).nodes / meter.looks

    assert nodes_between_looks(51) < nodes_between_looks(21) / 2


# From everywhere to everywhere, and the compiled twin.


@pytest.mark.parametrize(
    "rows, lengths",
    [
        *((rows, (*range(rows, 10), 23, 24)) for rows in range(5, 10)),
        *(pytest.param(rows, range(rows, 25), marks=pytest.mark.slow) for rows in range(5, 25)),
    ],
)
def test_every_right_coloured_start_of_a_board(rows, lengths):
    for board in (Board(rows, cols) for cols in lengths):
        for start in (square for square in board if len(board) % 2 == 0 or sum(square) % 2 == 0):
            assert solve(board, NAME, start=start).exists, (board, start)


@pytest.mark.parametrize("number", [4, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["50x50", "51x51", "200x200"])
def test_a_tour_between_any_two_right_coloured_squares(name, number):
    problem = Problem(name)
    for start, end in right_pairs(problem.board, number):
        assert solve(problem.with_ends(start=start, end=end), NAME).exists, (start, end)


@pytest.mark.parametrize("name, leaper", [("1000x1000", (1, 2)), ("300x301", (1, 4))])
def test_a_tour_of_a_large_board_from_anywhere(name, leaper):
    board = Board.parse(name)
    (start, end), *_ = right_pairs(board, 1)
    assert solve(board, NAME, leaper=leaper, start=start).exists
    assert solve(board, NAME, leaper=leaper, start=start, end=end).exists


def test_a_square_with_one_neighbour_is_the_end():
    """A leaf that the rule would enter at once: the walk steps back and keeps it for the last."""
    graph = nx.compose(nx.complete_graph(6), nx.Graph([(0, "leaf")]))
    assert solve(graph, NAME, start=0).tour is None  # the leaf would have to be second and last
    found = solve(graph, NAME, start=1)
    assert found.tour[-2:] == (0, "leaf")


@given(board_problems(most=144) | graph_problems(most=24), st.none() | st.integers(1, 300), st.integers(0, 2**31 - 1))
def test_both_twins_make_the_same_walks(problem, limit, seed):
    found = []
    for compiled_from in (0, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("solvers.methods.warnsdorff_repair.COMPILED_FROM", compiled_from)
            found.append(solve(problem, NAME, seed=seed, walks=3, budget=Budget(nodes=limit)))
    assert same(*found)


def test_the_graph_and_the_board_give_the_same_tour():
    """So that a tour does not depend on how the question was put."""
    board = Board(9, 9)
    for start in [(0, 0), (4, 4), (3, 5)]:
        on_board, on_graph = Problem(board, start=start), Problem(knight_graph(board), start=start)
        assert solve(on_board, NAME).tour == solve(on_graph, NAME).tour
