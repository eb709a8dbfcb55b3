"""The arguments of compare.py that say what is compared."""

import re
import shlex
import tracemalloc
from itertools import islice

import pytest

from solvers import solver_names
from solvers.commands import compare_tasks, parsing
from solvers.comparison import Competitor


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

    def plan_of(line):
        parser = parsing.Parser(description=None)
        compare_tasks.add_options(parser)
        paths = {name.partition(".")[0]: tmp_path / name for name in files}
        return compare_tasks.plan_of(parser.parse_args(shlex.split(line.format(**paths))))

    return plan_of


def problems(plan):
    """The names of the problems, without the folders of graph files."""
    return list(dict.fromkeys(task.problem.name.rpartition("/")[2] for task in plan))


def competitors(plan):
    return list(dict.fromkeys(task.competitor.name for task in plan))


PROBLEMS = {
    "--boards 5x5 3..4x4 5x5 5x5..6 --starts 0,0 c1 0,0 0,0": [
        f"{board} open from {start}"
        for board, starts in {"5x5": "0,0 4,2", "3x4": "0,0 2,2", "4x4": "0,0 3,2", "5x6": "0,0 4,2"}.items()
        for start in starts.split()
    ],
    "--boards 3x4 --starts any": ["3x4 open"],
    "--boards 3x4 --starts all": [f"3x4 open from {row},{col}" for row in range(3) for col in range(4)],
    "--boards 6x6 --closed": ["6x6 closed"],
    "--boards 6x6 --closed --starts all": ["6x6 closed"],
    "--boards 6x6 --closed --starts 1,1": ["6x6 closed from 1,1"],
    # orbits under the reflection in the diagonal, which keeps the end
    "--boards 3x3 --end 0,0": [f"3x3 open from {row},{col} to 0,0" for row in range(3) for col in range(row, 3) if row + col],
    "--boards 5x6 --starts a5 --leaper 3,2 --wrap both": ["5x6 wrap both leaper 2,3 open from 0,0"],
    "--boards 3..4 6 --square --closed --leaper 1,2 4,1 2,1": [
        f"{side}x{side}{leaper} closed" for side in (3, 4, 6) for leaper in ("", " leaper 1,4")
    ],
    "--boards {square}": ["square.col open"],  # no orbits: no start
    "--boards {square} --starts all": [f"square.col open from {vertex}" for vertex in (1, 2, 3, 4)],
    "--boards {square} --starts 3 3 --end 1": ["square.col open from 3 to 1"],
    "--boards {square} --closed": ["square.col closed"],
    "--graphs {square} --closed": ["square.col closed"],
    "--graphs {square} J5": ["square.col open", "J(5) open"],
    "--graphs {square} --starts 3 2 --end 1": ["square.col open from 3 to 1", "square.col open from 2 to 1"],
    "--boards {holes}": [],
    "--suite {mine}": ["4x4 open"],
}


@pytest.mark.parametrize("line", PROBLEMS)
def test_a_line_names_problems(plan, line):
    made = plan(f"{line} --solvers cp-sat")
    assert problems(made) == PROBLEMS[line]
    assert made.count == len(problems(made))


COUNTS = {
    "--boards 5x5 --solvers warnsdorff": 6,
    "--boards 5x5 --solvers warnsdorff --starts orbits": 6,
    "--boards 5x5 --solvers warnsdorff --starts all": 25,
    "--boards 5x5 --solvers cp-sat --starts all --end 0,0": 24,
    "--boards {square} 5x5 --starts all --solvers construct": 25,  # which takes no graph
    "--boards 5x5 --solvers warnsdorff backtracking --seeds 2 --repeats 3": 6 * (2 + 1) * 3,
    "--boards 3000x3000 --closed --solvers construct": 1,
    "--solvers warnsdorff": 77,  # the standard suite
}


@pytest.mark.parametrize("line", COUNTS)
def test_a_plan_says_how_many_tasks_it_has_and_can_be_gone_through_again(plan, line):
    made = plan(line)
    first, second = list(made), list(made)
    assert first == second
    assert len({task.id for task in first}) == len(first) == made.count == COUNTS[line]


