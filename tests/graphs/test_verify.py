"""The checker gives one verdict for a graph, a board and an array, and for many tours at a time as for each."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, InvalidTour, Tour, knight_graph, leaper_graph, verify_on_board, verify_tour
from graphs import verify as checker
from graphs.verify import first_fault, table_of_moves
from tests.brute_force import is_tour
from tests.small import AROUND, KNIGHT_3X4, RING, boards


def verdict(check, *arguments, **asked):
    try:
        check(*arguments, **asked)
    except InvalidTour as fault:
        return str(fault)
    return "a tour"


@st.composite
def walks(draw):
    """A board, a leaper, and squares that may or may not be a tour: a walk that gets stuck, or a tour, spoilt at times."""
    tours = [(RING, (1, 2), AROUND), (KNIGHT_3X4.board, (1, 2), list(KNIGHT_3X4))]
    board, leaper, walk = draw(st.sampled_from(tours))
    if draw(st.booleans()):
        board = draw(boards().filter(len))
        leaper = draw(st.sampled_from([(1, 2), (0, 1), (1, 1), (0, 2), (2, 3), (3, 3)]))
        near = leaper_graph(board, *leaper).adj
        walk = [draw(st.sampled_from(list(board)))]
        while following := sorted(set(near[walk[-1]]) - set(walk)):
            walk.append(draw(st.sampled_from(following)))
    for _ in range(draw(st.integers(0, 3))):
        first, last = sorted([draw(st.integers(0, len(walk))), draw(st.integers(0, len(walk)))])
        square = draw(st.tuples(st.integers(-1, board.rows), st.integers(-1, board.cols)))
        spoilt = draw(st.sampled_from([[square], [], walk[first:last][::-1], walk[first:last] * 2]))
        walk = [*walk[:first], *spoilt, *walk[last:]]
        walk = draw(st.sampled_from([walk, walk, walk[first:] + walk[:first]]))
    return board, leaper, walk or [(0, 0)]


@given(walks(), st.booleans(), st.data())
def test_graph_board_and_array_agree_with_the_definition(case, closed, data):
    board, leaper, walk = case
    ends = st.none() | st.sampled_from(walk)
    asked = {"start": data.draw(ends), "end": data.draw(ends), "closed": closed}
    by_graph = verdict(verify_tour, leaper_graph(board, *leaper), walk, **asked)
    assert (by_graph == "a tour") == is_tour(leaper_graph(board, *leaper), walk, **asked)
    assert verdict(verify_on_board, board, walk, leaper=leaper, **asked) == by_graph
    assert verdict(verify_on_board, board, np.array(walk), leaper=leaper, **asked) == by_graph


def test_a_tour_of_an_array_keeps_it():
    tour = verify_on_board(RING, np.array(AROUND, np.int16), closed=True, start=(0, 0), end=(2, 1))
    assert tour.array().dtype == np.int16
    assert tour == Tour(AROUND, closed=True)
    assert tour[3] == (0, 1)


@pytest.mark.parametrize(
    "array, told",
    [
        (np.zeros((0, 2), int), "at least one square"),
        (np.zeros(8, int), "not on the board"),
        (np.zeros((8, 2)), "are not a move apart"),
    ],
)
def test_an_array_that_is_no_tour_is_refused_as_a_list_would_be(array, told):
    with pytest.raises(InvalidTour, match=told):
        verify_on_board(RING, array)


@pytest.mark.parametrize("form", [float, str, np.int8, np.float32, lambda number: number + 0.5, lambda number: None])
def test_graph_and_board_agree_on_squares_of_every_kind(form):
    for entry in range(8):
        walk = [*AROUND[:entry], (form(AROUND[entry][0]), AROUND[entry][1]), *AROUND[entry + 1 :]]
        by_graph, by_board = verdict(verify_tour, knight_graph(RING), walk), verdict(verify_on_board, RING, walk)
        assert by_graph == by_board
        assert by_board == ("a tour" if form(1) == 1 else f"entry {entry}, {walk[entry]}, is not on the board")


@pytest.mark.parametrize("entry", range(8))
@pytest.mark.parametrize("much", [2**32, -(2**32), 2**16, 2**63])
def test_a_number_that_would_be_a_square_if_it_were_cut_short_is_no_square(entry, much):
    array = np.array(AROUND, np.uint64 if much == 2**63 else np.int64)
    array[entry, 0] += array.dtype.type(much)
    with pytest.raises(InvalidTour, match="not on the board"):
        verify_on_board(RING, array)


# Many tours at a time


@st.composite
def blocks(draw):
    """A graph, its nodes, and rows of numbers of which some are tours."""
    size = draw(st.integers(1, 6))
    graph = nx.gnp_random_graph(size, draw(st.sampled_from([0.5, 0.8, 1.0])), seed=draw(st.integers(0, 10**6)))
    nodes = draw(st.permutations(range(size)))
    entry = st.integers(-1, size)
    row = st.one_of(st.permutations(range(size)), st.lists(entry, min_size=size, max_size=size))
    return graph, nodes, draw(st.lists(row, min_size=1, max_size=8))


@given(blocks(), st.booleans(), st.data())
def test_the_first_fault_is_the_first_row_that_is_no_tour(case, closed, data):
    graph, nodes, rows = case
    start, end = (data.draw(st.none() | st.integers(0, len(nodes) - 1)) for _ in range(2))
    names = [[nodes[number] if 0 <= number < len(nodes) else "off the board" for number in row] for row in rows]
    ends = {name: None if end is None else nodes[end] for name, end in (("start", start), ("end", end))}
    good = [verdict(verify_tour, graph, each, closed=closed, **ends) == "a tour" for each in names]
    table = table_of_moves(graph, nodes)
    dtype = data.draw(st.sampled_from([np.int8, np.int16, np.int32, np.int64]))
    steps = {step: square for step, square in ((len(nodes), end), (1, start)) if square is not None}
    found = first_fault(table, np.array(rows, dtype), steps, closed=closed)
    assert found == (None if all(good) else good.index(False))


def test_a_fault_far_down_is_found(monkeypatch):
    monkeypatch.setattr(checker, "ENTRIES_AT_A_TIME", 20)
    rows = np.tile(np.arange(5), (1000, 1))
    table = table_of_moves(nx.path_graph(5), range(5))
    assert first_fault(table, rows) is None
    for fault in (0, 3, 4, 998, 999):
        wrong = rows.copy()
        wrong[fault, 2] = 1
        assert first_fault(table, wrong) == fault


def test_rows_of_another_length_are_no_tours():
    table = table_of_moves(nx.complete_graph(4), range(4))
    assert first_fault(table, np.array([[0, 1, 2]])) == 0
    assert first_fault(table, np.array([[0, 1, 2, 3, 0]])) == 0
    assert first_fault(table, np.zeros((0, 4), int)) is None


@pytest.mark.parametrize("step, square", [(0, 2), (-2, 0), (4, 1), (1.5, 0), ("1", 0)])
def test_a_step_that_no_tour_has_is_a_fault(step, square):
    """An index of 0 - 1 would be the last square, and one of -2 - 1 the first."""
    path, row = nx.path_graph(3), np.array([[0, 1, 2]])
    assert first_fault(table_of_moves(path, range(3)), row, {step: square}) == 0
    assert f"no step {step!r}" in verdict(verify_tour, path, [0, 1, 2], steps={step: square})
    assert verify_tour(path, [0, 1, 2], steps={1.0: 0, np.int8(2): 1}).squares == (0, 1, 2)


@pytest.mark.parametrize("steps", [[(3, (0, 0)), (3, (2, 0))], {13: (0, 0)}, {0: (0, 0)}])
def test_a_tour_that_misses_a_known_step_is_refused(steps):
    board = Board(3, 4)
    assert verify_tour(board, KNIGHT_3X4, steps={3: (2, 0)}) == KNIGHT_3X4
    assert "step" in verdict(verify_tour, board, KNIGHT_3X4, steps=steps)
