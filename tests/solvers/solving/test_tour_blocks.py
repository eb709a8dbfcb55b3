"""Blocks of tours as text: what Python would write for each tour, one by one."""

import json

import networkx as nx
import pytest

from graphs import Board, tour_text
from graphs.formats import parse_tour
from solvers.solving.enumeration import list_tour_blocks, list_tours
from solvers.solving.tour_blocks import block_grid_text, block_jsonl_text, block_squares_text

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


def test_symmetries_are_named_in_jsonl():
    lines = texts(Board(6, 6), lambda block: block_jsonl_text(block, symmetries=True), closed=True, symmetric=True).splitlines()
    names = [json.loads(line)["symmetries"] for line in lines]
    assert len(names) == 78
    assert names.count(["half turn", "quarter turn"]) == 10
    assert names.count(["half turn"]) == 68


def test_a_tour_without_symmetries_has_an_empty_list_of_them():
    for board, how in ((Board(5, 5), {"up_to_symmetry": True}), (Board(3, 4, [(0, 0)]), {"up_to_symmetry": True})):
        lines = texts(board, lambda block: block_jsonl_text(block, symmetries=True), **how).splitlines()
        assert [] in [json.loads(line)["symmetries"] for line in lines]
