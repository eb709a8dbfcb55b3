"""Tasks: competitors, limits, seeds and repetitions; ids that are the same wherever and whenever they are worked out."""

import json
import pickle
import sys

import numpy as np

from solvers.comparison import Competitor, Limits, Task, competitors_for, plan_tasks
from solvers.core.registry import unregister
from tests.solvers.comparison.tasks import CORNER, on
from tests.solvers.programs import python


def task(solver="warnsdorff", options=(), problem=CORNER, seed=None, repeat=0, **limits):
    return Task(problem, Competitor(solver, dict(options)), seed, Limits(**limits), repeat)


def test_seeds_are_for_competitors_that_make_random_choices():
    """Warnsdorff's rule with the tie-break `first` makes none, nor does a competitor whose options contain the seed."""
    sets = ["warnsdorff tie_break=roth+random", "warnsdorff tie_break=random seed=7", "warnsdorff"]
    competitors = competitors_for([*sets, "construct", "warnsdorff-compiled"])
    tasks = plan_tasks([CORNER], competitors, seeds=2, repeats=2)
    assert [(each.competitor.name, each.seed, each.repeat) for each in tasks] == [
        (name, seed, repeat)
        for name, seeds in [
            ("warnsdorff tie_break=roth+random", [0, 1]),
            ("warnsdorff seed=7 tie_break=random", [None]),
            *(("warnsdorff", [None]), ("construct", [None]), ("warnsdorff-compiled", [None])),
        ]
        for seed in seeds
        for repeat in (0, 1)
    ]
    assert len({each.id for each in tasks}) == len(tasks)


def test_the_id_of_a_task_changes_with_each_of_its_parts():
    tasks = [
        *(task(), task("warnsdorff-compiled"), task(options={"tie_break": "roth"}), task(options={"tie_break": "pohl"})),
        *(
            task(problem=CORNER.with_ends(**ends))
            for ends in ({"start": (0, 1)}, {"start": (0, 0), "end": (0, 2)}, {"closed": True})
        ),
        *(
            task(**change)
            for change in (
                {"seed": 0},
                {"seed": 1},
                {"repeat": 1},
                {"seconds": 1},
                {"nodes": 1},
                {"memory": 10**9},
                {"clock": "wall"},
            )
        ),
    ]
    assert len({each.id for each in tasks}) == len(tasks)


def test_equal_limits_and_options_make_equal_ids():
    assert task(seconds=1, nodes=5, memory=10**9).id == task(seconds=np.float64(1), nodes=np.int64(5), memory=10**9).id
    one, other = {"tie_break": "roth", "seed": 3}, {"seed": np.int64(3), "tie_break": "roth"}
    assert task(options=one).id == task(options=other).id
    order = [[2, 1], [1, 2]]
    listed, tupled = (Competitor("backtracking", {"move_order": each}) for each in (order, ((2, 1), (1, 2))))
    order.append([0, 0])
    assert (listed, hash(listed)) == (tupled, hash(tupled))


def test_values_that_only_python_takes_for_equal_are_different_competitors():
    sets = [{"seed": value} for value in [1, 1.0, True, "1", "true", None, "null", "1 tie_break=roth"]] + [
        {"seed": 1, "tie_break": "roth"}
    ]
    competitors = [Competitor("warnsdorff", each) for each in sets]
    assert len({*competitors}) == len({each.name for each in competitors}) == len(sets)
    assert pickle.loads(pickle.dumps(competitors)) == competitors


OF_ANOTHER_PROCESS = """
import networkx as nx
from graphs import Board
from solvers import Problem
from solvers.comparison import Competitor, Limits, NamedProblem, Task
board = NamedProblem.on_board(Board(4, 4, holes=[(0, 0), (3, 1)], wrap="rows"), (3, 1), end=(1, 1))
graph = nx.Graph([("b", "a"), ("a", "é"), ("é", "b"), ("c", "a"), ("b", "c")])
competitor = Competitor("warnsdorff", {"tie_break": "roth", "seed": 2})
for problem in (board, NamedProblem.of(Problem(graph, start="a"), "g")):
    print(problem.id, Task(problem, competitor, limits=Limits(2, 3, 10**9)).id)
"""


def test_ids_are_the_same_in_every_process():
    """The ids of the problems are written down here, for they must hold on every machine."""

    def ids(*flags, **surroundings):
        return python(*flags, "-c", OF_ANOTHER_PROCESS, **surroundings).stdout.split()

    first = ids(PYTHONHASHSEED="0")
    assert first[::2] == ["53ef5a8cf2cd4f21be96", "acbba0afd3cd66ae63bd"]
    assert first == ids(PYTHONHASHSEED="77") == ids("-O", "-X", "utf8") == ids(LC_ALL="C")


PLUG_IN = """
import helper_of_plug_in
import networkx

def mine(problem, meter):
    return helper_of_plug_in.answer()
"""


def test_the_code_of_a_plug_in_is_its_file_and_what_it_imports(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    codes = []
    for number, (text, helper) in enumerate(
        [(PLUG_IN, "a = 1"), (PLUG_IN, "a = 1"), (PLUG_IN + "#", "a = 1"), (PLUG_IN, "a = 2")]
    ):
        (tmp_path / "helper_of_plug_in.py").write_text(helper)
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "plug_in.py").write_text(text)
        monkeypatch.delitem(sys.modules, "helper_of_plug_in", raising=False)
        competitor = Competitor(f"{folder / 'plug_in.py'}:mine")
        codes.append(competitor.code)
        unregister("mine")
    assert codes[0] == codes[1]
    assert len({*codes}) == 3


def test_auto_depends_on_the_packages_of_the_solvers_that_it_calls():
    versions = {name: set(json.loads(Competitor(name).packages)) for name in ("auto", "cp-sat", "warnsdorff")}
    assert {"python", "ortools", "python-sat"} <= versions["auto"]
    assert "ortools" in versions["cp-sat"]
    assert "python-sat" not in versions["cp-sat"]
    assert "ortools" not in versions["warnsdorff"]


def test_the_memory_limit_is_always_known():
    assert Limits().memory == Limits().memory >= 1 << 28
    assert Limits().memory % 10**8 == 0
    assert Limits().clock == Limits(clock=None).clock == "cpu"


def test_a_solver_that_reads_the_graph_supports_no_larger_board():
    large = on("3000x3000", start=(0, 0))
    assert [each.name for each in competitors_for(["construct", "pruned"]) if each.supports(large)] == ["construct"]
