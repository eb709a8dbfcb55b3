"""Fill tables of answers, for example for every start of a tour or for many boards.

Three facts save work:

- A closed tour gives an open tour from every start.
- If a symmetry of the board maps one problem to another, both have the same answer. So only one problem of each *orbit* (a set
  of problems that symmetries map to each other) is decided. The symmetries transfer its result to the other problems.
- In an undirected graph, the reverse of an open tour is also an open tour.

A graph that is not a board is handled like a board without symmetries. `each_map_answer` yields the results one by
one, so that a caller who stops early has the results so far.

References
----------
D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994, characterizes the leapers that can reach every square.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, permutations
from math import gcd
from typing import TYPE_CHECKING, Any, TypeVar

from graphs.board import Board
from graphs.errors import BoardError
from graphs.leapers import KNIGHT, MAX_GRAPH_SQUARES, Leaper
from graphs.symmetry import symmetries
from graphs.tour import Tour
from solvers.core.budget import Budget
from solvers.core.errors import ProblemError
from solvers.core.outcome import RotatedTour, Status
from solvers.core.problem import Problem, Subject
from solvers.core.result import Result
from solvers.existence.answers import STOPPED, Answers, BoardVerdicts, HoleMap, Key, PairMap, StartMap
from solvers.solving.decide import Decide, decide, decide_by_known_reasons, with_shared_reasons
from solvers.workers.executors import each_result

if TYPE_CHECKING:
    from concurrent.futures import Executor

Kind = TypeVar("Kind", bound=Answers)
CLOSED: Any = object()
"""Key of the result for a closed tour. It is not equal to any vertex."""
# A million tours of 1,000 squares each need about 8 GB.
MOST_WITH_PAIRS = 1_000
"""Maximum number of squares of a board for which `pair_map` decides all pairs."""


def start_map(
    board: Subject,
    *,
    leaper: Leaper = KNIGHT,
    budget: Budget | None = None,
    confirm: bool = False,
    executor: Executor | None = None,
) -> StartMap:
    """Decide which squares start an open tour, and whether there is a closed tour.

    Parameters
    ----------
    board : Board, str, networkx.Graph or Problem
        The board or any other graph, or a problem about it without ends and known steps.
    leaper : tuple of int, optional
        The leaper on a board (default: the knight).
    budget : Budget, optional
        Limits of each decision. If None, there is no limit.
    confirm : bool, optional
        As in `decide`.
    executor : concurrent.futures.Executor, optional
        Decides the squares in parallel. If None, they are decided one after the other.

    Returns
    -------
    StartMap
        The result for each square, and for a closed tour.

    Raises
    ------
    BoardError
        If the board has more than a million squares.
    ProblemError
        If a problem has a start, an end or known steps, or its tours are closed.

    See Also
    --------
    decide : Decide one problem, such as that of one start.

    Examples
    --------
    >>> found = start_map(Board(3, 4))
    >>> found[0, 0].exists, found[1, 1].exists, found.count(True), found.closed.exists
    (True, False, 6, False)
    """
    problem = Problem.of(board, leaper)
    if problem != problem.with_ends():
        raise ProblemError(
            f"start_map decides every start, so {problem} must not specify ends, known steps or closed tours: leave them out, "
            "or use decide",
            problem,
        )
    return _decide_all(StartMap, problem, budget, confirm, executor)


def pair_map(
    board: Board | str,
    *,
    leaper: Leaper = KNIGHT,
    budget: Budget | None = None,
    confirm: bool = False,
    executor: Executor | None = None,
) -> PairMap:
    """Decide for each pair of squares whether a tour joins them.

    Parameters
    ----------
    board : Board or str
        The board.
    leaper, budget, confirm, executor : optional
        As in `start_map`.

    Returns
    -------
    mapping of tuple of two squares to Result
        The result for each start and end, in row-major order of the starts, then of the ends.

    Raises
    ------
    BoardError
        If the board has more than `MOST_WITH_PAIRS` squares.

    Examples
    --------
    >>> pair_map(Board(3, 4)).count(True)
    14
    """
    return _decide_all(PairMap, Problem.on_board(board, leaper), budget, confirm, executor)


def hole_map(
    board: Board | str,
    *,
    leaper: Leaper = KNIGHT,
    closed: bool = False,
    budget: Budget | None = None,
    confirm: bool = False,
    executor: Executor | None = None,
) -> HoleMap:
    """Decide for each square whether the other squares have a tour.

    Parameters
    ----------
    board : Board or str
        A board of at least two squares.
    leaper : tuple of int, optional
        The leaper (default: the knight).
    closed : bool, optional
        Whether the tour must be closed (default: False).
    budget, confirm, executor : optional
        As in `start_map`.

    Returns
    -------
    mapping of tuple of int to Result
        For each square, the result for the board without this square.

    Raises
    ------
    BoardError
        If the board has more than a million squares, or only one.

    Notes
    -----
    On a board with an odd number of squares, a closed tour must leave out a square of the more frequent colour. Published
    theorems list these squares for boards with three rows [1]_ or odd sides [2]_.

    References
    ----------
    .. [1] A. Miller and D. Farnsworth, Knight's tours on 3 x n chessboards with a single square removed, 2013.
    .. [2] B. Bi, S. Butler, S. DeGraaf and E. Doebel, Knight's tours on boards with odd dimensions, 2015.

    Examples
    --------
    >>> answers = hole_map(Board(3, 3), closed=True)
    >>> [square for square, result in answers.items() if result.exists]
    [(1, 1)]
    """
    return _decide_all(HoleMap, Problem.on_board(board, leaper, closed=closed), budget, confirm, executor)


def board_map(
    boards: Iterable[Board], *, leaper: Leaper = KNIGHT, budget: Budget | None = None, executor: Executor | None = None
) -> Iterator[BoardVerdicts]:
    """Yield for each board which squares start a tour, in the given order of boards.

    Parameters
    ----------
    boards : iterable of Board
        The boards.
    leaper : tuple of int, optional
        The leaper (default: the knight).
    budget : Budget, optional
        Limits of each decision. If None, there is no limit.
    executor : concurrent.futures.Executor, optional
        Decides the boards in parallel. If None, they are decided one after the other.

    Yields
    ------
    BoardVerdicts
        The results for a board, with its start map.

    Examples
    --------
    >>> [(str(each.board), each.open, each.closed) for each in board_map([Board(3, 6), Board(3, 7)])]
    [('3x6', False, False), ('3x7', True, False)]
    """
    finished: dict[int, StartMap] = {}
    next_one = 0
    problems = (Problem.on_board(board, leaper) for board in boards)
    for number, table in each_map_table(problems, partial(start_map, budget=budget), executor):
        finished[number] = table
        while next_one in finished:
            starts = finished.pop(next_one)
            board = starts.problem.require_board()
            yield BoardVerdicts(leaper, board, starts.exists, starts.closed.exists, starts)
            next_one += 1


def check_map_size(problem: Problem, kind: type[Answers] = StartMap) -> None:
    """Raise `BoardError` if a board is too large or too small."""
    most = MOST_WITH_PAIRS if kind is PairMap else MAX_GRAPH_SQUARES
    if problem.size > most:
        how = f"{most:,} at most; ask for one start, or for a closed tour"
        pairs = "all pairs of " * (kind is PairMap)
        raise BoardError(f"a map of {pairs}{problem.size:,} squares is too large: {how}", problem)
    if problem.size == 1 and kind is HoleMap:
        raise BoardError("a board of one square has no other squares: give a board of at least two", problem)


def _decide_all(kind: type[Kind], problem: Problem, budget: Budget | None, confirm: bool, executor: Executor | None) -> Kind:
    check_map_size(problem, kind)
    return filled_map(
        kind, problem, dict(each_map_answer(kind, problem, partial(decide, budget=budget, confirm=confirm), executor))
    )


def _keys(kind: type[Answers], problem: Problem) -> Iterable[Key]:
    return permutations(problem.nodes, 2) if kind is PairMap else problem.nodes


def filled_map(kind: type[Kind], problem: Problem, answers: Mapping[Key, Result]) -> Kind:
    """Return a table of answers. Missing answers are marked as stopped."""
    verdicts = {key: answers.get(key, STOPPED) for key in _keys(kind, problem)}
    if kind is not StartMap:
        return kind(problem, verdicts)
    return kind(problem, with_shared_reasons(problem, verdicts), answers.get(CLOSED, STOPPED))


def each_map_answer(
    kind: type[Answers],
    problem: Problem,
    decided: Decide = decide,
    executor: Executor | None = None,
    starts: Mapping[Any, Result] | None = None,
) -> Iterator[tuple[Key, Result]]:
    """Decide the questions of a table, and yield each key with its result.

    The first key of a start map is `CLOSED`. If `starts` contains the results for open tours from each square, pairs whose
    start has no tour are not decided one by one. This also holds for their end if the graph is undirected, because no tour ends
    there either.
    """
    undecided, known = dict.fromkeys(_keys(kind, problem)), dict[Key, Result]()
    if kind is StartMap:
        closed = decided(problem.with_ends(closed=True))
        yield CLOSED, closed
        if closed.tour is not None and not problem.fixed:  # without its last move, the tour might lack a fixed edge
            from_here = replace(closed.with_theorem(problem), reason="the closed tour, begun here")
            yield from ((square, replace(from_here, evidence=RotatedTour(closed.tour, square))) for square in undecided)
            return
        anywhere = decided(problem)
        if anywhere.exists is False:  # if there is no open tour at all, none starts at any square
            yield from ((square, anywhere) for square in undecided)
            return
        if anywhere.tour is not None:
            start = anywhere.tour[0]
            known[start] = replace(anywhere, theorem=None).with_theorem(problem.with_ends(start=start))
    nowhere = {square: result for square, result in (starts or {}).items() if result.exists is False}
    for pair in list(undecided) if nowhere else ():
        none = [nowhere[square] for square in pair[: 1 if problem.directed else 2] if square in nowhere]
        if none:
            del undecided[pair]
            yield pair, none[0]
    yield from _each_orbit(problem, undecided, kind, decided, executor, known)


def _each_orbit(
    problem: Problem,
    undecided: dict[Key, None],
    kind: type[Answers],
    decided: Decide,
    executor: Executor | None,
    known: Mapping[Key, Result],
) -> Iterator[tuple[Key, Result]]:
    """Decide one question per symmetry class, and yield each key with its result.

    The results that follow from `known` come first. The other keys are divided into orbits. One key of each orbit is decided,
    and its result is transferred to the others.
    """
    asked = dict[Problem, Key]()
    maps: Sequence[Callable[[Any], Any]] = [lambda square: square] if problem.board is None else symmetries(problem.board)

    def images(key: Key) -> Iterator[tuple[Key, Callable[[Any], Any], bool]]:
        """Yield the images of a key, their symmetries, and whether start and end are exchanged."""
        for symmetry in maps:
            image = kind.moved(key, symmetry)
            yield image, symmetry, False
            if kind is PairMap and not problem.directed:
                yield image[::-1], symmetry, True

    def one_of_each_orbit() -> Iterator[Problem]:
        seen: set[Key] = set()
        for key in list(undecided):
            if key in undecided and key not in seen:
                seen.update(image for image, _, _ in images(key))
                asked[there := kind.question(problem, key)] = key
                yield there

    function = partial(decide_by_known_reasons, decided, []) if executor is None and kind is not HoleMap else decided
    results = each_result(executor, function, one_of_each_orbit())
    for key, verdict in chain(known.items(), ((asked.pop(there), result) for there, result in results)):
        verdicts = {key: verdict}
        if verdict.tour is not None and kind is StartMap and not problem.directed:
            verdicts[verdict.tour[-1]] = verdict.reversed()
        for square, result in verdicts.items():
            for image, symmetry, is_back in images(square):
                if image in undecided:
                    del undecided[image]
                    there, moved = kind.question(problem, image), result.mapped(symmetry)
                    moved = moved.reversed() if is_back else moved
                    if moved.tour is not None:
                        tour = there.verify(moved.tour)
                        moved = replace(moved, evidence=tour) if kind is HoleMap else moved
                    yield image, moved.about(there)


def each_map_table(
    problems: Iterable[Problem], decided: Callable[[Problem], StartMap], executor: Executor | None = None
) -> Iterator[tuple[int, StartMap]]:
    """Decide boards, and yield the index and the answers of each board when it is decided."""
    items = enumerate(problems)
    name = "the {0[1].leaper}-leaper on {0[1].board}".format
    results = each_result(executor, partial(_timed, decided), items, name)
    yield from ((number, table) for (number, _), table in results)


def _timed(decided: Callable[[Problem], StartMap], numbered: tuple[int, Problem]) -> StartMap:
    started = time.perf_counter()
    return replace(decided(numbered[1]), seconds=time.perf_counter() - started)


def tour_map(problem: Problem, budget: Budget | None = None, confirm: bool = False, closed: bool = False) -> StartMap:
    """Decide whether there is an open tour, and whether there is a closed tour.

    Often one result gives the other: a closed tour is also an open one, and if there is no open tour, there is no closed one.
    """
    of_closed = problem.with_ends(closed=True)
    verdict = decide(of_closed, budget=budget, confirm=confirm)
    if closed:
        return StartMap(problem, {}, verdict)
    if verdict.tour is None:
        anywhere = decide(problem, budget=budget, confirm=confirm)
    else:
        tour = Tour(verdict.tour.squares, board=problem.board)
        anywhere = Result(Status.FOUND, tour, "the closed tour is also an open one").with_theorem(problem).about(problem)
    if verdict.exists is None and anywhere.exists is False:
        no = Result(Status.IMPOSSIBLE, anywhere.evidence, f"there is no open tour at all: {anywhere.reason}")
        verdict = no.with_theorem(of_closed)
    return StartMap(problem, {None: anywhere}, verdict)


def connectable_leapers(largest_sum: int) -> list[Leaper]:
    """Return the leapers that can reach every square of a large board.

    Leapers (a, b) with a + b up to `largest_sum` are considered. By theorem 1 of Knuth, these are the leapers whose a and b are
    relatively prime and whose a + b is odd. The wazir (0, 1) is the first. They are sorted by a + b, then a.
    """
    pairs = [(a, total - a) for total in range(1, largest_sum + 1, 2) for a in range((total + 1) // 2)]
    return [(a, b) for a, b in pairs if gcd(a, b) == 1]
