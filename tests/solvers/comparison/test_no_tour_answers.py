"""A no-tour answer is checked by exact solvers of this project of two kinds, if no reason is found."""

import importlib
import sys

import pytest

from graphs import Board
from graphs.families import graph_family
from solvers import Problem
from solvers.comparison import NamedProblem
from solvers.comparison.no_tour_answers import verdict_on_no_tour
from solvers.comparison.store import No
from solvers.core.registry import get_solver, unregister

COXETER = NamedProblem.of(Problem(graph_family("Coxeter"), closed=True), "Coxeter")
TOO_LARGE = NamedProblem.on_board(Board(900, 900), (6, 7), start=(0, 0), end=(0, 1))  # for a second
SOLVERS = "by exact solvers of two kinds"


@pytest.mark.parametrize(
    "problem, deniers, how",
    [
        (COXETER, {"auto"}, SOLVERS),
        (TOO_LARGE, {"pruned", "frontier"}, SOLVERS),
        (TOO_LARGE, {"backtracking", "warnsdorff-backtracking-compiled", "auto", "of-others"}, ""),
    ],
)
def test_two_kinds_of_solvers_check_a_no(problem, deniers, how):
    assert verdict_on_no_tour(No(problem, frozenset(deniers)))[1] == how


LIAR = """
from solvers import Outcome, Problem, solver

@solver("{name}", summary="-", reference="-", exact=True, closed=True, fixed_end=True)
def lies(problem, meter):
    return Outcome.impossible(1, "none, it says")
"""


@pytest.fixture
def liars(tmp_path, monkeypatch):
    """The names of two exact solvers of two modules that are not of this project."""
    names = ["first-liar", "second-liar"]
    monkeypatch.syspath_prepend(tmp_path)
    for number, name in enumerate(names):
        (tmp_path / f"liar_{number}.py").write_text(LIAR.format(name=name))
        importlib.import_module(f"liar_{number}")
    yield names
    for number, name in enumerate(names):
        unregister(name)
        del sys.modules[f"liar_{number}"]


def test_two_plug_ins_that_both_lie_confirm_nothing(liars):
    assert len({get_solver(name).kind for name in liars}) == 2
    for deniers in (liars, [*liars, "pruned"]):
        assert verdict_on_no_tour(No(TOO_LARGE, frozenset(deniers)))[1] == ""
