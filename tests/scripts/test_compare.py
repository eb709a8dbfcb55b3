"""scripts/compare.py as a person uses it."""

import csv

import pytest

AGREED, BAD, DISAGREED = 0, 2, 4


@pytest.fixture
def rows(compare, tmp_path):
    """Compare in one process, and return what the script said and the rows of the runs."""

    def run(*arguments, **how):
        file = tmp_path / "exported.csv"
        done = compare(*arguments, "--jobs", 1, "--export", file, **how)
        with file.open(newline="") as lines:
            return done, list(csv.DictReader(lines))

    return run


def test_solvers_that_agree(rows):
    arguments = ["--boards", "3x4", "5x5", "--starts", "0,0", "0,1", "--solvers", "warnsdorff", "cp-sat", "--time-limit", 20]
    done, found = rows(*arguments)
    assert (done.returncode, done.stderr) == (AGREED, "")
    assert "Who solves how many?" in done.stdout
    assert "Cross-check: no answers contradict each other." in done.stdout
    assert len(found) == 8
    assert {row["status"] for row in found if row["solver"] == "cp-sat" and row["start"] == "0,1"} == {"impossible"}
    assert {row["time_limit"] for row in found} == {"20.0"}
    assert all(row["status"] != "impossible" for row in found if row["solver"] == "warnsdorff")


def test_closed_tours_and_a_node_limit(rows):
    arguments = ["--boards", "6x6", "4x5", "--closed", "--solvers", "backtracking", "cp-sat", "--node-limit", 3000]
    done, found = rows(*arguments, "--time-limit", 20)
    assert done.returncode == AGREED
    assert [(row["board"], row["start"], row["solver"]) for row in found] == [
        ("6x6", "", "backtracking"),
        ("6x6", "", "cp-sat"),
        ("4x5", "", "backtracking"),
        ("4x5", "", "cp-sat"),
    ]
    assert (found[0]["termination"], found[0]["nodes"], found[0]["node_limit"]) == ("node limit", "3000", "3000")
    assert [found[1]["status"], found[3]["status"]] == ["found", "impossible"]


def test_all_that_solve_can_ask_is_compared(rows, tmp_path):
    (tmp_path / "ring.txt").write_text("...\n.#.\n...\n")
    done, found = rows("--boards", tmp_path / "ring.txt", "--closed", "--solvers", "backtracking", "cp-sat")
    assert done.returncode == AGREED
    assert [(row["board"], row["termination"]) for row in found] == [(".../.#./...", "found")] * 2
    _, found = rows(
        "--boards", "6x7", "--leaper", "1,4", "--wrap", "both", "--starts", "0,0", "--end", "3,3", "--solvers", "auto"
    )
    assert [(row["leaper"], row["wrap"], row["end"]) for row in found] == [("1,4", "both", "3,3")]
    (tmp_path / "square.col").write_text("p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n")
    options = ["--option", "warnsdorff:tie_break=random", "--option", "backtracking:move_order=adjacency"]
    _, found = rows(
        *("--boards", tmp_path / "square.col", "--starts", "2", "--solvers", "warnsdorff", "backtracking", *options),
        *("--seeds", 2, "--repeats", 2),
    )
    assert [(row["competitor"], row["seed"], row["repeat"]) for row in found] == [
        *(("warnsdorff tie_break=random", seed, repeat) for seed in "01" for repeat in "01"),
        *(("backtracking move_order=adjacency", "", repeat) for repeat in "01"),
    ]
    assert {row["graph"] for row in found} == {str(tmp_path / "square.col")}


def test_a_suite_with_known_answers(rows):
    done, found = rows("--suite", "infeasible", "--solvers", "auto", "--time-limit", 20)
    assert done.returncode == AGREED
    assert {row["status"] for row in found} == {"impossible"}
    assert {row["suite"] for row in found} == {"infeasible"}


def test_an_answer_against_what_is_known_is_a_conflict(compare, tmp_path):
    suite = tmp_path / "wrong.toml"
    suite.write_text(
        'description = "a lie"\n[[problems]]\nboards = ["5x5"]\nstarts = ["0,0"]\nanswer = "impossible"\nsource = "nobody"\n'
    )
    done = compare("--suite", suite, "--solvers", "warnsdorff")
    assert done.returncode == DISAGREED
    assert "5x5 open from 0,0: a run found a tour; known: there is none (nobody)" in done.stdout


def test_a_disagreement_heads_the_report_and_can_be_repeated(compare):
    done = compare("--boards", "5x5", "--starts", "0,0", "--solvers", "warnsdorff", "denies", "--jobs", 1, plug_ins=True)
    assert done.returncode == DISAGREED
    assert done.stdout.startswith("5x5 open from 0,0: one run found a tour, another says there is none")
    assert "python scripts/solve.py 5x5 --start 0,0 --solver denies" in done.stdout
    assert "none, it says" in done.stdout


def test_solvers_at_fault_are_named_and_the_others_go_on(rows):
    faulty = ["crashes", "dies", "leaves"]
    done, found = rows("--boards", "5x5", "--starts", "0,0", "--solvers", *faulty, "warnsdorff", plug_ins=True)
    assert done.returncode == DISAGREED
    assert all(f"{solver} on 5x5 open from 0,0: crashed" in done.stdout for solver in faulty)
    assert {row["solver"]: row["status"] for row in found} == dict.fromkeys(faulty, "error") | {"warnsdorff": "found"}


@pytest.fixture(scope="module")
def kept(script_without, tmp_path_factory):
    """The folder of a comparison of all solvers."""
    folder = tmp_path_factory.mktemp("kept") / "results"
    arguments = ["--boards", "5x5", "8x8", "--starts", "0,0", "--time-limit", 0.2, "--out", folder]
    assert script_without("matplotlib", "compare.py", *arguments).returncode == AGREED
    return folder


