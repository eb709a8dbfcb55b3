"""Suites: their problems and known answers, and what is said of a suite file that is wrong."""

from pathlib import Path

import networkx as nx
import pytest

from graphs import Board, FormatError
from graphs.formats import read_graph
from solvers import Budget, Problem, solve
from solvers.comparison import NamedProblem
from solvers.comparison.suites import STANDARD, parse_suite, read_suite, suite_names
from solvers.comparison.tasks import Limits, competitors_for, plan_tasks
from tests.tables import table

README = Path(__file__).parents[3] / "solvers" / "comparison" / "suites" / "README.md"
SMALL = 50


def parsed(text, **how):
    return parse_suite(text, name="mine", origin="mine.toml", **how)


def names(suite):
    return [each.name for each in suite.problems]


def refusal(text, **how):
    """The one sentence that says what is wrong with a suite file."""
    with pytest.raises(FormatError) as raised:
        parsed(text, **how)
    message = str(raised.value)
    assert message.startswith("mine.toml: ")
    assert "\n" not in message
    return message


@pytest.mark.parametrize("name", suite_names())
def test_each_suite_says_what_it_is_and_how_long_a_run_may_take(name):
    suite = read_suite(name)
    assert suite.budget.seconds > 0
    assert f"| `{name}` |" in README.read_text()
    assert len({each.id for each in suite.problems}) == len(suite.problems) > 10
    assert {(each.known, bool(each.source)) for each in suite.problems} <= {("found", True), ("impossible", True), ("", False)}


def test_known_answers_are_those_of_an_exact_solver():
    known = [each for name in suite_names() for each in read_suite(name).problems if each.known and each.problem.size <= SMALL]
    problems = [each for each in known if nx.is_connected(each.problem.graph)]
    budget = Budget(seconds=60)
    assert [each.name for each in problems if solve(each.problem, "cp-sat", budget=budget).status.value != each.known] == []
    assert len(problems) > 200
    assert {each.known for each in problems} == {"found", "impossible"}


def test_the_standard_suite_is_what_the_standard_comparison_was():
    seen = names(read_suite(STANDARD))
    for board in ("3x7", "3x8", "4x5", "4x6", "5x5", "5x6", "6x6", "8x8", "10x10", "14x14", "20x20", "30x30", "50x50"):
        assert f"{board} closed" in seen
        assert f"{board} open from 0,0" in seen
    assert {"3x7 open from 1,3", "4x5 open from 1,0", "8x8 open from 3,3"} <= set(seen)
    assert len(seen) == 77


def test_open_and_closed_tours_of_boards_ranges_texts_and_graphs(tmp_path):
    (tmp_path / "ring.txt").write_text("...\n.#.\n...\n")
    (tmp_path / "square.col").write_text("p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n")
    text = '''
description = """
All kinds."""
[[problems]]
boards = ["5x5", "3x4..5", """
....
.##.
""", "ring.txt"]
closed = "both"
starts = ["0,0", "a1", "0,0"]

[[problems]]
graphs = ["petersen", "square.col"]
starts = [1, "2"]
'''
    suite = parsed(text, folder=tmp_path)
    assert suite.budget == Budget(1.0)
    assert names(suite) == [
        *("5x5 open from 0,0", "5x5 open from 4,0", "5x5 closed"),
        *("3x4 open from 0,0", "3x4 open from 2,0", "3x4 closed"),
        *("3x5 open from 0,0", "3x5 open from 2,0", "3x5 closed"),
        *("..../.##. open from 0,0", "..../.##. open from 1,0", "..../.##. closed"),
        *(".../.#./... open from 0,0", ".../.#./... open from 2,0", ".../.#./... closed"),
        *("Petersen open from 1", "Petersen open from 2", "square.col open from 1", "square.col open from 2"),
    ]


def test_an_end_a_piece_holes_and_joined_edges():
    text = '[[problems]]\nboards = ["3x3"]\nstarts = "all"\nend = "c3"\nleaper = [4, 1]\nholes = ["1,1"]\nwrap = "rows"\n'
    suite = parsed(text)
    first = suite.problems[0]
    assert first.board == Board(3, 3, holes=[(1, 1)], wrap="rows")
    assert (first.problem.leaper, first.problem.start, first.problem.end) == ((1, 4), (0, 0), (0, 2))
    assert len(names(suite)) == 7  # eight squares, without the end


def test_the_answer_of_a_later_table_counts_for_an_earlier_one():
    text = '[[problems]]\nboards = ["4x4..5"]\n[[problems]]\nboards = ["4x4"]\nanswer = "impossible"\nsource = "search"\n'
    assert [(each.known, each.source) for each in parsed(text).problems] == [("impossible", "search"), ("", "")]


BAD = table("bad_suites.toml")


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_said_with_file_and_key(case):
    assert BAD[case]["what"] in refusal(BAD[case]["text"].replace("{5,000 letters}", "x" * 5000))


@pytest.mark.parametrize(
    "text, what",
    [
        ("", "[[problems]]"),
        ("description = 'nothing'\n", "[[problems]]"),
        (f"time_limit = {'9' * 5000}\n", "invalid TOML: "),
        (f"x = {'[' * 100_000}", "invalid TOML: "),
        ("[[problems]\n", "invalid TOML: "),
    ],
    ids=len,
)
def test_a_suite_without_problems_and_toml_that_python_cannot_read_are_refused(text, what):
    assert what in refusal(text)


