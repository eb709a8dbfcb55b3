"""The arguments of compare.py that say what is compared."""

import tracemalloc
from itertools import islice

import pytest

from graphs.errors import KnightsTourError
from solvers.commands import command_line as cli
from solvers.commands import compare_tasks

BAD = 2


@pytest.fixture
def plan():
    def plan_of(*words):
        parser = cli.Parser(description=None)
        compare_tasks.add_options(parser)
        return compare_tasks.plan_of(parser.parse_args([*map(str, words)]))

    return plan_of


def problems(plan):
    return list(dict.fromkeys(task.problem.name for task in plan))


def competitors(plan):
    return list(dict.fromkeys(task.competitor.name for task in plan))


ONE = ["--solvers", "warnsdorff"]


def test_a_plan_can_be_gone_through_again_and_says_how_many_tasks_it_has(plan):
    made = plan("--boards", "5x5", "--solvers", "warnsdorff", "backtracking", "--seeds", 2, "--repeats", 3)
    first, second = list(made), list(made)
    assert first == second
    assert len({task.id for task in first}) == len(first) == made.count == 6 * (2 + 1) * 3


def test_without_boards_the_standard_suite_is_compared(plan):
    made = plan(*ONE)
    assert {"3x7 open from 1,3", "5x5 closed", "50x50 closed"} <= set(problems(made))
    assert limits_of(made).seconds == 1
    assert made.count == 77
    assert {task.problem.known for task in made if task.problem.name == "5x5 closed"} == {"impossible"}


def test_a_competitor_gets_no_problem_that_it_cannot_take(plan, square):
    made = plan("--boards", square, "5x5", "--starts", "all", "--solvers", "construct", "cp-sat")
    assert [task.problem.subject for task in made if task.competitor.solver == "construct"] == ["5x5"] * 25
    assert made.count == 25 + 25 + 4


def test_boards_ranges_and_duplicates(plan):
    made = plan("--boards", "5x5", "3..4x4..5", "5x5", "5x5..6", "--starts", "0,0", "c1", "0,0", "0,0", *ONE, "warnsdorff")
    assert problems(made)[:2] == ["5x5 open from 0,0", "5x5 open from 4,2"]
    boards = [name.split()[0] for name in problems(made)]
    assert list(dict.fromkeys(boards)) == ["5x5", "3x4", "3x5", "4x4", "4x5", "5x6"]
    assert made.count == len(problems(made)) == 12
    assert competitors(made) == ["warnsdorff"]


def test_starts_are_orbits_unless_the_user_says_otherwise(plan):
    assert len(problems(plan("--boards", "5x5", *ONE))) == 6
    assert len(problems(plan("--boards", "5x5", "--starts", "orbits", *ONE))) == 6
    assert len(problems(plan("--boards", "5x5", "--starts", "all", *ONE))) == 25


def test_closed_tours_have_the_starts_that_the_user_names(plan):
    cp_sat = ["--solvers", "cp-sat", "--closed"]
    assert problems(plan("--boards", "6x6", *cp_sat)) == ["6x6 closed"]
    assert problems(plan("--boards", "6x6", "--starts", "1,1", *cp_sat)) == ["6x6 closed from 1,1"]
    assert problems(plan("--boards", "6x6", "--starts", "all", *cp_sat)) == ["6x6 closed"]


def test_the_end_is_not_among_the_starts(plan):
    cp_sat = ["--boards", "5x5", "--solvers", "cp-sat", "--end", "0,0"]
    everywhere = problems(plan(*cp_sat, "--starts", "all"))
    assert len(everywhere) == 24
    assert "5x5 open from 4,4 to 0,0" in everywhere


def test_orbits_with_an_end_are_those_of_the_symmetries_that_keep_it(plan):
    made = plan("--boards", "4x4", "--solvers", "cp-sat", "--end", "0,0")
    starts = {task.problem.problem.start for task in made}
    assert starts == {(row, col) for row in range(4) for col in range(row, 4)} - {(0, 0)}  # the reflection in the diagonal


def test_pieces_and_joined_edges(plan):
    made = plan("--boards", "5x6", "--starts", "0,0", "--leaper", "3,2", "--wrap", "both", "--solvers", "cp-sat")
    assert problems(made) == ["5x6 wrap both leaper 2,3 open from 0,0"]
    assert {task.id for task in made} == {
        task.id
        for task in plan("--boards", "5x6", "--starts", "a5", "--leaper", "2,3", "--wrap", "both", "--solvers", "cp-sat")
    }