@pytest.mark.parametrize("columns", [80, 160])
def test_no_line_is_wider_than_the_terminal(compare, kept, columns):
    """Without a terminal the width is that of the environment."""
    done = compare("--report", kept, columns=columns)
    assert done.returncode == AGREED
    assert max(map(len, done.stdout.splitlines())) <= columns
    assert "…" not in done.stdout


@pytest.mark.slow
def test_the_standard_comparison_ends_in_agreement(rows):
    done, found = rows()
    assert done.returncode == AGREED
    assert "no answers contradict each other" in done.stdout
    assert {row["status"] for row in found} == {"found", "impossible", "unknown"}
    assert {row["closed"] for row in found} == {"False", "True"}


# Here are one or two of each kind; test_compare_tasks.py has all that can be wrong with what is compared.
BAD_INPUT = {
    "an unknown solver": (["--solvers", "warnsdorf"], "did you mean 'warnsdorff'"),
    "an empty board": (["--boards", "-"], "empty"),
    "no jobs": (["--jobs", "0"], "--jobs"),
    "jobs that are no number": (["--jobs", "many"], "--jobs"),
    "an unknown argument": (["--colour", "red"], "--colour"),
    "a folder with a name that is too long": (["--boards", "5x5", "--out", "x" * 300], "cannot be written"),
    "a folder without a name": (["--boards", "5x5", "--out", ""], "the name of the folder is empty"),
    "a retry of nothing": (["--boards", "5x5", "--retry"], "--retry has no effect without --out"),
    "a report with a retry": (["--report", "tests", "--retry"], "--retry has no effect with --report"),
    "a report of nothing": (["--report", "tests"], "there is no tests/runs.sqlite"),
    "a report of boards": (["--report", "tests", "--boards", "5x5"], "--boards has no effect with --report"),
    "a verification of solvers": (["--verify", "tests", "--solvers", "auto"], "--solvers has no effect with --verify"),
    "an export of another kind": (["--boards", "5x5", "--export", "runs.xlsx"], "must end in one of .csv, .jsonl, .parquet"),
    "an export of no name": (["--boards", "5x5", "--export", ".csv"], "must end in one of .csv, .jsonl, .parquet"),
    "an export that cannot be": (["--boards", "5x5", "--export", "/dev/null/runs.csv"], "cannot be written"),
    "a page that cannot be": (["--boards", "5x5", "--html", "tests"], "it is a folder"),
    "a page among the tables": (["--boards", "5x5", "--html", "-"], "the page needs a file"),
    "a rule that is none": (["--boards", "5x5", "--option", "warnsdorff:tie_break=rhot"], "warnsdorff tie_break=rhot: "),
    "an order that is none": (["--boards", "5x5", "--option", "backtracking:move_order=x"], "backtracking move_order=x: "),
    "a cluster that is not there": (["--boards", "5x5", "--scheduler", "tcp://127.0.0.1:1"], "no Dask scheduler answers"),
    "a folder that cannot be": (["--boards", "5x5", "--out", "/dev/null/runs"], "cannot be written"),
    "an unknown tie-break": (["--tie-breaks", "rhot"], "it is one of first, random, roth, pohl, squirrel"),
    "half a walk": (["--tie-breaks", "--seeds", "0.5"], "--seeds"),
    "tie-breaks of solvers": (["--tie-breaks", "--solvers", "warnsdorff"], "--solvers has no effect with --tie-breaks"),
    "tie-breaks of closed tours": (["--tie-breaks", "--closed"], "--closed has no effect with --tie-breaks"),
    "tie-breaks within a time": (["--tie-breaks", "--time-limit", "1"], "--time-limit has no effect with --tie-breaks"),
    "tie-breaks within nodes": (["--tie-breaks", "--node-limit", "1"], "--node-limit has no effect with --tie-breaks"),
    "a seed, which --seeds is not": (["--seed", "4"], "unrecognized arguments: --seed 4"),
    "tie-breaks in a folder that cannot be": (["--tie-breaks", "roth", "--out", "/dev/null/trials"], "cannot be written"),
    "tie-breaks in a folder without a name": (["--tie-breaks", "roth", "--out", ""], "the name of the folder is empty"),
}


@pytest.fixture(scope="module")
def on_bad_input(scripts_at_once):
    return scripts_at_once("compare.py", {case: (arguments, "") for case, (arguments, _) in BAD_INPUT.items()})


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_gets_one_line(on_bad_input, case):
    done = on_bad_input[case]
    assert (done.returncode, done.stdout) == (BAD, "")
    assert done.stderr.startswith("compare.py: ")
    assert done.stderr.count("\n") == 1
    assert BAD_INPUT[case][1] in done.stderr


def test_a_board_of_nothing_but_holes_leaves_nothing_to_compare(compare):
    done = compare("--boards", "-", stdin="##\n##\n")
    assert done.returncode == BAD
    assert "nothing to compare" in done.stderr


def test_the_answers_to_each_problem_are_a_report(compare):
    arguments = ["--boards", "5x5", "--starts", "0,0", "0,1", "--solvers", "warnsdorff", "auto", "--repeats", 2]
    done = compare(*arguments, "--jobs", 1, "--answers")
    assert done.returncode == AGREED
    assert done.stdout.partition("What was said of each problem\n\n")[2].splitlines() == [
        "5x5 open from 0,0",
        "  warnsdorff: 2 x found",
        "  auto: 2 x found",
        "5x5 open from 0,1",
        "  warnsdorff: 2 x dead end",
        "  auto: 2 x impossible",
    ]
