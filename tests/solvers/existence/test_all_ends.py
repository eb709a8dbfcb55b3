"""All pairs of ends at once: the theorem agrees with what is decided, with tours, and with what is published."""

import random
from itertools import permutations, product

import numpy as np
import pytest

from graphs import Board, verify_tour
from graphs.leapers import leaper_moves
from graphs.symmetry import orbits
from solvers import Budget, ProblemError, decide, decide_all_ends, pair_map, solve
from solvers.core.budget import Meter
from solvers.existence.all_ends import ENDLESS, AllEnds, _Search
from solvers.existence.board_ends import examine_ends
from solvers.methods.construction.dividing import Dividing
from solvers.methods.rotations import replay_rotations


@pytest.fixture(scope="module")
def knight():
    return decide_all_ends()


@pytest.fixture(scope="module")
def wazir():
    return decide_all_ends((0, 1))


def none(theorem, rows, cols):
    """The number of ordered pairs of the right colours that have no tour."""
    squares = list(Board(rows, cols))
    right = [[square for square in squares if sum(square) % 2 == colour] for colour in (0, 1)]
    pairs = permutations(right[0], 2) if rows * cols % 2 else [*product(*right), *product(*right[::-1])]
    return sum(theorem.exists(rows, cols, *pair) is False for pair in pairs)


def test_the_knights_theorem_is_that_of_dupuis_and_wagon_and_measured_numbers_hold(knight):
    assert (knight.least, knight.lengths, sorted(knight.none_rows)) == (6, {5: 7}, [1, 2])
    numbers = {(5, 5): 72, (5, 6): 94, (5, 7): 0, (5, 8): 70, (6, 6): 0, (6, 7): 0, (6, 8): 0}  # measured by pair maps
    assert {sides: none(knight, *sides) for sides in numbers} == numbers
    assert knight.exists(10**6, 10**6 + 1, (0, 0), (0, 1)) is True
    assert knight.exists(10**6, 10**6 + 1, (0, 0), (0, 2)) is knight.exists(2, 10**9, (0, 0), (0, 1)) is False
    assert knight.is_complete
    assert knight.exists(1, 1, (0, 0), (0, 0))
    assert (knight.exists(14, 3, (0, 0), (13, 0)), knight.exists(15, 3, (2, 0), (3, 1))) == (True, False)
    assert (knight.exists(4, 10**9, (0, 0), (3, 10**9 - 2)), knight.exists(4, 10**9, (0, 0), (1, 0))) == (True, False)


@pytest.mark.parametrize("name", ["3x4", "3x7", "3x9", "4x5", "4x7", "5x5", "5x6", "6x5", "5x9", "9x5"])
def test_each_pair_on_a_small_board_agrees_with_its_decision(knight, name):
    board, dice = Board.parse(name), random.Random(name)
    for start, end in [dice.sample(list(board), 2) for _ in range(60)]:
        assert knight.exists(board.rows, board.cols, start, end) == decide(board, start=start, end=end).exists, (start, end)


def test_the_sets_of_states_agree_with_the_examined_boards(knight, wazir):
    for theorem in (knight, wazir):
        examined = [(sides, found) for sides, found in theorem.boards.items() if sides[0] in theorem.strips]
        assert len(examined) >= 20
        dividing = Dividing(theorem.leaper)
        for (rows, cols), found in examined:
            for pair in permutations(Board(rows, cols), 2):
                if dividing.is_allowed(rows, cols, *pair):
                    assert theorem.strips[rows].exists(cols, *pair) == found.exists(*pair), (rows, cols, pair)


def test_pairs_on_larger_boards_have_tours(knight):
    dice = random.Random(1)
    for _ in range(150):
        board = Board(dice.randrange(6, 31), dice.randrange(6, 31))
        start, end = dice.sample(list(board), 2)
        if knight.exists(board.rows, board.cols, start, end):
            assert solve(board, "construct", start=start, end=end).exists, (board, start, end)


def test_the_wazirs_theorem_is_that_of_itai_papadimitriou_and_szwarcfiter(wazir):
    """Hamilton paths in grid graphs, 1982: exceptions of the right colours exist only for m = 1, 2 and 3."""
    assert (wazir.least, min(wazir.exceptions), max(wazir.exceptions)) == (4, (1, 4), (3, 8))
    assert wazir.exists(2, 5, (0, 2), (1, 2)) is False
    for board in (Board(2, 5), Board(3, 4), Board(3, 6), Board(4, 5)):
        for (start, end), verdict in pair_map(board, leaper=(0, 1)).items():
            assert wazir.exists(board.rows, board.cols, start, end) == verdict.exists


