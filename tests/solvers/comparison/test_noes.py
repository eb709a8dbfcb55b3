"""A no is checked by exact solvers of two kinds, where no reason is found."""

import pytest

from graphs import Board
from graphs.families import graph_family
from solvers.comparison import NamedProblem
from solvers.comparison.noes import how_checked, verdict_on
from solvers.comparison.store import No

COXETER = NamedProblem.of_graph(graph_family("Coxeter"), "Coxeter", closed=True)
TOO_LARGE = NamedProblem.on_board(Board(900, 900), (2, 3), start=(0, 0), end=(0, 1))  # for a second
SOLVERS = "by exact solvers of two kinds"


@pytest.mark.parametrize(
    ("problem", "deniers", "how"),
    [
        (COXETER, {"auto"}, SOLVERS),
        (TOO_LARGE, {"pruned", "frontier"}, SOLVERS),
        (TOO_LARGE, {"backtracking", "warnsdorff-backtracking-compiled", "auto", "of-others"}, ""),
    ],
)
def test_two_kinds_of_solvers_check_a_no(problem, deniers, how):
    assert how_checked(verdict_on(No(problem, frozenset(deniers)))) == how
