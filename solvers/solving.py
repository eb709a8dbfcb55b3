"""Call a solver: look it up, check that it supports the problem, run it, measure the time, and verify its tour.

`solve` is for users. `attempt` is for code that runs several solvers on one budget: it neither measures time nor verifies.
So a tour that `auto` obtains from another solver is verified once, by the `solve` that called `auto`.
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
from graphs.leapers import KNIGHT, Leaper, leaper_moves
from graphs.obstructions import EndNotAMove, NoSquares, Obstruction, TooFewSquares
from graphs.tour import Tour
from graphs.verify import Steps
from solvers.budget import Budget, Meter
from solvers.effort import effort
from solvers.errors import BudgetSpent, SolverError, UnsupportedProblem, WrongAnswer, comes_of_ctrl_c
from solvers.outcome import Outcome, Status
from solvers.problem import Problem, Subject
from solvers.progress import begin_step
from solvers.recording import Recording
from solvers.registry import Solver, get_solver, solver_table
from solvers.result import Result

__all__ = [
    "DEFAULT",
    "able_solver",
    "attempt",
    "blamed",
    "by_definition",
    "oriented",
    "require_ability",
    "solve",
    "verified",
]

DEFAULT = "auto"


def solve(
    problem: Subject,
    solver: str = DEFAULT,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    budget: Budget | None = None,
    **options: Any,
) -> Result:
    """Solve a problem by one solver, and verify the tour.

    Parameters
    ----------
    problem : Problem, Board or networkx.Graph
        The problem; or a board or a graph, with the following keyword arguments.
    solver : str, optional
        A name from `solver_names()` (default: `"auto"`).
    leaper : tuple of int, optional
        The leaper on a board (default: the knight).
    start, end : square, optional
        As in `Problem`, for a board or a graph.
    closed : bool, optional
        As in `Problem`, for a board or a graph.
    steps : mapping of int to square, optional
        As in `Problem`, for a board or a graph.
    budget : Budget, optional
        Limits on time and search nodes. If None, there is no limit.
    **options : object
        The options of the solver; `get_solver(name).options` lists them.

    Returns
    -------
    Result
        FOUND with a verified tour, IMPOSSIBLE with evidence, or UNKNOWN with the reason.

    Raises
    ------
    ProblemError, UnknownSolver, OptionError, UnsupportedProblem, SolverUnavailable
        If the arguments are invalid, or the solver does not support the problem.
    SolverError
        If the solver crashed, its tour is wrong, or it reports IMPOSSIBLE and is not exact.

    See Also
    --------
    decide : whether a tour exists.

    Notes
    -----
    The first call also loads and compiles code. This does not count as `seconds`.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> result = solve(Problem(knight_graph(Board(5, 5)), start=(0, 0)), "warnsdorff")
    >>> result.status, result.nodes, len(result.tour)
    (<Status.FOUND: 'found'>, 25, 25)
    >>> solve(Board(5, 5), start=(0, 0)).status
    <Status.FOUND: 'found'>
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    return _run_and_verify(problem, able_solver(problem, solver, options), Meter(budget), options)


def _run_and_verify(problem: Problem, entry: Solver, meter: Meter, options: Mapping[str, Any]) -> Result:
    outcome = _run(entry, problem, meter, options)
    seconds = meter.seconds
    tour = verified(entry.name, problem, outcome.squares) if outcome.status is Status.FOUND else None
    result = Result.of(problem, outcome, tour, entry.name, seconds=seconds, options=options)
    agrees = problem.theorem is not None and problem.theorem[1] == result.exists
    return result.with_theorem(problem) if agrees or entry.as_asked else result  # `auto` answers as `decide` does


def attempt(problem: Problem, meter: Meter, solver: str, most_nodes: int | None = None, **options: Any) -> Outcome:
    """Run a solver on the rest of a budget, and count its search nodes. The tour of the outcome is not verified.

    Parameters
    ----------
    problem : Problem
        The problem.
    meter : Meter
        The meter of the run that contains this attempt.
    solver : str
        The name of the solver.
    most_nodes : int, optional
        A limit on search nodes, if it is lower than the rest of the budget.
    **options : object
        The options of the solver.

    Returns
    -------
    Outcome
        The unverified answer.

    Raises
    ------
    BudgetSpent
        If the budget is already spent.
    """
    entry = able_solver(problem, solver, options)
    step = meter.step(most_nodes)
    outcome = _run(entry, problem, step, options)
    meter.nodes += outcome.nodes
    return outcome


