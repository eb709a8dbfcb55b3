"""`compare` and `Comparison`: comparisons in Python."""

from itertools import combinations
from threading import Event

import networkx as nx
import pandas as pd
import pytest

from graphs import Board
from graphs.errors import KnightsTourError
from solvers import Budget, Outcome, Problem, compare
from solvers.commands.check_solver import main as check_solver_command
from solvers.comparison import Comparison, check_solver, success_rates


@pytest.fixture(scope="module")
def small():
    return compare(
        boards=["5x5", Board(3, 4)],
        graphs=[nx.petersen_graph(), "GP(7,2)"],
        problems=[Problem(nx.cycle_graph(5), closed=True), "3x4"],
        starts="any",
        solvers=["warnsdorff", {"lazy": ("cp-sat", {"model": "lazy-cuts"})}, "roth: warnsdorff tie_break=roth"],
        budget=Budget(seconds=5),
        jobs=2,
        advance=None,
    )


def test_problems_of_all_kinds_are_compared(small):
    problems = list(small.runs["problem"].cat.categories)
    assert problems == ["5x5 open", "3x4 open", "Petersen Graph open", "GP(7,2) open", "problem 0 closed"]
    assert list(small.runs["competitor"].cat.categories) == ["warnsdorff", "lazy", "roth"]
    assert small.runs.groupby("problem", observed=True)["competitor"].nunique().max() == 3
    assert small.runs.loc[small.runs["competitor"] == "lazy", "solved"].all()


def test_tables_agree_with_the_runs(small):
    solved = small.runs[small.runs["solved"]].groupby("competitor", observed=True)["problem_id"].nunique()
    assert small.table()["solved"].drop("best of all").to_dict() == solved.to_dict()
    pairs = {*combinations(["warnsdorff", "lazy", "roth"], 2)}
    assert {*map(tuple, small.table("differences")[["first", "second"]].to_numpy())} <= pairs | {pair[::-1] for pair in pairs}
    assert "best of all" in small.best_of_all().index
    for unknown in ({"kind": "zzz"}, {"by": "zzz"}):
        with pytest.raises(KnightsTourError, match=r"unknown .* 'zzz'; available: "):
            small.table(**unknown)
    assert str(small).startswith("Cross-check: no answers contradict each other.")
    assert "<table" in small._repr_html_()


