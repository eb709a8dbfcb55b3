"""Decide many problems on one board or graph: one for every start, or one for every pair of start and end.

A *start map* contains, for every square, whether an open tour starts there. A *pair map* contains, for every two squares,
whether an open tour leads from the first to the second.

A closed tour gives an open tour from every start. If there is no closed tour, two facts save work:

- If a symmetry of the board maps one problem to another, both have the same answer. So only one problem of each *orbit* (a set
  of problems that symmetries map to each other) is decided. The symmetries transfer its result to the other problems.
- In an undirected graph, the reverse of an open tour is also an open tour.

A graph that is not a board is handled like a board without symmetries. `each_start` and `each_pair` yield the results one by
one, so that a caller who stops early has the results so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, permutations
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.board import Board, Square
from graphs.errors import BoardError, expect
from graphs.leapers import KNIGHT, MAX_GRAPH_SQUARES, Leaper
from graphs.notation import square_of
from graphs.symmetry import symmetries
from solvers.core.budget import Budget
from solvers.core.errors import ProblemError
from solvers.core.outcome import ANSWERS, RotatedTour, Status
from solvers.core.problem import Problem, Subject
from solvers.core.result import Result
from solvers.solving.decide import Decide, decide, with_known_reasons, with_shared_reasons
from solvers.workers.executors import each_result

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import networkx as nx
    import pandas as pd

    from graphs.tour import Array

Key: TypeAlias = tuple[Any, Any]
"""A start and an end. The end is None if it is not given."""
Map: TypeAlias = Callable[[Any], Any]
"""A symmetry of a board: a function from each square to its image."""
MOST_WITH_PAIRS = 1_000
"""Maximum number of squares for a pair map: a million tours of 1,000 squares each need about 8 GB."""
STOPPED = Result(Status.UNKNOWN, None, "stopped before it was decided")
"""The result of a problem that was not decided because the computation was stopped."""


@dataclass(frozen=True, repr=False)
class StartMap(Mapping[Any, Result]):
    """A start map: the result for an open tour from each square, in row-major order, and the result for a closed tour.

    Attributes
    ----------
    board : Board or networkx.Graph
        The board, or any other graph. The vertices of a graph are used like squares.
    verdicts : mapping of square to Result
        The result for an open tour from each square.
    closed : Result
        The result for a closed tour.
    """

    board: Board | nx.Graph[Any]
    verdicts: Mapping[Any, Result]
    closed: Result

    def __getitem__(self, square: Any) -> Result:
        return self.verdicts[square_of(square, self.board if isinstance(self.board, Board) else None)]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.verdicts)

    def __len__(self) -> int:
        return len(self.verdicts)

    def __hash__(self) -> int:
        return hash((self.board, self.closed, *self.verdicts.values()))

    def __repr__(self) -> str:
        counts = ", ".join(f"{self.count(answer)} {word}" for answer, word in ANSWERS.items())
        return f"<StartMap of {self.board!r}: {counts}; closed: {self.closed.exists}>"

    def _repr_svg_(self) -> str | None:
        from solvers.existence.pictures import start_map_svg

        return start_map_svg(self.board, self) if isinstance(self.board, Board) else None

    def count(self, exists: bool | None) -> int:
        """Return the number of squares with a given answer.

        Parameters
        ----------
        exists : bool or None
            The answer: True if an open tour starts at the square, False if none does, None if this is unknown.

        Returns
        -------
        int
            The number of squares.
        """
        return sum(verdict.exists is exists for verdict in self.values())

    @property
    def grid(self) -> Array:
        """The answers as an array of shape (rows, cols): True, False, or None if unknown. A hole is "#".

        Examples
        --------
        >>> found = start_map(Board(3, 4))
        >>> found.grid.tolist()[0], int((found.grid == True).sum())
        ([True, False, False, True], 6)
        """
        import numpy as np

        from solvers.existence.pictures import laid_out

        board = expect(Board, self.board, "board")
        answers = dict.fromkeys(board.holes, "#") | {square: verdict.exists for square, verdict in self.items()}
        return np.array(laid_out(answers)[2], object)

    def frame(self) -> pd.DataFrame:
        """Return the answers and reasons as a pandas data frame, one row per square.

        Returns
        -------
        pandas.DataFrame
            A frame with the columns `exists` (a missing value if unknown) and `reason`. For a board, the index of
            the frame has the levels `row` and `col`.

        Examples
        --------
        >>> frame = start_map(Board(3, 4)).frame()
        >>> frame.exists[1, 1].item(), frame.exists.unstack().shape
        (False, (3, 4))
        """
        import pandas as pd

        answers = [(each.exists, each.reason) for each in self.values()]
        frame = pd.DataFrame(answers, pd.Index(list(self)), ["exists", "reason"]).astype({"exists": "boolean"})
        return frame.rename_axis(["row", "col"]) if isinstance(self.board, Board) else frame

    @property
    def exists(self) -> bool | None:
        """Whether an open tour starts at any square, or None if this is unknown."""
        return True if self.count(True) else None if self.count(None) else False


def start_map(
    board: Subject,
    *,
    leaper: Leaper = KNIGHT,
    budget: Budget | None = None,
    confirm: bool = False,
    executor: Executor | None = None,
) -> StartMap:
    """Decide for every square whether an open tour starts there, and whether there is a closed tour.

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
        An executor that decides the squares in parallel. If None, they are decided in this process, one after the other.

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
    problem, decide_one = Problem.of(board, leaper), partial(decide, budget=budget, confirm=confirm)
    if problem != problem.with_ends():
        raise ProblemError(
            f"start_map decides every start, so {problem} must not specify ends, known steps or closed tours: leave them out, "
            "or use decide",
            problem,
        )
    check_size(problem)
    closed = decide_one(problem.with_ends(closed=True))
    verdicts = with_shared_reasons(problem, dict(each_start(problem, closed, decide_one, executor)))
    squares = problem.graph if problem.board is None else problem.board
    return StartMap(squares, {square: verdicts[square] for square in squares}, closed)


