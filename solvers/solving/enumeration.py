"""Enumerate all tours of a problem with any solver that can enumerate (`enumerate_tours`).

Each tour is verified and yielded once. The functions of `solvers.solving.listing` are faster, but use only the search of
`pruned-compiled`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

from graphs.leapers import KNIGHT, Leaper
from graphs.tour import Tour
from graphs.verify import Steps
from solvers.core.abilities import Solver
from solvers.core.budget import Budget
from solvers.core.errors import WrongAnswer
from solvers.core.forms import by_definition, orient
from solvers.core.meter import Meter
from solvers.core.problem import Problem, Subject
from solvers.core.registry import get_solver
from solvers.solving.solve import able_solver, blame, require_ability, verified

SMALL = 64
"""Maximum number of squares for which `enumerate_tours` uses backtracking by default. It uses SAT or CP-SAT for larger problems
and for problems with known steps.
"""


def enumerate_tours(
    problem: Subject,
    solver: str | Solver | None = None,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    budget: Budget | None = None,
    **options: Any,
) -> Iterator[Tour]:
    """Iterate over all tours of a problem, in the order in which the search finds them. Each tour is verified.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        As in `solve`.
    solver : str or Solver, optional
        A solver, or the name of a solver, that can enumerate. If None, a backtracking search is used for problems of at most 64
        squares without known steps, and SAT or CP-SAT for the others.
    leaper, start, end, closed, steps : optional
        As in `solve`.
    budget : Budget, optional
        Limits on time and search nodes. Each tour counts as at least one search node. If None, there is no limit.
    **options : object
        The options of the solver.

    Returns
    -------
    iterator of Tour
        The tours, without repetition. An open tour and its reverse are two tours. A closed tour is one cycle, whatever its
        start and its direction. If two or more squares are given, a closed tour that agrees with them in both directions counts
        as two tours. In a directed graph, a tour and its reverse, if this is a tour, are always two tours.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded before all tours are found. The iterator raises it after it has yielded the tours found so
        far.
    UnsupportedProblem
        If the solver cannot enumerate. All errors of `solve` can also be raised.
    WrongAnswer
        If the solver yields something that is not a tour, or an open tour without its reverse although no start, end or step is
        given.

    See Also
    --------
    list_tours : Iterate over all tours faster; an open tour and its reverse are one tour there.
    count_tours : Count the tours without listing them.

    Notes
    -----
    To recognize repeated tours, about 100 bytes of memory are used for each tour.

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
        For at most 64 squares without known steps, "warnsdorff-backtracking", or "pruned-compiled" if the graph is directed or
        has fixed edges. Otherwise "sat", or "cp-sat" if the packages of `sat` are not installed.
    """
    if problem.size <= SMALL and not problem.steps:
        return "pruned-compiled" if problem.feature else "warnsdorff-backtracking"
    return "cp-sat" if get_solver("sat").missing else "sat"


def _enumerate(entry: Solver, problem: Problem, meter: Meter, options: Mapping[str, Any]) -> Iterator[Tour]:
    assert entry.tours is not None
    if by_definition(problem):
        return
    as_seen, turned = orient(problem, meter)
    with blame(entry):
        number = {square: place for place, square in enumerate(as_seen.graph_within(meter))}
        squares_by_number = list(number)
        is_reversible = not as_seen.closed and as_seen.start is None and not as_seen.steps
        seen: set[int] = set()
        unpaired = 0  # XOR of the digests of all tours and of their reverses: zero if the reverse of each tour was found
        for index, squares in enumerate(entry.tours(as_seen, meter, **options)):
            if index == meter.budget.nodes:
                raise meter.spent("node limit")
            try:
                numbers = _canonical(as_seen, number, squares)
            except Exception:  # the answer is not a tour, or the squares are rows of an array
                numbers = _canonical(as_seen, number, verified(entry, as_seen, squares))
            digest = _digest(numbers)
            if digest not in seen:
                seen.add(digest)
                if is_reversible:
                    unpaired ^= digest ^ _digest(numbers[::-1])
                tour = [squares_by_number[each] for each in numbers]
                yield verified(entry, problem, turned(tour))
                if problem.fixed and not problem.closed and problem.start is problem.end is None:
                    yield verified(entry, problem, turned(tour)[::-1])  # one cycle stands for both directions
    if unpaired:
        raise WrongAnswer(f"solver {entry.name!r} listed an open tour, but not its reverse, although no start or end is given")


def _canonical(problem: Problem, number: Mapping[Any, int], squares: Iterable[Any]) -> array[int]:
    """Return the squares of a tour as numbers, in a canonical order if the tour is closed.

    A closed tour is rotated to begin at the given start, or at square 0 if no start is given. Without known steps, it is also
    reversed if its second number is greater than its last.
    """
    numbers = array("I", map(number.__getitem__, squares))
    if problem.closed:
        place = numbers.index(number.get(problem.start, 0))
        numbers = numbers[place:] + numbers[:place]
        if numbers[1] > numbers[-1] and not problem.steps:
            numbers = numbers[:1] + numbers[:0:-1]
    return numbers


def _digest(numbers: array[int]) -> int:
    return int.from_bytes(blake2b(numbers.tobytes(), digest_size=16).digest())
