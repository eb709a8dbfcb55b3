"""The move graph has an edge exactly where the leaper can go, and its moves come in the order asked for."""

import itertools

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import (
    MOVE_ORDERS,
    Board,
    BoardError,
    MoveError,
    WrongType,
    knight_graph,
    leaper_graph,
    ordered_neighbours,
)
from graphs.leapers import leaper_neighbours
from tests.small import boards

leapers = st.sampled_from([(1, 2), (2, 1), (0, 1), (1, 1), (0, 2), (2, 3), (1, 4)])


def a_move_apart(board, one, other, a, b):
    """The definition, with nothing of the code that is tested: joined edges count modulo the board's size."""

    def lengths(delta, size, joined):
        return {abs(delta + turn * size) for turn in range(-9, 10)} if joined else {abs(delta)}

    downs = lengths(other[0] - one[0], board.rows, board.wrap in ("rows", "both"))
    rights = lengths(other[1] - one[1], board.cols, board.wrap in ("cols", "both"))
    return (a in downs and b in rights) or (b in downs and a in rights)


def edges_of(graph):
    return {frozenset(edge) for edge in graph.edges}


@given(boards(), leapers)
def test_two_squares_are_joined_exactly_when_a_move_apart(board, leaper):
    graph = leaper_graph(board, *leaper)
    assert edges_of(graph) == {
        frozenset(pair) for pair in itertools.combinations(list(board), 2) if a_move_apart(board, *pair, *leaper)
    }


@pytest.mark.parametrize("size", [(1000, 1001), (1, 1_000_001), (999_999_999, 999_999_999), (10**10, 10**10)])
def test_a_board_of_more_than_a_million_squares_gets_no_graph(size):
    with pytest.raises(BoardError, match="too large for a networkx graph: the limit is 1,000,000 squares"):
        knight_graph(Board(*size))


def test_a_text_is_no_board_and_the_error_says_how_to_make_one():
    with pytest.raises(WrongType, match=r"'8x8' is not a Board: write Board.parse\('8x8'\)"):
        knight_graph("8x8")


@pytest.mark.parametrize("leaper", [(0, 0), (-1, 2), (2.5, 1)])
def test_no_leaper_is_refused_and_told(leaper):
    with pytest.raises(MoveError, match="is not a leaper") as caught:
        leaper_graph(Board(4, 4), *leaper)
    assert caught.value.value == leaper
    assert "\n" not in str(caught.value)


@given(boards(wraps=[None]), st.sampled_from(sorted(MOVE_ORDERS)))
def test_neighbours_come_in_the_order_of_the_moves(board, name):
    for (row, col), near in ordered_neighbours(knight_graph(board), name).items():
        reached = [(row + down, col + right) for down, right in MOVE_ORDERS[name]]
        assert list(near) == [square for square in reached if square in board]


@given(boards(), leapers, st.sampled_from(["adjacency", *MOVE_ORDERS]))
def test_neighbours_come_in_row_major_order_and_none_is_lost_or_repeated_in_another(board, leaper, order):
    graph = leaper_graph(board, *leaper)
    assert list(graph) == list(board)
    assert all(list(near) == sorted(near) for near in graph.adj.values())
    assert leaper_neighbours(board, leaper) == {square: list(near) for square, near in graph.adj.items()}
    for square, near in ordered_neighbours(graph, order).items():
        assert sorted(near) == sorted(graph.adj[square])


@pytest.mark.parametrize("wrap", [None, "cols"])
@pytest.mark.parametrize("order", ["adjacency", "clockwise", [(0, 0), *MOVE_ORDERS["java"]]])
def test_an_edge_from_a_square_to_itself_is_passed_over(order, wrap):
    graph = knight_graph(Board(3, 5, wrap=wrap))
    neighbours = list(graph.adj[0, 0])
    graph.add_edge((0, 0), (0, 0))
    assert sorted(ordered_neighbours(graph, order)[0, 0]) == neighbours


@pytest.mark.parametrize(
    "graph", [nx.path_graph(3), nx.Graph([("a", "b")]), nx.Graph([("ab", "cd")]), nx.Graph([((1, 2, 3), 4)])]
)
def test_a_move_order_needs_squares(graph):
    with pytest.raises(MoveError, match="'adjacency'"):
        ordered_neighbours(graph, "clockwise")
