"""Verdicts for many problems of one board or graph: every start, every pair of start and end.

A closed tour gives a tour from every start. Where there is none, one problem of each orbit under the board's symmetries is
decided, and the symmetries carry its verdict to the others; an open tour also gives the tour from its end, walked backwards.
Any other graph is treated as a board without symmetries.
`each_start` and `each_pair` yield the verdicts one by one, so that a caller who stops keeps what is settled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, permutations
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper
from graphs.obstructions import Obstruction
from graphs.symmetry import symmetries
from solvers.budget import Budget
from solvers.existence.decision import WORDS, RotatedTour, Verdict, decide, held_against_theorems
from solvers.problem import Problem

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import networkx as nx

__all__ = ["STOPPED", "StartMap", "each_pair", "each_result", "each_start", "pair_map", "start_map"]

Key: TypeAlias = tuple[Any, Any]
"""A start and an end; None for any end."""
Map: TypeAlias = Callable[[Any], Any]
Decide: TypeAlias = Callable[[Problem], Verdict]
STOPPED = Verdict(None, None, "stopped before it was decided")


@dataclass(frozen=True, repr=False)
class StartMap(Mapping[Any, Verdict]):
    """The verdict for an open tour from each square, in row-major order; `closed` is the verdict for a closed tour.

    Parameters
    ----------
    board : the board; or any other graph, whose vertices take the place of squares.
    verdicts : the verdict of each square.
    closed : the verdict for a closed tour.
    """

    board: Board | nx.Graph[Any]
    verdicts: Mapping[Any, Verdict]
    closed: Verdict

    def __getitem__(self, square: Any) -> Verdict:
        return self.verdicts[square]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.verdicts)

    def __len__(self) -> int:
        return len(self.verdicts)

    def __hash__(self) -> int:
        return hash((self.board, self.closed, *self.verdicts.values()))

    def __repr__(self) -> str:
        counts = ", ".join(f"{self.count(answer)} {word}" for answer, word in WORDS.items())
        return f"<StartMap of {self.board!r}: {counts}; closed: {self.closed.exists}>"

    def _repr_svg_(self) -> str | None:
        from solvers.existence.views import start_map_svg

        return start_map_svg(self.board, self) if isinstance(self.board, Board) else None

    def count(self, exists: bool | None) -> int:
        """Return how many squares have this answer."""
        return sum(verdict.exists is exists for verdict in self.values())

    @property
    def exists(self) -> bool | None:
        """Whether there is an open tour from any square."""
        return True if self.count(True) else None if self.count(None) else False


def start_map(
    board: Board,
    *,
    leaper: Leaper = KNIGHT,
    budget: Budget | None = None,
    confirm: bool = False,
    executor: Executor | None = None,
) -> StartMap:
    """Decide for every square of a board whether an open tour starts there, and whether there is a closed tour.

    Parameters
    ----------
    board, leaper : the board and the piece.
    budget : for each decision.
    confirm : as in `decide`.
    executor : where decisions are made in parallel; None makes them here, one after the other.

    Examples
    --------
    >>> found = start_map(Board(3, 4))
    >>> found[0, 0].exists, found[1, 1].exists, found.count(True), found.closed.exists
    (True, False, 6, False)
    """
    problem, decided = Problem.on_board(board, leaper), partial(decide, budget=budget, confirm=confirm)
    closed = decided(problem.with_ends(closed=True))
    verdicts = dict(each_start(problem, closed, decided, executor))
    return StartMap(board, {square: verdicts[square] for square in board}, closed)


def each_start(
    problem: Problem, closed: Verdict, decided: Decide = decide, executor: Executor | None = None
) -> Iterator[tuple[Any, Verdict]]:
    """Yield each square and the verdict for an open tour that starts there, when it is settled.

    Parameters
    ----------
    problem : any problem of the board or graph; its ends do not matter.
    closed : the verdict for a closed tour.
    decided : the function that decides a problem: `decide`, with a budget or not.
    executor : as in `start_map`.

    Examples
    --------
    >>> import networkx as nx
    >>> problem = Problem(nx.path_graph(3))
    >>> closed = decide(problem.with_ends(closed=True))
    >>> sorted((vertex, verdict.exists) for vertex, verdict in each_start(problem, closed))
    [(0, True), (1, False), (2, True)]
    """
    free = problem.with_ends()
    squares = list(problem.board or problem.graph)
    if closed.tour is not None:
        for square in squares:
            yield square, Verdict(True, RotatedTour(closed.tour, square), "the closed tour, begun here", closed.theorem)
        return
    anywhere = decided(free)
    if anywhere.exists is False:  # no open tour at all means none from any square
        yield from ((square, anywhere) for square in squares)
        return
    known = []
    if anywhere.tour is not None:
        begun = free.with_ends(start=anywhere.tour[0])
        known.append((begun, held_against_theorems(begun, Verdict(True, anywhere.tour, anywhere.reason))))
    for (square, _), verdict in _settled(free, [(square, None) for square in squares], decided, executor, known):
        yield square, verdict


def pair_map(
    board: Board,
    *,
    leaper: Leaper = KNIGHT,
    budget: Budget | None = None,
    confirm: bool = False,
    executor: Executor | None = None,
) -> dict[tuple[Square, Square], Verdict]:
    """Decide for every two different squares whether an open tour leads from the first to the second.

    Returns
    -------
    The verdict of each (start, end), in row-major order.

    Examples
    --------
    >>> found = pair_map(Board(3, 4))
    >>> sum(verdict.exists for verdict in found.values())
    14
    """
    decided = partial(decide, budget=budget, confirm=confirm)
    return dict(sorted(each_pair(Problem.on_board(board, leaper), decided, executor), key=lambda pair: pair[0]))


def each_pair(
    problem: Problem,
    decided: Decide = decide,
    executor: Executor | None = None,
    starts: Mapping[Any, Verdict] | None = None,
) -> Iterator[tuple[Key, Verdict]]:
    """Yield the verdicts of `pair_map` one by one, when they are settled.

    `starts`, where it is given, holds verdicts for open tours from each square: where there is none, there is none to any end.
    """
    nowhere = {square: verdict for square, verdict in (starts or {}).items() if verdict.exists is False}
    pairs = {pair: nowhere.get(pair[0]) or nowhere.get(pair[1]) for pair in permutations(problem.board or problem.graph, 2)}
    yield from ((pair, verdict) for pair, verdict in pairs.items() if verdict)
    yield from _settled(problem.with_ends(), [pair for pair in pairs if not pairs[pair]], decided, executor)


def each_result(
    executor: Executor | None, function: Callable[[Any], Any], items: Iterable[Any], name: Callable[[Any], str] = str
) -> Iterator[tuple[Any, Any]]:
    """Yield each item and what a function returns for it, as soon as it is there; an error calls the item by its `name`.

    Raises
    ------
    SolverError : the process that carried out a call died.
    """
    if executor is None:
        yield from ((item, function(item)) for item in items)
        return
    from solvers.parallel import as_finished, result_of

    for item, future in as_finished(executor, function, items):
        yield item, result_of(future, name(item))


def _settled(
    problem: Problem,
    keys: Iterable[Key],
    decided: Decide,
    executor: Executor | None = None,
    known: Iterable[tuple[Problem, Verdict]] = (),
) -> Iterator[tuple[Key, Verdict]]:
    """Yield every key with its verdict, each once. One key of each orbit is decided, if its answer is not known by then."""
    left = dict.fromkeys(keys)
    maps: Sequence[Map] = [lambda square: square] if problem.board is None else symmetries(problem.board)
    function = partial(_with_known_reasons, decided, []) if executor is None else decided
    for asked, verdict in chain(known, each_result(executor, function, _one_of_each_orbit(problem, left, maps))):
        for key, settled in _followed(asked, verdict, left, maps):
            del left[key]
            yield key, settled


def _with_known_reasons(decided: Decide, reasons: list[Obstruction], problem: Problem) -> Verdict:
    """Return the verdict; a reason that was found for another problem of the map often holds for this one, too."""
    for reason in reasons:
        if reason.holds(problem.graph, problem):
            return held_against_theorems(problem, Verdict(False, reason, str(reason)))
    verdict = decided(problem)
    if isinstance(verdict.evidence, Obstruction):
        reasons.append(verdict.evidence)
    return verdict


def _one_of_each_orbit(problem: Problem, left: Collection[Key], maps: Sequence[Map]) -> Iterator[Problem]:
    """Yield the problem of one key of each orbit, unless it has been settled meanwhile."""
    seen: set[Key] = set()
    for key in list(left):
        if key in left and key not in seen:
            seen.update(image for image, _, _ in _images(key, maps))
            yield problem.with_ends(start=key[0], end=key[1])


def _images(key: Key, maps: Iterable[Map]) -> Iterator[tuple[Key, Map, bool]]:
    """Yield the images of a key, each with its symmetry, and whether the tour is walked backwards."""
    start, end = key
    for symmetry in maps:
        image = symmetry(start), None if end is None else symmetry(end)
        yield image, symmetry, False
        if end is not None:
            yield image[::-1], symmetry, True


def _followed(problem: Problem, verdict: Verdict, left: Collection[Key], maps: Sequence[Map]) -> Iterator[tuple[Key, Verdict]]:
    """Yield the verdicts that follow from the verdict on a problem for the keys that are left, its own among them."""
    verdicts: dict[Key, Verdict] = {(problem.start, problem.end): verdict}
    if verdict.tour is not None and problem.end is None:
        verdicts[verdict.tour[-1], None] = verdict.reversed()
    for settled, found in verdicts.items():
        for image, symmetry, is_back in _images(settled, maps):
            if image in left:
                mapped = found.mapped(symmetry).reversed() if is_back else found.mapped(symmetry)
                if mapped.tour is not None:
                    problem.with_ends(start=image[0], end=image[1]).verify(mapped.tour)
                yield image, mapped
