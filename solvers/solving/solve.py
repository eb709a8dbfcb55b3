"""Run a solver: look it up, check that it supports the problem, call it, measure the time, and verify its tour.

`solve` is for users. `attempt` is for code that runs several solvers within one budget, such as `auto`. It neither measures
time nor verifies tours. So a tour that `auto` obtains from another solver is verified only once, by the call of `solve` that
ran `auto`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from numbers import Integral
from typing import Any

from graphs.errors import InvalidTour, KnightsTourError
from graphs.leapers import KNIGHT, Leaper
from graphs.obstructions import Obstruction
from graphs.tour import Tour
from graphs.verify import Steps
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, SolverError, UnsupportedProblem, WrongAnswer, comes_of_ctrl_c
from solvers.core.forms import FORMS, by_definition, orient
from solvers.core.outcome import Evidence, Outcome, SearchProof, Status
from solvers.core.problem import Problem, Subject
from solvers.core.progress import begin_step
from solvers.core.registry import Solver, get_solver, solver_table
from solvers.core.result import LIMITS, Result

DEFAULT = "auto"


def solve(
    problem: Subject,
    solver: str | Solver = DEFAULT,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    budget: Budget | None = None,
    **options: Any,
) -> Result:
    """Find a tour of a board or a graph with one solver, and verify it.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        A board or its text, such as `"8x8"`, or a graph, which the keyword arguments `leaper`, `start`, `end`, `closed` and
        `steps` complete to a problem; or a `Problem`, with which none of these arguments may be given.
    solver : str or Solver, optional
        A solver, or a name from `solver_names()` (default: `"auto"`, which chooses solvers that suit the problem). To use a
        function of your own, write `module:function` or `path/to/file.py:function`.
    leaper : tuple of int, optional
        The leaper on a board (default: the knight).
    start, end : square, optional
        The first square and the last square of the tour. None means that any square is allowed.
    closed : bool, optional
        Whether the last square must be one move away from the first (default: False).
    steps : mapping of int to square, optional
        The squares that the tour must visit at given steps. Step 1 is the start.
    budget : Budget, optional
        Limits on time and search nodes. If None, there is no limit.
    **options : object
        The options of the solver. `get_solver(name).options` lists them with their defaults.

    Returns
    -------
    Result
        FOUND with a verified tour, IMPOSSIBLE with evidence, or UNKNOWN with the reason why the solver stopped.

    Raises
    ------
    ProblemError
        If the problem or the budget is invalid.
    MoveError
        If the leaper is invalid.
    WrongType
        If `closed` is not a bool.
    UnknownSolver
        If no solver has this name, or if the function cannot be loaded.
    OptionError
        If the solver does not have one of the options, or if the value of an option is invalid.
    UnsupportedProblem
        If the solver does not support the problem.
    SolverUnavailable
        If a package that the solver needs is not installed.
    SolverError
        If the solver crashed, if its tour is wrong, or if it reports IMPOSSIBLE although it is not exact.

    See Also
    --------
    decide : Decide whether a tour exists, with a reason for every answer.
    enumerate_tours : Iterate over all tours.
    count_tours : Count the tours.

    Notes
    -----
    The first call also loads and compiles code. Neither `seconds` of the result nor the time limit includes this time.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> result = solve(Problem(knight_graph(Board(5, 5)), start=(0, 0)), "warnsdorff")
    >>> result.status, result.nodes, len(result.tour)
    (<Status.FOUND: 'found'>, 25, 25)
    >>> solve("5x5", start="a5").status
    <Status.FOUND: 'found'>
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    return run_and_verify(problem, able_solver(problem, solver, options), Meter(budget), options)


def run_and_verify(problem: Problem, entry: Solver, meter: Meter, options: Mapping[str, Any]) -> Result:
    """Run a solver, and verify its tour.

    Parameters
    ----------
    problem : Problem
        A problem that the solver supports.
    entry : Solver
        The solver.
    meter : Meter
        A new meter with the budget of the run.
    options : mapping
        The options of the solver.

    Returns
    -------
    Result
        The result that `solve` returns.
    """
    outcome = _run(entry, problem, meter, options)
    result = verified_result(problem, outcome, meter, entry, entry.name, options)
    agrees = problem.theorem is not None and problem.theorem[1] == result.exists
    return result.with_theorem(problem) if agrees or entry.as_asked else result  # `auto` gives the same answer as `decide`


