"""Tasks: competitors, limits, seeds and repetitions; ids that are the same wherever and whenever they are worked out."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board
from solvers import OptionError, Outcome, SolverError, UnknownSolver, get_solver, solver, solver_names
from solvers.comparison import Competitor, Limits, NamedProblem, Task, competitors_for, tasks_for
from solvers.comparison.tasks import option_sets
from solvers.registry import unregister

ROOT = Path(__file__).parents[3]
CORNER = NamedProblem.on_board(Board(5, 5), start=(0, 0))
GIGABYTE = 10**9


def task(solver="warnsdorff", options=(), problem=CORNER, seed=None, repeat=0, **limits):
    return Task(problem, Competitor(solver, dict(options)), seed, Limits(**limits), repeat)


def test_seeds_are_for_solvers_that_have_one_and_leave_it_open():
    competitors = competitors_for(["warnsdorff", "construct"], {"warnsdorff": [{}, {"seed": 7}]})
    tasks = list(tasks_for([CORNER], competitors, seeds=2, repeats=2))
    assert [(each.competitor.name, each.seed, each.repeat) for each in tasks] == [
        *(("warnsdorff", seed, repeat) for seed in (0, 1) for repeat in (0, 1)),
        *(("warnsdorff seed=7", None, repeat) for repeat in (0, 1)),
        *(("construct", None, repeat) for repeat in (0, 1)),
    ]
    assert len({each.id for each in tasks}) == len({each.name for each in tasks}) == len(tasks)
    assert [each.options for each in tasks[::2]] == [{"seed": 0}, {"seed": 1}, {"seed": 7}, {}]


def test_an_unknown_solver_or_option_is_refused_before_the_first_task():
    with pytest.raises(UnknownSolver, match="did you mean 'warnsdorff'"):
        tasks_for([CORNER], [Competitor("warnsdorf")])
    with pytest.raises(OptionError, match="no option 'colour'"):
        tasks_for([CORNER], [Competitor("warnsdorff", {"colour": "red"})])
    with pytest.raises(OptionError, match="'cp-sat' has options and is not compared"):
        competitors_for(["warnsdorff"], {"cp-sat": [{"workers": 1}]})
    with pytest.raises(UnknownSolver):
        competitors_for(options={"cpsat": [{}]})


def test_the_id_of_a_task_changes_with_each_of_its_parts():
    tasks = [
        task(),
        task("warnsdorff-compiled"),
        task(options={"tie_break": "roth"}),
        task(options={"tie_break": "pohl"}),
        task(problem=CORNER.with_ends(start=(0, 1))),
        task(problem=CORNER.with_ends(start=(0, 0), end=(0, 2))),
        task(problem=CORNER.with_ends(start=(0, 0), closed=True)),
        task(seed=0),
        task(seed=1),
        task(repeat=1),
        task(seconds=1),
        task(nodes=1),
        task(memory=GIGABYTE),
    ]
    assert len({each.id for each in tasks}) == len(tasks)


def test_equal_limits_and_options_make_equal_ids():
    assert task(seconds=1).id == task(seconds=1.0).id == task(seconds=np.float64(1)).id
    assert task(nodes=5).id == task(nodes=np.int64(5)).id
    assert task(memory=1e9).id == task(memory=GIGABYTE).id
    one, other = {"tie_break": "roth", "seed": 3}, {"seed": np.int64(3), "tie_break": "roth"}
    assert task(options=one).id == task(options=other).id
    order = [[2, 1], [1, 2]]
    listed, tupled = (
        Competitor("backtracking", {"move_order": order}),
        Competitor("backtracking", {"move_order": ((2, 1), (1, 2))}),
    )
    assert listed == tupled
    assert hash(listed) == hash(tupled)
    order.append([0, 0])
    assert listed == tupled


def test_values_that_only_python_takes_for_equal_are_different_competitors():
    values = [1, 1.0, True, "1", "true", None, "null"]
    competitors = [Competitor("warnsdorff", {"seed": value}) for value in values]
    assert len({*competitors}) == len({each.name for each in competitors}) == len(values)
    assert pickle.loads(pickle.dumps(competitors)) == competitors


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1}, object(), b"x", [float("nan")], {"a": {2}}])
def test_a_value_that_json_does_not_hold_is_refused(value):
    with pytest.raises(OptionError, match="cannot keep seed="):
        Competitor("warnsdorff", {"seed": value})


@pytest.mark.parametrize("memory", [float("nan"), float("inf"), "much", True, 0, -1, 1000])
def test_a_memory_limit_that_is_none_is_refused(memory):
    with pytest.raises(OptionError, match="the memory limit is"):
        Limits(memory=memory)


@pytest.mark.parametrize(
    "limits", [{"seconds": 1e10}, {"nodes": 2**63}, {"nodes": 10**400}, {"memory": 2**63}, {"memory": 1e300}]
)
def test_a_limit_that_no_store_can_hold_is_refused(limits):
    with pytest.raises(OptionError, match=r"limit is too large: it is .* at most"):
        Limits(**limits)


OF_ANOTHER_PROCESS = """
import networkx as nx
from graphs import Board
from solvers.comparison import Competitor, Limits, NamedProblem, Task
board = NamedProblem.on_board(Board(4, 4, holes=[(0, 0), (3, 1)], wrap="rows"), (3, 1), end=(1, 1))
graph = nx.Graph([("b", "a"), ("a", "é"), ("é", "b"), ("c", "a"), ("b", "c")])
competitor = Competitor("warnsdorff", {"tie_break": "roth", "seed": 2})
for problem in (board, NamedProblem.of_graph(graph, "g", start="a")):
    print(problem.id, Task(problem, competitor, limits=Limits(2, 3, 10**9)).id)