def check_size(problem: Problem, *, pairs: bool = False) -> None:
    """Check that a board or graph is small enough for a map.

    Parameters
    ----------
    problem : Problem
        Any problem on the board or graph; its ends do not matter.
    pairs : bool, optional
        Whether the map is a pair map, which needs more memory than a start map (default: False).

    Raises
    ------
    BoardError
        If the board or graph has more than `MAX_GRAPH_SQUARES` squares, or more than `MOST_WITH_PAIRS` for a pair map.
    """
    most = MOST_WITH_PAIRS if pairs else MAX_GRAPH_SQUARES
    if problem.size > most:
        how = f"{most:,} at most; ask for one start, or for a closed tour"
        raise BoardError(f"a map of {'all pairs of ' * pairs}{problem.size:,} squares is too large: {how}", problem)


def each_start(
    problem: Problem, closed: Result, decided: Decide = decide, executor: Executor | None = None
) -> Iterator[tuple[Any, Result]]:
    """Yield each square and the result for an open tour that starts there, as soon as this result is known.

    Parameters
    ----------
    problem : Problem
        Any problem on the board or graph; its ends do not matter.
    closed : Result
        The result for a closed tour of the board or graph.
    decided : callable, optional
        The function that decides a problem (default: `decide` without a budget).
    executor : concurrent.futures.Executor, optional
        As in `start_map`.

    Yields
    ------
    square
        The start.
    Result
        The result for an open tour from this start.

    Examples
    --------
    >>> import networkx as nx
    >>> problem = Problem(nx.path_graph(3))
    >>> closed = decide(problem.with_ends(closed=True))
    >>> sorted((vertex, verdict.exists) for vertex, verdict in each_start(problem, closed))
    [(0, True), (1, False), (2, True)]
    """
    free = problem.with_ends()
    squares = list(problem.nodes)
    if closed.tour is not None and not problem.fixed:  # without its last move, the tour might lack a fixed edge
        from_here = replace(closed.with_theorem(free), reason="the closed tour, begun here")
        yield from ((square, replace(from_here, evidence=RotatedTour(closed.tour, square))) for square in squares)
        return
    anywhere = decided(free)
    if anywhere.exists is False:  # if there is no open tour at all, none starts at any square
        yield from ((square, anywhere) for square in squares)
        return
    known_results = []
    if anywhere.tour is not None:
        first_problem = free.with_ends(start=anywhere.tour[0])
        known_results.append((first_problem, replace(anywhere, theorem=None).with_theorem(first_problem)))
    results = _decide_each(free, [(square, None) for square in squares], decided, executor, known_results)
    yield from ((square, verdict) for (square, _), verdict in results)


