"""One table of solvers: what each can do, what it needs, and how others join it."""

import os
import sys

import networkx as nx
import pytest

from solvers import (
    Outcome,
    SolverUnavailable,
    UnknownSolver,
    UnsupportedProblem,
    get_solver,
    solve,
    solver_names,
    solver_table,
)
from solvers.core.registry import solver, unregister
from tests.processes import ROOT
from tests.solvers.programs import python

BUILT_IN_NAMES = [each.name for each in solver_table() if each.run.__module__.startswith("solvers.")]
CLASSIC = ["backtracking", "warnsdorff", "warnsdorff-backtracking", "cp-sat"]


def plugged(program, *plug_ins):
    """What a fresh Python prints, with the folders of plug-ins on its path."""
    path = os.pathsep.join([*(f"{ROOT}/tests/data/{each}" for each in plug_ins), os.environ.get("PYTHONPATH", "")])
    return python("-W", "always", "-c", program, PYTHONPATH=path)


def in_the_order_of_the_graph(problem, meter):
    return Outcome.found(list(problem.graph), problem.size)


@pytest.mark.parametrize("name", CLASSIC)
def test_every_classic_solver_takes_closed_tours_and_fixed_ends_on_any_graph(name):
    entry = get_solver(name)
    assert (entry.closed, entry.fixed_end, entry.needs_board, entry.missing) == (True, True, False, ())
    assert (entry.exact, entry.enumerates) == (name != "warnsdorff", name != "warnsdorff")
    assert entry.seeded == (name in ("warnsdorff", "cp-sat"))
    assert min(len(entry.summary), len(entry.reference)) > 10
    assert "\n" not in entry.summary


def test_an_unknown_name_is_told_the_close_one_and_all_others():
    with pytest.raises(UnknownSolver, match="did you mean 'warnsdorff'") as refused:
        get_solver("warnsdorf")
    assert all(name in str(refused.value) for name in CLASSIC)
    assert refused.value.value == "warnsdorf"
    with pytest.raises(UnknownSolver) as refused:
        solve(nx.path_graph(2), "quantum annealing")
    assert "did you mean" not in str(refused.value)


def test_a_name_is_given_once(temporary_solver):
    name = temporary_solver(in_the_order_of_the_graph)
    for taken in (name, "backtracking"):
        with pytest.raises(ValueError, match="another name"):
            solver(taken, summary="", exact=True, closed=True, fixed_end=True, reference="")(plugged)
    assert get_solver("backtracking").summary


def test_a_function_that_is_registered_again_replaces_itself(temporary_solver):
    name = temporary_solver(in_the_order_of_the_graph)
    solver(name, summary="second", exact=True, closed=True, fixed_end=True, reference="")(in_the_order_of_the_graph)
    assert get_solver(name).summary == "second"


INTERRUPTED = """
import sys
from solvers import solver_names
from solvers.core.registry import _TABLE

def interrupt(frame, event, _):
    if event == "return" and frame.f_code.co_name == "register" and len(_TABLE) > before:
        raise KeyboardInterrupt

interrupts = 0
while True:
    before = len(_TABLE)
    sys.setprofile(interrupt)
    try:
        names = solver_names()
        break
    except KeyboardInterrupt:
        interrupts += 1
print(interrupts, *names)
"""


def test_ctrl_c_while_the_solvers_are_loaded_does_not_break_the_session():
    interrupts, *names = python("-c", INTERRUPTED).stdout.split()
    assert (int(interrupts) > 10, names) == (True, BUILT_IN_NAMES)


FAILING = """
from solvers import Outcome, solver

@solver("twice", summary="-", reference="-", exact=False, closed=False, fixed_end=False)
def twice(problem, meter):
    return Outcome.found(list(problem.graph), problem.size)

"""


def test_a_plug_in_that_failed_leaves_no_solver_and_can_be_loaded_again(tmp_path):
    file = tmp_path / "plug_in.py"
    file.write_text(f"{FAILING}raise ImportError('not yet')")
    with pytest.raises(UnknownSolver, match="not yet"):
        get_solver(f"{file}:twice")
    assert "twice" not in solver_names()
    assert str(file) not in sys.modules
    file.write_text(FAILING)
    try:
        assert get_solver(f"{file}:twice").name == "twice"
    finally:
        unregister("twice")


@pytest.mark.parametrize(
    "abilities, asked, refusal",
    [
        ({"closed": False}, {"closed": True}, "closed tours"),
        ({"fixed_end": False}, {"start": 0, "end": 2}, "fixed start and end"),
        ({"needs_board": True}, {}, "without a board"),
    ],
)
def test_a_problem_that_a_solver_cannot_take_is_sent_to_those_that_can(temporary_solver, abilities, asked, refusal):
    name = temporary_solver(in_the_order_of_the_graph, "choosy", **abilities)
    with pytest.raises(UnsupportedProblem, match=refusal) as refused:
        solve(nx.cycle_graph(4), name, **asked)
    able = str(refused.value).partition("solvers that do: ")[2]
    assert all(each in able for each in CLASSIC)
    assert "choosy" not in able


def test_a_solver_stands_for_its_name():
    assert solve(nx.path_graph(3), get_solver("backtracking")) == solve(nx.path_graph(3), "backtracking")


@pytest.mark.parametrize("extra, install", [({}, "no_such_package"), ({"extra": "faster"}, r"'knights-tour\[faster\]'")])
def test_a_solver_whose_package_is_missing_says_what_to_install(temporary_solver, extra, install):
    name = temporary_solver(in_the_order_of_the_graph, packages=["networkx", "no_such_package"], **extra)
    assert get_solver(name).missing == ("no_such_package",)
    assert name in [each.name for each in solver_table()]
    with pytest.raises(SolverUnavailable, match=f"needs no_such_package, not installed here: pip install {install}"):
        solve(nx.path_graph(3), name)


def test_another_package_joins_by_an_entry_point_and_is_found_by_name_alone():
    program = "from solvers import *; print(get_solver('denies').name, *solver_names())"
    first, *names = plugged(program, "plug_in").stdout.split()
    assert (first, names[: len(BUILT_IN_NAMES)]) == ("denies", BUILT_IN_NAMES)
    assert {"crashes", "hangs"} <= set(names)


def test_a_broken_plug_in_is_a_warning_and_takes_no_other_with_it():
    ran = plugged("from solvers import solver_names; print(*solver_names())", "broken_plug_in", "plug_in")
    assert {"crashes", *CLASSIC} <= set(names := ran.stdout.split())
    assert "registered" not in names
    assert "RuntimeWarning: the solver plug-in 'broken' cannot be loaded" in ran.stderr
    assert "a package that it needs is missing" in ran.stderr
