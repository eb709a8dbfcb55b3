"""The finders let themselves be stopped: what takes long passes through the watch that they get."""

import pytest

from graphs import Board, knight_graph
from graphs.obstructions import (
    find_colours,
    find_cut_sets,
    find_dead_ends,
    find_degree_sets,
    find_forced_moves,
    find_obstruction,
    find_weighted_cuts,
)
from graphs.watching import watched_ticks
from solvers import Problem
from tests.looks import longest_share_without_a_look

SLOW = (
    find_colours,
    find_dead_ends,
    find_cut_sets,
    find_degree_sets,
    find_forced_moves,
    find_weighted_cuts,
)
HOLES = [(0, 0), (5, 8), (9, 9), (20, 7), (23, 24), (30, 10)]  # three of each colour


class Stopped(Exception):
    pass


def stop_after(items):
    """Return a watch that raises when it has let so many items pass."""
    left = items

    def watched(some):
        nonlocal left
        for item in some:
            left -= 1
            if left < 0:
                raise Stopped
            yield item

    return watched


@pytest.mark.parametrize("find", SLOW)
@pytest.mark.parametrize("items", [0, 1000])
def test_a_finder_is_stopped_by_its_watch(find, items):
    graph = knight_graph(Board(34, 34, holes=HOLES))
    with pytest.raises(Stopped):
        list(find(graph, Problem(graph), stop_after(items)))


@pytest.mark.parametrize("find", [find_dead_ends, find_cut_sets, find_degree_sets, find_forced_moves])
def test_the_watch_looks_all_along(find):
    graph = knight_graph(Board(34, 34, holes=HOLES))
    problem = Problem(graph)

    def work(look):
        def watched(items):
            for item in items:
                look()
                yield item

        list(find(graph, problem, watched))

    assert longest_share_without_a_look(work, 0.2) < 0.2


def test_each_claim_is_checked_after_a_look():
    graph = knight_graph(Board(3, 3))
    with pytest.raises(Stopped):
        find_obstruction(graph, Problem(graph), [lambda *_: iter([None])], stop_after(0))


def test_a_loop_that_goes_through_no_items_takes_ticks():
    tick = watched_ticks(stop_after(2))
    next(tick)
    next(tick)
    with pytest.raises(Stopped):
        next(tick)