def verified(solver: str, problem: Problem, squares: Any) -> Tour:
    """Check a solver's squares with the independent checker, and return them as a tour.

    Parameters
    ----------
    solver : str
        The name of the solver, for the message.
    problem : Problem
        The problem.
    squares : object
        The answer of the solver.

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
    except Exception as fault:  # squares may be anything, and fail in any way when they are looked at
        raise WrongAnswer(f"solver {solver!r} gave a wrong tour: {fault}", get_solver(solver).run.__module__) from fault


def record_search(
    problem: Subject,
    solver: str,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    budget: Budget | None = None,
    **options: Any,
) -> Recording:
    """Record every step of a search on a board, together with its result.

    Parameters
    ----------
    problem : Problem, Board or networkx.Graph
        As in `solve`.
    solver : str
        The name of a watchable solver.
    leaper, start, end, closed, steps, budget, **options : optional
        As in `solve`.

    Returns
    -------
    Recording
        The steps of the search, and its result.

    Raises
    ------
    UnsupportedProblem
        If the solver cannot be watched, there is no board, or the board is too large. All errors of `solve` are also raised.

    Examples
    --------
    >>> from graphs import Board
    >>> recording = record_search(Problem(Board(3, 3), start=(0, 0)), "warnsdorff")
    >>> list(recording.events), recording.result.reason
    ([0, 20, 24, 4, 32, 12, 8, 28], 'dead end at (2, 1) after 8 of 9 squares')
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    entry = able_solver(problem, solver, options)
    require_ability(entry, "watchable", "cannot be watched")
    as_seen, turned = oriented(problem)
    meter = Meter(budget)
    meter.path = recording = Recording(as_seen)
    recording.asked = problem
    result = recording.result = _run_and_verify(problem, entry, meter, options)
    if result.tour is not None:  # a solver may place the last squares all at once
        for _, square in sorted(zip(turned(range(problem.size)), result.tour, strict=True))[len(recording) :]:
            recording.append(square)
    return recording


def require_ability(entry: Solver, ability: str, lacks: str) -> None:
    """Check that a solver has an ability.

    Parameters
    ----------
    entry : Solver
        The solver.
    ability : str
        The name of an attribute of `Solver`.
    lacks : str
        The rest of the message after the name of the solver, such as "cannot be watched".

    Raises
    ------
    UnsupportedProblem
        If the solver lacks it. The message lists the solvers that have it.
    """
    if not getattr(entry, ability):
        able = ", ".join(each.name for each in solver_table() if getattr(each, ability))
        raise UnsupportedProblem(f"solver {entry.name!r} {lacks}: use one of {able}", entry.name)


def able_solver(problem: Problem, name: str, options: Mapping[str, Any]) -> Solver:
    """Return a solver that can be called with a problem and options.

    Parameters
    ----------
    problem : Problem
        The problem.
    name : str
        The name of the solver.
    options : mapping
        The options of the call.

    Returns
    -------
    Solver
        The solver.

    Raises
    ------
    UnknownSolver, OptionError, UnsupportedProblem, SolverUnavailable
        If the name is unknown, the solver lacks an option or does not support the problem, or a package is not installed.
    """
    entry = get_solver(name)
    entry.check_options(options)
    refusal = entry.refusal(problem)
    if refusal:
        able = ", ".join(each.name for each in solver_table() if not each.refusal(problem)) or "none"
        raise UnsupportedProblem(f"solver {name!r} cannot take {refusal}: those that can are {able}", name)
    entry.check_installed()
    return entry


def _run(entry: Solver, problem: Problem, meter: Meter, options: Mapping[str, Any]) -> Outcome:
    """Run the solver, check that its outcome is valid and within its abilities, and return the outcome."""
    if trivial := by_definition(problem):
        return trivial
    as_seen, turned = (problem, list) if entry.as_asked else oriented(problem)
    begin_step(f"trying {entry.name}")
    try:
        with blamed(entry):
            outcome = entry.run(as_seen, meter, **options)
    except BudgetSpent as spent:
        reason = f"{spent}{effort(meter.depths, problem.size, problem.words, entry.name)}"
        return Outcome.unknown(meter.nodes, reason, spent.limit)
    _check_claim(entry, outcome, meter.budget.nodes)
    if outcome.evidence is not None and not (entry.as_asked or _is_evidence(outcome.evidence, problem)):
        outcome = replace(outcome, evidence=None)
    if as_seen is problem or outcome.squares is None:
        return outcome
    with blamed(entry):
        return replace(outcome, squares=turned(outcome.squares))


