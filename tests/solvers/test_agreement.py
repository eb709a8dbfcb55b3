"""The exact solvers agree with each other and with what is in print."""

import json
from itertools import permutations
from pathlib import Path

import pytest

from graphs import Board, knight_graph, orbits
from solvers import Problem, Status, solve

FACTS = json.loads((Path(__file__).parents[1] / "data" / "existence.json").read_text(encoding="utf-8"))
ENUMERATING = ["backtracking", "warnsdorff-backtracking", "pruned", "pruned-compiled", "cp-sat", "sat", "clingo"]
EXACT = [*ENUMERATING, "frontier"]
SMALL = [(rows, cols) for rows in range(1, 21) for cols in range(1, 20 // rows + 1)]
UP_TO_36 = [(rows, cols) for rows in range(1, 7) for cols in range(rows, 36 // rows + 1)]


def has_closed_tour(rows, cols):
    """Schwenk's theorem of 1991."""
    m, n = sorted((rows, cols))
    return not ((m % 2 and n % 2) or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8)))


def has_open_tour(rows, cols):
    """Cull and De Curtins' theorem of 1978."""
    m, n = sorted((rows, cols))
    return (m, n) in [(1, 1), (3, 4)] or (m == 3 and n >= 7) or (m == 4 and n >= 5) or m >= 5


def starts_tour(rows, cols, square):
    """Whether an open tour begins here: the theorem, the colours, and the exceptions that were measured."""
    (m, n), (row, col) = sorted((rows, cols)), square if rows <= cols else square[::-1]
    odd_one_out = m % 2 and n % 2 and (row + col) % 2
    inner_row = m == 4 and row in (1, 2)
    exception = [row, col] in FACTS["starts_without_tour"]["boards"].get(f"{m}x{n}", [])
    return has_open_tour(m, n) and not (odd_one_out or inner_row or exception)


def found(graph, solver, **asked):
    status = solve(Problem(graph, **asked), solver).status
    assert status is not Status.UNKNOWN
    return status is Status.FOUND


def check_board(rows, cols, solver):
    graph = knight_graph(Board(rows, cols))
    for first, *_ in orbits(Board(rows, cols)):
        assert found(graph, solver, start=first) == starts_tour(rows, cols, first), f"{rows}x{cols} from {first}"
    assert found(graph, solver, closed=True) == has_closed_tour(rows, cols), f"{rows}x{cols} closed"


@pytest.mark.parametrize("solver", EXACT)
def test_every_start_of_every_board_of_up_to_20_squares_is_as_published(solver):
    for rows, cols in SMALL:
        check_board(rows, cols, solver)
        assert found(knight_graph(Board(rows, cols)), solver) == has_open_tour(rows, cols), f"{rows}x{cols} open"


def test_cp_sat_settles_every_start_of_every_board_of_up_to_36_squares_as_published():
    for rows, cols in UP_TO_36:
        check_board(rows, cols, "cp-sat")


@pytest.mark.parametrize("board", ["5x5", pytest.param("5x6", marks=pytest.mark.slow)])
def test_the_pairs_of_start_and_end_without_a_tour_are_as_many_as_measured(board):
    fact = FACTS["pairs_without_tour"]["boards"][board]
    graph = knight_graph(Board.parse(board))
    odd = len(graph) % 2
    pairs = [(start, end) for start, end in permutations(graph, 2) if odd ^ (sum(start) + sum(end)) % 2]
    pairs = [pair for pair in pairs if not odd or sum(pair[0]) % 2 == 0]
    without = [pair for pair in pairs if not found(graph, "cp-sat", start=pair[0], end=pair[1])]
    assert (len(pairs), len(without)) == (fact["pairs"], fact["without"])