def pair_map(
    board: Board | str,
    *,
    leaper: Leaper = KNIGHT,
    budget: Budget | None = None,
    confirm: bool = False,
    executor: Executor | None = None,
) -> dict[tuple[Square, Square], Result]:
    """Decide for each pair of different squares whether an open tour leads from the first to the second.

    Parameters
    ----------
    board : Board or str
        The board.
    leaper, budget, confirm, executor : optional
        As in `start_map`.

    Returns
    -------
    dict of tuple of two squares to Result
        The result for each start and end, in row-major order of the starts, then of the ends.

    Raises
    ------
    BoardError
        If the board has more than `MOST_WITH_PAIRS` squares.

    Examples
    --------
    >>> found = pair_map(Board(3, 4))
    >>> sum(verdict.exists for verdict in found.values())
    14
    """
    problem, decide_one = Problem.on_board(board, leaper), partial(decide, budget=budget, confirm=confirm)
    check_size(problem, pairs=True)
    return dict(sorted(each_pair(problem, decide_one, executor), key=lambda pair: pair[0]))


def each_pair(
    problem: Problem,
    decided: Decide = decide,
    executor: Executor | None = None,
    starts: Mapping[Any, Result] | None = None,
) -> Iterator[tuple[Key, Result]]:
    """Yield the results of `pair_map` one by one, as soon as they are known.

    Parameters
    ----------
    problem : Problem
        Any problem on the board or graph; its ends do not matter.
    decided, executor : optional
        As in `each_start`.
    starts : mapping of square to Result, optional
        Known results for open tours from each square. Pairs whose start has no tour are not decided one by one. This also holds
        for their end if the graph is undirected, because no tour ends there either.

    Yields
    ------
    tuple of two squares
        The start and the end.
    Result
        The result for an open tour from this start to this end.
    """
    nowhere = {square: verdict for square, verdict in (starts or {}).items() if verdict.exists is False}
    ends = slice(1 if problem.directed else 2)
    pairs = {pair: [*filter(nowhere.__contains__, pair[ends])] for pair in permutations(problem.nodes, 2)}
    yield from ((pair, nowhere[squares[0]]) for pair, squares in pairs.items() if squares)
    yield from _decide_each(problem.with_ends(), [pair for pair, squares in pairs.items() if not squares], decided, executor)


def _decide_each(
    problem: Problem,
    keys: Iterable[Key],
    decided: Decide,
    executor: Executor | None = None,
    known: Iterable[tuple[Problem, Result]] = (),
) -> Iterator[tuple[Key, Result]]:
    """Yield each key (a start, and an end or None) once, with the result for an open tour.

    The results that follow from the known results come first. The other keys are divided into orbits: sets of keys that
    symmetries of the board map to each other. One key of each orbit is decided, and its result is transferred to the others.
    """
    undecided = dict.fromkeys(keys)
    maps: Sequence[Map] = [lambda square: square] if problem.board is None else symmetries(problem.board)

    def images(start: Any, end: Any) -> Iterator[tuple[Key, Map, bool]]:
        """Yield each image of a key, the symmetry that maps the key to it, and whether start and end are exchanged."""
        for symmetry in maps:
            image = symmetry(start), None if end is None else symmetry(end)
            yield image, symmetry, False
            if not problem.directed:
                yield image[::-1], symmetry, True

    def one_of_each_orbit() -> Iterator[Problem]:
        seen: set[Key] = set()
        for key in list(undecided):
            if key in undecided and key not in seen:
                seen.update(image for image, _, _ in images(*key))
                yield problem.with_ends(start=key[0], end=key[1])

    function = partial(with_known_reasons, decided, []) if executor is None else decided
    for question, verdict in chain(known, each_result(executor, function, one_of_each_orbit())):
        verdicts = {(question.start, question.end): verdict}
        if verdict.tour is not None and question.end is None and not problem.directed:
            verdicts[verdict.tour[-1], None] = verdict.reversed()
        for key, result in verdicts.items():
            for image, symmetry, is_back in images(*key):
                if image in undecided:
                    del undecided[image]
                    image_result = result.mapped(symmetry).reversed() if is_back else result.mapped(symmetry)
                    there = problem.with_ends(start=image[0], end=image[1])
                    if image_result.tour is not None:
                        there.verify(image_result.tour)
                    yield image, image_result.about(there)
