"""The one way to call a solver: look it up, check that it can take the problem, run and time it, verify its tour.

`solve` is for users. `attempt` is for code that runs several solvers on one budget: it neither measures time nor verifies.
So a tour that `auto` obtains from another solver is verified once, by the `solve` that called `auto`.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from hashlib import blake2b
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
    "attempt",
    "enumerate_tours",
    "oriented",
    "record_search",
    "require_ability",
    "solve",
    "solver_for_all",
    "verified",
]

DEFAULT = "auto"
SMALL = 64
"""Maximum number of squares for which a plain search lists all tours; on larger boards, and with known steps, SAT does."""


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
    start, end, closed, steps : optional
        As in `Problem`. Only for a board or a graph.
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
    return _run_and_verify(problem, _able(problem, solver, options), Meter(budget), options)


def _run_and_verify(problem: Problem, entry: Solver, meter: Meter, options: Mapping[str, Any]) -> Result:
    outcome = _run(entry, problem, meter, options)
    seconds = meter.seconds
    tour = verified(entry.name, problem, outcome.squares) if outcome.status is Status.FOUND else None
    result = Result.of(problem, outcome, tour, entry.name, seconds=seconds, options=options)
    agrees = problem.theorem is not None and problem.theorem[1] == result.exists
    return result.with_theorem(problem) if agrees or entry.as_asked else result  # `auto` answers as `decide` does


def attempt(problem: Problem, meter: Meter, solver: str, most_nodes: int | None = None, **options: Any) -> Outcome:
    """Run a solver on what is left of a budget, and count what it takes. Nobody has verified the tour of the outcome yet.

    Parameters
    ----------
    problem : as the solver is to see it.
    meter : of the run that the attempt is a step of.
    solver, options : as in `solve`.
    most_nodes : a node limit of the attempt, where it is lower than what is left.

    Raises
    ------
    BudgetSpent : nothing is left.
    """
    entry = _able(problem, solver, options)
    step = meter.step(most_nodes)
    outcome = _run(entry, problem, step, options)
    meter.nodes += outcome.nodes
    return outcome


def verified(solver: str, problem: Problem, squares: Any) -> Tour:
    """Check a solver's squares with the independent checker, and return them as a tour.

    Raises
    ------
    WrongAnswer : it is no tour of the problem.
    """
    try:
        return problem.verify(squares)
    except Exception as fault:  # squares may be anything, and fail in any way when they are looked at
        raise WrongAnswer(f"solver {solver!r} gave a wrong tour: {fault}", get_solver(solver).run.__module__) from fault


def enumerate_tours(
    problem: Subject,
    solver: str | None = None,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    budget: Budget | None = None,
    **options: Any,
) -> Iterator[Tour]:
    """Yield every tour of a problem once, verified, when the search finds it.

    Open tours have a direction: a tour and its reverse are two. A closed tour is one cycle, whatever its start and
    direction: it comes once, from the problem's start or the first square.
    If two squares or more are known, numbered grids are counted, as in a puzzle: a closed tour may count once per direction.
    A tour that the solver gives again is skipped; for that, 16 bytes of each tour are stored, which take about 100 bytes.

    Parameters
    ----------
    problem, solver, start, end, closed, steps, budget, **options : as in `solve`. Each tour that the solver gives is a node
        at least, so that a node limit is also a limit of tours.

    Raises
    ------
    BudgetSpent : the budget ran out before all were found.
    UnsupportedProblem : the solver cannot enumerate; and all that `solve` raises.
    WrongAnswer : what the solver gave is no tour; or at the end, an open tour between free ends came without its reverse.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> sum(1 for tour in enumerate_tours(Problem(knight_graph(Board(3, 4)))))
    16
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    entry = _able(problem, solver_for_all(problem) if solver is None else solver, options)
    require_ability(entry, "enumerates", "cannot enumerate tours")
    return _enumerate(entry, problem, Meter(budget), options)


def solver_for_all(problem: Problem) -> str:
    """Return the name of the solver that `enumerate_tours` uses by default.

    Parameters
    ----------
    problem : Problem
        The problem.

    Returns
    -------
    str
        A plain search for small problems; a SAT solver, or else CP-SAT, for problems with known steps and large ones.
    """
    if problem.size <= SMALL and not problem.steps:
        return "warnsdorff-backtracking"
    return "cp-sat" if get_solver("sat").missing else "sat"


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
    entry = _able(problem, solver, options)
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
    """Check that a solver has an ability, and name those that have it where it lacks it."""
    if not getattr(entry, ability):
        able = ", ".join(each.name for each in solver_table() if getattr(each, ability))
        raise UnsupportedProblem(f"solver {entry.name!r} {lacks}: use one of {able}", entry.name)


