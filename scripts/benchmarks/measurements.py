"""Functions that measure solvers and other functions in this process. Each returns an amount and a unit.

A function raises RuntimeError if a solver does not give the expected answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from graphs import Board, knight_graph, verify_on_board
from graphs.errors import BoardError
from graphs.leapers import Leaper
from graphs.loading import clock, load
from graphs.tour import Tour
from solvers import Budget, Problem, Result, Status, count_tours, decide, decide_all_boards, solve

Measured: TypeAlias = tuple[float, str]
"""An amount and its unit."""
Asked: TypeAlias = Callable[[], Problem]
"""A function that creates a problem. It is called for each measurement, so that no work of an earlier run is reused."""

TIME_LIMITS = (0.1, 1)
"""Time limits, in seconds, for which `largest_overrun` measures by how much solvers exceed them."""


def seconds_of(work: Callable[..., object], *arguments: Any, **named: Any) -> Measured:
    """Measure the time of a function call.

    Parameters
    ----------
    work : callable
        Function to call.
    *arguments, **named : object
        Arguments of the function.

    Returns
    -------
    tuple of (float, str)
        Wall time in seconds, and the unit.
    """
    started = time.perf_counter()
    work(*arguments, **named)
    return time.perf_counter() - started, "s"


def require_answer(problem: Problem, solver: str, exists: bool = True, **options: Any) -> Result:
    """Run a solver, and check that it gives the expected answer.

    Parameters
    ----------
    problem : Problem
        The problem.
    solver : str
        Name of the solver.
    exists : bool, optional
        Whether the expected answer is a tour. If False, it is a no-tour answer.
    **options : object
        Options of the solver.

    Returns
    -------
    Result
        The result.

    Raises
    ------
    RuntimeError
        If the solver gives a different answer, or none.
    """
    result = solve(problem, solver, **options)
    if result.status is not (Status.FOUND if exists else Status.IMPOSSIBLE):
        raise RuntimeError(f"{solver} gave the unexpected answer {result.status.value} to {problem}: {result.reason}")
    return result


def square(side: int, **ends: Any) -> Problem:
    """Return the problem of a knight's tour of a square board.

    Parameters
    ----------
    side : int
        Number of rows and of columns.
    **ends : object
        Start, end and `closed` of the problem.

    Returns
    -------
    Problem
        The problem.
    """
    return Problem(Board(side, side), **ends)


def solving(asked: Asked, solver: str, exists: bool = True, **options: Any) -> Measured:
    """Measure the time of a run of a solver, as the result of the run reports it.

    Parameters
    ----------
    asked : callable
        Function that creates the problem.
    solver : str
        Name of the solver.
    exists : bool, optional
        Whether the expected answer is a tour. If False, it is a no-tour answer.
    **options : object
        Options of the solver.

    Returns
    -------
    tuple of (float, str)
        The time, and its unit as text.

    Raises
    ------
    RuntimeError
        If the solver does not give the expected answer.
    """
    return require_answer(asked(), solver, exists, **options).seconds, "s"


def nodes_per_second(asked: Asked, solver: str, **options: Any) -> Measured:
    """Measure the number of search nodes per second in a run of a solver.

    Parameters
    ----------
    asked : callable
        Function that creates the problem.
    solver : str
        Name of the solver.
    **options : object
        Options of the solver.

    Returns
    -------
    tuple of (float, str)
        Millions of search nodes per second, and the unit.
    """
    result = solve(asked(), solver, **options)
    return result.nodes / result.seconds / 1e6, "million nodes/s"


def _constructed(side: int) -> Tour:
    return require_answer(square(side, closed=True), "construct").require_tour()


def hinted() -> Measured:
    """Measure how long CP-SAT needs for 200x200 if its hint is a complete closed tour.

    The time includes building the model.

    Returns
    -------
    tuple of (float, str)
        The time, and its unit as text.
    """
    hint = list(_constructed(200).squares)
    return solving(lambda: square(200, closed=True), "cp-sat", hint=hint)


def verifying() -> Measured:
    """Measure the time for verifying a closed tour of 10,000x10,000, which is given as an array.

    Returns
    -------
    tuple of (float, str)
        The time, and its unit as text.
    """
    return seconds_of(verify_on_board, Board(10_000, 10_000), _constructed(10_000).array(), closed=True)


def cost_of_a_square() -> Measured:
    """Measure the ratio of the construction time per square on 10,000x10,000 to that on 100x100.

    The large board is measured once. The fastest of 20 runs on the small board counts.

    Returns
    -------
    tuple of (float, str)
        The ratio, and the unit.
    """

    def cost(side: int, times: int) -> float:
        problem = square(side, closed=True)
        return min(require_answer(problem, "construct").seconds for _ in range(times)) / problem.size

    return cost(10_000, 1) / cost(100, 20), "ratio"


def deciding(asked: Asked) -> Measured:
    """Measure how long `decide` needs for a no-tour answer.

    Parameters
    ----------
    asked : callable
        Function that creates the problem.

    Returns
    -------
    tuple of (float, str)
        The time, and its unit as text.

    Raises
    ------
    RuntimeError
        If the answer is that a tour exists, or unknown.
    """
    problem = asked()
    started = time.perf_counter()
    verdict = decide(problem)
    if verdict.exists is not False:
        raise RuntimeError(f"decide must exclude a tour of {problem}, but `exists` is {verdict.exists}: {verdict.reason}")
    return time.perf_counter() - started, "s"


def decide_boards(leaper: Leaper, closed: bool) -> None:
    """Decide all boards of all sizes for a leaper.

    Parameters
    ----------
    leaper : tuple of int
        The leaper.
    closed : bool
        Whether the tours are closed.

    Raises
    ------
    RuntimeError
        If a board is undecided.
    """
    if not decide_all_boards(leaper, closed=closed).is_complete:
        raise RuntimeError(f"at least one board is undecided for the leaper {leaper}")


def count_boards(boards: Sequence[str], closed: bool, number: int) -> None:
    """Count the tours of several boards.

    Parameters
    ----------
    boards : sequence of str
        Sizes of the boards.
    closed : bool
        Whether the tours are closed.
    number : int
        The known sum of the numbers of undirected tours of these boards.

    Raises
    ------
    RuntimeError
        If the counted sum is a different number.
    """
    counted = sum(count_tours(Board.parse(board), closed=closed).undirected or 0 for board in boards)
    if counted != number:
        raise RuntimeError(f"{', '.join(boards)}: counted {counted} tours, expected {number}")


def counting_by_zdd(board: str, number: int) -> Measured:
    """Measure how long Graphillion needs to count the closed tours of a board, with the moves ordered row by row.

    Parameters
    ----------
    board : str
        Size of the board.
    number : int
        The known number of tours.

    Returns
    -------
    tuple of (float, str)
        The time, and its unit as text.

    Raises
    ------
    RuntimeError
        If Graphillion counts a different number.
    """
    load("graphillion")
    from graphillion import GraphSet

    started = time.perf_counter()
    GraphSet.set_universe([*knight_graph(Board.parse(board)).edges], traversal="as-is")
    counted = GraphSet.cycles(is_hamilton=True).len()
    if counted != number:
        raise RuntimeError(f"Graphillion counted {counted} tours of {board}, expected {number}")
    return time.perf_counter() - started, "s"


def longest_run(problems: Callable[[], Iterable[Problem]], solver: str) -> Measured:
    """Measure the time of the longest of several runs of a solver.

    Parameters
    ----------
    problems : callable
        Function that returns the problems. The run on the first problem does not count, because it loads the code.
    solver : str
        Name of the solver.

    Returns
    -------
    tuple of (float, str)
        The time, and its unit as text.

    Raises
    ------
    RuntimeError
        If the solver does not find a tour.
    """
    _, *seconds = (require_answer(problem, solver).seconds for problem in problems())
    return max(seconds), "s, the longest"


def largest_overrun(solver: str, sides: Sequence[int]) -> Measured:
    """Measure the largest amount by which a solver exceeds its time limit.

    Each run has a new problem, and its time includes building graphs, arrays and models. It does not include the loading of
    code or the verification. If a solver reports that a board is too large, the time until this report counts.

    Parameters
    ----------
    solver : str
        Name of the solver.
    sides : sequence of int
        Sides of square boards. The tours are open, except that the tour of 8x8 is closed.

    Returns
    -------
    tuple of (float, str)
        The time, and its unit as text.
    """

    def seconds(side: int, limit: float) -> float:
        started = clock()
        problem = square(side, closed=side == 8)
        with suppress(BoardError):
            result = solve(problem, solver, budget=Budget(seconds=limit))
            if result.status is Status.FOUND:
                return result.seconds
        return clock() - started

    return max(0.0, *(seconds(side, limit) - limit for side in sides for limit in TIME_LIMITS)), "s, the largest"
