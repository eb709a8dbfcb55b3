"""Reasons that last: what proves that one board has no tour proves it for all longer boards."""

import pytest

from graphs import Board
from solvers import Problem, decide, decide_height
from solvers.existence.lasting import lasting_proof

KNIGHT, ANTELOPE = (1, 2), (3, 4)


@pytest.mark.parametrize("leaper, rows, most", [((0, 1), 1, 8), (KNIGHT, 3, 12), ((2, 3), 5, 12)])
def test_no_longer_board_has_a_tour(leaper, rows, most):
    proofs = 0
    for cols in range(2 * max(leaper), most + 1):
        for holes in [[], *([square] for square in Board(rows, cols))]:
            problem = Problem.on_board(Board(rows, cols, holes), leaper, closed=True)
            result = decide(problem)
            if result.exists is False and lasting_proof(problem, result):
                proofs += 1
                longer = (Board(rows, more, holes) for more in range(cols + 1, cols + 4))
                assert not any(decide(board, leaper=leaper, closed=True).exists for board in longer), (problem, result)
    assert proofs


def test_the_antelope_has_no_closed_tour_of_13_rows_but_of_14():
    found = decide_height(13, ANTELOPE, closed=True)
    assert (found.lengths(True), found.lengths(None)) == (([], []), ([], []))
    for cols in range(14, 60, 6):
        assert decide(Board(13, cols), leaper=ANTELOPE, closed=True).exists is False
    last = found.document()["none"][1]
    assert (last["lengths"], last["reason"].startswith(f"on 13x{last['from']}, in a tour, ")) == ("all", True)
    assert decide_height(14, ANTELOPE, closed=True).lengths(True) == ([14, 21, 22, 23], [(25, 1)])


@pytest.mark.parametrize("board, lasts", [("3x6", False), ("4x10", False), ("13x32", False), ("13x34", True)])
def test_a_reason_about_squares_everywhere_does_not_last(board, lasts):
    problem = Problem.on_board(board, ANTELOPE if board[:2] == "13" else KNIGHT, closed=True)
    assert bool(lasting_proof(problem, decide(problem))) == lasts


@pytest.mark.parametrize("hole, lasts", [((1, 3), True), ((1, 7), False)])
def test_a_square_to_the_right_of_the_free_columns_is_elsewhere_on_longer_boards(hole, lasts):
    problem = Problem.on_board(Board(3, 11, {hole}), closed=True)
    assert bool(lasting_proof(problem, decide(problem))) == lasts


@pytest.mark.parametrize("ends, lasts", [({"start": (0, 0), "end": (3, 4)}, True), ({"end": (0, 33)}, False)])
def test_a_given_end_must_be_to_the_left_of_the_free_columns(ends, lasts):
    problem = Problem.on_board(Board(13, 34), ANTELOPE, closed=True, **ends)
    assert bool(lasting_proof(problem, decide(problem))) == lasts
