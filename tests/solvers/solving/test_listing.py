"""Every tour is listed once: as many as are published, and the same as an exact solver enumerates."""

import json

import networkx as nx
import numpy as np
import pytest
from hypothesis import given

from graphs import Board, symmetries, tour_symmetries, tour_text
from graphs.formats import parse_tour
from solvers import (
    Budget,
    BudgetSpent,
    OptionError,
    Problem,
    UnsupportedProblem,
    WrongAnswer,
    enumerate_tours,
    solve,
)
from solvers.methods import pruned_kernels as pruned
from solvers.solving.enumeration import list_tour_blocks, list_tours
from solvers.solving.tour_blocks import block_grid_text, block_jsonl_text, block_squares_text
from tests.brute_force import moves_of
from tests.solvers.data import COUNTS
from tests.solvers.problems import board_problems, graph_problems


def has_few_tours(problem):
    """Whether all tours can be compared one by one in a short time. A torus of 12 squares may have millions."""
    return len(list(list_tours(problem, limit=3000))) < 3000


def number(name, **how):
    return sum(map(len, list_tour_blocks(name, **how)))


TABLES = ("undirected_open_3xn", "undirected_open_4xn", "undirected_open_5xn", "closed_nxn", "closed_3xn", "closed_5xn")


@pytest.mark.parametrize(
    "table, board, count",
    [(table, *each) for table in TABLES for each in COUNTS[table].items() if each[1] < 2 * 10**5],
)
def test_as_many_tours_are_listed_as_are_published(table, board, count):
    assert number(board, closed=table.startswith("closed")) == count


@pytest.mark.slow
def test_all_undirected_open_tours_of_6x6_are_listed():
    assert 2 * number("6x6") == COUNTS["directed_open"]["6x6"] == 6_637_920


@pytest.mark.parametrize("start, count", COUNTS["directed_open_from_one_square"]["5x5"].items())
def test_from_a_start_or_to_an_end_every_tour_is_listed(start, count):
    square = tuple(map(int, start.split(",")))
    assert number("5x5", start=square) == number("5x5", end=square) == count


@pytest.mark.parametrize(
    "board, closed, classes",
    [("5x5", False, 112), ("6x6", True, 1245), ("3x10", True, 6), ("5x6", True, 3), ("3x4", False, 3)],
)
def test_as_many_tours_are_listed_up_to_symmetry_as_are_published(board, closed, classes):
    """G. P. Jelliss, Knight's Tour Notes; three tours of 3x4 by Euler, 1759."""
    assert number(board, closed=closed, up_to_symmetry=True) == classes
    if closed:  # a cycle begins anywhere
        assert number(board, closed=True, start=(0, 0), up_to_symmetry=True) == classes


def as_moves(tour):
    """A tour without its direction and, if it is closed, without its start."""
    return moves_of(tour.squares, closed=tour.closed)


@given((board_problems(most=12) | graph_problems(most=7)).filter(has_few_tours))
def test_the_list_is_what_an_exact_solver_enumerates(problem):
    listed = list(list_tours(problem))
    every = list(enumerate_tours(problem, "backtracking"))
    if problem.closed and not (problem.start is not None and problem.end is not None):
        assert len(listed) == len(every)
        assert {as_moves(tour) for tour in listed} == {as_moves(tour) for tour in every}
    elif problem.start is None and problem.end is None:
        both = [squares for tour in listed for squares in {tour.squares, tour.squares[::-1]}]
        assert sorted(both) == sorted(tour.squares for tour in every)
    else:
        assert sorted(tour.squares for tour in listed) == sorted(tour.squares for tour in every)
    assert all(tour.closed == problem.closed for tour in listed)


def images(problem, tour):
    """All tours of the problem that a symmetry of the board makes of one, as sets of moves."""
    ends = {square for square in (problem.start, problem.end) if square is not None}
    for symmetry in symmetries(problem.board):
        if (problem.closed and len(ends) < 2) or set(map(symmetry, ends)) == ends:
            yield frozenset(frozenset(map(symmetry, move)) for move in as_moves(tour))


@given(board_problems(most=12).filter(has_few_tours))
def test_one_tour_of_each_orbit_is_listed_and_the_orbits_hold_all(problem):
    listed = list(list_tours(problem, up_to_symmetry=True))
    found = [set(images(problem, tour)) for tour in listed]
    every = {as_moves(tour) for tour in list_tours(problem)}
    assert set().union(*found) == every
    assert sum(map(len, found)) == len(every)


@given(board_problems(most=12).filter(has_few_tours))
def test_symmetric_tours_are_those_that_some_symmetry_leaves_as_they_are(problem):
    by_one = [(tour, tour_symmetries(tour, problem.board)[1:]) for tour in list_tours(problem)]
    symmetric = [(tour, maps) for tour, maps in by_one if maps]
    assert list(list_tours(problem, symmetric=True)) == [tour for tour, _ in symmetric]
    blocks = list(list_tour_blocks(problem, symmetric=True))
    names = [block.symmetry_names(row) for block in blocks for row in range(len(block))]
    assert names == [tuple(dict.fromkeys(map_.name for map_ in maps)) for _, maps in symmetric]