"""


def ids(*flags, **surroundings):
    done = subprocess.run(
        [sys.executable, *flags, "-c", OF_ANOTHER_PROCESS],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | surroundings,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.split()


def test_ids_are_the_same_in_every_process():
    """The ids of the problems are written down here, for they must hold on every machine."""
    first = ids(PYTHONHASHSEED="0")
    assert first[::2] == ["53ef5a8cf2cd4f21be96", "acbba0afd3cd66ae63bd"]
    assert first == ids(PYTHONHASHSEED="77") == ids("-O", "-X", "utf8") == ids(LC_ALL="C")


@given(st.lists(st.tuples(st.sampled_from("xyz"), st.integers(0, 3)), max_size=8))
def test_sets_of_options_are_all_combinations(pairs):
    sets = option_sets([("a", key, value) for key, value in pairs]).get("a", [])
    values = {key: [value for other, value in pairs if other == key] for key, _ in pairs}
    assert len(sets) == (np.prod([len(each) for each in values.values()]) if pairs else 0)
    assert all(set(each) == set(values) and all(each[key] in values[key] for key in each) for each in sets)


@pytest.fixture
def in_another_module():
    """Register solvers from modules of these names, in this order."""
    names = []

    def register(name, module):
        def run(problem, meter):
            return Outcome.unknown(0, "")

        run.__module__ = module
        solver(name, summary="-", exact=False, closed=True, fixed_end=True, reference="none")(run)
        names.append(name)

    yield register
    for name in names:
        unregister(name)


def test_the_order_of_solvers_does_not_depend_on_what_was_imported_first(in_another_module):
    in_another_module("late", "zoo.solvers")
    in_another_module("early", "ark.solvers")
    names = solver_names()
    assert names[-2:] == ("early", "late")
    assert names.index("auto") < names.index("cp-sat") < names.index("early")
    assert [each.solver for each in competitors_for()][-2:] == ["early", "late"]


def test_a_solver_of_this_program_alone_is_refused(in_another_module):
    in_another_module("homemade", "__main__")
    for refuse in (lambda: competitors_for(["homemade"]), lambda: tasks_for([CORNER], [Competitor("homemade")])):
        with pytest.raises(SolverError, match=r"'homemade' is registered in the script that runs: move it to a module"):
            refuse()


def test_the_version_of_the_solver_is_part_of_the_id(monkeypatch):
    before = task().id
    monkeypatch.setattr(type(get_solver("warnsdorff")), "version", "knights-tour 99")
    assert task().id != before