@pytest.fixture
def square(tmp_path):
    path = tmp_path / "square.col"
    path.write_text("p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n")
    return str(path)


def test_graph_files_beside_boards(plan, square):
    made = plan("--boards", square, "5x5", square, "--solvers", "cp-sat")
    assert problems(made)[0] == f"{square} open"  # no orbits: no start
    assert len(problems(made)) == 1 + 6
    assert problems(plan("--boards", square, "--starts", "all", *ONE)) == [
        f"{square} open from {vertex}" for vertex in (1, 2, 3, 4)
    ]
    assert problems(plan("--boards", square, "--starts", "3", "3", "--end", "1", "--solvers", "cp-sat")) == [
        f"{square} open from 3 to 1"
    ]
    assert problems(plan("--boards", square, "--closed", "--solvers", "cp-sat")) == [f"{square} closed"]


def test_solvers_come_in_the_order_of_the_user_else_of_the_table(plan):
    from solvers import solver_names

    assert competitors(plan("--boards", "5x5", "--solvers", "warnsdorff", "backtracking", "warnsdorff")) == [
        "warnsdorff",
        "backtracking",
    ]
    everything = competitors(plan("--boards", "5x5"))
    assert everything == [name for name in solver_names() if name in everything]


def test_options_make_competitors(plan):
    words = ["--boards", "5x5", "--solvers", "cp-sat", "warnsdorff"]
    one = plan(*words, "--option", "cp-sat:workers=1", "--option", "warnsdorff:tie_break=roth", "--option", "warnsdorff:seed=3")
    assert competitors(one) == ["cp-sat workers=1", "warnsdorff seed=3 tie_break=roth"]
    two = plan(*words, "--option", "cp-sat:workers=1", "--option", "cp-sat:workers=4", "--option", "cp-sat:workers=1")
    assert competitors(two) == ["cp-sat workers=1", "cp-sat workers=4", "warnsdorff"]
    grid = plan(*words, *(f"--option=warnsdorff:{each}" for each in ("seed=1", "tie_break=roth", "seed=2", "tie_break=random")))
    assert competitors(grid)[1:] == [
        f"warnsdorff seed={seed} tie_break={rule}" for seed in (1, 2) for rule in ("roth", "random")
    ]


def limits_of(plan):
    return next(iter(plan)).limits


def test_limits(plan):
    limits = limits_of(plan("--boards", "5x5", *ONE, "--time-limit", 2, "--node-limit", 5, "--memory-limit", 1.5))
    assert (limits.seconds, limits.nodes, limits.memory) == (2.0, 5, 1_500_000_000)
    assert limits_of(plan("--boards", "5x5", *ONE)).seconds == 1.0
    assert limits_of(plan("--suite", "large", "--solvers", "construct")).seconds == 10
    assert limits_of(plan("--suite", "large", "--solvers", "construct", "--time-limit", 3)).seconds == 3