def test_the_text_fits_80_columns_and_the_document_names_what_is_unknown(knight):
    assert max(map(len, str(knight).splitlines())) <= 80
    assert "\n  m >= 6\n  m = 5, n >= 7\n" in str(knight)
    document = knight.document()
    assert (document["least"], document["unknown"]) == (6, [])
    assert [(strip["rows"], strip["from"], strip["end_rows"]) for strip in document["strips"]] == [
        (3, 14, [0, 1, 2]),
        (4, 7, [0, 3]),
    ]
    [small] = [each for each in document["boards"] if each["board"] == (3, 4)]
    assert (small["pairs"], len(small["none"]), small["unknown"]) == (6, 3, [])


def test_a_leaper_that_does_not_reach_all_squares_and_a_spent_budget():
    assert decide_all_ends((1, 3)).exists(100, 100, (0, 0), (0, 2)) is False
    short = decide_all_ends((1, 4), budget=Budget(seconds=0.01))
    assert (short.least, short.is_complete, short.exists(100, 100, (0, 0), (0, 1))) == (None, False, None)
    assert short.exists(100, 100, (0, 0), (0, 2)) is False
    with pytest.raises(ProblemError):
        short.exists(3, 3, (0, 0), (3, 0))


def test_the_zebras_exceptions_are_those_of_the_two_move_rule():
    squares, zebra = [(3, 3), (2, 4), (4, 2)], Dividing((2, 3))
    ends = {square: [end for end in Board(15, 17) if not zebra.is_blocked(15, 17, square, end)] for square in squares}
    assert ends[3, 3] == [(0, 1), (1, 0)]
    assert ((4, 2) in ends[2, 4], (8, 8) in ends[2, 4]) == (False, True)
    assert decide("15x17", leaper=(2, 3), start=(2, 4), end=(4, 2)).exists is False
    found = examine_ends(15, 15, (2, 3), Meter(), 0)
    classes = orbits(Board(15, 15))
    pairs = [
        (first, end) for place, (first, *_) in enumerate(classes) for ends in classes[place:] for end in ends if end != first
    ]
    allowed = [pair for pair in pairs if zebra.is_allowed(15, 15, *pair)]
    assert (found.is_complete, found.pairs) == (True, len(allowed))
    assert len(allowed) < sum(sum(start) % 2 == sum(end) % 2 == 0 for start, end in pairs)


def test_every_end_that_rotations_reach_is_that_of_a_tour():
    found = examine_ends(6, 7, (1, 2), Meter(), 0)
    moves, ends = np.array(leaper_moves((1, 2))), set()
    for start, digits, turns in found.walks:
        tour = np.cumsum([divmod(start, 7), *(moves[int(digit)] for digit in digits)], axis=0) @ (7, 1)
        for turn in map(int, turns):
            last = replay_rotations((6, 7), moves, tour, np.array([turn]))
            assert len(last)
            verify_tour(Board(6, 7), np.stack(np.divmod(tour, 7), axis=1))
            ends.add((int(tour[0]), int(tour[-1])))
    assert len(ends) > 100
    assert len(replay_rotations((6, 7), moves, tour, np.arange(8, dtype=np.uint8))) == 0


@pytest.mark.parametrize("rows, cols", [(6, 13), (7, 13), (6, 14), (8, 15), (9, 17)])
def test_a_line_exists_for_all_pairs_of_long_boards_only(rows, cols):
    knight = Dividing((1, 2))
    pairs = [pair for pair in permutations(Board(rows, cols), 2) if knight.is_allowed(rows, cols, *pair)]
    without = [pair for pair in pairs if not knight.has_line(rows, cols, pair, 6)]
    assert bool(without) == (cols == 13)


def test_nothing_is_concluded_for_boards_longer_than_the_examined_ones_if_the_longest_is_not_divisible():
    search = _Search(AllEnds((0, 1)), Meter())
    divided = {rows: [cols for cols in range(4, 20) if search.divides(rows, cols, 4)] for rows in (3, 4, 5)}
    assert divided == {3: [11, 13, 15, 17, 19], 4: [*range(10, 20)], 5: [8, *range(10, 20)]}
    assert ((4, ENDLESS) in search._base(4, 3), (4, ENDLESS) in search._base(4)) == (True, False)


@pytest.mark.slow
@pytest.mark.parametrize("leaper", [(1, 2), (1, 4), (2, 3)])
def test_random_pairs_on_boards_up_to_40x40_agree_with_their_decisions(leaper):
    theorem, dice = decide_all_ends(leaper), random.Random(40)
    for _ in range(5_000):
        board = Board(dice.randrange(3, 41), dice.randrange(3, 41))
        start, end = dice.sample(list(board), 2)
        known = theorem.exists(board.rows, board.cols, start, end)
        if known is not None:
            assert decide(board, leaper=leaper, start=start, end=end).exists is known, (board, start, end)
