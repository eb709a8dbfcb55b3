"""Every length of one height: what is proven for all agrees with print, with `decide` and with the proofs' own boards."""

import json
from itertools import chain, combinations, islice, product

import numpy as np
import pytest

from graphs import Board, leaper_graph
from graphs.errors import KnightsTourError
from graphs.obstructions import Ends, HalfSet, cut_set
from graphs.obstructions.row_cuts import RowCut, find_row_cut, find_row_cuts
from graphs.theorems import has_closed_tour, has_open_tour
from solvers import Budget, Meter, Problem, decide, decide_height, list_tours
from solvers.methods.construction.stretched_tours import find_stretch, stretched_tour
from solvers.methods.construction.stretches import Stretch

KNIGHT, GIRAFFE, ZEBRA = LEAPERS = (1, 2), (1, 4), (2, 3)
SAMPLE = [(3, KNIGHT, True), (3, KNIGHT, False), (5, GIRAFFE, True), (6, GIRAFFE, False), (7, ZEBRA, True), (5, ZEBRA, True)]


@pytest.mark.parametrize("rows", range(1, 11))
def test_the_knight_has_the_closed_tours_of_schwenk_and_the_open_ones_of_chia_and_ong(rows):
    for closed, in_print in ((True, has_closed_tour), (False, has_open_tour)):
        found = decide_height(rows, closed=closed)
        assert [found.exists(cols) for cols in range(1, 200)] == [in_print(*sorted((rows, cols))) for cols in range(1, 200)]


def test_the_giraffe_has_closed_tours_of_5xn_for_24_32_34_and_all_even_n_from_38_on():
    found = decide_height(5, GIRAFFE, closed=True)
    assert found.document()["tours"] == {"lengths": [24, 32, 34], "from": [{"length": 38, "step": 2}]}
    assert found.document()["unknown"] == []
    assert found.document()["none"][0]["lengths"] == "odd"
    assert json.loads(found.to_json())["rows"] == 5
    assert decide_height(5, GIRAFFE, closed=True, start=(0, 1), budget=Budget(nodes=1)).barriers == found.barriers


@pytest.mark.parametrize("rows, leaper", [(6, GIRAFFE), (8, GIRAFFE), (6, ZEBRA), (7, ZEBRA), (8, ZEBRA), (12, ZEBRA)])
def test_no_length_of_these_heights_has_a_closed_tour(rows, leaper):
    found = decide_height(rows, leaper, closed=True)
    assert (found.lengths(False), found.lengths(True)) == (([], [(1, 1)]), ([], []))


LONG = product(range(3, 13), LEAPERS, (True, False))


