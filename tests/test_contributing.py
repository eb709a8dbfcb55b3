"""The templates in CONTRIBUTING.md do what the text promises."""

import importlib
import json
import re
import sys

import networkx as nx
import pytest

from graphs.obstructions import Ends
from solvers import Problem, Result, Status
from solvers.comparison.solver_promises import check_solver
from solvers.existence.certificates import certificate
from tests.checker import load_checker
from tests.processes import ROOT

SOLVER, OBSTRUCTION = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL)
OPEN, CLOSED = Ends(), Ends(closed=True)


def test_the_solver_keeps_all_promises(tmp_path):
    (tmp_path / "random_walk.py").write_text(SOLVER)
    supported, broken = check_solver(f"{tmp_path}/random_walk.py:random_walk")
    assert supported > 40
    assert not broken


@pytest.fixture
def bridges(tmp_path, monkeypatch):
    (tmp_path / "bridges_template.py").write_text(OBSTRUCTION)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("bridges_template")
    del sys.modules["bridges_template"]


@pytest.mark.parametrize("graph", [nx.path_graph(4), nx.barbell_graph(3, 0), nx.barbell_graph(4, 2)])
def test_the_obstruction_rules_out_closed_tours_only(graph, bridges, monkeypatch):
    candidates = list(bridges.find_bridges(graph, CLOSED))
    assert len(candidates) == len(list(nx.bridges(graph)))
    for each in candidates:
        assert each.holds(graph, CLOSED)
        assert not each.holds(graph, OPEN)
        assert not each.holds(nx.complete_graph(graph), CLOSED)
    problem = Problem(graph, closed=True)
    document = json.loads(certificate(problem, Result(Status.IMPOSSIBLE, candidates[0], "")))
    checked = load_checker().Certificate
    monkeypatch.setitem(checked.__init__.__globals__, "WEIGHTED", ("bridge",))
    monkeypatch.setitem(checked.__init__.__globals__, "KINDS", ("bridge",))
    assert checked(**document).check()


def test_no_bridge_is_found_for_open_tours_or_in_a_cycle(bridges):
    assert not list(bridges.find_bridges(nx.cycle_graph(5), CLOSED))
    assert not list(bridges.find_bridges(nx.path_graph(4), OPEN))