def test_a_suite_of_the_user(plan, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[[problems]]\nboards = ["4x4"]\nanswer = "impossible"\nsource = "Cull and De Curtins"\n')
    made = plan("--suite", path, "--solvers", "cp-sat")
    assert (problems(made), limits_of(made).seconds) == (["4x4 open"], 1.0)
    (task,) = made
    assert (task.problem.known, task.problem.source) == ("impossible", "Cull and De Curtins")


def test_a_million_tasks_need_no_memory(plan):
    made = plan("--boards", "1000x1000", "--starts", "all", *ONE)
    tasks = iter(made)
    next(tasks)
    tracemalloc.start()
    for _ in islice(tasks, 20_000):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_large_boards_are_for_solvers_that_read_no_graph(plan):
    assert plan("--boards", "3000x3000", "--closed", "--solvers", "construct").count == 1
    with pytest.raises(KnightsTourError, match="9,000,000 squares is too large to compare: 1,000,000 at most with warnsdorff"):
        plan("--boards", "3000x3000", "--starts", "0,0", "--solvers", "construct", "warnsdorff")
    with pytest.raises(KnightsTourError, match="100,020,001 squares is too large to compare: 100,000,000 at most"):
        plan("--boards", "10001x10001", "--starts", "0,0", "--solvers", "construct")
    with pytest.raises(KnightsTourError, match="too many starts: name the squares"):
        plan("--boards", "3000x3000", "--solvers", "construct")


def test_a_board_without_squares_leaves_no_task(plan, tmp_path):
    (tmp_path / "holes.txt").write_text("##\n##\n")
    assert plan("--boards", tmp_path / "holes.txt").count == 0


def test_the_table_of_suites(capsys):
    assert compare_tasks.list_suites() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "standard"
    assert lines[2].strip().startswith("77 problems, the answers of")
    assert "graphs" in lines


BAD_INPUT = {
    "an unknown solver": (["--solvers", "warnsdorf"], "did you mean 'warnsdorff'"),
    "a board that is none": (["--boards", "8by8"], "8by8"),
    "too large a range": (["--boards", "1..9999x1..9999"], "99,980,001 boards"),
    "an empty board": (["--boards", "-"], "empty"),
    "a start off the board": (["--boards", "5x5", "--starts", "5,5"], "5,5 is not on the board"),
    "a start off one of the boards": (["--boards", "6x6", "5x5", "--starts", "5,5"], "argument --starts: 5,5"),
    "a start in digits of another script": (["--boards", "5x5", "--starts", "\u0663,\u0664"], "is not a square"),
    "all starts and more": (["--boards", "5x5", "--starts", "all", "0,0"], "--starts takes all alone"),
    "starts of no board": (["--starts", "0,0"], "--starts belongs to --boards"),
    "an end of no board": (["--end", "0,0"], "--end belongs to --boards"),
    "a piece of no board": (["--leaper", "1,4"], "--leaper belongs to --boards"),
    "joined edges of no board": (["--wrap", "both"], "--wrap belongs to --boards"),
    "an end that is the start": (["--boards", "5x5", "--starts", "0,0", "--end", "0,0"], "the end is equal to the start"),
    "an end of closed tours": (["--boards", "5x5", "--closed", "--end", "0,0"], "--end has no effect with --closed"),
    "an unknown suite": (["--suite", "standart"], "did you mean 'standard'"),
    "a missing suite": (["--suite", "no/such.toml"], "no/such.toml cannot be read"),
    "a suite and boards": (["--suite", "standard", "--boards", "5x5"], "--suite and --boards"),
    "a suite and starts": (["--suite", "standard", "--starts", "all"], "--starts has no effect with --suite"),
    "no time": (["--time-limit", "0"], "time limit"),
    "no memory": (["--memory-limit", "0"], "the memory limit is 0 GB"),
    "memory that is no number": (["--memory-limit", "nan"], "not a number"),
    "memory in words": (["--memory-limit", "much"], "--memory-limit: 'much' is not a number of gigabytes"),
    "no seeds": (["--seeds", "0"], "argument --seeds: it must be at least 1"),
    "too many seeds": (["--seeds", "9" * 30], "seeds"),
    "no repeats": (["--repeats", "-1"], "argument --repeats: it must be at least 1"),
    "no leaper": (["--boards", "5x5", "--leaper", "0,0"], "leaper"),
    "an option of no solver": (["--option", "tie_break=roth"], "is not SOLVER:K=V"),
    "an option without a value": (["--option", "warnsdorff:tie_break"], "is not K=V"),
    "an option of an unknown solver": (["--option", "warnsdorf:tie_break=roth"], "did you mean 'warnsdorff'"),
    "an unknown option": (["--option", "warnsdorff:colour=red"], "has no option 'colour'"),
    "an option of a solver that is not compared": (["--solvers", "cp-sat", "--option", "warnsdorff:seed=1"], "is not compared"),
    "an option that is no number": (["--option", "warnsdorff:seed=NaN"], "cannot keep seed=nan"),
    "the problem as an option": (["--option", "warnsdorff:problem=1"], "'problem' is no option"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_gets_one_sentence(plan, capsys, monkeypatch, case):
    words, what = BAD_INPUT[case]
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises((KnightsTourError, SystemExit)) as raised:
        _ = plan(*words).count
    message = str(raised.value)
    if isinstance(raised.value, SystemExit):  # the parser says it itself
        assert raised.value.code == BAD
        message = capsys.readouterr().err.removesuffix("\n")
    assert what in message
    assert "\n" not in message


def test_vertices_of_a_graph_file_are_numbers(plan, square):
    for words in (["--starts", "0,0"], ["--starts", "5"], ["--end", "x"], ["--leaper", "1,2"], ["--wrap", "rows"]):
        with pytest.raises(KnightsTourError, match=r"the number of a vertex|the start 5|has no effect on the graph file"):
            plan("--boards", square, *words)
