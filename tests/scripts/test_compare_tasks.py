"""The arguments of compare.py that say what is compared."""

import shlex
import tracemalloc
from dataclasses import asdict
from itertools import islice

import pytest

from graphs.errors import FormatError
from solvers import solver_names
from solvers.commands.compare import _parser, _selection
from solvers.comparison import Competitor
from solvers.comparison.comparison import comparison_plan
from solvers.comparison.suites import read_suite
from tests.tables import table


@pytest.fixture
def plan(tmp_path):
    """Return the plan of a command line; `{square}` is a graph file, `{holes}` a board, `{mine}` a suite."""
    files = {
        "square.col": "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n",
        "holes.txt": "##\n##\n",
        "mine.toml": '[[problems]]\nboards = ["4x4"]\nanswer = "impossible"\nsource = "Cull and De Curtins"\n',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)

    def planned(line):
        paths = {name.partition(".")[0]: tmp_path / name for name in files}
        return comparison_plan(**_selection(_parser().parse_args(shlex.split(line.format(**paths)))))[0]

    return planned


def problems(plan):
    """The names of the problems, without the folders of graph files."""
    return list(dict.fromkeys(task.problem.name.rpartition("/")[2] for task in plan))


def competitors(plan):
    return list(dict.fromkeys(task.competitor.name for task in plan))


TABLES = table("comparisons.toml")


@pytest.mark.parametrize("line, expected", TABLES["problems"].items())
def test_a_line_names_problems(plan, line, expected):
    made = plan(f"{line} --solvers cp-sat")
    assert problems(made) == expected
    assert len(made) == len(problems(made))


@pytest.mark.parametrize("line, expected", TABLES["counts"].items())
def test_a_plan_has_each_task_once(plan, line, expected):
    made = plan(line)
    assert len({task.id for task in made}) == len(made) == expected


@pytest.mark.parametrize("line, expected", TABLES["competitors"].items())
def test_options_make_competitors(plan, line, expected):
    assert competitors(plan(f"--boards 5x5 {line}")) == expected


@pytest.mark.parametrize("options", TABLES["options"])
def test_what_a_competitor_is_called_can_be_written_on_the_command_line(plan, options):
    made = Competitor("backtracking", options)
    for name, words in ((made.name, made.call), ("k=3, mine", f"k=3, mine: {made.call}")):
        line = shlex.join(["--solvers", words.replace("{", "{{").replace("}", "}}")])
        competitor = plan(f"--boards 5x5 {line}")[0].competitor
        assert (competitor.name, competitor.solver, competitor.options) == (name, made.solver, made.options)


def test_a_board_of_nothing_but_holes_leaves_nothing_to_compare(plan):
    with pytest.raises(FormatError, match="nothing to compare"):
        plan("--boards {holes} --solvers cp-sat")


def test_without_solvers_all_are_compared_in_the_order_of_the_table(plan):
    everything = competitors(plan("--boards 5x5"))
    assert everything == [name for name in solver_names() if name in everything]
    assert {"warnsdorff", "backtracking", "cp-sat"} <= set(everything)


@pytest.mark.parametrize("line, expected", TABLES["limits"].items())
def test_limits(plan, line, expected):
    made = asdict(next(iter(plan(line))).limits)
    assert {name: value for name, value in made.items() if value is not None} == expected


def test_a_suite_has_its_own_competitors_seeds_and_repetitions(plan):
    suite = read_suite("speed")
    made = plan("--suite speed")
    assert {*competitors(made)} <= set(suite.solvers)
    assert len(made) == len({(task.problem.id, task.competitor) for task in made}) * suite.repeats
    assert len(plan("--suite speed --repeats 2")) * suite.repeats == len(made) * 2


@pytest.mark.parametrize("suite, name", [("{mine}", "4x4 open"), ("standard", "5x5 closed")])
def test_a_suite_knows_answers(plan, suite, name):
    made = plan(f"--suite {suite} --solvers cp-sat")
    (task,) = (task for task in made if task.problem.name == name)
    assert task.problem.known == "impossible"


def test_40_000_tasks_need_no_memory(plan):
    tasks = iter(plan("--boards 200x200 --starts all --solvers warnsdorff"))
    next(tasks)
    tracemalloc.start()
    for _ in islice(tasks, 20_000):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 250_000  # 20,000 tasks that are held take 18 MB