@pytest.mark.parametrize(
    "rows, leaper, closed, most",
    [
        *((*each, 150) for each in SAMPLE),
        *(pytest.param(*each, 1000, marks=pytest.mark.slow) for each in LONG),
    ],
)
def test_each_board_of_so_many_squares_agrees_with_decide(rows, leaper, closed, most):
    found, seconds = decide_height(rows, leaper, closed=closed), 10 if most == 150 else 0.3
    assert found.lengths(None) == ([], [])
    for cols in range(1, most // rows):
        verdict = decide(Board(rows, cols), budget=Budget(seconds=seconds), leaper=leaper, closed=closed)
        assert verdict.exists in (found.exists(cols), None), (rows, cols)


@pytest.mark.parametrize("rows, start", [(3, (0, 1)), (4, (1, 0)), (4, (0, 2)), (5, (2, 3))])
def test_a_start_is_kept_on_every_length(rows, start):
    found = decide_height(rows, start=start)
    assert found.lengths(None) == ([], [])
    for cols in range(found.first, 30):
        assert decide(found.problem(cols)).exists is found.exists(cols)
    for stretch, times in product(found.stretches, (0, 1, 7)):
        problem = found.problem(stretch.board.cols + times * stretch.block)
        problem.verify(stretched_tour(problem, stretch, Meter()))
    with pytest.raises(KnightsTourError):
        found.exists(start[1])


def test_what_the_budget_leaves_open_is_unknown():
    found = decide_height(5, GIRAFFE, closed=True, budget=Budget(nodes=1))
    assert found.exists(38) is found.exists(36) is None
    assert found.exists(37) is False
    assert found.document()["unknown"][-1]["step"] == 2


@pytest.mark.parametrize("cols", [8, 9])
def test_a_stretched_tour_is_one_for_every_number_of_blocks(cols):
    stretch = find_stretch(Problem(Board(6, cols), closed=cols == 8), 3, 1)
    for length in range(cols, cols + 20):
        problem = Problem(Board(6, length), closed=cols == 8)
        problem.verify(stretched_tour(problem, stretch, Meter()))


@pytest.mark.parametrize("leaper, rows, cols", [((0, 1), 2, 5), ((0, 1), 3, 4), ((0, 1), 4, 5), (KNIGHT, 3, 10)])
def test_a_period_is_found_if_and_only_if_all_longer_boards_have_one_cycle(leaper, rows, cols):
    problems = (Problem.on_board(Board(rows, cols), leaper, closed=closed) for closed in (False, True))
    blocks = [(cut, block) for cut in range(cols) for block in range(1, cols - cut)]
    stretches = (Stretch(tour, *each) for tour in islice(chain(*map(list_tours, problems)), 1000) for each in blocks)
    fitting = [stretch for stretch in stretches if stretch.fits]
    assert fitting
    for stretch in fitting:
        assert (stretch.period is not None) == all(len(stretch.cycles(times)) == 1 for times in range(8))


def test_a_block_that_holds_an_end_or_other_moves_at_its_two_sides_does_not_fit():
    stretch = find_stretch(Problem("5x8", start=(0, 0)), 3, 1)
    fits = [(cut, block) for cut in range(1, 7) for block in range(1, 8 - cut) if Stretch(stretch.tour, cut, block).fits]
    assert (3, 1) in fits
    ends = {stretch.tour[0][1], stretch.tour[-1][1]}
    assert not any(cut <= end < cut + block for cut, block in fits for end in ends)


@pytest.mark.parametrize(
    "rows, leaper, start, first",
    [(7, KNIGHT, (0, 5), 6), (8, KNIGHT, (0, 9), 10), (10, GIRAFFE, (0, 9), 10), (8, KNIGHT, (2, 30), 31)],
)
def test_loops_are_joined_at_each_start(rows, leaper, start, first):
    found = decide_height(rows, leaper, closed=True, start=start)
    assert (found.lengths(True), found.lengths(None)) == (([], [(first, 1 + rows % 2)]), ([], []))
    assert {stretch.tour[0] for stretch in found.stretches} == {start}


@pytest.mark.parametrize("leaper", [KNIGHT, (1, 3), GIRAFFE, ZEBRA, (0, 2)])
def test_rows_that_rule_out_all_lengths_are_an_obstruction_on_each_board(leaper):
    for rows, closed, start in product(range(1, 8), (True, False), (None, (2, 0))):
        if start and (closed or rows < 3):
            continue
        for cut in chain.from_iterable(combinations(range(rows), size) for size in range(rows)):
            first = RowCut(rows, leaper, closed, start, cut).first
            for cols in range(first, first + 3) if first else ():
                graph, ends = leaper_graph(Board(rows, cols), *leaper), Ends(start, None, closed)
                taken = frozenset(square for square in graph if square[0] in cut)
                claims = cut_set(graph, taken), HalfSet(frozenset(graph) - taken)
                assert any(claim.holds(graph, ends) for claim in claims), (rows, cols, cut, closed, start)


@pytest.mark.parametrize(
    "rows, leaper, closed, start, left",
    [(16, (2, 5), True, None, 8), (17, (3, 4), False, None, 9), (14, (2, 7), False, (2, 2), 7)],
)
def test_more_than_12_rows_of_which_few_are_removed_are_an_obstruction_on_each_board(rows, leaper, closed, start, left):
    cut = find_row_cut(rows, leaper, closed, start)
    assert rows - len(cut.cut) == left
    for cols in range(cut.first, cut.first + 3):
        graph, ends = leaper_graph(Board(rows, cols), *leaper), Ends(start, None, closed)
        assert any(claim.holds(graph, ends) for claim in find_row_cuts(graph, ends))


@pytest.mark.parametrize("leaper", [(0, 1), (0, 3), KNIGHT])
def test_no_board_of_one_row_has_a_closed_tour(leaper):
    found = decide_height(1, leaper, closed=True)
    assert (found.lengths(False), found.lengths(None)) == (([], [(1, 1)]), ([], []))
    assert json.dumps(decide_height(np.int64(1), leaper, closed=True).document()) == json.dumps(found.document())
    assert all(decide(found.problem(cols)).exists is False for cols in range(1, 12))
    assert decide_height(1, (0, 1)).exists(10**6)
