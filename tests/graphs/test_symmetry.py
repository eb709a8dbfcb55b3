"""Symmetries map moves onto moves, orbits gather what they make equal, and equivalent tours have one canonical form."""

import itertools

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import (
    Board,
    Tour,
    canonical_tour,
    knight_graph,
    leaper_graph,
    orbits,
    symmetries,
    tour_symmetries,
)
from tests.brute_force import every_tour
from tests.small import boards


def spellings(squares, closed):
    """All sequences that are the same tour: from either end, and if closed from every square."""
    for first in range(len(squares) if closed else 1):
        turned = squares[first:] + squares[:first]
        yield turned
        yield turned[::-1]


def images(board, squares, *, closed):
    """All that the canonical form must not tell apart, by brute force."""
    return [image for symmetry in symmetries(board) for image in spellings(tuple(map(symmetry, squares)), closed)]


@pytest.mark.parametrize("wrap", [None, "rows", "cols", "both"])
@pytest.mark.parametrize("size", [(3, 4), (2, 5), (1, 6), (5, 5)])
def test_a_rectangle_has_the_symmetries_of_its_grid_graph_and_no_others(size, wrap):
    board = Board(*size, wrap=wrap)
    wazir = leaper_graph(board, 0, 1)
    automorphisms = nx.isomorphism.GraphMatcher(wazir, wazir).isomorphisms_iter()
    maps = {tuple(map(symmetry, board)) for symmetry in symmetries(board)}
    assert maps == {tuple(image[square] for square in board) for image in automorphisms}


@given(boards())
def test_a_board_with_holes_has_each_symmetry_of_its_rectangle_that_maps_it_onto_itself_once(board):
    rectangle = symmetries(Board(board.rows, board.cols, wrap=board.wrap))
    maps = [tuple(map(symmetry, board)) for symmetry in symmetries(board)]
    assert len(set(maps)) == len(maps)
    assert set(maps) == {image for image in (tuple(map(symmetry, board)) for symmetry in rectangle) if set(image) == set(board)}


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
    tours = every_tour(knight_graph(board), closed=False, most=10_000)
    assert len(tours) == 16
    assert len({canonical_tour(Tour(tour), board) for tour in tours}) == 3
    assert len({frozenset(images(board, tour, closed=False)) for tour in tours}) == 3


@pytest.mark.parametrize("holes, number", [([], 8), ([(0, 0), (4999, 4999)], 4), ([(7, 3)], 1)])
def test_the_symmetries_of_a_large_board_are_found_without_a_look_at_every_square(holes, number):
    assert len(symmetries(Board(5000, 5000, holes))) == number


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
    shifted = symmetries(Board(1, 3, [(0, 0)], wrap="cols"))
    assert [each.name for each in shifted] == ["identity", "reflection left to right and shift by 0,1"]


@given(boards(most=4), st.booleans(), st.randoms(use_true_random=False))
def test_the_canonical_tour_is_the_same_from_every_side_and_either_end(board, closed, chance):
    squares = chance.sample(list(board), len(board))
    canonical = canonical_tour(Tour(squares, closed), board)
    same = images(board, squares, closed=closed) or [()]
    assert canonical.squares in same
    assert {canonical_tour(Tour(image, closed), board) for image in chance.sample(same, min(6, len(same)))} == {canonical}


@given(boards(most=4), st.booleans(), st.randoms(use_true_random=False))
def test_a_tours_own_symmetries_are_those_whose_image_is_the_tour_from_either_end(board, closed, chance):
    squares = tuple(chance.sample(list(board), len(board)))
    if closed and len(squares) < 3:
        return
    same = [squares, *spellings(squares, closed)]
    own = {symmetry for symmetry in symmetries(board) if tuple(map(symmetry, squares)) in same}
    assert own == set(tour_symmetries(Tour(squares, closed), board))
