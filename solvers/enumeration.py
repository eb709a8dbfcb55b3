"""Every tour of a problem by any solver that can enumerate: `enumerate_tours`.

Each tour is verified, and yielded once. `listing` lists tours faster, by the compiled pruned search alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

from graphs.leapers import KNIGHT, Leaper
from graphs.tour import Tour
from graphs.verify import Steps
from solvers.budget import Budget, Meter
from solvers.errors import WrongAnswer
from solvers.problem import Problem, Subject
from solvers.registry import Solver, get_solver
from solvers.solving import able_solver, blamed, by_definition, oriented, require_ability, verified

__all__ = ["enumerate_tours", "solver_for_all"]

SMALL = 64
"""Maximum number of squares for which a plain search lists all tours; on larger boards, and with known steps, SAT does."""


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
    """Yield every tour of a problem once, verified, as soon as the search finds it.

    Parameters
    ----------
    problem : Problem, Board or networkx.Graph
        As in `solve`.
    solver : str, optional
        The name of a solver that can enumerate. If None, `solver_for_all` chooses.
    leaper, start, end, closed, steps : optional
        As in `solve`.
    budget : Budget, optional
        Limits on time and search nodes. Each tour counts as at least one search node.
    **options : object
        The options of the solver.

    Yields
    ------
    Tour
        An open tour and its reverse are two tours. A closed tour is one cycle, whatever its start and direction.
        If two or more squares are given, a closed tour is counted twice if both directions agree with them.

    Raises
    ------
    BudgetSpent
        If the budget is spent before all tours are found.
    UnsupportedProblem
        If the solver cannot enumerate. All errors of `solve` are also raised.
    WrongAnswer
        If an answer is not a tour, or the reverse of an open tour between free ends is missing at the end.

    See Also
    --------
    list_tours : the same, faster, with an open tour and its reverse as one tour.

    Notes
    -----
    Repeated tours are skipped. This takes about 100 bytes of memory per tour.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> sum(1 for tour in enumerate_tours(Problem(knight_graph(Board(3, 4)))))
    16
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    entry = able_solver(problem, solver_for_all(problem) if solver is None else solver, options)
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


def _enumerate(entry: Solver, problem: Problem, meter: Meter, options: Mapping[str, Any]) -> Iterator[Tour]:
    assert entry.tours is not None
    if by_definition(problem):
        return
    as_seen, turned = oriented(problem)
    with blamed(entry):
        number = {square: place for place, square in enumerate(as_seen.graph_within(meter))}
        squares_by_number = list(number)
        is_reversible = not problem.closed and as_seen.start is None and not as_seen.steps
        seen: set[int] = set()
        unpaired = 0  # exclusive or of all digests, of tours and reverses: zero if every tour comes with its reverse
        for given, squares in enumerate(entry.tours(as_seen, meter, **options)):
            if given == meter.budget.nodes:
                raise meter.spent("node limit")
            try:
                numbers = _canonical(as_seen, number, squares)
            except Exception:  # it is not a tour, or its squares are rows of an array
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
    """Return the number of each square; a closed tour begins at the start, or at the first square, in a fixed direction."""
    numbers = array("I", map(number.__getitem__, squares))
    if problem.closed:
        place = numbers.index(number.get(problem.start, 0))
        numbers = numbers[place:] + numbers[:place]
        if numbers[1] > numbers[-1] and not problem.steps:
            numbers = numbers[:1] + numbers[:0:-1]
    return numbers


def _digest(numbers: array[int]) -> int:
    return int.from_bytes(blake2b(numbers.tobytes(), digest_size=16).digest())