def _enumerate(entry: Solver, problem: Problem, meter: Meter, options: Mapping[str, Any]) -> Iterator[Tour]:
    assert entry.tours is not None
    if _by_definition(problem):
        return
    as_seen, turned = oriented(problem)
    with _blamed(entry):
        number = {square: place for place, square in enumerate(as_seen.graph_within(meter))}
        squares_by_number = list(number)
        is_reversible = not problem.closed and as_seen.start is None and not as_seen.steps
        seen: set[int] = set()
        unpaired = 0  # the exclusive or of all tours and their reverses, in which a tour and its reverse cancel each other
        for given, squares in enumerate(entry.tours(as_seen, meter, **options)):
            if given == meter.budget.nodes:
                raise meter.spent("node limit")
            try:
                numbers = _canonical(as_seen, number, squares)
            except Exception:  # no tour, or its squares are rows of an array
                numbers = _canonical(as_seen, number, verified(entry.name, as_seen, squares))
            digest = _digest(numbers)
            if digest not in seen:
                seen.add(digest)
                if is_reversible:
                    unpaired ^= digest ^ _digest(numbers[::-1])
                tour = [squares_by_number[each] for each in numbers]
                yield verified(entry.name, problem, turned(tour))
    if unpaired:
        raise WrongAnswer(f"solver {entry.name!r} gave an open tour between free ends, but not its reverse")


def _canonical(problem: Problem, number: Mapping[Any, int], squares: Iterable[Any]) -> array[int]:
    """Return the number of each square; of a closed tour from the start (or the first square), in one direction."""
    numbers = array("I", map(number.__getitem__, squares))
    if problem.closed:
        place = numbers.index(number.get(problem.start, 0))
        numbers = numbers[place:] + numbers[:place]
        if numbers[1] > numbers[-1] and not problem.steps:
            numbers = numbers[:1] + numbers[:0:-1]
    return numbers


def _digest(numbers: array[int]) -> int:
    return int.from_bytes(blake2b(numbers.tobytes(), digest_size=16).digest())


def _able(problem: Problem, name: str, options: Mapping[str, Any]) -> Solver:
    """Return the solver of this name, if it has these options, takes the problem, and is installed."""
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
    if trivial := _by_definition(problem):
        return trivial
    as_seen, turned = (problem, list) if entry.as_asked else oriented(problem)
    begin_step(f"trying {entry.name}")
    try:
        with _blamed(entry):
            outcome = entry.run(as_seen, meter, **options)
    except BudgetSpent as spent:
        reason = f"{spent}{effort(meter.depths, problem.size, problem.words, entry.name)}"
        return Outcome.unknown(meter.nodes, reason, spent.limit)
    _check_claim(entry, outcome, meter.budget.nodes)
    if outcome.evidence is not None and not (entry.as_asked or _is_evidence(outcome.evidence, problem)):
        outcome = replace(outcome, evidence=None)
    if as_seen is problem or outcome.squares is None:
        return outcome
    with _blamed(entry):
        return replace(outcome, squares=turned(outcome.squares))


def _is_evidence(evidence: object, problem: Problem) -> bool:
    """Return whether what a solver gave as evidence is an obstruction that holds for the problem as the user asked it."""
    return isinstance(evidence, Obstruction) and evidence.holds(problem.graph, problem)


def _by_definition(problem: Problem) -> Outcome | None:
    """Return IMPOSSIBLE where the definition of a tour excludes one, else None."""
    start, end, subject = problem.start, problem.end, problem.subject
    if problem.size == 0:
        return Outcome.impossible(0, NoSquares(subject=subject))
    if problem.closed and problem.size < 3:
        return Outcome.impossible(0, TooFewSquares(problem.size, subject=subject))
    if problem.closed and None not in (start, end) and not _is_move(problem):
        return Outcome.impossible(0, EndNotAMove(start, end, subject=subject))
    return None


def _is_move(problem: Problem) -> bool:
    """Return whether the end is a move away from the start. A board needs no graph for it."""
    if problem.board is None:
        return bool(problem.graph.has_edge(problem.start, problem.end))
    return problem.end in (problem.board.step(problem.start, move) for move in leaper_moves(problem.leaper))


def oriented(problem: Problem) -> tuple[Problem, Callable[[Any], Any]]:
    """Return the problem as solvers see it, and the function that makes a tour of the problem of a tour that they find.

    Solvers see an end only where there is a start, and known steps of a closed tour, too. A closed tour with both ends given is
    to them an open tour: what closes it, that the end is a move away from the start, has been checked before.

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
def _blamed(entry: Solver) -> Iterator[None]:
    """Turn every exception that is not one of this project into a `SolverError` that names the solver; Ctrl-C is Ctrl-C."""
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
    """Raise an error if the outcome is malformed, or claims more than the solver can prove.

    Raises
    ------
    WrongAnswer : the solver returns no outcome, counts more nodes than it may place, or is not exact and says IMPOSSIBLE.
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
