"""Iterate over all tours of a problem.

`enumerate_tours` uses any solver that can enumerate. `list_tours` and `list_tour_blocks` use the search of `pruned-compiled`,
which is faster: more than a million tours per second on 6x6. They yield single tours, or blocks (arrays). An open tour and its
reverse count as one tour there, unless a start, an end or a step is given. If possible, only one of the two is searched.

Each listed tour is verified once and not stored, so millions of tours take no more memory than one.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from graphs.errors import expect
from graphs.leapers import KNIGHT, MAX_GRAPH_SQUARES, Leaper
from graphs.loading import load
from graphs.obstructions.obstruction import known_steps
from graphs.tour import Tour
from graphs.verify import Steps
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, UnsupportedProblem, WrongAnswer
from solvers.core.forms import by_definition, orient
from solvers.core.outcome import Status
from solvers.core.problem import Problem, Subject
from solvers.core.registry import Solver, get_solver, whole_number
from solvers.solving.solve import DEFAULT, able_solver, attempt, blame, require_ability, verified

if TYPE_CHECKING:
    import numpy.typing as npt

    from solvers.solving.tour_blocks import TourBlock


MOST_IN_TABLE = 1024  # maximum number of squares for which many tours are verified at once, by a table of all moves


def list_tours(
    problem: Subject,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    up_to_symmetry: bool = False,
    symmetric: bool = False,
    limit: int | None = None,
    budget: Budget | None = None,
) -> Iterator[Tour]:
    """Iterate over all tours of a problem, each verified.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        As in `solve`.
    leaper, start, end, closed, steps : optional
        As in `solve`.
    up_to_symmetry : bool, optional
        Whether to yield one tour per symmetry class. Symmetries of the board must fix all given squares; without steps, they
        may also exchange the start and the end. For a closed tour, a start or an end alone is not a restriction.
    symmetric : bool, optional
        Whether to yield only tours that a symmetry of the board, other than the identity, maps onto themselves. The symmetry
        may exchange the ends of a tour, and need not fix given squares.
    limit, budget : int and Budget, optional
        Limit on the number of tours, and limits on time and search nodes. If None, there is no limit.

    Returns
    -------
    iterator of Tour
        The tours. A closed tour is one cycle, whatever its direction and first square. An open tour and its reverse are one
        tour, unless a start, an end or a step is given. If two or more squares are given, a closed tour and its reverse count
        as two tours if both agree with them. In a directed graph, each direction that is a tour is one tour.

    Raises
    ------
    BudgetSpent, WrongAnswer
        If the budget is exceeded before all tours are found, or if the search yields something that is not a tour.
    OptionError, UnsupportedProblem
        If the limit is not an integer of at least 1, if there are more than a million squares, or if symmetries are used
        without a board or on a board with too many.

    Examples
    --------
    >>> sum(1 for tour in list_tours("5x5")), sum(1 for tour in list_tours("5x5", up_to_symmetry=True))
    (864, 112)
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    blocks = list_tour_blocks(problem, up_to_symmetry=up_to_symmetry, symmetric=symmetric, limit=limit, budget=budget)
    squares = (map(block.squares.__getitem__, row) for block in blocks for row in block.rows.tolist())
    return (Tour(each, problem.closed, problem.board) for each in squares)