def test_plots_and_page(small, tmp_path):
    for plot in (small.cactus(), small.scatter("warnsdorff", "lazy")):
        assert plot.svg().startswith("<svg")
    assert "<p>Not run: a.</p>" in Comparison(small.store, "not run: a").page
    assert small.report(tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_folder_resumes_and_merges(tmp_path):
    def run(side, folder):
        statuses = []
        compare(boards=[side], starts=["0,0"], solvers=["warnsdorff"], jobs=1, out=tmp_path / folder, advance=statuses.append)
        return statuses

    assert run("5x5", "a") == ["found"]
    assert run("5x5", "a") == ["stored"]
    assert run("6x6", "b") == ["found"]
    assert run("5x5", "b") == ["found"]
    merged = Comparison.read(tmp_path / "a", tmp_path / "b")
    assert sorted(merged.runs["subject"]) == ["5x5", "6x6"]  # the run of 5x5 that both have is one task on one machine
    assert list(Comparison.read(tmp_path / "a").runs["subject"]) == ["5x5"]


@pytest.mark.parametrize(
    "of_budget, of_call, clock", [(None, None, "cpu"), ("wall", None, "wall"), (None, "wall", "wall"), ("wall", "wall", "wall")]
)
def test_the_clock_that_the_caller_names_measures_the_runs(of_budget, of_call, clock):
    budget = Budget(seconds=5, clock=of_budget)
    runs = compare(boards=["5x5"], starts=["0,0"], solvers=["warnsdorff"], budget=budget, clock=of_call, jobs=1).runs
    assert list(runs["clock"]) == [clock]


def test_an_aslib_scenario_lists_every_pair(small, tmp_path):
    folder = small.to_aslib(tmp_path / "scenario")
    rows = {name: _arff(folder / f"{name}.arff") for name in ("algorithm_runs", "feature_values", "feature_runstatus", "cv")}
    instances = {*small.runs["problem_id"]}
    pairs = {(row["instance_id"], row["algorithm"]) for row in rows["algorithm_runs"]}
    assert len(pairs) == len(instances) * 3
    assert all({row["instance_id"] for row in rows[name]} == instances for name in rows)
    assert {row["runstatus"] for row in rows["algorithm_runs"]} <= {
        "ok",
        "timeout",
        "memout",
        "not_applicable",
        "crash",
        "other",
    }
    assert {int(row["fold"]) for row in rows["cv"]} <= {*range(1, 11)}
    assert float(next(row for row in rows["feature_values"] if row["rows"] == "3")["size"]) == 12
    assert "algorithm_cutoff_time: 5.0" in (folder / "description.txt").read_text()


def _arff(path):
    head, _, data = path.read_text().partition("@DATA\n")
    names = [line.split()[1] for line in head.splitlines() if line.startswith("@ATTRIBUTE")]
    rows = [line.split(",") for line in data.splitlines()]
    assert all(len(row) == len(names) for row in rows)
    return [dict(zip(names, (cell.strip("'") for cell in row), strict=True)) for row in rows]


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"boards": ["a.hcp"]}, "is a graph file"),
        ({"boards": ["5x5"], "solvers": ["construct"], "starts": "any", "seeds": 0}, "seeds"),
        ({"graphs": ["GP(5,2)"], "solvers": ["construct"]}, "nothing to compare"),
        ({"boards": ["5x5"], "starts": "c3"}, 'starts must be "all", "orbits", "any", or a list of squares'),
        ({"boards": ["5x5"], "closed": "no"}, 'closed must be true, false or "both"'),
        ({"boards": ["5x5"], "closed": True, "end": "a1"}, "end applies only to open tours"),
        ({"boards": ["5x5"], "starts": "any", "solvers": "construct", "jobs": -1}, "jobs=-1 is not valid"),
        ({"boards": ["5x5"], "repeats": 0}, "repeats=0 is not valid"),
        ({"boards": ["5x5"], "budget": 5}, r"budget=5 is not a budget: write Budget\(seconds=10\)"),
        ({"boards": ["5x5"], "budget": Budget(cancel=Event())}, "cannot be cancelled by an event"),
        ({"boards": ["5x5"], "budget": Budget(clock="wall"), "clock": "cpu"}, "clock='cpu' differs .* of the budget, 'wall'"),
        ({"problems": Problem("5x5")}, "problems=<Problem: an open tour of 5x5> is not a list"),
        ({"boards": ["5x5"], "leaper": 5}, "leaper=5 is not a list"),
        ({"boards": ["5x5"], "leaper": (1.0, 2)}, "leaper: 'float' object"),
        ({"boards": ["5x5"], "wrap": "x"}, '^wrap must be "rows", "cols" or "both"'),
        ({"boards": Board(5, 5)}, r"board=\(0, 0\) is not a Board"),
        ({"boards": ["5x5"], "solvers": []}, "the list of solvers is empty"),
        ({"boards": ["5x5"], "solvers": 0}, "solvers=0 is not a list"),
        ({"boards": ["5x5"], "starts": "any", "advance": 5}, "advance=5 is not a function: write print"),
        ({"suite": 5}, "suite=5 is not a text"),
        ({"suite": ""}, "unknown suite ''"),
        ({"problems": [5]}, "a problem needs a networkx graph or a board, not int"),
    ],
)
def test_bad_arguments_are_named(arguments, words):
    with pytest.raises(KnightsTourError, match=words):
        compare(**{"jobs": 1} | arguments)


def test_success_rates_count_walks_and_tours():
    rates = success_rates(["7x7", "6x7"], ["roth+random", "first"], walks=50, jobs=1).set_index(["board", "rule"])
    assert rates.loc[("7x7", "first"), "walks"] == 1
    assert (rates["low"] <= rates["rate"]).all()
    assert (rates["rate"] <= rates["high"]).all()
    again = success_rates(["7x7"], ["roth+random"], walks=50, jobs=1)
    assert again["tours"].tolist() == [rates.loc[("7x7", "roth+random"), "tours"]]
    assert isinstance(rates, pd.DataFrame)


def lying_solver(problem, meter):
    return Outcome.found([problem.start], 1)


def denier(problem, meter):
    return Outcome.impossible(1, "because")


def test_check_solver_accepts_our_own_and_finds_broken_promises(monkeypatch, tmp_path, capsys):
    assert check_solver("pruned", jobs=1)[1] == []
    (tmp_path / "tiny.toml").write_text('[[problems]]\nboards = ["5x5"]\n')
    monkeypatch.setattr("solvers.comparison.solver_promises.SUITE", str(tmp_path / "tiny.toml"))
    assert {each.promise for each in check_solver(lying_solver, jobs=1)[1]} == {"tours are valid, and nothing is raised"}
    (tmp_path / "mine.py").write_text("def mine(problem, meter):\n    raise ValueError\n")
    monkeypatch.setattr("sys.argv", ["check-solver", f"{tmp_path}/mine.py:mine", "--jobs", "1"])
    assert check_solver_command() == 4
    *broken, count = capsys.readouterr().out.splitlines()
    assert all(line.startswith("broken promise: tours are valid, and nothing is raised: 5x5 ") for line in broken)
    assert count.endswith(f" 1 problem, {len(broken)} broken promise{'s' * (len(broken) > 1)}")


@pytest.mark.slow
def test_check_solver_finds_a_solver_that_always_denies():
    promises = {each.promise for each in check_solver(denier, jobs=2)[1]}
    assert promises & {"IMPOSSIBLE is proven", "tours are valid, and nothing is raised"}
