"""A comparison gives every solver the same problems."""

import pytest

from graphs import Board
from solvers import Budget, ProblemError, UnknownSolver, get_solver
from solvers.comparison import Task, standard_tasks, tasks_for

TWO = ["warnsdorff", "cp-sat"]


def test_every_solver_gets_every_board_and_start():
    tasks = list(tasks_for([Board(3, 4), Board(5, 5)], TWO, starts=[(0, 0), (1, 1)]))
    seen = {(str(task.board), task.start, task.solver) for task in tasks}
    assert seen == {(board, start, solver) for board in ("3x4", "5x5") for start in ((0, 0), (1, 1)) for solver in TWO}
    assert len(tasks) == 8


def test_one_start_of_each_symmetric_kind_stands_for_the_others():
    assert [task.start for task in tasks_for([Board(5, 5)], ["cp-sat"])] == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]


def test_all_starts_are_all_squares_without_the_holes():
    board = Board(3, 3, holes=[(1, 1)])
    assert [task.start for task in tasks_for([board], ["cp-sat"], starts="all")] == list(board)


def test_a_closed_tour_needs_no_start():
    assert [task.start for task in tasks_for([Board(6, 6)], ["cp-sat"], closed=True)] == [None]
    assert [task.start for task in tasks_for([Board(6, 6)], ["cp-sat"], closed=True, starts=[(1, 1)])] == [(1, 1)]


def test_without_names_all_solvers_get_tasks():
    seen = {task.solver for task in tasks_for([Board(5, 5)], starts=[(0, 0)])}
    assert {"backtracking", "warnsdorff", "warnsdorff-backtracking", "cp-sat"} <= seen


def test_an_unknown_solver_is_refused():
    with pytest.raises(UnknownSolver, match="did you mean 'warnsdorff'"):
        list(tasks_for([Board(5, 5)], ["warnsdorf"]))


@pytest.mark.parametrize("start", [(5, 5), (-1, 0), (1, 1)])
def test_a_start_that_is_no_square_is_refused(start):
    with pytest.raises(ProblemError, match="start"):
        list(tasks_for([Board(5, 5, holes=[(1, 1)])], TWO, starts=[start]))


def test_every_run_has_the_same_budget():
    budget = Budget(seconds=7, nodes=11)
    assert {task.budget for task in tasks_for([Board(5, 5), Board(6, 6)], TWO, budget=budget)} == {budget}


def test_a_task_is_named_by_its_question_and_its_solver():
    task = Task(Board(3, 3, holes=[(1, 1)], wrap="both"), "warnsdorff", (0, 2), True, (1, 3), {"tie_break": "roth", "seed": 1})
    assert task.question == ".../.#./... wrap both leaper 1,3 closed from 0,2"
    assert task.name == f"{task.question} | warnsdorff seed=1 tie_break=roth"


def test_a_question_is_the_same_for_every_solver():
    assert len({task.question for task in tasks_for([Board(5, 5)], starts=[(0, 0)])}) == 1


def test_a_task_is_a_problem():
    problem = Task(Board(5, 6), "cp-sat", (0, 0), closed=True).problem
    assert (problem.board, problem.start, problem.closed) == (Board(5, 6), (0, 0), True)


def test_the_standard_comparison_holds_problems_with_a_tour_and_without():
    tasks = list(standard_tasks(budget=Budget(seconds=1)))
    assert {task.closed for task in tasks} == {False, True}
    assert {"3x7 open from 1,3", "4x5 open from 1,0", "5x5 closed", "8x8 closed"} <= {task.question for task in tasks}
    assert len({task.name for task in tasks}) == len(tasks)
    assert {task.solver for task in tasks if get_solver(task.solver).exact} >= {"backtracking", "cp-sat"}
    assert {len(task.board) for task in tasks} >= {25, 64, 2500}
