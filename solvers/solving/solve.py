"""Find a tour with one solver, and verify it.

A call of `solve` has four stages:

1. `Problem.of` makes a `Problem` of the board or graph and the other arguments.
2. `able_solver` looks up the solver, and checks that it is installed, has the given options and supports the problem.
3. `run` answers trivial problems itself. It converts any other problem to a form that solvers support (see `forms.orient`): for
   example, a tour with only a given end is reversed, and a directed graph is replaced by an undirected one. Then it calls the
   method of the solver, and maps the squares of the answer back.
4. `verified_result` verifies the tour with the independent checker, and returns the `Result`.

`auto` goes through the same stages. Its method runs other solvers by `attempt`, which does not verify (see
`solvers.solving.strategy`). So each tour is verified exactly once.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from numbers import Integral
from typing import Any

from graphs.errors import InvalidTour, KnightsTourError
from graphs.leapers import KNIGHT, Leaper
from graphs.tour import Tour
from graphs.verify import Steps
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, SolverError, UnsupportedProblem, WrongAnswer, error_of_ctrl_c
from solvers.core.forms import by_definition, orient, restated
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
    """Find and verify a tour of a board or a graph.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        A board, its text (e.g. `"8x8"`) or a graph; or a `Problem`, which already contains `leaper` to `steps`.
    solver : str or Solver, optional
        A name from `solver_names()`, or a function as `module:function` or `path/to/file.py:function` (default: `"auto"`).
    leaper : tuple of int, optional
        The leaper on a board (default: the knight).
    start, end : square, optional
        The first and the last square of the tour. If None, any square is allowed.
    closed : bool, optional
        Whether the last square must be one move away from the first (default: False).
    steps : mapping of int to square, optional
        The squares that the tour must visit at given steps. Step 1 is the start.
    budget : Budget, optional
        Limits on time and search nodes. If None, there is no limit. Loading and compiling code does not count as time.
    **options : object
        The options of the solver. `get_solver(name).options` lists them with their defaults.

    Returns
    -------
    Result
        FOUND with a verified tour, IMPOSSIBLE with evidence, or UNKNOWN with the reason why the solver stopped.

    Raises
    ------
    ProblemError, MoveError, WrongType
        If the problem, the budget, the leaper or `closed` is invalid.
    UnknownSolver, OptionError, UnsupportedProblem, SolverUnavailable
        If the solver is unknown, rejects an option, does not support the problem, or needs a package that is not installed.
    SolverError
        If the solver crashed, if its tour is wrong, or if it reports IMPOSSIBLE although it is not exact.

    Examples
    --------
    >>> result = solve("5x5", "warnsdorff", start="a5")
    >>> result.status, result.nodes, len(result.tour)
    (<Status.FOUND: 'found'>, 25, 25)
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    entry, meter = able_solver(problem, solver, options), Meter(budget)
    begin_step(f"trying {entry.name}")
    outcome = run(entry, problem, meter, options)
    return verified_result(problem, outcome, meter, entry, options)


def able_solver(problem: Problem, name: str | Solver, options: Mapping[str, Any]) -> Solver:
    """Look up a solver, and check that it supports the problem."""
    entry = get_solver(name)
    entry.check_options(options)
    refusal = entry.refusal(problem)
    if refusal:
        able = ", ".join(each.name for each in solver_table() if not each.refusal(problem)) or "none"
        raise UnsupportedProblem(f"solver {entry.name!r} does not support {refusal}; solvers that do: {able}", entry.name)
    entry.check_installed()
    return entry