def verified_result(
    problem: Problem, outcome: Outcome, meter: Meter, finder: str | Solver, solver: str, options: Mapping[str, Any]
) -> Result:
    """Return the result for an outcome, after the tour of the outcome is verified.

    Parameters
    ----------
    problem : Problem
        The problem that the result answers.
    outcome : Outcome
        The answer of the solver.
    meter : Meter
        The meter of the run, whose time becomes the time of the result. The verification is not part of this time.
    finder : str or Solver
        The solver that returned the outcome, or its name, for error messages. It may be a solver that `solver` called.
    solver : str
        The name of the solver that the user called, for the attribute `solver` of the result.
    options : mapping
        The options of this solver.

    Returns
    -------
    Result
        The result. If the outcome is IMPOSSIBLE without evidence, the evidence of the result is a `SearchProof`.

    Raises
    ------
    WrongAnswer
        If the squares of the outcome are not a tour of the problem.
    """
    seconds, nodes = meter.seconds, int(outcome.nodes)  # a user's solver may count in NumPy integers
    evidence: Evidence | None = None
    if outcome.status is Status.FOUND:
        evidence = verified(finder, problem, outcome.squares)
    elif outcome.status is Status.IMPOSSIBLE:
        evidence = outcome.evidence or SearchProof(solver, f"{solver}: {outcome.reason}", nodes)
    return Result(outcome.status, evidence, outcome.reason, None, nodes, seconds, solver, options, outcome.limit).about(problem)


def attempt(problem: Problem, meter: Meter, solver: str | Solver, most_nodes: int | None = None, **options: Any) -> Outcome:
    """Run a solver within the remaining budget of a run, without verifying its tour.

    Parameters
    ----------
    problem : Problem
        The problem.
    meter : Meter
        The meter of the run that contains this attempt. The search nodes of the solver are added to the
        attribute `nodes` of this meter.
    solver : str or Solver
        The name of the solver; or the solver itself, if it is known to support the problem and to have the options.
    most_nodes : int, optional
        The maximum number of search nodes. If None, or if fewer are left in the budget, the solver may use all that are left.
    **options : object
        The options of the solver.

    Returns
    -------
    Outcome
        The unverified answer.

    Raises
    ------
    BudgetSpent
        If the budget is already exhausted before the solver starts.
    UnknownSolver, OptionError, UnsupportedProblem, SolverUnavailable, SolverError
        As in `solve`.
    """
    entry = solver if isinstance(solver, Solver) else able_solver(problem, solver, options)
    step = meter.step(most_nodes)
    outcome = _run(entry, problem, step, options)
    meter.nodes += outcome.nodes
    return outcome


def verified(solver: str | Solver, problem: Problem, squares: Any) -> Tour:
    """Verify, by the independent checker, the squares that a solver found. Return them as a tour.

    Parameters
    ----------
    solver : str or Solver
        The solver or its name, for the error message.
    problem : Problem
        The problem.
    squares : object
        The squares, as the solver returned them.

    Returns
    -------
    Tour
        The verified tour.

    Raises
    ------
    WrongAnswer
        If the squares are not a tour of the problem.
    """
    try:
        return problem.verify(squares)
    except Exception as fault:  # squares may be any object, and reading them may raise any error
        entry = get_solver(solver)
        raise WrongAnswer(f"solver {entry.name!r} gave a wrong tour: {fault}", entry.run.__module__) from fault


def require_ability(entry: Solver, ability: str, lacks: str) -> None:
    """Check that a solver has an ability.

    Parameters
    ----------
    entry : Solver
        The solver.
    ability : str
        The name of a Boolean attribute of `Solver`.
    lacks : str
        The words after the name of the solver in the error message, such as "cannot be watched".

    Raises
    ------
    UnsupportedProblem
        If the solver does not have the ability. The message lists the solvers that have it.
    """
    if not getattr(entry, ability):
        able = ", ".join(each.name for each in solver_table() if getattr(each, ability))
        raise UnsupportedProblem(f"solver {entry.name!r} {lacks}: use one of {able}", entry.name)


def able_solver(problem: Problem, name: str | Solver, options: Mapping[str, Any]) -> Solver:
    """Return the solver with a given name, and check that it supports a problem and has the given options.

    Parameters
    ----------
    problem : Problem
        The problem.
    name : str or Solver
        The name of the solver, or the solver.
    options : mapping
        The options of the call.

    Returns
    -------
    Solver
        The solver.

    Raises
    ------
    UnknownSolver
        If no solver has this name.
    OptionError
        If the solver does not have one of the options. The values of the options are not checked.
    UnsupportedProblem
        If the solver does not support the problem. The message lists the solvers that support it.
    SolverUnavailable
        If a package that the solver needs is not installed.
    """
    entry = get_solver(name)
    entry.check_options(options)
    refusal = entry.refusal(problem)
    if refusal:
        able = ", ".join(each.name for each in solver_table() if not each.refusal(problem)) or "none"
        raise UnsupportedProblem(f"solver {entry.name!r} does not support {refusal}; solvers that do: {able}", entry.name)
    entry.check_installed()
    return entry


