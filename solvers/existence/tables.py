"""Tables of boards, for one leaper or for many: the verdicts of each board, decided one by one, here or over an executor.

A table of one leaper holds the start map of each board. A table of many leapers, the atlas, holds two verdicts for each leaper
and board: a closed tour is an open one too, and where there is no open tour there is no closed one, so that often the answer
to one of the two questions answers the other.

Which leapers can be connected: D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994.
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
from solvers.budget import Budget
from solvers.existence.decision import decide
from solvers.existence.maps import StartMap, start_map
from solvers.outcome import Status
from solvers.parallel import each_result
from solvers.problem import Problem
from solvers.result import Result

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = [
    "NOT_DECIDED",
    "BoardVerdicts",
    "Place",
    "board_map",
    "connectable_leapers",
    "each_cell",
    "with_starts",
    "with_tours",
]

Place: TypeAlias = tuple[Leaper, Board]
"""A leaper and a board: what one cell of a table is about."""
NOT_DECIDED = Result(Status.UNKNOWN, None, "not decided")
"""The verdict on a question that was left out."""


@dataclass(frozen=True)
class BoardVerdicts:
    """The verdicts of one leaper on one board, a cell of a table.

    Attributes
    ----------
    leaper, board : the piece and the board.
    open_tour, closed_tour : the verdicts for an open and for a closed tour.
    starts : the start map of the board; None in an atlas.
    seconds : the wall time that the decisions took; it does not count when two cells are compared.
    """

    leaper: Leaper
    board: Board
    open_tour: Result = NOT_DECIDED
    closed_tour: Result = NOT_DECIDED
    starts: StartMap | None = field(default=None, repr=False)
    seconds: float = field(default=0.0, compare=False)

    @property
    def open(self) -> bool | None:
        """Whether there is an open tour."""
        return self.open_tour.exists if self.starts is None else self.starts.exists

    @property
    def closed(self) -> bool | None:
        """Whether there is a closed tour."""
        return self.closed_tour.exists

    @property
    def head(self) -> dict[str, Any]:
        """The leaper, the board and the seconds, as documents have them."""
        return {"leaper": self.leaper, "board": str(self.board), "seconds": round(self.seconds, 3)}

    def verdicts(self, closed: bool = False) -> dict[str, Result]:
        """Return the two verdicts by their names, `open` and `closed`; with `closed`, the second one alone."""
        return ({} if closed else {"open": self.open_tour}) | {"closed": self.closed_tour}

    def answer(self, closed: bool = False) -> str:
        """Return the best that is known of the board, or with `closed` of its closed tours alone.

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
        """Return the answer, or `apart` where there is no tour because no moves join all squares."""
        answer, evidence = self.answer(closed), (self.closed_tour if closed else self.open_tour).evidence
        return "apart" if answer == "none" and isinstance(evidence, Disconnected) else answer


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


def board_map(
    boards: Iterable[Board], *, leaper: Leaper = KNIGHT, budget: Budget | None = None, executor: Executor | None = None
) -> Iterator[BoardVerdicts]:
    """Yield the verdicts of every board with its start map, in the order of the boards.

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
    begun = (BoardVerdicts(leaper, board) for board in boards)
    for number, cell in each_cell(begun, partial(with_starts, budget=budget), executor):
        finished[number] = cell
        while next_one in finished:
            yield finished.pop(next_one)
            next_one += 1


def each_cell(
    begun: Iterable[BoardVerdicts], decided: Callable[[BoardVerdicts], BoardVerdicts], executor: Executor | None = None
) -> Iterator[tuple[int, BoardVerdicts]]:
    """Yield each cell when it is decided, with its number, from 0.

    Parameters
    ----------
    begun : cells with a leaper and a board, and with the verdicts of an earlier run, if there are any. Only a few are held at
        a time.
    decided : the function that decides a cell, `with_starts` or `with_tours`, with its other arguments.
    executor : where cells are decided in parallel; None decides them here, one after the other.

    Raises
    ------
    SolverError : a process that decided a cell died; or two solvers contradict each other.

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
    """Return the cell with the start map of its board; the budget is for each decision."""
    starts = start_map(cell.board, leaper=cell.leaper, budget=budget)
    return replace(cell, starts=starts, closed_tour=starts.closed)


def with_tours(cell: BoardVerdicts, budget: Budget | None = None, closed: bool = False) -> BoardVerdicts:
    """Return the cell of an atlas with its two verdicts; those that are known stay.

    Parameters
    ----------
    cell : the cell.
    budget : for each of the two decisions.
    closed : whether the closed tour alone is decided.
    """
    problem = Problem.on_board(cell.board, cell.leaper)
    cell = _without_closed(cell, problem)
    if cell.closed is None:
        cell = replace(cell, closed_tour=decide(problem.with_ends(closed=True), budget))
    if cell.open is None and not closed:
        if cell.closed_tour.tour is None:
            verdict = decide(problem, budget)
        else:
            tour = Tour(cell.closed_tour.tour.squares, board=cell.board)
            verdict = Result(Status.FOUND, tour, "the closed tour is also an open one").with_theorem(problem).about(problem)
        cell = _without_closed(replace(cell, open_tour=verdict), problem)
    return cell


def _without_closed(cell: BoardVerdicts, problem: Problem) -> BoardVerdicts:
    """Return the cell; where there is no open tour, with the no for the closed tour that follows from it."""
    if cell.closed is not None or cell.open is not False:
        return cell
    no = Result(Status.IMPOSSIBLE, cell.open_tour.evidence, f"there is no open tour at all: {cell.open_tour.reason}")
    return replace(cell, closed_tour=no.with_theorem(problem.with_ends(closed=True)))
