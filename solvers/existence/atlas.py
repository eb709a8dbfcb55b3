"""The atlas of leapers: which boards each leaper can tour, open and closed, with a tour or a reason for each.

`each_page` decides the boards one by one, here or over an executor, and yields each when it is settled, so that a caller who
stops keeps what is done; `each_closed_page` leaves the open tours out. A closed tour is an open one too, and where there is no
open tour there is no closed one: often the answer to one of the two questions about a board answers the other.

Which leapers can be connected: D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import gcd
from typing import TYPE_CHECKING

from graphs.board import Board
from graphs.leapers import Leaper
from graphs.tour import Tour
from solvers.budget import Budget
from solvers.existence.decision import decide, held_against_theorems
from solvers.existence.verdict import Verdict
from solvers.problem import Problem

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["NOT_DECIDED", "AtlasPage", "Place", "connectable_leapers", "each_closed_page", "each_page"]


@dataclass(frozen=True)
class AtlasPage:
    """The verdicts of one leaper on one board.

    Attributes
    ----------
    leaper, board : the piece and the board.
    open, closed : the verdicts for an open and for a closed tour.
    seconds : the wall time that the decisions took; it does not count when two pages are compared.
    """

    leaper: Leaper
    board: Board
    open: Verdict
    closed: Verdict
    seconds: float = field(compare=False)


Place = tuple[Leaper, Board]
"""A leaper and a board: what one page is about."""
NOT_DECIDED = Verdict(None, None, "not decided")
"""The verdict on a question that was left out."""


def connectable_leapers(largest_sum: int) -> list[Leaper]:
    """Return the leapers {a, b} with a + b up to `largest_sum` that can reach every square of a large board.

    They are those whose a and b are relatively prime and whose a + b is odd; the wazir (0, 1) is the first.

    References
    ----------
    D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994, theorem 1.

    Examples
    --------
    >>> connectable_leapers(5)
    [(0, 1), (1, 2), (1, 4), (2, 3)]
    """
    pairs = [(a, total - a) for total in range(1, largest_sum + 1, 2) for a in range((total + 1) // 2)]
    return [(a, b) for a, b in pairs if gcd(a, b) == 1]


def each_page(
    places: Iterable[Place],
    *,
    known: Mapping[Place, AtlasPage] | None = None,
    budget: Budget | None = None,
    executor: Executor | None = None,
) -> Iterator[AtlasPage]:
    """Yield the page of each leaper and board, when it is settled.

    Parameters
    ----------
    places : pairs of a leaper and a board. Only a few are held at a time.
    known : pages of an earlier run; only those answers are decided that are unknown there.
    budget : for each of the two decisions of a page.
    executor : where pages are decided in parallel; None decides them here, one after the other.

    Raises
    ------
    SolverError : a process that decided a page died; or two solvers contradict each other.

    Examples
    --------
    >>> page, = each_page([((2, 3), Board(10, 10))])
    >>> page.closed.exists, page.open.reason
    (True, 'the closed tour is an open one, too')
    """
    return _each(partial(_timed, decide_page=_page, budget=budget), places, known or {}, executor)


def each_closed_page(
    places: Iterable[Place],
    *,
    known: Mapping[Place, AtlasPage] | None = None,
    budget: Budget | None = None,
    executor: Executor | None = None,
) -> Iterator[AtlasPage]:
    """Yield the pages of `each_page`, but decide the closed tours alone: an open verdict is unknown if `known` lacks it.

    Parameters
    ----------
    places, known, budget, executor : as for `each_page`.

    Raises
    ------
    SolverError : as for `each_page`.

    Examples
    --------
    >>> page, = each_closed_page([((2, 3), Board(9, 9))])
    >>> page.closed.exists, page.open.reason
    (False, 'not decided')
    """
    return _each(partial(_timed, decide_page=_closed_page, budget=budget), places, known or {}, executor)


def _each(
    decide_page: Callable[[AtlasPage], AtlasPage],
    places: Iterable[Place],
    known: Mapping[Place, AtlasPage],
    executor: Executor | None,
) -> Iterator[AtlasPage]:
    begun = (known.get(place) or AtlasPage(*place, NOT_DECIDED, NOT_DECIDED, 0.0) for place in places)
    if executor is None:
        yield from map(decide_page, begun)
        return
    from solvers.parallel import as_finished, result_of

    for page, future in as_finished(executor, decide_page, begun):
        yield result_of(future, f"the {page.leaper}-leaper on {page.board}")


def _timed(
    page: AtlasPage, decide_page: Callable[[AtlasPage, Problem, Budget | None], AtlasPage], budget: Budget | None
) -> AtlasPage:
    started = time.perf_counter()
    decided = decide_page(page, Problem.on_board(page.board, page.leaper), budget)
    return replace(decided, seconds=page.seconds + time.perf_counter() - started)


def _page(page: AtlasPage, problem: Problem, budget: Budget | None) -> AtlasPage:
    page = _closed_page(page, problem, budget)
    if page.open.exists is None:
        page = replace(page, open=_open_verdict(page, problem, budget))
    return _without_closed(page, problem)


def _closed_page(page: AtlasPage, problem: Problem, budget: Budget | None) -> AtlasPage:
    page = _without_closed(page, problem)
    return page if page.closed.exists is not None else replace(page, closed=decide(problem.with_ends(closed=True), budget))


def _open_verdict(page: AtlasPage, problem: Problem, budget: Budget | None) -> Verdict:
    if page.closed.tour is None:
        return decide(problem, budget)
    tour = Tour(page.closed.tour.squares, board=page.board)
    return held_against_theorems(problem, Verdict(True, tour, "the closed tour is an open one, too"))


def _without_closed(page: AtlasPage, problem: Problem) -> AtlasPage:
    """Return the page; where there is no open tour, with the no for the closed tour that follows from it."""
    if page.closed.exists is not None or page.open.exists is not False:
        return page
    no = Verdict(False, page.open.evidence, f"there is no open tour at all: {page.open.reason}")
    return replace(page, closed=held_against_theorems(problem.with_ends(closed=True), no))
