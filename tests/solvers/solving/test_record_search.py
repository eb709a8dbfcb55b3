"""A search can be watched step by step, and says where it stops on what it spent its nodes."""

from itertools import pairwise

import pytest

from graphs import Board, leaper_moves
from solvers import Budget, Problem, enumerate_tours, record_search, solve, solver_table
from solvers.core.recording import CUT_OFF, FORCED, GIVEN_BACK, TAKEN
from tests.solvers.problems import same


def replayed(recording):
    """Each kind of event with its value and the path after it."""
    path = ()
    for event in recording.events:
        value, kind = divmod(event, 4)
        if kind == TAKEN:
            path = (*path, divmod(value, recording.problem.board.cols))
        elif kind == GIVEN_BACK:
            path = path[:-1]
        yield kind, value, path


def classic(path, moves, squares):
    """Yield the path of the classic program of the documents whenever it takes a square or gives one back, up to a tour."""
    yield path
    for down, right in moves:
        near = path[-1][0] + down, path[-1][1] + right
        if near in squares and near not in path:
            if (yield from classic((*path, near), moves, squares)):
                return True
            yield path
    return len(path) == len(squares)


@pytest.mark.parametrize("order", ["clockwise", "java"])
def test_the_classic_programs_are_watched_node_for_node(order):
    recording = record_search(Problem("5x5", start=(0, 0)), "backtracking", move_order=order)
    expected = list(classic(((0, 0),), leaper_moves((1, 2), order), set(Board(5, 5))))
    assert [path for *_, path in replayed(recording)] == expected


@pytest.mark.parametrize("solver", [each.name for each in solver_table() if each.watchable])
@pytest.mark.parametrize("asked", [{"closed": True}, {"end": (0, 0)}, {"start": (0, 0), "end": (2, 3)}])
def test_a_watched_search_is_the_same_and_takes_as_many_squares_as_it_has_nodes(solver, asked):
    problem, budget = Problem(Board(5, 6, [(2, 2), (3, 3)]), **asked), Budget(nodes=3000)
    recording = record_search(problem, solver, budget=budget)
    assert same(recording.result, solve(problem, solver, budget=budget))
    assert sum(event % 4 == TAKEN for event in recording.events) == recording.result.nodes


@pytest.mark.parametrize("steps", [{}, {8: (0, 5), 15: (4, 2)}])
def test_what_is_forced_is_in_every_tour_and_what_is_cut_off_in_none(steps):
    problem = Problem("5x6", start=(2, 2), closed=True, steps=steps)
    cycles = [(*tour, tour[0]) for tour in enumerate_tours(problem, "pruned")]
    for kind, value, path in replayed(record_search(problem, "pruned")):
        ways = [*cycles, *(cycle[::-1] for cycle in cycles if not steps)]
        begun = [way for way in ways if way[: len(path)] == path]
        move = {divmod(number, 6) for number in divmod(value, 30)}
        assert kind != CUT_OFF or not begun
        assert kind != FORCED or all(move in map(set, pairwise(way)) for way in begun)