def run(entry: Solver, problem: Problem, meter: Meter, options: Mapping[str, Any]) -> Outcome:
    """Run a solver, and return its unverified outcome.

    `meter.nodes` is set to its number of search nodes.
    """
    if trivial := by_definition(problem):
        return trivial
    try:
        with blame(entry):
            takes_it = entry.as_asked and not problem.feature
            form, map_back = (problem, list) if takes_it else orient(problem, meter)
            outcome = entry.run(form, meter, **options)
            _check_outcome(entry, outcome, meter.budget.nodes)
            if form is not problem and outcome.squares is not None:
                outcome = replace(outcome, squares=map_back(outcome.squares))
    except BudgetSpent as spent:
        outcome = Outcome.unknown(meter.nodes, str(spent), spent.limit)
    meter.nodes = int(outcome.nodes)  # a user's solver may count in NumPy integers
    return restated(outcome, problem, as_asked=entry.as_asked)


def verified_result(
    problem: Problem,
    outcome: Outcome,
    meter: Meter,
    entry: Solver,
    options: Mapping[str, Any],
) -> Result:
    """Verify the tour of an outcome, and return the result.

    Nodes and time, without that of the verification, are those of the meter. IMPOSSIBLE without evidence gets a `SearchProof`.
    """
    seconds, solver = meter.seconds, entry.name
    evidence: Evidence | None = None
    if outcome.status is Status.FOUND:
        evidence = verified(outcome.solver or entry, problem, outcome.squares)
    elif outcome.status is Status.IMPOSSIBLE:
        evidence = outcome.evidence or SearchProof(solver, f"{solver}: {outcome.reason}", meter.nodes)
    result = Result(outcome.status, evidence, outcome.reason, None, meter.nodes, seconds, solver, options, outcome.limit)
    result = result.about(problem)
    agrees = problem.theorem is not None and problem.theorem[1] == result.exists
    # A result of `auto` must agree with the theorems. Other solvers may leave open what a theorem decides.
    return result.with_theorem(problem) if agrees or entry.as_asked else result


def verified(solver: str | Solver, problem: Problem, squares: Any) -> Tour:
    """Verify a solver's tour, or raise WrongAnswer."""
    try:
        return problem.verify(squares)
    except Exception as fault:  # squares may be any object, and reading them may raise any error
        entry = get_solver(solver)
        raise WrongAnswer(f"solver {entry.name!r} gave a wrong tour: {fault}", entry.run.__module__) from fault


def attempt(problem: Problem, meter: Meter, solver: str | Solver, most_nodes: int | None = None, **options: Any) -> Outcome:
    """Run a solver within the remaining budget.

    Its tour is not verified. Its search nodes, at most `most_nodes`, are added to the meter. If `solver` is a `Solver`, it is
    not checked. If the budget is already spent, this raises BudgetSpent.
    """
    entry = solver if isinstance(solver, Solver) else able_solver(problem, solver, options)
    step = meter.step(most_nodes)
    begin_step(f"trying {entry.name}")
    outcome = run(entry, problem, step, options)
    meter.nodes += step.nodes
    return outcome


def require_ability(entry: Solver, ability: str, lacks: str) -> None:
    """Raise UnsupportedProblem if a solver lacks an ability, e.g. "enumerates"."""
    if not getattr(entry, ability):
        able = ", ".join(each.name for each in solver_table() if getattr(each, ability))
        raise UnsupportedProblem(f"solver {entry.name!r} {lacks}: use one of {able}", entry.name)


@contextmanager
def blame(entry: Solver) -> Iterator[None]:
    """Convert a solver's exceptions in the `with` block to SolverError.

    A Ctrl-C is raised as KeyboardInterrupt.
    """
    handled = sys.exception()
    try:
        yield
    except (Exception, SystemExit) as error:
        if error_of_ctrl_c(error, handled):
            raise KeyboardInterrupt from error
        if isinstance(error, KnightsTourError) and not isinstance(error, InvalidTour):  # a solver must not raise InvalidTour
            raise
        what = (str(error).splitlines() or [""])[0]
        raise SolverError(f"solver {entry.name!r} crashed: {type(error).__name__}: {what}", entry.run.__module__) from error


def _check_outcome(entry: Solver, outcome: Any, limit: int | None) -> None:
    """Raise WrongAnswer if an outcome is invalid or exceeds the node limit."""
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
