"""Symmetries map moves onto moves, orbits gather what they make equal, and equivalent tours have one canonical form."""

import itertools

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import (
    Board,
    InvalidTour,
    Tour,
    canonical_tour,
    knight_graph,
    leaper_graph,
    orbits,
    symmetries,
    tour_symmetries,
)
from tests.small import boards

quick = settings(deadline=None, max_examples=60)
TORUS, ROWS_JOINED, COLS_JOINED = "both", "rows", "cols"


def open_tours(graph, path=()):
    if len(path) == len(graph):
        yield path
    for square in graph.adj[path[-1]] if path else graph:
        if square not in path:
            yield from open_tours(graph, (*path, square))


def images(board, squares, *, closed):
    """All that the canonical form must not tell apart, by brute force; of closed tours all rotations."""
    for symmetry in symmetries(board):
        image = tuple(map(symmetry, squares))
        for first in range(len(image) if closed else 1):
            turned = image[first:] + image[:first]
            yield turned
            yield turned[::-1]


def number_of_classes(board, tours, *, closed):
    unseen, classes = set(tours), 0
    while unseen:
        unseen -= set(images(board, next(iter(unseen)), closed=closed))
        classes += 1
    return classes


@pytest.mark.parametrize(
    ("board", "number"),
    [
        (Board(8, 8), 8),
        (Board(1, 1), 1),
        (Board(5, 7), 4),
        (Board(3, 3, [(1, 1)]), 8),
        (Board(4, 4, [(0, 0), (3, 3)]), 4),
        (Board(5, 7, [(0, 3)]), 2),
        (Board(4, 5, wrap=ROWS_JOINED), 4 * 4),
        (Board(5, 5, wrap=TORUS), 8 * 25),
        (Board(5, 5, [(2, 2)], wrap=TORUS), 8),
    ],
)
def test_the_number_of_symmetries_is_known(board, number):
    assert len(symmetries(board)) == number


ROW_OF_4 = ["####", "....", "####"]


@pytest.mark.parametrize(
    ("rows", "wrap", "number"),
    [
        (ROW_OF_4, None, 2),
        (["##.", "#.#", ".##"], None, 2),
        (ROW_OF_4, ROWS_JOINED, 2),
        (ROW_OF_4, COLS_JOINED, 8),
        ([".#.#", "####", ".#.#", "####"], TORUS, 8),
    ],
)
def test_descriptions_that_map_the_squares_alike_are_one_symmetry_whatever_they_do_with_the_holes(rows, wrap, number):
    board = Board.parse("\n".join(rows), wrap)
    assert len({tuple(map(symmetry, board)) for symmetry in symmetries(board)}) == len(symmetries(board)) == number


@pytest.mark.parametrize(
    "board",
    [Board(3, 4), Board(4, 4), Board(2, 5), Board(1, 6), Board(4, 5, wrap=ROWS_JOINED), Board(3, 5, wrap=TORUS)],
)
def test_a_rectangle_has_the_symmetries_of_its_grid_graph_and_no_others(board):
    wazir = leaper_graph(board, 0, 1)
    automorphisms = nx.isomorphism.GraphMatcher(wazir, wazir).isomorphisms_iter()
    maps = {tuple(map(symmetry, board)) for symmetry in symmetries(board)}
    assert maps == {tuple(image[square] for square in board) for image in automorphisms}


@quick
@given(boards(), st.sampled_from([(1, 2), (0, 1), (1, 1), (1, 3), (2, 3)]))
def test_every_symmetry_maps_squares_onto_squares_and_moves_onto_moves(board, leaper):
    graph = leaper_graph(board, *leaper)
    edges = {frozenset(edge) for edge in graph.edges}
    for symmetry in symmetries(board):
        assert set(map(symmetry, board)) == set(board)
        assert {frozenset(map(symmetry, edge)) for edge in edges} == edges


def test_the_16_directed_open_tours_of_3x4_are_3_but_for_symmetry():
    """The three were published by Euler in 1759."""
    board = Board(3, 4)
    tours = list(open_tours(knight_graph(board)))
    assert len(tours) == 16
    assert len({canonical_tour(Tour(tour), board) for tour in tours}) == number_of_classes(board, tours, closed=False) == 3


@pytest.mark.parametrize(("holes", "number"), [([], 8), ([(0, 0), (4999, 4999)], 4), ([(7, 3)], 1)])
def test_the_symmetries_of_a_large_board_are_found_without_a_look_at_every_square(holes, number):
    assert len(symmetries(Board(5000, 5000, holes))) == number


@quick
@given(boards())
def test_orbits_share_out_the_squares_and_each_holds_the_images_of_its_first(board):
    assert sorted(itertools.chain(*orbits(board))) == list(board)
    for orbit in orbits(board):
        assert list(orbit) == sorted({symmetry(orbit[0]) for symmetry in symmetries(board)})


def test_symmetries_have_names():
    straight = ["identity", "reflection left to right", "reflection top to bottom", "half turn"]
    main, other = "reflection in the main diagonal", "reflection in the other diagonal"
    assert [each.name for each in symmetries(Board(3, 4))] == straight
    assert [each.name for each in symmetries(Board(3, 3))] == [*straight, main, "quarter turn", "quarter turn", other]
    shifted = symmetries(Board(1, 3, [(0, 0)], wrap=COLS_JOINED))
    assert [each.name for each in shifted] == ["identity", "reflection left to right and shift by 0,1"]


@quick
@given(boards(most=4), st.booleans(), st.randoms(use_true_random=False))
def test_the_canonical_tour_is_the_same_from_every_side_and_either_end(board, closed, chance):
    squares = chance.sample(list(board), len(board))
    canonical = canonical_tour(Tour(squares, closed), board)
    same = list(images(board, squares, closed=closed)) or [()]
    assert canonical.squares in same
    assert {canonical_tour(Tour(image, closed), board) for image in chance.sample(same, min(6, len(same)))} == {canonical}


@quick
@given(boards(most=4), st.booleans(), st.randoms(use_true_random=False))
def test_a_tours_own_symmetries_are_those_whose_image_is_the_tour_from_either_end(board, closed, chance):
    squares = tuple(chance.sample(list(board), len(board)))
    if closed and len(squares) < 3:
        return
    own = {
        symmetry
        for symmetry in symmetries(board)
        if canonical_cycle(tuple(map(symmetry, squares)), closed) == canonical_cycle(squares, closed)
    }
    assert own == set(tour_symmetries(Tour(squares, closed), board))


def canonical_cycle(squares, closed):
    """The smallest way to write the same walk, by brute force."""
    rotations = [squares[first:] + squares[:first] for first in range(len(squares) if closed else 1)]
    return min([*rotations, *(rotation[::-1] for rotation in rotations)])


@pytest.mark.parametrize("squares", [[0, 1, 2], ["a"], [(0, 0), (1, 2, 3)], [(0, 0), (5, 5)], [(0, -1)]])
@pytest.mark.parametrize("function", [canonical_tour, tour_symmetries])
def test_a_tour_of_anything_else_than_squares_of_the_board_has_no_symmetries(function, squares):
    with pytest.raises(InvalidTour, match="is not a square"):
        function(Tour(squares), Board(3, 3))
