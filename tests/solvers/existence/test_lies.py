"""A solver of the ladder that lies, gives up or breaks: the answer is right, or unknown, or an error, and never wrong."""

import sys

import networkx as nx
import pytest

from graphs import Board
from solvers import BudgetSpent, Outcome, Problem, SolverError, decide, solve

LADDERS = ("construct", "warnsdorff-repair", "warnsdorff-backtracking", "cp-sat")
WITH_A_TOUR = [
    Problem("5x5", start=(0, 0)),
    Problem("6x6", closed=True),
    Problem("3x12"),
    Problem("6x6", start=(0, 0), end=(5, 4)),
    Problem(Board(6, 6, holes=[(0, 0), (2, 3)])),
]
WITHOUT_A_TOUR = [
    Problem("5x5", start=(0, 1)),
    Problem("4x4"),
    Problem(nx.petersen_graph(), closed=True),
    Problem(nx.cubical_graph(), start=0, end=2),
]


def out_of_budget():
    raise BudgetSpent("spent, it says", None)


LIES = {
    "denies": lambda nodes: Outcome.impossible(1, "none, it says"),
    "all squares in no order": lambda nodes: Outcome.found(nodes, len(nodes)),
    "nothing": lambda nodes: Outcome.found(None, 1),
    "an iterator": lambda nodes: Outcome.found(iter(nodes), 1),
    "half a node": lambda nodes: Outcome.unknown(1.5, "why"),
    "no outcome": lambda nodes: True,
    "gives up": lambda nodes: Outcome.unknown(1, "no idea"),
    "raises": lambda nodes: nodes[-1][0][0][0],
    "ends Python": lambda nodes: sys.exit(0),
    "spends": lambda nodes: out_of_budget(),
}


def answers(problem):
    """What `decide` and `solve` say, None for unknown and for an error."""
    for ask in (decide, solve):
        try:
            said = ask(problem)
        except SolverError:
            continue
        if said.tour is not None:
            problem.verify(said.tour)
        yield said.exists


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
@pytest.mark.parametrize("liars", [*([name] for name in LADDERS), LADDERS], ids=[*LADDERS, "all"])
def test_no_lie_becomes_an_answer(liars, lie, lying):
    lying(lambda problem: lie(list(problem.graph)), *liars)
    assert all({*answers(problem)} <= {True, None} for problem in WITH_A_TOUR)
    assert all({*answers(problem)} <= {False, None} for problem in WITHOUT_A_TOUR)
