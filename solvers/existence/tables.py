"""Decide tables of boards, for one leaper or for many, in this process or by an executor.

A *cell* of a table contains the results of one leaper on one board. In a table of one leaper, each cell contains the start map
of its board: the result for an open tour from each square. A table of many leapers is an *atlas*. Each of its cells contains
two results: for an open tour and for a closed one. Often one of them gives the other: a closed tour is also an open one, and if
there is no open tour, there is no closed one.

References
----------
D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994, characterizes the leapers that can reach every square.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from math import gcd
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.board import Board
from graphs.leapers import KNIGHT, Leaper
from graphs.obstructions import Disconnected
from graphs.tour import Tour
from solvers.core.budget import Budget
from solvers.core.outcome import Status
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.maps import StartMap, start_map
from solvers.solving.decide import decide
from solvers.workers.executors import each_result

if TYPE_CHECKING:
    from concurrent.futures import Executor

Place: TypeAlias = tuple[Leaper, Board]
"""A leaper and a board, which identify one cell of a table."""
NOT_DECIDED = Result(Status.UNKNOWN, None, "not decided")
"""Placeholder for a result that was not computed."""


@dataclass(frozen=True)
class BoardVerdicts:
    """A cell of a table: the results of one leaper on one board.

    Attributes
    ----------
    leaper : tuple of int
        The leaper.
    board : Board
        The board.
    open_tour : Result
        The result for an open tour. It is `NOT_DECIDED` if the cell has a start map, which contains these results.
    closed_tour : Result
        The result for a closed tour.
    starts : StartMap or None
        The start map of the board, or None in an atlas.
    seconds : float
        Wall time of the decisions, in seconds. The operator `==` ignores it.
    """

    leaper: Leaper
    board: Board
    open_tour: Result = NOT_DECIDED
    closed_tour: Result = NOT_DECIDED
    starts: StartMap | None = field(default=None, repr=False)
    seconds: float = field(default=0.0, compare=False)

    @property
    def open(self) -> bool | None:
        """Whether there is an open tour, or None if unknown."""
        return self.open_tour.exists if self.starts is None else self.starts.exists

    @property
    def closed(self) -> bool | None:
        """Whether there is a closed tour, or None if unknown."""
        return self.closed_tour.exists

    @property
    def head(self) -> dict[str, Any]:
        """The first entries of the cell in JSON documents: the leaper, the board and the seconds."""
        return {"leaper": self.leaper, "board": str(self.board), "seconds": round(self.seconds, 3)}

    def verdicts(self, closed: bool = False) -> dict[str, Result]:
        """Return the results for an open and a closed tour by name.

        Parameters
        ----------
        closed : bool, optional
            Whether to leave out the result for an open tour.

        Returns
        -------
        dict of str to Result
            The result for an open tour as `open` (unless left out), then the result for a closed tour as `closed`.
        """
        return ({} if closed else {"open": self.open_tour}) | {"closed": self.closed_tour}

    def answer(self, closed: bool = False) -> str:
        """Return which kinds of tours the board has, as one word.

        Parameters
        ----------
        closed : bool, optional
            Whether to ignore open tours.

        Returns
        -------
        {"closed", "open", "open-or-closed", "none", "unknown"}
            A key of `table_views.MEANINGS`. "open-or-closed" means that there is an open tour, and that it is unknown whether
            there is a closed one.

        Examples
        --------
        >>> [cell.answer() for cell in board_map([Board(3, 3), Board(3, 4), Board(6, 6)])]
        ['none', 'open', 'closed']
        """
        if self.closed:
            return "closed"
        if self.open and not closed:
            return "open" if self.closed is False else "open-or-closed"
        return "unknown" if None in (self.closed, closed or self.open) else "none"

    def look(self, closed: bool = False) -> str:
        """Return the value of `answer`, or "apart" if there is no tour because the moves do not connect all squares.

        Parameters
        ----------
        closed : bool, optional
            Whether to ignore open tours.

        Returns
        -------
        str
            A key of `table_views.MEANINGS`.
        """
        answer, evidence = self.answer(closed), (self.closed_tour if closed else self.open_tour).evidence
        return "apart" if answer == "none" and isinstance(evidence, Disconnected) else answer


def connectable_leapers(largest_sum: int) -> list[Leaper]:
    """Return the leapers (a, b) that can reach every square of a large board, up to a maximum sum a + b.

    These are the leapers whose a and b are relatively prime and whose a + b is odd. The wazir (0, 1) is the first.

    Parameters
    ----------
    largest_sum : int
        The maximum of a + b.

    Returns
    -------
    list of tuple of int
        The leapers with a < b, by ascending a + b, then a.

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


