"""Graphs and boards as arrays: the same neighbours in the same order as on the graph."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, knight_graph
from graphs.leapers import ordered_neighbours
from solvers import Meter, Problem
from solvers.methods import arrays
from solvers.methods.arrays import adjacency_arrays
from solvers.methods.warnsdorff_kernels import PaddedBoard
from tests.looks import longest_share_without_a_look


def neighbours_in(adjacency):
    """Each square with its neighbours, read back from the arrays."""
    squares = list(adjacency.squares)
    near = np.split(adjacency.heads, adjacency.first[1:-1])
    return {square: [squares[number] for number in numbers.tolist()] for square, numbers in zip(squares, near, strict=True)}


def plain(neighbours):
    return {square: list(near) for square, near in neighbours.items()}


@pytest.mark.parametrize("order", ["adjacency", "clockwise", "java"])
@pytest.mark.parametrize("board", [Board(6, 7), Board(5, 5, holes=[(0, 1), (4, 4)]), Board(4, 5, wrap="both")], ids=repr)
def test_a_board_and_its_graph_give_the_same_arrays(board, order):
    from_graph = adjacency_arrays(Problem(knight_graph(board)), order)
    from_board = adjacency_arrays(Problem.on_board(board), order)
    assert neighbours_in(from_graph) == neighbours_in(from_board) == plain(ordered_neighbours(knight_graph(board), order))


@given(edges=st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1), several=st.booleans())
def test_loops_and_parallel_edges_are_passed_over(edges, several):
    graph = (nx.MultiGraph if several else nx.Graph)(edges)
    expected = {node: [other for other in graph.adj[node] if other != node] for node in graph}
    assert neighbours_in(adjacency_arrays(Problem(graph))) == expected


@pytest.mark.parametrize("board", [Board(3, 3), Board(4, 9), Board(7, 6, holes=[(3, 3)])], ids=repr)
def test_a_padded_board_counts_the_neighbours_of_each_square(board):
    padded = PaddedBoard(Problem.on_board(board), "adjacency")
    graph = knight_graph(board)
    assert {square: int(padded.arrays.degree[padded.number(square)]) for square in board} == dict(graph.degree)
    assert padded.squares(np.array([padded.number(square) for square in board])).tolist() == [list(square) for square in board]


@pytest.mark.parametrize("side, leaper", [(1, (1, 2)), (3, (3, 4))])
def test_a_board_on_which_no_move_fits_has_no_neighbours(side, leaper):
    adjacency = adjacency_arrays(Problem.on_board(Board(side, side), leaper))
    assert (adjacency.first.tolist(), adjacency.heads.tolist()) == ([0] * (side**2 + 1), [])


def test_a_board_of_several_bands_has_the_arrays_of_one_band(monkeypatch):
    boards = [Board(3, 130), Board(40, 41, holes=[(7, 7)])]
    once = [adjacency_arrays(Problem(board)) for board in boards]
    monkeypatch.setattr(arrays, "BAND", 100)
    for board, one in zip(boards, once, strict=True):
        assert neighbours_in(adjacency_arrays(Problem(board))) == neighbours_in(one)


def test_the_arrays_of_a_large_board_are_built_with_many_looks_at_the_clock():
    problem = Problem(Board(1_500, 1_500))
    assert longest_share_without_a_look(lambda look: adjacency_arrays(problem, meter=Looked(look)), 0.25) < 0.25


class Looked(Meter):
    """A meter that tells when it looks at the clock."""

    def __init__(self, look):
        super().__init__()
        self.look = look

    def check(self):
        self.look()
        super().check()
