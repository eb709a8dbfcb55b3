"""The atlas of leapers: which boards each leaper can tour, open and closed, with a tour or a reason for each.

`each_page` decides the boards one by one, here or over an executor, and yields each when it is settled, so that a caller who
stops keeps what is done. A closed tour is an open one too, and where there is no
open tour there is no closed one: often the answer to one of the two questions about a board answers the other.

Which leapers can be connected: D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import gcd
from typing import TYPE_CHECKING

from graphs.board import Board
from graphs.leapers import Leaper
from graphs.tour import Tour
from solvers.budget import Budget
from solvers.existence.decision import decide, held_against_theorems
from solvers.existence.maps import each_result
from solvers.existence.verdict import Verdict
from solvers.problem import Problem

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["NOT_DECIDED", "AtlasPage", "Place", "connectable_leapers", "each_page"]


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
    closed: bool = False,
    budget: Budget | None = None,
    executor: Executor | None = None,
) -> Iterator[AtlasPage]:
    """Yield the page of each leaper and board, when it is settled.

    Parameters
    ----------
    places : pairs of a leaper and a board. Only a few are held at a time.
    known : pages of an earlier run; only those answers are decided that are unknown there.
    closed : whether closed tours alone are decided: an open verdict is unknown if `known` lacks it.
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
    known = known or {}
    begun = (known.get(place) or AtlasPage(*place, NOT_DECIDED, NOT_DECIDED, 0.0) for place in places)
    name = "the {0.leaper}-leaper on {0.board}".format
    for _, page in each_result(executor, partial(_timed, budget=budget, closed=closed), begun, name):
        yield page


def _timed(page: AtlasPage, budget: Budget | None, closed: bool) -> AtlasPage:
    started = time.perf_counter()
    decided = _page(page, Problem.on_board(page.board, page.leaper), budget, closed)
    return replace(decided, seconds=page.seconds + time.perf_counter() - started)


def _page(page: AtlasPage, problem: Problem, budget: Budget | None, closed: bool) -> AtlasPage:
    page = _without_closed(page, problem)
    if page.closed.exists is None:
        page = replace(page, closed=decide(problem.with_ends(closed=True), budget))
    if page.open.exists is None and not closed:
        page = _without_closed(replace(page, open=_open_verdict(page, problem, budget)), problem)
    return page


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
