"""The solver that chooses."""

import subprocess
import sys

import pytest

from graphs import Board
from solvers import Budget, Problem, Status, solve


def auto(board, **asked):
    return solve(Problem.on_board(Board.parse(board), **asked))


@pytest.mark.parametrize(
    ("board", "asked"), [("5x5", {"start": (0, 1)}), ("3x8", {"closed": True}), ("4x7", {"start": (1, 0)})]
)
def test_it_is_exact_and_says_why_there_is_none(board, asked):
    result = auto(board, **asked)
    assert (result.status, result.solver) == (Status.IMPOSSIBLE, "auto")
    assert result.reason


@pytest.mark.parametrize("shape", [(3, 100_000), (4, 100_000), (1500, 1500)])
def test_it_makes_no_graph_of_a_large_board(shape):
    assert solve(Board(*shape), start=(0, shape[1] // 2)).status is Status.FOUND


def test_it_does_not_construct_for_another_piece():
    problem = Problem.on_board(Board(320, 320), (1, 4))
    assert solve(problem, budget=Budget(nodes=5)).status is Status.UNKNOWN


def test_a_chessboard_needs_no_heavy_package_and_loads_nothing_after_the_look_up():
    code = (
        "import sys; from graphs import Board; from solvers import get_solver, solve\n"
        "get_solver('auto'); before = set(sys.modules); solve(Board(8, 8), start=(0, 0)); print(set(sys.modules) - before)\n"
        "print({'networkx', 'numpy', 'numba', 'ortools'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\nset()\n"
