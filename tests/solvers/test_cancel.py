"""An event stops every long call from another thread, whatever package works at that moment."""

import multiprocessing
import pickle
import threading
import time
from functools import partial
from itertools import count

import pytest

import solvers
from graphs import Board
from graphs.families import flower_snark
from solvers import Budget, BudgetSpent, Meter, Problem, ProblemError, decide, solve, start_map
from tests.solvers.test_ctrl_c import OF_SOLVERS, OTHERS

SECONDS = 3  # of processor time, of which 0.3 are usual
PROBLEMS = {
    "Board": Board,
    "snark": Problem(flower_snark(35), closed=True),
    "board": Problem("9x10", closed=True),
}
CALLS = {name: call for name, call in (OF_SOLVERS | OTHERS).items() if name != "count_strips"}  # which has no budget


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_event_stops_every_long_call(call):
    def answer(seed, budget):
        names = {name: partial(getattr(solvers, name), budget=budget) for name in solvers.__all__ if f"{name}(" in call}
        try:
            return eval(call, names | PROBLEMS | {"seed": seed})
        except BudgetSpent as spent:
            return spent

    if "_map(" not in call:  # whose budget is for each decision
        answer(0, Budget(seconds=0.1))  # loads all code
    event, pressed = threading.Event(), []
    threading.Timer(0.1, lambda: pressed.append(time.process_time()) or event.set()).start()
    answers = (answer(seed, Budget(cancel=event)) for seed in count())
    last = next(each for each in answers if pressed)
    assert time.process_time() - pressed[0] < SECONDS
    assert getattr(last, "limit", "") in ("", "cancelled")


def test_a_cancelled_question_is_unknown_and_says_why():
    event = threading.Event()
    event.set()
    budget = Budget(60, 1000, cancel=event)
    result = solve("8x8", budget=budget)
    assert (result.status.value, result.reason, result.limit, result.nodes) == ("unknown", "cancelled", "cancelled", 0)
    assert decide("8x8", budget=budget).reason == "cancelled"
    assert start_map("5x5", budget=budget).count(None) == 25
    with pytest.raises(BudgetSpent, match="cancelled"):
        Meter(budget).require_seconds(1, "work")


def test_budgets_are_equal_where_their_limits_and_their_event_are():
    event = threading.Event()
    assert Budget(1, cancel=event) == Budget(1, cancel=event) != Budget(1, cancel=threading.Event())
    assert len({Budget(1, cancel=event), Budget(1, cancel=event), Budget(1)}) == 2


def test_the_event_of_a_manager_goes_to_another_process_and_that_of_a_thread_stays():
    with pytest.raises(ProblemError, match=r"multiprocessing\.Manager\(\)\.Event\(\)"):
        pickle.dumps(Budget(cancel=threading.Event()))
    with multiprocessing.get_context("spawn").Manager() as manager:
        event = manager.Event()
        other = pickle.loads(pickle.dumps(Budget(cancel=event)))
        event.set()
        assert decide("5x5", budget=other).reason == "cancelled"