def test_a_suite_file_names_itself_and_finds_files_beside_it(tmp_path):
    (tmp_path / "mine.toml").write_text('[[problems]]\nboards = ["ring.txt"]\n')
    (tmp_path / "ring.txt").write_text("...\n.#.\n...\n")
    suite = read_suite(str(tmp_path / "mine.toml"))
    assert [(each.suite, each.name) for each in suite.problems] == [("mine", ".../.#./... open")]


def test_a_section_is_part_of_the_name_of_the_suite_of_its_problems():
    suite = parsed('[[problems]]\nboards = ["5x5"]\n[[problems]]\nsection = "large"\nboards = ["9x9"]\n')
    assert [each.suite for each in suite.problems] == ["mine", "mine: large"]


def test_the_example_of_the_readme_is_a_suite(tmp_path):
    text = README.read_text().split("```toml\n")[1].split("```")[0]
    (tmp_path / "mine.hcp").write_text("DIMENSION : 3\nEDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\n")
    suite = parsed(text, folder=tmp_path)
    assert {"5x5 open from 0,0", "4x9 open from 1,4", "..../.##./.... closed", "GP(11,2) closed", "mine.hcp closed"} <= set(
        names(suite)
    )
    assert {each.known for each in suite.problems} == {"impossible", ""}


def test_the_numbers_of_a_board_text_are_known_steps_and_leave_no_other_start():
    puzzles = parsed('description = "a"\n[[problems]]\nboards = ["1 . .\\n. # .\\n3 . ."]\nstarts = "all"\nclosed = "both"')
    assert names(puzzles) == [".../.#./... open from 0,0 3=2,0", ".../.#./... closed from 0,0 3=2,0"]


SQUARE = "p 4 4\ne 1 2\ne 2 3\ne 3 4\ne 1 4\n"


@pytest.fixture
def folder(tmp_path):
    """A folder `set` of four graph files, two of which hold the same graph, and other files."""
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "README.md").write_text("graphs")
    (tmp_path / "set" / "g10.col").write_text(SQUARE)
    (tmp_path / "set" / "g9.col").write_text(SQUARE.replace("p 4", "p 5").replace("e 1 4", "e 4 5"))
    (tmp_path / "set" / "g1.hcp").write_text("DIMENSION : 3\nEDGE_DATA_SECTION\n1 2\n2 3\n1 3\n-1\n")
    (tmp_path / "set" / "g11.hcp").write_text("DIMENSION : 4\nEDGE_DATA_SECTION\n4 3\n3 2\n2 1\n1 4\n-1\n")
    return tmp_path


@pytest.mark.parametrize(
    "entries, files",
    [
        ('"set"', ["set/g1.hcp", "set/g9.col", "set/g10.col"]),
        ('"set/../set"', ["set/../set/g1.hcp", "set/../set/g9.col", "set/../set/g10.col"]),
        ('"set/"', ["set/g1.hcp", "set/g9.col", "set/g10.col"]),
        ('"set/*.col"', ["set/g9.col", "set/g10.col"]),
        ('"**/g[19].*"', ["set/g1.hcp", "set/g9.col"]),
        ('"set/*.hcp", "set"', ["set/g1.hcp", "set/g11.hcp", "set/g9.col"]),
        ('"J5", "set/g9.col"', ["J(5)", "set/g9.col"]),
    ],
)
def test_a_folder_or_pattern_is_its_graph_files_in_order_and_an_equal_graph_counts_once(folder, entries, files):
    (folder / "J5").mkdir()
    suite = parsed(f"[[problems]]\ngraphs = [{entries}]\nclosed = true\n", folder=folder)
    assert names(suite) == [f"{file} closed" for file in files]


def test_a_file_of_a_set_is_the_same_problem_by_itself(folder):
    found = parsed("[[problems]]\ngraphs = ['set']\nclosed = true\n", folder=folder)
    for problem in found.problems:
        (alone,) = parsed(f"[[problems]]\ngraphs = ['{problem.subject}']\nclosed = true\n", folder=folder).problems
        graph = read_graph(folder / problem.subject)
        assert problem.id == alone.id == NamedProblem.of(Problem(graph, closed=True), "of another name").id
        assert problem.name == alone.name


def test_a_set_builds_no_graph_before_its_runs(folder, monkeypatch):
    def fail(_):
        raise AssertionError("a networkx graph is built")

    monkeypatch.setattr("graphs.edge_list.EdgeList.build", fail)
    suite = parsed("[[problems]]\ngraphs = ['set']\nclosed = 'both'\n", folder=folder)
    plan = plan_tasks(suite.problems, competitors_for(), Limits(1.0))
    assert len({task.id for task in plan}) == len(plan) > 20
    assert all(task.problem.document["edges"] for task in plan)


@pytest.mark.parametrize(
    "entry, what",
    [
        ("empty", "empty contains no graph files: their names must end in one of .hcp, .col, .g6"),
        ("set/*", "set/README.md is not a graph file: its name must end in"),
        ("bad", "bad/a.col: line 1: expected 'p edge VERTICES EDGES', found 'no graph'"),
    ],
)
def test_what_is_wrong_with_a_set_is_said_in_one_sentence(folder, entry, what):
    (folder / "empty").mkdir()
    (folder / "bad").mkdir()
    (folder / "bad" / "a.col").write_text("no graph\n")
    message = refusal(f"[[problems]]\ngraphs = ['{entry}']\n", folder=folder)
    assert message.startswith("mine.toml: problems 1: graphs: ")
    assert what in message
