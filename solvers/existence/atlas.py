"""The atlas of leapers: which boards each leaper can tour, open and closed, with a tour or a reason for each.

`each_page` decides the boards one by one, here or over an executor, and yields each when it is settled, so that a caller who
stops keeps what is done. A closed tour is an open one too, and where there is no open tour there is no closed one: often the
answer to one of the two questions about a board answers the other.

Which leapers can be connected: D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
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

__all__ = ["AtlasPage", "Place", "connectable_leapers", "each_page"]


@dataclass(frozen=True)
class AtlasPage:
    """The verdicts of one leaper on one board.

    Attributes
    ----------
    leaper, board : the piece and the board.
    open, closed : the verdicts for an open and for a closed tour.
    seconds : the wall time that both decisions took; it does not count when two pages are compared.
    """

    leaper: Leaper
    board: Board
    open: Verdict
    closed: Verdict
    seconds: float = field(compare=False)


Place = tuple[Leaper, Board]
"""A leaper and a board: what one page is about."""


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
    places: Iterable[Place], *, budget: Budget | None = None, executor: Executor | None = None
) -> Iterator[AtlasPage]:
    """Yield the page of each leaper and board, when it is settled.

    Parameters
    ----------
    places : pairs of a leaper and a board. Only a few are held at a time.
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
    decide_page = partial(_page, budget=budget)
    if executor is None:
        yield from map(decide_page, places)
        return
    from solvers.parallel import as_finished, result_of

    for (leaper, board), future in as_finished(executor, decide_page, places):
        yield result_of(future, f"the {leaper}-leaper on {board}")


def _page(place: Place, budget: Budget | None) -> AtlasPage:
    leaper, board = place
    started = time.perf_counter()
    problem = Problem.on_board(board, leaper)
    round_trip = problem.with_ends(closed=True)
    closed = decide(round_trip, budget)
    if closed.tour is not None:
        tour = Tour(closed.tour.squares, board=board)
        anywhere = held_against_theorems(problem, Verdict(True, tour, "the closed tour is an open one, too"))
    else:
        anywhere = decide(problem, budget)
    if closed.exists is None and anywhere.exists is False:
        no = Verdict(False, anywhere.evidence, f"there is no open tour at all: {anywhere.reason}")
        closed = held_against_theorems(round_trip, no)
    return AtlasPage(leaper, board, anywhere, closed, time.perf_counter() - started)