def _run(entry: Solver, problem: Problem, meter: Meter, options: Mapping[str, Any]) -> Outcome:
    """Run a solver and check its outcome. If the solver received an equivalent problem (see `orient`), map its tour back."""
    if trivial := by_definition(problem):
        return trivial
    as_seen: Problem = problem
    turned: Callable[[Any], Any] = list
    begin_step(f"trying {entry.name}")
    try:
        if problem.feature or not entry.as_asked:
            as_seen, turned = orient(problem, meter)
        with blame(entry):
            outcome = entry.run(as_seen, meter, **options)
    except BudgetSpent as spent:
        return _restated(problem, Outcome.unknown(meter.nodes, str(spent), spent.limit))
    _check_outcome(entry, outcome, meter.budget.nodes)
    reason = outcome.evidence
    if not entry.as_asked and not (
        not problem.feature and isinstance(reason, Obstruction) and reason.holds(problem.graph, problem)
    ):
        outcome = replace(outcome, evidence=None)  # it is not an obstruction of the problem as the user stated it
    if as_seen is problem or outcome.squares is None:
        return _restated(problem, outcome)
    with blame(entry):
        return replace(outcome, squares=turned(outcome.squares))


def _restated(problem: Problem, outcome: Outcome) -> Outcome:
    """Return an outcome whose reason states that it is about an equivalent graph, if the solver received one (see `orient`)."""
    if not problem.feature:
        return outcome
    proof, reason = outcome.evidence, f"{FORMS[problem.feature]}: {outcome.reason}"
    return replace(outcome, reason=reason, evidence=replace(proof, reason=reason) if isinstance(proof, SearchProof) else None)


@contextmanager
def blame(entry: Solver) -> Iterator[None]:
    """Convert exceptions that a solver raises in a `with` block to a `SolverError` that names the solver.

    Errors of this project other than `InvalidTour` are raised unchanged. If Ctrl-C caused the exception, a
    `KeyboardInterrupt` is raised instead.

    Parameters
    ----------
    entry : Solver
        The solver that runs in the block.

    Yields
    ------
    None
        Nothing: this is a context manager.

    Raises
    ------
    SolverError
        If the block raises `InvalidTour`, or an exception that is not a `KnightsTourError`.
    KeyboardInterrupt
        If the block raises an exception that Ctrl-C caused.
    """
    handled = sys.exception()
    try:
        yield
    except (Exception, SystemExit) as error:
        if comes_of_ctrl_c(error, handled):
            raise KeyboardInterrupt from error
        if isinstance(error, KnightsTourError) and not isinstance(error, InvalidTour):  # a solver must not raise InvalidTour
            raise
        what = (str(error).splitlines() or [""])[0]
        raise SolverError(f"solver {entry.name!r} crashed: {type(error).__name__}: {what}", entry.run.__module__) from error


def _check_outcome(entry: Solver, outcome: Any, limit: int | None) -> None:
    """Raise WrongAnswer unless the outcome is valid, within the node limit, and states only what the solver can prove."""
    nodes, reason = (getattr(outcome, name, None) for name in ("nodes", "reason"))
    if not isinstance(outcome, Outcome) or not isinstance(outcome.status, Status):
        fault = f"must return an Outcome with a Status, not {outcome!r:.80}"
    elif not isinstance(nodes, Integral) or not 0 <= int(nodes) <= (limit or math.inf):
        fault = f"reports {nodes!r} nodes" + ("" if limit is None else f", with a limit of {limit:,}")
    elif outcome.status is Status.IMPOSSIBLE and not entry.exact:
        fault = "returned IMPOSSIBLE, but is not exact: only an exact solver can prove this"
    elif not isinstance(reason, str) or outcome.limit not in ("", *LIMITS):
        fault = f"gave the reason {reason!r:.40} and the limit {outcome.limit!r:.40}: write a text and one of {LIMITS}"
    else:
        return
    raise WrongAnswer(f"solver {entry.name!r} {fault}", entry.run.__module__)
