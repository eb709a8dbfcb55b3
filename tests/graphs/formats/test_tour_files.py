"""Tours come in from files of many kinds; what cannot be read is refused in one sentence and never breaks the reader."""

import json
from functools import partial

import pytest

from graphs import Board, FormatError, InvalidTour, KnightsTourError, Tour, knight_graph, square_name, verify_tour
from graphs.formats import parse_tour
from tests.small import KNIGHT_3X4
from tests.tables import table


def assert_one_sentence(error):
    assert isinstance(error, KnightsTourError)
    assert "\n" not in str(error)
    assert 10 < len(str(error)) < 600


def refusal(reader, text, kind=FormatError):
    with pytest.raises(kind) as caught:
        reader(text)
    assert_one_sentence(caught.value)
    return str(caught.value)


BAD = table("bad_texts.toml")
SQUARES = [list(square) for square in KNIGHT_3X4]


@pytest.mark.parametrize(
    "text",
    [
        " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n",
        "1\t4\t7\t10\r\n12\t9\t2\t5\r\n3\t6\t11\t8\r\n",
        "\n\n1 4 7 10\n\n12 9 2 5\n3 6 11 8",
        "\n".join(f"{row},{col}" for row, col in SQUARES),
        "\r\n".join(f"({row},{col})" for row, col in SQUARES),
        json.dumps(SQUARES),
        json.dumps(SQUARES, indent=2),
        json.dumps({"board": "3x4", "status": "found", "tour": SQUARES}),
    ],
)
def test_a_tour_is_read_however_it_is_written(text):
    assert verify_tour(knight_graph(Board(3, 4)), parse_tour(text)) == KNIGHT_3X4


def test_a_grid_has_a_dot_or_a_hash_where_the_tour_does_not_go():
    assert str(parse_tour("1 4 7\n6 # 2\n3 . 5")) == "1 4 7\n6 # 2\n3 # 5"


def test_squares_as_in_chess_are_read_on_the_board_that_is_given():
    names = "\n".join(square_name(square, Board(3, 4)) for square in KNIGHT_3X4)
    assert parse_tour(names, board=Board(3, 4)) == parse_tour(names.upper(), board=Board(3, 4)) == KNIGHT_3X4
    assert "entry 1: e1 is not on the board" in refusal(partial(parse_tour, board=Board(3, 4)), "a1\ne1", InvalidTour)
    refusal(parse_tour, names)


@pytest.mark.parametrize(
    "text",
    [
        "3\n1\n2\n",
        "[3, 1, 2]",
        '{"tour": [3, 1, 2]}',
        "NAME : a\nTYPE : TOUR\nDIMENSION : 3\nTOUR_SECTION\n3\n1\n2\n-1\nEOF\n",
        "TOUR_SECTION\r\n3\r\n1\r\n2\r\n-1\r\n",
        "TOUR_SECTION 3 1 2 EOF",
    ],
)
def test_a_tour_of_numbered_vertices_is_read_however_it_is_written(text):
    assert parse_tour(text, closed=True) == Tour([3, 1, 2], closed=True)


def test_vertices_of_a_json_list_may_be_words():
    assert parse_tour('["a", "b"]').squares == ("a", "b")


@pytest.mark.parametrize("text", [*BAD["tours"], "[" * 100_000, '{"tour":' * 100_000])
def test_what_is_no_tour_is_refused(text):
    refusal(parse_tour, text)


@pytest.mark.parametrize("text", BAD["unverified_tours"])
def test_a_reader_may_take_what_the_checker_refuses_but_neither_breaks(text):
    with pytest.raises(KnightsTourError) as caught:
        verify_tour(knight_graph(Board(3, 4)), parse_tour(text))
    assert_one_sentence(caught.value)
