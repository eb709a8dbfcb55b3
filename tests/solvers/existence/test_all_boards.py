"""All boards at once: what is said of all agrees with print, and with what is decided of each."""

import itertools
import pickle
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import pytest

from graphs import Board, BoardError
from graphs.theorems import has_closed_tour, has_open_tour
from solvers import Budget, decide, decide_all_boards, decide_all_ends, decide_height, decide_one_less
from solvers.existence.heights import height_verdict

pytest.importorskip("pysat")


def has_tour(m, n, leaper, closed):
    return decide(Board(m, n), leaper=leaper, closed=closed).exists


@pytest.mark.parametrize("closed, in_print", [(True, has_closed_tour), (False, has_open_tour)])
def test_the_knights_theorems_are_those_of_schwenk_and_of_chia_and_ong(closed, in_print):
    theorem = decide_all_boards(closed=closed)
    assert theorem.is_complete
    for m, n in itertools.combinations_with_replacement([*range(1, 60), 10**6, 10**6 + 1], 2):
        assert theorem.exists(m, n) == theorem.exists(n, m) == in_print(m, n), (m, n)


def test_a_budget_that_runs_out_leaves_all_boards_open_but_the_odd_ones():
    theorem = decide_all_boards((1, 4), closed=True, budget=Budget(seconds=1e-3))
    assert theorem.exists(100, 100) is None
    assert theorem.exists(101, 101) is False
    assert theorem.document()["unknown"]["from"] <= 100
    assert decide_all_boards((1, 4), budget=Budget(seconds=1e-3)).exists(101, 101) is None


def test_a_node_limit_holds_for_the_whole_computation(monkeypatch):
    left = []

    def height_recorded(rows, leaper, meter, **question):
        left.append(meter.rest().nodes)
        return height_verdict(rows, leaper, meter, **question)

    monkeypatch.setattr("solvers.existence.all_boards.height_verdict", height_recorded)
    assert decide_all_boards(budget=Budget(nodes=25_000)).is_complete
    assert 0 < left[-1] < left[0] < 25_000
    theorem = decide_all_boards(budget=Budget(nodes=25_200 - left[0]))  # a few more than the base tours need
    assert (theorem.least, theorem.exists(4, 10**6), theorem.exists(10**6, 6)) == (6, None, True)


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("leaper", [(1, 3), (2, 4), (0, 2), (3, 6)])
def test_a_leaper_that_does_not_reach_all_squares_has_no_tour_but_that_of_a_single_square(leaper, closed):
    theorem = decide_all_boards(leaper, closed=closed)
    assert [each.squares for each in theorem.none] == ["all"]
    for m, n in itertools.product(range(1, 7), repeat=2):
        assert theorem.exists(m, n) == has_tour(m, n, leaper, closed)


def test_the_wazir_has_open_tours_of_all_boards_and_closed_ones_of_those_of_two_rows_or_more_with_even_squares():
    closed, free = (decide_all_boards((0, 1), closed=closed) for closed in (True, False))
    for m, n in itertools.product(range(2, 12), repeat=2):
        assert closed.exists(m, n) == (m * n % 2 == 0)
    assert all(free.exists(m, n) for m, n in itertools.product(range(1, 12), repeat=2))
    assert all(closed.exists(1, n) is False for n in (*range(1, 30), 10**9))
    assert closed.is_complete


@pytest.mark.parametrize("decide_all", [decide_all_boards, decide_all_ends, decide_one_less, partial(decide_height, 5)])
def test_a_finished_theorem_can_be_sent_but_not_changed(decide_all):
    theorem = decide_all(leaper=(0, 1), budget=Budget(nodes=2_000))
    mappings = {name: value for name, value in vars(theorem).items() if isinstance(value, Mapping)}
    assert mappings.keys() in ({"single"}, {"divided", "none_rows", "boards", "strips"})
    for mapping in mappings.values():
        with pytest.raises(TypeError):
            mapping[5] = None
    sent = pickle.loads(pickle.dumps(theorem))
    assert (str(sent), sent.document()) == (str(theorem), theorem.document())
    assert replace(theorem, **{name: dict(value) for name, value in mappings.items()}) == theorem


def test_there_are_no_boards_without_squares():
    with pytest.raises(BoardError):
        decide_all_boards((1, 3)).exists(0, 6)


@pytest.mark.slow
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("leaper", [(1, 2), (1, 4), (2, 3)])
def test_the_theorem_agrees_with_decide_on_each_board_of_up_to_400_squares(leaper, closed):
    theorem = decide_all_boards(leaper, closed=closed)
    assert theorem.is_complete
    for m in range(1, 21):
        for n in range(m, 400 // m + 1):
            assert theorem.exists(m, n) == has_tour(m, n, leaper, closed), (m, n)