def _is_evidence(evidence: object, problem: Problem) -> bool:
    """Return whether the evidence of a solver is an obstruction that holds for the problem as the user stated it."""
    return isinstance(evidence, Obstruction) and evidence.holds(problem.graph, problem)


def by_definition(problem: Problem) -> Outcome | None:
    """Return the outcome of a problem that the definition of a tour rules out.

    Parameters
    ----------
    problem : Problem
        The problem.

    Returns
    -------
    Outcome or None
        IMPOSSIBLE; or None if the definition rules out nothing.
    """
    start, end, subject = problem.start, problem.end, problem.subject
    if problem.size == 0:
        return Outcome.impossible(0, NoSquares(subject=subject))
    if problem.closed and problem.size < 3:
        return Outcome.impossible(0, TooFewSquares(problem.size, subject=subject))
    if problem.closed and None not in (start, end) and not _is_move(problem):
        return Outcome.impossible(0, EndNotAMove(start, end, subject=subject))
    return None


def _is_move(problem: Problem) -> bool:
    """Return whether a move leads from the start to the end. No graph is built for a board."""
    if problem.board is None:
        return bool(problem.graph.has_edge(problem.start, problem.end))
    return problem.end in (problem.board.step(problem.start, move) for move in leaper_moves(problem.leaper))


def oriented(problem: Problem) -> tuple[Problem, Callable[[Any], Any]]:
    """Return the problem in the form that solvers support, and the function that maps a tour back to the original problem.

    In this form, an end or known steps of a closed tour come only with a start. A closed tour with both ends given becomes an
    open tour, because it has been checked before that a move leads from its end to its start.

    Parameters
    ----------
    problem : Problem
        The problem as the user stated it.

    Returns
    -------
    as_seen : Problem
        The problem for the solver.
    turned : callable
        Maps the squares of a tour of `as_seen` to those of a tour of `problem`.

    Examples
    --------
    >>> from graphs import Board
    >>> as_seen, turned = oriented(Problem.on_board(Board(3, 4), end=(0, 0), steps={2: (1, 0)}))
    >>> as_seen, turned([4, 3, 2, 1])
    (<Problem: an open tour of 3x4 from (0, 0), step 11 at (1, 0)>, [1, 2, 3, 4])
    >>> as_seen, turned = oriented(Problem.on_board(Board(6, 6), steps={3: (0, 0), 7: (0, 1)}, closed=True))
    >>> as_seen, turned([3, 4, 5, 6, 1, 2])
    (<Problem: a closed tour of 6x6 from (0, 0), step 5 at (0, 1)>, [1, 2, 3, 4, 5, 6])
    """
    start, end, steps = problem.start, problem.end, problem.steps
    if start is None and end is not None:
        backwards = {problem.size + 1 - step: square for step, square in steps.items()}
        return problem.with_ends(start=end, closed=problem.closed, steps=backwards), lambda squares: squares[::-1]
    if start is None and steps and problem.closed:
        ahead = min(steps) - 1
        rotated = {step - ahead: square for step, square in steps.items()}
        return problem.with_ends(closed=True, steps=rotated), lambda squares: [*squares[-ahead:], *squares[:-ahead]]
    if start is not None and end is not None:
        problem = problem.with_ends(start=start, end=end, steps=steps)
    return problem, lambda squares: squares


@contextmanager
def blamed(entry: Solver) -> Iterator[None]:
    """Turn exceptions of a solver into a `SolverError` that names it, except those of this project and Ctrl-C.

    Parameters
    ----------
    entry : Solver
        The solver.

    Raises
    ------
    SolverError
        If the block raises an exception of another package, or `InvalidTour`.
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


def _check_claim(entry: Solver, outcome: Any, limit: int | None) -> None:
    """Check that an outcome is well formed, and does not state more than the solver can prove.

    Raises
    ------
    WrongAnswer
        If it is not an `Outcome`, exceeds the node limit, or is IMPOSSIBLE although the solver is not exact.
    """
    nodes: Any = getattr(outcome, "nodes", None)
    if not isinstance(outcome, Outcome) or not isinstance(outcome.status, Status):
        fault = f"gave no Outcome with a Status but {outcome!r:.80}"
    elif not isinstance(nodes, Integral) or not 0 <= int(nodes) <= (limit or math.inf):
        fault = f"claims {nodes!r} nodes" + ("" if limit is None else f", with a limit of {limit:,}")
    elif outcome.status is Status.IMPOSSIBLE and not entry.exact:
        fault = "says IMPOSSIBLE, but is not exact: it cannot know"
    else:
        return
    raise WrongAnswer(f"solver {entry.name!r} {fault}", entry.run.__module__)
