"""Verdicts for many problems of one board or graph: every start, every pair of start and end.

A closed tour gives a tour from every start. Where there is none, one problem of each orbit under the board's symmetries is
decided, and the symmetries carry its verdict to the others; an open tour also gives the tour from its end, walked backwards.
Any other graph is treated as a board without symmetries.
`each_start` and `each_pair` yield the verdicts one by one, so that a caller who stops keeps what is settled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, permutations
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper
from graphs.obstructions import Obstruction
from graphs.symmetry import symmetries
from solvers.budget import Budget
from solvers.existence.decision import decide, held_against_theorems
from solvers.existence.verdict import RotatedTour, Verdict
from solvers.problem import Problem

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import networkx as nx

__all__ = ["STOPPED", "WORDS", "StartMap", "each_pair", "each_result", "each_start", "pair_map", "start_map"]

Key: TypeAlias = tuple[Any, Any]
"""A start and an end; None for any end."""
Decide: TypeAlias = Callable[[Problem], Verdict]
WORDS = {True: "yes", False: "no", None: "unknown"}
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
        from solvers.existence.pictures import start_map_svg

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
    known: list[tuple[Key, Verdict]] = []
    if anywhere.tour is not None:
        start, verdict = anywhere.tour[0], Verdict(True, anywhere.tour, anywhere.reason)
        known.append(((start, None), held_against_theorems(free.with_ends(start=start), verdict)))
    for (square, _), verdict in _Map(free, [(square, None) for square in squares], decided).settled(executor, known):
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

    `starts`, where it is given, holds the verdicts for open tours from each square: they answer for the pairs, too.
    """
    nowhere = {square: verdict for square, verdict in (starts or {}).items() if verdict.exists is False}
    keys: list[Key] = []
    for pair in permutations(problem.board or problem.graph, 2):
        without = nowhere.get(pair[0]) or nowhere.get(pair[1])
        if without:  # no open tour from a square means none from there to any other
            yield pair, without
        else:
            keys.append(pair)
    yield from _Map(problem.with_ends(), keys, decided).settled(executor)


def each_result(
    executor: Executor | None, function: Callable[[Any], Any], items: Iterable[Any], name: Callable[[Any], str]
) -> Iterator[tuple[Any, Any]]:
    """Yield each item with what a function returns for it, when it is there; `name` gives the words for an item.

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


class _Map:
    """The questions of one map, each a start or a pair of start and end, and what follows from one answer for the others.

    Parameters
    ----------
    problem : the problem with free ends.
    keys : the questions.
    decided : as in `each_start`.
    """

    def __init__(self, problem: Problem, keys: list[Key], decided: Decide) -> None:
        self._problem = problem
        self._symmetries: Any = [lambda square: square] if problem.board is None else symmetries(problem.board)
        self._left = dict.fromkeys(keys)
        self._decided = partial(_decided, problem, decided)
        self._reasons: dict[Obstruction, None] = {}

    def settled(self, executor: Executor | None, known: Iterable[tuple[Key, Verdict]] = ()) -> Iterator[tuple[Key, Verdict]]:
        """Yield every key with its verdict, each once. Only one key of each orbit is decided, and none that is known."""
        function = self._here if executor is None else self._decided
        for decided in chain(known, each_result(executor, function, self._one_of_each_orbit(), self._name)):
            for key, verdict in self._followed(*decided):
                if key in self._left:
                    del self._left[key]
                    yield key, verdict

    def _here(self, key: Key) -> Verdict:
        """Return the verdict; a reason that was found for another key often holds for this one, too."""
        problem = self._problem.with_ends(start=key[0], end=key[1])
        for reason in self._reasons:
            if reason.holds(problem.graph, problem):
                return held_against_theorems(problem, Verdict(False, reason, str(reason)))
        verdict = self._decided(key)
        if isinstance(verdict.evidence, Obstruction):
            self._reasons[verdict.evidence] = None
        return verdict

    def _name(self, key: Key) -> str:
        end = "" if key[1] is None else f" to {key[1]}"
        return f"an open tour of {self._problem.board or self._problem} from {key[0]}{end}"

    def _one_of_each_orbit(self) -> Iterator[Key]:
        """Yield one key of each orbit, unless it has been settled meanwhile."""
        seen: set[Key] = set()
        for key in list(self._left):
            if key in self._left and key not in seen:
                seen.update(image for image, _, _ in self._images(key))
                yield key

    def _images(self, key: Key) -> Iterator[tuple[Key, Callable[[Any], Any], bool]]:
        """Yield the images of a key, each with its symmetry, and whether the tour is walked backwards."""
        for symmetry in self._symmetries:
            image = (symmetry(key[0]), None if key[1] is None else symmetry(key[1]))
            yield image, symmetry, False
            if image[1] is not None:
                yield image[::-1], symmetry, True

    def _followed(self, key: Key, verdict: Verdict) -> Iterator[tuple[Key, Verdict]]:
        """Yield the verdict, and the verdicts that follow from it for other keys."""
        verdicts = {key: verdict}
        if verdict.tour is not None and key[1] is None:
            verdicts[verdict.tour[-1], None] = verdict.reversed()
        for settled, found in verdicts.items():
            for image, symmetry, is_back in self._images(settled):
                if image in self._left:
                    mapped = found.mapped(symmetry).reversed() if is_back else found.mapped(symmetry)
                    if mapped.tour is not None:
                        self._problem.with_ends(start=image[0], end=image[1]).verify(mapped.tour)
                    yield image, mapped


def _decided(problem: Problem, decided: Decide, key: Key) -> Verdict:
    return decided(_shared(problem).with_ends(start=key[0], end=key[1]))


@lru_cache(maxsize=4)
def _shared(problem: Problem) -> Problem:
    """Return the problem, or an equal one whose graph this process has built before."""
    return problem
