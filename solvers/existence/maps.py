"""Verdicts for many problems at once: every start, every pair of start and end, every board of a range.

A closed tour gives a tour from every start. Where there is none, one problem of each orbit under the board's symmetries is
decided, and the symmetries carry its verdict to the others; an open tour also gives the tour from its end, walked backwards.
`each_start` and `each_pair` yield the verdicts one by one, so that a caller who stops keeps what is settled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain, permutations
from typing import TYPE_CHECKING, TypeAlias

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

__all__ = ["BoardVerdicts", "StartMap", "board_map", "each_board", "each_pair", "each_start", "pair_map", "start_map"]

Key: TypeAlias = tuple[Square, Square | None]
"""A start and an end, or a start alone."""


@dataclass(frozen=True)
class _Terms:
    """What the problems of one map have in common."""

    board: Board
    leaper: Leaper
    budget: Budget | None
    confirm: bool


class StartMap(Mapping[Square, Verdict]):
    """The verdict for an open tour from each square, in row-major order; `closed` is the verdict for a closed tour.

    Parameters
    ----------
    board : the board.
    verdicts : the verdict of each square; a square without one is unknown.
    closed : the verdict for a closed tour.
    """

    board: Board
    closed: Verdict
    _verdicts: dict[Square, Verdict]

    def __init__(self, board: Board, verdicts: Mapping[Square, Verdict], closed: Verdict) -> None:
        of_all = {square: verdicts.get(square, STOPPED) for square in board}
        for name, value in (("board", board), ("closed", closed), ("_verdicts", of_all)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a StartMap cannot be changed: make another one instead of setting {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a StartMap cannot be changed: make another one instead of deleting {name!r}")

    def __getitem__(self, square: Square) -> Verdict:
        return self._verdicts[square]

    def __iter__(self) -> Iterator[Square]:
        return iter(self._verdicts)

    def __len__(self) -> int:
        return len(self._verdicts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StartMap):
            return NotImplemented
        return (self.board, self.closed, self._verdicts) == (other.board, other.closed, other._verdicts)

    def __hash__(self) -> int:
        return hash((self.board, self.closed, *self._verdicts.values()))

    def __repr__(self) -> str:
        counts = ", ".join(f"{self.count(answer)} {word}" for answer, word in ((True, "yes"), (False, "no"), (None, "unknown")))
        return f"<StartMap of {self.board!r}: {counts}; closed: {self.closed.exists}>"

    def _repr_svg_(self) -> str:
        from solvers.existence.pictures import start_map_svg

        return start_map_svg(self)

    def count(self, exists: bool | None) -> int:
        """Return how many squares have this answer."""
        return sum(verdict.exists is exists for verdict in self.values())

    @property
    def exists(self) -> bool | None:
        """Whether there is an open tour from any square."""
        return True if self.count(True) else None if self.count(None) else False


STOPPED = Verdict(None, None, "stopped before it was decided")


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
    closed = decide(_problem(board, leaper).with_ends(closed=True), budget, confirm=confirm)
    starts = each_start(board, closed, leaper=leaper, budget=budget, confirm=confirm, executor=executor)
    return StartMap(board, dict(starts), closed)


def each_start(
    board: Board,
    closed: Verdict,
    *,
    leaper: Leaper = KNIGHT,
    budget: Budget | None = None,
    confirm: bool = False,
    executor: Executor | None = None,
) -> Iterator[tuple[Square, Verdict]]:
    """Yield the verdicts of `start_map` one by one, when they are settled; `closed` is the verdict for a closed tour."""
    if closed.exists and closed.tour is not None:
        for square in board:
            yield square, Verdict(True, RotatedTour(closed.tour, square), "the closed tour, begun here", closed.theorem)
        return
    problem = _problem(board, leaper)
    anywhere = decide(problem, budget, confirm=confirm)
    if anywhere.exists is False:  # no open tour at all means none from any square
        yield from ((square, anywhere) for square in board)
        return
    known: list[tuple[Key, Verdict]] = []
    if anywhere.tour is not None:
        start = anywhere.tour[0]
        verdict = Verdict(True, anywhere.tour, anywhere.reason)
        known.append(((start, None), held_against_theorems(problem.with_ends(start=start), verdict)))
    terms = _Terms(board, leaper, budget, confirm)
    keys: list[Key] = [(square, None) for square in board]
    for (square, _), verdict in _settled(terms, keys, executor, known):
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
    verdicts = dict(each_pair(board, leaper=leaper, budget=budget, confirm=confirm, executor=executor))
    return {pair: verdicts[pair] for pair in sorted(verdicts)}


def each_pair(
    board: Board,
    *,
    leaper: Leaper = KNIGHT,
    budget: Budget | None = None,
    confirm: bool = False,
    executor: Executor | None = None,
    starts: Mapping[Square, Verdict] | None = None,
) -> Iterator[tuple[tuple[Square, Square], Verdict]]:
    """Yield the verdicts of `pair_map` one by one, when they are settled.

    `starts`, where it is given, holds the verdicts for open tours from each square: they answer for the pairs, too.
    """
    nowhere = {square: verdict for square, verdict in (starts or {}).items() if verdict.exists is False}
    keys: list[Key] = []
    for pair in permutations(board, 2):
        if pair[0] in nowhere or pair[1] in nowhere:  # no open tour from a square means none from there to any other
            yield pair, nowhere.get(pair[0]) or nowhere[pair[1]]
        else:
            keys.append(pair)
    for (start, end), verdict in _settled(_Terms(board, leaper, budget, confirm), keys, executor):
        assert end is not None
        yield (start, end), verdict


@dataclass(frozen=True)
class BoardVerdicts:
    """The verdicts of one board: `starts` for open tours, `starts.closed` for a closed tour."""

    board: Board
    starts: StartMap = field(repr=False)

    @property
    def open(self) -> bool | None:
        """Whether there is an open tour."""
        return self.starts.exists

    @property
    def closed(self) -> bool | None:
        """Whether there is a closed tour."""
        return self.starts.closed.exists


def board_map(
    boards: Iterable[Board], *, leaper: Leaper = KNIGHT, budget: Budget | None = None, executor: Executor | None = None
) -> Iterator[BoardVerdicts]:
    """Yield the start map of every board, in the order of the boards.

    Parameters
    ----------
    boards, leaper : the boards and the piece.
    budget : for each decision.
    executor : where boards are decided in parallel; None decides them here, one after the other.

    Examples
    --------
    >>> [(str(each.board), each.open, each.closed) for each in board_map([Board(3, 6), Board(3, 7)])]
    [('3x6', False, False), ('3x7', True, False)]
    """
    finished: dict[int, BoardVerdicts] = {}
    next_one = 0
    for number, verdicts in each_board(boards, leaper=leaper, budget=budget, executor=executor):
        finished[number] = verdicts
        while next_one in finished:
            yield finished.pop(next_one)
            next_one += 1


def each_board(
    boards: Iterable[Board], *, leaper: Leaper = KNIGHT, budget: Budget | None = None, executor: Executor | None = None
) -> Iterator[tuple[int, BoardVerdicts]]:
    """Yield the start maps of `board_map` when they are settled, each with the number of its board, from 0."""
    if executor is None:
        yield from ((number, _on_board(board, leaper, budget)) for number, board in enumerate(boards))
        return
    from solvers.parallel import as_finished, result_of

    decide_board = partial(_on_numbered_board, leaper=leaper, budget=budget)
    for (number, board), future in as_finished(executor, decide_board, enumerate(boards)):
        yield number, result_of(future, f"the map of {board}")


def _on_numbered_board(numbered: tuple[int, Board], leaper: Leaper, budget: Budget | None) -> BoardVerdicts:
    return _on_board(numbered[1], leaper, budget)


def _on_board(board: Board, leaper: Leaper, budget: Budget | None) -> BoardVerdicts:
    return BoardVerdicts(board, start_map(board, leaper=leaper, budget=budget))


def _problem(board: Board, leaper: Leaper) -> Problem:
    return _shared(board, Problem.on_board(board, leaper).leaper)


@lru_cache(maxsize=4)
def _shared(board: Board, leaper: Leaper) -> Problem:
    return Problem.on_board(board, leaper)


def _decided(terms: _Terms, key: Key) -> Verdict:
    problem = _problem(terms.board, terms.leaper).with_ends(start=key[0], end=key[1])
    return decide(problem, terms.budget, confirm=terms.confirm)


def _settled(
    terms: _Terms, keys: list[Key], executor: Executor | None, known: Iterable[tuple[Key, Verdict]] = ()
) -> Iterator[tuple[Key, Verdict]]:
    """Yield every key with its verdict, each once. Only one key of each orbit is decided, and none that is known."""
    unsettled = dict.fromkeys(keys)
    for key, verdict in chain(known, _decisions(terms, keys, unsettled, executor)):
        for settled, verdict_there in _spread(terms, key, verdict, unsettled):
            if settled in unsettled:
                del unsettled[settled]
                yield settled, verdict_there


def _decisions(
    terms: _Terms, keys: list[Key], unsettled: dict[Key, None], executor: Executor | None
) -> Iterator[tuple[Key, Verdict]]:
    if executor is None:
        known: list[Obstruction] = []
        for key in keys:
            if key in unsettled:
                verdict = _by_known(terms, key, known) or _decided(terms, key)
                if isinstance(verdict.evidence, Obstruction) and verdict.evidence not in known:
                    known.append(verdict.evidence)
                yield key, verdict
        return
    from solvers.parallel import as_finished, result_of

    for key, future in as_finished(executor, partial(_decided, terms), _unseen(terms, keys, unsettled)):
        where = f"from {key[0]}" if key[1] is None else f"from {key[0]} to {key[1]}"
        yield key, result_of(future, f"an open tour of {terms.board} {where}")


def _unseen(terms: _Terms, keys: list[Key], unsettled: dict[Key, None]) -> Iterator[Key]:
    """Yield one key of each orbit, unless it has been settled meanwhile."""
    seen: set[Key] = set()
    for key in keys:
        if key in unsettled and key not in seen:
            seen.update(_orbit(terms, key))
            yield key


def _by_known(terms: _Terms, key: Key, known: list[Obstruction]) -> Verdict | None:
    """Return a no for a reason that was found for another key and also holds for this one."""
    problem = _problem(terms.board, terms.leaper).with_ends(start=key[0], end=key[1])
    for obstruction in known:
        if obstruction.holds(problem.graph, problem):
            return held_against_theorems(problem, Verdict(False, obstruction, str(obstruction)))
    return None


def _orbit(terms: _Terms, key: Key) -> Iterator[Key]:
    start, end = key
    for symmetry in symmetries(terms.board):
        image = (symmetry(start), symmetry(end) if end is not None else None)
        yield image
        if image[1] is not None:
            yield image[1], image[0]


def _spread(terms: _Terms, key: Key, verdict: Verdict, unsettled: dict[Key, None]) -> Iterator[tuple[Key, Verdict]]:
    """Yield the verdict, and the verdicts that follow from it for other keys."""
    problem = _problem(terms.board, terms.leaper)
    if isinstance(verdict.evidence, Obstruction) and verdict.evidence.holds(problem.graph, problem):
        yield from ((other, verdict) for other in list(unsettled))  # the reason depends on no start and no end
        return
    verdicts = {key: verdict}
    if verdict.tour is not None and key[1] is None:
        verdicts[verdict.tour[-1], None] = verdict.reversed()
    for (start, end), known in verdicts.items():
        for symmetry in symmetries(terms.board):
            image: Key = (symmetry(start), symmetry(end) if end is not None else None)
            if image in unsettled:
                yield image, _mapped(problem, image, known, symmetry)
            if image[1] is not None and (image[1], image[0]) in unsettled:
                yield (image[1], image[0]), _mapped(problem, image, known, symmetry).reversed()


def _mapped(problem: Problem, image: Key, verdict: Verdict, symmetry: Callable[[Square], Square]) -> Verdict:
    mapped = verdict.mapped(symmetry)
    if mapped.tour is not None:
        problem.with_ends(start=image[0], end=image[1]).verify(mapped.tour)
    return mapped
