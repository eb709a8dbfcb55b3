"""What the tables say, on runs made by hand."""

from graphs import Board
from solvers import Budget
from solvers.comparison import Run, Task, disagreements, failures, par2, solved_by_kind, speed, tables

LIMIT = Budget(seconds=10)


def run(solver, status, seconds=1.0, nodes=10, *, start=(0, 0), closed=False, budget=LIMIT, board="5x5"):
    reason = "" if status == "found" else "why"
    return Run(Task(Board.parse(board), solver, start, closed, budget=budget), status, reason, nodes, seconds, seconds)


def test_par2_is_the_mean_with_an_unsolved_run_as_twice_its_limit():
    runs = [run("a", "found", 1), run("a", "impossible", 3), run("a", "unknown", 10), run("a", "error", 0)]
    assert par2(runs) == (1 + 3 + 20 + 20) / 4
    assert par2(runs[:2]) == 2


def test_par2_needs_a_time_limit_where_a_run_is_unsolved():
    without = Budget(nodes=100)
    assert par2([run("a", "found", 1, budget=without)]) == 1
    assert par2([run("a", "found", 1), run("a", "unknown", 1, budget=without)]) is None


def test_speed_takes_medians_of_the_solved_runs_only():
    runs = [
        run("fast", "found", 1, 100),
        run("fast", "found", 2, 300),
        run("fast", "impossible", 6, 200),
        run("fast", "unknown", 10, 999),
        run("hopeless", "unknown", 10, 5),
    ]
    assert speed(runs) == {
        "fast": {"seconds": 2, "nodes": 200, "PAR2": (1 + 2 + 6 + 20) / 4},
        "hopeless": {"seconds": None, "nodes": None, "PAR2": 20},
    }


def test_solved_is_counted_by_kind_as_far_as_any_solver_settled_it():
    runs = [
        run("a", "found", start=(0, 0)),
        run("b", "unknown", start=(0, 0)),
        run("a", "impossible", start=(0, 1)),
        run("b", "impossible", start=(0, 1)),
        run("a", "unknown", start=(0, 2)),
        run("b", "error", start=(0, 2)),
        run("a", "found", closed=True, board="6x6"),
        run("b", "unknown", closed=True, board="6x6"),
    ]
    assert solved_by_kind(runs) == {
        "a": {"open, with a tour": (1, 1), "open, without": (1, 1), "open, not settled": (0, 1), "closed, with a tour": (1, 1)},
        "b": {"open, with a tour": (0, 1), "open, without": (1, 1), "open, not settled": (0, 1), "closed, with a tour": (0, 1)},
    }


def test_yes_and_no_to_one_question_is_a_disagreement():
    runs = [run("a", "found"), run("b", "impossible"), run("c", "found"), run("d", "unknown"), run("e", "error")]
    (split,) = disagreements(runs)
    assert split.question == "5x5 open from 0,0"
    assert [each.task.solver for each in split.found] == ["a", "c"]
    assert [each.task.solver for each in split.impossible] == ["b"]


def test_a_disagreement_is_printed_in_full():
    (split,) = disagreements([run("a", "found"), run("b", "impossible")])
    assert str(split).splitlines() == [
        "5x5 open from 0,0: the solvers disagree",
        "  5x5 open from 0,0 | a: found, tour verified",
        "  5x5 open from 0,0 | b: impossible, why",
    ]


def test_answers_to_different_questions_do_not_disagree():
    runs = [run("a", "found", start=(0, 0)), run("b", "impossible", start=(0, 1)), run("b", "impossible", closed=True)]
    assert disagreements(runs) == []


def test_not_to_know_is_no_disagreement():
    assert disagreements([run("a", "found"), run("b", "unknown"), run("c", "error")]) == []
    assert disagreements([]) == []


def test_failures_are_the_runs_in_which_the_solver_is_at_fault():
    runs = [run("a", "found"), run("b", "error"), run("c", "unknown")]
    assert failures(runs) == [runs[1]]


def rows(table):
    return [[str(cell) for cell in line] for line in zip(*(column.cells for column in table.columns), strict=True)]


def test_the_three_tables_say_who_how_fast_and_up_to_where():
    runs = [
        run("a", "found", 1, 1000),
        run("b", "unknown", 10, 50),
        run("a", "impossible", 3, 3000, closed=True, board="6x6"),
        run("b", "impossible", 0.05, 7, closed=True, board="6x6"),
    ]
    who, fast, board = tables(runs)
    assert [column.header for column in who.columns] == ["solver", "open, with a tour", "closed, without", "all"]
    assert rows(who) == [["a", "1/1", "1/1", "2/2"], ["b", "0/1", "1/1", "1/2"]]
    assert rows(fast) == [["a", "2.00", "2,000", "2.00"], ["b", "0.0500", "7", "10.03"]]
    assert [column.header for column in board.columns] == ["board", "a", "b"]
    assert rows(board) == [["5x5 open", "1.00", "0/1"], ["6x6 closed", "3.00", "0.0500"]]


def test_a_solver_without_runs_on_a_board_has_an_empty_cell():
    board = list(tables([run("a", "found"), run("b", "found", board="6x6")]))[2]
    assert rows(board) == [["5x5 open", "1.00", "–"], ["6x6 open", "–", "1.00"]]
