"""The open tours from each square: published numbers, sums, symmetries, ends, and what is refused."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board
from solvers import Budget, BudgetSpent, count_starts, count_tours, watch_steps
from tests.solvers.data import COUNTS


def test_the_starts_of_5x5():
    starts = count_starts("5x5")
    published = COUNTS["directed_open_from_one_square"]["5x5"]
    assert {f"{row},{col}": number for (row, col), number in starts.items()}.items() >= published.items()
    assert sum(starts.values()) == COUNTS["directed_open"]["5x5"]
    assert [starts[square] for square in ((0, 0), (0, 1), (2, 2), (1, 1))] == [304, 0, 64, 56]


@pytest.mark.parametrize("board", ["3x4", "3x10", "4x5", "5x6", "6x6"])
def test_the_starts_add_up_to_all_directed_tours(board):
    board = Board.parse(board)
    starts = count_starts(board)
    assert list(starts) == list(board)
    assert sum(starts.values()) == count_tours(board).directed


@settings(max_examples=20)
@given(st.data())
def test_every_start_has_the_number_of_a_count_of_its_own(data):
    """With holes, and with an end: then fewer symmetries map starts onto each other."""
    rows, cols = data.draw(st.sampled_from([(3, 4), (4, 4), (3, 5), (4, 5)]))
    squares = list(Board(rows, cols))
    holes = data.draw(st.sampled_from([[], [(0, 0)], [(0, 0), (0, cols - 1)], [(1, 1)]]))
    board = Board(rows, cols, holes=holes, wrap=data.draw(st.sampled_from([None, "cols"])))
    end = data.draw(st.sampled_from([None, *(square for square in squares if square in board)]))
    starts = count_starts(board, end=end)
    assert list(starts) == list(board)
    for square in data.draw(st.lists(st.sampled_from(list(board)), min_size=3, max_size=3)):
        expected = 0 if square == end else count_tours(board, start=square, end=end).directed
        assert starts[square] == expected


def test_a_graph_that_is_no_board_is_counted_from_every_vertex():
    assert count_starts(nx.petersen_graph()) == dict.fromkeys(range(10), 24)
    assert count_starts(nx.path_graph(4), end=3) == {0: 1, 1: 0, 2: 0, 3: 0}
    assert (count_starts(nx.empty_graph(1)), count_starts(nx.empty_graph(0))) == ({0: 1}, {})
    assert count_starts(nx.empty_graph(1), end=0) == {0: 1}


def test_the_budget_is_for_all_starts_together():
    assert count_tours("5x5", budget=Budget(nodes=2_000), start=(0, 0)).directed == 304
    with pytest.raises(BudgetSpent, match="node limit"):
        count_starts("5x5", budget=Budget(nodes=2_000))


def test_each_step_names_the_start():
    steps = []
    with watch_steps(steps.append):
        count_starts("5x5")
    assert steps[0].startswith("start 1 of 6: counting: ")
    assert steps[-1].startswith("start 6 of 6: counting: ")