@pytest.mark.parametrize("limit", [1, 2, 7, 863, 864, 5000])
def test_a_limit_gives_the_first_tours(limit):
    every = list(list_tours("5x5"))
    assert list(list_tours("5x5", limit=limit)) == every[:limit]
    assert all(map(len, list_tour_blocks("5x5", limit=limit)))  # no block is empty


def test_what_no_tour_has_is_settled_without_a_search():
    """A search for the tours of 4x30 would not end: no 4xn board has a closed tour."""
    assert list(list_tours("4x30", closed=True)) == []
    assert list(list_tours(nx.Graph())) == []
    assert list(list_tours(nx.path_graph(2), closed=True)) == []
    assert [tour.squares for tour in list_tours(nx.path_graph(1))] == [(0,)]


def test_the_budget_ends_a_list_after_the_tours_found_so_far():
    first = list(list_tours("6x6", limit=20))
    found = list_tours("6x6", budget=Budget(nodes=500))
    assert [next(found) for _ in range(20)] == first
    with pytest.raises(BudgetSpent, match="node limit of 500"):
        list(found)
    with pytest.raises(BudgetSpent, match=r"time limit of 0\.2 s"):
        sum(map(len, list_tour_blocks("8x8", budget=Budget(seconds=0.2))))


def test_a_list_and_the_search_before_it_share_one_node_limit():
    board, before, search = Board(5, 5), solve("5x5").nodes, solve("5x5", "pruned-compiled").nodes
    assert next(list_tours(board, budget=Budget(nodes=before + search)))
    with pytest.raises(BudgetSpent, match=f"node limit of {before + search - 1}"):
        next(list_tours(board, budget=Budget(nodes=before + search - 1)))


@pytest.mark.parametrize("board", ["5x5", "33x32"])
def test_a_wrong_tour_is_never_listed(board, monkeypatch):
    def wrong(problem, adjacency, meter, **how):
        for rows, nodes in blocks(problem, adjacency, meter, **how):
            rows[-1, 3] = rows[-1, 0]
            yield rows, nodes

    blocks = pruned.pruned_tour_blocks
    monkeypatch.setattr(pruned, "pruned_tour_blocks", wrong)
    with pytest.raises(WrongAnswer, match="gave a wrong tour: entries"):
        next(list_tours(board))


def test_a_reader_may_keep_every_block():
    blocks = list(list_tour_blocks("5x5"))
    assert len(np.unique(np.concatenate([block.rows for block in blocks]), axis=0)) == 864


def test_bad_requests_are_refused_at_once():
    with pytest.raises(OptionError, match="limit=0"):
        list_tours("5x5", limit=0)
    with pytest.raises(UnsupportedProblem, match="4,000,000 squares are too many"):
        list_tours("2000x2000")


def test_a_tour_and_its_reverse_that_is_its_image_are_one_up_to_symmetry():
    problem = Problem("5x5", steps={13: (2, 2)})
    tours = {tour.squares for tour in list_tours(problem)}
    classes = {min(tuple(map(symmetry, tour)) for symmetry in symmetries(Board(5, 5))) for tour in tours}
    assert len(list(list_tours(problem, up_to_symmetry=True))) == len(classes) == 32


BOARDS = [Board(1, 1), Board(3, 4), Board(3, 3, [(1, 1)]), Board(4, 5), Board(4, 4, [(0, 0), (3, 3)]), Board(3, 12)]


def texts(board, text, **how):
    return "".join(map(text, list_tour_blocks(board, limit=300, **how)))


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_grid_is_that_of_one_tour(board):
    expected = "".join(f"{tour_text(tour)}\n\n" for tour in list_tours(board, limit=300))
    assert texts(board, lambda block: block_grid_text(block, board)) == expected


@pytest.mark.parametrize("subject", [*BOARDS, nx.complete_graph(5), nx.path_graph([7, 123, 4])], ids=str)
def test_a_line_of_squares_has_one_word_for_each(subject):
    lines = texts(subject, block_squares_text).splitlines()
    tours = list(list_tours(subject, limit=300))
    assert [parse_tour("\n".join(line.split(" "))).squares for line in lines] == [tour.squares for tour in tours]


@pytest.mark.parametrize("subject", [*BOARDS, nx.complete_graph(5), nx.path_graph(["é", '"', " "])], ids=str)
def test_a_line_of_jsonl_is_the_document_of_one_tour(subject):
    documents = [json.dumps({"tour": tour.squares}) for tour in list_tours(subject, limit=300)]
    assert texts(subject, block_jsonl_text).splitlines() == documents


def test_a_tour_without_symmetries_has_an_empty_list_of_them():
    for board, how in ((Board(5, 5), {"up_to_symmetry": True}), (Board(3, 4, [(0, 0)]), {"up_to_symmetry": True})):
        lines = texts(board, lambda block: block_jsonl_text(block, symmetries=True), **how).splitlines()
        assert [] in [json.loads(line)["symmetries"] for line in lines]