def board_map(
    boards: Iterable[Board], *, leaper: Leaper = KNIGHT, budget: Budget | None = None, executor: Executor | None = None
) -> Iterator[BoardVerdicts]:
    """Decide the start map of each board, and yield the results in the order of the boards.

    Parameters
    ----------
    boards : iterable of Board
        The boards.
    leaper : tuple of int, optional
        The leaper (default: the knight).
    budget : Budget, optional
        Limits of each decision. If None, there is no limit.
    executor : concurrent.futures.Executor, optional
        An executor that decides boards in parallel. If None, they are decided in this process, one after the other.

    Yields
    ------
    BoardVerdicts
        The results for a board, with its start map.

    Examples
    --------
    >>> [(str(each.board), each.open, each.closed) for each in board_map([Board(3, 6), Board(3, 7)])]
    [('3x6', False, False), ('3x7', True, False)]
    """
    finished: dict[int, BoardVerdicts] = {}
    next_one = 0
    cells = (BoardVerdicts(leaper, board) for board in boards)
    for number, cell in each_cell(cells, partial(with_starts, budget=budget), executor):
        finished[number] = cell
        while next_one in finished:
            yield finished.pop(next_one)
            next_one += 1


def each_cell(
    begun: Iterable[BoardVerdicts], decided: Callable[[BoardVerdicts], BoardVerdicts], executor: Executor | None = None
) -> Iterator[tuple[int, BoardVerdicts]]:
    """Decide cells, and yield each as soon as it is decided.

    Parameters
    ----------
    begun : iterable of BoardVerdicts
        Cells with a leaper and a board, and possibly with results of an earlier run. Only a few of them are in memory at the
        same time.
    decided : callable
        The function that decides a cell: `with_starts` or `with_tours`, with their other arguments bound.
    executor : concurrent.futures.Executor, optional
        An executor that decides cells in parallel. If None, they are decided in this process, one after the other.

    Yields
    ------
    int
        The number of the cell in `begun`, from 0.
    BoardVerdicts
        The decided cell.

    Raises
    ------
    SolverError
        If a process that decided a cell died, or if two solvers contradict each other.

    Examples
    --------
    >>> (number, cell), = each_cell([BoardVerdicts((2, 3), Board(10, 10))], with_tours)
    >>> cell.closed, cell.open_tour.reason
    (True, 'the closed tour is also an open one')
    """
    name = "the {0[1].leaper}-leaper on {0[1].board}".format
    for (number, _), cell in each_result(executor, partial(_timed, decided), enumerate(begun), name):
        yield number, cell


def _timed(decided: Callable[[BoardVerdicts], BoardVerdicts], numbered: tuple[int, BoardVerdicts]) -> BoardVerdicts:
    started = time.perf_counter()
    return replace(decided(numbered[1]), seconds=numbered[1].seconds + time.perf_counter() - started)


def with_starts(cell: BoardVerdicts, budget: Budget | None = None) -> BoardVerdicts:
    """Return a cell with the start map of its board: the result for an open tour from each square.

    Parameters
    ----------
    cell : BoardVerdicts
        The cell.
    budget : Budget, optional
        Limits of each decision. If None, there is no limit.

    Returns
    -------
    BoardVerdicts
        The cell with the start map, and with the result for a closed tour.
    """
    starts = start_map(cell.board, leaper=cell.leaper, budget=budget)
    return replace(cell, starts=starts, closed_tour=starts.closed)


def with_tours(cell: BoardVerdicts, budget: Budget | None = None, closed: bool = False) -> BoardVerdicts:
    """Return a cell of an atlas with its results for an open and a closed tour. Known results are not decided again.

    Parameters
    ----------
    cell : BoardVerdicts
        The cell.
    budget : Budget, optional
        Limits of each of the two decisions. If None, there is no limit.
    closed : bool, optional
        Whether to decide only whether a closed tour exists.

    Returns
    -------
    BoardVerdicts
        The cell with its results.
    """
    problem = Problem.on_board(cell.board, cell.leaper)
    cell = _without_closed(cell, problem)
    if cell.closed is None:
        cell = replace(cell, closed_tour=decide(problem.with_ends(closed=True), budget=budget))
    if cell.open is None and not closed:
        if cell.closed_tour.tour is None:
            verdict = decide(problem, budget=budget)
        else:
            tour = Tour(cell.closed_tour.tour.squares, board=cell.board)
            verdict = Result(Status.FOUND, tour, "the closed tour is also an open one").with_theorem(problem).about(problem)
        cell = _without_closed(replace(cell, open_tour=verdict), problem)
    return cell


def _without_closed(cell: BoardVerdicts, problem: Problem) -> BoardVerdicts:
    """Return a cell unchanged or, if its board has no open tour, with the additional answer that there is no closed tour."""
    if cell.closed is not None or cell.open is not False:
        return cell
    no = Result(Status.IMPOSSIBLE, cell.open_tour.evidence, f"there is no open tour at all: {cell.open_tour.reason}")
    return replace(cell, closed_tour=no.with_theorem(problem.with_ends(closed=True)))