COMPETITORS = {
    "--solvers warnsdorff backtracking warnsdorff": ["warnsdorff", "backtracking"],
    "--solvers cp-sat warnsdorff --option cp-sat:workers=1 --option warnsdorff:tie_break=roth --option warnsdorff:seed=3": [
        "cp-sat workers=1",
        "warnsdorff seed=3 tie_break=roth",
    ],
    "--solvers cp-sat --option cp-sat:workers=1 --option cp-sat:workers=4 --option cp-sat:workers=1": [
        "cp-sat workers=1",
        "cp-sat workers=4",
    ],
    "--solvers warnsdorff"
    + "".join(f" --option warnsdorff:{each}" for each in ("seed=1", "tie_break=roth", "seed=2", "tie_break=random")): [
        f"warnsdorff seed={seed} tie_break={rule}" for seed in (1, 2) for rule in ("roth", "random")
    ],
    "--competitor 'lazy: cp-sat model=lazy-cuts' --solvers cp-sat auto --option cp-sat:workers=2 --competitor cp-sat": [
        *("cp-sat workers=2", "auto", "lazy")
    ],
}


@pytest.mark.parametrize("line", COMPETITORS)
def test_options_make_competitors(plan, line):
    assert competitors(plan(f"--boards 5x5 {line}")) == COMPETITORS[line]


@pytest.mark.parametrize(
    "options",
    [{"move_order": [[2, 1], [1, 2]]}, {"move_order": "my own"}, {"move_order": '{"a": 1}'}, {"move_order": {"a": ": b"}}],
)
def test_what_a_competitor_is_called_can_be_written_on_the_command_line(plan, options):
    made = Competitor("backtracking", options)
    for name, words in ((made.name, made.call), ("k=3, mine", f"k=3, mine: {made.call}")):
        line = shlex.join(["--competitor", words.replace("{", "{{").replace("}", "}}")])
        (competitor,) = plan(f"--boards 5x5 {line}").competitors
        assert (competitor.name, competitor.solver, competitor.options) == (name, made.solver, made.options)


def test_without_solvers_all_are_compared_in_the_order_of_the_table(plan):
    everything = competitors(plan("--boards 5x5"))
    assert everything == [name for name in solver_names() if name in everything]
    assert {"warnsdorff", "backtracking", "cp-sat"} <= set(everything)


@pytest.mark.parametrize(
    ("line", "limits"),
    [
        ("--boards 5x5 --time-limit 2 --node-limit 5 --memory-limit 1.5", (2.0, 5, 1_500_000_000, "wall")),
        ("--boards 5x5 --clock cpu", (1.0, None, None, "cpu")),
        ("--suite large --solvers construct", (10.0, None, None, "wall")),
        ("--suite large --solvers construct --time-limit 3", (3.0, None, None, "wall")),
    ],
)
def test_limits(plan, line, limits):
    made = next(iter(plan(line))).limits
    assert (made.seconds, made.nodes, made.memory, made.clock) == limits


@pytest.mark.parametrize(("suite", "name"), [("{mine}", "4x4 open"), ("standard", "5x5 closed")])
def test_a_suite_knows_answers(plan, suite, name):
    made = plan(f"--suite {suite} --solvers cp-sat")
    (task,) = (task for task in made if task.problem.name == name)
    assert task.problem.known == "impossible"


def test_a_million_tasks_need_no_memory(plan):
    tasks = iter(plan("--boards 1000x1000 --starts all --solvers warnsdorff"))
    next(tasks)
    tracemalloc.start()
    for _ in islice(tasks, 20_000):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 250_000  # 20,000 tasks that are held take 18 MB


def test_the_table_of_suites(compare):
    lines = compare("--list-suites").stdout.splitlines()
    assert lines[0] == "standard"
    assert re.fullmatch(r" +77 problems, [1-9]\d* with known answers", lines[2])
    assert "graphs" in lines