def list_tour_blocks(
    problem: Subject,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    up_to_symmetry: bool = False,
    symmetric: bool = False,
    limit: int | None = None,
    budget: Budget | None = None,
) -> Iterator[TourBlock]:
    """Iterate over all tours of a problem, in arrays of verified tours.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        As in `solve`.
    leaper, start, end, closed, steps, up_to_symmetry, symmetric, limit, budget : optional
        As in `list_tours`, which raises the same errors.

    Returns
    -------
    iterator of TourBlock
        Blocks of at least one tour each. The first blocks are small, so that the first tours are available at once.

    Examples
    --------
    >>> sum(len(block) for block in list_tour_blocks("6x6", closed=True))
    9862
    >>> next(list_tour_blocks("6x6", closed=True, symmetric=True)).symmetry_names(0)
    ('half turn',)
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    if limit is not None:
        whole_number("limit", limit, least=1, most=2**62)
    if problem.size > MAX_GRAPH_SQUARES:
        raise UnsupportedProblem(
            f"{problem.size:,} squares are too many to list tours: the limit is {MAX_GRAPH_SQUARES:,}", problem
        )
    if expect(bool, up_to_symmetry, "up_to_symmetry") | expect(bool, symmetric, "symmetric"):
        board = problem.board
        if board is None:
            raise UnsupportedProblem("symmetries are known only for boards, not for this graph: list all of its tours", problem)
        most = 8 * (board.rows if board.wraps_rows else 1) * (board.cols if board.wraps_cols else 1)
        if most * board.size > 2**27:
            raise UnsupportedProblem(
                f"the board has too many symmetries (up to {most:,}) to select tours by them: list all tours",
                problem,
            )
    return _iterate_blocks(problem, up_to_symmetry, symmetric, limit, budget)


def _iterate_blocks(
    problem: Problem, up_to_symmetry: bool, symmetric: bool, limit: int | None, budget: Budget | None
) -> Iterator[TourBlock]:
    load("solvers.methods.pruned_kernels", "solvers.solving.tour_blocks")
    from solvers.methods.arrays import adjacency_arrays
    from solvers.methods.pruned_kernels import pruned_tour_blocks
    from solvers.solving.tour_blocks import tour_block_selection

    meter, tours_left = Meter(budget), math.inf if limit is None else limit
    if attempt(problem, meter, DEFAULT).status is Status.IMPOSSIBLE:
        return
    as_seen, map_back = orient(problem, meter)
    adjacency = adjacency_arrays(as_seen, meter=meter)
    squares = list(problem.graph) if problem.feature else list(adjacency.squares)
    select = tour_block_selection(problem, squares, up_to_symmetry=up_to_symmetry, symmetric=symmetric)
    verify = _verification(problem, squares)
    one_direction = as_seen.end is None and (as_seen.closed or as_seen.start is None) and not as_seen.steps
    try:
        for rows, _ in pruned_tour_blocks(as_seen, adjacency, meter.step(), one_direction=one_direction):
            if problem.feature:
                rows = _mapped_rows(rows, adjacency.squares, map_back, squares)
            elif as_seen is not problem:
                rows = rows[:, map_back(range(problem.size))]
            block = select(rows)
            if len(block):
                verify(block.rows)
                yield block if len(block) <= tours_left else block.part(0, int(tours_left))
                tours_left -= len(block)
                if tours_left <= 0:
                    return
    except BudgetSpent as spent:  # its message contains the remaining budget, not the original one
        raise meter.spent(spent.limit) from None


def _mapped_rows(
    rows: npt.NDArray[Any], vertices: Sequence[Any], map_back: Callable[[Any], Any], squares: Sequence[Any]
) -> npt.NDArray[Any]:
    """Map an array of tours back to the original problem."""
    import numpy as np

    number = {square: place for place, square in enumerate(squares)}
    tours = (map_back(map(vertices.__getitem__, row)) for row in rows.tolist())
    return np.array([[number[square] for square in tour] for tour in tours])


def _verification(problem: Problem, squares: Sequence[Any]) -> Callable[[npt.NDArray[Any]], None]:
    """Return a function that verifies all tours in an array."""
    from graphs.verify import first_fault, table_of_moves

    in_table = problem.size <= MOST_IN_TABLE and not problem.feature
    moves: Any = table_of_moves(problem.graph, squares) if in_table else None
    steps = {step: squares.index(square) for step, square in known_steps(problem, problem.size).items()}

    def verify(rows: npt.NDArray[Any]) -> None:
        if moves is None or first_fault(moves, rows, steps, closed=problem.closed) is not None:
            for row in rows.tolist():
                verified("pruned-compiled", problem, [squares[number] for number in row])
            assert moves is None, "a block of tours failed the check, but each of its tours passed it"

    return verify


SMALL = 64  # maximum number of squares for which `enumerate_tours` uses the pruned search by default


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
    """Iterate over all tours of a problem by any solver that can enumerate.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        As in `solve`.
    solver : str or Solver, optional
        A solver that can enumerate, which determines the order of the tours. If None, `pruned-compiled` is used for problems of
        at most 64 squares without known steps, and SAT or CP-SAT, if installed, for the others.
    leaper, start, end, closed, steps : optional
        As in `solve`.
    budget : Budget, optional
        Limits on time and search nodes. Each tour counts as at least one search node. If None, there is no limit.
    **options : object
        The options of the solver.

    Returns
    -------
    iterator of Tour
        The verified tours, without repetition (100 bytes of memory per tour). An open tour and its reverse are two tours, but
        one for `list_tours`, which is faster. A closed tour is one cycle. If two or more squares are given, a closed tour and
        its reverse count as two tours if both agree with them. In a directed graph, each direction that is a tour is one tour.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded before all tours are found. The tours found so far are yielded first.
    UnsupportedProblem
        If the solver cannot enumerate. All errors of `solve` can also be raised.
    WrongAnswer
        If the solver yields something that is not a tour, or omits the reverse of an open tour that has no given squares.

    Examples
    --------
    >>> sum(1 for tour in enumerate_tours("3x4"))
    16
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    entry = able_solver(problem, enumeration_solver(problem) if solver is None else solver, options)
    require_ability(entry, "enumerates", "cannot enumerate tours")
    return _enumerate(entry, problem, Meter(budget), options)


def enumeration_solver(problem: Problem) -> str:
    """Return the name of the default solver of `enumerate_tours`."""
    names = ("sat", "cp-sat") if problem.size > SMALL or problem.steps else ("pruned-compiled",)
    return next((name for name in names if not get_solver(name).missing), "pruned")


def _enumerate(entry: Solver, problem: Problem, meter: Meter, options: Mapping[str, Any]) -> Iterator[Tour]:
    assert entry.tours is not None
    if by_definition(problem):
        return
    as_seen, map_back = orient(problem, meter)
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
                yield verified(entry, problem, map_back(tour))
                if problem.fixed and not problem.closed and problem.start is problem.end is None:
                    yield verified(entry, problem, map_back(tour)[::-1])  # one cycle stands for both directions
    if unpaired:
        raise WrongAnswer(f"solver {entry.name!r} listed an open tour, but not its reverse, although no start or end is given")


def _canonical(problem: Problem, number: Mapping[Any, int], squares: Iterable[Any]) -> array[int]:
    numbers = array("I", map(number.__getitem__, squares))
    if problem.closed:
        place = numbers.index(number.get(problem.start, 0))
        numbers = numbers[place:] + numbers[:place]
        if numbers[1] > numbers[-1] and not problem.steps:
            numbers = numbers[:1] + numbers[:0:-1]
    return numbers


def _digest(numbers: array[int]) -> int:
    return int.from_bytes(blake2b(numbers.tobytes(), digest_size=16).digest())
