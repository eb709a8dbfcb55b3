"""The one way to call a solver: look it up, check that it can take the problem, run and time it, verify what it claims."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from numbers import Integral
from typing import Any

from graphs.array_tours import verify_array
from graphs.errors import InvalidTour, KnightsTourError
from graphs.tour import Tour, verify_on_board, verify_tour
from solvers.budget import Budget, Meter
from solvers.errors import BudgetSpent, OptionError, SolverError, SolverUnavailable, UnsupportedProblem
from solvers.problem import Problem
from solvers.registry import Solver, get_solver, solver_table
from solvers.result import Outcome, Result, Status
from solvers.warm_up import warm_up

__all__ = ["DEFAULT", "attempt", "enumerate_tours", "solve"]

DEFAULT = "auto"
DEFAULT_FOR_ALL = "warnsdorff-backtracking"


def solve(problem: Problem, solver: str = DEFAULT, *, budget: Budget | None = None, **options: Any) -> Result:
    """Solve a problem by one solver, and verify the tour.

    Parameters
    ----------
    problem : the graph, start, end, and whether the tour is closed.
    solver : a name from `solver_names()`.
    budget : limits of time and nodes; None is no limit.
    **options : the solver's own; `get_solver(name).options` lists them.

    Raises
    ------
    UnknownSolver, OptionError, UnsupportedProblem, SolverUnavailable : the request is at fault.
    SolverError : the solver is: it crashed, its tour is wrong, or it says IMPOSSIBLE and is not exact.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> result = solve(Problem(knight_graph(Board(5, 5)), start=(0, 0)), "warnsdorff")
    >>> result.status, result.nodes, len(result.tour)
    (<Status.FOUND: 'found'>, 25, 25)
    """
    entry = _ready(problem, solver, options)
    if entry.compiled:
        warm_up(entry.run, problem, options)
    meter = Meter(budget or Budget())
    outcome = _by_definition(problem) or _run(entry, problem, meter, options)
    seconds = meter.seconds
    tour = None
    if outcome.status is Status.FOUND:
        tour = _verified(entry, problem, () if outcome.squares is None else outcome.squares)
    return Result(outcome.status, tour, outcome.nodes, seconds, outcome.reason, entry.name, dict(options))


def attempt(problem: Problem, meter: Meter, solver: str, most_nodes: int | None = None, **options: Any) -> Result:
    """Run a solver on what is left of a budget, and take what it spends from it; for solvers and decisions that call several.

    Raises
    ------
    BudgetSpent : nothing is left.
    """
    meter.more(meter.nodes)
    nodes = None if meter.budget.nodes is None else meter.budget.nodes - meter.nodes
    if most_nodes is not None:
        nodes = most_nodes if nodes is None else min(nodes, most_nodes)
    seconds = None if meter.budget.seconds is None else max(meter.seconds_left, 1e-3)
    result = solve(problem, solver, budget=Budget(seconds, nodes), **options)
    meter.nodes += result.nodes
    return result


def enumerate_tours(
    problem: Problem, solver: str = DEFAULT_FOR_ALL, *, budget: Budget | None = None, **options: Any
) -> Iterator[Tour]:
    """Yield every tour of a problem once, verified, as the search finds it.

    Open tours have a direction: a tour and its reverse are two. A closed tour is one cycle, whatever its start and
    direction: it is given once, from the problem's start (or the first square), unless a fixed end sets its direction.

    Raises
    ------
    BudgetSpent : the budget ran out before all were found.
    UnsupportedProblem : the solver cannot enumerate; and all that `solve` raises.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> sum(1 for tour in enumerate_tours(Problem(knight_graph(Board(3, 4)))))
    16
    """
    entry = _ready(problem, solver, options)
    if entry.tours is None:
        able = ", ".join(each.name for each in solver_table() if each.enumerates)
        raise UnsupportedProblem(f"solver {entry.name!r} cannot enumerate tours: use one of {able}", entry.name)
    meter = Meter(budget or Budget())
    return _enumerate(entry, problem, meter, options)


def _enumerate(entry: Solver, problem: Problem, meter: Meter, options: Mapping[str, Any]) -> Iterator[Tour]:
    assert entry.tours is not None
    if _by_definition(problem):
        return
    oriented, turned = _oriented(problem)
    one_direction = problem.closed and oriented.end is None
    rank = {square: index for index, square in enumerate(problem.graph)} if one_direction else {}
    try:
        for squares in entry.tours(oriented, meter, **options):
            if not one_direction or rank[squares[1]] < rank[squares[-1]]:
                yield _verified(entry, problem, squares[::-1] if turned else squares)
    except KnightsTourError:
        raise
    except (Exception, SystemExit) as error:
        raise _crash(entry, error) from error


def _ready(problem: Problem, name: str, options: Mapping[str, Any]) -> Solver:
    entry = get_solver(name)
    unknown = [option for option in options if option not in entry.options]
    if unknown:
        known = ", ".join(entry.options) or "none"
        raise OptionError(f"solver {name!r} has no option {unknown[0]!r}: its options are {known}", unknown[0])
    refusal = entry.refusal(problem)
    if refusal:
        able = ", ".join(each.name for each in solver_table() if not each.refusal(problem)) or "none"
        raise UnsupportedProblem(f"solver {name!r} cannot take {refusal}: those that can are {able}", name)
    if entry.missing:
        how = f"pip install 'knights-tour[{entry.extra}]'" if entry.extra else f"pip install {' '.join(entry.missing)}"
        raise SolverUnavailable(f"solver {name!r} needs {', '.join(entry.missing)}, not installed here: {how}", entry.missing)
    return entry


def _by_definition(problem: Problem) -> Outcome | None:
    """What follows from the words alone, for every solver."""
    if problem.size == 0:
        return Outcome.impossible(0, "there are no squares, and a tour has at least one")
    if problem.closed and problem.size < 3:
        return Outcome.impossible(0, f"a closed tour needs at least 3 squares, there are {problem.size}")
    return None


def _oriented(problem: Problem) -> tuple[Problem, bool]:
    """The problem as solvers see it, and whether it was turned round: an end is never fixed without a start."""
    turned = problem.end is not None and problem.start is None
    return (problem.reversed() if turned else problem), turned


def _run(entry: Solver, problem: Problem, meter: Meter, options: Mapping[str, Any]) -> Outcome:
    oriented, turned = _oriented(problem)
    try:
        outcome = entry.run(oriented, meter, **options)
        if turned and outcome.squares is not None:
            outcome = Outcome.found(outcome.squares[::-1], outcome.nodes)
    except BudgetSpent as spent:
        return Outcome.unknown(meter.nodes, str(spent))
    except InvalidTour as error:
        raise _crash(entry, error) from error
    except KnightsTourError:
        raise
    except (Exception, SystemExit) as error:
        raise _crash(entry, error) from error
    _check_claim(entry, outcome, meter.budget)
    return outcome


def _check_claim(entry: Solver, outcome: Any, budget: Budget) -> None:
    """Refuse an outcome that is none, or that the solver cannot know.

    Raises
    ------
    SolverError : it is so.
    """
    if not isinstance(outcome, Outcome) or not isinstance(outcome.status, Status):
        raise SolverError(f"solver {entry.name!r} gave no Outcome with a Status but {outcome!r:.80}", outcome)
    nodes: Any = outcome.nodes
    if not isinstance(nodes, Integral) or int(nodes) < 0 or int(nodes) > (budget.nodes or math.inf):
        limit = "" if budget.nodes is None else f", with a limit of {budget.nodes:,}"
        raise SolverError(f"solver {entry.name!r} claims {nodes!r} nodes{limit}", outcome)
    if outcome.status is Status.IMPOSSIBLE and not entry.exact:
        raise SolverError(f"solver {entry.name!r} says IMPOSSIBLE, but is not exact: it cannot know", outcome.reason)


def _verified(entry: Solver, problem: Problem, squares: Any) -> Tour:
    try:
        ends: dict[str, Any] = {"start": problem.start, "end": problem.end, "closed": problem.closed}
        if problem.board is None:
            return verify_tour(problem.graph, squares, **ends)
        verify = verify_array if hasattr(squares, "dtype") else verify_on_board
        return verify(problem.board, squares, leaper=problem.leaper, **ends)
    except Exception as fault:  # squares may be anything, and fail in any way when they are looked at
        raise SolverError(f"solver {entry.name!r} gave a wrong tour: {fault}", squares) from fault


def _crash(entry: Solver, error: BaseException) -> SolverError:
    what = (str(error).splitlines() or [""])[0]
    return SolverError(f"solver {entry.name!r} crashed: {type(error).__name__}: {what}", error)
